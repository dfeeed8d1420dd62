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

/** A machine that is being set up: what it was told so far, without secrets and PINs. */
export interface SetupView {
  readonly version: string
  /** It has settings already, to which it can go back. */
  readonly again: boolean
  readonly suggestedName: string
  readonly answers: Omit<SetupAnswers, 'people' | 'machinePin' | 'accessCodes'>
  /** The system's keyring, as it names itself; null where there is none to trust. */
  readonly keyring: string | null
  /** Where the secret goes: as answered, or as is usual on such a machine. */
  readonly secretIn: 'keyring' | 'file'
  /** The partner's secret was given. */
  readonly hasSecret: boolean
  readonly hasMachinePin: boolean
  readonly people: readonly { readonly number: string; readonly name: string; readonly role: StaffRole }[]
  /** Events whose access code was given. */
  readonly codesGiven: readonly string[]
  /** Null until it was asked for, and again once the partner was answered again. */
  readonly examination: { readonly running: boolean; readonly steps: readonly ExaminedStep[] } | null
  readonly triedPrinter: TriedPrinter | null
}

export interface SetupEvents {
  'setup-changed': SetupView
}
