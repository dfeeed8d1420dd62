import type { Sale } from '../../shared/domain/sale.ts'
import type {
  CashierReport,
  CurrencyReport,
  EventReport,
  ShiftReport,
  TenderReport,
} from '../../shared/domain/shift-report.ts'
import { type Closure, closureAt } from './closures.ts'
import { drawerRows, type DrawerRow } from './drawer.ts'
import { TENDER_ACCOUNTS } from './postings.ts'
import { drawerReport } from './shift-drawer.ts'
import type { Store } from './store.ts'

/**
 * What lies behind the sums of the closure in that row, from the rows it covers; null: no closure. Reads every sale of the
 * shift: about 0.1 ms each.
 */
export function summariseShift(store: Store, closureSeq: number): ShiftReport | null {
  const { db, register } = store
  const journalled = closureAt(db, closureSeq)
  if (!journalled) return null
  const { closure, atUtc, staffId, keyId } = journalled
  const { kind, shiftNo, seq, firstSeq, lastSeq, tailHash } = closure
  const payments = paymentsOf(store, closure)
  const sold = soldTickets(store, closure)
  const from = db.prepare('SELECT wall_utc FROM journal WHERE seq = ?').pluck().get(Math.min(firstSeq, seq)) as string
  const duplicates = db
    .prepare(
      `SELECT count(*) FROM journal WHERE seq BETWEEN ? AND ? AND code = 'PRINT_FINISHED'
       AND json_extract(payload, '$.jobs[0].copyNumber') > 0`,
    )
    .pluck()
    .get(firstSeq, lastSeq) as number
  // A sale with a later row was not over then.
  const waiting = db
    .prepare('SELECT count(*) FROM sale WHERE first_seq < ? AND (finished = 0 OR last_seq > ?)')
    .pluck()
    .get(seq, seq) as number
  const drawer = drawerRows(db, firstSeq, lastSeq)
  const opened = drawer.filter(({ code }) => code === 'DRAWER_OPENED')
  const moved = drawer.filter((row) => !opened.includes(row))
  const currencies = new Set([
    ...Object.keys(closure.totals),
    ...Object.keys(closure.perpetualNet),
    ...moved.map(({ payload }) => payload.currency),
  ])
  return {
    kind,
    register,
    shiftNo,
    from,
    to: atUtc,
    staffId,
    sales: new Set(payments.flatMap(({ refund, saleId }) => (refund ? [] : [saleId]))).size,
    duplicates,
    waiting,
    openings: opened.map(({ atUtc, staffId: who, payload: { reason = '' } }) => ({ atUtc, staffId: who, reason })),
    currencies: [...currencies].sort().map((currency) =>
      currencyReport(
        closure,
        currency,
        sold.filter((ticket) => ticket.currency === currency),
        payments.filter((payment) => payment.currency === currency),
        moved.filter(({ payload }) => payload.currency === currency),
      ),
    ),
    anchor: { seq, firstSeq, lastSeq, tailHash, keyId },
  }
}

interface SoldTicket {
  readonly currency: string
  readonly price: number
  readonly eventId: string
  readonly title: string
  readonly startsAt: string
  readonly zone: string
}

/** Money in or out over one tender, in one row. */
interface Payment {
  readonly saleId: string
  readonly currency: string
  readonly kind: string
  readonly staffId: string | null
  readonly amount: number
  readonly refund: boolean
}

function soldTickets(store: Store, { firstSeq, lastSeq }: Closure): readonly SoldTicket[] {
  const rows = store.db
    .prepare('SELECT sale_id, seat_id, event_id, price, currency FROM ticket WHERE seq BETWEEN ? AND ? ORDER BY seq')
    .all(firstSeq, lastSeq) as {
    readonly sale_id: string
    readonly seat_id: string
    readonly event_id: string
    readonly price: number
    readonly currency: string
  }[]
  const sales = new Map<string, Sale | null>()
  return rows.map(({ sale_id, seat_id, event_id, price, currency }) => {
    if (!sales.has(sale_id)) sales.set(sale_id, store.find(sale_id))
    const sale = sales.get(sale_id) ?? null
    const seat = sale && 'order' in sale ? sale.order.seats.find(({ seatId }) => seatId === seat_id) : null
    // Of a sale that a damaged disk took, the tables know the event's id and no zone.
    const { title, startsAt } = sale?.event ?? { title: event_id, startsAt: '' }
    return { currency, price, eventId: event_id, title, startsAt, zone: seat?.zoneName ?? '' }
  })
}

/** Each row of the books that moved money over a tender; several lines of one row are one payment. */
function paymentsOf({ db }: Store, { firstSeq, lastSeq }: Closure): readonly Payment[] {
  const kinds = new Map<string, string>(Object.entries(TENDER_ACCOUNTS).map(([kind, account]) => [account, kind]))
  const lines = db
    .prepare(
      `SELECT posting.seq, journal.sale_id AS saleId, journal.staff_id AS staffId, currency, account, sum(debit) AS debit, sum(credit) AS credit
       FROM posting JOIN journal USING (seq)
       WHERE posting.seq BETWEEN ? AND ? GROUP BY posting.seq, currency, account ORDER BY posting.seq`,
    )
    .all(firstSeq, lastSeq) as {
    readonly seq: number
    readonly saleId: string
    readonly staffId: string | null
    readonly currency: string
    readonly account: string
    readonly debit: number
    readonly credit: number
  }[]
  const refunding = new Set(lines.filter(({ account, debit }) => account === 'refunds-due' && debit > 0).map(seqOf))
  const selling = new Set(
    lines.filter(({ account, credit }) => account === 'customer-deposits' && credit > 0).map(seqOf),
  )
  return lines.flatMap(({ seq, saleId, staffId, currency, account, debit, credit }) => {
    const kind = kinds.get(account)
    if (kind === undefined || !(refunding.has(seq) || selling.has(seq))) return []
    const refund = refunding.has(seq)
    return [{ saleId, currency, kind, staffId, amount: refund ? credit - debit : debit - credit, refund }]
  })
}

function seqOf({ seq }: { readonly seq: number }): number {
  return seq
}

function currencyReport(
  { totals, perpetualNet, perpetualAbs }: Closure,
  currency: string,
  tickets: readonly SoldTicket[],
  payments: readonly Payment[],
  moved: readonly DrawerRow[],
): CurrencyReport {
  const { debit = 0, credit = 0 } = totals[currency]?.accounts['organiser-payable'] ?? {}
  return {
    currency,
    tickets: tickets.length,
    sold: credit,
    refunded: debit,
    net: credit - debit,
    events: eventReports(tickets),
    tenders: tenderReports(payments),
    cashiers: cashierReports(payments),
    drawer: drawerReport(totals[currency]?.accounts ?? {}, moved),
    perpetualNet: perpetualNet[currency] ?? 0,
    perpetualAbs: perpetualAbs[currency] ?? 0,
  }
}

function eventReports(tickets: readonly SoldTicket[]): readonly EventReport[] {
  const byEvent = Map.groupBy(tickets, ({ eventId }) => eventId)
  return [...byEvent.values()].map((ofEvent) => ({
    title: ofEvent[0]?.title ?? '',
    startsAt: ofEvent[0]?.startsAt ?? '',
    tickets: ofEvent.length,
    amount: total(ofEvent.map(({ price }) => price)),
    zones: [...Map.groupBy(ofEvent, ({ zone }) => zone)]
      .map(([name, inZone]) => ({ name, tickets: inZone.length, amount: total(inZone.map(({ price }) => price)) }))
      .sort((a, b) => a.name.localeCompare(b.name, 'fr')),
  }))
}

function tenderReports(payments: readonly Payment[]): readonly TenderReport[] {
  return [...Map.groupBy(payments, ({ kind }) => kind)]
    .map(([kind, ofKind]) => ({ kind, ...sumsOf(ofKind) }))
    .sort((a, b) => a.kind.localeCompare(b.kind, 'en'))
}

function cashierReports(payments: readonly Payment[]): readonly CashierReport[] {
  return [...Map.groupBy(payments, ({ staffId }) => staffId)]
    .map(([staffId, theirs]) => ({ staffId, ...sumsOf(theirs) }))
    .sort((a, b) => (a.staffId ?? '').localeCompare(b.staffId ?? '', 'en'))
}

function sumsOf(payments: readonly Payment[]): Omit<TenderReport, 'kind'> {
  const [refunds, taken] = [payments.filter(({ refund }) => refund), payments.filter(({ refund }) => !refund)]
  return {
    count: taken.length,
    amount: total(taken.map(({ amount }) => amount)),
    refunds: refunds.length,
    refunded: total(refunds.map(({ amount }) => amount)),
  }
}

function total(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}
