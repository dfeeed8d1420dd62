import { refundAskedShape, refundClosedShape, type Row, type Step } from '../format/format.ts'
import { misfit } from '../format/misfit.ts'
import type { Findings } from '../format/report.ts'
import type { RefundAccount, SaleAccount } from './sale-account.ts'

type Asked = ReturnType<typeof refundAskedShape.parse>
type Closed = ReturnType<typeof refundClosedShape.parse>

/** `refunds`: what providers were asked to give back, and what became of it. */
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

  /** Money of that payment goes back: as the refund that is open, and as no other. */
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
    /** `sale` is as it was before the step. */
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

/** What is owed of that payment: of a sale without tickets, or of one that its sale had gone on without. */
function owedOf(sale: SaleAccount, payment: string): { readonly amount: number; readonly currency: string } | null {
  const left = sale.openPayments.get(payment)
  if (left) return left.state === 'found' ? left.found : null
  const tender = sale.tenders.get(payment)
  if (sale.state !== 'refund-due' || tender?.state !== 'approved') return null
  return { amount: (tender.received ?? 0) - (tender.change ?? 0), currency: sale.opened.currency }
}
