import {
  afterSaleCodes,
  copiesOrderedShape,
  copyFinishedShape,
  misfit,
  type Posting,
  returnPaidShape,
  type Row,
  slipCopiedShape,
  ticketsReturnedShape,
} from '../format/format.ts'
import { TENDER_ACCOUNTS } from './money.ts'
import { checkCopy } from './prints.ts'
import type { Findings } from '../format/report.ts'
import type { SaleAccount } from './sale-account.ts'

/** What a row about a sale that ended posts. */
export interface AfterSaleEntry {
  readonly saleId: string
  readonly currency: string
  readonly postings: readonly Posting[]
}

/** The row's postings, where it has any and can be read. */
export function afterSaleEntry(row: Row, payload: object): AfterSaleEntry | null {
  if (row.sale_id !== null || !afterSaleCodes.has(row.code)) return null
  const shape = row.code === 'RETURN_PAID' ? returnPaidShape : ticketsReturnedShape
  const read = shape.safeParse(payload)
  return read.success ? read.data : null
}

/** `returns` and I10 for rows about sales that ended; keeps their copies and what was given back. */
export function checkAfterSales(
  findings: Findings,
  sales: ReadonlyMap<string, SaleAccount>,
): (row: Row, payload: object) => void {
  let shiftFrom = 1

  function take(row: Row, payload: object): void {
    const bad = (why: string): void => findings.error('state', row.seq, row.code, why)
    const saleId = 'saleId' in payload ? String(payload.saleId) : ''
    const sale = sales.get(saleId)
    const unsold = sale?.state === 'refunded' && row.code === 'SLIP_COPIED'
    if (!sale || (sale.state !== 'done' && !unsold)) return bad(`is about sale ${saleId}, which is not done`)
    switch (row.code) {
      case 'COPIES_ORDERED': {
        const read = copiesOrderedShape.safeParse(payload)
        return read.success ? order(row, read.data.copies, sale) : bad(misfit(read.error))
      }
      case 'COPY_FINISHED': {
        const read = copyFinishedShape.safeParse(payload)
        return read.success ? finish(row, read.data, sale) : bad(misfit(read.error))
      }
      case 'RETURN_PAID': {
        const read = returnPaidShape.safeParse(payload)
        return read.success ? pay(row, read.data, sale) : bad(misfit(read.error))
      }
      case 'SLIP_COPIED': {
        const read = slipCopiedShape.safeParse(payload)
        return read.success ? copySlip(row, read.data, sale) : bad(misfit(read.error))
      }
      default: {
        const read = ticketsReturnedShape.safeParse(payload)
        return read.success ? giveBack(row, read.data, sale) : bad(misfit(read.error))
      }
    }
  }

  function order(row: Row, copies: readonly Pick<Copy, 'ticketId' | 'copyNumber'>[], sale: SaleAccount): void {
    for (const { ticketId, copyNumber } of copies) {
      const bad = (why: string): void => findings.error('I10', row.seq, `ticket ${ticketId}`, why)
      if (sale.returned.has(ticketId)) bad('is printed, but was given back')
      const before = sale.jobs.get(ticketId) ?? []
      if (before.length === 0) bad('is printed again, but was never printed')
      const job = { ticketId, copyNumber, state: 'spooling', evidence: '' } as const
      checkCopy(bad, before, job, { rowsLost: false, ordered: true })
      sale.jobs.set(ticketId, [...before.filter((each) => each.copyNumber !== copyNumber), job])
    }
  }

  function finish(row: Row, { ticketId, copyNumber, state, evidence }: Copy, sale: SaleAccount): void {
    const bad = (why: string): void => findings.error('I10', row.seq, `ticket ${ticketId}`, why)
    const copies = sale.jobs.get(ticketId) ?? []
    const job = copies.find((each) => each.copyNumber === copyNumber)
    if (job?.state !== 'spooling') bad(`copy ${copyNumber} was not on its way to the printer`)
    if (state === 'printed' && evidence === '') bad(`nothing shows that copy ${copyNumber} came out`)
    const others = copies.filter((each) => each.copyNumber !== copyNumber)
    const all = [...others, { ticketId, copyNumber, state, evidence }]
    sale.jobs.set(
      ticketId,
      all.toSorted((a, b) => a.copyNumber - b.copyNumber),
    )
  }

  function giveBack(row: Row, said: Returned, sale: SaleAccount): void {
    const bad = (why: string): void => findings.error('returns', row.seq, said.reference, why)
    const prices = new Map(sale.tickets.map(({ ticketId, price }) => [ticketId, price]))
    if (row.staff_id === null || row.staff_id === said.second) bad('is not answered for by two people')
    if (new Set(said.ticketIds).size !== said.ticketIds.length) bad('names a ticket twice')
    for (const ticketId of said.ticketIds) {
      if (!prices.has(ticketId)) bad(`ticket ${ticketId} is not of this sale`)
      if (sale.returned.has(ticketId)) bad(`ticket ${ticketId} was given back before`)
      sale.returned.add(ticketId)
    }
    if (row.code === 'TICKETS_VOIDED') {
      if (said.ticketIds.length !== prices.size) bad('voids a part of the sale')
      if (sale.ticketSeq < shiftFrom) bad('voids a sale of an earlier shift')
    }
    const worth = said.ticketIds.reduce((sum, ticketId) => sum + (prices.get(ticketId) ?? 0), 0)
    const back = said.back.reduce((sum, { amount }) => sum + amount, 0)
    if (said.amount !== worth || back !== worth) bad(`gives ${said.amount} (${back}) for tickets of ${worth}`)
    if (said.currency !== sale.opened.currency) bad('is in another currency than the sale')
    if (said.reference !== `${sale.order?.orderId}-R${sale.returns.size + 1}`) bad('does not follow the returns before')
    for (const { kind, amount } of said.back) {
      const before = [...sale.returns.values()].flatMap((each) => each.filter((way) => way.kind === kind))
      const given = before.reduce((sum, way) => sum + way.amount, amount)
      if (given > takenBy(sale, kind)) bad(`gives more back by ${kind} than came by it`)
    }
    sale.returns.set(
      said.reference,
      said.back.map((way) => ({ ...way, paid: false })),
    )
    expect(row, said.postings, ['organiser-payable', 'refunds-due', said.amount])
  }

  function pay(row: Row, said: Paid, sale: SaleAccount): void {
    const bad = (why: string): void => findings.error('returns', row.seq, said.reference, why)
    const way = sale.returns.get(said.reference)?.find(({ kind }) => kind === said.kind)
    if (!way) bad(`nothing is to be given back by ${said.kind}`)
    else if (way.paid) bad('was paid before')
    else if (way.amount !== said.amount) bad(`pays ${said.amount} for ${way.amount}`)
    if (way) way.paid = true
    if (said.currency !== sale.opened.currency) bad('is in another currency than the sale')
    if (row.staff_id === null) bad('names nobody')
    expect(row, said.postings, ['refunds-due', TENDER_ACCOUNTS[said.kind], said.amount])
  }

  function copySlip(row: Row, { reference, copyNumber }: SlipCopy, sale: SaleAccount): void {
    const bad = (why: string): void => findings.error('I10', row.seq, `slip ${reference}`, why)
    const unsold = sale.state === 'refunded' && reference === `${sale.order?.orderId}-P`
    const before = sale.slipCopies.get(reference) ?? 0
    if (!unsold && !sale.returns.has(reference)) bad('is not of this sale')
    if (copyNumber !== before + 1) bad(`copy ${copyNumber} follows ${before}`)
    if (row.staff_id === null) bad('names nobody')
    sale.slipCopies.set(reference, copyNumber)
  }

  function expect(row: Row, postings: readonly Posting[], [debit, credit, amount]: [string, string, number]): void {
    const wanted = amount === 0 ? '' : `${debit} ${amount}/0, ${credit} 0/${amount}`
    const found = postings.map((line) => `${line.account} ${line.debit}/${line.credit}`).join(', ')
    if (found !== wanted) findings.error('I5', row.seq, row.code, `postings should be ${wanted}, are ${found}`)
  }

  return (row, payload) => {
    if (row.code === 'CLOSURE_Z') shiftFrom = row.seq + 1
    if (row.sale_id === null && afterSaleCodes.has(row.code)) take(row, payload)
  }
}

type Copy = ReturnType<typeof copyFinishedShape.parse>
type Returned = ReturnType<typeof ticketsReturnedShape.parse>
type SlipCopy = ReturnType<typeof slipCopiedShape.parse>
type Paid = ReturnType<typeof returnPaidShape.parse>

function takenBy({ tenders }: SaleAccount, kind: string): number {
  return [...tenders.values()]
    .filter((tender) => tender.kind === kind && tender.state === 'approved')
    .reduce((sum, { amount }) => sum + amount, 0)
}
