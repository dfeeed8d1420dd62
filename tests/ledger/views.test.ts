import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { type ChainBreak, checkChain, checkSinceClosure } from '../../electron/ledger/chain-check.ts'
import { readRecordedSales } from '../../electron/ledger/sales/recorded-sales.ts'
import {
  chosenSeat,
  composed,
  decideRefund,
  handOver,
  noted,
  pricedSale,
  refundTickets,
  sellOut,
  startSale,
  ticketOf,
  toPaid,
  toPriced,
  toPrinted,
  unclear,
  type Walk,
} from './sales.ts'
import { salesOnAccount } from './accounts-story.ts'
import { freshLedger, query, runSql, tickingClock } from './fixtures.ts'
import type { SaleLedger } from '../../electron/kiosk/ports/ports.ts'
import type { SaleEvent } from '../../shared/domain/sale/sale.ts'
import { rebuildSale, replaySale } from '../../electron/ledger/rebuild.ts'
import { type JournalledStep, stepOf } from '../../electron/ledger/accounts/entries.ts'

const SEATS = [chosenSeat('1001'), chosenSeat('1002')]

/** Shift 1: two seats for cash, an open order, a visit. Shift 2: a seat by card, and a refund due. */
async function twoShifts() {
  const { ledger, options, now } = await freshLedger()
  const sold = sellOut(ledger, now, SEATS, 'cash').sale
  const ordered = startSale(ledger, now, [chosenSeat('1003')]).next(...toPriced([chosenSeat('1003')])).sale
  startSale(ledger, now, [chosenSeat('1004')])
  const closed = ledger.closeShift('Z', '7', now()).seq
  const later = sellOut(ledger, now, [chosenSeat('1005', 50_000)]).sale
  const { saleId } = sold
  const copies = [1002, 1001].map((seat) => ({ ticketId: `t-${seat}`, copyNumber: 1 }))
  ledger.recordAfterSale({ type: 'reprint-requested', saleId, reason: 'mouillé', copies }, '7', now())
  const done = { saleId, ...copies[0]!, state: 'printed', evidence: 'q' } as const
  ledger.recordAfterSale({ type: 'reprint-finished', ...done }, null, now())
  const money = refundTickets(ledger, now, sold, 't-1002')
  const pay = (): void =>
    ledger.recordAfterSale({ type: 'refund-paid', ...money, kind: 'cash', receipt: 'r' }, '7', now())
  return { options, now, ledger, sold, ordered, later, closed, pay }
}

it('tells the sales of a shift as the service is asked about them', async () => {
  const { options, ledger, sold, ordered, later } = await twoShifts()
  const ticket = (seatId: string, returned: boolean, price = 35_000) => {
    const { ticketId, ticketNumber, qrCode } = ticketOf(chosenSeat(seatId))
    return { ticketId, ticketNumber, qrCode, seatId, seatCode: `N3-F-${seatId}`, price, returned }
  }
  const of = { eventId: '501', eventTitle: 'Hamana AC – Badia FC', currency: 'GNF', sharedOwner: false }
  const order = { saleId: sold.saleId, reference: sold.order.orderId, ownerRef: 'demo-user-1001' }
  const tickets = [ticket('1001', false), ticket('1002', true)]
  const first = { ...of, ...order, seatIds: ['1001', '1002'], state: 'done', amount: 70_000, tickets }
  const open = { saleId: ordered.saleId, ownerRef: 'demo-user-1003', state: 'priced', amount: 35_000 }
  const second = { ...of, ...open, seatIds: ['1003'], tickets: [] }
  const third = { saleId: later.saleId, state: 'done', amount: 50_000, tickets: [ticket('1005', false, 50_000)] }
  expect(ledger.recordedSales(1)).toMatchObject({ register: 'kiosk-1', shiftNo: 1, sales: [first, second] })
  expect(ledger.recordedSales(2)).toMatchObject({ register: 'kiosk-1', shiftNo: 2, sales: [first, third] })
  expect(ledger.recordedSales(null)).toEqual(ledger.recordedSales(2))
  expect(ledger.recordedSales(3)).toBe(null)
  expect(readRecordedSales(options.path, 1)).toEqual(ledger.recordedSales(1))
})

it('tells what a shift sold, to which tribune, and what came back in it', async () => {
  const { ledger } = await twoShifts()
  const tribune = { name: 'Tribune Nord', color: '#c81d25' }
  const atUtc = expect.stringMatching(/^2025-/u) as string
  const issued = (price: number) => ({ price, currency: 'GNF', tribune, atUtc })
  expect(ledger.shiftTrade(1)).toEqual({ sold: [issued(35_000), issued(35_000)], returned: [] })
  const back = [{ price: 35_000, currency: 'GNF' }]
  expect(ledger.shiftTrade(2)).toEqual({ sold: [issued(50_000)], returned: back })
  expect(ledger.shiftTrade(null)).toEqual(ledger.shiftTrade(2))
  expect(ledger.shiftTrade(3)).toBe(null)
})

it('lists the sales and returns of a shift, each with its tax and its amounts by tender', async () => {
  const { ledger, sold, later, pay, now } = await twoShifts()
  pay()
  ledger.closeShift('Z', '7', now())
  const of = { eventId: '501', eventTitle: 'Hamana AC – Badia FC', currency: 'GNF', rounding: 0 }
  const line = ({ saleId, order, ownerRef }: typeof sold) => ({ ...of, saleId, orderId: order.orderId, ownerRef })
  const tax = (amount: number, tax: number) => ({ amount, taxes: [{ rate: 18, amount, tax }] })
  const seats = ['N3-F-1001', 'N3-F-1002']
  const first = { ...line(sold), shiftNo: 1, kind: 'sale', seats, ...tax(70_000, 10_678) }
  const ofLater = { shiftNo: 2, kind: 'sale', seats: ['N3-F-1005'] }
  const ofRefund = { shiftNo: 2, kind: 'refund', seats: ['N3-F-1002'] }
  const second = [
    { ...line(later), ...ofLater, ...tax(50_000, 7_627), tenders: { card: 50_000 } },
    // The shift's takings of 15 000 include tax of 2 288, the sum of the taxes of both lines.
    { ...line(sold), ...ofRefund, ...tax(-35_000, -5_339), cashier: '7', tenders: { cash: -35_000 } },
  ]
  expect(ledger.salesList({ shiftNo: 1 })).toMatchObject([{ ...first, tenders: { cash: 70_000 } }])
  expect(ledger.salesList({ shiftNo: 2 })).toMatchObject(second)
  const all = ledger.salesList({})!
  expect(all).toMatchObject([first, ...second])
  const [, { atUtc: fromUtc } = { atUtc: '' }, { atUtc: toUtc } = { atUtc: '' }] = all
  expect(ledger.salesList({ period: { fromUtc, toUtc } })).toEqual([all[1]])
  expect(ledger.salesList({ eventId: '501' })).toEqual(all)
  expect(ledger.salesList({ eventId: '502' })).toEqual([])
  expect(ledger.salesList({ staffId: '7' })).toEqual([all[2]])
  expect(ledger.salesList({ shiftNo: 9 })).toBe(null)
  expect(ledger.soldEvents()).toEqual([{ eventId: '501', title: of.eventTitle }])
})

it('opens the file of a sale with an unreadable journal row', async () => {
  const { ledger, options, now } = await freshLedger()
  const { saleId } = sellOut(ledger, now, SEATS).sale
  runSql(options.path, "DROP TRIGGER journal_no_update; UPDATE journal SET payload = '{' WHERE code = 'PRINT_FINISHED'")
  expect(ledger.files.open(saleId)?.payments).toHaveLength(1)
})

it('lists the credits that the hub has not confirmed, even next to an unreadable row of an account', async () => {
  const { ledger, options, now } = await freshLedger()
  salesOnAccount(ledger, now)
  const before = ledger.accounts.unconfirmed()
  expect(before).toMatchObject([{ kind: 'credit', account: 'FGF', amount: 35_000 }])
  runSql(options.path, "DROP TRIGGER journal_no_update; UPDATE journal SET payload = '{' WHERE code = 'ACCOUNT_PAID'")
  expect(ledger.accounts.unconfirmed()).toEqual(before)
  expect(ledger.accounts.payment('other')).toBe(null)
  runSql(options.path, "UPDATE journal SET payload = '{' WHERE code = 'REFUND_PAID'")
  expect(ledger.accounts.unconfirmed()).toEqual([])
})

it('opens the file of a sale with a damaged row of its invoice, names the row, and issues no second invoice', async () => {
  const { ledger, options, now } = await freshLedger()
  const { sale } = sellOut(ledger, now, SEATS)
  const { saleId } = sale
  const buyer = { company: 'Soguicom SARL', address: 'Kaloum, Conakry', taxNumber: '' }
  const issue = () => ledger.issueInvoice({ saleId, buyer }, '7', now())
  issue()
  const [seq] = query(options.path, 'SELECT seq FROM invoice')
  runSql(options.path, `DROP TRIGGER journal_no_update; UPDATE journal SET payload = '{' WHERE seq = ${Number(seq)}`)
  expect(ledger.files.open(saleId)).toMatchObject({ payments: [{}], invoices: [], damagedRows: [seq] })
  expect(issue).toThrow('has no tickets to invoice')
  refundTickets(ledger, now, sale, `t-${SEATS[0]!.seatId}`)
  expect(ledger.files.open(saleId)).toMatchObject({ returns: [{ amount: 35_000 }], invoices: [] })
})

it('lists the numbers of the documents that paid a sale', async () => {
  const { ledger, now } = await freshLedger()
  const by = { staffId: '7', second: '12' }
  handOver(
    pricedSale(
      ledger,
      now,
      [chosenSeat('1001')],
      { type: 'tender-started', kind: 'cheque', amount: 5_000, staffId: '7' },
      { type: 'tender-approved', received: 5_000, change: 0, approval: '0001234', ...by },
      { type: 'tender-started', kind: 'bank-transfer', staffId: '7' },
      { type: 'tender-approved', received: 30_000, change: 0, approval: 'OV 2026/117', ...by },
    ),
  )
  const paid = { tenders: { cheque: 5_000, 'bank-transfer': 30_000 }, documents: ['0001234', 'OV 2026/117'] }
  expect(ledger.salesList({})).toMatchObject([paid])
})

it('shows the journal newest first, page by page, by sale, and nobody’s way in', async () => {
  const { ledger, sold } = await twoShifts()
  const all = ledger.journalLines({ before: null, saleId: null, limit: 1_000 })
  const { seq } = ledger.head()
  expect(all.map((line) => line.seq)).toEqual(Array.from({ length: seq }, (_, index) => seq - index))
  expect(all[0]).toMatchObject({ code: 'TICKETS_REFUNDED', saleId: null, staffId: '7' })
  expect(ledger.journalLines({ before: seq - 2, saleId: null, limit: 2 })).toEqual(all.slice(3, 5))
  const own = ledger.journalLines({ before: null, saleId: sold.saleId, limit: 1_000 })
  expect(own).toEqual(all.filter(({ saleId }) => saleId === sold.saleId))
  const text = all.map(({ details }) => details).join('\n')
  const { qrCode } = ticketOf(SEATS[0]!)
  expect(text).toContain(`"qrCode":"${qrCode.slice(0, 4)}…"`)
  expect(text).toMatch(/"checkoutToken":"toke…".*"sessionId":"\w{4}…"/su)
  expect(text).toContain('"saleId":')
})

it('knows copies that were on their way to the printer, payments and holds by their names', async () => {
  const { ledger, now, sold, ordered, later } = await twoShifts()
  expect(ledger.openCopies()).toEqual([{ saleId: sold.saleId, ticketId: 't-1001', copyNumber: 1 }])
  expect(ledger.orderPaidBy('card', 'A-778812')).toBe(later.order.orderId)
  expect(ledger.orderPaidBy('cash', 'A-778812')).toBe(null)
  expect(ledger.orderPaidBy('cash', 'staff-7')).toBe(null)
  const held = 'order' in ordered ? ordered.order.seats.map(({ holdId }) => holdId) : []
  expect(ledger.conflictingHolds('another', [...held, 'free'])).toEqual(held)
  expect(ledger.conflictingHolds(ordered.saleId, held)).toEqual([])
  ledger.closeShift('Z', '7', now())
  expect(ledger.orderPaidBy('card', 'A-778812')).toBe(null)
})

it('tells which purchases were refused, and which of them since it was possible again', async () => {
  const { ledger, now } = await twoShifts()
  expect(ledger.refusedPurchases()).toEqual([])
  const refusal = (saleId: string) => ({ status: 400, code: 'NO_NAME', saleId })
  ledger.note('PURCHASING_SUSPENDED', { ...refusal('a'), more: 1 }, now())
  expect(ledger.refusedPurchases()).toEqual([{ ...refusal('a'), resumed: false }])
  ledger.note('PURCHASING_RESUMED', {}, now())
  ledger.note('PURCHASING_SUSPENDED', refusal('b'), now())
  expect(ledger.refusedPurchases()).toEqual([
    { ...refusal('a'), resumed: true },
    { ...refusal('b'), resumed: false },
  ])
})

it('opens a sale with all that was done in it, and after it', async () => {
  const { ledger, sold, ordered, later, pay } = await twoShifts()
  const file = ledger.files.open(sold.saleId)
  const reference = `${sold.order.orderId}-R1`
  const back = { kind: 'cash', amount: 35_000 }
  expect(file).toMatchObject({
    saleId: sold.saleId,
    orderId: sold.order.orderId,
    state: 'done',
    places: SEATS.map(({ place }) => place),
    amount: 70_000,
    returned: 35_000,
    owed: 35_000,
    tenders: ['cash'],
    ownerRef: 'demo-user-1001',
    tickets: [
      {
        ticketId: 't-1001',
        price: 35_000,
        papers: [
          { copyNumber: 0, state: 'printed' },
          { copyNumber: 1, state: 'spooling' },
        ],
      },
      {
        ticketId: 't-1002',
        papers: [
          { copyNumber: 0, state: 'printed' },
          { copyNumber: 1, state: 'printed' },
        ],
      },
    ],
    payments: [{ kind: 'cash', state: 'approved', amount: 70_000, received: 75_000, change: 5_000 }],
    returns: [
      { reference, kind: 'refund', staffId: '7', second: '90', reason: 'malade', back: [{ ...back, paid: false }] },
    ],
    slips: [{ reference, copies: 0 }],
    ofThisShift: false,
  })
  expect(file).not.toHaveProperty('customer')
  const codes = file?.acts.map(({ code }) => code)
  expect(codes?.slice(-4)).toEqual(['PRINT_FINISHED', 'REPRINT_REQUESTED', 'REPRINT_FINISHED', 'TICKETS_REFUNDED'])
  expect(codes?.slice(0, 2)).toEqual(['SEATS_CHOSEN', 'HOLD_GRANTED'])
  pay()
  const expected = { returned: 35_000, owed: 0, returns: [{ back: [{ paid: true }] }] }
  expect(ledger.files.open(sold.saleId)).toMatchObject(expected)
  expect(ledger.files.open(later.saleId)).toMatchObject({ ofThisShift: true, returns: [], slips: [] })
  expect(ledger.files.open(ordered.saleId)).toMatchObject({ state: 'priced', tickets: [], tenders: [], places: [{}] })
  expect(ledger.files.open('nobody')).toBe(null)
})

it('counts a sale to the shift that its tickets came in, from its very first row on', async () => {
  const { ledger, now } = await freshLedger()
  const seats = [chosenSeat('1001')]
  const paid = pricedSale(ledger, now, seats, ...toPaid('card', 35_000))
  const asked = paid.next(composed(paid.sale))
  ledger.closeShift('Z', '7', now())
  const { saleId } = asked.next({ type: 'purchase-confirmed', tickets: [ticketOf(seats[0]!)] }).sale
  expect(ledger.files.open(saleId)?.ofThisShift).toBe(true)
  ledger.closeShift('Z', '7', now())
  expect(ledger.files.open(saleId)?.ofThisShift).toBe(false)
})

it('finds sales by the beginning of a number, a payment, a seat and when they began', async () => {
  const { ledger, sold, later } = await twoShifts()
  const find = (words: string, period: { fromUtc: string; untilUtc: string } | null = null, limit = 9) =>
    ledger.files.find({ words, period }, limit).map(({ saleId }) => saleId)
  const [first, second] = [sold.saleId, later.saleId]
  expect(find('')).toEqual([second, first])
  expect(find('', null, 1)).toEqual([second])
  expect(find(sold.order.orderId.slice(0, 6).toUpperCase())).toEqual([first])
  expect(find(sold.order.orderId.slice(0, 5))).toEqual([])
  expect(find(first.slice(0, 8))).toEqual([first])
  for (const words of ['demo-user-1001', 't-1001', 'gn-1001', 'n3 f 1', 'N3-F-1001', 'staff-7'])
    expect([words, find(words)]).toEqual([words, [first]])
  expect(find('A-778812')).toEqual([second])
  const begun = ledger.files.open(second)?.begunUtc ?? ''
  expect(find('', { fromUtc: begun, untilUtc: '2026' })).toEqual([second])
  expect(find('', { fromUtc: '2025', untilUtc: begun })).toEqual([first])
})

it('asks people about the hub’s doubt and a key that nobody vouched for, until that is settled', async () => {
  const { ledger, now, options } = await twoShifts()
  expect(ledger.gaps()).toEqual([])
  ledger.setHubMismatch({ type: 'shorter', seq: 40 })
  expect(ledger.gaps()).toEqual([{ kind: 'hub', doubt: 'shorter', seq: 40 }])
  ledger.setHubMismatch(null)
  expect(ledger.gaps()).toEqual([])
  const { keyId } = options.signer
  expect(ledger.isVouched('hub-key')).toBe(false)
  ledger.note('KEY_ATTESTED', { keyId, hubKey: 'hub-key', sig: '' }, now())
  expect([ledger.isVouched('hub-key'), ledger.isVouched('other')]).toEqual([true, false])
})

async function changed(sql: (at: Place) => string) {
  const { ledger, options, closed } = await twoShifts()
  const at = { start: closed, row: closed + 3, next: closed + 4, last: ledger.head().seq }
  ledger.close()
  const db = new Sqlite(options.path)
  db.pragma('foreign_keys = OFF')
  for (const trigger of ['journal_no_update', 'journal_no_delete']) db.exec(`DROP TRIGGER ${trigger}`)
  db.exec(sql(at))
  const [sinceClosure, whole] = [checkSinceClosure(db), checkChain(db, 1)]
  db.close()
  return { at, sinceClosure, whole }
}

/** Numbers of journal rows: the last Z report, two rows after the report, and the last row. */
type Place = Readonly<Record<'start' | 'row' | 'next' | 'last', number>>

const unsigned = (seq: number): string => `UPDATE journal SET sig = zeroblob(64) WHERE seq = ${seq}`

it.each<[what: string, sql: (at: Place) => string, place?: keyof Place, reason?: ChainBreak['reason']]>([
  ['is whole', () => ''],
  ['lacks a row', ({ row }) => `DELETE FROM journal WHERE seq = ${row}`, 'next', 'gap'],
  ['follows another', ({ row }) => `UPDATE journal SET prev_hash = zeroblob(32) WHERE seq = ${row}`, 'row', 'link'],
  ['has another content', ({ row }) => `UPDATE journal SET staff_id = 'x' WHERE seq = ${row}`, 'row', 'hash'],
  ['begins with a row that nobody signed', ({ start }) => unsigned(start), 'start', 'signature'],
  ['ends with one', ({ last }) => unsigned(last), 'last', 'signature'],
  ['is signed by a key that nobody named', () => 'DELETE FROM signing_key', 'start', 'signature'],
])('sees at the start where a chain %s', async (_what, sql, place, reason) => {
  const { sinceClosure, at } = await changed(sql)
  expect(sinceClosure).toEqual(place ? { seq: at[place], reason } : null)
})

it('looks no further back at the start than the last Z', async () => {
  const { sinceClosure, whole } = await changed(() => "UPDATE journal SET staff_id = 'x' WHERE seq = 3")
  expect([sinceClosure, whole]).toEqual([null, { seq: 3, reason: 'hash' }])
})

describe('remade sale', () => {
  /** Events that follow the seat selection of a sale, or a function for steps that depend on the state of the sale. */
  type Story = readonly SaleEvent[] | ((sale: Walk) => Walk)

  function rowsOf(story: Story) {
    const steps: JournalledStep[] = []
    const record: SaleLedger['record'] = (previous, sale, event, now) => {
      const noted = event.type === 'customer-recorded' && event.customer !== null
      const payload = stepOf(previous, sale, event, noted ? { customerSha256: 'f'.repeat(64) } : {})
      const { saleId, register } = sale
      steps.push({ seq: steps.length + 1, saleId, register, payload: { ...payload, stateSha256: '' }, now })
    }
    const begun = startSale({ record }, tickingClock(), SEATS)
    return { steps, sale: (typeof story === 'function' ? story(begun) : begun.next(...story)).sale }
  }

  const SEATS = [chosenSeat('1001')]
  const PRICED = toPriced(SEATS)
  const TICKETS = [ticketOf(SEATS[0]!)]
  const MARIAMA = noted({ name: 'Mariama', phone: '1' })
  const card = (amount?: number) => ({ type: 'tender-started', kind: 'card', ...(amount && { amount }) }) as const
  const took = (received: number) => ({ type: 'tender-approved', received, change: 0, approval: 'A-1' }) as const
  const part = [...PRICED, card(10_000), took(10_000)]
  const parts = [{ kind: 'card', amount: 10_000, received: 10_000, change: 0 }]
  const released = { type: 'released', holdIds: [] } as const
  const chosenAgain: Story = [
    { type: 'hold-failed', notice: { type: 'partner-unreachable' } },
    released,
    { type: 'seats-chosen', seats: [chosenSeat('1009')] },
    { type: 'hold-granted' },
  ]
  const paid = (sale: Walk): Walk => sale.next(...PRICED, ...toPaid('cash', 35_000))
  const sent = (sale: Walk, ...events: readonly SaleEvent[]): Walk => {
    const walk = paid(sale)
    return walk.next(composed(walk.sale), ...events)
  }
  const confirmed = (sale: Walk): Walk => sent(sale, { type: 'purchase-confirmed', tickets: TICKETS })
  const byHand = (sale: Walk): Walk => {
    const settled = { type: 'settled-manually', reference: '88', staffId: '9' } as const
    return sent(sale, unclear, { type: 'tickets-mismatched', detail: 'another seat' }, settled)
  }
  const decided = (sale: Walk): Walk => decideRefund(paid(sale))
  const back = { type: 'refunded', refundReference: 'R-1', staffId: '9' } as const
  const rowsLost = { state: 'needs-staff', question: 'rows-lost', rowsLost: true, sold: null, asked: 0 }
  const unreached = { state: 'needs-staff', question: 'service-unreachable', rowsLost: true }
  const detail = 'made out again'
  const cash = { kind: 'cash', amount: 35_000, received: 40_000, change: 5_000, approval: 'staff-7' }
  const job = { ticketId: 't-1001', state: 'printed', evidence: 'folder:t-1001.pdf' }

  it.each<[what: string, story: Story, remade: object]>([
    ['chosen seats', [], { ...rowsLost, seats: SEATS }],
    ['the seats chosen last', chosenAgain, { ...rowsLost, seats: [chosenSeat('1009')] }],
    ['an order', PRICED, { ...rowsLost, tenderAttempts: 0, order: { amount: 35_000 } }],
    ['failed payments', [...PRICED, card(), { type: 'tender-cancelled' }, card()], { ...rowsLost, tenderAttempts: 2 }],
    ['a part of the payment', [...part, card(5_000)], { ...rowsLost, tenderAttempts: 2, parts }],
    ['a customer', [...PRICED, MARIAMA], { ...rowsLost, customer: true }],
    ['the whole payment', paid, { ...unreached, detail, tender: cash }],
    [
      'the whole payment in parts',
      [...part, card(20_000), took(20_000), card(), took(5_000)],
      { ...unreached, tender: { amount: 5_000 }, parts: [{ amount: 10_000 }, { amount: 20_000 }] },
    ],
    ['tickets', confirmed, { state: 'confirmed', rowsLost: true, tickets: TICKETS, tender: cash }],
    [
      'papers',
      (sale) => confirmed(sale).next(...toPrinted(TICKETS).slice(0, 2)),
      { state: 'print-unknown', rowsLost: true, tickets: TICKETS, jobs: [{ ticketId: 't-1001', state: 'unknown' }] },
    ],
    [
      'its end',
      (sale) => confirmed(sale).next(...toPrinted(TICKETS)),
      { state: 'done', tickets: TICKETS, jobs: [job] },
    ],
    ['its end by hand', byHand, { state: 'done', tickets: [], jobs: [], tender: cash }],
    ['money to give back', decided, { state: 'refund-due', reason: detail, rowsLost: true, tender: cash }],
    ['a paid refund', (sale) => decided(sale).next(back), { state: 'refunded', refundReference: 'R-1', tender: cash }],
    [
      'nothing',
      [...PRICED, { type: 'abandoned', reason: 'idle' }, released],
      { state: 'abandoned', reason: 'restart' },
    ],
  ])('is rebuilt from rows that lead to another state and contain %s', (_what, story, remade) => {
    const { steps, sale } = rowsOf(story)
    const { saleId, register, language, event, sessionId, ownerRef, currency } = sale
    const found = rebuildSale(steps)
    expect(found).toMatchObject({ saleId, register, language, event, sessionId, ownerRef, currency, ...remade })
    expect('customer' in found).toBe('customer' in remade)
    expect('parts' in found).toBe('parts' in remade)
    expect('rowsLost' in found).toBe(!['done', 'refunded', 'abandoned'].includes(found.state))
  })

  it('forgets a customer who would rather not be noted', () => {
    const { steps } = rowsOf([...PRICED, MARIAMA, noted(null)])
    expect(rebuildSale(steps)).not.toHaveProperty('customer')
  })

  it('is not made out where the first row is gone', () => {
    const { steps } = rowsOf(PRICED)
    expect(() => rebuildSale(steps.slice(1))).toThrow('its first row is missing')
    expect(() => rebuildSale([])).toThrow('its first row is missing')
  })

  it('is made out again where the rows do not lead where they say, and replayed where they do', () => {
    const { steps, sale } = rowsOf(PRICED)
    expect(replaySale(steps, null).sale).toEqual(sale)
    const otherwise = steps.map((step, index) =>
      index === 1 ? { ...step, payload: { ...step.payload, to: 'holding' as const } } : step,
    )
    expect(replaySale(otherwise, null).sale).toEqual(rebuildSale(otherwise))
    expect(rebuildSale(otherwise)).toMatchObject(rowsLost)
  })
})
