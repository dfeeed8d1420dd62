import type { ChosenSeat, Ticket } from '../../shared/domain/offer.ts'
import { inDoubt, withRowsLost } from '../../shared/domain/sale-rows-lost.ts'
import type { Order, PrintJob, Sale, SaleBase, SaleEvent, TenderResult } from '../../shared/domain/sale.ts'
import type { SaleOpened, TenderEntry } from './entries.ts'
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
  const sale = baseOf(first, opened)
  const entries = steps.map(({ payload }) => payload)
  const order = entries.findLast((entry) => entry.order)?.order
  const tenders = entries.flatMap(({ tender }) => (tender?.orderId === order?.orderId ? (tender ?? []) : []))
  const tender = tenders.findLast(({ state }) => state === 'approved')
  const tickets = entries.findLast((entry) => entry.tickets)?.tickets
  const paid = order && tender && { ...sale, order, tender: resultOf(tender) }
  const to = entries.at(-1)?.to
  if (to === 'abandoned') return { ...sale, state: 'abandoned', reason: 'restart' }
  if (paid && tickets) return withTickets(paid, tickets, jobsOf(steps), to === 'done')
  if (paid && to === 'refunded') {
    const refundReference = tenders.at(-1)?.refundReference ?? ''
    return { ...paid, state: 'refunded', refundReference }
  }
  if (paid && to === 'refund-due') return withRowsLost({ ...paid, state: 'refund-due', reason: REMADE })
  if (paid) return withRowsLost({ ...paid, state: 'needs-staff', question: 'service-unreachable', detail: REMADE })
  const tenderAttempts = tenders.filter(({ state }) => state === 'started').length
  return inDoubt({ ...sale, rowsLost: true }, order ? { order, tenderAttempts } : { seats: wishOf(entries) })
}

function wishOf(entries: readonly StepPayload[]): readonly ChosenSeat[] {
  const chosen = entries.map(({ event }) => event as SaleEvent).findLast(({ type }) => type === 'seats-chosen')
  return chosen?.type === 'seats-chosen' ? chosen.seats : []
}

const REMADE = 'made out again'

function baseOf({ saleId, register }: JournalledStep, opened: SaleOpened): SaleBase {
  return { saleId, register, ...opened }
}

function resultOf({ kind, reference, amount, received, change, approval }: TenderEntry): TenderResult {
  return { kind, reference, amount, received: received ?? amount, change: change ?? 0, approval: approval ?? '' }
}

function withTickets(
  paid: SaleBase & { readonly order: Order; readonly tender: TenderResult },
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
