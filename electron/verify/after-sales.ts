import type { ZodType } from 'zod'
import {
  afterSaleCodes,
  cancellationAnsweredShape,
  copiesOrderedShape,
  copyFinishedShape,
  misfit,
  openPaymentShapes,
  type Posting,
  returnPaidShape,
  type Row,
  slipCopiedShape,
  ticketsReturnedShape,
} from './format.ts'
import { SMALLEST_COIN, TENDER_ACCOUNTS } from './money.ts'
import type { Findings } from './report.ts'
import { checkCopy, type SaleAccount } from './sale-account.ts'

/** Postings of a row about a finished sale, or about a payment that its sale continued without. */
interface AfterSaleEntry {
  readonly saleId: string
  readonly currency: string
  readonly postings: readonly Posting[]
}

const postingShapes: ReadonlyMap<string, ZodType<AfterSaleEntry>> = new Map<string, ZodType<AfterSaleEntry>>([
  ['RETURN_PAID', returnPaidShape],
  ['TICKETS_REFUNDED', ticketsReturnedShape],
  ['TICKETS_VOIDED', ticketsReturnedShape],
  ['PAYMENT_FOUND', openPaymentShapes.PAYMENT_FOUND],
  ['PAYMENT_PAID_BACK', openPaymentShapes.PAYMENT_PAID_BACK],
])

/** Returns the row's postings. Null if it has none or its payload is invalid. */
export function afterSaleEntry(row: Row, payload: object): AfterSaleEntry | null {
  if (row.sale_id !== null) return null
  const shape = postingShapes.get(row.code)
  if (!shape) return null
  const read = shape.safeParse(payload)
  return read.success ? read.data : null
}

/** Checks `returns` and I10 in rows about finished sales. Records their copies and refunds. */
export function checkAfterSales(
  findings: Findings,
  sales: ReadonlyMap<string, SaleAccount>,
): (row: Row, payload: object) => void {
  const copies = checkCopies(findings)
  const returns = checkReturns(findings)
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
        return read.success ? copies.order(row, read.data.copies, sale) : bad(misfit(read.error, payload))
      }
      case 'COPY_FINISHED': {
        const read = copyFinishedShape.safeParse(payload)
        return read.success ? copies.finish(row, read.data, sale) : bad(misfit(read.error, payload))
      }
      case 'CANCELLATION_ANSWERED': {
        const read = cancellationAnsweredShape.safeParse(payload)
        return read.success ? returns.answer(row, read.data, sale) : bad(misfit(read.error, payload))
      }
      case 'RETURN_PAID': {
        const read = returnPaidShape.safeParse(payload)
        return read.success ? returns.pay(row, read.data, sale) : bad(misfit(read.error, payload))
      }
      case 'SLIP_COPIED': {
        const read = slipCopiedShape.safeParse(payload)
        return read.success ? copies.copySlip(row, read.data, sale) : bad(misfit(read.error, payload))
      }
      default: {
        const read = ticketsReturnedShape.safeParse(payload)
        return read.success ? returns.giveBack(row, read.data, sale, shiftFrom) : bad(misfit(read.error, payload))
      }
    }
  }

  return (row, payload) => {
    if (row.code === 'CLOSURE_Z') shiftFrom = row.seq + 1
    if (row.sale_id === null && afterSaleCodes.has(row.code)) take(row, payload)
  }
}

type Copy = ReturnType<typeof copyFinishedShape.parse>
type SlipCopy = ReturnType<typeof slipCopiedShape.parse>

/** Checks I10 for copies printed after the end of a sale. */
function checkCopies(findings: Findings) {
  return {
    order(row: Row, copies: readonly Pick<Copy, 'ticketId' | 'copyNumber'>[], sale: SaleAccount): void {
      for (const { ticketId, copyNumber } of copies) {
        const bad = (why: string): void => findings.error('I10', row.seq, `ticket ${ticketId}`, why)
        if (sale.returned.has(ticketId)) bad('is printed, but was given back')
        const before = sale.jobs.get(ticketId) ?? []
        if (before.length === 0) bad('is printed again, but was never printed')
        const job = { ticketId, copyNumber, state: 'spooling', evidence: '' } as const
        checkCopy(bad, before, job, { rowsLost: false, ordered: true })
        sale.jobs.set(ticketId, [...before.filter((each) => each.copyNumber !== copyNumber), job])
      }
    },

    finish(row: Row, { ticketId, copyNumber, state, evidence }: Copy, sale: SaleAccount): void {
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
    },

    copySlip(row: Row, { reference, copyNumber }: SlipCopy, sale: SaleAccount): void {
      const bad = (why: string): void => findings.error('I10', row.seq, `slip ${reference}`, why)
      const unsold = sale.state === 'refunded' && reference === `${sale.order?.orderId}-P`
      const before = sale.slipCopies.get(reference) ?? 0
      if (!unsold && !sale.returns.has(reference)) bad('is not of this sale')
      if (copyNumber !== before + 1) bad(`copy ${copyNumber} follows ${before}`)
      if (row.staff_id === null) bad('names nobody')
      sale.slipCopies.set(reference, copyNumber)
    },
  }
}

type Returned = ReturnType<typeof ticketsReturnedShape.parse>
type Paid = ReturnType<typeof returnPaidShape.parse>
type Answered = ReturnType<typeof cancellationAnsweredShape.parse>

/** Checks `returns` and the postings of returns. */
function checkReturns(findings: Findings) {
  /** `moved`: debit account, credit account and amount, with the rounding between them. */
  function expect(row: Row, postings: readonly Posting[], moved: [string, string, number], rounding = 0): void {
    const [debit, credit, amount] = moved
    const wanted = [
      ...(amount === 0 ? [] : [`${debit} ${amount}/0`]),
      ...(rounding > 0 ? [`rounding ${rounding}/0`] : []),
      ...(rounding < 0 ? [`rounding 0/${-rounding}`] : []),
      ...(amount + rounding === 0 ? [] : [`${credit} 0/${amount + rounding}`]),
    ].join(', ')
    const found = postings.map((line) => `${line.account} ${line.debit}/${line.credit}`).join(', ')
    if (found !== wanted) findings.error('I5', row.seq, row.code, `postings should be ${wanted}, are ${found}`)
  }

  return {
    giveBack(row: Row, said: Returned, sale: SaleAccount, shiftFrom: number): void {
      const bad = (why: string): void => findings.error('returns', row.seq, said.reference, why)
      sale.moneySeq = row.seq
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
      const rounding = said.back.reduce((sum, { rounding: more = 0 }) => sum + more, 0)
      const back = said.back.reduce((sum, { amount }) => sum + amount, -rounding)
      if (said.amount !== worth || back !== worth) bad(`gives ${said.amount} (${back}) for tickets of ${worth}`)
      if (said.currency !== sale.opened.currency) bad('is in another currency than the sale')
      if (said.reference !== `${sale.order?.orderId}-R${sale.returns.size + 1}`)
        bad('does not follow the returns before')
      const ways = said.back.map((way) => ({ ...way, rounding: way.rounding ?? 0, paid: false }))
      for (const { kind } of ways) {
        const why = misgiven(sale, kind, [...sale.returns.values(), ways].flat())
        if (why !== null) bad(why)
      }
      sale.returns.set(said.reference, ways)
      if (said.cancellation !== undefined) sale.cancellations.set(said.reference, 'asked')
      expect(row, said.postings, ['organiser-payable', 'refunds-due', said.amount], rounding)
    },

    answer(row: Row, said: Answered, sale: SaleAccount): void {
      const bad = (why: string): void => findings.error('returns', row.seq, said.reference, why)
      sale.moneySeq = row.seq
      const before = sale.cancellations.get(said.reference)
      if (row.staff_id !== null) bad('a person answers for the service')
      if (before === undefined) bad('no cancellation was asked for')
      else if (before === 'answered') bad('its cancellation was answered before')
      else sale.cancellations.set(said.reference, 'answered')
    },

    pay(row: Row, said: Paid, sale: SaleAccount): void {
      const bad = (why: string): void => findings.error('returns', row.seq, said.reference, why)
      sale.moneySeq = row.seq
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

type Ways = NonNullable<ReturnType<SaleAccount['returns']['get']>>

/** Returns the error in the refunds by one tender; null if there is none. Cash may be rounded, up to the amount received. */
function misgiven(sale: SaleAccount, kind: string, all: Ways): string | null {
  const ways = all.filter((way) => way.kind === kind)
  const taken = [...sale.tenders.values()].filter((tender) => tender.kind === kind && tender.state === 'approved')
  const paid = taken.reduce((sum, { amount }) => sum + amount, 0)
  const handed = taken.reduce((sum, { amount, received = amount, change = 0 }) => sum + received - change, 0)
  const given = ways.reduce((sum, { amount }) => sum + amount, 0)
  const rounding = ways.reduce((sum, way) => sum + way.rounding, 0)
  if (given - rounding > paid) return `gives more back by ${kind} than came by it`
  if (ways.every((way) => way.rounding === 0)) return null
  const coin = SMALLEST_COIN[sale.opened.currency] ?? 1
  if (kind !== 'cash' || Math.abs(rounding) * 2 > coin * taken.length) return `rounds ${rounding} by ${kind}`
  return given - rounding === paid && given !== handed ? `gives ${given} of ${handed} back in cash` : null
}
