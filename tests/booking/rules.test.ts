import { describe, expect, test } from 'vitest'
import { eventRows, salesEventOf, storedLayout, storedPartner } from '../../electron/booking/rules/events.ts'
import {
  activeSession,
  checkoutOf,
  type Claim,
  holdOf,
  type HoldRow,
  locateSeat,
  locateSeats,
  numericId,
  seatOfRow,
  seatsToHold,
  sectionAt,
  ticketOf,
} from '../../electron/booking/rules/holds.ts'
import { orderedAmount, type OrderedHold, orderedHolds, replayOf } from '../../electron/booking/rules/purchases.ts'
import type { EventDraft, PurchaseOrder } from '../../electron/booking/sql/store.ts'
import { err, ok } from '../../shared/domain/result.ts'
import { smallEvent as event, smallVenue } from './service.ts'
import { hexCode, readableCode, uuid } from '../../electron/booking/sql/random.ts'

describe('an event that is put on sale', () => {
  const draft = { venue: smallVenue, title: 'Finale', prices: { Z1: 700, Z2: 500 } } as unknown as EventDraft

  test('numbers its seats on, counts what is left, and costs from its cheapest zone on', () => {
    const rows = eventRows({ ...draft, soldElsewhere: (code) => (code === 'S2' ? [0, 9] : []) }, 101)
    expect(rows).toMatchObject({
      minPrice: 500,
      remaining: 18,
      zones: [
        { code: 'Z1', price: 700, remaining: 10 },
        { code: 'Z2', price: 500, remaining: 8 },
      ],
      sections: [
        { code: 'S1', firstSeatId: 101, seatCount: 10, remaining: 10 },
        { code: 'S2', firstSeatId: 111, seatCount: 10, remaining: 8 },
      ],
      sold: [
        { seatId: 111, section: 'S2' },
        { seatId: 120, section: 'S2' },
      ],
    })
    expect(eventRows(draft, 1).sold).toEqual([])
  })

  test('needs a price for each zone that has seats, and for no other', () => {
    expect(() => eventRows({ ...draft, prices: { Z1: 700 } }, 1)).toThrow('Finale: zone Z2 has no price')
    const [first] = smallVenue.sections
    expect(eventRows({ ...draft, venue: { ...smallVenue, sections: [first!] }, prices: { Z1: 0 } }, 1)).toMatchObject({
      minPrice: 0,
      zones: [{ code: 'Z1' }],
    })
  })

  test('is sold in the words of its plan, and in its own where the plan has none', () => {
    expect(event).toMatchObject({
      zones: [{ zoneId: 1, name: 'Zone « une »', color: '#445566', price: 500 }],
      sections: [{ name: 'Secteur 1' }, { name: 'Secteur 2' }],
      venue: { name: 'Petit Stade' },
    })
    const strange = salesEventOf(event, event.layout, [{ zoneId: 9, code: 'Z9', price: 1 }], [])
    expect(strange.zones).toEqual([{ zoneId: 9, code: 'Z9', name: 'Z9', color: '#808080', price: 1 }])
  })

  test('has a plan that was kept whole', () => {
    expect(storedLayout(3, JSON.stringify(smallVenue)).plan).toEqual(smallVenue)
    expect(() => storedLayout(3, JSON.stringify({ ...smallVenue, gates: [] }))).toThrow(
      /^venue 3: .*gates.*; .*gate A/u,
    )
  })
})

describe('a seat', () => {
  test.each([
    ['1', 1],
    ['999999999999999', 999_999_999_999_999],
    ['0', null],
    ['0101', null],
    ['1234567890123456', null],
    ['x1', null],
    ['', null],
  ])('the id %j names %j', (text, id) => expect(numericId(text)).toBe(id))

  const codes: Readonly<Record<number, string>> = { 101: 'S1-A-1', 110: 'S1-B-9', 121: 'S2-A-1', 130: 'S2-B-9' }
  test.each([100, 101, 110, 111, 121, 130, 131])('with the id %d is at its place, or in no section', (seatId) => {
    const code = codes[seatId]
    expect(locateSeat(event, seatId)?.seatCode).toBe(code)
    expect(sectionAt(event, seatId)?.code).toBe(code?.slice(0, 2))
    if (code) expect(seatOfRow(event, seatId)).toMatchObject({ seatId, seatCode: code })
    else expect(() => seatOfRow(event, seatId)).toThrow(`seat ${seatId} is in no section of event 7`)
  })

  test('that no id names is told by what was asked for', () => {
    expect(locateSeat(event, null)).toBe(null)
    expect(locateSeats(event, ['101', 'x', '111', '121'])).toEqual(
      err({ type: 'seats-unknown', seatIds: ['x', '111'] }),
    )
    expect(locateSeats(event, ['130', '101'])).toMatchObject(ok([{ seatId: 130 }, { seatId: 101 }]))
  })

  test('has a ticket with a number of its own', () => {
    const row = { ticketId: 42, ticketCode: 'c', ticketReference: 'r', qrCode: 'q', holdId: 'h', seatId: 121, price: 5 }
    const own = { ticketNumber: '7-00000042', event, section: event.sections[1] }
    expect(ticketOf({ ...row, cancelledAt: null, eventId: 7 }, event)).toEqual({ ...row, cancelledAt: null, ...own })
  })
})

describe('holding', () => {
  const wanted = [101, 102].map((seatId) => seatOfRow(event, seatId))
  const hold = (claims: readonly [number, Claim][], used = 0, limit = 10) => {
    const held = seatsToHold(1, wanted, new Map(claims), { used, limit, isOver: false })
    return held.ok ? held.value.map(({ seatId }) => seatId) : held.error
  }
  const own: Claim = { state: 'held', sessionNo: 1, withheld: false }

  test('takes seats that nobody has; those the session holds keep their hold', () => {
    expect(hold([])).toEqual([101, 102])
    expect(hold([[101, own]])).toEqual([102])
    const both = [101, 102].map((seatId): [number, Claim] => [seatId, own])
    expect(hold(both, 10)).toEqual([])
  })

  test.each<[string, Claim, 'held' | 'sold']>([
    ['held by another session', { state: 'held', sessionNo: 2, withheld: false }, 'held'],
    ['sold to this very session', { state: 'sold', sessionNo: 1, withheld: false }, 'sold'],
    ['sold elsewhere', { state: 'sold', sessionNo: null, withheld: false }, 'sold'],
    ['withheld by the venue', { state: 'sold', sessionNo: null, withheld: true }, 'sold'],
  ])('refuses all where one is %s', (_, claim, status) => {
    expect(hold([[102, claim]])).toEqual({ type: 'seats-taken', seats: [{ seatId: 102, seatCode: 'S1-A-3', status }] })
  })

  test('goes up to the limit, and not beyond', () => {
    expect(hold([], 8)).toEqual([101, 102])
    expect(hold([], 9)).toEqual({ type: 'seat-limit', limit: 10, used: 9 })
    expect(hold([[101, own]], 9)).toEqual([102])
  })

  test('ends with its session', () => {
    const session = { expiresAt: 1_000 } as Parameters<typeof checkoutOf>[0]
    expect(activeSession(null, 1)).toEqual(err({ type: 'session-unknown' }))
    expect(activeSession(session, 999)).toEqual(ok(session))
    expect(activeSession(session, 1_000)).toEqual(err({ type: 'session-expired', expiredAt: 1_000 }))
  })
})

describe('a checkout', () => {
  const session = { sessionId: 's', ownerRef: 'o', eventId: 7, expiresAt: 9_000 }
  const row: HoldRow = { holdNo: 1, holdId: 'h', sectionId: 1, seatId: 101, price: 5, expiresAt: 2_000, state: 'held' }
  const checkout = (newest: HoldRow | undefined, now: number) => checkoutOf(session, [], newest, { event, now })

  test.each([
    [500, 1],
    [1_000, 1],
    [1_001, 0],
    [2_000, 0],
    [3_000, 0],
  ])('at %d its hold has %d whole seconds left', (now, seconds) => {
    const { holdId, seatId, price, expiresAt } = row
    const hold = { holdId, seatId, seatCode: 'S1-A-1', price, currency: 'EUR', expiresAt, remainingSeconds: seconds }
    expect(holdOf(row, event, now)).toEqual(hold)
  })

  test('sums up its holds', () => {
    const holds = [row, { ...row, price: 7 }].map((each) => holdOf(each, event, 500))
    expect(checkoutOf({ ...session, secret: 'x' } as typeof session, holds, row, { event, now: 500 })).toEqual(
      ok({ session, currency: 'EUR', holds, amount: 12 }),
    )
  })

  test('without holds says whether they ran out', () => {
    const none = err({ type: 'no-holds' })
    const expired = err({ type: 'holds-expired', holdIds: ['h'] })
    expect(checkout(undefined, 500)).toEqual(none)
    for (const state of ['released', 'sold'] as const) expect(checkout({ ...row, state }, 9_000)).toEqual(none)
    expect(checkout(row, 1_999)).toEqual(none)
    expect(checkout(row, 2_000)).toEqual(expired)
    expect(checkout({ ...row, state: 'expired' }, 500)).toEqual(expired)
  })
})

describe('an order', () => {
  const order = { contentSha256: 'ab', amount: 0.12, currency: 'EUR', holdIds: ['A', 'b'] } as unknown as PurchaseOrder
  const hold = (holdId: string, change: Partial<OrderedHold> = {}): OrderedHold => {
    const facts = { holdNo: 1, sectionId: 1, seatId: 101, price: 6, sessionNo: 1, eventId: 7 }
    return { ...facts, holdId, state: 'held', ...change }
  }
  const known = (a: Partial<OrderedHold>, b: Partial<OrderedHold> = {}) =>
    orderedHolds(order, new Map([hold('a', a), hold('b', b)].map((each) => [each.holdId, each])))

  test('that comes again gets what it got, and another one under its id nothing', () => {
    const earlier = { contentSha256: 'ab', reply: '{}' }
    expect(replayOf(order, earlier)).toEqual(ok('{}'))
    expect(replayOf({ ...order, contentSha256: 'cd' }, earlier)).toEqual(err({ type: 'order-differs' }))
  })

  test('has the holds it names, in its order, in whatever case', () => {
    expect(known({})).toEqual(ok([hold('a'), hold('b')]))
    const turned = { ...order, holdIds: ['b', 'A'] }
    const both = new Map([hold('a'), hold('b')].map((each) => [each.holdId, each]))
    expect(orderedHolds(turned, both)).toEqual(ok([hold('b'), hold('a')]))
    expect(orderedHolds({ ...order, holdIds: [] }, both)).toEqual(err({ type: 'holds-unknown', holdIds: [] }))
    expect(orderedHolds(order, new Map())).toEqual(err({ type: 'holds-unknown', holdIds: ['A', 'b'] }))
  })

  test.each<[string, Partial<OrderedHold>, Partial<OrderedHold>, object]>([
    ['one was given back', { state: 'released' }, {}, { type: 'holds-unknown', holdIds: ['A'] }],
    ['they are of two sessions', {}, { sessionNo: 2 }, { type: 'holds-of-several-sessions' }],
    ['one is sold', { state: 'expired' }, { state: 'sold' }, { type: 'holds-sold', holdIds: ['b'] }],
    ['one ran out', { state: 'expired' }, {}, { type: 'holds-expired', holdIds: ['A'] }],
  ])('is refused where %s', (_, a, b, error) => {
    expect(known(a, b)).toEqual({ ok: false, error })
  })

  test.each([
    [{}, ok(12)],
    [{ currency: undefined }, ok(12)],
    [{ currency: 'GNF' }, err({ type: 'currency-differs', currency: 'EUR' })],
    [{ amount: 0.11 }, err({ type: 'amount-differs', expected: 12, currency: 'EUR' })],
    [{ amount: 0.13 }, err({ type: 'amount-differs', expected: 12, currency: 'EUR' })],
    [{ amount: 0.125 }, err({ type: 'amount-differs', expected: 12, currency: 'EUR' })],
  ])('of %o costs what its holds do, or nothing is sold', (change, outcome) => {
    expect(orderedAmount({ ...order, ...change }, [hold('a'), hold('b')], 'EUR')).toEqual(outcome)
  })
})

describe('a partner that was kept', () => {
  const key = { keyId: 'k', scheme: 'rfc9421', secret: 's' }
  const partner = { code: 'nongo', name: 'Nongo', keys: [key], rate: { perSecond: 0.5, burst: 1 } }
  const stored = (change: object): unknown => storedPartner(JSON.stringify({ ...partner, ...change }))

  test.each([
    [{}],
    [{ code: 'N', keys: [], rate: null }],
    [{ code: `0${'a._-'.repeat(15)}abc`, name: 'x'.repeat(200), keys: [{ ...key, keyId: '!'.repeat(200) }] }],
  ])('is read: %o', (change) => expect(stored(change)).toEqual({ ...partner, ...change }))

  test.each([
    { code: '' },
    { code: '.nongo' },
    { code: 'x'.repeat(65) },
    { name: 'x'.repeat(201) },
    { keys: [{ ...key, keyId: '' }] },
    { keys: [{ ...key, keyId: 'a b' }] },
    { keys: [{ ...key, keyId: 'x'.repeat(201) }] },
    { keys: [{ ...key, scheme: 'none' }] },
    { keys: [{ ...key, secret: '' }] },
    { rate: { perSecond: 0, burst: 1 } },
    { rate: { perSecond: 1, burst: 0.9 } },
  ])('is refused: %o', (change) => expect(() => stored(change)).toThrow())
})

const all =
  (byte: number) =>
  (count: number): Uint8Array =>
    new Uint8Array(count).fill(byte)

test.each([
  [0x00, '00000000-0000-4000-8000-000000000000'],
  [0xff, 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
])('a UUID of bytes %i keeps version 4 and variant 10', (byte, expected) => {
  expect(uuid(all(byte))).toBe(expected)
})

test('hexadecimal codes keep every bit', () => {
  expect(hexCode((count) => Uint8Array.from({ length: count }, (_, index) => index * 17), 16)).toBe(
    '00112233445566778899aabbccddeeff',
  )
})

test('codes for people have no letter that is taken for another', () => {
  const every = readableCode((count) => Uint8Array.from({ length: count }, (_, index) => index), 256)
  expect(new Set(every).size).toBe(32)
  expect(every).not.toMatch(/[ILOU]/u)
})
