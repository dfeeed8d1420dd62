import type { ChosenSeat, Ticket } from '../../../shared/domain/seats/offer.ts'
import { inDoubt, withRowsLost } from '../../../shared/domain/sale/sale-notes.ts'
import type { Order, PrintJob, Sale, SaleBase, SaleEvent } from '../../../shared/domain/sale/sale.ts'
import { partsIn, sumOf, type Payment, type TenderResult } from '../../../shared/domain/money/tender.ts'
import type { SaleOpened, TenderEntry } from '../books/entries.ts'
import type { JournalledStep, StepPayload } from './step.ts'

/**
 * A sale whose rows another version of the program wrote, so that its own transition does not lead where they say. What
 * they brought in still stands in them; from that the sale goes on as one that lost rows: nothing is taken for granted,
 * the service is asked, and staff see it.
 */
export function remadeSale(steps: readonly JournalledStep[]): Sale {
  const first = steps[0]
  const opened = first?.payload.opened
  if (!first || !opened) throw new Error(`sale ${first?.saleId}: its first row is missing`)
  const entries = steps.map(({ payload }) => payload)
  const noted = entries.findLast(({ event }) => event.type === 'customer-noted')?.customerSha256
  const sale: SaleBase = { ...baseOf(first, opened), ...(noted !== undefined && { customer: true }) }
  const order = entries.findLast((entry) => entry.order)?.order
  const tenders = entries.flatMap(({ tender }) => (tender?.orderId === order?.orderId ? (tender ?? []) : []))
  const taken = approvedIn(tenders).map(resultOf)
  const tickets = entries.findLast((entry) => entry.tickets)?.tickets
  const [last, ...rest] = taken.toReversed()
  const complete = order !== undefined && sumOf(taken) === order.amount
  const paid = order && last && { ...sale, order, tender: last, ...partsIn({ parts: rest.toReversed() }) }
  const to = entries.at(-1)?.to
  if (to === 'abandoned') return { ...sale, state: 'abandoned', reason: 'restart' }
  if (to === 'refunded' && order) {
    const back = tenders.findLast(({ state }) => state === 'refunded')
    if (back)
      return {
        ...sale,
        order,
        state: 'refunded',
        tender: resultOf(back),
        refundReference: back.refundReference ?? '',
        ...(back.backAs && { backAs: back.backAs }),
      }
  }
  if (paid && to === 'done' && !tickets) return { ...paid, state: 'done', tickets: [], jobs: [] }
  if (paid && tickets) return withTickets(paid, tickets, jobsOf(steps), to === 'done')
  if (paid && to === 'refund-due') return withRowsLost({ ...paid, state: 'refund-due', reason: REMADE })
  if (paid && complete)
    return withRowsLost({ ...paid, state: 'needs-staff', question: 'service-unreachable', detail: REMADE })
  const tenderAttempts = tenders.filter(({ state }) => state === 'started').length
  const reached = order ? { order, tenderAttempts, ...partsIn({ parts: taken }) } : { seats: wishOf(entries) }
  return inDoubt({ ...sale, rowsLost: true }, reached)
}

function wishOf(entries: readonly StepPayload[]): readonly ChosenSeat[] {
  const chosen = entries.map(({ event }) => event as SaleEvent).findLast(({ type }) => type === 'seats-chosen')
  return chosen?.type === 'seats-chosen' ? chosen.seats : []
}

const REMADE = 'made out again'

function baseOf({ saleId, register }: JournalledStep, opened: SaleOpened): SaleBase {
  return { saleId, register, ...opened }
}

function resultOf({ kind, reference, amount, received, change, approval, slip }: TenderEntry): TenderResult {
  const taken = { received: received ?? amount, change: change ?? 0, approval: approval ?? '' }
  return { kind, reference, amount, ...taken, ...(slip && { slip }) }
}

/** Each reference as it was last told, those that money was taken by and not given back. */
function approvedIn(tenders: readonly TenderEntry[]): readonly TenderEntry[] {
  const latest = new Map(tenders.map((tender) => [tender.reference, tender]))
  return [...latest.values()].filter(({ state }) => state === 'approved')
}

function withTickets(
  paid: SaleBase & Payment & { readonly order: Order },
  tickets: readonly Ticket[],
  jobs: readonly PrintJob[],
  done: boolean,
): Sale {
  if (done) return { ...paid, state: 'done', tickets, jobs }
  return jobs.length === 0
    ? withRowsLost({ ...paid, state: 'confirmed', tickets })
    : withRowsLost({ ...paid, state: 'printing', tickets, jobs })
}

/** The latest copy of each ticket, as journalled. */
export function jobsOf(steps: readonly JournalledStep[]): readonly PrintJob[] {
  const latest = new Map<string, PrintJob>()
  for (const { payload } of steps) for (const job of payload.jobs ?? []) latest.set(job.ticketId, job)
  return [...latest.values()]
}
