import type { HoldNotice } from '../../shared/domain/sale/sale.ts'
import type { CommandFailure, CommandName } from '../../shared/api/kiosk/contract.ts'
import { failures } from '../../shared/api/kiosk/failures.ts'
import type { ReviewNotice, SaleStage, SaleView } from '../../shared/api/kiosk/views.ts'

/** Any failure of a command, or the loss of the main process. */
export type Problem = CommandFailure<CommandName> | { readonly type: 'bridge-lost' }

/** Content of a notice: the failure of a command, or a problem of the sale. */
export type Notice = Problem | HoldNotice | ReviewNotice

/** Case that a screen shows although no command reported a failure. */
type ScreenCase =
  | 'ticket-not-printed'
  | 'payment-unconfirmed'
  | 'refund-due'
  | Exclude<Extract<SaleStage, { readonly name: 'needs-staff' }>['reason'], 'storage-full' | 'purchase-refused'>

export type SupportCase = Notice['type'] | ScreenCase

export type SupportCode = (typeof failures)[SupportCase]['code']

/**
 * Returns the support code of a case; null if it has none. Input errors have none, because they need no support call.
 */
export const supportCode = (type: string): SupportCode | null =>
  type in failures ? failures[type as SupportCase].code : null

const traits: Readonly<Record<SupportCase, { readonly code: SupportCode; readonly ends?: true }>> = failures

/** Returns whether the step cannot continue after a failure. */
export const endsTheVisit = ({ type }: Notice): boolean => traits[type].ends === true

/**
 * State of the payments of the current sale, according to the ledger. `no-sale`: no sale is open. `left-open`: the sale
 * continued without a payment that may have succeeded. `pending`: a payment was requested and its result is not
 * recorded. `partly`: a part is paid. `owed`: the payments must be refunded.
 */
export type SaleMoney = 'no-sale' | 'none' | 'left-open' | 'pending' | 'partly' | 'paid' | 'owed' | 'closed'

/** Returns the state of the payments, based on the sale as last reported by the main process. */
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
