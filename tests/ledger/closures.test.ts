import { rmSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { canonicalJson } from '../../electron/ledger/chain/canonical-json.ts'
import { type JournalRow, rowHash, signedBytes } from '../../electron/ledger/chain/journal.ts'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { storyClock } from './every-event.ts'
import { asOfVersion } from './older-schema.ts'
import { chosenSeat, composed, sellOut, startSale, toPaid, toPriced } from './sales.ts'
import { ledgerOptions, temporaryDirectory, tickingClock } from './scene.ts'

it('sums up the shift: X as often as wanted, Z ends it, perpetual figures go on', async () => {
  const clock = tickingClock()
  const ledger = await openLedger(ledgerOptions(temporaryDirectory(), { now: clock }))
  sellOut(ledger, clock, [chosenSeat('1001'), chosenSeat('1002')], 'cash')
  const x = ledger.closeShift('X', null, clock())
  const again = ledger.closeShift('X', 'staff-7', clock())
  expect(x).toMatchObject({
    kind: 'X',
    shiftNo: 1,
    firstSeq: 1,
    lastSeq: x.seq - 1,
    totals: {
      GNF: {
        tickets: 2,
        accounts: {
          drawer: { debit: 75_000, credit: 5_000 },
          'customer-deposits': { debit: 70_000, credit: 70_000 },
          'organiser-payable': { debit: 0, credit: 70_000 },
        },
      },
    },
    perpetualNet: { GNF: 70_000 },
    perpetualAbs: { GNF: 70_000 },
  })
  expect(again.totals).toEqual(x.totals)

  const z = ledger.closeShift('Z', 'staff-7', clock())
  expect(z).toMatchObject({ kind: 'Z', shiftNo: 1, firstSeq: 1, totals: x.totals })
  sellOut(ledger, clock, [chosenSeat('1003', 50_000)], 'card')
  const second = ledger.closeShift('Z', 'staff-7', clock())
  expect(second).toMatchObject({
    shiftNo: 2,
    firstSeq: z.seq + 1,
    totals: { GNF: { tickets: 1, accounts: { 'card-clearing': { debit: 50_000, credit: 0 } } } },
    perpetualNet: { GNF: 120_000 },
  })
  const empty = ledger.closeShift('Z', null, clock())
  expect(empty).toMatchObject({
    shiftNo: 3,
    firstSeq: second.seq + 1,
    lastSeq: second.seq,
    totals: {},
    perpetualNet: { GNF: 120_000 },
  })
  ledger.close()
})

it('says on paper what lies behind the sums: events and zones, tenders, refunds, duplicates, the drawer', async () => {
  const clock = tickingClock()
  const ledger = await openLedger(ledgerOptions(temporaryDirectory(), { now: clock }))
  const south = { ...chosenSeat('1002', 20_000), zoneName: 'Virage Sud' }
  sellOut(ledger, clock, [chosenSeat('1001'), south], 'cash')
  sellOut(ledger, clock, [chosenSeat('1003', 50_000)], 'card')
  // Paid by card, and the seats were somebody else's in the end.
  const lost = [chosenSeat('1004')]
  const unlucky = startSale(ledger, clock, lost).next(...toPriced(lost), ...toPaid('card', 35_000))
  const late = { monoMs: 3_600_000, bootId: 'boot-1', wallUtc: '2025-05-17T15:00:00.000Z' }
  const reply = { status: 410, code: 'HOLD_EXPIRED', detail: '' }
  unlucky
    .next(composed(unlucky.sale), { type: 'purchase-unclear', reply })
    .next({ type: 'tickets-absent', asked: late }, { type: 'refunded', refundReference: 'R-1', staffId: 'staff-7' })
  // One ticket came out twice.
  const seats = [chosenSeat('1005')]
  const waiting = startSale(ledger, clock, seats).next(...toPriced(seats), ...toPaid('card', 35_000))
  const ticket = { ticketId: 't-1005', seatId: '1005', ticketNumber: 'GN-1005', ticketCode: 'C', ticketReference: 'R' }
  const whole = { ...ticket, price: 35_000, status: 'SOLD', qrCode: 'ab'.repeat(16), place: seats[0]!.place }
  waiting.next(
    composed(waiting.sale),
    { type: 'purchase-confirmed', tickets: [whole] },
    { type: 'print-queued', saved: '' },
    { type: 'print-started', ticketId: 't-1005' },
    { type: 'print-unclear', ticketId: 't-1005', reason: 'jam' },
    { type: 'print-retried' },
    { type: 'print-started', ticketId: 't-1005' },
    { type: 'print-finished', ticketId: 't-1005', evidence: 'cut' },
  )
  startSale(ledger, clock, [chosenSeat('1006')])

  const closure = ledger.closeShift('Z', 'staff-7', clock())
  const report = ledger.shiftReport(closure.seq)!
  expect(report).toMatchObject({
    kind: 'Z',
    register: 'kiosk-1',
    shiftNo: 1,
    staffId: 'staff-7',
    sales: 4,
    duplicates: 1,
    waiting: 1,
    anchor: { seq: closure.seq, firstSeq: 1, lastSeq: closure.seq - 1, tailHash: closure.tailHash },
  })
  expect(report.anchor.keyId).toMatch(/^[0-9a-f]{8,}$/u)
  expect(Date.parse(report.from)).toBeLessThan(Date.parse(report.to))
  const title = 'Horoya AC – Hafia FC'
  expect(report.currencies).toEqual([
    {
      currency: 'GNF',
      tickets: 4,
      sold: 140_000,
      refunded: 0,
      net: 140_000,
      events: [
        {
          title,
          startsAt: '2025-05-17T16:00:00',
          tickets: 4,
          amount: 140_000,
          zones: [
            { name: 'Tribune Nord', tickets: 3, amount: 120_000 },
            { name: 'Virage Sud', tickets: 1, amount: 20_000 },
          ],
        },
      ],
      tenders: [
        { kind: 'card', count: 3, amount: 120_000, refunds: 1, refunded: 35_000 },
        { kind: 'cash', count: 1, amount: 55_000, refunds: 0, refunded: 0 },
      ],
      cashiers: [
        { staffId: null, count: 4, amount: 175_000, refunds: 0, refunded: 0 },
        { staffId: 'staff-7', count: 0, amount: 0, refunds: 1, refunded: 35_000 },
      ],
      owed: 0,
      drawer: {
        openingFloat: 0,
        paidIn: 0,
        paidOut: 0,
        cash: 55_000,
        expected: 55_000,
        counted: null,
        uncounted: true,
        pieces: [],
        movements: [],
      },
      perpetualNet: 140_000,
      perpetualAbs: 140_000,
    },
  ])
  // The tenders' sums are the books'.
  const { accounts } = closure.totals['GNF']!
  const balance = (account: string): number => (accounts[account]?.debit ?? 0) - (accounts[account]?.credit ?? 0)
  expect([balance('card-clearing'), balance('drawer')]).toEqual([120_000 - 35_000, 55_000])

  const empty = ledger.shiftReport(ledger.closeShift('X', null, clock()).seq)!
  expect(empty).toMatchObject({ kind: 'X', shiftNo: 2, sales: 0, waiting: 1 })
  expect(empty.currencies).toMatchObject([{ currency: 'GNF', tickets: 0, net: 0, events: [], perpetualNet: 140_000 }])
  ledger.close()
})

it('keeps the drawer of a shift: float, paid in and out, openings, a count that finds less, and a Z that says so', async () => {
  const clock = tickingClock()
  const options = ledgerOptions(temporaryDirectory(), { now: clock })
  const ledger = await openLedger(options)
  const currency = 'GNF'
  ledger.recordDrawer({ type: 'shift-opened', currency, amount: 200_000 }, '7', clock())
  sellOut(ledger, clock, [chosenSeat('1001'), chosenSeat('1002')], 'cash')
  ledger.recordDrawer({ type: 'paid-in', currency, amount: 50_000, reason: 'monnaie' }, '12', clock())
  ledger.recordDrawer({ type: 'paid-out', currency, amount: 100_000, reason: 'coffre', second: '90' }, '12', clock())
  ledger.recordDrawer({ type: 'drawer-opened', reason: 'billet coincé' }, '12', clock())
  expect(ledger.shiftState()).toMatchObject({ shiftNo: 1, drawers: [{ currency, float: 200_000, counted: null }] })
  const found = [
    { kind: 'note', value: 20_000, count: 10 },
    { kind: 'note', value: 1_000, count: 15 },
    { kind: 'note', value: 500, count: 0 },
  ] as const
  ledger.recordDrawer({ type: 'drawer-counted', currency, pieces: found }, '7', clock())
  expect(ledger.shiftState().drawers).toMatchObject([{ counted: { total: 215_000, difference: -5_000 } }])
  // Sold after the count: what was found grows by it, the shortage stays.
  sellOut(ledger, clock, [chosenSeat('1003')], 'cash')

  const closure = ledger.closeShift('Z', '12', clock())
  expect(closure.totals['GNF']?.accounts).toMatchObject({
    float: { debit: 0, credit: 200_000 },
    'paid-in': { debit: 0, credit: 50_000 },
    'paid-out': { debit: 100_000, credit: 0 },
    'over-short': { debit: 5_000, credit: 0 },
  })
  const report = ledger.shiftReport(closure.seq)!
  expect(report.openings).toMatchObject([{ staffId: '12', reason: 'billet coincé' }])
  expect(report.currencies[0]?.drawer).toMatchObject({
    openingFloat: 200_000,
    paidIn: 50_000,
    paidOut: 100_000,
    cash: 105_000,
    expected: 255_000,
    counted: 250_000,
    pieces: found.slice(0, 2),
    movements: [
      { kind: 'paid-in', amount: 50_000, reason: 'monnaie', staffId: '12' },
      { kind: 'paid-out', amount: 100_000, reason: 'coffre', staffId: '12' },
    ],
  })
  expect(ledger.shiftState()).toEqual({ shiftNo: 2, sinceUtc: null, drawers: [], openSales: 0, owed: [] })

  // The next drawer is nobody's debt: it begins with nothing, and nothing in it is right.
  ledger.recordDrawer({ type: 'drawer-counted', currency, pieces: [] }, '7', clock())
  const next = ledger.shiftReport(ledger.closeShift('X', '7', clock()).seq)!
  expect(next.currencies[0]?.drawer).toMatchObject({ openingFloat: 0, cash: 0, expected: 0, counted: 0 })
  ledger.close()
  expect(await verifyLedger({ path: options.path })).toMatchObject({ ok: true, findings: [] })
})

it('says of a running shift what is uncounted, open and owed', async () => {
  const clock = tickingClock()
  const ledger = await openLedger(ledgerOptions(temporaryDirectory(), { now: clock }))
  const currency = 'GNF'
  const seats = [chosenSeat('1001')]
  const sold = sellOut(ledger, clock, seats, 'cash').sale
  startSale(ledger, clock, [chosenSeat('1002')])
  if (sold.state !== 'done') throw new Error(sold.state)
  const drawer = { currency, float: null, counted: null, uncounted: true }
  expect(ledger.shiftState()).toMatchObject({ shiftNo: 1, drawers: [drawer], openSales: 1, owed: [] })
  const money = { saleId: sold.saleId, reference: `${sold.order.orderId}-R1`, currency, amount: 35_000 } as const
  const ways = { back: [{ kind: 'cash', amount: 35_000 }], ticketIds: ['t-1001'] } as const
  ledger.recordAfterSale({ type: 'tickets-refunded', ...money, ...ways, reason: 'r', second: '90' }, '7', clock())
  expect(ledger.shiftState().owed).toEqual([{ currency, amount: 35_000 }])
  ledger.recordAfterSale({ type: 'return-paid', ...money, kind: 'cash', receipt: '' }, '7', clock())
  ledger.recordDrawer({ type: 'drawer-counted', currency, pieces: [] }, '7', clock())
  const counted = { total: 0, difference: 0, pieces: [] }
  expect(ledger.shiftState()).toMatchObject({ drawers: [{ counted, uncounted: false }], owed: [] })
  ledger.close()
})

it('opens a ledger of the second schema, and its postings are there', async () => {
  const clock = tickingClock()
  const options = ledgerOptions(temporaryDirectory(), { now: clock })
  const before = await openLedger(options)
  sellOut(before, clock, [chosenSeat('1001')], 'cash')
  before.close()
  const db = new Sqlite(options.path)
  const posted = db.prepare('SELECT * FROM posting').all()
  db.close()
  asOfVersion(options.path, 2)
  expect(await verifyLedger({ path: options.path })).toMatchObject({ ok: true })

  const ledger = await openLedger(options)
  ledger.recordDrawer({ type: 'shift-opened', currency: 'GNF', amount: 1_000 }, '7', clock())
  ledger.close()
  expect(await verifyLedger({ path: options.path })).toMatchObject({ ok: true, findings: [] })
  const after = new Sqlite(options.path)
  expect(after.prepare('SELECT * FROM posting WHERE sale_id IS NOT NULL').all()).toEqual(posted)
  after.close()
})

it('gives rounded cash back as it was counted, and no account is left with anything', async () => {
  const time = storyClock()
  const clock = () => time.now()
  const options = ledgerOptions(temporaryDirectory(), { now: clock })
  const ledger = await openLedger(options)
  const reply = { status: 410, code: 'HOLD_EXPIRED', detail: '' }
  const refunded = (seatId: string, price: number, counted: number): void => {
    const seats = [chosenSeat(seatId, price)]
    const taken = { type: 'tender-approved', received: counted, change: 0, approval: '7', staffId: '7' } as const
    const paid = startSale(ledger, clock, seats).next(
      ...toPriced(seats),
      { type: 'tender-started', kind: 'cash' },
      taken,
    )
    const unclear = paid.next(composed(paid.sale), { type: 'purchase-unclear', reply })
    time.pass(550_000)
    unclear.next({ type: 'tickets-absent', asked: clock() }, { type: 'refunded', refundReference: 'R-1', staffId: '7' })
  }
  const accountsAfter = () => ledger.closeShift('Z', '7', clock()).totals['GNF']?.accounts
  refunded('1001', 35_040, 35_000)
  const down = { debit: 35_040, credit: 35_040 }
  expect(accountsAfter()).toEqual({
    drawer: { debit: 35_000, credit: 35_000 },
    rounding: { debit: 40, credit: 40 },
    'customer-deposits': down,
    'refunds-due': down,
  })
  refunded('1002', 35_060, 35_100)
  const up = { debit: 35_060, credit: 35_060 }
  expect(accountsAfter()).toEqual({
    drawer: { debit: 35_100, credit: 35_100 },
    rounding: { debit: 40, credit: 40 },
    'customer-deposits': up,
    'refunds-due': up,
  })
  ledger.close()
  expect(await verifyLedger({ path: options.path })).toMatchObject({ ok: true, findings: [] })
})

it('lists the latest closures with what they took, less what was given back', async () => {
  const clock = tickingClock()
  const ledger = await openLedger(ledgerOptions(temporaryDirectory(), { now: clock }))
  const { sale } = sellOut(ledger, clock, [chosenSeat('1001'), chosenSeat('1002', 50_000)], 'cash')
  if (sale.state !== 'done') throw new Error(sale.state)
  const money = { saleId: sale.saleId, reference: `${sale.order.orderId}-R1`, currency: 'GNF', amount: 35_000 }
  const ways = { back: [{ kind: 'cash', amount: 35_000 }], ticketIds: ['t-1001'] } as const
  ledger.recordAfterSale({ type: 'tickets-refunded', ...money, ...ways, reason: 'r', second: '90' }, '7', clock())
  const [x, z] = [ledger.closeShift('X', null, clock()), ledger.closeShift('Z', '7', clock())]
  const takings = [{ currency: 'GNF', tickets: 2, net: 50_000 }]
  const [last, before, ...more] = ledger.closures(9)
  expect([last, before, more]).toMatchObject([
    { seq: z.seq, kind: 'Z', shiftNo: 1, staffId: '7', takings },
    { seq: x.seq, kind: 'X', shiftNo: 1, staffId: null, takings },
    [],
  ])
  expect(ledger.closures(1)).toEqual([last])
  ledger.close()
})

it('reads from the rows what a closure of an older program did not sign', async () => {
  const clock = tickingClock()
  const options = ledgerOptions(temporaryDirectory(), { now: clock })
  const before = await openLedger(options)
  sellOut(before, clock, [chosenSeat('1001'), chosenSeat('1002')], 'cash')
  const { seq } = before.closeShift('X', '7', clock())
  const { currencies } = before.shiftReport(seq)!
  before.close()
  expect(currencies[0]?.tenders).toMatchObject([{ kind: 'cash' }])

  const db = new Sqlite(options.path)
  db.exec('DROP TRIGGER journal_no_update')
  const row = db.prepare('SELECT * FROM journal WHERE seq = ?').get(seq) as JournalRow
  const payload = JSON.parse(row.payload) as { totals: Record<string, object> }
  for (const name of ['events', 'tenders', 'cashiers']) Reflect.deleteProperty(payload.totals['GNF']!, name)
  const older = { ...row, payload: canonicalJson(payload) }
  const hash = rowHash(older)
  const sig = options.signer.sign(signedBytes(hash))
  db.prepare('UPDATE journal SET payload = ?, hash = ?, sig = ? WHERE seq = ?').run(older.payload, hash, sig, seq)
  db.close()
  for (const beside of ['anchor', 'roll']) rmSync(`${options.path}.${beside}`)
  const after = await openLedger(options)
  expect(after.opening.chain).toBeNull()
  expect(after.shiftReport(seq)!.currencies).toEqual(currencies)
  after.close()
})
