import type { QueueRefusal } from '../fleet/ticket-pages.ts'
import type { ChargeRefusal } from '../../domain/money/customer-account.ts'

/**
 * Failures with their codes for telephone support; the first letter of a code identifies its area. B: booking service.
 * V: sale. P: payment. T: printed tickets. S: computer. C: cash drawer and accounts. R: actions after the sale, such as
 * returns and corrections. Q: sales that need staff. `ends`: the step cannot continue, so the failure fills the screen
 * and leads to another step.
 */
export const failures = {
  'partner-unreachable': { code: 'B1' },
  'partner-refused': { code: 'B2' },
  'partner-unclear': { code: 'B3' },
  'no-access-code': { code: 'B4', ends: true },
  'unknown-event': { code: 'B5', ends: true },
  'hold-refused': { code: 'B6' },
  'access-code-refused': { code: 'B7' },
  'purchasing-suspended': { code: 'B8', ends: true },
  'event-ended': { code: 'B9', ends: true },
  'session-expired': { code: 'V1', ends: true },
  'unknown-sale': { code: 'V2', ends: true },
  'invalid-state': { code: 'V3', ends: true },
  'sale-in-progress': { code: 'V4', ends: true },
  'too-many-seats': { code: 'V5' },
  'seat-unknown': { code: 'V6' },
  'seat-taken': { code: 'V7' },
  'hold-expired': { code: 'V8' },
  'price-changed': { code: 'V9' },
  'too-many-parked': { code: 'V10' },
  'unknown-code': { code: 'V11' },
  'codes-locked': { code: 'V12' },
  'seat-kept': { code: 'V13' },
  'payment-refused': { code: 'P1' },
  'payment-cancelled': { code: 'P2' },
  'too-little-time': { code: 'P3' },
  'payment-unavailable': { code: 'P4' },
  'tender-not-offered': { code: 'P5' },
  'wrong-pin': { code: 'P6' },
  'pin-locked': { code: 'P7' },
  'too-little': { code: 'P8' },
  'invalid-answer': { code: 'P9' },
  'too-much': { code: 'P10' },
  'payer-needed': { code: 'P11' },
  'approval-known': { code: 'P12' },
  'tickets-turned-up': { code: 'P13' },
  'signed-out': { code: 'P14' },
  'payment-unconfirmed': { code: 'P15' },
  'too-many-open': { code: 'P16' },
  'slip-refused': { code: 'P17' },
  'hub-decides': { code: 'P18' },
  'not-in-cash': { code: 'P19' },
  'account-refused': { code: 'P20' },
  'printer-not-ready': { code: 'T1' },
  'ticket-not-printed': { code: 'T2' },
  'not-published': { code: 'T3' },
  'message-refused': { code: 'T4' },
  'invalid-input': { code: 'S1', ends: true },
  forbidden: { code: 'S2', ends: true },
  internal: { code: 'S3', ends: true },
  'storage-full': { code: 'S4', ends: true },
  'bridge-lost': { code: 'S5' },
  'quit-not-offered': { code: 'S6' },
  'no-report': { code: 'S7' },
  'not-allowed': { code: 'S8' },
  'not-saved': { code: 'S9' },
  'write-failed': { code: 'S10' },
  'training-not-offered': { code: 'S11' },
  'setting-refused': { code: 'S12' },
  'second-person': { code: 'S13' },
  'unknown-printer': { code: 'S14' },
  'approval-required': { code: 'S15' },
  'weak-pin': { code: 'S16' },
  'number-taken': { code: 'S17' },
  'no-such-number': { code: 'S18' },
  'last-supervisor': { code: 'S19' },
  'no-shift': { code: 'C1' },
  'unknown-currency': { code: 'C2' },
  'float-known': { code: 'C3' },
  'unknown-piece': { code: 'C4' },
  'unreadable-report': { code: 'C5' },
  'nothing-to-close': { code: 'C6' },
  'no-such-ticket': { code: 'R1' },
  'ticket-returned': { code: 'R2' },
  'other-shift': { code: 'R3' },
  'other-tender': { code: 'R4' },
  'refund-not-offered': { code: 'R5' },
  'refund-over': { code: 'R6' },
  'tickets-cancelled': { code: 'R7' },
  'correction-refused': { code: 'R8' },
  'nothing-to-invoice': { code: 'R9' },
  'refund-due': { code: 'Q1' },
  'payment-unknown': { code: 'Q2' },
  'cash-unknown': { code: 'Q3' },
  'service-unreachable': { code: 'Q4' },
  'tickets-mismatched': { code: 'Q5' },
  'program-fault': { code: 'Q6' },
} as const

export type Plain<T extends string> = T extends string ? { readonly type: T } : never

export type AdmissionFailure =
  | { readonly type: 'invalid-input'; readonly issues: readonly string[] }
  | Plain<'forbidden'>
  | { readonly type: 'internal'; readonly incident: string }
  /** The disk is full, and the command did nothing. The command can be retried once the disk has space. */
  | Plain<'storage-full'>

/** `event-ended`: no more seats are sold. `purchasing-suspended`: the service permanently refused a paid purchase. */
export type PartnerFailure =
  | Plain<'partner-unreachable'>
  | { readonly type: 'partner-refused'; readonly status: number; readonly code: string }
  | Plain<'partner-unclear' | 'event-ended' | 'purchasing-suspended'>

export interface TypedNumber {
  /** Set if a staff number was entered as the PIN, which starts a sign-in and does not count as an attempt. */
  readonly isStaffNumber?: true
}

export type PinFailure =
  | (Plain<'wrong-pin'> & TypedNumber)
  | ({ readonly type: 'pin-locked'; readonly seconds: number } & TypedNumber)
  | Plain<'not-allowed'>

/** `signed-out`: the handle that replaces the PIN is no longer valid. */
export type StaffFailure = PinFailure | Plain<'signed-out'>

export interface SecondFailure {
  readonly type: 'second-person'
  readonly because: PinFailure['type'] | 'same-person'
  /** Seconds until the PIN can be tried again; set for `pin-locked` only. */
  readonly seconds?: number
}

export type AfterSaleFailure = Plain<'no-such-ticket' | 'ticket-returned'>

/**
 * `returned`: tickets of the sale were returned. `not-by-staff`: a device or a provider confirmed the payment, or no
 * money moved. `same-tender`: the payment is recorded under this tender.
 */
export interface CorrectionRefused {
  readonly type: 'correction-refused'
  readonly because: 'returned' | 'not-by-staff' | 'same-tender'
}

/** The booking service no longer lists the seats as sold. */
export interface TicketsCancelled {
  readonly type: 'tickets-cancelled'
  readonly seatCodes: readonly string[]
}

export type ReprintFailure =
  | SaleFailure
  | AfterSaleFailure
  | TicketsCancelled
  | { readonly type: 'printer-not-ready'; readonly reason: string }

export type ApprovalRequired = Plain<'approval-required'>

/** `weak-pin`: the PIN is easy to guess. `last-supervisor`: no supervisor would be left to manage staff. */
export type PeopleFailure = Plain<'weak-pin' | 'number-taken' | 'no-such-number' | 'last-supervisor'>

export interface TooManySeats {
  readonly type: 'too-many-seats'
  readonly limit: number
}

export type NoShift = Plain<'no-shift'>

/** The file is not a table of payments. `what`: reason in English, for technicians. */
export interface UnreadableReport {
  readonly type: 'unreadable-report'
  readonly line: number
  readonly what: string
}

export type UnknownCurrency = Plain<'unknown-currency'>

export type NotWritten = Plain<'write-failed'>

export type NoReport = Plain<'no-report'>

/** The shift has no activity since its last Z report, so that another Z report would be empty. */
export type NothingToClose = { readonly type: 'nothing-to-close'; readonly shiftNo: number }

export type SaleFailure = Plain<'unknown-sale'> | { readonly type: 'invalid-state'; readonly stage: string }

/** `not-published`: the hub did not confirm the page, so no customer has seen its address. */
export type PublishFailure = SaleFailure | AfterSaleFailure | Plain<'not-published'>

/** The hub did not queue a message. `unreachable`: the hub did not reply, and may have queued it. */
export interface MessageRefused {
  readonly type: 'message-refused'
  readonly because: QueueRefusal | 'unreachable'
}

/** `unknown-code`: the collection code belongs to no local sale. `codes-locked`: too many wrong codes were entered. */
export type CodeFailure = Plain<'unknown-code'> | { readonly type: 'codes-locked'; readonly seconds: number }

/**
 * `not-ours`: the voucher was not issued here, or was altered. `doubtful`: the voucher may have been spent in rows that
 * the ledger lost. `hub-away`: only the hub can decide, and the hub is unreachable.
 */
export interface SlipRefused {
  readonly type: 'slip-refused'
  readonly because: 'unknown' | 'not-ours' | 'taken' | 'spent' | 'paid-out' | 'doubtful' | 'other-currency' | 'hub-away'
}

/**
 * `unknown`, `closed`, `other-currency`, `over-limit`: the hub refuses the charge. `other-account`: another account
 * already pays a part of the sale. `hub-away`: only the hub can decide, and the hub is unreachable.
 */
export interface AccountRefused {
  readonly type: 'account-refused'
  readonly because: ChargeRefusal | 'other-account' | 'hub-away'
}

/** The service has sold the seats after all. The sale continues automatically, and nothing is refunded. */
export type LateTickets = Plain<'tickets-turned-up'>

/**
 * Another payment of the current shift has the same approval number, or another document of any shift has the same
 * number. Staff must confirm the number.
 */
export interface ApprovalKnown {
  readonly type: 'approval-known'
  readonly orderId: string
}

/** `invalid-answer`: the answer does not match the question of the sale. */
export type CaseFailure =
  | SaleFailure
  | ApprovalKnown
  | LateTickets
  | Plain<'invalid-answer'>
  | ApprovalRequired
  /** Only the hub can decide whether the credit voucher was spent. The hub is being queried. */
  | Plain<'hub-decides'>

/**
 * `refund-not-offered`: the refund cannot be requested, or cannot be requested again. `refund-over`: the refund is no
 * longer pending.
 */
export type RefundFailure = Plain<'refund-not-offered' | 'refund-over'>

export type VisitFailure = PartnerFailure | SaleFailure | Plain<'session-expired'>

export type CodeMissing =
  | Plain<'no-access-code'>
  /** The service rejects every known access code for the event, because the codes are wrong or were renewed. */
  | Plain<'access-code-refused'>
