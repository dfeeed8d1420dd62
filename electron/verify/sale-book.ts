import { checkAfterSales } from './after-sales.ts'
import { ENDS, misfit, type Row, type Step, stepShape } from './format.ts'
import { checkMoney } from './money.ts'
import { checkNotes } from './notes.ts'
import { checkLeftOpen, checkOpenPayments, checkPaymentsKnown, checkRefunds } from './payments.ts'
import type { Findings } from './report.ts'
import { checkJobs, type Pace, type SaleAccount } from './sale-account.ts'
import { checkSlips, type PayoutAccount, type SlipAccount } from './slips.ts'
import { checkTickets, type GapCheck, type TicketRegister } from './tickets.ts'

export interface SaleBook {
  take(row: Row, payload: object): void
  /** Call after the last row. */
  finish(): void
  readonly sales: ReadonlyMap<string, SaleAccount>
  readonly tickets: TicketRegister
  readonly slips: ReadonlyMap<string, SlipAccount>
  readonly payouts: ReadonlyMap<string, PayoutAccount>
}

export function keepSaleBook(
  findings: Findings,
  tickets: TicketRegister,
  pace: Pace,
  gaps: GapCheck,
  hubs?: readonly string[],
): SaleBook {
  const sales = new Map<string, SaleAccount>()
  const afterSale = checkAfterSales(findings, sales)
  const openPayment = checkOpenPayments(findings, sales)
  const refunds = checkRefunds(findings, sales)
  const notes = checkNotes(findings)
  const atProviders = new Map<string, string>()
  const slips = checkSlips(findings, hubs)
  return {
    sales,
    tickets,
    slips: slips.known,
    payouts: slips.payouts,
    take(row, payload) {
      pace.pass(row)
      if (row.sale_id === null) {
        slips.take(row, payload)
        afterSale(row, payload)
        refunds.take(row, payload)
        openPayment(row, payload)
        return
      }
      const parsed = stepShape.safeParse(payload)
      if (!parsed.success) return findings.error('state', row.seq, `sale ${row.sale_id}`, misfit(parsed.error, payload))
      const step = parsed.data
      const sale = sales.get(row.sale_id) ?? openSale(row, step)
      if (!sale)
        return findings.error('state', row.seq, `sale ${row.sale_id}`, 'its first row does not say what was opened')
      const fresh = !sales.has(row.sale_id)
      sales.set(row.sale_id, sale)
      checkStep(findings, row, step, sale, fresh)
      gaps.moved(row, sale)
      if (row.code === 'ROWS_LOST' || row.code === 'RESTORED') sale.rowsLost = true
      pace.moved(row, step, sale)
      checkMoney(findings, row, step, sale, atProviders)
      refunds.step(row, step, sale)
      slips.step(row, step, sale)
      notes(row, step, sale)
      checkLeftOpen(findings, row, step, sale)
      checkTickets(findings, tickets, row, step, sale, (owner) => sales.get(owner)?.returned)
      checkJobs(findings, row, step, sale)
      follow(row, step, sale)
      checkPaymentsKnown(findings, row, sale)
    },
    finish() {
      pace.end()
    },
  }
}

function openSale(row: Row, { opened, to, stateSha256 }: Step): SaleAccount | null {
  if (!opened || row.sale_id === null) return null
  return {
    saleId: row.sale_id,
    firstSeq: row.seq,
    opened,
    lastSeq: row.seq,
    moneySeq: 0,
    state: to,
    stateSha256,
    requestMac: null,
    customerSha256: null,
    requestUntil: null,
    customerUntil: null,
    order: null,
    orders: new Map(),
    seats: new Map(),
    tenders: new Map(),
    openPayments: new Map(),
    refunds: new Map(),
    attempts: new Map(),
    tickets: [],
    ticketSeq: 0,
    rows: new Map([['event', row.seq]]),
    jobs: new Map(),
    returned: new Set(),
    returns: new Map(),
    cancellations: new Map(),
    slipCopies: new Map(),
    balances: new Map(),
    postings: [],
    rowsLost: false,
  }
}

function checkStep(findings: Findings, row: Row, step: Step, sale: SaleAccount, fresh: boolean): void {
  const what = `sale ${sale.saleId}`
  const bad = (why: string): void => findings.error('state', row.seq, what, why)
  if (row.code !== step.event.type.replaceAll('-', '_').toUpperCase()) bad('the code is not the event')
  if ((step.event.staffId ?? null) !== row.staff_id) bad('staff_id is not the one of the event')
  if (step.from !== (fresh ? null : sale.state)) bad(`comes from ${step.from ?? 'nowhere'}, but was ${sale.state}`)
  if (!fresh && step.opened) bad('was opened before')
  const restored = row.code === 'RESTORED' && step.to === sale.state
  if (!fresh && !restored && ENDS.has(sale.state)) bad(`had ended as ${sale.state}`)
  if ((row.code === 'CHECKOUT_READY' && step.to === 'priced') !== (step.order !== undefined)) bad('order out of place')
  if ((row.code === 'PURCHASE_COMPOSED') !== (step.requestMac !== undefined)) bad('requestMac out of place')
  if (row.code !== 'CUSTOMER_NOTED' && step.customerSha256 !== undefined) bad('customerSha256 out of place')
  const sealed = step.requestMac ?? step.customerSha256
  if ((sealed === undefined) !== (step.deleteAfter === undefined)) bad('deleteAfter out of place')
}

/** Applies a step to the sale, after all checks have run on its previous state. */
function follow(row: Row, step: Step, sale: SaleAccount): void {
  sale.lastSeq = row.seq
  sale.state = step.to
  sale.stateSha256 = step.stateSha256
  sale.requestMac = step.requestMac ?? sale.requestMac
  if (step.requestMac) sale.requestUntil = step.deleteAfter ?? null
  if (row.code === 'CUSTOMER_NOTED') {
    sale.customerSha256 = step.customerSha256 ?? null
    sale.customerUntil = step.deleteAfter ?? null
  }
  if (step.event.seats) sale.rows.set('seats', row.seq)
  if (step.order) {
    sale.rows.set('order', row.seq)
    sale.order = { ...step.order, row }
    sale.orders.set(step.order.orderId, step.order)
    for (const { holdId, seatId, price } of step.order.seats) {
      sale.seats.set(holdId, { orderId: step.order.orderId, seatId, price })
    }
  }
  for (const [index, posting] of (step.postings ?? []).entries()) {
    const { currency } = sale.opened
    sale.postings.push({ seq: row.seq, line: index + 1, sale_id: sale.saleId, currency, ...posting })
  }
  if (step.tender) sale.tenders.set(step.tender.reference, step.tender)
  if (step.attempt) sale.attempts.set(step.attempt.attempt, step.attempt)
  if (step.tickets) {
    sale.rows.set('tickets', row.seq)
    sale.tickets = step.tickets
    sale.ticketSeq = row.seq
  }
}
