/** Failures that any command may answer; admission adds them. */
export type AdmissionFailure =
  | { readonly type: 'invalid-input'; readonly issues: readonly string[] }
  | { readonly type: 'forbidden' }
  | { readonly type: 'internal'; readonly incident: string }
  /** The disk is full: nothing was done, and it may be tried again once there is room. */
  | { readonly type: 'storage-full' }

/**
 * `event-ended`: the service sells no more seats for the event. `purchases-refused`: the service refused a purchase for
 * good after its payment; no other payment begins until one is possible again.
 */
export type PartnerFailure =
  | { readonly type: 'partner-unreachable' }
  | { readonly type: 'partner-refused'; readonly status: number; readonly code: string }
  | { readonly type: 'partner-unclear' }
  | { readonly type: 'event-ended' }
  | { readonly type: 'purchases-refused' }

export interface TypedNumber {
  /**
   * Set if the entry typed as the PIN is a staff number: that person wants to sign in. It does not count as an attempt.
   * Absent otherwise.
   */
  readonly isStaffNumber?: true
}

/** Failures of every command that needs a PIN: see `commands.ts`. */
export type PinFailure =
  | ({ readonly type: 'wrong-pin' } & TypedNumber)
  | ({ readonly type: 'pin-locked'; readonly seconds: number } & TypedNumber)
  | { readonly type: 'not-allowed' }

/** Failures of commands that accept a handle in place of the PIN. `signed-out`: the handle is no longer valid. */
export type StaffFailure = PinFailure | { readonly type: 'signed-out' }

/** Of commands that two people answer for: why the second of them does not. */
export interface SecondFailure {
  readonly type: 'second-person'
  readonly because: PinFailure['type'] | 'same-person'
  /** Seconds until the PIN can be tried again; set for `pin-locked` only. */
  readonly seconds?: number
}

/** `no-such-ticket`: none of the sale's. `ticket-returned`: it was given back. */
export type AfterSaleFailure = { readonly type: 'no-such-ticket' } | { readonly type: 'ticket-returned' }

/** The booking service no longer lists these seats as sold. */
export interface TicketsCancelled {
  readonly type: 'tickets-cancelled'
  readonly seatCodes: readonly string[]
}

/** More than one person may do alone: a second one answers for it, too. */
export interface SecondNeeded {
  readonly type: 'second-needed'
}

/** `guessed-pin`: a stranger would try it first. `last-supervisor`: nobody would be left who may look after the others. */
export type PeopleFailure =
  | { readonly type: 'guessed-pin' }
  | { readonly type: 'number-taken' }
  | { readonly type: 'no-such-number' }
  | { readonly type: 'last-supervisor' }

/** More seats than a sale may have here. */
export interface TooManySeats {
  readonly type: 'too-many-seats'
  readonly limit: number
}

/** There is no shift of that number. */
export type NoShift = { readonly type: 'no-shift' }

/** No table of payments; `what` is English, for those who mend it. */
export interface UnreadableReport {
  readonly type: 'unreadable-report'
  readonly line: number
  readonly what: string
}

/** This drawer holds none of it. */
export type UnknownCurrency = { readonly type: 'unknown-currency' }

/** The disk did not take the file. */
export type NotWritten = { readonly type: 'not-written' }

/** There is no such closure. */
export type NoReport = { readonly type: 'no-report' }

/** The shift has no activity since its Z report; another one would be empty. */
export type NothingToClose = { readonly type: 'nothing-to-close'; readonly shiftNo: number }

export type SaleFailure = { readonly type: 'unknown-sale' } | { readonly type: 'wrong-stage'; readonly stage: string }

/** No sale here has this collection code. Too many such tries, and none is taken for a while. */
export type CodeFailure =
  { readonly type: 'unknown-code' } | { readonly type: 'codes-locked'; readonly seconds: number }

/** A credit slip that is not taken here, or not any more. `not-ours`: no machine here signed it. `doubtful`: it may have been spent in rows that are gone. `hub-away`: the hub has the word about it, and does not answer. */
export interface SlipRefused {
  readonly type: 'slip-refused'
  readonly because: 'unknown' | 'not-ours' | 'taken' | 'spent' | 'paid-out' | 'doubtful' | 'other-currency' | 'hub-away'
}

/** The service sold after all: the sale goes on to its end by itself, and nothing is given back. */
export interface TicketsTurnedUp {
  readonly type: 'tickets-turned-up'
}

/** Another payment of the running shift has this number: it is asked about a second time. */
export interface ApprovalKnown {
  readonly type: 'approval-known'
  readonly orderId: string
}

/** `wrong-answer`: none to the sale's question. */
export type CaseFailure =
  | SaleFailure
  | ApprovalKnown
  | TicketsTurnedUp
  | { readonly type: 'wrong-answer' }
  /** Only the hub knows who has spent a credit slip, and it is being asked. */
  | { readonly type: 'hub-decides' }

/** `refund-not-offered`: its provider cannot be asked for it, or not again. `refund-over`: it is not under way any more. */
export type RefundFailure = { readonly type: 'refund-not-offered' } | { readonly type: 'refund-over' }

/** Why no session of an event opens. */
export type CodeMissing =
  /** The machine has no access code of it. */
  | { readonly type: 'no-access-code' }
  /** The service takes none of those that it has: they are wrong, or were renewed. */
  | { readonly type: 'access-code-refused' }
