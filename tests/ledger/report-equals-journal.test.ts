import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Ledger, openLedger } from '../../electron/ledger/ledger.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import type { Instant } from '../../shared/domain/sale/sale.ts'
import type { ShiftReport } from '../../shared/domain/money/shift-report.ts'
import { chosenSeat, composed, EVENT, startSale, ticketOf, toPriced, toPrinted } from './sales.ts'
import { ledgerOptions, tickingClock } from './fixtures.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

type Act =
  | {
      readonly do: 'sell' | 'refund' | 'leave' | 'return'
      readonly kind: 'card' | 'cash'
      readonly prices: readonly number[]
      readonly zone: string
      readonly event: string
      readonly staffId: string | null
    }
  | { readonly do: 'float' | 'in' | 'out' | 'drop' | 'count'; readonly amount: number; readonly staffId: string }
  | { readonly do: 'X' | 'Z'; readonly staffId: string | null }

const person = fc.constantFrom('7', '12')
const acts = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constantFrom(
          ...(['sell', 'sell', 'sell'] as const),
          ...(['return', 'return', 'refund', 'leave'] as const),
        ),
        kind: fc.constantFrom('card' as const, 'cash' as const),
        prices: fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 4 }),
        zone: fc.constantFrom('Tribune Nord', 'Virage Sud', 'Ouest'),
        event: fc.constantFrom('501', '502'),
        staffId: fc.option(person),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constantFrom('float' as const, 'in' as const, 'out' as const, 'drop' as const, 'count' as const),
        amount: fc.integer({ min: 1, max: 500_000 }),
        staffId: person,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constantFrom('X' as const, 'Z' as const), staffId: fc.option(person) }),
    },
  ),
  { minLength: 5, maxLength: 30 },
)

let seat = 1000

type Sold = { readonly saleId: string; readonly ticketId: string; readonly price: number }[]

function carryOut(ledger: Ledger, clock: () => Instant, act: Act, sold: Sold): void {
  switch (act.do) {
    case 'X':
    case 'Z':
      ledger.closeShift(act.do, act.staffId, clock())
      return
    case 'float':
      if (ledger.shiftState().drawers.some(({ float }) => float !== null)) return
      return ledger.recordDrawer({ type: 'shift-opened', currency: 'GNF', amount: act.amount }, act.staffId, clock())
    case 'in':
    case 'out':
    case 'drop': {
      const type = ({ in: 'paid-in', out: 'paid-out', drop: 'cash-dropped' } as const)[act.do]
      return ledger.recordDrawer({ type, currency: 'GNF', amount: act.amount, reason: 'r' }, act.staffId, clock())
    }
    case 'count': {
      const pieces = [{ kind: 'coin', value: 1, count: act.amount }] as const
      return ledger.recordDrawer({ type: 'drawer-counted', currency: 'GNF', pieces }, act.staffId, clock())
    }
    case 'return': {
      const ticket = sold.shift()
      if (!ticket) return
      const { saleId, ticketId, price: amount } = ticket
      const wish = { saleId, reference: `R-${ticketId}`, currency: 'GNF', amount, ticketIds: [ticketId] } as const
      const how = { reason: 'r', second: '90', back: [{ kind: act.kind, amount }] } as const
      return ledger.recordAfterSale({ type: 'tickets-refunded', ...wish, ...how }, act.staffId, clock())
    }
    default:
      sell(ledger, clock, act, sold)
  }
}

function sell(
  ledger: Ledger,
  clock: () => Instant,
  act: Extract<Act, { prices: readonly number[] }>,
  sold: Sold,
): void {
  const seats = act.prices.map((price) => ({ ...chosenSeat(String(++seat), price), zoneName: act.zone }))
  const amount = act.prices.reduce((sum, price) => sum + price, 0)
  const received = act.kind === 'cash' ? amount + 5_000 : amount
  const held = startSale(ledger, clock, seats, { ...EVENT, eventId: act.event, title: `Match ${act.event}` }).next(
    ...toPriced(seats),
  )
  if (act.do === 'leave') return void held.next({ type: 'abandoned', reason: 'cancelled' })
  const paid = held.next(
    { type: 'tender-started', kind: act.kind },
    {
      type: 'tender-approved',
      received,
      change: received - amount,
      approval: 'A',
      ...(act.staffId !== null && { staffId: act.staffId }),
    },
  )
  const sent = paid.next(composed(paid.sale))
  const tickets = seats.map((each) => ticketOf(each))
  if (act.do === 'sell') {
    const { saleId } = sent.next({ type: 'purchase-confirmed', tickets }, ...toPrinted(tickets)).sale
    sold.push(...tickets.map(({ ticketId, price }) => ({ saleId, ticketId, price })))
    return
  }
  const asked = { ...clock(), monoMs: 10_000_000 }
  sent.next(
    { type: 'purchase-outcome-unknown', reply: { status: 410, code: 'HOLD_EXPIRED', detail: '' } },
    { type: 'tickets-not-found', asked },
    { type: 'refunded', refundReference: 'R', staffId: act.staffId ?? '7' },
  )
}

interface Row {
  readonly seq: number
  readonly code: string
  readonly sale_id: string | null
  readonly staff_id: string | null
  readonly payload: string
}

interface Payload {
  readonly opened?: { readonly event: { readonly title: string } }
  readonly order?: { readonly seats: readonly { readonly seatId: string; readonly zoneName: string }[] }
  readonly tickets?: readonly { readonly ticketId: string; readonly seatId: string; readonly price: number }[]
  readonly ticketIds?: readonly string[]
  readonly saleId?: string
  readonly tender?: {
    readonly kind: string
    readonly state: string
    readonly received: number
    readonly change: number
  }
  readonly currency?: string
  readonly postings?: readonly { readonly account: string; readonly debit: number; readonly credit: number }[]
}

/** Removes the signature of the report, because two signatures of the same bytes differ. */
function unsigned(report: ShiftReport): ShiftReport {
  const { anchor } = report
  return { ...report, anchor: { ...anchor, code: anchor.code?.replace(/\.[^.]+$/u, '') ?? null } }
}

function summedUp(rows: readonly Row[], firstSeq: number, lastSeq: number, net: number) {
  const add = (sums: Record<string, number>, name: string, amount: number): void => {
    sums[name] = (sums[name] ?? 0) + amount
  }
  const opened = new Map<string, string>()
  const zones = new Map<string, string>()
  const [events, byZone, taken, paidBack, cashiers, drawer] = [{}, {}, {}, {}, {}, {}] as Record<string, number>[]
  const issued = new Map<string, readonly [title: string, zone: string, price: number]>()
  const sales: Record<string, number> = {}
  const payers = new Map<string | null, string>()
  let [perpetual, tickets] = [net, 0]
  for (const row of rows) {
    const payload = JSON.parse(row.payload) as Payload
    if (row.sale_id !== null && payload.opened) opened.set(row.sale_id, payload.opened.event.title)
    for (const { seatId, zoneName } of payload.order?.seats ?? []) zones.set(`${row.sale_id} ${seatId}`, zoneName)
    for (const { ticketId, seatId, price } of payload.tickets ?? []) {
      const title = opened.get(row.sale_id ?? '') ?? ''
      issued.set(ticketId, [title, `${title} ${zones.get(`${row.sale_id} ${seatId}`)}`, price])
    }
    if (payload.tender?.state === 'approved') payers.set(row.sale_id, row.staff_id ?? '')
    if (row.seq < firstSeq || row.seq > lastSeq || row.code.endsWith('_REPORT')) continue
    const moved = [...(payload.tickets ?? []).map(({ ticketId }) => ticketId), ...(payload.ticketIds ?? [])]
    const sign = payload.ticketIds ? -1 : 1
    for (const ticketId of moved) {
      const [title, zone, price] = issued.get(ticketId)!
      tickets += sign
      perpetual += sign * price
      add(events!, title, sign * price)
      add(byZone!, zone, sign * price)
    }
    if (payload.tickets) add(sales, payers.get(row.sale_id) ?? '', 1)
    const { tender } = payload
    const worth = tender && (tender.state === 'refunded' ? -1 : 1) * (tender.received - tender.change)
    if (tender && (tender.state === 'approved' || tender.state === 'refunded')) {
      add(tender.state === 'approved' ? taken! : paidBack!, tender.kind, Math.abs(worth!))
      add(cashiers!, row.staff_id ?? '', worth!)
    }
    for (const { account, debit, credit } of payload.postings ?? []) {
      if (account === 'drawer') add(drawer!, 'balance', debit - credit)
      if (account === 'over-short') add(drawer!, 'over', credit - debit)
      if (account === 'paid-out') add(drawer!, 'paidOut', debit - credit)
      if (account === 'safe') add(drawer!, 'dropped', debit - credit)
    }
  }
  return { tickets, sales, perpetual, events, byZone, taken, paidBack, cashiers, drawer: drawer! }
}

function said(report: ShiftReport) {
  const one = report.currencies.find(({ currency }) => currency === 'GNF')
  const kept = (pairs: readonly (readonly [string, number])[]) => Object.fromEntries(pairs)
  const { drawer } = one ?? {}
  return {
    tickets: one?.net.tickets ?? 0,
    sales: kept(one?.cashiers.flatMap(({ staffId, sales }) => (sales > 0 ? [[staffId ?? '', sales]] : [])) ?? []),
    perpetual: one?.perpetualNet ?? 0,
    events: kept(one?.events.map(({ title, net }) => [title, net.amount]) ?? []),
    byZone: kept(
      one?.events.flatMap(({ title, zones }) =>
        zones.map(({ name, net }) => [`${title} ${name}`, net.amount] as const),
      ) ?? [],
    ),
    taken: kept(one?.tenders.flatMap(({ kind, count, amount }) => (count > 0 ? [[kind, amount] as const] : [])) ?? []),
    paidBack: kept(
      one?.tenders.flatMap(({ kind, refunds, refunded }) => (refunds > 0 ? [[kind, refunded] as const] : [])) ?? [],
    ),
    cashiers: kept(one?.cashiers.map(({ staffId, amount, refunded }) => [staffId ?? '', amount - refunded]) ?? []),
    drawer: {
      ...(drawer && { balance: drawer.counted ?? drawer.expected, paidOut: drawer.paidOut, dropped: drawer.dropped }),
      ...(drawer && drawer.counted !== null && { over: drawer.counted - drawer.expected }),
    },
  }
}

/** Removes zero amounts, which are left out on both sides of the comparison. */
function withoutZeros(value: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(value).filter(([, amount]) => amount !== 0))
}

test('whatever happened in a shift, each closure says what the signed rows add up to, also when asked for later', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (story) => {
      const directory = temporaryFolder()
      const clock = tickingClock()
      const options = ledgerOptions(directory, { now: clock })
      const ledger = await openLedger(options)
      const sold: Sold = []
      const atOnce = new Map<number, ShiftReport>()
      for (const act of [...story, { do: 'Z', staffId: '12' } as const]) {
        carryOut(ledger, clock, act, sold)
        const [last] = ledger.closures(1)
        if (last && !atOnce.has(last.seq)) atOnce.set(last.seq, ledger.shiftReport(last.seq)!)
      }
      const archive = await ledger.archive(join(directory, 'archive.jsonl'), clock())
      const rows = readFileSync(archive.path, 'utf8')
        .split('\n')
        .filter((line) => line.includes('"type":"row"'))
        .map((line) => JSON.parse(line) as Row)
      let net = 0
      for (const [seq, report] of [...atOnce].toSorted(([a], [b]) => a - b)) {
        expect(unsigned(ledger.shiftReport(seq)!)).toEqual(unsigned(report))
        const { firstSeq, lastSeq } = report.anchor
        const wanted = summedUp(rows, firstSeq, lastSeq, net)
        const found = said(report)
        expect({ ...found, drawer: withoutZeros(found.drawer) }).toEqual({
          ...wanted,
          drawer: withoutZeros(wanted.drawer),
        })
        if (report.kind === 'Z') net = wanted.perpetual
      }
      ledger.close()
      expect((await verifyLedger({ path: options.path })).findings.filter(({ check }) => check === 'I6')).toEqual([])
    }),
    { numRuns: 8 },
  )
}, 120_000)
