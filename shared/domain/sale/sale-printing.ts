import type { IssuedSlip } from '../money/credit-voucher.ts'
import {
  accountCreditReference,
  isAccount,
  refundsAsVoucher,
  refundableAmount,
  partsIn,
  paymentIn,
  type ReturnedTender,
  sumOf,
} from '../money/tender.ts'
import type { Ticket } from '../seats/offer.ts'
import { base, confirmed, handedOut } from './sale-base.ts'
import { markJobUnknown, ROWS_LOST } from './sale-notes.ts'
import type {
  Confirmed,
  Instant,
  TicketRecheck,
  Printing,
  PrintJob,
  PrintUnknown,
  RefundDue,
  Sale,
  SaleEvent,
} from './sale.ts'

/** Reason recorded for a sale that was paid after the customer had left. */
const CUSTOMER_AWAY = 'customer away'

/** Prefix of the evidence of a print job that staff settled by hand. */
export const HANDED_OUT_OTHERWISE = 'handed out otherwise'

/** Queues the original tickets; if ledger rows were lost, tickets may already be printed, so staff decide. */
export function printQueued(
  confirmedSale: Confirmed,
  { link, untilUtc }: Extract<SaleEvent, { type: 'print-queued' }>,
): Sale {
  const { page: _, ...sale } = confirmedSale
  const jobs = sale.tickets.map(original)
  if (sale.rowsLost) return { ...sale, state: 'print-unknown', jobs: jobs.map(markJobUnknown), reason: ROWS_LOST }
  if (sale.customerLeft) return { ...sale, state: 'print-unknown', jobs, reason: CUSTOMER_AWAY }
  const page = link !== undefined && untilUtc !== undefined && { link: { link, untilUtc } }
  return { ...sale, state: 'printing', jobs, ...page }
}

function original({ ticketId }: Ticket): PrintJob {
  return { ticketId, copyNumber: 0, state: 'queued', evidence: '' }
}

/** Returns whether the sale was paid after the customer had left and no ticket has been requested yet. */
export function waitsForCustomer(sale: Sale): boolean {
  return (
    sale.state === 'print-unknown' && sale.customerLeft === true && sale.jobs.every(({ state }) => state === 'queued')
  )
}

export function fromPrintUnknown(sale: PrintUnknown, event: SaleEvent): Sale | null {
  if (sale.link) return fromPublishing(sale, sale.link.link, event)
  switch (event.type) {
    case 'link-requested': {
      const { link, untilUtc } = event
      const jobs = sale.jobs.map(nextCopy).map((job): PrintJob => (isOut(job) ? job : { ...job, state: 'spooling' }))
      return jobs.every(isOut) ? null : { ...sale, jobs, link: { link, untilUtc } }
    }
    case 'print-retried':
      return printAgain(sale, sale.jobs.map(nextCopy))
    case 'print-scanned': {
      const evidence = `seen by ${event.staffId}`
      return printAgain(
        sale,
        sale.jobs.map((job) => nextCopy(seen(job, evidence))),
      )
    }
    case 'settled-manually': {
      const evidence = `${HANDED_OUT_OTHERWISE} by ${event.staffId}: ${event.reference}`
      const jobs = sale.jobs.map((job): PrintJob =>
        job.state === 'printed' ? job : { ...job, state: 'printed', evidence },
      )
      return handedOut(sale, sale.tickets, jobs)
    }
    default:
      return null
  }
}

const isOut = ({ state }: PrintJob): boolean => state === 'printed'

/** Prefix of the evidence of a ticket that the customer has on a telephone; the link follows. */
const TELEPHONE = 'telephone '

export const onTelephone = (link: string): string => TELEPHONE + link

/**
 * Returns whether the customer can still choose between paper and a page: from the payment until the tickets exist. An
 * order that costs nothing has no payment, so the choice begins with the order.
 */
export const mayChoosePage = (sale: Sale): boolean =>
  ['paying', 'paid', 'confirming', 'unknown'].includes(sale.state) ||
  (sale.state === 'priced' && sale.order.amount === 0)

/**
 * Returns the tickets that were published instead of printed, and the link of their page; null if all were printed.
 * `copyNumber`: 0 for an original, above 0 if the ticket may have been printed before.
 */
export function publishedOf(
  sale: Sale,
): { readonly link: string; readonly copies: readonly Pick<PrintJob, 'ticketId' | 'copyNumber'>[] } | null {
  const copies = sale.state === 'done' ? sale.jobs.filter(({ evidence }) => evidence.startsWith(TELEPHONE)) : []
  const [first] = copies
  return first ? { link: first.evidence.slice(TELEPHONE.length), copies } : null
}

/** Accepts only the result for the requested link, so that a ticket has one original. */
function fromPublishing(sale: PrintUnknown | Printing, link: string, event: SaleEvent): Sale | null {
  if (event.type !== 'link-issued' && event.type !== 'link-failed') return null
  if (event.link !== link) return null
  if (sale.state === 'printing') {
    const { link: _, ...printing } = sale
    if (event.type === 'link-failed') return printing
    const jobs = sale.jobs.map((job): PrintJob => ({ ...job, state: 'printed', evidence: onTelephone(link) }))
    return { ...printing, state: 'done', jobs }
  }
  const { link: _, ...others } = sale
  const ended = (change: Pick<PrintJob, 'state' | 'evidence'>): readonly PrintJob[] =>
    sale.jobs.map((job) => (job.state === 'spooling' ? { ...job, ...change } : job))
  if (event.type === 'link-failed') return { ...others, jobs: ended({ state: 'failed', evidence: event.reason }) }
  return printAgain(sale, ended({ state: 'printed', evidence: onTelephone(link) }))
}

/** Ends a publication that a restart interrupted. The address was only in memory, so no customer has seen it. */
export function withoutPage(sale: PrintUnknown | Printing): Sale {
  const { link } = sale.link ?? {}
  return (link && fromPublishing(sale, link, { type: 'link-failed', link, reason: 'restart' })) || sale
}

/** Marks a print job with an unknown outcome as printed. */
function seen(job: PrintJob, evidence: string): PrintJob {
  return job.state === 'unknown' ? { ...job, state: 'printed', evidence } : job
}

function printAgain(sale: PrintUnknown, jobs: readonly PrintJob[]): Sale {
  const { order, tickets } = sale
  const next = { ...base(sale), order, ...paymentIn(sale), tickets, jobs }
  return jobs.every(({ state }) => state === 'printed') ? { ...next, state: 'done' } : { ...next, state: 'printing' }
}

/**
 * Queues a ticket for printing again, as the next `DUPLICATA` if the earlier print may have come out of the printer.
 */
function nextCopy(job: PrintJob): PrintJob {
  if (job.state === 'failed') return { ...job, state: 'queued', evidence: '' }
  if (job.state === 'unknown') return { ...job, copyNumber: job.copyNumber + 1, state: 'queued', evidence: '' }
  return job
}

export function fromPrinting(sale: Printing, event: SaleEvent): Sale | null {
  if (sale.link) return fromPublishing(sale, sale.link.link, event)
  if (!('ticketId' in event)) return null
  const job = sale.jobs.find(({ ticketId }) => ticketId === event.ticketId)
  if (job?.state !== (event.type === 'print-started' ? 'queued' : 'spooling')) return null
  switch (event.type) {
    case 'print-started':
      return withJob(sale, event.ticketId, { state: 'spooling' })
    case 'print-finished': {
      const next = withJob(sale, event.ticketId, { state: 'printed', evidence: event.evidence })
      return next.jobs.every(({ state }) => state === 'printed') ? { ...next, state: 'done' } : next
    }
    case 'print-failed':
      return {
        ...withJob(sale, event.ticketId, { state: 'failed', evidence: event.reason }),
        state: 'print-unknown',
        reason: event.reason,
      }
    case 'print-outcome-unknown':
      return {
        ...withJob(sale, event.ticketId, { state: 'unknown', evidence: event.reason }),
        state: 'print-unknown',
        reason: event.reason,
      }
  }
}

function withJob(sale: Printing, ticketId: string, change: Partial<PrintJob>): Printing {
  return { ...sale, jobs: sale.jobs.map((job) => (job.ticketId === ticketId ? { ...job, ...change } : job)) }
}

/** Handles a due refund; if the service has the tickets, the sale is completed instead. */
export function fromRefundDue(sale: RefundDue, event: SaleEvent, now: Instant): Sale | null {
  const { look } = sale
  const looked = (state: TicketRecheck['state'], asked: Instant, detail: string): RefundDue => ({
    ...sale,
    look: { state, asked, detail },
  })
  if (look?.state !== 'asking') {
    if (event.type === 'refunded') {
      const { refundReference } = event
      const isOther = isAccount(sale.tender.kind) && refundReference !== accountCreditReference(sale.tender)
      return isOther || refundsAsVoucher(sale.tender.kind) ? null : afterRefund(sale, { refundReference })
    }
    if (event.type === 'voucher-issued') return credited(sale, event.slip)
    return event.type === 'tickets-requeried' ? looked('asking', now, '') : null
  }
  switch (event.type) {
    case 'tickets-found':
      // Part of the payment is already refunded, so staff have to resolve the sale with the service.
      return sale.returned
        ? looked('shown', look.asked, event.tickets.map(({ place }) => place.seatCode).join(' · '))
        : confirmed(sale, event.tickets)
    case 'tickets-not-found':
      return looked('absent', event.asked, '')
    case 'tickets-mismatched':
      return looked('shown', look.asked, event.detail)
    case 'ticket-lookup-failed':
      return looked('unreachable', look.asked, event.detail)
    default:
      return null
  }
}

/** Returns whether the order was fully paid; the service cannot have sold a partly paid order. */
export function wasBought({ order, tender, parts = [], returned = [] }: RefundDue): boolean {
  return sumOf([tender, ...parts, ...returned]) === order.amount
}

/** Accepts a voucher only for exactly the amount taken with the tender. */
function credited(sale: RefundDue, slip: IssuedSlip): Sale | null {
  const { tender, currency } = sale
  const fits = refundsAsVoucher(tender.kind) && slip.amount === refundableAmount(tender) && slip.currency === currency
  return fits ? afterRefund(sale, { refundReference: slip.slipId, refundVoucher: slip }) : null
}

/** Returns the next refund; tenders are refunded one after the other, each with its own reference. */
function afterRefund(sale: RefundDue, way: Pick<ReturnedTender, 'refundReference' | 'refundVoucher'>): Sale {
  const { order, tender, parts = [], returned = [], reason, look } = sale
  const [next, ...others] = parts
  const before = returned.length > 0 ? { returned } : {}
  if (!next) return { ...base(sale), state: 'refunded', order, tender, ...way, ...before }
  const now = [...returned, { ...tender, ...way }]
  return {
    ...base(sale),
    state: 'refund-due',
    order,
    tender: next,
    ...partsIn({ parts: others }),
    returned: now,
    reason,
    ...(look && { look }),
  }
}
