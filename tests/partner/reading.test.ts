import { describe, expect, test } from 'vitest'
import type { Log } from '../../electron/kiosk/ports/ports.ts'
import { type SkippedItem, logSkipped } from '../../electron/partner/mapping.ts'
import { seatRows } from '../../shared/domain/seats/seat-rows.ts'
import * as sample from './samples.ts'
import { startPartner, success } from './scripted-partner.ts'
import { need } from '../world/kiosk-fixture.ts'

/** Returns a client whose partner replies to every request with `data`, and the items that it skipped. */
async function leaving(data: unknown) {
  const leftOut: SkippedItem[] = []
  const client = (await startPartner(() => success(data))).client({ onSkipped: (each) => leftOut.push(each) })
  return { client, leftOut }
}

const firstPage = { page: 1, limit: 12 }
const toOpen = { eventId: '1042', accessCode: 'secret' }
const sessionAndSection = { ...sample.booking, sectionId: '31' }

const eventsOf = async (data: unknown) => (await leaving(data)).client.listEvents(firstPage)
const sessionOf = async (data: unknown) => (await leaving(data)).client.openSession(toOpen)
const checkoutOf = async (data: unknown) => (await leaving(data)).client.readCheckout(sample.booking)
const ticketsOf = async (data: unknown) => (await leaving(data)).client.listTickets(sample.booking)
const sectionReplyOf = async (data: unknown) => (await leaving(data)).client.viewSection(sessionAndSection)
const sectionOf = async (data: unknown) => need(await sectionReplyOf(data))!

describe('the specification’s own replies', () => {
  test('events', async () => {
    expect(await eventsOf(sample.eventList)).toEqual({
      ok: true,
      value: {
        events: [
          {
            eventId: '1042',
            title: 'Hamana AC – Badia FC',
            category: 'football',
            startsAt: '2027-05-17T16:00:00',
            endsAt: '2027-05-17T18:00:00',
            description: 'Ligue 1',
            venue: sample.event.venue,
            minPrice: 25000,
            currency: 'GNF',
            homeTeam: 'Hamana AC',
            awayTeam: 'Badia FC',
          },
        ],
        page: 1,
        limit: 12,
        total: 1,
        totalPages: 1,
      },
    })
  })

  test('a session: names, codes and counts of three lists come together', async () => {
    expect(await sessionOf(sample.openedSession)).toEqual({
      ok: true,
      value: {
        sessionId: sample.sessionId,
        eventId: '1042',
        ownerRef: sample.ownerRef,
        remainingSeconds: 1800,
        currency: 'GNF',
        overview: {
          revision: '2027-05-10T10:00:00.000Z',
          soldOut: false,
          remaining: 2,
          zones: [{ zoneId: '3', name: 'Tribune Nord', code: 'N', price: 25000, remaining: 2 }],
          sections: [{ sectionId: '31', zoneId: '3', code: 'N1', name: 'Nord 1', price: 25000, remaining: 2 }],
        },
      },
    })
  })

  test('a section: seats with their gates, and the full place of each', async () => {
    const detail = await sectionOf(sample.sectionSession)
    const seat = { seatId: '5001', code: 'N1-F-12', row: 6, rowLabel: 'F', number: 12, gate: 0 }
    expect(detail.view).toEqual({
      sectionId: '31',
      zoneId: '3',
      revision: 'r-7',
      remaining: 1,
      tribune: { code: 'N', name: 'Tribune Nord', color: '#0b6e4f' },
      gates: [{ code: 'C', name: 'Porte C', label: 'Porte C, côté mer' }],
      seats: [{ ...seat, status: 'available', price: 25000 }],
    })
    expect(detail.places.get('5001')).toEqual({
      seatCode: 'N1-F-12',
      sector: 'N1',
      row: 'F',
      seatNumber: 12,
      gate: { code: 'C', name: 'Porte C', label: 'Porte C, côté mer' },
      tribune: { code: 'N', name: 'Tribune Nord', color: '#0b6e4f' },
      route: ['Porte C', 'Secteur N1', 'Rang F', 'Place 12'],
      disputeCode: 'L-5001',
    })
  })

  test('a checkout: the holds by seat, and the shortest time left', async () => {
    expect(await checkoutOf(sample.checkout)).toEqual({
      ok: true,
      value: {
        amount: 50000,
        currency: 'GNF',
        items: [
          { holdId: sample.holdId, seatId: '5001', seatCode: 'N1-F-12', price: 25000 },
          { holdId: sample.otherHoldId, seatId: '5002', seatCode: 'N1-F-13', price: 25000 },
        ],
        remainingSeconds: 468,
        checkoutToken: 'opaque',
      },
    })
  })

  test('tickets read back', async () => {
    expect(await ticketsOf(sample.ticketList)).toMatchObject({
      ok: true,
      value: [
        { ticketId: '90001', seatId: '5001', status: 'SOLD', qrCode: sample.qrCode, place: { seatCode: 'N1-F-12' } },
      ],
    })
  })
})

describe('tolerance', () => {
  test('numbers as strings, identifiers as numbers, unknown fields, a byte order mark', async () => {
    const loose = {
      ...sample.eventList,
      events: [{ ...sample.event, id: 1042, min_price: '25000', stadium_map: { tiles: [] } }],
      pagination: { page: '1', limit: '12', total: '1', total_pages: '1', next: null },
    }
    const strict = await eventsOf(sample.eventList)
    expect(await eventsOf(loose)).toEqual(strict)

    const marked = { body: `\uFEFF${JSON.stringify({ success: true, data: sample.eventList })}` }
    const partner = await startPartner(() => marked)
    expect(await partner.client().listEvents(firstPage)).toEqual(strict)
  })

  test('an event of which only what a sale needs is told', async () => {
    const { id, title, starts_at, min_price, currency } = sample.event
    const event = { id, title, starts_at, min_price, currency, venue: null }
    const bare = { events: [event], pagination: sample.eventList.pagination }
    expect(await eventsOf(bare)).toMatchObject({
      ok: true,
      value: { events: [{ eventId: '1042', category: '', endsAt: '', venue: { name: '', city: '', country: '' } }] },
    })
  })

  test('a session without pricing, codes, names and counts', async () => {
    const { map, availability, event, ...session } = sample.openedSession
    const bare = {
      ...session,
      event: { currency: event.currency },
      map: { zones: [{ id: 3, sales_price_num: '25000' }], sections: [{ id: 31, zone_id: 3, price: 25000 }] },
      availability: { revision: availability.revision },
    }
    expect(map.seats).toEqual([])
    expect(await sessionOf(bare)).toMatchObject({
      ok: true,
      value: {
        remainingSeconds: 1800,
        overview: {
          zones: [{ zoneId: '3', name: '', code: '', price: 25000, remaining: 0 }],
          sections: [{ sectionId: '31', zoneId: '3', code: '31', name: '31', remaining: 0 }],
        },
      },
    })
  })

  test('a seat without place block, status list and colour', async () => {
    const seat = { id: 5001, seat_code: 'N1-F-12', status: 'reserved-for-sponsor', price: '25000' }
    const bare = { map: { seats: [seat] }, availability: {} }
    const detail = await sectionOf(bare)
    expect(detail.view.seats).toEqual([
      { seatId: '5001', code: 'N1-F-12', row: 0, rowLabel: '', number: 0, status: 'blocked', price: 25000, gate: 0 },
    ])
    expect(detail.view.tribune.color).toBe('#666666')
    expect(detail.places.get('5001')).toMatchObject({ seatCode: 'N1-F-12', route: ['N1-F-12'], disputeCode: '' })
  })

  test('the status list is newer than the seat; an invalid colour stays off the screen', async () => {
    const { map, availability } = sample.sectionSession
    const odd = {
      map: { ...map, seats: [{ ...sample.seat, tribune: { ...sample.place.tribune, couleur: 'url(javascript:0)' } }] },
      availability: { ...availability, seats: [{ id: '5001', status: 'held' }] },
    }
    const detail = await sectionOf(odd)
    expect(detail.view.seats[0]?.status).toBe('held')
    expect(detail.places.get('5001')?.tribune.color).toBe('#666666')
  })

  test.each(['aB', 'A'.repeat(4296), ' 01\u001d77\n', 'é'.repeat(1476)])(
    'any text that a QR code holds, as it is',
    async (payload) => {
      const [{ qr_code: _, ...ticket }] = sample.ticketList.tickets as [(typeof sample.ticketList.tickets)[number]]
      const reply = await ticketsOf({ tickets: [{ ...ticket, qr: { payload } }] })
      expect(reply).toMatchObject({ ok: true, value: [{ qrCode: payload }] })
    },
  )

  test('a ticket without a place block stands where its seat says', async () => {
    const [{ place: _, ...ticket }] = sample.ticketList.tickets as [(typeof sample.ticketList.tickets)[number]]
    const unnumbered = { ...ticket, seat: { id: '5002', code: 'N1-G', row: 'G' } }
    const reply = await ticketsOf({ tickets: [ticket, unnumbered] })
    expect(reply.ok && reply.value.map(({ place }) => [place.seatCode, place.row, place.seatNumber])).toEqual([
      ['N1-F-12', 'F', 12],
      ['N1-G', 'G', 0],
    ])
  })
})

describe('what a sale depends on is not guessed', () => {
  const { tickets } = sample.ticketList
  const [ticket] = tickets
  test.each([
    ['no list', { pagination: sample.eventList.pagination }, 'events: missing; expected a list […]'],
    ['nothing', null, 'top level: expected an object {…}'],
  ])('%s', async (_, data, detail) => {
    expect(await eventsOf(data)).toMatchObject({ ok: false, error: { type: 'unclear', status: 200, detail } })
  })

  test.each<[string, object]>([
    ['a ticket without QR code', { ...ticket, qr_code: undefined }],
    ['a QR code of another length', { ...ticket, qr_code: 'abc' }],
    ['a QR code of other signs', { ...ticket, qr_code: 'z'.repeat(32) }],
    ['a text that no QR code holds', { ...ticket, qr_code: undefined, qr: { payload: 'a'.repeat(2954) } }],
    ['an empty text for a QR code', { ...ticket, qr_code: undefined, qr: { payload: '' } }],
    ['a ticket without seat', { ...ticket, seat: undefined }],
  ])('%s', async (_, changed) => {
    expect(await ticketsOf({ tickets: [changed] })).toMatchObject({ ok: false, error: { type: 'unclear' } })
  })

  test.each<[string, object]>([
    ['an item without hold', { ...sample.checkout, items: [{ ...sample.checkout.items[0], hold_id: undefined }] }],
    ['an amount with half a franc', { ...sample.checkout, amount: 50000.5 }],
    ['no currency', { ...sample.checkout, currency: undefined }],
  ])('a checkout with %s', async (_, changed) => {
    expect(await checkoutOf(changed)).toMatchObject({ ok: false, error: { type: 'unclear' } })
  })

  test('euros and cents become cents', async () => {
    const euros = { ...sample.eventList, events: [{ ...sample.event, currency: 'EUR', min_price: 12.35 }] }
    expect(await eventsOf(euros)).toMatchObject({ ok: true, value: { events: [{ minPrice: 1235 }] } })
  })
})

describe('one that cannot be read is left out and said, the rest is offered', () => {
  test.each<[string, string, object]>([
    ['an event without an id', '#1 id', { id: null }],
    ['no title', '1041 title', { title: ' ' }],
    ['no price', '1041 min_price', { min_price: null }],
    ['a price in words', '1041 min_price', { min_price: 'gratis' }],
    ['half a franc', '1041 min_price', { min_price: 25000.5 }],
    ['half a franc in a string', '1041 min_price', { min_price: '0.5' }],
    ['a negative price', '1041 min_price', { min_price: -1 }],
    ['more than can be counted', '1041 min_price', { min_price: 2 ** 53 }],
    ['a number of 400 digits', '1041 min_price', { min_price: '9'.repeat(400) }],
    ['no currency', '1041 currency', { currency: 'francs' }],
  ])('%s', async (_, said, changed) => {
    const bad = { ...sample.event, id: '1041', ...changed }
    const { client, leftOut } = await leaving({ ...sample.eventList, events: [bad, sample.event] })
    const reply = await client.listEvents(firstPage)
    expect(reply.ok && reply.value.events.map(({ eventId }) => eventId)).toEqual(['1042'])
    expect(leftOut.map(({ what, which, field }) => `${what} ${which} ${field}`)).toEqual([`event ${said}`])
  })

  test.each<[string, string, object]>([
    ['a free seat without a price', '5000 price', { price: null }],
    ['half a franc', '5000 price', { price: 12.5 }],
    ['a number with a letter', '5000 number', { number: '12A' }],
    ['half a number', '5000 numero_place', { number: null, numero_place: 12.5 }],
    ['no status', '5000 status', { status: undefined }],
    ['no id', '#1 id', { id: '' }],
  ])('%s', async (_, said, changed) => {
    const { map, availability } = sample.sectionSession
    const seats = [{ ...sample.seat, id: '5000', ...changed }, sample.seat]
    const { client, leftOut } = await leaving({ ...sample.sectionSession, map: { ...map, seats }, availability })
    const reply = await client.viewSection(sessionAndSection)
    expect(reply.ok && reply.value?.view.seats.map(({ seatId }) => seatId)).toEqual(['5001'])
    expect(leftOut.map(({ what, which, field }) => `${what} ${which} ${field}`)).toEqual([`seat ${said}`])
  })

  test('a seat that is taken needs no price, and one that cannot be priced is never free', async () => {
    const seats = [
      { ...sample.seat, id: '5002', status: 'sold', price: null },
      { ...sample.seat, id: '5003', status: 'held', price: 12.5 },
    ]
    const availability = { revision: 'r', seats: [] }
    const { client, leftOut } = await leaving({ map: { seats }, availability })
    const reply = await client.viewSection(sessionAndSection)
    expect(reply.ok && reply.value?.view.seats.map(({ status }) => status)).toEqual(['sold', 'held'])
    const freed = await leaving({ map: { seats }, availability: { seats: [{ id: '5003', status: 'available' }] } })
    const read = await freed.client.viewSection(sessionAndSection)
    expect(read.ok && read.value?.view.seats.map(({ seatId }) => seatId)).toEqual(['5002'])
    expect([leftOut, freed.leftOut]).toEqual([[], [{ what: 'seat', which: '5003', field: 'price' }]])
  })

  test('a zone and a section without an exact price', async () => {
    const { map } = sample.openedSession
    const zones = [{ ...map.zones[0], id: '4', sales_price_num: 0.5 }, ...map.zones]
    const sections = [{ ...map.sections[0], id: '30', price: null }, ...map.sections]
    const { client, leftOut } = await leaving({ ...sample.openedSession, map: { ...map, zones, sections } })
    const reply = await client.openSession(toOpen)
    expect(reply.ok && reply.value.overview.zones.map(({ zoneId }) => zoneId)).toEqual(['3'])
    expect(reply.ok && reply.value.overview.sections.map(({ sectionId }) => sectionId)).toEqual(['31'])
    const zone = { what: 'zone', which: '4', field: 'sales_price_num' }
    expect(leftOut).toEqual([zone, { what: 'section', which: '30', field: 'price' }])
  })

  test('the log says each once', async () => {
    const lines: unknown[] = []
    const log: Log = { info: () => undefined, warn: (...line) => lines.push(line), error: () => undefined }
    const onSkipped = logSkipped(log)
    const one = { what: 'seat', which: '5003', field: 'price' } as const
    for (const each of [one, one, { ...one, which: '5004' }]) onSkipped(each)
    expect(lines).toEqual(
      ['5003', '5004'].map((which) => ['partner.offer-left-out', { what: 'seat', which, field: 'price' }]),
    )
  })
})

test('rows with letters: their text is the label, and their order that of lettered rows', async () => {
  const rows = ['AA', 'B', 'A', 2, 'AB', '1']
  const bare = { seat_code: '', status: 'available', price: 25000 }
  const seats = rows.map((row, at) => ({ ...bare, id: at + 1, row, number: at + 1 }))
  const detail = await sectionOf({ map: { seats } })
  const order = detail.view.seats.toSorted((a, b) => a.row - b.row).map(({ rowLabel }) => rowLabel)
  expect(order).toEqual(['1', '2', 'A', 'B', 'AA', 'AB'])
  expect(seatRows(detail.view).map(({ label }) => label)).toEqual(order)
  expect(detail.places.get('1')).toMatchObject({ row: 'AA', seatNumber: 1 })
})

describe('texts have a length where they are read', () => {
  const long = 'Très long '.repeat(300)

  test('what people read is cut, with an ellipsis, and has no direction controls', async () => {
    const event = {
      ...sample.event,
      title: long,
      description: long,
      category: '\ud83d\ude00'.repeat(100),
      home_team: 'a\0b',
      away_team: 'Badia \u202egnp\u202c\u2066 FC\u2069\u200f\u061c',
    }
    const reply = await eventsOf({ ...sample.eventList, events: [event] })
    const [read] = reply.ok ? reply.value.events : []
    expect(read?.title).toBe(`${long.slice(0, 199)}…`)
    expect([read?.description.length, read?.homeTeam, read?.awayTeam]).toEqual([2000, 'ab', 'Badia gnp FC'])
    expect(read?.category).toBe(`${'\ud83d\ude00'.repeat(49)}…`)
  })

  test('a seat’s words are cut, and a way of a thousand steps ends', async () => {
    const place = { ...sample.place, rangee: long, secteur: long, porte: { code: long }, route: Array(1000).fill(long) }
    const seat = { ...sample.seat, ...place, seat_code: long, place: long }
    const reply = await sectionReplyOf({ map: { seats: [seat] } })
    const read = reply.ok ? reply.value?.places.get('5001') : undefined
    expect(JSON.stringify(read).length).toBeLessThan(2_500)
    expect(read?.route).toHaveLength(12)
  })

  test('what things are told apart by is refused', async () => {
    const events = [{ ...sample.event, id: '1'.repeat(65) }]
    const { leftOut, client } = await leaving({ ...sample.eventList, events })
    expect(await client.listEvents(firstPage)).toMatchObject({ ok: true, value: { events: [] } })
    expect(leftOut).toEqual([{ what: 'event', which: '#1', field: 'id' }])
    const opened = await sessionOf({ ...sample.openedSession, owner_ref: 'x'.repeat(201) })
    expect(opened).toMatchObject({ error: { type: 'unclear' } })
  })

  test('what is as long as it may be is whole', async () => {
    const title = 'x'.repeat(200)
    const event = { ...sample.event, id: '1'.repeat(64), title }
    const { client, leftOut } = await leaving({ ...sample.eventList, events: [event] })
    const listed = await client.listEvents(firstPage)
    expect(listed).toMatchObject({ ok: true, value: { events: [{ eventId: '1'.repeat(64), title }] } })
    expect(leftOut).toEqual([])
    const ownerRef = 'x'.repeat(200)
    expect(await sessionOf({ ...sample.openedSession, owner_ref: ownerRef })).toMatchObject({ value: { ownerRef } })
  })

  test('a revision and a token are whole or nothing', async () => {
    for (const [length, read] of [
      [200, 200],
      [201, 0],
    ] as const) {
      const availability = { ...sample.sectionSession.availability, revision: 'r'.repeat(length) }
      const reply = await sectionReplyOf({ ...sample.sectionSession, availability })
      expect(reply.ok && reply.value?.view.revision.length).toBe(read)
    }
    for (const [length, read] of [
      [4096, 4096],
      [4097, 0],
    ] as const) {
      const reply = await checkoutOf({ ...sample.checkout, checkout_token: 't'.repeat(length) })
      expect(reply.ok && reply.value.checkoutToken.length).toBe(read)
    }
  })

  test.each([
    [['-1'], 0],
    [[86_401], 86_400],
    [[7.9], 7],
    [[], 0],
  ])('the time left of a hold is a whole part of a day, and none of no items: %j', async (times, read) => {
    const items = times.map((remaining_seconds) => ({ ...sample.checkout.items[0], remaining_seconds }))
    const reply = await checkoutOf({ ...sample.checkout, items })
    expect(reply).toMatchObject({ ok: true, value: { remainingSeconds: read } })
  })

  test.each([
    ['events', { events: Array(1001).fill(sample.event), pagination: null }],
    ['events that are nothing', { events: Array(100_000).fill(null), pagination: null }],
  ])('a list of too many %s is refused', async (_, data) => {
    const { client, leftOut } = await leaving(data)
    expect(await client.listEvents(firstPage)).toMatchObject({ ok: false, error: { type: 'unclear' } })
    expect(leftOut).toEqual([])
  })
})
