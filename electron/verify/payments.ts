import {
  ENDS,
  misfit,
  openPaymentCodes,
  openPaymentShapes,
  type Posting,
  refundAskedShape,
  refundClosedShape,
  type Row,
  type Step,
} from './format.ts'
import { TENDER_ACCOUNTS } from './money.ts'
import type { Findings } from './report.ts'
import type { OpenPaymentAccount, RefundAccount, SaleAccount } from './sale-account.ts'

type Said = {
  readonly [C in keyof typeof openPaymentShapes]: ReturnType<(typeof openPaymentShapes)[C]['parse']>
}

/** Codes of rows after which a sale may continue without a payment, by a decision of staff or by a timeout. */
const LEAVING: ReadonlySet<string> = new Set(['STAFF_ANSWERED', 'TENDER_REFUSED', 'TENDER_CANCELLED'])

/** Checks I11: a sale continued without a payment that its provider may still report as made. */
export function checkLeftOpen(
  findings: Findings,
  row: Row,
  { event, tender, leftOpen }: Step,
  sale: SaleAccount,
): void {
  if (!leftOpen) {
    if (event.leftOpen) findings.error('I11', row.seq, `sale ${sale.saleId}`, 'its payment is not left open')
    return
  }
  const what = `payment ${tender?.reference ?? 'of nothing'}`
  const bad = (why: string): void => findings.error('I11', row.seq, what, why)
  if (!tender?.provider) return bad('is left open, and nobody can be asked about it')
  const bySomebody = row.code === 'STAFF_ANSWERED' ? event.moneyMoved === false : event.leftOpen
  if (!LEAVING.has(row.code) || !bySomebody) bad('is left open here')
  if (tender.state !== 'unknown') bad(`is left open as ${tender.state}`)
  if (sale.openPayments.has(tender.reference)) bad('is left open twice')
  sale.openPayments.set(tender.reference, { state: 'asked', leftSeq: row.seq, lastSeq: row.seq, found: null })
}

/** Checks I11 at a sale's end: the outcome of each of its payments is known or still being queried. */
export function checkPaymentsKnown(findings: Findings, row: Row, sale: SaleAccount): void {
  if (sale.rowsLost || !ENDS.has(sale.state)) return
  for (const { reference, state } of sale.tenders.values())
    if ((state === 'started' || state === 'unknown') && !sale.openPayments.has(reference))
      findings.error('I11', row.seq, `payment ${reference}`, `its sale ended, and nobody knows what became of it`)
}

/** Checks I11 and I5 in rows about payments that their sales continued without. */
export function checkOpenPayments(
  findings: Findings,
  sales: ReadonlyMap<string, SaleAccount>,
): (row: Row, payload: object) => void {
  return (row, payload) => {
    if (row.sale_id !== null || !openPaymentCodes.has(row.code)) return
    const code = row.code as keyof Said
    const read = openPaymentShapes[code].safeParse(payload)
    if (!read.success) return findings.error('I11', row.seq, row.code, misfit(read.error, payload))
    const { saleId, reference } = read.data
    const sale = sales.get(saleId)
    const payment = sale?.openPayments.get(reference)
    const bad = (why: string): void => findings.error('I11', row.seq, `payment ${reference}`, why)
    if (!sale || !payment) return bad('was never left open')
    payment.lastSeq = row.seq
    if (code === 'PAYMENT_FOUND') found(read.data as Said[typeof code])
    else if (code === 'PAYMENT_PAID_BACK') paidBack(read.data as Said[typeof code])
    else if (code === 'PAYMENT_CLOSED') closed(read.data as Said[typeof code])
    else become('unanswered', ['asked'])

    function become(to: OpenPaymentAccount['state'], from: readonly OpenPaymentAccount['state'][]): void {
      if (payment && !from.includes(payment.state)) bad(`becomes ${to}, but was ${payment.state}`)
      if (payment) payment.state = to
    }

    function found({ kind, currency, amount, postings }: Said['PAYMENT_FOUND']): void {
      become('found', ['asked', 'unanswered'])
      if (payment) payment.found = { currency, amount }
      if (kind !== sale?.tenders.get(reference)?.kind) bad(`is found as ${kind}`)
      expect(findings, row, postings, [TENDER_ACCOUNTS[kind], 'refunds-due', amount])
    }

    function paidBack({ kind, currency, amount, postings }: Said['PAYMENT_PAID_BACK']): void {
      become('paid-back', ['found'])
      const due = payment?.found
      if (due?.amount !== amount || due.currency !== currency)
        bad(`pays ${amount} ${currency} back for ${due ? `${due.amount} ${due.currency}` : 'nothing'}`)
      if (kind !== sale?.tenders.get(reference)?.kind) bad(`is paid back as ${kind}`)
      if (row.staff_id === null) bad('names nobody')
      expect(findings, row, postings, ['refunds-due', TENDER_ACCOUNTS[kind], amount])
    }

    function closed({ by }: Said['PAYMENT_CLOSED']): void {
      become('closed', ['asked', 'unanswered'])
      if ((by === 'staff') !== (row.staff_id !== null)) bad(`is closed by ${by}, and names ${row.staff_id ?? 'nobody'}`)
    }
  }
}

function expect(
  findings: Findings,
  row: Row,
  postings: readonly Posting[],
  [debit, credit, amount]: [string, string, number],
): void {
  const wanted = `${debit} ${amount}/0, ${credit} 0/${amount}`
  const said = postings.map((line) => `${line.account} ${line.debit}/${line.credit}`).join(', ')
  if (said !== wanted) findings.error('I5', row.seq, row.code, `postings should be ${wanted}, are ${said}`)
}

type Asked = ReturnType<typeof refundAskedShape.parse>
type Closed = ReturnType<typeof refundClosedShape.parse>

/** Checks `refunds`: the refunds requested from providers and their outcomes. */
export function checkRefunds(findings: Findings, sales: ReadonlyMap<string, SaleAccount>) {
  const known = new Set<string>()
  const complain =
    (row: Row, what: string) =>
    (why: string): void =>
      findings.error('refunds', row.seq, what, why)

  function ask(row: Row, said: Asked): void {
    const { saleId, reference, payment, amount, currency } = said
    const bad = complain(row, `refund ${reference}`)
    const sale = sales.get(saleId)
    const tender = sale?.tenders.get(payment)
    if (!sale || !tender) return bad(`is of payment ${payment}, which no sale has`)
    if (row.staff_id === null || row.staff_id === said.second) bad('is not answered for by two people')
    if (known.has(reference)) bad('was asked for before under this reference')
    known.add(reference)
    const before = [...sale.refunds.values()].filter((each) => each.payment === payment)
    if (before.some(({ state, byStaff }) => state !== 'closed' || byStaff))
      bad(`is not the first of payment ${payment}, and something may have come of one before`)
    const owed = owedOf(sale, payment)
    if (owed?.amount !== amount || owed.currency !== currency)
      bad(`gives ${amount} ${currency} back for ${owed ? `${owed.amount} ${owed.currency}` : 'nothing that is owed'}`)
    if (said.kind !== tender.kind || said.provider.reference !== tender.provider?.reference)
      bad('goes over another provider than its payment')
    sale.refunds.set(reference, { payment, state: 'asked', byStaff: false, askedSeq: row.seq, lastSeq: row.seq })
  }

  function close(row: Row, { saleId, reference, by }: Closed): void {
    const bad = complain(row, `refund ${reference}`)
    const refund = sales.get(saleId)?.refunds.get(reference)
    if (refund?.state !== 'asked') return bad(`is closed, but was ${refund?.state ?? 'never asked for'}`)
    Object.assign(refund, { state: 'closed', byStaff: by === 'staff', lastSeq: row.seq })
    if ((by === 'staff') !== (row.staff_id !== null)) bad(`is closed by ${by}, and names ${row.staff_id ?? 'nobody'}`)
  }

  /** Books the refund of a payment, which must match the open refund if there is one. */
  function book(row: Row, sale: SaleAccount, payment: string, reference: string | undefined): void {
    const bad = complain(row, `payment ${payment}`)
    const open = openOf(sale).find(([, refund]) => refund.payment === payment)
    if (open?.[0] !== reference)
      return bad(reference === undefined ? `goes back beside the refund ${open?.[0]}` : `knows no refund ${reference}`)
    if (open) Object.assign(open[1], { state: 'made', lastSeq: row.seq })
  }

  return {
    take(row: Row, payload: object): void {
      if (row.code === 'REFUND_ASKED') {
        const read = refundAskedShape.safeParse(payload)
        return read.success ? ask(row, read.data) : complain(row, row.code)(misfit(read.error, payload))
      }
      if (row.code === 'REFUND_CLOSED') {
        const read = refundClosedShape.safeParse(payload)
        return read.success ? close(row, read.data) : complain(row, row.code)(misfit(read.error, payload))
      }
      if (row.code !== 'PAYMENT_PAID_BACK') return undefined
      const { saleId, reference, refund } = payload as { saleId?: string; reference?: string; refund?: string }
      const sale = sales.get(saleId ?? '')
      return sale && reference !== undefined ? book(row, sale, reference, refund) : undefined
    },
    /** `sale` is its state before the step. */
    step(row: Row, { event, tender, to }: Step, sale: SaleAccount): void {
      const [open] = openOf(sale)
      if (to === 'confirmed' && open && !sale.openPayments.has(open[1].payment))
        complain(row, `sale ${sale.saleId}`)(`gets tickets while its provider gives ${open[1].payment} back`)
      if (row.code === 'REFUNDED' && tender) book(row, sale, tender.reference, event.refund)
      else if (event.refund !== undefined) complain(row, row.code)('is no refund')
    },
  }
}

function openOf({ refunds }: SaleAccount): readonly (readonly [string, RefundAccount])[] {
  return [...refunds].filter(([, { state }]) => state === 'asked')
}

/**
 * Returns the amount to refund for a payment of a sale without tickets, or for one that its sale continued without.
 * Null if nothing is due.
 */
function owedOf(sale: SaleAccount, payment: string): { readonly amount: number; readonly currency: string } | null {
  const left = sale.openPayments.get(payment)
  if (left) return left.state === 'found' ? left.found : null
  const tender = sale.tenders.get(payment)
  if (sale.state !== 'refund-due' || tender?.state !== 'approved') return null
  return { amount: (tender.received ?? 0) - (tender.change ?? 0), currency: sale.opened.currency }
}
