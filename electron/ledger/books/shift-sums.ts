import type { Database } from 'better-sqlite3'
import { sumOf, type TradeSum } from '../../../shared/domain/money/trade.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import { DRIVER_OF_OPEN_PAYMENT } from './open-payments.ts'
import { TENDER_ACCOUNTS } from './postings.ts'

/** What a range of rows sold and took in one currency, in minor units. */
export interface ShiftSums {
  /** By event id and name of the zone. */
  readonly events: Readonly<Record<string, Readonly<Record<string, TradeSum>>>>
  /** By kind. */
  readonly tenders: Readonly<Record<string, PaymentSums>>
  /** By who took the money, or gave it back; under an empty name what nobody in particular did. */
  readonly cashiers: Readonly<Record<string, PaymentSums>>
}

export interface PaymentSums {
  /** Payments, and what they brought in. */
  readonly count: number
  readonly amount: number
  readonly refunds: number
  readonly refunded: number
}

/** First and last row. */
export interface Range {
  readonly firstSeq: number
  readonly lastSeq: number
}

export interface Books {
  readonly db: Database
  readonly find: (saleId: string) => Sale | null
}

/** Reads every sale of the range: about 0.1 ms each. */
export function shiftSums(books: Books, range: Range): (currency: string) => ShiftSums {
  const sold = Map.groupBy(soldTickets(books, range), ({ currency }) => currency)
  const paid = Map.groupBy(paymentsIn(books, range), ({ currency }) => currency)
  return (currency) => {
    const [tickets, payments] = [sold.get(currency) ?? [], paid.get(currency) ?? []]
    return {
      events: summed(tickets, 'eventId', (ofEvent) => summed(ofEvent, 'zone', sumOf)),
      tenders: summed(payments, 'kind', paymentSums),
      cashiers: summed(payments, 'cashier', paymentSums),
    }
  }
}

/** Money in or out over one tender, in one row. */
export interface Payment {
  readonly saleId: string | null
  readonly currency: string
  readonly kind: string
  /** Speaks with who took it; empty: the ledger names none. */
  readonly driver: string
  /** Empty: nobody in particular. */
  readonly cashier: string
  readonly amount: number
  readonly refund: boolean
}

/** Each row of the books that moved money over a tender; several lines of one row are one payment. */
export function paymentsIn({ db }: Pick<Books, 'db'>, { firstSeq, lastSeq }: Range): readonly Payment[] {
  const kinds = new Map<string, string>(Object.entries(TENDER_ACCOUNTS).map(([kind, account]) => [account, kind]))
  const lines = db
    .prepare(
      `SELECT posting.seq, posting.sale_id AS saleId, coalesce(journal.staff_id, '') AS cashier, currency, account,
         coalesce(payload ->> '$.tender.provider.driver', payload ->> '$.provider.driver',
           ${DRIVER_OF_OPEN_PAYMENT}, '') AS driver,
         sum(debit) AS debit, sum(credit) AS credit
       FROM posting JOIN journal USING (seq)
       WHERE posting.seq BETWEEN ? AND ? GROUP BY posting.seq, currency, account ORDER BY posting.seq`,
    )
    .all(firstSeq, lastSeq) as {
    readonly seq: number
    readonly saleId: string | null
    readonly cashier: string
    readonly currency: string
    readonly account: string
    readonly driver: string
    readonly debit: number
    readonly credit: number
  }[]
  const rowsWith = (wanted: (line: (typeof lines)[number]) => boolean): ReadonlySet<number> =>
    new Set(lines.filter(wanted).map(({ seq }) => seq))
  const refunding = rowsWith(({ account, debit }) => account === 'refunds-due' && debit > 0)
  const selling = rowsWith(({ account, credit }) => account === 'customer-deposits' && credit > 0)
  const found = rowsWith(({ account, credit }) => account === 'refunds-due' && credit > 0)
  return lines.flatMap(({ seq, saleId, cashier, currency, account, driver, debit, credit }) => {
    const kind = kinds.get(account)
    if (kind === undefined || ![refunding, selling, found].some((rows) => rows.has(seq))) return []
    const refund = refunding.has(seq)
    return [{ saleId, currency, kind, driver, cashier, amount: refund ? credit - debit : debit - credit, refund }]
  })
}

/** By currency, what customers are owed after that row, whatever shift it comes from. */
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
  /** Empty where the order names none. */
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

/** The zone of a seat in its sale's order; empty if the order names none. Reads each sale once. */
export function zonesOf({ find }: Pick<Books, 'find'>): (saleId: string, seatId: string) => string {
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

export function paymentSums(payments: readonly Payment[]): PaymentSums {
  const [refunds, taken] = [payments.filter(({ refund }) => refund), payments.filter(({ refund }) => !refund)]
  return {
    // What is over and becomes a credit slip is no payment of its own.
    count: taken.filter(({ amount }) => amount >= 0).length,
    amount: total(taken.map(({ amount }) => amount)),
    refunds: refunds.length,
    refunded: total(refunds.map(({ amount }) => amount)),
  }
}

function total(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}
