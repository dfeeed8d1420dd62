import { afterSaleShapes, type Entry, isAmong, type Row } from './format.ts'
import { DOCUMENT_NUMBER, tenders } from '../../shared/ledger-format/money.ts'
import { inCoins, smallestCoin } from './money.ts'
import type { Findings } from './report.ts'
import { checkCopy, type SaleAccount } from './sale-account.ts'

type Bad = (why: string) => void

/**
 * Checks `returns`, `corrections` and invariant I10 in rows about finished sales. `shiftFrom`: first row of the shift.
 */
export function checkAfterSale(
  findings: Findings,
  sales: ReadonlyMap<string, SaleAccount>,
  entry: Entry,
  shiftFrom: number,
): void {
  if (!isAmong(afterSaleShapes, entry)) return
  const { code, row, said } = entry
  const sale = sales.get(said.saleId)
  const unsold = sale?.state === 'refunded' && code === 'SLIP_COPIED'
  if (!sale || (sale.state !== 'done' && !unsold))
    return findings.error('state', row.seq, code, `concerns sale ${said.saleId}, which is not done`)
  const isOrdered = code === 'REPRINT_REQUESTED' || code === 'TICKET_LINK_REQUESTED'
  if (isOrdered || code === 'REPRINT_FINISHED' || code === 'SLIP_COPIED') {
    const about =
      (what: string): Bad =>
      (why) =>
        findings.error('I10', row.seq, what, why)
    if (isOrdered) for (const copy of said.copies) orderCopy(about(`ticket ${copy.ticketId}`), copy, sale)
    if (code === 'REPRINT_FINISHED') finishCopy(about(`ticket ${said.ticketId}`), said, sale)
    if (code === 'SLIP_COPIED') copySlip(about(`slip ${said.reference}`), row, said, sale)
    return
  }
  if (code === 'TENDER_CORRECTED')
    return correct((why) => findings.error('corrections', row.seq, said.reference, why), row, said, sale, shiftFrom)
  const bad: Bad = (why) => findings.error('returns', row.seq, said.reference, why)
  sale.moneySeq = row.seq
  if (code === 'CANCELLATION_RESULT') answer(bad, row, said, sale)
  else if (code === 'REFUND_PAID') pay(bad, row, said, sale)
  else giveBack(bad, row, said, sale, code === 'TICKETS_VOIDED' ? shiftFrom : null)
}

/** Checks `corrections` for one correction of a tender. `shiftFrom`: first row of the shift. */
function correct(
  bad: Bad,
  row: Row,
  said: Entry<'TENDER_CORRECTED'>['said'],
  sale: SaleAccount,
  shiftFrom: number,
): void {
  const { reference, payment, was, is, approval, takenBy, second } = said
  const { currency } = sale.opened
  const [tender, taken] = [sale.tenders.get(payment), sale.takenIn.get(payment)]
  if (row.staff_id === null || row.staff_id === second) bad('lacks the approval of a second person')
  if (reference !== `${sale.order?.orderId}-C${sale.corrections.size + 1}`)
    bad('does not follow the number of the previous correction')
  if (said.currency !== currency) bad('has a different currency from the sale')
  if (sale.returns.size > 0) bad('corrects a sale with returned tickets')
  sale.corrections.add(reference)
  if (!taken || tender?.state !== 'approved') return bad(`names payment ${payment}, which the sale does not have`)
  const { received = 0, change = 0, amount } = tender
  if (taken.seq < shiftFrom) bad('corrects a payment from an earlier shift')
  if (taken.staff_id !== takenBy)
    bad(`names ${takenBy ?? 'nobody'} as the cashier, but ${taken.staff_id ?? 'nobody'} took the payment`)
  if (tender.provider || tender.slip || !isConfirmedByStaff(was.kind))
    bad('corrects a payment that a device or a provider confirmed')
  if (!isConfirmedByStaff(is.kind)) bad(`becomes ${is.kind}, which staff alone cannot confirm`)
  if (was.kind === is.kind) bad(`does not change the tender ${is.kind}`)
  if (was.kind !== tender.kind || was.amount !== received - change)
    bad(`was ${received - change} by ${tender.kind}, not ${was.amount} by ${was.kind}`)
  const due = isCash(is.kind) ? inCoins(amount, currency) : amount
  if (is.amount !== due) bad(`is ${is.amount} by ${is.kind} for ${due}`)
  if (isCash(is.kind) && approval !== (takenBy ?? row.staff_id)) bad('names a person who did not take the cash')
  if (tenders[is.kind].means === 'document' && !DOCUMENT_NUMBER.test(approval)) bad('has no valid document number')
  sale.tenders.set(payment, { ...tender, kind: is.kind, received: is.amount, change: 0, approval })
}

type Kind = keyof typeof tenders

const isCash = (kind: Kind): boolean => tenders[kind].means === 'drawer'

/** Returns whether payments of this kind rely only on confirmation by staff, not on a note acceptor or a voucher. */
const isConfirmedByStaff = (kind: Kind): boolean => !['validator', 'slip', 'nothing'].includes(tenders[kind].means)

/** Checks invariant I10 for copies printed after the end of a sale. */
function orderCopy(
  bad: Bad,
  { ticketId, copyNumber }: { readonly ticketId: string; readonly copyNumber: number },
  sale: SaleAccount,
): void {
  if (sale.returned.has(ticketId)) bad('was printed after its return')
  const before = sale.jobs.get(ticketId) ?? []
  if (before.length === 0) bad('is reprinted, but was never printed')
  const job = { ticketId, copyNumber, state: 'spooling', evidence: '' } as const
  checkCopy(bad, before, job, { rowsLost: false, ordered: true })
  sale.jobs.set(ticketId, [...before.filter((each) => each.copyNumber !== copyNumber), job])
}

function finishCopy(
  bad: Bad,
  { ticketId, copyNumber, state, evidence }: Entry<'REPRINT_FINISHED'>['said'],
  sale: SaleAccount,
): void {
  const copies = sale.jobs.get(ticketId) ?? []
  const job = copies.find((each) => each.copyNumber === copyNumber)
  if (job?.state !== 'spooling') bad(`copy ${copyNumber} had not been sent to the printer`)
  if (state === 'printed' && evidence === '') bad(`there is no evidence that copy ${copyNumber} was printed`)
  const others = copies.filter((each) => each.copyNumber !== copyNumber)
  const all = [...others, { ticketId, copyNumber, state, evidence }]
  sale.jobs.set(
    ticketId,
    all.sort((a, b) => a.copyNumber - b.copyNumber),
  )
}

function copySlip(
  bad: Bad,
  row: Row,
  { reference, copyNumber }: Entry<'SLIP_COPIED'>['said'],
  sale: SaleAccount,
): void {
  const unsold = sale.state === 'refunded' && reference === `${sale.order?.orderId}-P`
  const before = sale.slipCopies.get(reference) ?? 0
  if (!unsold && !sale.returns.has(reference) && !sale.corrections.has(reference)) bad('is not of this sale')
  if (copyNumber !== before + 1) bad(`copy ${copyNumber} follows ${before}`)
  if (row.staff_id === null) bad('names no staff member')
  sale.slipCopies.set(reference, copyNumber)
}

/** `shiftFrom`: first row of the shift if the tickets are voided; null if the tickets are refunded. */
function giveBack(
  bad: Bad,
  row: Row,
  said: Entry<'TICKETS_REFUNDED' | 'TICKETS_VOIDED'>['said'],
  sale: SaleAccount,
  shiftFrom: number | null,
): void {
  const prices = new Map(sale.tickets.map(({ ticketId, price }) => [ticketId, price]))
  if (row.staff_id === null || row.staff_id === said.second) bad('lacks the approval of a second person')
  if (new Set(said.ticketIds).size !== said.ticketIds.length) bad('names a ticket twice')
  for (const ticketId of said.ticketIds) {
    if (!prices.has(ticketId)) bad(`ticket ${ticketId} is not of this sale`)
    if (sale.returned.has(ticketId)) bad(`ticket ${ticketId} has already been returned`)
    sale.returned.add(ticketId)
  }
  if (shiftFrom !== null) {
    if (said.ticketIds.length !== prices.size) bad('voids only a part of the sale')
    if (sale.ticketSeq < shiftFrom) bad('voids a sale from an earlier shift')
  }
  const worth = said.ticketIds.reduce((sum, ticketId) => sum + (prices.get(ticketId) ?? 0), 0)
  const back = said.back.reduce((sum, { amount, rounding = 0 }) => sum + amount - rounding, 0)
  if (said.amount !== worth || back !== worth) bad(`gives ${said.amount} (${back}) for tickets of ${worth}`)
  if (said.currency !== sale.opened.currency) bad('has a different currency from the sale')
  if (said.reference !== `${sale.order?.orderId}-R${sale.returns.size + 1}`)
    bad('does not follow the number of the previous return')
  const ways = said.back.map((way) => ({ ...way, rounding: way.rounding ?? 0, paid: false }))
  for (const { kind } of ways) {
    const why = misgiven(sale, kind, [...sale.returns.values(), ways].flat())
    if (why !== null) bad(why)
  }
  sale.returns.set(said.reference, ways)
  if (said.cancellation !== undefined) sale.cancellations.set(said.reference, 'asked')
}

function answer(bad: Bad, row: Row, { reference }: Entry<'CANCELLATION_RESULT'>['said'], sale: SaleAccount): void {
  const before = sale.cancellations.get(reference)
  if (row.staff_id !== null) bad('names a staff member for a reply of the service')
  if (before === undefined) bad('no cancellation was requested')
  else if (before === 'answered') bad('its cancellation already has a result')
  else sale.cancellations.set(reference, 'answered')
}

function pay(bad: Bad, row: Row, said: Entry<'REFUND_PAID'>['said'], sale: SaleAccount): void {
  const { reference, kind, amount, currency, receipt, slip } = said
  const way = sale.returns.get(reference)?.find((each) => each.kind === kind)
  if (!way) bad(`no refund by ${kind} is due`)
  else if (way.paid) bad('has already been paid')
  else if (way.amount !== amount) bad(`pays ${amount} for ${way.amount}`)
  if (way) way.paid = true
  if (currency !== sale.opened.currency) bad('has a different currency from the sale')
  if (row.staff_id === null) bad('names no staff member')
  if (kind === 'credit-slip' && !slip) bad('can be refunded only as another slip')
  if (slip && (slip.amount !== amount || slip.currency !== currency || slip.slipId !== receipt))
    bad(`pays ${amount} by a slip of ${slip.amount}`)
}

type Ways = NonNullable<ReturnType<SaleAccount['returns']['get']>>

/** Returns the error in the refunds by one tender, or null. Cash refunds may be rounded. */
export function misgiven(sale: SaleAccount, kind: string, all: Ways): string | null {
  const ways = all.filter((way) => way.kind === kind)
  const taken = [...sale.tenders.values()].filter((tender) => tender.kind === kind && tender.state === 'approved')
  const paid = taken.reduce((sum, { amount }) => sum + amount, 0)
  const handed = taken.reduce((sum, { amount, received = amount, change = 0 }) => sum + received - change, 0)
  const given = ways.reduce((sum, { amount }) => sum + amount, 0)
  const rounding = ways.reduce((sum, way) => sum + way.rounding, 0)
  if (given - rounding > paid) return `refunds more by ${kind} than was paid by it`
  if (ways.every((way) => way.rounding === 0)) return null
  const coin = smallestCoin(sale.opened.currency)
  if (kind !== 'cash' || Math.abs(rounding) * 2 > coin * taken.length) return `rounds ${rounding} by ${kind}`
  return given - rounding === paid && given !== handed ? `refunds ${given} of ${handed} in cash` : null
}
