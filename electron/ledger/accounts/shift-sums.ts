import type { Database } from 'better-sqlite3'
import type { TaxedPrice } from '../../../shared/domain/money/money.ts'
import type { PaymentSum, ProviderReport } from '../../../shared/domain/money/shift-report.ts'
import { isProvided } from '../../../shared/domain/money/tender.ts'
import {
  sumOf,
  type Takings,
  takingsOf,
  type TradedPrice,
  type TradedTicket,
  type TradeSum,
} from '../../../shared/domain/money/trade.ts'
import type { Sale, ChargedAmount } from '../../../shared/domain/sale/sale.ts'
import { tenders } from '../../../shared/ledger-format/money.ts'
import type { StepPayload } from './entries.ts'
import { DRIVER_OF_OPEN_PAYMENT, openPayments, openRefunds } from './open-payments.ts'

/** Sales and takings of a range of journal rows in one currency, in minor units. */
export interface ShiftSums {
  /** Sums by event id and zone name. */
  readonly events: Readonly<Record<string, Readonly<Record<string, TradeSum>>>>
  readonly tenders: Readonly<Record<string, PaymentSums>>
  /** Sums by id of the staff member who took or refunded the money; the key is empty for unattended payments. */
  readonly cashiers: Readonly<Record<string, PaymentSums>>
  /** Net prices by tax rate in percent, such as `5.5`: seats sold or settled by staff, minus returned seats. */
  readonly taxed: Readonly<Record<string, number>>
}

interface PaymentSums {
  readonly count: number
  readonly amount: number
  readonly refunds: number
  readonly refunded: number
}

/** First and last journal row of a range, both included. */
export interface Range {
  readonly firstSeq: number
  readonly lastSeq: number
}

/** Returns a shift, or the running shift if `shiftNo` is null. Returns null if the shift does not exist. */
export function rangeOfShift(db: Database, shiftNo: number | null): (Range & { readonly shiftNo: number }) | null {
  const shift = db.prepare(
    `SELECT shift_no AS shiftNo, first_seq AS firstSeq, coalesce(last_seq, ${Number.MAX_SAFE_INTEGER}) AS lastSeq
     FROM shift WHERE shift_no = coalesce(?, (SELECT max(shift_no) FROM shift))`,
  )
  return (shift.get(shiftNo) as (Range & { readonly shiftNo: number }) | undefined) ?? null
}

export interface Books {
  readonly db: Database
  readonly find: (saleId: string) => Sale | null
}

/**
 * Returns a function that computes the sums of a range in a given currency. Reads every sale of the range, at about 0.1
 * ms per sale.
 */
export function shiftSums(books: Books, range: Range): (currency: string) => ShiftSums {
  const sold = Map.groupBy(soldTickets(books, range), ({ currency }) => currency)
  const paid = Map.groupBy(paymentsIn(books, range), ({ currency }) => currency)
  const taxed = Map.groupBy(taxedPrices(books, range), ({ currency }) => currency)
  return (currency) => {
    const [tickets, payments] = [sold.get(currency) ?? [], paid.get(currency) ?? []]
    return {
      events: summed(tickets, 'eventId', (ofEvent) => summed(ofEvent, 'zone', sumOf)),
      tenders: summed(payments, 'kind', paymentSums),
      cashiers: summed(payments, 'cashier', paymentSums),
      taxed: summed(taxed.get(currency) ?? [], 'rate', (prices) => total(prices.map(({ price }) => price))),
    }
  }
}

/** Returns the prices of the sold seats in a range, and the negative prices of the returned ones, with their tax rate. */
function taxedPrices(books: Books, range: Range) {
  const { db } = books
  const seatsOf = orderedSeatsIn(db)
  const issued = db
    .prepare(
      'SELECT sale_id AS saleId, seat_id AS seatId, price, currency FROM ticket WHERE seq BETWEEN ? AND ? ORDER BY seq',
    )
    .all(range.firstSeq, range.lastSeq) as readonly Pick<SeatPrice, 'saleId' | 'seatId' | 'price' | 'currency'>[]
  const returned = returnedTickets(db, range).map((seat) => ({ ...seat, price: 0 - seat.price }))
  return [...issued, ...seatsByHand(books, range), ...returned].flatMap(({ saleId, seatId, price, currency }) => {
    const { taxRate } = seatsOf(saleId).get(seatId) ?? {}
    return taxRate === undefined ? [] : [{ currency, price, rate: String(taxRate) }]
  })
}

/** Returns a function that reads the seats of a sale's order by seat id, with their tax rates. Caches each sale. */
export function orderedSeatsIn(db: Database): (saleId: string) => ReadonlyMap<string, TaxedPrice> {
  const seats = db.prepare(
    `SELECT each.value ->> '$.seatId' AS seatId, each.value ->> '$.price' AS price, each.value ->> '$.taxRate' AS taxRate
     FROM journal, json_each(payload, '$.order.seats') AS each
     WHERE seq = (SELECT max(seq) FROM sale JOIN journal USING (sale_id)
       WHERE sale_id = ? AND seq BETWEEN first_seq AND last_seq AND code = 'CHECKOUT_READY' AND json_valid(payload)
         AND payload -> '$.order' IS NOT NULL)`,
  )
  const sales = new Map<string, ReadonlyMap<string, TaxedPrice>>()
  const read = (saleId: string) =>
    (seats.all(saleId) as readonly { seatId: string; price: number; taxRate: number | null }[]).map(
      ({ seatId, price, taxRate }) => [seatId, { price, ...(taxRate !== null && { taxRate }) }] as const,
    )
  return (saleId) => {
    const known = sales.get(saleId) ?? new Map(read(saleId))
    sales.set(saleId, known)
    return known
  }
}

interface Payment {
  readonly saleId: string | null
  readonly currency: string
  readonly kind: string
  /** Driver of the provider that took the payment; empty if the ledger records no provider. */
  readonly driver: string
  /** Staff id; empty for an unattended payment. */
  readonly cashier: string
  readonly amount: number
  readonly refund: boolean
  /**
   * Number of payments that the line adds: -1 for the wrong tender of a correction, 0 for a refund and for change
   * issued as a voucher, otherwise 1.
   */
  readonly count: number
}

/**
 * Returns the payments and refunds in a range. Postings of one row with the same tender and currency are combined into
 * one payment.
 */
export function paymentsIn({ db }: Pick<Books, 'db'>, { firstSeq, lastSeq }: Range): readonly Payment[] {
  const kinds = new Map<string, string>(Object.entries(tenders).map(([kind, { account }]) => [account, kind]))
  const lines = db
    .prepare(
      `SELECT posting.seq, posting.sale_id AS saleId, currency, account, code = 'TENDER_CORRECTED' AS corrects,
         coalesce(CASE code WHEN 'TENDER_CORRECTED' THEN payload ->> '$.takenBy' ELSE journal.staff_id END, '') AS cashier,
         coalesce(payload ->> '$.tender.provider.driver', payload ->> '$.provider.driver',
           ${DRIVER_OF_OPEN_PAYMENT}, '') AS driver,
         sum(debit) AS debit, sum(credit) AS credit
       FROM posting JOIN journal USING (seq)
       WHERE posting.seq BETWEEN ? AND ? GROUP BY posting.seq, currency, account ORDER BY posting.seq`,
    )
    .all(firstSeq, lastSeq) as (Pick<Payment, 'saleId' | 'cashier' | 'currency' | 'driver'> &
    Readonly<Record<'seq' | 'debit' | 'credit' | 'corrects', number>> & { readonly account: string })[]
  const rowsWith = (wanted: (line: (typeof lines)[number]) => boolean): ReadonlySet<number> =>
    new Set(lines.filter(wanted).map(({ seq }) => seq))
  const refunding = rowsWith(({ account, debit }) => account === 'refunds-due' && debit > 0)
  const selling = rowsWith(({ account, credit }) => account === 'customer-deposits' && credit > 0)
  const found = rowsWith(({ account, credit }) => account === 'refunds-due' && credit > 0)
  return lines.flatMap(({ seq, saleId, cashier, currency, account, driver, debit, credit, corrects }) => {
    const kind = kinds.get(account)
    if (kind === undefined || (!corrects && ![refunding, selling, found].some((rows) => rows.has(seq)))) return []
    const refund = refunding.has(seq)
    const amount = refund ? credit - debit : debit - credit
    const count = refund ? 0 : amount >= 0 ? 1 : corrects ? -1 : 0
    return [{ saleId, currency, kind, driver, cashier, amount, refund, count }]
  })
}

/** Returns the amounts owed to customers after row `lastSeq`, by currency, from all shifts. */
export function owedAt(db: Database, lastSeq: number): ReadonlyMap<string, number> {
  const rows = db
    .prepare(
      `SELECT currency, sum(credit) - sum(debit) AS owed FROM posting
       WHERE account = 'refunds-due' AND seq <= ? GROUP BY currency HAVING owed <> 0`,
    )
    .all(lastSeq) as { readonly currency: string; readonly owed: number }[]
  return new Map(rows.map(({ currency, owed }) => [currency, owed]))
}

interface SoldTicket {
  readonly currency: string
  readonly price: number
  readonly eventId: string
  /** Zone name; empty if the order has no zone for the seat. */
  readonly zone: string
}

function soldTickets(books: Books, { firstSeq, lastSeq }: Range): readonly SoldTicket[] {
  const rows = books.db
    .prepare(
      `SELECT sale_id AS saleId, seat_id AS seatId, event_id AS eventId, price, currency FROM ticket
       WHERE seq BETWEEN ? AND ? ORDER BY seq`,
    )
    .all(firstSeq, lastSeq) as (Omit<SoldTicket, 'zone'> & { readonly saleId: string; readonly seatId: string })[]
  const zones = zonesOf(books)
  return rows.map(({ saleId, seatId, ...ticket }) => ({ ...ticket, zone: zones(saleId, seatId) }))
}

/**
 * Returns a function that finds the zone of a sold seat, or an empty text if the seat has no zone. Caches each sale.
 */
function zonesOf({ find }: Pick<Books, 'find'>): (saleId: string, seatId: string) => string {
  const sales = new Map<string, ReadonlyMap<string, string>>()
  const ofSale = (saleId: string): ReadonlyMap<string, string> => {
    const sale = find(saleId)
    return new Map(sale && 'order' in sale ? sale.order.seats.map(({ seatId, zoneName }) => [seatId, zoneName]) : [])
  }
  return (saleId, seatId) => {
    const zones = sales.get(saleId) ?? ofSale(saleId)
    sales.set(saleId, zones)
    return zones.get(seatId) ?? ''
  }
}

function summed<T, K extends keyof T, S>(
  all: readonly T[],
  by: T[K] extends string ? K : never,
  of: (some: readonly T[]) => S,
): Record<string, S> {
  return Object.fromEntries([...Map.groupBy(all, (each) => String(each[by]))].map(([name, some]) => [name, of(some)]))
}

function paymentSums(payments: readonly Payment[]): PaymentSums {
  const [refunds, taken] = [payments.filter(({ refund }) => refund), payments.filter(({ refund }) => !refund)]
  return {
    count: total(taken.map(({ count }) => count)),
    amount: total(taken.map(({ amount }) => amount)),
    refunds: refunds.length,
    refunded: total(refunds.map(({ amount }) => amount)),
  }
}

function total(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

interface UnsettledPayment extends ChargedAmount {
  readonly kind: string
  readonly driver: string
  readonly state: 'open' | 'refunding' | 'unmatched'
}

/** Returns the received, refunded and unsettled payments of each provider, in one currency. */
export function providerReports(
  payments: readonly Payment[],
  unsettled: readonly UnsettledPayment[],
): readonly ProviderReport[] {
  const keyOf = ({ kind, driver }: Pick<Payment, 'kind' | 'driver'>): string => `${kind} ${driver}`
  const known = payments.filter(({ driver }) => driver !== '')
  return [...new Map([...known, ...unsettled].map((each) => [keyOf(each), each]))]
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([key, { kind, driver }]) => {
      const left = unsettled.filter((each) => keyOf(each) === key)
      return {
        kind,
        driver,
        ...paymentSums(known.filter((each) => keyOf(each) === key)),
        open: paymentSumOf(left.filter(({ state }) => state === 'open')),
        refunding: paymentSumOf(left.filter(({ state }) => state === 'refunding')),
        unmatched: paymentSumOf(left.filter(({ state }) => state === 'unmatched')),
      }
    })
}

/** Adds the provider of the original payment to refunds for returned tickets, whose rows name no provider. */
export function withProviders(db: Database, payments: readonly Payment[]): readonly Payment[] {
  const paidOver = db
    .prepare(
      `SELECT payload ->> '$.tender.provider.driver' FROM journal JOIN sale USING (sale_id)
       WHERE sale_id = ? AND seq BETWEEN first_seq AND last_seq
         AND payload ->> '$.tender.kind' = ? AND payload ->> '$.tender.state' = 'approved' LIMIT 1`,
    )
    .pluck()
  return payments.map((payment) => {
    const { saleId, kind, driver, refund } = payment
    if (driver !== '' || !refund || !isProvided(kind)) return payment
    return { ...payment, driver: (paidOver.get(saleId, kind) as string | null | undefined) ?? '' }
  })
}

/**
 * Returns the payments and refunds that providers had not settled after row `lastSeq`. An abandoned payment that is
 * found later has the state `unmatched` until it is refunded.
 */
export function unsettledAt(db: Database, lastSeq: number): readonly UnsettledPayment[] {
  const left = openPayments(db, lastSeq).map(({ kind, provider, amount, currency, standing }): UnsettledPayment => {
    const sum = standing.is === 'found' ? standing : { amount, currency }
    const state = standing.is === 'found' ? 'unmatched' : 'open'
    return { kind, driver: provider.driver, state, amount: sum.amount, currency: sum.currency }
  })
  const back = openRefunds(db, lastSeq).map(({ kind, provider, amount, currency }): UnsettledPayment => ({
    kind,
    driver: provider.driver,
    state: 'refunding',
    amount,
    currency,
  }))
  return [...ofSalesAt(db, lastSeq), ...left, ...back]
}

function ofSalesAt(db: Database, lastSeq: number): readonly UnsettledPayment[] {
  const sales = db
    .prepare(
      `SELECT sale_id AS saleId, first_seq AS firstSeq, currency FROM sale
       WHERE first_seq <= ? AND (finished = 0 OR last_seq > ?) ORDER BY first_seq`,
    )
    .all(lastSeq, lastSeq) as { readonly saleId: string; readonly firstSeq: number; readonly currency: string }[]
  const stepsOf = db
    .prepare('SELECT payload FROM journal WHERE seq BETWEEN ? AND ? AND sale_id = ? ORDER BY seq DESC')
    .pluck()
  return sales.flatMap(({ saleId, firstSeq, currency }) => {
    const steps = (stepsOf.all(firstSeq, lastSeq, saleId) as string[]).map((text) => JSON.parse(text) as StepPayload)
    const [last] = steps
    const { tender, event } = steps.find((step) => step.tender) ?? {}
    if (!last || !event || !tender?.provider || !(last.to === 'paying' || last.to === 'needs-staff')) return []
    if (tender.state !== 'started' && tender.state !== 'unknown') return []
    const { differs } = event as { readonly differs?: ChargedAmount }
    const sum = differs ?? { amount: tender.amount, currency }
    return [{ kind: tender.kind, driver: tender.provider.driver, state: differs ? 'unmatched' : 'open', ...sum }]
  })
}

function paymentSumOf(payments: readonly UnsettledPayment[]): PaymentSum {
  return { count: payments.length, amount: payments.reduce((sum, { amount }) => sum + amount, 0) }
}

interface SeatPrice extends TradedPrice {
  readonly seq: number
  readonly saleId: string
  readonly seatId: string
  readonly eventId: string
}

/** Returns the tickets refunded or voided in the range, whichever shift sold them. */
export function returnedTickets(db: Database, { firstSeq, lastSeq }: Range): readonly SeatPrice[] {
  return db
    .prepare(
      `SELECT journal.seq, ticket.sale_id AS saleId, ticket.seat_id AS seatId, ticket.event_id AS eventId, ticket.currency, ticket.price
       FROM journal, json_each(journal.payload, '$.ticketIds') AS returned JOIN ticket ON ticket.ticket_id = returned.value
       WHERE journal.sale_id IS NULL AND code IN ('TICKETS_REFUNDED', 'TICKETS_VOIDED') AND journal.seq BETWEEN ? AND ?
       ORDER BY journal.seq`,
    )
    .all(firstSeq, lastSeq) as readonly SeatPrice[]
}

/** Returns the seats of sales that staff settled by hand, without tickets issued by the kiosk. */
export function seatsByHand({ db, find }: Books, { firstSeq, lastSeq }: Range): readonly (SeatPrice & TradedTicket)[] {
  const rows = db
    .prepare(
      `SELECT posting.seq, posting.sale_id AS saleId, wall_utc AS atUtc FROM posting JOIN journal USING (seq)
       WHERE posting.seq BETWEEN ? AND ? AND account = 'organiser-payable' AND credit > 0 AND posting.sale_id IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM ticket WHERE ticket.sale_id = posting.sale_id AND ticket.seq = posting.seq)
       ORDER BY posting.seq`,
    )
    .all(firstSeq, lastSeq) as readonly { readonly seq: number; readonly saleId: string; readonly atUtc: string }[]
  return rows.flatMap((row) => {
    const sale = find(row.saleId)
    if (!sale || !('order' in sale)) return []
    const { currency, event } = sale
    return sale.order.seats.map(({ seatId, price, place: { tribune } }) => ({
      ...row,
      seatId,
      eventId: event.eventId,
      currency,
      price,
      tribune: { name: tribune.name, color: tribune.color },
      byHand: true as const,
    }))
  })
}

/** Returns the takings by event id and zone in one currency. `issued`: sums of the tickets in the signed closure. */
export function takingsByZone(
  books: Books,
  range: Range,
): (currency: string, issued: ShiftSums['events']) => Readonly<Record<string, Readonly<Record<string, Takings>>>> {
  const zones = zonesOf(books)
  const [byHand, returned] = [seatsByHand(books, range), returnedTickets(books.db, range)].map((seats) =>
    seats.map((seat) => ({ ...seat, zone: zones(seat.saleId, seat.seatId) })),
  )
  return (currency, issued) => {
    const sums = (seats: typeof byHand = []): ShiftSums['events'] =>
      summed(
        seats.filter((seat) => seat.currency === currency),
        'eventId',
        (ofEvent) => summed(ofEvent, 'zone', sumOf),
      )
    const [settled, back] = [sums(byHand), sums(returned)]
    const namesIn = (groups: readonly (object | undefined)[]): readonly string[] => [
      ...new Set(groups.flatMap((group) => Object.keys(group ?? {}))),
    ]
    const ofEvent = (id: string): Record<string, Takings> =>
      Object.fromEntries(
        namesIn([issued[id], settled[id], back[id]]).map((zone) => {
          const { tickets = 0, amount = 0 } = issued[id]?.[zone] ?? {}
          const sold = { tickets, amount: amount + (settled[id]?.[zone]?.amount ?? 0) }
          return [zone, takingsOf(sold, back[id]?.[zone] ?? { tickets: 0, amount: 0 })]
        }),
      )
    return Object.fromEntries(namesIn([issued, settled, back]).map((id) => [id, ofEvent(id)]))
  }
}

interface SoldSale {
  readonly currency: string
  /** Staff id of the last payment, otherwise of the last row with a staff id; empty if no row has a staff id. */
  readonly cashier: string
}

export function salesIn(db: Database, { firstSeq, lastSeq }: Range): readonly SoldSale[] {
  return db
    .prepare(
      `WITH sold AS (
         SELECT sale_id, max(seq) AS seq FROM (
           SELECT sale_id, seq FROM ticket WHERE seq BETWEEN $first AND $last
           UNION SELECT sale_id, seq FROM posting
             WHERE seq BETWEEN $first AND $last AND account = 'organiser-payable' AND credit > 0 AND sale_id IS NOT NULL)
         GROUP BY sale_id)
       SELECT sale.currency, coalesce((
         SELECT staff_id FROM journal
         WHERE journal.seq BETWEEN sale.first_seq AND sold.seq AND journal.sale_id = sold.sale_id
         ORDER BY EXISTS (
           SELECT 1 FROM posting WHERE posting.seq = journal.seq AND account = 'customer-deposits' AND credit > 0) DESC,
           staff_id IS NOT NULL DESC, journal.seq DESC
         LIMIT 1), '') AS cashier
       FROM sold JOIN sale USING (sale_id) ORDER BY sold.seq`,
    )
    .all({ first: firstSeq, last: lastSeq }) as readonly SoldSale[]
}
