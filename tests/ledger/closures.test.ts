import { expect, it } from 'vitest'
import type { TenderKind } from '../../shared/domain/money/tender.ts'
import { salesBreakdown } from '../../shared/domain/money/trade.ts'
import type { Instant, SaleEvent } from '../../shared/domain/sale/sale.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { storyClock } from './every-event.ts'
import {
  chosenSeat,
  composed,
  handOver,
  pricedSale,
  refundTickets,
  sellOut,
  startSale,
  ticketOf,
  toPaid,
  type Walk,
} from './sales.ts'
import { sold } from '../printing/document-samples.ts'
import { freshLedger } from './fixtures.ts'

const none = { count: 0, amount: 0 }
const one = { count: 1, amount: 35_000 }
const nothing = { ...none, refunds: 0, refunded: 0, open: none, refunding: none, unmatched: none }

/** Refunds a paid sale, because the service has no tickets after the holds have expired. */
function refundWithoutTickets(paid: Walk, asked: () => Instant, staffId = 'staff-7'): void {
  const reply = { status: 410, code: 'HOLD_EXPIRED', detail: '' }
  const unclear = paid.next(composed(paid.sale), { type: 'purchase-outcome-unknown', reply })
  unclear.next({ type: 'tickets-not-found', asked: asked() }, { type: 'refunded', refundReference: 'R-1', staffId })
}

it('sums up the shift: X as often as wanted, Z ends it, perpetual figures go on', async () => {
  const { ledger, now: clock } = await freshLedger()
  sellOut(ledger, clock, [chosenSeat('1001'), chosenSeat('1002')], 'cash')
  const x = ledger.closeShift('X', null, clock())
  const again = ledger.closeShift('X', 'staff-7', clock())
  const drawer = { drawer: { debit: 75_000, credit: 5_000 }, 'customer-deposits': { debit: 70_000, credit: 70_000 } }
  const accounts = { ...drawer, 'organiser-payable': { debit: 0, credit: 70_000 } }
  const perpetual = { perpetualNet: { GNF: 70_000 }, perpetualAbs: { GNF: 70_000 } }
  const range = { kind: 'X', shiftNo: 1, firstSeq: 1, lastSeq: x.seq - 1 }
  expect(x).toMatchObject({ ...range, totals: { GNF: { tickets: 2, accounts } }, ...perpetual })
  expect(again.totals).toEqual(x.totals)

  const z = ledger.closeShift('Z', 'staff-7', clock())
  expect(z).toMatchObject({ kind: 'Z', shiftNo: 1, firstSeq: 1, totals: x.totals })
  sellOut(ledger, clock, [chosenSeat('1003', 50_000)], 'card')
  const second = ledger.closeShift('Z', 'staff-7', clock())
  const accountsOfCard = { 'card-clearing': { debit: 50_000, credit: 0 } }
  const inSecond = { totals: { GNF: { tickets: 1, accounts: accountsOfCard } }, perpetualNet: { GNF: 120_000 } }
  expect(second).toMatchObject({ shiftNo: 2, firstSeq: z.seq + 1, ...inSecond })
  const empty = {
    shiftNo: 3,
    firstSeq: second.seq + 1,
    lastSeq: second.seq,
    totals: {},
    perpetualNet: { GNF: 120_000 },
  }
  expect(ledger.closeShift('Z', null, clock())).toMatchObject(empty)
})

it('says on paper what lies behind the sums: events and zones, tenders, refunds, duplicates, the drawer', async () => {
  const { ledger, now: clock } = await freshLedger()
  const south = { ...chosenSeat('1002', 20_000), zoneName: 'Virage Sud' }
  sellOut(ledger, clock, [chosenSeat('1001'), south], 'cash')
  sellOut(ledger, clock, [chosenSeat('1003', 50_000)], 'card')
  const unlucky = pricedSale(ledger, clock, [chosenSeat('1004')], ...toPaid('card', 35_000))
  const late = { monoMs: 3_600_000, bootId: 'boot-1', wallUtc: '2025-05-17T15:00:00.000Z' }
  refundWithoutTickets(unlucky, () => late)
  const seats = [chosenSeat('1005')]
  const waiting = pricedSale(ledger, clock, seats, ...toPaid('card', 35_000))
  const whole = ticketOf(seats[0]!)
  waiting.next(
    composed(waiting.sale),
    { type: 'purchase-confirmed', tickets: [whole] },
    { type: 'print-queued', saved: '' },
    { type: 'print-started', ticketId: 't-1005' },
    { type: 'print-outcome-unknown', ticketId: 't-1005', reason: 'jam' },
    { type: 'print-retried' },
    { type: 'print-started', ticketId: 't-1005' },
    { type: 'print-finished', ticketId: 't-1005', evidence: 'cut' },
  )
  startSale(ledger, clock, [chosenSeat('1006')])

  const closure = ledger.closeShift('Z', 'staff-7', clock())
  const report = ledger.shiftReport(closure.seq)!
  const anchor = { seq: closure.seq, firstSeq: 1, lastSeq: closure.seq - 1, tailHash: closure.tailHash }
  const head = { kind: 'Z', register: 'kiosk-1', shiftNo: 1, staffId: 'staff-7' }
  expect(report).toMatchObject({ ...head, sales: 3, duplicates: 1, waiting: 1, anchor })
  expect(report.anchor.keyId).toMatch(/^[0-9a-f]{8,}$/u)
  expect(Date.parse(report.from)).toBeLessThan(Date.parse(report.to))
  const title = 'Hamana AC – Badia FC'
  const unmoved = { openingFloat: 0, paidIn: 0, paidOut: 0, dropped: 0, slipsPaid: 0, accountsPaid: 0 }
  expect(report.currencies).toEqual([
    {
      currency: 'GNF',
      cashbox: null,
      ...sold(4, 140_000),
      taxes: [{ rate: 18, amount: 140_000, tax: 21_356 }],
      events: [
        {
          title,
          startsAt: '2025-05-17T16:00:00',
          ...sold(4, 140_000),
          zones: [
            { name: 'Tribune Nord', ...sold(3, 120_000) },
            { name: 'Virage Sud', ...sold(1, 20_000) },
          ],
        },
      ],
      tenders: [
        { kind: 'card', count: 3, amount: 120_000, refunds: 1, refunded: 35_000 },
        { kind: 'cash', count: 1, amount: 55_000, refunds: 0, refunded: 0 },
      ],
      providers: [],
      cashiers: [
        { staffId: null, sales: 3, amount: 175_000, refunds: 0, refunded: 0 },
        { staffId: 'staff-7', sales: 0, amount: 0, refunds: 1, refunded: 35_000 },
      ],
      owed: 0,
      openSlips: { count: 0, amount: 0 },
      hubSlips: { count: 0, amount: 0 },
      accountPayments: [],
      drawer: { ...unmoved, cash: 55_000, expected: 55_000, counted: null, uncounted: true, counts: [], movements: [] },
      perpetualNet: 140_000,
      perpetualAbs: 140_000,
    },
  ])
  const { accounts } = closure.totals['GNF']!
  const balance = (account: string): number => (accounts[account]?.debit ?? 0) - (accounts[account]?.credit ?? 0)
  expect([balance('card-clearing'), balance('drawer')]).toEqual([120_000 - 35_000, 55_000])

  const empty = ledger.shiftReport(ledger.closeShift('X', null, clock()).seq)!
  expect(empty).toMatchObject({ kind: 'X', shiftNo: 2, sales: 0, waiting: 1 })
  expect(empty.currencies).toMatchObject([{ currency: 'GNF', ...sold(0, 0), events: [], perpetualNet: 140_000 }])
})

it('has one figure for what was sold, came back and is left, whichever way it is broken down', async () => {
  const { ledger, options, now: clock } = await freshLedger()
  const south = { ...chosenSeat('1002', 20_000), zoneName: 'Virage Sud' }
  const { sale } = sellOut(ledger, clock, [chosenSeat('1001'), south], 'cash')
  // A sale with two payments and two cashiers counts for the cashier who took the last payment.
  const part = (kind: TenderKind, staffId: string, amount: number): readonly SaleEvent[] => [
    { type: 'tender-started', kind, amount, staffId },
    { type: 'tender-approved', received: amount, change: 0, approval: 'A', staffId },
  ]
  const split = pricedSale(ledger, clock, [chosenSeat('1003')]).next(
    ...part('cash', '7', 15_000),
    ...part('card', '12', 20_000),
  )
  handOver(split)
  // The service never listed the tickets of the sale, so staff handed out other tickets.
  const paid = pricedSale(ledger, clock, [chosenSeat('1004', 10_000)], ...part('cash', '7', 10_000))
  const differ = { type: 'tickets-mismatched', detail: '' } as const
  paid
    .next(composed(paid.sale), { type: 'purchase-outcome-unknown', reply: { status: 500, code: '', detail: '' } })
    .next(differ, { type: 'settled-manually', reference: 'papier', staffId: '90' })
  refundTickets(ledger, clock, sale, 't-1002', 20_000)

  const x = ledger.shiftReport(ledger.closeShift('X', '7', clock()).seq)!
  expect(x).toMatchObject({ sales: 3 })
  const takings = {
    sold: { tickets: 3, amount: 100_000 },
    returned: { tickets: 1, amount: 20_000 },
    net: { tickets: 2, amount: 80_000 },
  }
  const [gnf] = x.currencies
  expect(gnf).toMatchObject({ ...takings, taxes: [{ rate: 18, amount: 80_000, tax: 12_203 }] })
  expect(gnf?.events).toMatchObject([
    {
      ...takings,
      zones: [
        { name: 'Tribune Nord', ...sold(2, 80_000) },
        { name: 'Virage Sud', sold: { amount: 20_000 }, returned: { tickets: 1 }, net: { tickets: 0, amount: 0 } },
      ],
    },
  ])
  expect(gnf?.cashiers.map(({ staffId, sales }) => [staffId, sales])).toEqual([
    [null, 1],
    ['7', 1],
    ['12', 1],
  ])
  const [trade] = salesBreakdown(ledger.shiftTrade(null)!)
  expect(trade).toMatchObject(takings)
  expect(ledger.closures(1)).toMatchObject([{ takings: [{ currency: 'GNF', tickets: 2, net: 80_000 }] }])
  expect(await verifyLedger({ path: options.path })).toMatchObject({ ok: true, findings: [] })
})

it('says what each provider took, gave back, has not answered, and took otherwise than it was asked', async () => {
  const { ledger, now: clock } = await freshLedger()
  const over = (kind: TenderKind, driver: string, seat: string): readonly SaleEvent[] => {
    const provider = { driver, host: 'https://pay.example', reference: `p-${seat}` }
    return [{ type: 'tender-started', kind, provider }]
  }
  const taken = { type: 'tender-approved', received: 35_000, change: 0, approval: 'OM-1' } as const
  const begin = (seat: string, ...events: readonly SaleEvent[]): Walk =>
    pricedSale(ledger, clock, [chosenSeat(seat)], ...events)
  begin('1001', ...over('orange-money', 'djomy-push', '1001'), taken)
  const lost = begin('1002', ...over('orange-money', 'djomy-push', '1002'), { ...taken, approval: 'OM-2' })
  refundWithoutTickets(lost, () => ({ ...clock(), monoMs: 3_600_000 }))
  begin('1003', ...over('orange-money', 'djomy-push', '1003'), { type: 'tender-pending', token: 't-3' })
  const late = begin('1004', ...over('orange-money', 'orange-money', '1004'), { type: 'tender-unknown' })
  const differs = { amount: 30_000, currency: 'XOF' }
  begin('1005', ...over('mtn-momo', 'mtn-momo', '1005'), { type: 'tender-unknown', forGood: true, differs })
  begin('1006', ...over('mtn-momo', 'mtn-momo', '1006'), { type: 'tender-refused', reason: 'declined' })

  const z = ledger.closeShift('Z', null, clock())
  const providersOf = (seq: number) =>
    ledger.shiftReport(seq)!.currencies.map(({ currency, providers }) => ({ currency, providers }))
  const djomy = { count: 2, amount: 70_000, refunds: 1, refunded: 35_000, open: one }
  const ended = [
    {
      currency: 'GNF',
      providers: [
        { ...nothing, kind: 'orange-money', driver: 'djomy-push', ...djomy },
        { ...nothing, kind: 'orange-money', driver: 'orange-money', open: one },
      ],
    },
    {
      currency: 'XOF',
      providers: [{ ...nothing, kind: 'mtn-momo', driver: 'mtn-momo', unmatched: { count: 1, amount: 30_000 } }],
    },
  ]
  expect(providersOf(z.seq)).toEqual(ended)

  late.next({ ...taken, approval: 'OM-4' })
  const next = ledger.closeShift('Z', null, clock())
  expect(providersOf(next.seq)[0]?.providers).toMatchObject([
    { ...nothing, driver: 'djomy-push', open: one },
    { driver: 'orange-money', count: 1, amount: 35_000, open: none },
  ])
  expect(providersOf(z.seq)).toEqual(ended)
})

it('says what came of payments that sales went on without, by provider, as it stood at each closure', async () => {
  const { ledger, now: clock } = await freshLedger()
  const provider = { driver: 'djomy-push', host: 'https://pay.example', reference: 'p-1' }
  const { sale } = pricedSale(ledger, clock, [chosenSeat('1001')]).next(
    { type: 'tender-started', kind: 'orange-money', provider },
    { type: 'tender-unknown' },
    { type: 'tender-unknown' },
    { type: 'staff-answered', moneyMoved: false, staffId: '7' },
    { type: 'released', holdIds: [] },
  )
  const left = { saleId: sale.saleId, reference: ledger.openPayments()[0]?.reference ?? '' }
  const reports: (readonly [seq: number, expected: object, owed: number])[] = []
  const closed = (expected: object, owed: number): void => {
    reports.push([ledger.closeShift('Z', null, clock()).seq, expected, owed])
  }
  closed({ ...nothing, open: one }, 0)
  ledger.recordAfterSale({ type: 'payment-unresolved', ...left }, null, clock())
  closed({ ...nothing, open: one }, 0)
  const took = { ...left, kind: 'orange-money', currency: 'GNF', amount: 35_000 } as const
  ledger.recordAfterSale({ type: 'payment-found', ...took, approval: 'OM-1' }, null, clock())
  closed({ ...nothing, ...one, unmatched: one }, 35_000)
  const { saleId, reference: payment } = left
  const back = { saleId, payment, kind: 'orange-money', currency: 'GNF', amount: 35_000, provider } as const
  const asked = { ...back, approval: 'OM-1', reference: 'b-1', second: '9' }
  ledger.recordAfterSale({ type: 'refund-requested', ...asked }, '7', clock())
  closed({ ...nothing, refunding: one, unmatched: one }, 35_000)
  ledger.recordAfterSale({ type: 'payment-paid-back', ...took, receipt: 'R-1', refund: 'b-1' }, '7', clock())
  closed({ ...nothing, refunds: 1, refunded: 35_000 }, 0)
  expect(() => ledger.recordAfterSale({ type: 'payment-paid-back', ...took, receipt: 'R-2' }, '7', clock())).toThrow(
    'which is not found',
  )
  for (const [seq, expected, owed] of reports) {
    const [gnf] = ledger.shiftReport(seq)!.currencies
    expect(gnf).toMatchObject({ currency: 'GNF', providers: [{ driver: 'djomy-push', ...expected }] })
    expect(gnf?.owed ?? 0).toBe(owed)
  }
})

it('keeps the drawer of a shift: float, paid in and out, openings, a count that finds less, and a Z that says so', async () => {
  const { ledger, options, now: clock } = await freshLedger()
  const currency = 'GNF'
  ledger.recordDrawer({ type: 'shift-opened', currency, amount: 200_000 }, '7', clock())
  sellOut(ledger, clock, [chosenSeat('1001'), chosenSeat('1002')], 'cash')
  ledger.recordDrawer({ type: 'paid-in', currency, amount: 50_000, reason: 'monnaie' }, '12', clock())
  ledger.recordDrawer({ type: 'paid-out', currency, amount: 40_000, reason: 'eau' }, '12', clock())
  ledger.recordDrawer({ type: 'cash-dropped', currency, amount: 60_000, reason: 'coffre', second: '90' }, '12', clock())
  ledger.recordDrawer({ type: 'drawer-opened', reason: 'billet coincé', second: '90' }, '12', clock())
  expect(ledger.shiftState()).toMatchObject({ shiftNo: 1, drawers: [{ currency, float: 200_000, counted: null }] })
  const found = [
    { kind: 'note', value: 20_000, count: 10 },
    { kind: 'note', value: 1_000, count: 15 },
    { kind: 'note', value: 500, count: 0 },
  ] as const
  ledger.recordDrawer({ type: 'drawer-counted', currency, pieces: found }, '7', clock())
  expect(ledger.shiftState().drawers).toMatchObject([{ counted: { total: 215_000, difference: -5_000 } }])
  // A cash sale after the drawer count adds its amount to the counted cash. The shortage of 5,000 does not change.
  sellOut(ledger, clock, [chosenSeat('1003')], 'cash')
  const again = [{ kind: 'note', value: 10_000, count: 25 }] as const
  ledger.recordDrawer({ type: 'drawer-counted', currency, pieces: again }, '12', clock())

  const closure = ledger.closeShift('Z', '12', clock())
  expect(closure.totals['GNF']?.accounts).toMatchObject({
    float: { debit: 0, credit: 200_000 },
    'paid-in': { debit: 0, credit: 50_000 },
    'paid-out': { debit: 40_000, credit: 0 },
    safe: { debit: 60_000, credit: 0 },
    'over-short': { debit: 5_000, credit: 0 },
  })
  const report = ledger.shiftReport(closure.seq)!
  expect(report.openings).toMatchObject([{ staffId: '12', second: '90', reason: 'billet coincé' }])
  expect(report.currencies[0]?.drawer).toMatchObject({
    openingFloat: 200_000,
    paidIn: 50_000,
    paidOut: 40_000,
    dropped: 60_000,
    cash: 105_000,
    expected: 255_000,
    counted: 250_000,
    counts: [
      { staffId: '7', total: 215_000, difference: -5_000, pieces: found.slice(0, 2) },
      { staffId: '12', total: 250_000, difference: -5_000, pieces: again },
    ],
    movements: [
      { kind: 'paid-in', amount: 50_000, reason: 'monnaie', staffId: '12' },
      { kind: 'paid-out', amount: 40_000, reason: 'eau', staffId: '12', second: null },
      { kind: 'cash-dropped', amount: 60_000, reason: 'coffre', staffId: '12', second: '90' },
    ],
  })
  const next2 = { shiftNo: 2, sinceUtc: null, activeSinceUtc: null, drawers: [], openSales: 0, owed: [] }
  expect(ledger.shiftState()).toEqual(next2)

  // The next drawer has no opening float, so its cash starts at zero and an empty count is correct.
  ledger.recordDrawer({ type: 'drawer-counted', currency, pieces: [] }, '7', clock())
  const next = ledger.shiftReport(ledger.closeShift('X', '7', clock()).seq)!
  expect(next.currencies[0]?.drawer).toMatchObject({ openingFloat: 0, cash: 0, expected: 0, counted: 0 })
  expect(await verifyLedger({ path: options.path })).toMatchObject({ ok: true, findings: [] })
})

it('says of a running shift what is uncounted, open and owed', async () => {
  const { ledger, now: clock } = await freshLedger()
  const currency = 'GNF'
  const seats = [chosenSeat('1001')]
  const sold = sellOut(ledger, clock, seats, 'cash').sale
  startSale(ledger, clock, [chosenSeat('1002')])
  const drawer = { currency, float: null, counted: null, uncounted: true }
  expect(ledger.shiftState()).toMatchObject({ shiftNo: 1, drawers: [drawer], openSales: 1, owed: [] })
  const money = refundTickets(ledger, clock, sold, 't-1001')
  expect(ledger.shiftState().owed).toEqual([{ currency, amount: 35_000 }])
  ledger.recordAfterSale({ type: 'refund-paid', ...money, kind: 'cash', receipt: '' }, '7', clock())
  ledger.recordDrawer({ type: 'drawer-counted', currency, pieces: [] }, '7', clock())
  const counted = { total: 0, difference: 0, pieces: [] }
  expect(ledger.shiftState()).toMatchObject({ drawers: [{ counted, uncounted: false }], owed: [] })
})

it('counts a sale as unfinished only while it has seats or money, at each closure as it was then', async () => {
  const { ledger, now: clock } = await freshLedger()
  const waitingAt = (kind: 'X' | 'Z') => ledger.closeShift(kind, null, clock()).seq
  const sale = startSale(ledger, clock, [chosenSeat('1001')])
  const held = waitingAt('X')
  const taken = { type: 'seat-taken', seatCodes: ['N3-F-1001'] } as const
  const empty = sale.next({ type: 'hold-failed', notice: taken }, { type: 'released', holdIds: [] })
  expect(empty.sale.state).toBe('choosing')
  expect(ledger.shiftState().openSales).toBe(0)
  const refused = waitingAt('Z')
  empty.next({ type: 'seats-chosen', seats: [chosenSeat('1002')] })
  expect(ledger.shiftState().openSales).toBe(1)
  expect([held, refused].map((seq) => ledger.shiftReport(seq)!.waiting)).toEqual([1, 0])
})

it('knows since when anything happened in a shift that its report shows', async () => {
  const { ledger, now: clock } = await freshLedger()
  const since = () => ledger.shiftState().activeSinceUtc
  ledger.note('SIGNED_IN', {}, clock(), '7')
  expect(since()).toBe(null)
  const opened = clock()
  ledger.recordDrawer({ type: 'shift-opened', currency: 'GNF', amount: 0 }, '7', opened)
  startSale(ledger, clock, [chosenSeat('1001')])
  expect(since()).toBe(opened.wallUtc)
  ledger.closeShift('Z', '7', clock())
  ledger.note('SIGNED_OUT', {}, clock(), '7')
  ledger.closeShift('X', '7', clock())
  expect([since(), ledger.shiftState().sinceUtc]).toEqual([null, expect.any(String)])
})

it('gives rounded cash back as it was counted, and no account is left with anything', async () => {
  const time = storyClock()
  const clock = () => time.now()
  const { ledger, options } = await freshLedger({ now: clock })
  const refunded = (seatId: string, price: number, counted: number): void => {
    const taken = { type: 'tender-approved', received: counted, change: 0, approval: '7', staffId: '7' } as const
    const start = { type: 'tender-started', kind: 'cash' } as const
    const later = (): Instant => {
      time.pass(550_000)
      return clock()
    }
    refundWithoutTickets(pricedSale(ledger, clock, [chosenSeat(seatId, price)], start, taken), later, '7')
  }
  const accountsAfter = () => ledger.closeShift('Z', '7', clock()).totals['GNF']?.accounts
  refunded('1001', 35_040, 35_000)
  const even = (amount: number) => ({ debit: amount, credit: amount })
  const left = (drawer: number, price: number) => {
    const owed = { 'customer-deposits': even(price), 'refunds-due': even(price) }
    return { drawer: even(drawer), rounding: even(40), ...owed }
  }
  expect(accountsAfter()).toEqual(left(35_000, 35_040))
  refunded('1002', 35_060, 35_100)
  expect(accountsAfter()).toEqual(left(35_100, 35_060))
  expect(await verifyLedger({ path: options.path })).toMatchObject({ ok: true, findings: [] })
})

it('lists the latest closures with what they took, less what was given back', async () => {
  const { ledger, now: clock } = await freshLedger()
  const { sale } = sellOut(ledger, clock, [chosenSeat('1001'), chosenSeat('1002', 50_000)], 'cash')
  refundTickets(ledger, clock, sale, 't-1001')
  const [x, z] = [ledger.closeShift('X', null, clock()), ledger.closeShift('Z', '7', clock())]
  const takings = [{ currency: 'GNF', tickets: 1, net: 50_000 }]
  const [last, before, ...more] = ledger.closures(9)
  expect([last, before, more]).toMatchObject([
    { seq: z.seq, kind: 'Z', shiftNo: 1, staffId: '7', takings },
    { seq: x.seq, kind: 'X', shiftNo: 1, staffId: null, takings },
    [],
  ])
  expect(ledger.closures(1)).toEqual([last])
})
