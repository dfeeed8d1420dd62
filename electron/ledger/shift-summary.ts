import { cashMoves } from '../../shared/domain/money/drawer.ts'
import { taxesIn } from '../../shared/domain/money/money.ts'
import type { CashboxEmptying } from '../../shared/domain/money/notes.ts'
import type {
  CashierReport,
  CashMovement,
  CurrencyReport,
  DrawerReport,
  EventReport,
  ShiftReport,
  TenderReport,
} from '../../shared/domain/money/shift-report.ts'
import { type Takings, takingsOf } from '../../shared/domain/money/trade.ts'
import { compareLabels } from '../../shared/domain/seats/place.ts'
import { type Closure, closureAt, type CurrencyTotals, paperCode } from './accounts/closures.ts'
import { openSlipsAt } from './accounts/credit-slips.ts'
import { countsIn, type DrawerPayload, type DrawerRow, drawerRows, uncountedDrawers } from './accounts/drawer.ts'
import { cashboxReports } from './accounts/notes.ts'
import {
  owedAt,
  paymentsIn,
  providerReports,
  returnedTickets,
  salesIn,
  type ShiftSums,
  takingsByZone,
  unsettledAt,
  withProviders,
} from './accounts/shift-sums.ts'
import { daysOfShift } from './accounts/terminal-days.ts'
import { rowCode } from './journal.ts'
import type { Signer } from './signer.ts'
import type { Store } from './store.ts'

/** Returns the report of a closure; null if row `closureSeq` is not a closure. `signer` signs a Z report's code. */
export function summariseShift(store: Store, closureSeq: number, signer: Signer): ShiftReport | null {
  const { db, register } = store
  const journalled = closureAt(db, closureSeq)
  if (!journalled) return null
  const { closure, atUtc, staffId, hash, keyId } = journalled
  const { kind, shiftNo, seq, firstSeq, lastSeq, tailHash } = closure
  const payments = withProviders(db, paymentsIn(store, closure))
  const from = db.prepare('SELECT wall_utc FROM journal WHERE seq = ?').pluck().get(Math.min(firstSeq, seq)) as string
  const drawer = drawerRows(db, firstSeq, lastSeq)
  const opened = drawer.filter(({ code }) => code === 'DRAWER_OPENED')
  const moved = drawer.filter((row) => !opened.includes(row))
  const accountsPaid = moved.flatMap(({ code, payload }) => (code === 'ACCOUNT_PAID' ? [payload] : []))
  const uncounted = uncountedDrawers(db, closure, drawer)
  const owed = owedAt(db, lastSeq)
  const unsettled = unsettledAt(db, lastSeq)
  const slips = openSlipsAt(db, lastSeq)
  const boxes = cashboxReports(db, closure)
  const currencies = new Set([
    ...Object.keys(closure.totals),
    ...Object.keys(closure.perpetualNet),
    ...moved.map(({ payload }) => payload.currency),
    ...owed.keys(),
    ...slips.keys(),
    ...boxes.keys(),
    ...unsettled.map(({ currency }) => currency),
  ])
  const sales = salesIn(db, closure)
  const takings = takingsReports(store, closure, sales)
  const inCurrency = <T extends { readonly currency: string }>(all: readonly T[], currency: string): readonly T[] =>
    all.filter((each) => each.currency === currency)
  return {
    kind,
    register,
    shiftNo,
    from,
    to: atUtc,
    staffId,
    sales: sales.length,
    duplicates: duplicatesIn(db, closure),
    waiting: waitingAt(db, seq),
    openings: opened.map(({ atUtc: openedUtc, staffId: who, payload: { reason = '', second = null } }) => ({
      atUtc: openedUtc,
      staffId: who,
      second,
      reason,
    })),
    currencies: [...currencies].sort().map((currency) => ({
      ...takings(currency),
      providers: providerReports(inCurrency(payments, currency), inCurrency(unsettled, currency)),
      owed: owed.get(currency) ?? 0,
      openSlips: slips.get(currency)?.all ?? { count: 0, amount: 0 },
      hubSlips: slips.get(currency)?.atHub ?? { count: 0, amount: 0 },
      accountPayments: accountPayments(inCurrency(accountsPaid, currency)),
      drawer: drawerReport(
        closure.totals[currency]?.accounts ?? {},
        moved.filter(({ payload: { currency: of, tender } }) => of === currency && (tender ?? 'cash') === 'cash'),
        uncounted.has(currency),
        boxes.get(currency)?.emptied ?? [],
      ),
      cashbox: boxes.get(currency) ?? null,
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

/** Returns the number of unfinished sales at a row, without sales in state `choosing`, which have no hold. */
function waitingAt(db: Store['db'], seq: number): number {
  const waiting = db.prepare(
    `SELECT count(*) FROM sale WHERE first_seq < $seq AND (finished = 0 OR last_seq > $seq) AND (
       SELECT payload ->> '$.to' FROM journal
       WHERE seq BETWEEN sale.first_seq AND $seq AND journal.sale_id = sale.sale_id ORDER BY seq DESC LIMIT 1) IS NOT 'choosing'`,
  )
  return waiting.pluck().get({ seq }) as number
}

/** Counts the extra copies of tickets that were printed, both during sales and by later reprints. */
function duplicatesIn(db: Store['db'], { firstSeq, lastSeq }: Closure): number {
  const printed = db.prepare(
    `SELECT count(*) FROM journal WHERE seq BETWEEN ? AND ?
     AND (code = 'PRINT_FINISHED' AND json_extract(payload, '$.jobs[0].copyNumber') > 0
       OR code = 'REPRINT_FINISHED' AND json_extract(payload, '$.state') = 'printed')`,
  )
  return printed.pluck().get(firstSeq, lastSeq) as number
}

/** Returns a function that reports the amounts and tickets of one currency, as recorded in the signed closure. */
function takingsReports(store: Store, closure: Closure, sales: ReturnType<typeof salesIn>) {
  const { totals, perpetualNet, perpetualAbs } = closure
  const zones = takingsByZone(store, closure)
  const returned = returnedTickets(store.db, closure)
  return (
    currency: string,
  ): Omit<
    CurrencyReport,
    'providers' | 'owed' | 'openSlips' | 'hubSlips' | 'accountPayments' | 'drawer' | 'cashbox'
  > => {
    const { accounts = {}, tickets = 0, events = {}, tenders = {}, cashiers = {}, taxed = {} } = totals[currency] ?? {}
    const { debit = 0, credit = 0 } = accounts['organiser-payable'] ?? {}
    const rounded = accounts.rounding ?? { debit: 0, credit: 0 }
    const rounding = rounded.credit - rounded.debit
    const back = returned.filter((each) => each.currency === currency).length
    const takings = takingsOf({ tickets, amount: credit }, { tickets: back, amount: debit })
    return {
      currency,
      ...takings,
      taxes: taxesIn(Object.entries(taxed).map(([rate, price]) => ({ price, taxRate: Number(rate) }))),
      events: eventReports(store, zones(currency, events)),
      tenders: tenderReports(tenders),
      ...(rounding !== 0 && { rounding }),
      cashiers: cashierReports(
        cashiers,
        sales.filter((sale) => sale.currency === currency),
      ),
      perpetualNet: perpetualNet[currency] ?? 0,
      perpetualAbs: perpetualAbs[currency] ?? 0,
    }
  }
}

function tenderReports(tenders: ShiftSums['tenders']): readonly TenderReport[] {
  return (
    Object.entries(tenders)
      .map(([kind, paid]): TenderReport => ({ kind, ...paid }))
      // Omits a tender whose payments were all moved to other tenders by corrections.
      .filter(({ count, amount, refunds }) => count !== 0 || amount !== 0 || refunds !== 0)
      .sort((a, b) => a.kind.localeCompare(b.kind, 'en'))
  )
}

function cashierReports(cashiers: ShiftSums['cashiers'], sales: ReturnType<typeof salesIn>): readonly CashierReport[] {
  const names = new Set([...Object.keys(cashiers), ...sales.map(({ cashier }) => cashier)])
  const nothing = { amount: 0, refunds: 0, refunded: 0 }
  return [...names]
    .map((name): CashierReport => {
      const { amount, refunds, refunded } = cashiers[name] ?? nothing
      const sold = sales.filter(({ cashier }) => cashier === name).length
      return { staffId: name === '' ? null : name, sales: sold, amount, refunds, refunded }
    })
    .sort((a, b) => compareLabels(a.staffId ?? '', b.staffId ?? ''))
}

function eventReports(store: Store, events: ReturnType<ReturnType<typeof takingsByZone>>): readonly EventReport[] {
  return Object.entries(events)
    .map(([eventId, zones]) => eventReport(store, eventId, zones))
    .sort((a, b) => a.startsAt.localeCompare(b.startsAt, 'en') || compareLabels(a.title, b.title))
}

function eventReport(store: Store, eventId: string, zones: Readonly<Record<string, Takings>>): EventReport {
  const sale = store.db.prepare('SELECT sale_id FROM ticket WHERE event_id = ? LIMIT 1').pluck().get(eventId)
  // If disk damage destroyed the sale, the tables contain only the event's id.
  const { title, startsAt } = (sale === undefined ? null : store.find(sale as string)?.event) ?? {
    title: eventId,
    startsAt: '',
  }
  const inZones = Object.entries(zones).map(([name, inZone]) => ({ name, ...inZone }))
  const total = (of: 'sold' | 'returned') =>
    inZones.reduce(
      (sum, { [of]: { tickets, amount } }) => ({ tickets: sum.tickets + tickets, amount: sum.amount + amount }),
      { tickets: 0, amount: 0 },
    )
  return {
    title,
    startsAt,
    ...takingsOf(total('sold'), total('returned')),
    zones: inZones.sort((a, b) => compareLabels(a.name, b.name)),
  }
}

/**
 * Returns the drawer report of one currency: the amounts in the signed closure, with the rows that make up each amount.
 */
function drawerReport(
  accounts: CurrencyTotals['accounts'],
  rows: readonly DrawerRow[],
  uncounted: boolean,
  boxes: readonly CashboxEmptying[],
): DrawerReport | null {
  if (accounts['drawer'] === undefined && rows.length === 0) return null
  const sums = (account: string) => accounts[account] ?? { debit: 0, credit: 0 }
  const balance = (account: string): number => sums(account).debit - sums(account).credit
  const inDrawer = balance('drawer')
  const [openingFloat, paidIn] = [sums('float').credit, sums('paid-in').credit]
  // Vouchers paid out are summed from the rows, because sales also post to the account of credit vouchers.
  const slips = rows.filter(({ code }) => code === 'SLIP_PAID_OUT')
  const slipsPaid = slips.reduce((sum, { payload: { amount = 0 } }) => sum + amount, 0)
  const paid = rows.filter(({ code }) => code === 'ACCOUNT_PAID')
  const accountsPaid = paid.reduce((sum, { payload: { amount = 0 } }) => sum + amount, 0)
  // Cash from emptied cashboxes is also posted to the safe account, but cashbox differences do not concern the drawer.
  const [fromBoxes, boxesOver] = boxes.reduce(([sum, over], one) => [sum + one.total, over + one.difference], [0, 0])
  const [paidOut, dropped] = [sums('paid-out').debit, sums('safe').debit - fromBoxes]
  // The expected cash excludes the corrections that were posted after drawer counts.
  const expected = inDrawer + balance('over-short') + boxesOver
  const counts = countsIn(rows)
  return {
    openingFloat,
    paidIn,
    paidOut,
    dropped,
    slipsPaid,
    accountsPaid,
    cash: expected - openingFloat - paidIn + paidOut + dropped + slipsPaid - accountsPaid,
    expected,
    counted: counts.length > 0 ? inDrawer : null,
    uncounted,
    counts,
    movements: rows.flatMap(movementOf),
  }
}

function accountPayments(paid: readonly DrawerPayload[]): CurrencyReport['accountPayments'] {
  return [...Map.groupBy(paid, ({ tender = '' }) => tender)].map(([kind, payments]) => ({
    kind,
    count: payments.length,
    amount: payments.reduce((sum, { amount = 0 }) => sum + amount, 0),
  }))
}

function movementOf({ code, atUtc, staffId, payload }: DrawerRow): readonly CashMovement[] {
  const { amount = 0, reason = '', second = null } = payload
  const kind = cashMoves.find((each) => rowCode(each) === code)
  return kind ? [{ kind, atUtc, staffId, second, amount, reason }] : []
}
