import type { StaffRole } from '../domain/staff-role.ts'
import type { SetupAnswers } from './setup-answers.ts'

/** One step of the partner's examination, in the words of the machine's language. */
export interface ExaminedStep {
  readonly step: string
  readonly outcome: 'ok' | 'warning' | 'failed' | 'skipped'
  readonly title: string
  readonly text: string
}

/** What became of the test page; `reason` as in `PrinterView`, or `refused`, `storage-full`. */
export interface TriedPrinter {
  readonly outcome: 'printing' | 'printed' | 'failed' | 'unknown'
  readonly reason: string
  /** The device's own words. */
  readonly detail: string
}

/** A printer that this machine knows of. */
export interface PrinterFoundView {
  readonly kind: 'queue' | 'receipt'
  /** The queue's name, or the device's file. */
  readonly address: string
  readonly standard: boolean
}

/**
 * The certificate at the partner's address. `own`: trusted as the venue's own, and not by the system. `unknown`: nobody
 * vouches for it; it is trusted once somebody compared its `fingerprint` with what the hub prints. `unfit`: not even then.
 */
export type SeenCertificate =
  | { readonly state: 'plain' }
  | { readonly state: 'trusted'; readonly own: boolean }
  | ({ readonly state: 'unknown'; readonly pem: string } & CertificateFacts)
  | ({
      readonly state: 'unfit'
      readonly reason: 'other-name' | 'over' | 'incomplete'
      readonly code: string
    } & CertificateFacts)
  | { readonly state: 'unreachable'; readonly code: string }

interface CertificateFacts {
  /** SHA-256, in groups of four. */
  readonly fingerprint: string
  /** For which it was made. */
  readonly names: string
  /** Its last day, `YYYY-MM-DD`. */
  readonly until: string
}

/** An event on sale, and what became of a try to sell it: a seat held and given back. */
export interface SetupEvent {
  readonly eventId: string
  readonly title: string
  readonly startsAt: string
  /** Null until it was tried with the codes as they are. */
  readonly tried: Pick<ExaminedStep, 'outcome' | 'text'> | null
}

/** Somebody who will work with the machine. */
export interface SetupPerson {
  readonly number: string
  readonly name: string
  readonly role: StaffRole
  readonly hasPin: boolean
}

/** A machine that is being set up: what it was told so far, without secrets and PINs. */
export interface SetupView {
  readonly version: string
  /** It has settings already, to which it can go back. */
  readonly again: boolean
  readonly suggestedName: string
  readonly answers: Omit<SetupAnswers, 'people' | 'formerPeople' | 'machinePin' | 'accessCodes'>
  /** The system's keyring, as it names itself; null where there is none to trust. */
  readonly keyring: string | null
  /** Where the secret goes: as answered, or as is usual on such a machine. */
  readonly secretIn: 'keyring' | 'file'
  /** The partner's secret was given. */
  readonly hasSecret: boolean
  readonly hasMachinePin: boolean
  /** Those of the machine's list, with what was answered. */
  readonly people: readonly SetupPerson[]
  /** What is trusted at the partner's address is the venue's own certificate. */
  readonly hasCertificate: boolean
  /** The machine is a device of the hub that was answered, or has its invitation. */
  readonly mayJoinHub: boolean
  /** Events whose access code was given. */
  readonly codesGiven: readonly string[]
  /** Null until it was asked for, and again once the partner was answered again. */
  readonly examination: { readonly running: boolean; readonly steps: readonly ExaminedStep[] } | null
  /** Of the examination: null until the service told them. */
  readonly events: readonly SetupEvent[] | null
  readonly triedPrinter: TriedPrinter | null
}

export interface SetupEvents {
  'setup-changed': SetupView
}
