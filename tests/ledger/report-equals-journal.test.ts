import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Ledger, openLedger } from '../../electron/ledger/ledger.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import type { Instant } from '../../shared/domain/sale/sale.ts'
import type { ShiftReport } from '../../shared/domain/money/shift-report.ts'
import type { SalesLine } from '../../shared/domain/money/trade.ts'
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

function sell(ledger: Ledger, clock: () => Instant, act: Extract<Act, { prices: readonly number[] }>, sold: Sold) {
  const seats = act.prices.map((price) => ({ ...chosenSeat(String(++seat), price), zoneName: act.zone }))
  const amount = act.prices.reduce((sum, price) => sum + price, 0)
  const received = act.kind === 'cash' ? amount + 5_000 : amount
  const held = startSale(ledger, clock, seats, { ...EVENT, eventId: act.event, title: `Match ${act.event}` }).next(
    ...toPriced(seats),
  )
  if (act.do === 'leave') return void held.next({ type: 'abandoned', reason: 'cancelled' })
  const by = act.staffId !== null && { staffId: act.staffId }
  const took = { type: 'tender-approved', received, change: received - amount, approval: 'A', ...by } as const
  const paid = held.next({ type: 'tender-started', kind: act.kind }, took)
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
  readonly tender?: Readonly<Record<'kind' | 'state', string>> & Readonly<Record<'received' | 'change', number>>
  readonly postings?: readonly { readonly account: string; readonly debit: number; readonly credit: number }[]
}

/** Removes the signature of the report, because two signatures of the same bytes differ. */
function unsigned(report: ShiftReport): ShiftReport {
  const { anchor } = report
  return { ...report, anchor: { ...anchor, code: anchor.code?.replace(/\.[^.]+$/u, '') ?? null } }
}

type Figures = readonly (readonly [name: string, amount: number])[]

/** Adds up the figures that have the same name. Omits totals of zero, which a report and its rows may omit. */
function summed(figures: Figures): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const [name, amount] of figures) sums.set(name, (sums.get(name) ?? 0) + amount)
  return new Map([...sums].filter(([, amount]) => amount !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function figuresOfRows(rows: readonly Row[], { firstSeq, lastSeq }: ShiftReport['anchor']): Figures {
  const titles = new Map<string | null, string>()
  const zones = new Map<string, string>()
  const payers = new Map<string | null, string>()
  const issued = new Map<string, readonly [title: string, zone: string, price: number]>()
  return rows.flatMap(({ seq, code, sale_id: sale, staff_id: staffId, payload }): Figures => {
    const { opened, order, tickets = [], ticketIds = [], tender, postings = [] } = JSON.parse(payload) as Payload
    if (opened) titles.set(sale, opened.event.title)
    for (const { seatId, zoneName } of order?.seats ?? []) zones.set(`${sale} ${seatId}`, zoneName)
    for (const { ticketId, seatId, price } of tickets)
      issued.set(ticketId, [titles.get(sale) ?? '', zones.get(`${sale} ${seatId}`) ?? '', price])
    if (tender?.state === 'approved') payers.set(sale, staffId ?? '')
    if (seq < firstSeq || seq > lastSeq || code.endsWith('_REPORT')) return []
    const sign = ticketIds.length > 0 ? -1 : 1
    const moved = [...tickets.map(({ ticketId }) => ticketId), ...ticketIds].flatMap((ticketId): Figures => {
      const [title, zone, price] = issued.get(ticketId)!
      const names = ['perpetual', `event ${title}`, `zone ${title} ${zone}`]
      return [['tickets', sign], ...names.map((name) => [name, sign * price] as const)]
    })
    const sales: Figures = tickets.length > 0 ? [[`sales ${payers.get(sale) ?? ''}`, 1]] : []
    const worth = tender ? tender.received - tender.change : 0
    const paid: Figures =
      tender?.state === 'approved' || tender?.state === 'refunded'
        ? [
            [`${tender.state} ${tender.kind}`, worth],
            [`cashier ${staffId ?? ''}`, tender.state === 'approved' ? worth : -worth],
          ]
        : []
    const posted = postings.filter(({ account }) => ['drawer', 'over-short', 'paid-out', 'safe'].includes(account))
    return [
      ...moved,
      ...sales,
      ...paid,
      ...posted.map(({ account, debit, credit }) => [`in ${account}`, debit - credit] as const),
    ]
  })
}

function figuresOfReport({ currencies }: ShiftReport): Figures {
  const one = currencies.find(({ currency }) => currency === 'GNF')
  if (!one) return []
  const { drawer } = one
  const [expected, counted] = [drawer?.expected ?? 0, drawer?.counted ?? null]
  return [
    ['tickets', one.net.tickets],
    ['perpetual', one.perpetualNet],
    ...one.events.map(({ title, net }) => [`event ${title}`, net.amount] as const),
    ...one.events.flatMap(({ title, zones }) =>
      zones.map(({ name, net }) => [`zone ${title} ${name}`, net.amount] as const),
    ),
    ...one.cashiers.map(({ staffId, sales }) => [`sales ${staffId ?? ''}`, sales] as const),
    ...one.cashiers.map(({ staffId, amount, refunded }) => [`cashier ${staffId ?? ''}`, amount - refunded] as const),
    ...one.tenders.map(({ kind, amount }) => [`approved ${kind}`, amount] as const),
    ...one.tenders.map(({ kind, refunded }) => [`refunded ${kind}`, refunded] as const),
    ['in drawer', counted ?? expected],
    ['in over-short', expected - (counted ?? expected)],
    ['in paid-out', drawer?.paidOut ?? 0],
    ['in safe', drawer?.dropped ?? 0],
  ]
}

/** Sums of a report that its sales list must match. */
function listedFigures({ currencies }: ShiftReport): Figures {
  return currencies.flatMap(({ currency, net, taxes, rounding = 0, tenders, cashiers }) => [
    [`${currency} tickets`, net.tickets],
    [`${currency} net`, net.amount],
    ...taxes.flatMap(({ rate, amount: at, tax }): Figures => [
      [`${currency} at ${rate}`, at],
      [`${currency} tax at ${rate}`, tax],
    ]),
    [`${currency} rounding`, rounding],
    ...tenders.map(({ kind, amount, refunded }) => [`${currency} ${kind}`, amount - refunded] as const),
    ...cashiers.map(({ staffId, amount, refunded }) => [`${currency} by ${staffId ?? ''}`, amount - refunded] as const),
  ])
}

function figuresOfList(lines: readonly SalesLine[]): Figures {
  return lines.flatMap(({ kind, currency, seats, amount, taxes, rounding, tenders, cashier }) => [
    [`${currency} tickets`, kind === 'sale' ? seats.length : -seats.length],
    [`${currency} net`, amount],
    ...taxes.flatMap(({ rate, amount: at, tax }): Figures => [
      [`${currency} at ${rate}`, at],
      [`${currency} tax at ${rate}`, tax],
    ]),
    [`${currency} rounding`, rounding],
    ...Object.entries(tenders).flatMap(([tender, sum]) =>
      [tender, `by ${cashier}`].map((name) => [`${currency} ${name}`, sum] as const),
    ),
  ])
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
        const wanted = summed([['perpetual', net], ...figuresOfRows(rows, report.anchor)])
        expect(summed(figuresOfReport(report))).toEqual(wanted)
        if (report.kind === 'Z')
          expect(summed(figuresOfList(ledger.salesList({ shiftNo: report.shiftNo })!))).toEqual(
            summed(listedFigures(report)),
          )
        if (report.kind === 'Z') net = wanted.get('perpetual') ?? 0
      }
      ledger.close()
      expect((await verifyLedger({ path: options.path })).findings.filter(({ check }) => check === 'I6')).toEqual([])
    }),
    { numRuns: 8 },
  )
}, 120_000)
