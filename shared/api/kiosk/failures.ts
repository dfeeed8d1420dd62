/**
 * All failures and cases that a screen shows, with their codes for telephone support; `scripts/support-codes.ts`
 * explains each code. B: the booking service. V: the sale. P: payment. T: tickets on paper. S: the machine. C: the cash
 * drawer and accounts. R: tickets after their sale. Q: a sale that needs staff. `I1` to `I12` are the rules of the
 * ledger that `guichet ledger verify` reports. `ends`: the step cannot continue, so the failure fills the whole screen
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
  'printer-not-ready': { code: 'T1' },
  'ticket-not-printed': { code: 'T2' },
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
  'refund-due': { code: 'Q1' },
  'payment-unknown': { code: 'Q2' },
  'cash-unknown': { code: 'Q3' },
  'service-unreachable': { code: 'Q4' },
  'tickets-mismatched': { code: 'Q5' },
  'program-fault': { code: 'Q6' },
} as const

/** Failures without details. */
export type Plain<T extends string> = T extends string ? { readonly type: T } : never

/** Failures that the admission check can add to those of any command. */
export type AdmissionFailure =
  | { readonly type: 'invalid-input'; readonly issues: readonly string[] }
  | Plain<'forbidden'>
  | { readonly type: 'internal'; readonly incident: string }
  /** The disk is full, and the command did nothing. The command can be retried once the disk has space. */
  | Plain<'storage-full'>

/**
 * `event-ended`: the service sells no more seats for the event. `purchasing-suspended`: the service permanently refused
 * a purchase after its payment; no other payment starts until purchases are possible again.
 */
export type PartnerFailure =
  | Plain<'partner-unreachable'>
  | { readonly type: 'partner-refused'; readonly status: number; readonly code: string }
  | Plain<'partner-unclear' | 'event-ended' | 'purchasing-suspended'>

export interface TypedNumber {
  /**
   * Set if the entry typed as the PIN is a staff number: that person wants to sign in. An entered staff number does not
   * count as an attempt. Otherwise absent.
   */
  readonly isStaffNumber?: true
}

/** Failures of every command that needs a PIN: see `commands.ts`. */
export type PinFailure =
  | (Plain<'wrong-pin'> & TypedNumber)
  | ({ readonly type: 'pin-locked'; readonly seconds: number } & TypedNumber)
  | Plain<'not-allowed'>

/** Failures of commands that accept a handle in place of the PIN. `signed-out`: the handle is no longer valid. */
export type StaffFailure = PinFailure | Plain<'signed-out'>

/** Failure of commands under dual control: the second person is not accepted. */
export interface SecondFailure {
  readonly type: 'second-person'
  readonly because: PinFailure['type'] | 'same-person'
  /** Seconds until the PIN can be tried again; set for `pin-locked` only. */
  readonly seconds?: number
}

/** `no-such-ticket`: the sale has no such ticket. `ticket-returned`: the ticket was already returned. */
export type AfterSaleFailure = Plain<'no-such-ticket' | 'ticket-returned'>

/** The booking service no longer lists these seats as sold. */
export interface TicketsCancelled {
  readonly type: 'tickets-cancelled'
  readonly seatCodes: readonly string[]
}

/** The action needs dual control. */
export type ApprovalRequired = Plain<'approval-required'>

/** `weak-pin`: the PIN is easy to guess. `last-supervisor`: no supervisor would be left to manage staff. */
export type PeopleFailure = Plain<'weak-pin' | 'number-taken' | 'no-such-number' | 'last-supervisor'>

/** The number of seats exceeds the limit of a sale at this machine. */
export interface TooManySeats {
  readonly type: 'too-many-seats'
  readonly limit: number
}

/** There is no shift with this number. */
export type NoShift = Plain<'no-shift'>

/** The file is not a table of payments. `what`: reason in English, for technicians. */
export interface UnreadableReport {
  readonly type: 'unreadable-report'
  readonly line: number
  readonly what: string
}

/** The drawer has no such currency. */
export type UnknownCurrency = Plain<'unknown-currency'>

/** The file could not be written to disk. */
export type NotWritten = Plain<'write-failed'>

/** The ledger has no such closure (X or Z report). */
export type NoReport = Plain<'no-report'>

/** The shift has no activity since its last Z report; another Z report would be empty. */
export type NothingToClose = { readonly type: 'nothing-to-close'; readonly shiftNo: number }

export type SaleFailure = Plain<'unknown-sale'> | { readonly type: 'invalid-state'; readonly stage: string }

/**
 * `unknown-code`: no sale of this machine has this collection code. `codes-locked`: after too many wrong codes, the
 * machine temporarily accepts no collection code.
 */
export type CodeFailure = Plain<'unknown-code'> | { readonly type: 'codes-locked'; readonly seconds: number }

/**
 * A credit voucher that is not accepted. `not-ours`: the voucher was not issued here, or it was altered. `doubtful`:
 * the voucher may have been spent in rows that the ledger lost. `hub-away`: only the hub can decide, and it is
 * unreachable.
 */
export interface SlipRefused {
  readonly type: 'slip-refused'
  readonly because: 'unknown' | 'not-ours' | 'taken' | 'spent' | 'paid-out' | 'doubtful' | 'other-currency' | 'hub-away'
}

/** The service has sold the seats after all. The sale continues automatically, and nothing is refunded. */
export type LateTickets = Plain<'tickets-turned-up'>

/** Another payment of the current shift has the same approval number. Staff must confirm the number. */
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
  /** Only the hub can decide who spent the credit voucher. The query is in progress. */
  | Plain<'hub-decides'>

/**
 * `refund-not-offered`: the provider does not support the refund, or a refund cannot be requested again. `refund-over`:
 * the refund is no longer pending.
 */
export type RefundFailure = Plain<'refund-not-offered' | 'refund-over'>

/** Failures of commands that query the service for the sale's session. */
export type VisitFailure = PartnerFailure | SaleFailure | Plain<'session-expired'>

/** Reason why no session can be opened for an event. */
export type CodeMissing =
  /** The machine has no access code for the event. */
  | Plain<'no-access-code'>
  /** The service rejects all the machine's access codes for the event: they are wrong or were renewed. */
  | Plain<'access-code-refused'>
