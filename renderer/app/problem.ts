import type { HoldNotice } from '../../shared/domain/sale/sale.ts'
import type { CommandFailure, CommandName } from '../../shared/kiosk-api/contract.ts'
import type { ReviewNotice, SaleStage, SaleView } from '../../shared/kiosk-api/views.ts'

/** Any failure of a command, or the loss of the main process. */
export type Problem = CommandFailure<CommandName> | { readonly type: 'bridge-lost' }

/** Content of a notice: the failure of a command, or a problem of the sale. */
export type Notice = Problem | HoldNotice | ReviewNotice

/** Case that a screen shows although no command reported it. */
type ScreenCase =
  | 'ticket-not-printed'
  | 'payment-unconfirmed'
  | 'refund-due'
  | Exclude<Extract<SaleStage, { readonly name: 'needs-staff' }>['reason'], 'storage-full' | 'purchase-refused'>

export type SupportCase = Notice['type'] | ScreenCase

/**
 * Codes that screens show for support by telephone; `scripts/support-codes.ts` explains each. B: the booking service.
 * V: the sale. P: payment. T: tickets on paper. S: the machine. C: the cash drawer and accounts. R: tickets after their
 * sale. Q: a sale that needs staff. `I1` to `I12` are the rules of the ledger that `guichet ledger verify` names.
 */
export const supportCodes = {
  'partner-unreachable': 'B1',
  'partner-refused': 'B2',
  'partner-unclear': 'B3',
  'no-access-code': 'B4',
  'unknown-event': 'B5',
  'hold-refused': 'B6',
  'access-code-refused': 'B7',
  'purchases-refused': 'B8',
  'event-ended': 'B9',
  'session-expired': 'V1',
  'unknown-sale': 'V2',
  'wrong-stage': 'V3',
  'sale-in-progress': 'V4',
  'too-many-seats': 'V5',
  'seat-unknown': 'V6',
  'seat-taken': 'V7',
  'hold-expired': 'V8',
  'price-changed': 'V9',
  'too-many-parked': 'V10',
  'unknown-code': 'V11',
  'codes-locked': 'V12',
  'seat-kept': 'V13',
  'payment-refused': 'P1',
  'payment-cancelled': 'P2',
  'too-little-time': 'P3',
  'payment-unavailable': 'P4',
  'tender-not-offered': 'P5',
  'wrong-pin': 'P6',
  'pin-locked': 'P7',
  'too-little': 'P8',
  'wrong-answer': 'P9',
  'too-much': 'P10',
  'payer-needed': 'P11',
  'approval-known': 'P12',
  'tickets-turned-up': 'P13',
  'signed-out': 'P14',
  'payment-unconfirmed': 'P15',
  'too-many-open': 'P16',
  'slip-refused': 'P17',
  'hub-decides': 'P18',
  'not-in-cash': 'P19',
  'printer-not-ready': 'T1',
  'ticket-not-printed': 'T2',
  'invalid-input': 'S1',
  forbidden: 'S2',
  internal: 'S3',
  'storage-full': 'S4',
  'bridge-lost': 'S5',
  'quit-not-offered': 'S6',
  'no-report': 'S7',
  'not-allowed': 'S8',
  'not-saved': 'S9',
  'not-written': 'S10',
  'training-not-offered': 'S11',
  'setting-refused': 'S12',
  'second-person': 'S13',
  'unknown-printer': 'S14',
  'second-needed': 'S15',
  'guessed-pin': 'S16',
  'number-taken': 'S17',
  'no-such-number': 'S18',
  'last-supervisor': 'S19',
  'no-shift': 'C1',
  'unknown-currency': 'C2',
  'float-known': 'C3',
  'unknown-piece': 'C4',
  'unreadable-report': 'C5',
  'nothing-to-close': 'C6',
  'no-such-ticket': 'R1',
  'ticket-returned': 'R2',
  'other-shift': 'R3',
  'other-tender': 'R4',
  'refund-not-offered': 'R5',
  'refund-over': 'R6',
  'tickets-cancelled': 'R7',
  'refund-due': 'Q1',
  'payment-unknown': 'Q2',
  'cash-unknown': 'Q3',
  'service-unreachable': 'Q4',
  'tickets-differ': 'Q5',
  'program-fault': 'Q6',
} as const satisfies Readonly<Record<SupportCase, string>>

export type SupportCode = (typeof supportCodes)[SupportCase]

/**
 * Returns the support code of a case; null if it has none. Input errors have none, because they need no support call.
 */
export const supportCode = (type: string): SupportCode | null =>
  type in supportCodes ? supportCodes[type as SupportCase] : null

/**
 * Returns whether the step cannot continue after a failure. Such a failure fills the whole screen and leads to another
 * step.
 */
export function endsTheVisit(problem: Notice): boolean {
  switch (problem.type) {
    case 'session-expired':
    case 'unknown-sale':
    case 'wrong-stage':
    case 'sale-in-progress':
    case 'no-access-code':
    case 'unknown-event':
    case 'event-ended':
    case 'invalid-input':
    case 'forbidden':
    case 'internal':
    case 'storage-full':
    case 'purchases-refused':
      return true
    default:
      return false
  }
}

/**
 * State of the money of the sale at hand, according to the ledger. `no-sale`: no sale is open. `left-open`: the sale
 * continued without a payment that may have succeeded. `pending`: a payment was requested and its result is not
 * recorded. `partly`: a part is paid. `owed`: the payments must be refunded.
 */
export type SaleMoney = 'no-sale' | 'none' | 'left-open' | 'pending' | 'partly' | 'paid' | 'owed' | 'closed'

/** Returns the state of the money, based on the sale as last reported by the main process. */
export function moneyOf(sale: Pick<SaleView, 'stage' | 'taken' | 'paid' | 'leftOpen'> | null): SaleMoney {
  if (!sale) return 'no-sale'
  const { stage, taken, paid, leftOpen } = sale
  const before = taken ? 'partly' : leftOpen ? 'left-open' : 'none'
  switch (stage.name) {
    case 'choosing':
    case 'holding':
    case 'review':
      return before
    case 'paying':
      return 'pending'
    case 'confirming':
    case 'printing':
    case 'print-problem':
    case 'done':
      return 'paid'
    case 'releasing':
      return taken ? 'owed' : before
    case 'refund-due':
      return 'owed'
    case 'needs-staff':
      return paid ? 'paid' : 'pending'
    case 'ended':
      return stage.reason === 'finished' ? 'closed' : before
  }
}
