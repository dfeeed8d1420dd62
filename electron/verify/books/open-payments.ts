import { ENDS, openPaymentCodes, openPaymentShapes, type Posting, type Row, type Step } from '../format/format.ts'
import { misfit } from '../format/misfit.ts'
import type { Findings } from '../format/report.ts'
import { TENDER_ACCOUNTS } from './money.ts'
import type { OpenPaymentAccount, SaleAccount } from './sale-account.ts'

type Said = {
  readonly [C in keyof typeof openPaymentShapes]: ReturnType<(typeof openPaymentShapes)[C]['parse']>
}

/** Rows with which a sale may go on without a payment: by the word of staff, or because of the time that had passed. */
const LEAVING: ReadonlySet<string> = new Set(['STAFF_ANSWERED', 'TENDER_REFUSED', 'TENDER_CANCELLED'])

/** I11: a sale went on without a payment that its provider may still say was made. */
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

/** I11 at a sale's end: what became of each of its payments is known, or still being asked. */
export function checkPaymentsKnown(findings: Findings, row: Row, sale: SaleAccount): void {
  if (sale.rowsLost || !ENDS.has(sale.state)) return
  for (const { reference, state } of sale.tenders.values())
    if ((state === 'started' || state === 'unknown') && !sale.openPayments.has(reference))
      findings.error('I11', row.seq, `payment ${reference}`, `its sale ended, and nobody knows what became of it`)
}

/** I11 and I5 for rows about payments that their sales went on without. */
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
