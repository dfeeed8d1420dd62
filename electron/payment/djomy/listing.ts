import type { ProviderLine } from '../../../shared/domain/money/settlement.ts'
import { minorOf } from '../http/amounts.ts'
import { within, type Line } from '../http/exchange.ts'
import type { DjomyApi } from './api.ts'
import { PAGE_SIZE, paymentAt } from './payments.ts'
import { paymentList, readData, standingOf, type ListedPayment } from './replies.ts'

/** A period's payments in all: each is a moment, and there may be thousands. */
const LIST_MS = 120_000
const MOST_PAGES = 200

/** Every payment that Djomy has of these days, by its own calendar; null: not all of the list could be read. */
export function listPayments(
  line: Line,
  api: DjomyApi,
  { from, to, currency }: { readonly from: string; readonly to: string; readonly currency: string },
  stopping: AbortSignal,
): Promise<readonly ProviderLine[] | null> {
  return within(
    line.clock,
    LIST_MS,
    async (signal) => {
      const lines: ProviderLine[] = []
      for (let page = 0; page < MOST_PAGES; page++) {
        const query = { startDate: from, endDate: to, page: String(page), size: String(PAGE_SIZE) }
        const list = readData(await api.get(`payments?${new URLSearchParams(query).toString()}`, signal), paymentList)
        if (list === null) return null
        for (const listed of list.items) lines.push(await lineOf(api, listed, lines.length + 1, currency, signal))
        if (list.isLast ?? list.items.length < PAGE_SIZE) return lines
      }
      return null
    },
    stopping,
  )
}

async function lineOf(
  api: DjomyApi,
  listed: ListedPayment,
  line: number,
  usual: string,
  signal: AbortSignal,
): Promise<ProviderLine> {
  const { transactionId: id, merchantPaymentReference: ours, status } = listed
  const standing = status === 'REFUNDED' ? 'refunded' : settled[standingOf(status)]
  const hasMoney = standing === 'paid' || standing === 'refunded'
  // A list need not say how much: the payment itself does.
  const isTold = listed.paidAmount !== undefined && listed.paidAmount !== null
  const told = hasMoney && !isTold ? await paymentAt(api, id, ours ?? '', signal) : listed
  const currency = told?.currency ?? usual
  const written = told?.paidAmount ?? null
  const amount = hasMoney && written !== null ? minorOf(written, currency) : null
  return {
    line,
    names: [ours ?? '', id, told?.providerReference ?? ''].filter((name) => name !== ''),
    at: listed.createdAt ?? '',
    status,
    amount,
    currency,
    standing: hasMoney && amount === null ? 'unclear' : standing,
    fee: listed.fees === undefined || listed.fees === null ? null : minorOf(listed.fees, currency),
  }
}

const settled = {
  waiting: 'waiting',
  paid: 'paid',
  failed: 'failed',
  cancelled: 'failed',
  'timed-out': 'failed',
  unclear: 'unclear',
} as const
