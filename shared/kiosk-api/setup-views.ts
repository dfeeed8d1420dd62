import type { SaleState } from '../domain/sale/sale.ts'
import type { Readiness } from '../domain/fleet/readiness.ts'
import type { StaffRole } from '../domain/staff-role.ts'
import type { Failures } from './command.ts'
import type { commands } from './commands.ts'
import type { TenderKind } from '../domain/money/tender.ts'
import type { Examination, ExaminedStep } from './examination.ts'
import type { PaymentForm } from './payment-forms.ts'
import type { SetupAnswers } from './setup-answers.ts'
import type { HoldNotice } from '../domain/sale/sale-notices.ts'
import type { ReviewNotice, SaleView } from './views.ts'

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

/** A serial port of this machine. */
export interface SerialPortView {
  /** As the settings name it. */
  readonly path: string
  /** Who made what is plugged in, as it says itself; empty where it does not. */
  readonly maker: string
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

/** An event on sale, and what became of a try to open it. */
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

/** One ticket that the machine sells before its set-up ends. */
export interface FirstTicketView {
  /** As its screen would show it; null before there is one. */
  readonly sale: SaleView | null
  /** As the ledger has it; null while nothing of it is there. */
  readonly state: SaleState | null
  readonly underWay: boolean
  /** Why it did not come to a ticket; null where the sale itself says so. */
  readonly failure: FirstTicketFailure | null
  /** What the booking service answered to its cancellation; null: it was not cancelled. */
  readonly cancelled: 'cancelled' | 'asked' | 'none' | null
}

export type FirstTicketFailure =
  | Failures<typeof commands>['listEvents' | 'startVisit' | 'proposeSeats' | 'holdSeats' | 'pay' | 'confirmCash']
  | HoldNotice
  | ReviewNotice
  | { readonly type: 'no-events' }
  | { readonly type: 'no-seats' }
  /** It is sold like every other, once the machine has started. */
  | { readonly type: 'no-cash' }

/** A machine that is being set up: what it was told so far, without secrets and PINs. */
export interface SetupView {
  readonly version: string
  /** It has settings already, to which it can go back; not once the answers were written in their place. */
  readonly again: boolean
  /** The settings are written, and the machine starts with them whatever becomes of this page. */
  readonly written: boolean
  readonly suggestedName: string
  readonly answers: Omit<SetupAnswers, 'people' | 'formerPeople' | 'machinePin' | 'accessCodes'>
  /** The system's keyring, as it names itself; null where there is none to trust. */
  readonly keyring: string | null
  /** Where the secret goes: as answered, or as is usual on such a machine. */
  readonly secretIn: 'keyring' | 'file'
  /** The partner's secret was given. */
  readonly hasSecret: boolean
  /** Of providers of payments: the secrets that nobody has to type any more, such as `payments.orange-money.clientSecret`. */
  readonly paymentSecrets: readonly string[]
  /** What can take the money of mobile money here. */
  readonly paymentForms: readonly PaymentForm[]
  /** By tender; none until it was asked for, and again once it was answered again. */
  readonly examinedPayments: Readonly<Partial<Record<TenderKind, Examination>>>
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
  readonly examination: Examination | null
  /** Of the examination: null until the service told them. */
  readonly events: readonly SetupEvent[] | null
  /** Whether a machine as it was answered could sell; null until the examination has ended, and once something else is answered. */
  readonly readiness: Readiness | null
  readonly triedPrinter: TriedPrinter | null
  /** Null until one was sold, or tried to. */
  readonly firstTicket: FirstTicketView | null
  /** The ticketing service is the venue's own hub, which takes a ticket back. */
  readonly ticketCanBeCancelled: boolean
}

export interface SetupEvents {
  'setup-changed': SetupView
}
