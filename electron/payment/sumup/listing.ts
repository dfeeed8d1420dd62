import type { ProviderLine } from '../../../shared/domain/money/settlement.ts'
import type { ListedDays } from '../../core/ports/devices.ts'
import { minorOf } from '../http/amounts.ts'
import { within, type Line } from '../http/exchange.ts'
import type { SumupApi } from './api.ts'
import { historyIn, type SumupListed } from './replies.ts'

const LIST_MS = 120_000
const PAGE_SIZE = 100
const MOST_PAGES = 200

/** Lists every card payment of the merchant in these days. Resolves with null if not all could be read. */
export function listHistory(
  line: Line,
  api: SumupApi,
  host: string,
  { fromUtc, toUtc }: ListedDays,
  stopping: AbortSignal,
): Promise<readonly ProviderLine[] | null> {
  const first = new URLSearchParams({
    order: 'ascending',
    limit: String(PAGE_SIZE),
    oldest_time: fromUtc,
    newest_time: toUtc,
    'payment_types[]': 'POS',
  })
  return within(
    line.clock,
    LIST_MS,
    async (signal) => {
      const items: SumupListed[] = []
      let query = first.toString()
      for (let page = 0; page < MOST_PAGES; page++) {
        const told = historyIn(await api.get(host, 'v2.1', `/transactions/history?${query}`, signal))
        if (told === null) return null
        items.push(...told.items)
        const next = told.links?.find(({ rel }) => rel === 'next')?.href
        if (next === undefined) return items.flatMap(linesOf).map((each, at) => ({ ...each, line: at + 1 }))
        query = next.replace(/^.*\?/u, '')
      }
      return null
    },
    stopping,
  )
}

const standings: Readonly<Record<string, ProviderLine['standing']>> = {
  SUCCESSFUL: 'paid',
  // It was paid first; the refund is a line of its own.
  REFUNDED: 'paid',
  PENDING: 'waiting',
  FAILED: 'failed',
  CANCELLED: 'failed',
}

/** A payment, and what went back of it. */
function linesOf(item: SumupListed): readonly ProviderLine[] {
  // The refund of a payment is told with the payment.
  if (item.type === 'REFUND') return []
  const { status, currency } = item
  const standing = item.type === 'CHARGE_BACK' ? 'refunded' : (standings[status] ?? 'unclear')
  const amount = minorOf(Math.abs(item.amount), currency)
  const isMoney = standing === 'paid' || standing === 'refunded'
  const common = {
    line: 0,
    names: [item.transaction_code, item.transaction_id ?? item.id, item.client_transaction_id].filter(
      (name) => name !== undefined && name !== '',
    ) as string[],
    at: item.timestamp,
    currency,
    fee: null,
  }
  const paid = { ...common, status, amount, standing: isMoney && amount === null ? ('unclear' as const) : standing }
  const back =
    item.refunded_amount === undefined || item.refunded_amount === 0 ? null : minorOf(item.refunded_amount, currency)
  return back === null ? [paid] : [paid, { ...common, status: 'REFUNDED', amount: back, standing: 'refunded' }]
}
