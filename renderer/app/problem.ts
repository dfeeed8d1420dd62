import type { HoldNotice } from '../../shared/domain/sale/sale-notices.ts'
import type { ReviewNotice } from '../../shared/kiosk-api/views.ts'
import type { CommandFailure, CommandName } from '../../shared/kiosk-api/contract.ts'

/** Whatever a command may answer instead of a value, and the loss of the main process itself. */
export type Problem = CommandFailure<CommandName> | { readonly type: 'bridge-lost' }

/** What a notice can tell: a command's failure, or what the sale met. */
export type Notice = Problem | HoldNotice | ReviewNotice

/**
 * The code that a screen shows beside the device's id, for people on the telephone. B: the booking service. V: the sale.
 * P: payment. I: printer. S: the kiosk itself. C: the cash drawer.
 * R: tickets after their sale.
 */
export const noticeCodes: Readonly<Record<Notice['type'], string>> = {
  'partner-unreachable': 'B1',
  'partner-refused': 'B2',
  'partner-unclear': 'B3',
  'purchases-refused': 'B8',
  'no-access-code': 'B4',
  'unknown-event': 'B5',
  'hold-refused': 'B6',
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
  'payment-refused': 'P1',
  'payment-cancelled': 'P2',
  'seat-kept': 'V13',
  'too-little-time': 'P3',
  'too-many-open': 'P16',
  'payment-unavailable': 'P4',
  'tender-not-offered': 'P5',
  'wrong-answer': 'P9',
  'tickets-turned-up': 'P13',
  'quit-not-offered': 'S6',
  'training-not-offered': 'S20',
  'no-report': 'S7',
  'not-allowed': 'S8',
  'second-person': 'S13',
  'second-needed': 'S15',
  'no-such-ticket': 'R1',
  'ticket-returned': 'R2',
  'tickets-cancelled': 'R7',
  'other-shift': 'R3',
  'other-tender': 'R4',
  'refund-not-offered': 'R5',
  'refund-over': 'R6',
  'no-shift': 'C1',
  'unknown-currency': 'C2',
  'unreadable-report': 'C5',
  'float-known': 'C3',
  'nothing-to-close': 'C6',
  'unknown-piece': 'C4',
  'wrong-pin': 'P6',
  'pin-locked': 'P7',
  'signed-out': 'P14',
  'too-little': 'P8',
  'too-much': 'P10',
  'not-in-cash': 'P19',
  'payer-needed': 'P11',
  'slip-refused': 'P17',
  'hub-decides': 'P18',
  'approval-known': 'P12',
  'printer-not-ready': 'I1',
  'invalid-input': 'S1',
  forbidden: 'S2',
  internal: 'S3',
  'storage-full': 'S4',
  'bridge-lost': 'S5',
  'not-saved': 'S9',
  'not-written': 'S10',
  'setting-refused': 'S12',
  'access-code-refused': 'B7',
  'unknown-printer': 'S14',
  'guessed-pin': 'S16',
  'number-taken': 'S17',
  'no-such-number': 'S18',
  'last-supervisor': 'S19',
}

/** Returns whether the step cannot continue after a failure, which then takes the whole screen and leads elsewhere. */
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
