import type { Minor } from '../../../shared/domain/money/money.ts'
import type { Clock } from '../../core/ports/ports.ts'
import type { KnownPayment, TenderOutcome } from '../../core/ports/devices.ts'
import { minorOf } from '../http/amounts.ts'
import { isApproval } from '../http/plain-word.ts'
import type { Reply } from '../http/exchange.ts'
import { paymentList, paymentStatus, readData, standingOf, type DjomyPayment } from './replies.ts'

/** How payments are asked about. */
interface Asking {
  get(path: string, signal: AbortSignal): Promise<Reply>
}

/** One payment at Djomy, asked about by its id; null: it does not say, or tells of another. */
export async function paymentAt(
  api: Asking,
  id: string,
  reference: string,
  signal: AbortSignal,
): Promise<DjomyPayment | null> {
  const told = readData(await api.get(`payments/${encodeURIComponent(id)}/status`, signal), paymentStatus)
  if (told === null) return null
  const isAnothers = (told.transactionId ?? id) !== id || (told.merchantPaymentReference ?? reference) !== reference
  return isAnothers ? null : told
}

/**
 * What was paid, of one payment that was; `unknown` without a sum, for none is made up. Djomy mostly tells no currency:
 * where it is silent the approval is, too.
 */
export function approvalOf(payment: DjomyPayment, id: string, { currency: asked }: KnownPayment): TenderOutcome {
  const { paidAmount, currency, providerReference } = payment
  const amount = paidAmount === undefined || paidAmount === null ? null : minorOf(paidAmount, currency ?? asked)
  if (amount === null) return { outcome: 'unknown' }
  const approval = providerReference && isApproval(providerReference) ? providerReference : id
  return { outcome: 'approved', approval, amount, ...(currency && { currency }) }
}

/** Several approvals of one reference are one sum: none of it is lost, and the sale sees that it is another. */
export function summed(approvals: readonly TenderOutcome[]): TenderOutcome {
  let sum: (TenderOutcome & { readonly outcome: 'approved' }) | null = null
  for (const each of approvals) {
    if (each.outcome !== 'approved') return { outcome: 'unknown' }
    const total: Minor = (sum?.amount ?? 0) + (each.amount ?? 0)
    sum = { ...(sum ?? each), amount: total }
  }
  return sum ?? { outcome: 'unknown' }
}

export const PAGE_SIZE = 100
const MOST_PAGES = 20
const DAY_MS = 86_400_000

/** Payments are asked about for a day; clocks and time zones differ. */
export function searchQuery(clock: Pick<Clock, 'now'>, page: number): string {
  const now = Date.parse(clock.now().wallUtc)
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
  const [startDate, endDate] = [day(now - 2 * DAY_MS), day(now + DAY_MS)]
  return new URLSearchParams({ startDate, endDate, page: String(page), size: String(PAGE_SIZE) }).toString()
}

/** The ids under our reference with how they stand; null: not all of the list could be read. */
export async function search(
  api: Asking,
  clock: Pick<Clock, 'now'>,
  reference: string,
  signal: AbortSignal,
): Promise<readonly { readonly id: string; readonly status: string }[] | null> {
  const found: { readonly id: string; readonly status: string }[] = []
  for (let page = 0; page < MOST_PAGES; page++) {
    const list = readData(await api.get(`payments?${searchQuery(clock, page)}`, signal), paymentList)
    if (list === null) return null
    for (const { transactionId: id, merchantPaymentReference: theirs, status } of list.items)
      if (theirs === reference) found.push({ id, status })
    if (list.isLast ?? list.items.length < PAGE_SIZE) return found
  }
  return found.length > 0 ? found : null
}

/** What became of a payment whose id was lost; null: the whole list was read, and it is not there. */
export async function found(
  api: Asking,
  clock: Pick<Clock, 'now'>,
  payment: KnownPayment,
  outcomeOf: (payment: DjomyPayment, id: string) => TenderOutcome,
  signal: AbortSignal,
): Promise<TenderOutcome | null> {
  const { reference } = payment
  const known = await search(api, clock, reference, signal)
  if (known === null) return { outcome: 'unknown' }
  const paid = known.filter(({ status }) => standingOf(status) === 'paid')
  const [open] = known.filter(({ status }) => standingOf(status) === 'waiting')
  const asked = paid.length > 0 ? paid : [open ?? known.at(-1)].flatMap((each) => each ?? [])
  const outcomes = await Promise.all(
    asked.map(async ({ id }) => {
      const told = await paymentAt(api, id, reference, signal)
      return told === null ? ({ outcome: 'unknown' } as const) : outcomeOf(told, id)
    }),
  )
  if (paid.length > 0) return summed(outcomes)
  return outcomes[0] ?? null
}
