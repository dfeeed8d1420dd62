import { AccountCheck } from './accounts.ts'
import { checkAfterSale } from './after-sales.ts'
import { ENDS, type Entry, type Row, type Step } from './format.ts'
import { checkMoney } from './money.ts'
import { checkNotes } from './notes.ts'
import { InvoiceCheck } from './invoices.ts'
import { checkDocument, checkLeftOpen, checkOpenPayment, checkPaymentsKnown, RefundCheck } from './payments.ts'
import { PurchaseCheck } from './purchases.ts'
import type { Findings } from './report.ts'
import { checkJobs, PaceCheck, SaleAccount } from './sale-account.ts'
import { SlipCheck } from './slips.ts'
import { checkTickets, type GapCheck, type TicketRegister, TelephoneCheck } from './tickets.ts'

/** Sales according to their rows, with all checks that apply to a single sale. */
export class SaleBook {
  readonly sales = new Map<string, SaleAccount>()
  readonly tickets: TicketRegister = { byId: new Map(), byQrCode: new Map(), bySeat: new Map() }
  readonly slips: SlipCheck
  readonly invoices: InvoiceCheck
  readonly #accounts: AccountCheck
  readonly #telephone: TelephoneCheck
  readonly #findings: Findings
  readonly #gaps: GapCheck
  readonly #pace: PaceCheck
  readonly #refunds: RefundCheck
  readonly #purchases: PurchaseCheck
  readonly #checkNotes: ReturnType<typeof checkNotes>
  /** Payment reference by provider reference. */
  readonly #atProviders = new Map<string, string>()
  /** Number of the last duplicate by ticket number, for tickets sold by other machines. */
  readonly #purchaseCopies = new Map<string, number>()
  #shiftFrom = 1

  constructor(findings: Findings, gaps: GapCheck, hubs?: readonly string[]) {
    this.#findings = findings
    this.#gaps = gaps
    this.#pace = new PaceCheck(findings)
    this.#refunds = new RefundCheck(findings, this.sales)
    this.#purchases = new PurchaseCheck(findings)
    this.#checkNotes = checkNotes(findings)
    this.slips = new SlipCheck(findings, hubs)
    this.invoices = new InvoiceCheck(findings, this.sales)
    this.#accounts = new AccountCheck(findings, this.sales, hubs)
    this.#telephone = new TelephoneCheck(findings)
  }

  /** `entry`: content of a register row, or null. `step`: content of a sale row, or null. */
  take(row: Row, entry: Entry | null, step: Step | null): void {
    this.#pace.pass(row)
    if (entry) this.#takeEntry(entry)
    if (step && row.sale_id !== null) this.#takeStep(row, row.sale_id, step)
    this.invoices.take(row, entry)
  }

  /** Ends the checks of all sales; must be called after the last row. */
  finish(): void {
    this.#pace.end()
    this.invoices.finish()
    this.#accounts.finish()
  }

  #takeEntry(entry: Entry): void {
    if (entry.code === 'Z_REPORT') this.#shiftFrom = entry.row.seq + 1
    this.slips.take(entry)
    if (entry.code === 'PURCHASE_COPIED') this.#copyPurchase(entry)
    checkAfterSale(this.#findings, this.sales, entry, this.#shiftFrom)
    this.#telephone.take(entry)
    this.#refunds.take(entry)
    this.#accounts.take(entry)
    checkOpenPayment(this.#findings, this.sales, entry)
  }

  #copyPurchase({ row, said: { ticketNumber, copyNumber } }: Entry<'PURCHASE_COPIED'>): void {
    const before = this.#purchaseCopies.get(ticketNumber) ?? 0
    const bad = (why: string): void => this.#findings.error('I10', row.seq, `ticket ${ticketNumber}`, why)
    if (copyNumber !== before + 1) bad(`is printed as copy ${copyNumber}, which follows ${before}`)
    if (row.staff_id === null) bad('is reprinted without a staff member')
    this.#purchaseCopies.set(ticketNumber, copyNumber)
  }

  #takeStep(row: Row, saleId: string, step: Step): void {
    const findings = this.#findings
    const known = this.sales.get(saleId)
    const sale = known ?? (step.opened && new SaleAccount(saleId, step.opened, row, step))
    if (!sale) return findings.error('state', row.seq, `sale ${saleId}`, 'its first row has no member "opened"')
    this.sales.set(saleId, sale)
    checkStep(findings, row, step, sale, !known)
    this.#gaps.moved(row, sale)
    if (row.code === 'ROWS_LOST' || row.code === 'RESTORED') sale.rowsLost = true
    this.#pace.moved(row, step, sale)
    this.#purchases.step(row, step, sale)
    checkMoney(findings, row, step, sale, this.#atProviders)
    this.#refunds.step(row, step, sale)
    this.slips.step(row, step, sale)
    this.#accounts.step(row, step, sale)
    this.#checkNotes(row, step, sale)
    checkDocument(findings, row, step, sale)
    checkLeftOpen(findings, row, step, sale)
    checkTickets(findings, this.tickets, row, step, sale, (owner) => this.sales.get(owner)?.returned)
    checkJobs(findings, row, step, sale)
    this.#telephone.step(row, step, sale)
    follow(row, step, sale)
    checkPaymentsKnown(findings, row, sale)
  }
}

function checkStep(findings: Findings, row: Row, step: Step, sale: SaleAccount, fresh: boolean): void {
  const what = `sale ${sale.saleId}`
  const bad = (why: string): void => findings.error('state', row.seq, what, why)
  if (row.code !== step.event.type.replaceAll('-', '_').toUpperCase()) bad('the code does not match the event')
  if ((step.event.staffId ?? null) !== row.staff_id) bad('staff_id does not match the event')
  if (step.from !== (fresh ? null : sale.state)) bad(`comes from ${step.from ?? 'nowhere'}, but was ${sale.state}`)
  if (!fresh && step.opened) bad('was opened before')
  const restored = row.code === 'RESTORED' && step.to === sale.state
  if (!fresh && !restored && ENDS.has(sale.state)) bad(`had ended as ${sale.state}`)
  if ((row.code === 'CHECKOUT_READY' && step.to === 'priced') !== (step.order !== undefined)) bad('order out of place')
  if ((row.code === 'PURCHASE_COMPOSED') !== (step.requestMac !== undefined)) bad('requestMac out of place')
  if (row.code !== 'CUSTOMER_RECORDED' && step.customerSha256 !== undefined) bad('customerSha256 out of place')
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
  if (row.code === 'CUSTOMER_RECORDED') {
    sale.customerSha256 = step.customerSha256 ?? null
    sale.customerUntil = step.deleteAfter ?? null
  }
  if (step.event.seats) sale.rows.set('seats', row.seq)
  if (step.order) {
    sale.rows.set('order', row.seq)
    sale.order = { ...step.order, row }
    sale.orders.set(step.order.orderId, step.order)
    for (const { holdId, seatId, price } of step.order.seats) {
      const { orderId } = step.order.purchases?.find(({ seatIds }) => seatIds.includes(seatId)) ?? step.order
      sale.seats.set(holdId, { orderId, seatId, price })
    }
  }
  for (const [index, posting] of (step.postings ?? []).entries()) {
    const { currency } = sale.opened
    sale.postings.push({ seq: row.seq, line: index + 1, sale_id: sale.saleId, currency, ...posting })
  }
  if (step.tender) sale.tenders.set(step.tender.reference, step.tender)
  if (step.tender?.state === 'approved') sale.takenIn.set(step.tender.reference, row)
  if (step.attempt) sale.attempts.set(step.attempt.attempt, step.attempt)
  if (step.nextAttempt) sale.attempts.set(step.nextAttempt, { attempt: step.nextAttempt, outcome: 'pending' })
  if (step.tickets) {
    sale.rows.set('tickets', row.seq)
    sale.tickets = step.tickets
    sale.ticketSeq = row.seq
  }
}
