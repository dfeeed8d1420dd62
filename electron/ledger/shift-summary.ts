import type {
  CashierReport,
  CurrencyReport,
  EventReport,
  ShiftReport,
  TenderReport,
} from '../../shared/domain/money/shift-report.ts'
import { type Closure, closureAt } from './books/closures.ts'
import { openSlipsAt } from './books/credit-slips.ts'
import { drawerRows, uncountedDrawers } from './books/drawer.ts'
import { noteBoxReports } from './books/notes-in-box.ts'
import { paperCode } from './books/paper-code.ts'
import { drawerReport } from './books/shift-drawer.ts'
import { providerReports, unsettledAt, withProviders } from './books/provider-sums.ts'
import { owedAt, paymentsIn, type ShiftSums, shiftSums } from './books/shift-sums.ts'
import type { Signer } from './chain/signer.ts'
import { daysOfShift } from './books/terminal-days.ts'
import type { Store } from './sales/store.ts'

/**
 * What the closure in that row says, with what lies behind its sums in the rows it covers; null: no closure. `signer`
 * signs the code of a Z.
 */
export function summariseShift(store: Store, closureSeq: number, signer: Signer): ShiftReport | null {
  const { db, register } = store
  const journalled = closureAt(db, closureSeq)
  if (!journalled) return null
  const { closure, atUtc, staffId, hash, keyId } = journalled
  const { kind, shiftNo, seq, firstSeq, lastSeq, tailHash } = closure
  const payments = withProviders(db, paymentsIn(store, closure))
  const from = db.prepare('SELECT wall_utc FROM journal WHERE seq = ?').pluck().get(Math.min(firstSeq, seq)) as string
  // Those that a sale needed to be finished, and those that were asked for after its end.
  const duplicates = db
    .prepare(
      `SELECT count(*) FROM journal WHERE seq BETWEEN ? AND ?
       AND (code = 'PRINT_FINISHED' AND json_extract(payload, '$.jobs[0].copyNumber') > 0
         OR code = 'COPY_FINISHED' AND json_extract(payload, '$.state') = 'printed')`,
    )
    .pluck()
    .get(firstSeq, lastSeq) as number
  const drawer = drawerRows(db, firstSeq, lastSeq)
  const opened = drawer.filter(({ code }) => code === 'DRAWER_OPENED')
  const moved = drawer.filter((row) => !opened.includes(row))
  const uncounted = uncountedDrawers(db, closure, drawer)
  const owed = owedAt(db, lastSeq)
  const unsettled = unsettledAt(db, lastSeq)
  const slips = openSlipsAt(db, lastSeq)
  const boxes = noteBoxReports(db, closure)
  const currencies = new Set([
    ...Object.keys(closure.totals),
    ...Object.keys(closure.perpetualNet),
    ...moved.map(({ payload }) => payload.currency),
    ...owed.keys(),
    ...slips.keys(),
    ...boxes.keys(),
    ...unsettled.map(({ currency }) => currency),
  ])
  const sums = sumsOf(store, closure)
  const inCurrency = <T extends { readonly currency: string }>(all: readonly T[], currency: string): readonly T[] =>
    all.filter((each) => each.currency === currency)
  return {
    kind,
    register,
    shiftNo,
    from,
    to: atUtc,
    staffId,
    sales: new Set([...payments.flatMap(({ refund, saleId }) => (refund ? [] : [saleId])), ...freeSales(db, closure)])
      .size,
    duplicates,
    waiting: waitingAt(db, seq),
    openings: opened.map(({ atUtc: openedUtc, staffId: who, payload: { reason = '', second = null } }) => ({
      atUtc: openedUtc,
      staffId: who,
      second,
      reason,
    })),
    currencies: [...currencies].sort().map((currency) => ({
      ...currencyReport(store, closure, currency, sums(currency)),
      providers: providerReports(inCurrency(payments, currency), inCurrency(unsettled, currency)),
      owed: owed.get(currency) ?? 0,
      openSlips: slips.get(currency)?.all ?? { count: 0, amount: 0 },
      hubSlips: slips.get(currency)?.atHub ?? { count: 0, amount: 0 },
      drawer: drawerReport(
        closure.totals[currency]?.accounts ?? {},
        moved.filter(({ payload }) => payload.currency === currency),
        uncounted.has(currency),
        boxes.get(currency)?.emptied ?? [],
      ),
      noteBox: boxes.get(currency) ?? null,
    })),
    terminalDays: kind === 'Z' ? daysOfShift(db, shiftNo) : [],
    anchor: {
      seq,
      firstSeq,
      lastSeq,
      tailHash,
      hash,
      keyId,
      code: kind === 'Z' ? paperCode(closure, { register, ledgerId: store.ledgerId, hash }, signer) : null,
    },
  }
}

/** Those that no money moved for. */
function freeSales(db: Store['db'], { firstSeq, lastSeq }: { firstSeq: number; lastSeq: number }): readonly string[] {
  const free = db.prepare(
    `SELECT sale_id FROM journal WHERE seq BETWEEN ? AND ? AND code IN ('FREE_ORDER_ACCEPTED', 'TICKETS_FOUND')
     AND payload ->> '$.tender.kind' = 'free'`,
  )
  return free.pluck().all(firstSeq, lastSeq) as string[]
}

/** A sale with a later row was not over then. */
function waitingAt(db: Store['db'], seq: number): number {
  const waiting = db.prepare('SELECT count(*) FROM sale WHERE first_seq < ? AND (finished = 0 OR last_seq > ?)')
  return waiting.pluck().get(seq, seq) as number
}

/** As the closure signed them; of one that an older program wrote, as its rows say. */
function sumsOf(store: Store, closure: Closure): (currency: string) => ShiftSums {
  const signed = Object.values(closure.totals).every(({ events, tenders, cashiers }) => events && tenders && cashiers)
  if (!signed) return shiftSums(store, closure)
  return (currency) => ({ events: {}, tenders: {}, cashiers: {}, ...closure.totals[currency] })
}

function currencyReport(
  store: Store,
  { totals, perpetualNet, perpetualAbs }: Closure,
  currency: string,
  sums: ShiftSums,
): Omit<CurrencyReport, 'providers' | 'owed' | 'openSlips' | 'hubSlips' | 'drawer' | 'noteBox'> {
  const { accounts = {}, tickets = 0 } = totals[currency] ?? {}
  const { debit = 0, credit = 0 } = accounts['organiser-payable'] ?? {}
  const { events, tenders, cashiers } = sums
  return {
    currency,
    tickets,
    sold: credit,
    refunded: debit,
    net: credit - debit,
    events: Object.entries(events)
      .map(([eventId, zones]) => eventReport(store, eventId, zones))
      .sort((a, b) => a.startsAt.localeCompare(b.startsAt, 'en') || a.title.localeCompare(b.title, 'fr')),
    tenders: Object.entries(tenders)
      .map(([kind, paid]): TenderReport => ({ kind, ...paid }))
      .sort((a, b) => a.kind.localeCompare(b.kind, 'en')),
    cashiers: Object.entries(cashiers)
      .map(([name, paid]): CashierReport => ({ staffId: name === '' ? null : name, ...paid }))
      .sort((a, b) => (a.staffId ?? '').localeCompare(b.staffId ?? '', 'en')),
    perpetualNet: perpetualNet[currency] ?? 0,
    perpetualAbs: perpetualAbs[currency] ?? 0,
  }
}

function eventReport(store: Store, eventId: string, zones: ShiftSums['events'][string]): EventReport {
  const sale = store.db.prepare('SELECT sale_id FROM ticket WHERE event_id = ? LIMIT 1').pluck().get(eventId)
  // Of a sale that a damaged disk took, the tables know the event's id.
  const { title, startsAt } = (sale === undefined ? null : store.find(sale as string)?.event) ?? {
    title: eventId,
    startsAt: '',
  }
  const sold = Object.entries(zones).map(([name, inZone]) => ({ name, ...inZone }))
  return {
    title,
    startsAt,
    tickets: sold.reduce((sum, { tickets }) => sum + tickets, 0),
    amount: sold.reduce((sum, { amount }) => sum + amount, 0),
    zones: sold.sort((a, b) => a.name.localeCompare(b.name, 'fr')),
  }
}
