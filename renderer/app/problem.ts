import type { HoldNotice } from '../../shared/domain/sale/sale.ts'
import type { CommandFailure, CommandName } from '../../shared/api/kiosk/contract.ts'
import { failures } from '../../shared/api/kiosk/failures.ts'
import type { ReviewNotice, SaleStage, SaleView } from '../../shared/api/kiosk/views.ts'

export type Problem = CommandFailure<CommandName> | { readonly type: 'bridge-lost' }

export type Notice = Problem | HoldNotice | ReviewNotice

/** Problem shown on the screen although no command failed. */
type ScreenCase =
  | 'ticket-not-printed'
  | 'payment-unconfirmed'
  | 'refund-due'
  | Exclude<Extract<SaleStage, { readonly name: 'needs-staff' }>['reason'], 'storage-full' | 'purchase-refused'>

export type SupportCase = Notice['type'] | ScreenCase

export type SupportCode = (typeof failures)[SupportCase]['code']

/** Returns the support code of a failure; null for an input error, which needs no support call. */
export const supportCode = (type: string): SupportCode | null =>
  type in failures ? failures[type as SupportCase].code : null

const traits: Readonly<Record<SupportCase, { readonly code: SupportCode; readonly ends?: true }>> = failures

export const endsTheVisit = ({ type }: Notice): boolean => traits[type].ends === true

/**
 * Payment state of the current sale, from the ledger. `left-open`: the sale continued without a payment that may have
 * succeeded. `pending`: a payment was requested and its result is not recorded. `owed`: the payments must be refunded.
 */
export type SaleMoney = 'no-sale' | 'none' | 'left-open' | 'pending' | 'partly' | 'paid' | 'owed' | 'closed'

export function moneyOf(sale: Pick<SaleView, 'stage' | 'taken' | 'paid' | 'abandonedPayment'> | null): SaleMoney {
  if (!sale) return 'no-sale'
  const { stage, taken, paid, abandonedPayment } = sale
  const before = taken ? 'partly' : abandonedPayment ? 'left-open' : 'none'
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
