import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { at, availableSeats, holdEach, newEvent, newSession, readyToBuy, view } from './buyers.ts'
import * as specified from '../../scripts/openapi/specification.ts'
import type { FieldList, Fields, Kind } from '../../scripts/openapi/specification.ts'
import { type Call, contractClient, contractTarget, refusalOf } from './target.ts'
import { type Operation, type OperationName, operations } from '../../shared/api/partner/operations.ts'

const kinds: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  strings: (value) => Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string'),
  id: (value) => matches(value, /^\d+$/u),
  uuid: (value) => matches(value, /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/iu),
  timestamp: (value) => matches(value, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u),
  local: (value) => matches(value, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/u),
  hex: (value) => matches(value, /^#[\da-f]{6}$/iu),
  qr: (value) => matches(value, /^[\da-f]{32}$/iu),
}

/** Returns the paths of fields that are missing or have another type. Checks all list items. Some lists must not be empty. */
function misfits(value: unknown, fields: Fields, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path || 'the value']
  return Object.entries(fields).flatMap(([name, kind]) => {
    const at = path ? `${path}.${name}` : name
    const own = (value as Record<string, unknown>)[name]
    if (typeof kind === 'string') return kinds[kind](own) ? [] : [at]
    if (!isList(kind)) return misfits(own, kind, at)
    if (!Array.isArray(own) || (own.length === 0 && kind[1] === undefined)) return [at]
    return own.flatMap((item, index) => misfits(item, kind[0], `${at}[${index}]`))
  })
}

function isList(kind: Fields | FieldList): kind is FieldList {
  return Array.isArray(kind)
}

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value)
}

const target = await contractTarget()
const client = contractClient(target)
afterAll(() => target.close())

describe('step 1, list events', () => {
  test('every field, and the pagination that was asked for', async () => {
    await newEvent(client, { home_team: 'Hamana AC', away_team: 'Badia FC' })
    const list = await client.succeed('listEvents', { query: { page: '1', limit: '12' } })
    expect(misfits(list, specified.eventList)).toEqual([])
    expect(list.pagination).toMatchObject({ page: 1, limit: 12 })
    expect(list.events.length).toBe(Math.min(12, list.pagination.total))
    expect(list.pagination.total_pages).toBe(Math.ceil(list.pagination.total / 12))
  })

  test('without parameters: page 1, twelve events a page', async () => {
    const list = await client.succeed('listEvents')
    expect(list.pagination).toMatchObject({ page: 1, limit: 12 })
  })

  test('pages follow each other without gap or repetition; beyond the last there is nothing', async () => {
    await newEvent(client)
    await newEvent(client)
    const { pagination } = await client.succeed('listEvents', { query: { limit: '2' } })
    const ids: string[] = []
    for (let page = 1; page <= pagination.total_pages; page++) {
      const { events } = await client.succeed('listEvents', { query: { page: String(page), limit: '2' } })
      ids.push(...events.map((event) => event.id))
    }
    expect(ids).toHaveLength(pagination.total)
    expect(new Set(ids).size).toBe(pagination.total)
    for (const page of [pagination.total_pages + 1, 9e15, '9'.repeat(30)]) {
      const beyond = await client.succeed('listEvents', { query: { page: String(page), limit: '2' } })
      expect(beyond.events).toEqual([])
      expect(beyond.pagination.total).toBe(pagination.total)
    }
  })
})

describe('step 1b, create an event', () => {
  const body = { event_name: 'Guinée – Sénégal', event_date: '2099-05-17', home_team: 'Guinée', away_team: 'Sénégal' }

  test.each([
    ['header', { headers: { 'x-env': 'demo' } }],
    ['query', { query: { env: 'demo' } }],
  ])('demo selected by %s: every field, and the session can be opened with it', async (_, selection) => {
    const created = await client.succeed('createEvent', { ...selection, body: { ...body, default_price: 50_000 } })
    expect(misfits(created, specified.createdEvent)).toEqual([])
    expect(created.event).toMatchObject({ status: 'ON_SALE', event_date: body.event_date })
    expect(created.open_session).toEqual({ event_id: created.event.id, access_code: created.access_code })
    const session = await client.succeed('openSession', { body: created.open_session })
    expect(session.event).toMatchObject({ title: body.event_name, min_price: 50_000 })
  })

  test('name and date are enough; the event is listed as it was named', async () => {
    const { event } = await client.succeed('createEvent', {
      headers: { 'x-env': 'demo' },
      body: { event_name: 'Gala', event_date: '2099-12-31' },
    })
    const { events } = await client.succeed('listEvents', { query: { limit: '100' } })
    const listed = events.find(({ id }) => id === event.id)
    expect(listed).toMatchObject({ title: 'Gala' })
    expect(listed?.starts_at.startsWith('2099-12-31T')).toBe(true)
  })
})

describe('step 2, open a session', () => {
  test('every field; zones, sections and counts, but no seats and no holds', async () => {
    const created = await newEvent(client)
    const session = await newSession(client, created)
    expect(misfits(session, specified.openedSession)).toEqual([])
    expect(session).toMatchObject({ status: 'ACTIVE', event_id: created.event.id, holds: [], map: { seats: [] } })
    expect(session.owner_ref).toMatch(new RegExp(`^${target.partnerCode}-user-\\d+$`, 'u'))
    expect(session.availability.scope).toBe('overview')
    expect(Date.parse(session.expires_at)).toBeGreaterThan(Date.parse(session.availability.generated_at))
  })

  test('the counts agree with each other', async () => {
    const { map, availability, event } = await newSession(client)
    const total = (list: readonly { remaining: number }[]): number => list.reduce((sum, one) => sum + one.remaining, 0)
    expect(total(availability.zones)).toBe(availability.remaining)
    expect(total(availability.sections)).toBe(availability.remaining)
    expect(event.availability.remaining).toBe(availability.remaining)
    expect(map.zones.map((zone) => [zone.id, zone.sales_available_seats])).toEqual(
      availability.zones.map((zone) => [zone.id, zone.remaining]),
    )
    expect(map.sections.map((section) => section.id)).toEqual(availability.sections.map((section) => section.id))
    expect(event.min_price).toBe(Math.min(...event.pricing.zones.map((zone) => zone.price)))
  })

  test('each session has an id and an owner_ref of its own', async () => {
    const created = await newEvent(client)
    const sessions = await Promise.all(Array.from({ length: 8 }, () => newSession(client, created)))
    expect(new Set(sessions.map((session) => session.session_id)).size).toBe(8)
    expect(new Set(sessions.map((session) => session.owner_ref)).size).toBe(8)
  })

  test.runIf(process.env['GUICHET_CONTRACT_URL'] === undefined)(
    'an owner_ref cannot be guessed from others: 64 random bits in decimal digits',
    async () => {
      const event = await newEvent(client)
      const sessions = await Promise.all(Array.from({ length: 16 }, () => newSession(client, event)))
      const numbers = sessions
        .map(({ owner_ref }) => BigInt(/^demo-user-(\d+)$/u.exec(owner_ref)?.[1] ?? '0'))
        .toSorted((a, b) => (a < b ? -1 : 1))
      // By chance, two of 16 uniform random numbers are this close once in four million runs. All 16 random numbers are
      // in the lowest quarter once in four billion runs.
      const gaps = numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0n))
      expect(gaps.filter((gap) => gap < 1n << 34n)).toEqual([])
      expect(numbers.at(-1)).toBeGreaterThan(1n << 62n)
      expect(numbers.at(-1)).toBeLessThan(1n << 64n)
    },
  )
})

describe('step 3, seats of one section', () => {
  test('every field of every seat; the per-seat list says the same', async () => {
    const session = await newSession(client)
    const section = session.map.sections[1]
    const seen = await view(client, session, section?.id)
    expect(misfits(seen, specified.sectionSession)).toEqual([])
    expect(seen).toMatchObject({ session_id: session.session_id, owner_ref: session.owner_ref, status: 'ACTIVE' })
    expect(seen.availability).toMatchObject({ scope: 'section', section_id: section?.id })
    expect(new Set(seen.map.seats.map((seat) => seat.section_id))).toEqual(new Set([section?.id]))
    expect(seen.availability.seats).toEqual(
      seen.map.seats.map(({ id, status, seat_code }) => ({ id, status, seat_code })),
    )
    expect(new Set(seen.map.seats.map((seat) => seat.id)).size).toBe(seen.map.seats.length)
    const free = seen.map.seats.filter((seat) => seat.status === 'available').length
    expect(seen.availability.remaining).toBe(free)
    expect(session.availability.sections[1]?.remaining).toBe(free)
  })

  test('the place block follows its rules, and no seat carries a QR code', async () => {
    const session = await newSession(client)
    const { map } = await view(client, session)
    const wrong = map.seats.filter(
      (seat) =>
        String(seat.place_id) !== seat.id ||
        seat.place !== seat.seat_code ||
        seat.numero_place !== seat.number ||
        seat.route.length !== 4 ||
        seat.route_texte !== seat.route.join(' → ') ||
        map.sections.find((section) => section.id === seat.section_id)?.code !== seat.secteur ||
        'qr_code' in seat,
    )
    expect(wrong).toEqual([])
    expect(new Set(map.seats.map((seat) => seat.code_litige)).size).toBe(map.seats.length)
  })

  test('equal revision means unchanged, and is answered 304; a hold changes it for every session', async () => {
    const event = await newEvent(client)
    const [mine, other] = [await newSession(client, event), await newSession(client, event)]
    const query = { section_id: mine.map.sections[0]?.id ?? '' }
    const first = await client.call('viewSection', { ...at(mine), query })
    const tag = first.headers.get('etag') ?? ''
    const headers = { 'if-none-match': tag }
    // A reply that was compressed in transit has a weak ETag.
    expect(tag.replace('W/', '')).toBe(`"${(await view(client, mine)).availability.revision}"`)
    const again = await client.call('viewSection', { ...at(mine), query, headers })
    expect([again.status, again.text]).toEqual([304, ''])
    await holdEach(client, other, await availableSeats(client, other, 1))
    const after = await client.call('viewSection', { ...at(mine), query, headers })
    expect(after.status).toBe(200)
    expect(after.headers.get('etag')).not.toBe(tag)
  })

  test('a hold in another section changes the reply of its own session, not that of others', async () => {
    const event = await newEvent(client)
    const [mine, other] = [await newSession(client, event), await newSession(client, event)]
    const query = { section_id: mine.map.sections[0]?.id ?? '' }
    const tags = [mine, other].map(async (session) => {
      const reply = await client.call('viewSection', { ...at(session), query })
      return { 'if-none-match': reply.headers.get('etag') ?? '' }
    })
    const [myTag, otherTag] = await Promise.all(tags)
    await holdEach(client, mine, await availableSeats(client, mine, 1, mine.map.sections[2]?.id))
    expect((await client.call('viewSection', { ...at(mine), query, headers: myTag ?? {} })).status).toBe(200)
    expect((await client.call('viewSection', { ...at(other), query, headers: otherTag ?? {} })).status).toBe(304)
  })
})

describe('step 4, hold and release', () => {
  test('one seat: the hold, once by itself and once in the list', async () => {
    const session = await newSession(client)
    const [seat] = await availableSeats(client, session, 1)
    const reply = await client.succeed('holdSeats', { ...at(session), body: { seat_id: seat?.id } })
    expect(reply.hold).toEqual(reply.holds[0])
    expect(reply.hold).toMatchObject({
      seat_id: seat?.id,
      seat_code: seat?.seat_code,
      price: seat?.price,
      status: 'held',
    })
    expect(reply.hold?.id).toBe(reply.hold?.hold_id)
    expect(reply.hold?.remaining_seconds).toBeGreaterThan(0)
  })

  test('several seats in one call, answered in the order asked for', async () => {
    const session = await newSession(client)
    const seats = (await availableSeats(client, session, 4)).toReversed()
    const reply = await client.succeed('holdSeats', {
      ...at(session),
      body: { seat_ids: seats.map((seat) => seat.id) },
    })
    expect(reply.holds.map((hold) => hold.seat_id)).toEqual(seats.map((seat) => seat.id))
    expect(reply).not.toHaveProperty('hold')
  })

  test('a held seat is `held` for everybody, counted out, and listed in its own session', async () => {
    const event = await newEvent(client)
    const [mine, other] = [await newSession(client, event), await newSession(client, event)]
    const [seat] = await availableSeats(client, mine, 1)
    await holdEach(client, mine, seat ? [seat] : [])
    const [own, others] = [await view(client, mine), await view(client, other)]
    for (const seen of [own, others]) {
      expect(seen.map.seats.find(({ id }) => id === seat?.id)?.status).toBe('held')
      expect(seen.availability.remaining).toBe(seen.map.seats.length - 1)
    }
    expect(own.holds.map((hold) => hold.seat_id)).toEqual([seat?.id])
    expect(others.holds).toEqual([])
    const later = await newSession(client, event)
    expect(later.availability.remaining).toBe(mine.availability.remaining - 1)
  })

  test('a seat held again by its own session keeps its hold and its time', async () => {
    const session = await newSession(client)
    const [seat, next] = await availableSeats(client, session, 2)
    const first = await client.succeed('holdSeats', { ...at(session), body: { seat_id: seat?.id } })
    const again = await client.succeed('holdSeats', { ...at(session), body: { seat_ids: [seat?.id, next?.id] } })
    expect(again.holds[0]).toMatchObject({ hold_id: first.hold?.hold_id, expires_at: first.hold?.expires_at })
    expect(again.holds).toHaveLength(2)
  })

  test('release frees the seat, answers what is left, and may be repeated', async () => {
    const { session, checkout, seats } = await readyToBuy(client, 2)
    const [first, second] = checkout.items
    const params = { ...at(session).params, hold_id: first?.hold_id ?? '' }
    for (const _ of [1, 2]) {
      const left = await client.succeed('releaseHold', { params })
      expect(left.holds.map((hold) => hold.hold_id)).toEqual([second?.hold_id])
    }
    const seen = await view(client, session)
    expect(seen.map.seats.find(({ id }) => id === seats[0]?.id)?.status).toBe('available')
    expect(seen.availability.remaining).toBe(seen.map.seats.length - 1)
  })
})

describe('step 5, checkout', () => {
  test('every field; the amount is the total of the held seats', async () => {
    const { session, seats, checkout } = await readyToBuy(client, 3)
    expect(misfits(checkout, specified.checkout)).toEqual([])
    expect(checkout).toMatchObject({
      session_id: session.session_id,
      owner_ref: session.owner_ref,
      amount: seats.reduce((sum, seat) => sum + seat.price, 0),
      next_step: 'collect_payment_then_confirm',
    })
    expect(checkout.items.map((item) => item.seat_id).toSorted()).toEqual(seats.map((seat) => seat.id).toSorted())
    expect(Date.parse(checkout.hold_expires_at)).toBeLessThanOrEqual(Date.parse(session.expires_at))
  })
})

describe('step 6, confirm the sale', () => {
  test('every field; one ticket a seat, each with a code of its own; the seats are sold', async () => {
    const { session, seats, checkout, order } = await readyToBuy(client, 3)
    const purchase = await client.succeed('confirmPurchase', { body: order })
    expect(misfits(purchase, specified.purchase)).toEqual([])
    expect(purchase).toMatchObject({
      order_id: order.order_id,
      idempotency_key: `partner-order-${order.order_id}`,
      status: 'completed',
      amount: checkout.amount,
      currency: checkout.currency,
    })
    expect(purchase.tickets.map((ticket) => ticket.hold_id)).toEqual(order.hold_ids)
    expect(purchase.tickets.map((ticket) => ticket.seat_id).toSorted()).toEqual(seats.map((seat) => seat.id).toSorted())
    expect(purchase.tickets.every((ticket) => ticket.status === 'SOLD')).toBe(true)
    for (const key of ['id', 'qr_code', 'ticket_code', 'ticket_number', 'ticket_reference'] as const) {
      expect(new Set(purchase.tickets.map((ticket) => ticket[key])).size).toBe(3)
    }
    const seen = await view(client, session)
    const sold = seen.map.seats.filter((seat) => seat.status === 'sold').map((seat) => seat.id)
    expect(sold.toSorted()).toEqual(seats.map((seat) => seat.id).toSorted())
    expect(seen.holds).toEqual([])
  })

  test('the ticket’s place is the seat’s place', async () => {
    const { seats, order } = await readyToBuy(client, 1)
    const [ticket] = (await client.succeed('confirmPurchase', { body: order })).tickets
    const [seat] = seats
    expect(seat).toMatchObject({ ...ticket?.place })
    expect(ticket).toMatchObject({
      seat_code: seat?.seat_code,
      row: seat?.rangee,
      seat_number: String(seat?.numero_place),
      section_code: seat?.secteur,
    })
  })

  test('the same order sent again is answered with the same bytes', async () => {
    const { order } = await readyToBuy(client, 2)
    const first = await client.call('confirmPurchase', { body: order })
    const again = await client.call('confirmPurchase', { body: order })
    const reordered = { ...order, hold_ids: order.hold_ids.toReversed() }
    const otherOrder = await client.call('confirmPurchase', { body: reordered })
    expect([again.status, again.text]).toEqual([200, first.text])
    expect([otherOrder.status, otherOrder.text]).toEqual([200, first.text])
  })

  test('order, amount, holds and customer are enough', async () => {
    const { order } = await readyToBuy(client, 1)
    const { order_id, amount, hold_ids } = order
    const purchase = await client.succeed('confirmPurchase', { body: { order_id, amount, hold_ids, customer: {} } })
    expect(purchase.tickets).toHaveLength(1)
  })

  test.each<[string, unknown]>([
    ['empty', ''],
    ['unknown', 'orange-money'],
    ['very long', 'x'.repeat(5_000)],
    ['a number', 42],
    ['null', null],
    ['an object', { kind: 'card' }],
  ])('payment_method is informational: %s', async (_, payment_method) => {
    const { order } = await readyToBuy(client, 1)
    expect((await client.call('confirmPurchase', { body: { ...order, payment_method } })).status).toBe(200)
  })

  test('a part of the session’s holds may be bought; the rest stays held', async () => {
    const { session, checkout, order } = await readyToBuy(client, 3)
    const [first, ...rest] = checkout.items
    const body = { ...order, hold_ids: [first?.hold_id], amount: first?.price }
    await client.succeed('confirmPurchase', { body })
    const left = await client.succeed('readCheckout', at(session))
    expect(left.items.map((item) => item.hold_id)).toEqual(rest.map((item) => item.hold_id))
  })
})

describe('steps 7 and 8, tickets', () => {
  test('every field; what the purchase said is what is read back, as a list and one by one', async () => {
    const { session, order } = await readyToBuy(client, 2)
    const { tickets: bought } = await client.succeed('confirmPurchase', { body: order })
    const query = { owner_ref: session.owner_ref }
    const { tickets } = await client.succeed('listTickets', { query })
    expect(tickets.map((ticket) => ticket.id)).toEqual(bought.map((ticket) => ticket.id))
    for (const [index, ticket] of tickets.entries()) {
      expect(misfits(ticket, specified.ticket)).toEqual([])
      expect(await client.succeed('getTicket', { params: { ticket_id: ticket.id }, query })).toEqual(ticket)
      expect(ticket).toMatchObject({
        status: 'SOLD',
        qr_code: bought[index]?.qr_code,
        ticket_number: bought[index]?.ticket_number,
        place: bought[index]?.place,
        seat: { id: bought[index]?.seat_id, row: bought[index]?.row, number: bought[index]?.seat_number },
      })
    }
  })

  test('an owner without tickets, and one that does not exist: an empty list', async () => {
    const session = await newSession(client)
    for (const owner_ref of [session.owner_ref, `nobody-${randomUUID()}`]) {
      expect(await client.succeed('listTickets', { query: { owner_ref } })).toEqual({ tickets: [] })
    }
  })
})

describe('requests', () => {
  const names = Object.keys(operations) as OperationName[]

  const withBody = names.filter((name) => (operations[name] as Operation).body !== undefined)

  /** Returns the parameters of all operations. Each operation ignores the parameters of other operations. */
  function complete(): Call {
    const params = { session_id: randomUUID(), hold_id: randomUUID(), ticket_id: '1' }
    const query = { section_id: '1', owner_ref: 'nobody', env: 'demo' }
    return { params, query }
  }

  describe('partner code', () => {
    test.each(names)('%s: missing, empty or unknown: 401', async (name) => {
      const stranger = contractClient({ baseUrl: target.baseUrl, partnerCode: 'stranger' })
      await stranger.refused('UNKNOWN_PARTNER', name, complete())
      await stranger.refused('UNKNOWN_PARTNER', name, { ...complete(), headers: { 'x-partner-code': '' } })
      const { method, path }: Operation = operations[name]
      const reply = await fetch(target.baseUrl + path.replaceAll(/\{\w+\}/gu, randomUUID()), { method })
      const text = await reply.text()
      refusalOf('UNKNOWN_PARTNER', { status: reply.status, headers: reply.headers, text, json: JSON.parse(text) })
    })
  })

  describe('malformed requests', () => {
    test.each(withBody)('%s: a body that is not JSON in UTF-8', async (name) => {
      const bodies = ['', '{', 'null', '[]', '"text"', '42', '\u0000', new Uint8Array([0x7b, 0xff, 0x7d])]
      for (const bytes of bodies) {
        const details = await client.refused('MALFORMED_REQUEST', name, { ...complete(), bytes })
        expect(details['where']).toMatch(/^body/u)
      }
    })

    test('text with bytes that are not UTF-8', async () => {
      const bytes = Buffer.concat([
        Buffer.from('{"event_date":"2099-01-01","event_name":"'),
        Buffer.from([0xff]),
        Buffer.from('"}'),
      ])
      const details = await client.refused('MALFORMED_REQUEST', 'createEvent', { query: { env: 'demo' }, bytes })
      expect(details['where']).toBe('body')
    })

    test.each(withBody)('%s: another content type, or none', async (name) => {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1']) {
        const headers = { 'content-type': type }
        await client.refused('UNSUPPORTED_MEDIA_TYPE', name, { ...complete(), bytes: '{}', headers })
      }
      const { method, path }: Operation = operations[name]
      const reply = await fetch(`${target.baseUrl}${path.replaceAll(/\{\w+\}/gu, randomUUID())}?env=demo`, {
        method,
        body: new Uint8Array([0x7b, 0x7d]),
        headers: { 'x-partner-code': target.partnerCode },
      })
      const text = await reply.text()
      refusalOf('UNSUPPORTED_MEDIA_TYPE', {
        status: reply.status,
        headers: reply.headers,
        text,
        json: JSON.parse(text),
      })
    })

    test('JSON with its charset named is JSON', async () => {
      const { open_session } = await newEvent(client)
      const headers = { 'content-type': 'Application/JSON; charset="UTF-8"' }
      await client.succeed('openSession', { body: open_session, headers })
    })

    test.each(withBody)('%s: a body of two megabytes, and the connection still serves', async (name) => {
      const bytes = JSON.stringify({ filler: 'x'.repeat(2_000_000) })
      await client.refused('BODY_TOO_LARGE', name, { ...complete(), bytes })
      await client.succeed('listEvents')
    })

    test('names every wrong field with its place', async () => {
      const body = { event_name: ' ', event_date: '2099-02-30', home_team: 7, default_price: -1 }
      const details = await client.refused('MALFORMED_REQUEST', 'createEvent', { query: { env: 'demo' }, body })
      const issues = details['issues'] as { where: string; what: string }[]
      expect(issues).toEqual([
        { where: 'body.event_name', what: 'expected a title' },
        { where: 'body.event_date', what: 'expected a date such as 2026-11-22' },
        { where: 'body.home_team', what: 'expected a text in quotes' },
        { where: 'body.default_price', what: 'expected at least 0' },
      ])
      expect(details['where']).toBe('body.event_name')
    })

    test.each([
      ['page', ['0', '-1', '1.5', 'x', '', ' 1', '0x10', '1e3']],
      ['limit', ['0', '101', '-5', 'all', '']],
    ])('%s of the event list', async (name, values) => {
      for (const value of values) {
        const details = await client.refused('MALFORMED_REQUEST', 'listEvents', { query: { [name]: value } })
        expect(details).toMatchObject({ where: `query.${name}`, what: expect.stringMatching(/^expected /u) as string })
      }
    })

    test('a parameter given twice', async () => {
      await client.refused('MALFORMED_REQUEST', 'listEvents', { query: 'page=1&page=2' })
      await client.refused('MALFORMED_REQUEST', 'listTickets', { query: 'owner_ref=a&owner_ref=b' })
    })

    test.each(['\u0000', 'a\u0000b', '\ud800'])('text that is not Unicode: %j', async (text) => {
      const query = { env: 'demo' }
      await client.refused('MALFORMED_REQUEST', 'createEvent', {
        query,
        bytes: `{"event_name":${JSON.stringify(text)},"event_date":"2099-01-01"}`,
      })
      await client.refused('MALFORMED_REQUEST', 'openSession', { body: { event_id: '1', access_code: text } })
    })

    test('owner_ref with NUL', async () => {
      await client.refused('MALFORMED_REQUEST', 'listTickets', { query: 'owner_ref=demo%00' })
    })
  })

  describe('paths and methods', () => {
    test.each([
      '/',
      '/api',
      '/api/v1/public',
      '/api/v1/public/events/',
      '/api/v2/public/events',
      '//',
      '/%',
      '/../etc/passwd',
    ])('%s: 404', async (path) => {
      refusalOf('NOT_FOUND', await client.send('GET', path))
    })

    test.each([
      ['PUT', '/api/v1/public/events', 'GET, POST'],
      ['GET', '/api/v1/public/purchases', 'POST'],
      ['DELETE', `/api/v1/public/booking-sessions/${randomUUID()}`, 'GET'],
      ['PATCH', `/api/v1/public/booking-sessions/${randomUUID()}/holds/${randomUUID()}`, 'DELETE'],
      ['OPTIONS', '/api/v1/public/tickets', 'GET'],
    ])('%s %s: 405 with the methods there are', async (method, path, allow) => {
      const reply = await client.send(method, path)
      refusalOf('METHOD_NOT_ALLOWED', reply)
      expect(reply.headers.get('allow')).toBe(allow)
    })
  })
})
