import { DOCUMENT_NUMBER, tenders } from '../../shared/ledger-format/money.ts'
import { ENDS, type Entry, isAmong, openPaymentShapes, type Row, type Step } from './format.ts'
import type { Findings } from './report.ts'
import type { OpenPaymentAccount, RefundAccount, SaleAccount } from './sale-account.ts'

/** Codes of rows after which a sale may continue without its payment. */
const LEAVING: ReadonlySet<string> = new Set(['STAFF_ANSWERED', 'TENDER_REFUSED', 'TENDER_CANCELLED'])

/** Checks invariant I11 if a sale continued without a payment that may still succeed. */
export function checkLeftOpen(
  findings: Findings,
  row: Row,
  { event, tender, abandonedPayment }: Step,
  sale: SaleAccount,
): void {
  if (!abandonedPayment) {
    if (event.abandonedPayment) findings.error('I11', row.seq, `sale ${sale.saleId}`, 'its payment is not open')
    return
  }
  const what = `payment ${tender?.reference ?? 'of nothing'}`
  const bad = (why: string): void => findings.error('I11', row.seq, what, why)
  if (!tender?.provider) return bad('is left open without a provider that can be asked')
  const bySomebody = row.code === 'STAFF_ANSWERED' ? event.moneyMoved === false : event.abandonedPayment
  if (!LEAVING.has(row.code) || !bySomebody) bad('is left open here')
  if (tender.state !== 'unknown') bad(`is left open as ${tender.state}`)
  if (sale.openPayments.has(tender.reference)) bad('is left open twice')
  sale.openPayments.set(tender.reference, { state: 'asked', leftSeq: row.seq, lastSeq: row.seq, found: null })
}

/**
 * Checks `documents`: only a desk accepts a document, and two people approve its number. `sale`: state of the sale
 * before the row.
 */
export function checkDocument(findings: Findings, row: Row, { event, tender }: Step, sale: SaleAccount): void {
  if (!tender || tenders[tender.kind].means !== 'document' || row.code === 'RESTORED') return
  const bad = (why: string): void => findings.error('documents', row.seq, `payment ${tender.reference}`, why)
  const before = sale.tenders.get(tender.reference)
  // After rows were lost, the row that started the payment may be missing.
  if (!before && tender.staffId === undefined && !sale.rowsLost) bad('was not started by a staff member at a desk')
  if (tender.state !== 'approved' || before?.state === 'approved') return
  if (!DOCUMENT_NUMBER.test(tender.approval ?? '')) bad('has no valid document number')
  if (row.staff_id === null || event.second === undefined || event.second === row.staff_id)
    bad('lacks the approval of a second person')
}

/** Checks invariant I11 at the end of a sale: each payment has an outcome, or its outcome is still being queried. */
export function checkPaymentsKnown(findings: Findings, row: Row, sale: SaleAccount): void {
  if (sale.rowsLost || !ENDS.has(sale.state)) return
  for (const { reference, state } of sale.tenders.values())
    if ((state === 'started' || state === 'unknown') && !sale.openPayments.has(reference))
      findings.error('I11', row.seq, `payment ${reference}`, `its sale ended without an outcome of the payment`)
}

/** Checks invariant I11 in rows about abandoned payments. */
export function checkOpenPayment(findings: Findings, sales: ReadonlyMap<string, SaleAccount>, entry: Entry): void {
  if (!isAmong(openPaymentShapes, entry)) return
  const { code, row, said } = entry
  const { saleId, reference } = said
  const sale = sales.get(saleId)
  const payment = sale?.openPayments.get(reference)
  const bad = (why: string): void => findings.error('I11', row.seq, `payment ${reference}`, why)
  if (!sale || !payment) return bad('was never left open')
  payment.lastSeq = row.seq
  const become = (to: OpenPaymentAccount['state'], ...from: readonly OpenPaymentAccount['state'][]): void => {
    if (!from.includes(payment.state)) bad(`becomes ${to}, but was ${payment.state}`)
    payment.state = to
  }
  const kind = sale.tenders.get(reference)?.kind
  switch (code) {
    case 'PAYMENT_UNRESOLVED':
      return become('unanswered', 'asked')
    case 'PAYMENT_CLOSED':
      become('closed', 'asked', 'unanswered')
      return checkCloser(row, said.by, bad)
    case 'PAYMENT_FOUND':
      become('found', 'asked', 'unanswered')
      payment.found = said
      if (said.kind !== kind) bad(`is found as ${said.kind}`)
      return undefined
    case 'PAYMENT_PAID_BACK': {
      become('paid-back', 'found')
      const { amount, currency } = said
      const due = payment.found
      if (due?.amount !== amount || due.currency !== currency)
        bad(`pays ${amount} ${currency} back for ${due ? `${due.amount} ${due.currency}` : 'nothing'}`)
      if (said.kind !== kind) bad(`is paid back as ${said.kind}`)
      if (row.staff_id === null) bad('names no staff member')
    }
  }
}

function checkCloser({ staff_id }: Row, by: string, bad: (why: string) => void): void {
  if ((by === 'staff') !== (staff_id !== null)) bad(`is closed by ${by}, but names ${staff_id ?? 'no staff member'}`)
}

/** Checks `refunds`: the refunds requested from providers and their outcomes. */
export class RefundCheck {
  readonly #findings: Findings
  readonly #sales: ReadonlyMap<string, SaleAccount>
  readonly #known = new Set<string>()

  constructor(findings: Findings, sales: ReadonlyMap<string, SaleAccount>) {
    this.#findings = findings
    this.#sales = sales
  }

  take({ code, row, said }: Entry): void {
    if (code === 'REFUND_REQUESTED') this.#ask(row, said)
    if (code === 'REFUND_CLOSED') this.#close(row, said)
    if (code !== 'PAYMENT_PAID_BACK') return
    const sale = this.#sales.get(said.saleId)
    if (sale) this.#book(row, sale, said.reference, said.refund)
  }

  /** `sale`: state of the sale before the step. */
  step(row: Row, { event, tender, to }: Step, sale: SaleAccount): void {
    const [open] = openOf(sale)
    if (to === 'confirmed' && open && !sale.openPayments.has(open[1].payment))
      this.#bad(row, `sale ${sale.saleId}`)(`gets tickets while its provider refunds ${open[1].payment}`)
    if (row.code === 'REFUNDED' && tender) this.#book(row, sale, tender.reference, event.refund)
    else if (event.refund !== undefined) this.#bad(row, row.code)('is no refund')
  }

  #bad({ seq }: Row, what: string): (why: string) => void {
    return (why) => this.#findings.error('refunds', seq, what, why)
  }

  #ask(row: Row, said: Entry<'REFUND_REQUESTED'>['said']): void {
    const { saleId, reference, payment, amount, currency } = said
    const bad = this.#bad(row, `refund ${reference}`)
    const sale = this.#sales.get(saleId)
    const tender = sale?.tenders.get(payment)
    if (!sale || !tender) return bad(`concerns payment ${payment}, which no sale has`)
    if (row.staff_id === null || row.staff_id === said.second) bad('lacks the approval of a second person')
    if (this.#known.has(reference)) bad('was already requested with this reference')
    this.#known.add(reference)
    const before = [...sale.refunds.values()].filter((each) => each.payment === payment)
    if (before.some(({ state, byStaff }) => state !== 'closed' || byStaff))
      bad(`is not the first refund of payment ${payment}, and an earlier one may have been made`)
    const owed = owedOf(sale, payment)
    if (owed?.amount !== amount || owed.currency !== currency)
      bad(`gives ${amount} ${currency} back for ${owed ? `${owed.amount} ${owed.currency}` : 'nothing that is owed'}`)
    if (said.kind !== tender.kind || said.provider.reference !== tender.provider?.reference)
      bad('uses another provider than its payment')
    sale.refunds.set(reference, { payment, state: 'asked', byStaff: false, askedSeq: row.seq, lastSeq: row.seq })
  }

  #close(row: Row, { saleId, reference, by }: Entry<'REFUND_CLOSED'>['said']): void {
    const bad = this.#bad(row, `refund ${reference}`)
    const refund = this.#sales.get(saleId)?.refunds.get(reference)
    if (refund?.state !== 'asked') return bad(`is closed, but was ${refund?.state ?? 'never asked for'}`)
    Object.assign(refund, { state: 'closed', byStaff: by === 'staff', lastSeq: row.seq })
    checkCloser(row, by, bad)
  }

  /**
   * Records the refund of a payment. `reference` must be that of the open refund for the payment, or undefined if none
   * is open.
   */
  #book(row: Row, sale: SaleAccount, payment: string, reference: string | undefined): void {
    const bad = this.#bad(row, `payment ${payment}`)
    const open = openOf(sale).find(([, refund]) => refund.payment === payment)
    if (open?.[0] !== reference)
      return bad(
        reference === undefined ? `is refunded in addition to the refund ${open?.[0]}` : `knows no refund ${reference}`,
      )
    if (open) Object.assign(open[1], { state: 'made', lastSeq: row.seq })
  }
}

function openOf({ refunds }: SaleAccount): readonly (readonly [string, RefundAccount])[] {
  return [...refunds].filter(([, { state }]) => state === 'asked')
}

/** Returns the amount to refund for a payment; null if nothing is due. */
function owedOf(sale: SaleAccount, payment: string): { readonly amount: number; readonly currency: string } | null {
  const left = sale.openPayments.get(payment)
  if (left) return left.state === 'found' ? left.found : null
  const tender = sale.tenders.get(payment)
  if (sale.state !== 'refund-due' || tender?.state !== 'approved') return null
  return { amount: (tender.received ?? 0) - (tender.change ?? 0), currency: sale.opened.currency }
}
