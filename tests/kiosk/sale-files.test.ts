import { describe, expect, it, test } from 'vitest'
import { ReadBack, readSaleQuery } from '../../electron/kiosk/sale/sale-commands.ts'
import { BEGINNING } from '../simulation/world.ts'
import {
  cashier,
  MINUTE,
  need,
  pin,
  refusal,
  type KioskFixture,
  startAt,
  startSmallKiosk,
} from '../world/kiosk-fixture.ts'
import { createSystemClock } from '../../electron/host/system.ts'
import type { SaleTicket, TicketIssuer } from '../../electron/kiosk/ports/ports.ts'
import type { PrintOutcome, PurchaseHub } from '../../electron/kiosk/ports/devices.ts'
import type { SaleFile, SaleQuery } from '../../shared/domain/sale/sale-file.ts'
import { sampleTicket } from '../printing/ticket-samples.ts'
import { ticketsListed } from '../../electron/kiosk/sale/effects.ts'
import type { TicketReadBack, Names } from '../../shared/domain/seats/offer.ts'
import type { Order, SaleBase } from '../../shared/domain/sale/sale.ts'
import { chosenSeat, EVENT, ticketOf } from '../ledger/sales.ts'

const finder =
  ({ api }: KioskFixture) =>
  async (text: string) => [text, need(await api.findSales({ text, ...cashier })).map(({ saleId }) => saleId)]

describe('a sale is found', () => {
  it('by its number, its ticket, its seat, its payment and its time, and opens as a whole', async () => {
    const kiosk = await startSmallKiosk()
    const { api } = kiosk
    const find = finder(kiosk)
    const first = await kiosk.sold('card', 2)
    need(await api.dismissSale(first))
    kiosk.pass(5 * MINUTE)
    const second = await kiosk.sold('cash', 1)

    const file = need(await api.openSaleFile({ saleId: first.saleId, ...cashier }))
    expect(file).toMatchObject({ state: 'done', tenders: ['card'], currency: 'GNF' })
    expect(file.tickets.map(({ papers }) => papers)).toEqual([0, 1].map(() => [{ copyNumber: 0, state: 'printed' }]))
    const { amount } = file
    expect(file.payments).toMatchObject([{ kind: 'card', state: 'approved', amount, received: amount }])
    expect(file.acts.map(({ code }) => code)).toContain('PURCHASE_CONFIRMED')

    const { sector, row, seatNumber, seatCode } = file.tickets[0]!.place
    const orderId = file.orderId ?? ''
    const seat = `${sector} ${row} ${seatNumber}`
    const [{ ticketNumber } = { ticketNumber: '' }] = file.tickets
    const seats = [seat, seat.toLowerCase().replaceAll(' ', '-'), seatCode]
    const ids = [orderId, orderId.slice(0, 8).toUpperCase(), file.ownerRef, ticketNumber]
    for (const text of [...ids, ...seats, file.payments[0]!.approval ?? ''])
      expect(await find(text)).toEqual([text, [first.saleId]])
    const begun = new Date(file.begunUtc)
    const clock = `${begun.getHours()}:${String(begun.getMinutes()).padStart(2, '0')}`
    const day = `${begun.getDate()}/${begun.getMonth() + 1}`
    for (const text of ['', clock, day]) expect(await find(text)).toEqual([text, [second.saleId, first.saleId]])
    const past = new Date(begun.getTime() - 40 * 86_400_000)
    for (const text of [`${past.getDate()}/${past.getMonth() + 1}/${past.getFullYear()}`, "' OR 1=1 --", 'abcdef12'])
      expect(await find(text)).toEqual([text, []])
    expect(await refusal(api.openSaleFile({ saleId: 'another', ...cashier }))).toEqual({ type: 'unknown-sale' })
  })

  it('by a sector, an amount or the last digits of a telephone number, if the customer has no ticket', async () => {
    const { kiosk, api, saleId } = await startAt('reviewed', {}, 2)
    need(await api.recordCustomer({ saleId, customer: { name: '', phone: '+224628765432' }, ...cashier }))
    need(await api.pay({ saleId, tender: 'card', by: cashier }))
    const { stage } = await kiosk.shown(saleId)
    expect(stage.name).toBe('done')
    const find = finder(kiosk)
    const file = need(await api.openSaleFile({ saleId, ...cashier }))
    const [{ place }] = file.tickets as [(typeof file.tickets)[0]]
    const { sector, row, seatNumber } = place
    const amount = String(file.amount)
    const grouped = amount.replaceAll(/\B(?=(?:\d{3})+$)/gu, ' ')
    for (const text of [`${sector}${row}`, amount, grouped, `${grouped} GNF`, '5432', '765432'])
      expect(await find(text)).toEqual([text, [saleId]])
    for (const text of ['32', '5433', `${amount}1`, `${sector}${row}x1`]) expect(await find(text)).toEqual([text, []])

    // A search for the complete name of a seat does not find seats whose longer names begin with the same characters.
    const named = async (text: string) =>
      need(await api.findSales({ text, ...cashier })).map((each) => each.namedTickets)
    expect(await named(`${sector} ${row} ${seatNumber}`)).toEqual([[file.tickets[0]?.ticketId]])
    expect(await named(`${sector} ${row}`)).toEqual([file.tickets.map(({ ticketId }) => ticketId)])
  })

  it('by about when it began: a quarter of an hour on either side', async () => {
    const { kiosk, saleId } = await startAt('sold', {}, 'card', 1)
    const found = async (minutes: number) => {
      const at = new Date(BEGINNING + minutes * MINUTE)
      return (await finder(kiosk)(`${at.getHours()}:${String(at.getMinutes()).padStart(2, '0')}`))[1]
    }
    expect([await found(-14), await found(0), await found(14)]).toEqual([[saleId], [saleId], [saleId]])
    expect([await found(-16), await found(16)]).toEqual([[], []])
  })

  it('only if it has more than seats that were held and given back', async () => {
    const { kiosk, saleId } = await startAt('reviewed', {}, 1)
    need(await kiosk.api.abandonSale({ saleId, reason: 'cancelled' }))
    await kiosk.sales.settled(saleId)
    expect(await finder(kiosk)('')).toEqual(['', []])
  })
})

describe('a purchase of another machine', () => {
  type Found = Awaited<ReturnType<PurchaseHub['find']>>

  /** Starts a kiosk that finds a purchase of another kiosk with `find`; by default, every search finds it. */
  async function besideSeller(
    find?: (purchase: ReturnType<typeof purchaseOf>, query: SaleQuery) => Promise<Found>,
    tickets: Partial<TicketIssuer> = {},
  ) {
    const other = await startSmallKiosk({ register: 'kiosk-2', seed: 2 })
    const { saleId } = await other.sold('card', 2)
    const sold = need(await other.api.openSaleFile({ saleId, ...cashier }))
    const purchase = purchaseOf(sold)
    const purchaseHub: PurchaseHub = { find: async (query) => find?.(purchase, query) ?? [purchase] }
    const kiosk = await startSmallKiosk({ register: 'kiosk-1', seed: 1, beside: other, purchaseHub, tickets })
    const numbers = purchase.tickets.map((each) => each.ticketNumber) as [string, string]
    const wish = { orderId: purchase.orderId, ticketNumbers: numbers, reason: 'Billet perdu', ...cashier }
    const search = async (text: string) => need(await kiosk.api.findPurchases({ text, ...cashier }))
    return { other, sold, purchase, purchaseHub, kiosk, numbers, wish, search }
  }

  it('is found at the hub and printed as numbered duplicates, with who, when and why in the ledger', async () => {
    const searches: SaleQuery[] = []
    let answers = true
    const { other, sold, purchase, purchaseHub, kiosk, numbers, wish, search } = await besideSeller(
      async (found, query) => {
        searches.push(query)
        return answers ? [found] : null
      },
    )
    const { api } = kiosk
    const seat = purchase.tickets[0]!.seatCode
    const { ownerRef: _, ...shown } = purchase
    expect(await search(seat)).toEqual([shown])
    for (const text of ['', 'Mariama', '1'.repeat(41)]) expect(await search(text)).toEqual([])
    expect(searches).toEqual([{ words: seat, period: null }])

    expect(await search(seat)).toEqual([shown])
    const [ticketNumber] = numbers
    const one = { ...wish, ticketNumbers: [ticketNumber] }
    for (const copyNumber of [1, 2]) {
      expect(need(await api.reprintPurchase(one))).toEqual([{ ticketNumber, copyNumber, state: 'printed' }])
      const { price } = sold.tickets[0]!
      const theirs = { price, qrCode: other.printed[0]!.qrCode, place: { seatCode: seat } }
      expect(kiosk.printed.at(-1)).toMatchObject({ ticketNumber, copyNumber, orderId: purchase.orderId, ...theirs })
    }
    const rows = kiosk.ledger
      .journalLines({ before: null, saleId: null, limit: 500 })
      .filter(({ code }) => code === 'PURCHASE_COPIED')
    expect(rows.map(({ staffId, details }) => [staffId, JSON.parse(details) as unknown])).toEqual(
      [2, 1].map((copyNumber) => [
        cashier.staff,
        { orderId: purchase.orderId, ticketNumber, copyNumber, reason: 'Billet perdu' },
      ]),
    )
    expect(await refusal(api.reprintPurchase({ ...one, orderId: 'another' }))).toEqual({ type: 'unknown-sale' })
    expect(await refusal(api.reprintPurchase({ ...one, ticketNumbers: ['1-1'] }))).toEqual({ type: 'no-such-ticket' })

    // `findPurchases` omits tickets that the machine itself sold.
    const back = await other.restart({ purchaseHub })
    expect(need(await back.api.findPurchases({ text: seat, ...cashier }))).toEqual([])
    answers = false
    expect(await search(seat)).toBeNull()
  })

  it('is reprinted only with tickets of its own order, even if its customer has other orders', async () => {
    const { kiosk, numbers, wish, search } = await besideSeller(async (found) => [
      { ...found, tickets: found.tickets.slice(0, 1) },
    ])
    await search('14h')
    expect(await refusal(kiosk.api.reprintPurchase(wish))).toEqual({ type: 'no-such-ticket' })
    expect(await refusal(kiosk.api.reprintPurchase({ ...wish, ticketNumbers: [numbers[1]] }))).toEqual({
      type: 'no-such-ticket',
    })
    expect(kiosk.printed).toEqual([])
  })

  it.each([
    [{ outcome: 'failed', reason: 'paper-out', detail: '' }],
    [{ outcome: 'unknown', detail: 'silent' }],
  ] satisfies [PrintOutcome][])('stops at the first ticket that is not printed: $outcome', async (outcome) => {
    const { kiosk, numbers, wish, search } = await besideSeller(undefined, { print: async () => outcome })
    await search('14h')
    const copy = { ticketNumber: numbers[0], copyNumber: 1, state: outcome.outcome }
    expect(need(await kiosk.api.reprintPurchase(wish))).toEqual([copy])
  })

  it('stays reprintable if the reply to an earlier search arrives late', async () => {
    const late = Promise.withResolvers<Found>()
    const { kiosk, numbers, wish, search } = await besideSeller((found, { words }) =>
      words === '1' ? late.promise : Promise.resolve([found]),
    )
    const earlier = search('1')
    expect(await search('12')).toHaveLength(1)
    late.resolve([])
    expect(await earlier).toEqual([])
    expect(need(await kiosk.api.reprintPurchase(wish))).toHaveLength(numbers.length)
  })

  const purchaseOf = (sold: SaleFile) => ({
    orderId: sold.orderId ?? '',
    ownerRef: sold.ownerRef,
    eventId: sold.eventId,
    eventTitle: sold.eventTitle,
    startsAt: sold.startsAt,
    boughtUtc: sold.begunUtc,
    amount: sold.amount,
    currency: sold.currency,
    phoneEnd: '',
    tickets: sold.tickets.map(({ ticketNumber, place, price }) => {
      return { ticketNumber, seatCode: place.seatCode, zoneName: 'Nord', price }
    }),
  })
})

describe('times', () => {
  it('are those of the venue, today unless a day is named', () => {
    const at = (...parts: [number, number, number, number?, number?]) => new Date(Date.UTC(...parts)).toISOString()
    const now = at(2027, 4, 15, 18, 0)
    const read = (typed: string) => readSaleQuery(typed, now, 'Africa/Conakry')
    expect(read('14:30').period).toEqual({ fromUtc: at(2027, 4, 15, 14, 15), untilUtc: at(2027, 4, 15, 14, 45) })
    expect(read('14h').period).toEqual({ fromUtc: at(2027, 4, 15, 14), untilUtc: at(2027, 4, 15, 15) })
    expect(read('2/5').period).toEqual({ fromUtc: at(2027, 4, 2), untilUtc: at(2027, 4, 3) })
    expect(read('2/5/2026 9h05').period?.fromUtc).toEqual(at(2026, 4, 2, 8, 50))
    for (const words of ['14', 'N3 F 12', '620000000']) expect(read(` ${words} `)).toEqual({ words, period: null })
  })

  it('that are still to come are the last of their kind, as sales lie in the past', () => {
    /** Returns the start of the period in venue time, which is UTC+1. */
    function beginning(typed: string): string {
      const { period } = readSaleQuery(typed, '2026-01-01T23:05:00.000Z', 'Africa/Lagos')
      return new Date(Date.parse(period!.fromUtc) + 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
    }
    expect(beginning('23:50')).toBe('2026-01-01 23:35')
    expect(beginning('0:15')).toBe('2026-01-02 00:00')
    expect(beginning('31/12')).toBe('2025-12-31 00:00')
    expect(beginning('31/12/2026')).toBe('2026-12-31 00:00')
  })
})

const ticket: SaleTicket = sampleTicket()

function printer() {
  let finish: (outcome: PrintOutcome) => void = () => undefined
  const issuer: TicketIssuer = {
    status: () => Promise.resolve({ state: 'ready' }),
    save: () => Promise.resolve({ outcome: 'printed', evidence: 'saved' }),
    print: () => new Promise((resolve) => (finish = resolve)),
  }
  return { issuer, finish: (outcome: PrintOutcome) => finish(outcome) }
}

const printed: PrintOutcome = { outcome: 'printed', evidence: 'job 7' }

function readBackOn({ issuer }: ReturnType<typeof printer>, waitMs = 60_000, stopping = new AbortController().signal) {
  return new ReadBack(issuer, createSystemClock(), waitMs, stopping)
}

test('a ticket that nobody reads, or of which only another code is read, may have come out', async () => {
  const device = printer()
  const readBack = readBackOn(device, 20)
  const unread = readBack.tickets.print(ticket, 'fr')
  device.finish(printed)
  expect(await unread).toEqual({ outcome: 'unknown', detail: 'job 7; not read back' })
  const misread = readBack.tickets.print(ticket, 'fr')
  expect(readBack.scanned('f'.repeat(32))).toBe('another')
  device.finish(printed)
  expect(await misread).toEqual({ outcome: 'unknown', detail: 'job 7; another code was read' })
})

test('a ticket that was read is out, also before the printer says so and where it cannot tell', async () => {
  const device = printer()
  const readBack = readBackOn(device)
  for (const outcome of [printed, { outcome: 'unknown', detail: 'job 7' }] as const) {
    const printing = readBack.tickets.print(ticket, 'fr')
    expect(readBack.scanned('f'.repeat(32))).toBe('another')
    expect(readBack.scanned(ticket.qrCode)).toBe('wanted')
    device.finish(outcome)
    expect(await printing).toEqual({ outcome: 'printed', evidence: 'job 7; read back' })
  }
})

test('a partner’s own code is read as it is; only a hexadecimal one in either case', async () => {
  const device = printer()
  const readBack = readBackOn(device)
  const spoken: readonly (readonly [code: string, read: string, another?: string])[] = [
    ['Billet-É-7', 'Billet-É-7', 'billet-é-7'],
    ['ABCDEF'.repeat(5) + '01', 'abcdef'.repeat(5) + '01'],
  ]
  for (const [qrCode, read, another] of spoken) {
    const printing = readBack.tickets.print({ ...ticket, qrCode }, 'fr')
    if (another) expect(readBack.scanned(another)).toBe('another')
    expect(readBack.scanned(read)).toBe('wanted')
    device.finish(printed)
    expect(await printing).toMatchObject({ outcome: 'printed' })
  }
})

test('what failed, and duplicates, wait for no scanner', async () => {
  const device = printer()
  const readBack = readBackOn(device)
  const failed: PrintOutcome = { outcome: 'failed', reason: 'paper-out', detail: 'no paper' }
  const failing = readBack.tickets.print(ticket, 'fr')
  device.finish(failed)
  expect(await failing).toEqual(failed)
  const copying = readBack.tickets.print({ ...ticket, copyNumber: 1 }, 'fr')
  expect(readBack.scanned(ticket.qrCode)).toBe('nothing-wanted')
  device.finish(printed)
  expect(await copying).toEqual(printed)
})

test('a kiosk that stops does not wait for a scanner', async () => {
  const device = printer()
  const stopping = new AbortController()
  const printing = readBackOn(device, 600_000, stopping.signal).tickets.print(ticket, 'fr')
  stopping.abort()
  device.finish(printed)
  expect(await printing).toMatchObject({ outcome: 'unknown' })
})

const HOLD_MS = 480_000

const ids = { saleId: 'sale-1', sessionId: 'session-1', ownerRef: 'demo-user-1' }
const sale: SaleBase = { ...ids, register: 'kiosk-1', language: 'fr', event: EVENT, currency: 'GNF' }

const order: Order = {
  orderId: 'order-1',
  seats: ['1001', '1002'].map((id) => ({ ...chosenSeat(id), holdId: `hold-${id}` })),
  amount: 70_000,
  hold: { remainingMs: HOLD_MS, monoMs: 0, bootId: 'boot-1' },
  checkoutToken: '',
}

function listed(seatId: string, names: Names = { event: EVENT.eventId }, change: object = {}): TicketReadBack {
  const { price: _, ...ticket } = ticketOf(chosenSeat(seatId))
  return { ...ticket, names, ...change }
}

interface Circumstances {
  /** Tickets of this register's other sales under the same owner reference. Null if there are no such sales. */
  readonly here?: readonly string[] | null
  readonly atMs?: number
  readonly bootId?: string
  readonly order?: Order | null
}

function read(tickets: readonly TicketReadBack[], { here = ['t-9'], atMs = 60_000, ...at }: Circumstances = {}) {
  const now = { monoMs: atMs, bootId: at.bootId ?? 'boot-1', wallUtc: '2026-03-14T12:00:00.000Z' }
  const othersHere = here && new Set(here)
  return ticketsListed(tickets, sale, at.order === undefined ? order : at.order, {
    asked: now,
    answered: now,
    othersHere,
  })
}

const both = (names?: Names) => [listed('1001', names), listed('1002', names)]

const ours = both()

const named = both({ order: 'ORDER-1' })

const holds = ['1001', '1002'].map((seatId) => listed(seatId, { hold: `hold-${seatId}` }))

const cancelled = listed('1002', {}, { status: 'CANCELLED' })

const known = listed('2001', { event: EVENT.eventId }, { ticketId: 't-9' })

const stranger = listed('3001')

const late = { atMs: HOLD_MS + 60_000 }

describe('one owner for several sales', () => {
  it.each<[string, readonly TicketReadBack[], Circumstances, string]>([
    ['ours beside those of another sale here', [...ours, known], {}, 'tickets-found'],
    ['… also long after the holds', [...ours, known], late, 'tickets-found'],
    ['… also after a restart', [...ours, known], { bootId: 'boot-2' }, 'tickets-found'],
    ['ours beside those of another machine, while we hold the seats', [...ours, stranger], {}, 'tickets-found'],
    ['… once somebody else may have bought them', [...ours, stranger], late, 'tickets-mismatched'],
    ['… after a restart', [...ours, stranger], { bootId: 'boot-2' }, 'tickets-mismatched'],
    ['seats of which no event is named', [...both({}), stranger], {}, 'tickets-mismatched'],
    ['tickets that name our order, whenever', [...named, stranger], late, 'tickets-found'],
    ['tickets that name our holds, whenever', [...holds, stranger], late, 'tickets-found'],
    ['our seats in another order', both({ order: 'o-2' }), {}, 'tickets-not-found'],
    ['our seats at another event', both({ event: '7' }), {}, 'tickets-not-found'],
    ['our seats in another session', [listed('1001', { session: 's-2' })], {}, 'tickets-not-found'],
    ['our seat for another hold', [listed('1001', { hold: 'h-2' })], {}, 'tickets-not-found'],
    ['only those of other sales', [known, stranger], {}, 'tickets-not-found'],
    ['some of ours', [listed('1001'), known], {}, 'tickets-mismatched'],
    ['ours, one of them twice', [...ours, listed('1001', {}, { ticketId: 't-8' }), known], {}, 'tickets-mismatched'],
    ['ours, one of them cancelled', [listed('1001'), cancelled, known], {}, 'tickets-mismatched'],
    ['ours, another seat in the order', [...ours, listed('3001', { order: 'order-1' })], {}, 'tickets-mismatched'],
    ['a ticket of another owner', [known, listed('3001', { owner: 'demo-user-2' })], {}, 'tickets-mismatched'],
    ['ours, one in another currency', [listed('1001', { currency: 'EUR' }), listed('1002')], {}, 'tickets-mismatched'],
    ['without an order, one that nobody here knows', [known, listed('1001')], { order: null }, 'tickets-mismatched'],
    ['without an order, tickets that other sales here have', [known], { order: null }, 'tickets-not-found'],
    ['ours', ours, { here: null, ...late }, 'tickets-found'],
    ['ours and one more', [...ours, stranger], { here: null }, 'tickets-mismatched'],
    ['those of another event', [listed('1001', { event: '7' })], { here: null }, 'tickets-mismatched'],
    ['ours, and another order’s', [...named, listed('3001', { order: 'o-2' })], { here: null }, 'tickets-found'],
    ['ours, and one of no order', [...named, listed('1003', {})], { here: null, ...late }, 'tickets-found'],
    ['only another order’s', [listed('3001', { order: 'o-2' })], { here: null, ...late }, 'tickets-mismatched'],
    ['nothing', [], { here: null }, 'tickets-not-found'],
  ])('%s: %#', (_, tickets, circumstances, type) => {
    expect(read(tickets, circumstances).type).toBe(type)
  })

  it('staff are told what is wrong with each', () => {
    const expected = { type: 'tickets-mismatched', detail: 'N3-F-1001 (event 7) · N3-F-1002 (CANCELLED)' }
    expect(read([listed('1001', { event: '7' }), cancelled], { here: null })).toEqual(expected)
    expect(read([...ours, stranger], late)).toEqual({
      type: 'tickets-mismatched',
      detail: 'N3-F-1001 (order_id ?) · N3-F-1002 (order_id ?)',
    })
  })

  it('the tickets come with the event that was named', () => {
    expect(read([...ours, known])).toMatchObject({ tickets: [{ eventId: '501', price: 35_000 }, { eventId: '501' }] })
  })
})

it('with one owner for all, a sale whose reply was lost is not sent to staff, and the comparison agrees', async () => {
  const owners: string[] = []
  const silent = { purchases: false }
  const headers = { 'x-partner-code': 'demo', 'x-env': 'demo' }
  const kiosk: KioskFixture = await startSmallKiosk({
    async line(path, forward) {
      if (path === 'GET /tickets') {
        const lists = owners.map(async (owner) => {
          const url = `http://hub/api/v1/public/tickets?owner_ref=${owner}`
          const reply = await kiosk.service.fetch(new Request(url, { headers }))
          return ((await reply.json()) as { data: { tickets: readonly object[] } }).data.tickets
        })
        const tickets = (await Promise.all(lists)).flat()
        return Response.json({ success: true, message: '', data: { tickets } })
      }
      const reply = await forward()
      if (silent.purchases && path === 'POST /purchases') return new Response('', { status: 502 })
      const body = (await reply.text()).replaceAll(/"owner_ref":"([^"]+)"/gu, (_, owner: string) => {
        if (!owners.includes(owner)) owners.push(owner)
        return '"owner_ref":"everybody"'
      })
      return new Response(body, { status: reply.status })
    },
  })
  need(await kiosk.api.dismissSale(await kiosk.sold()))
  silent.purchases = true
  const { saleId } = await kiosk.sold()
  expect(kiosk.sales.find(saleId)).toMatchObject({ state: 'done', ownerRef: 'everybody' })
  expect(await kiosk.cases()).toEqual([])
  need(await kiosk.api.startReconcile({ pin }))
  await expect
    .poll(async () => need(await kiosk.api.viewReconcile({ pin })))
    .toMatchObject({ doneUtc: expect.any(String) as string, sales: 2, agreed: 4, differences: [] })
})
