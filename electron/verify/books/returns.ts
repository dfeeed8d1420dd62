import type {
  cancellationAnsweredShape,
  Posting,
  returnPaidShape,
  Row,
  ticketsReturnedShape,
} from '../format/format.ts'
import type { Findings } from '../format/report.ts'
import { TENDER_ACCOUNTS } from './money.ts'
import type { SaleAccount } from './sale-account.ts'

type Returned = ReturnType<typeof ticketsReturnedShape.parse>
type Paid = ReturnType<typeof returnPaidShape.parse>
type Answered = ReturnType<typeof cancellationAnsweredShape.parse>

/** `returns`, and what they post. */
export function checkReturns(findings: Findings) {
  function expect(row: Row, postings: readonly Posting[], [debit, credit, amount]: [string, string, number]): void {
    const wanted = amount === 0 ? '' : `${debit} ${amount}/0, ${credit} 0/${amount}`
    const found = postings.map((line) => `${line.account} ${line.debit}/${line.credit}`).join(', ')
    if (found !== wanted) findings.error('I5', row.seq, row.code, `postings should be ${wanted}, are ${found}`)
  }

  return {
    giveBack(row: Row, said: Returned, sale: SaleAccount, shiftFrom: number): void {
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
      if (said.reference !== `${sale.order?.orderId}-R${sale.returns.size + 1}`)
        bad('does not follow the returns before')
      for (const { kind, amount } of said.back) {
        const before = [...sale.returns.values()].flatMap((each) => each.filter((way) => way.kind === kind))
        const given = before.reduce((sum, way) => sum + way.amount, amount)
        if (given > takenBy(sale, kind)) bad(`gives more back by ${kind} than came by it`)
      }
      sale.returns.set(
        said.reference,
        said.back.map((way) => ({ ...way, paid: false })),
      )
      if (said.cancellation !== undefined) sale.cancellations.set(said.reference, 'asked')
      expect(row, said.postings, ['organiser-payable', 'refunds-due', said.amount])
    },

    answer(row: Row, said: Answered, sale: SaleAccount): void {
      const bad = (why: string): void => findings.error('returns', row.seq, said.reference, why)
      const before = sale.cancellations.get(said.reference)
      if (row.staff_id !== null) bad('a person answers for the service')
      if (before === undefined) bad('no cancellation was asked for')
      else if (before === 'answered') bad('its cancellation was answered before')
      else sale.cancellations.set(said.reference, 'answered')
    },

    pay(row: Row, said: Paid, sale: SaleAccount): void {
      const bad = (why: string): void => findings.error('returns', row.seq, said.reference, why)
      const way = sale.returns.get(said.reference)?.find(({ kind }) => kind === said.kind)
      if (!way) bad(`nothing is to be given back by ${said.kind}`)
      else if (way.paid) bad('was paid before')
      else if (way.amount !== said.amount) bad(`pays ${said.amount} for ${way.amount}`)
      if (way) way.paid = true
      if (said.currency !== sale.opened.currency) bad('is in another currency than the sale')
      if (row.staff_id === null) bad('names nobody')
      const { slip } = said
      if (said.kind === 'credit-slip' && !slip) bad('can go back only as another slip')
      if (slip && (slip.amount !== said.amount || slip.currency !== said.currency || slip.slipId !== said.receipt))
        bad(`pays ${said.amount} by a slip of ${slip.amount}`)
      expect(row, said.postings, ['refunds-due', TENDER_ACCOUNTS[slip ? 'credit-slip' : said.kind], said.amount])
    },
  }
}

function takenBy({ tenders }: SaleAccount, kind: string): number {
  return [...tenders.values()]
    .filter((tender) => tender.kind === kind && tender.state === 'approved')
    .reduce((sum, { amount }) => sum + amount, 0)
}
