import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { at, availableSeats, holdEach, newEvent, newSession, orderFor, readyToBuy, view } from './buyers.ts'
import * as specified from '../../scripts/openapi/specification.ts'
import type { FieldList, Fields, Kind } from '../../scripts/openapi/specification.ts'
import { type Call, contractClient, contractTarget, refusalOf } from './target.ts'
import type { ErrorCode } from '../../shared/api/partner/errors.ts'
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

const isList = (kind: Fields | FieldList): kind is FieldList => Array.isArray(kind)

const matches = (value: unknown, pattern: RegExp): boolean => typeof value === 'string' && pattern.test(value)

const target = await contractTarget()
const client = contractClient(target)
afterAll(() => target.close())

test('every operation of a sale answers with every field, and agrees with the one before it', async () => {
  const created = await newEvent(client, { home_team: 'Hamana AC', away_team: 'Badia FC' })
  expect(misfits(created, specified.createdEvent)).toEqual([])
  expect(created.event.status).toBe('ON_SALE')
  const list = await client.succeed('listEvents', { query: { page: '1', limit: '12' } })
  expect(misfits(list, specified.eventList)).toEqual([])
  const session = await newSession(client, created)
  expect(misfits(session, specified.openedSession)).toEqual([])
  const { remaining } = session.availability
  expect(session).toMatchObject({ status: 'ACTIVE', event: { availability: { remaining } } })
  expect(session.availability.scope).toBe('overview')

  const section = session.map.sections[1]
  const seen = await view(client, session, section?.id)
  expect(misfits(seen, specified.sectionSession)).toEqual([])
  expect(seen.availability.scope).toBe('section')
  const { seats } = seen.map
  expect(seats.filter((seat) => seat.numero_place !== seat.number || seat.route.length !== 4)).toEqual([])
  expect(new Set(seats.map((seat) => seat.code_litige)).size).toBe(seats.length)

  await holdEach(client, session, await availableSeats(client, session, 3))
  const checkout = await client.succeed('readCheckout', at(session))
  expect(misfits(checkout, specified.checkout)).toEqual([])
  expect(checkout.next_step).toBe('collect_payment_then_confirm')
  expect(Date.parse(checkout.hold_expires_at)).toBeLessThanOrEqual(Date.parse(session.expires_at))
  const order = orderFor(checkout)
  const purchase = await client.succeed('confirmPurchase', { body: order })
  expect(misfits(purchase, specified.purchase)).toEqual([])
  expect(purchase.status).toBe('completed')
  expect(purchase.tickets.map((ticket) => ticket.hold_id)).toEqual(order.hold_ids)
  for (const key of ['ticket_code', 'ticket_number', 'ticket_reference'] as const)
    expect(new Set(purchase.tickets.map((ticket) => ticket[key])).size).toBe(3)
  expect((await view(client, session)).holds).toEqual([])

  const { tickets } = await client.succeed('listTickets', { query: { owner_ref: session.owner_ref } })
  expect(tickets.map(({ id }) => id)).toEqual(purchase.tickets.map(({ id }) => id))
  for (const [index, ticket] of tickets.entries()) {
    const { ticket_number, row, seat_number, place } = purchase.tickets[index]!
    expect(misfits(ticket, specified.ticket)).toEqual([])
    expect(ticket).toMatchObject({ status: 'SOLD', ticket_number, place, seat: { row, number: seat_number } })
  }
})

describe('step 1, events', () => {
  test('without parameters: page 1, twelve events a page', async () => {
    expect((await client.succeed('listEvents')).pagination).toMatchObject({ page: 1, limit: 12 })
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
      expect(beyond).toMatchObject({ events: [], pagination: { total: pagination.total } })
    }
  })

  test('name and date are enough; the event is listed as it was named', async () => {
    const body = { event_name: 'Gala', event_date: '2099-12-31' }
    const { event } = await client.succeed('createEvent', { headers: { 'x-env': 'demo' }, body })
    const { events } = await client.succeed('listEvents', { query: { limit: '100' } })
    const listed = events.find(({ id }) => id === event.id)
    expect(listed).toMatchObject({ title: 'Gala', starts_at: expect.stringMatching(/^2099-12-31T/u) as unknown })
  })
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

describe('step 3, an unchanged section', () => {
  async function twoSessions() {
    const event = await newEvent(client)
    const [mine, other] = [await newSession(client, event), await newSession(client, event)]
    const query = { section_id: mine.map.sections[0]?.id ?? '' }
    const look = (session: typeof mine, tag?: string) =>
      client.call('viewSection', { ...at(session), query, ...(tag && { headers: { 'if-none-match': tag } }) })
    return { mine, other, look, tagOf: async (session: typeof mine) => (await look(session)).headers.get('etag') ?? '' }
  }

  test('is answered 304; a hold changes it for every session', async () => {
    const { mine, other, look, tagOf } = await twoSessions()
    const tag = await tagOf(mine)
    // A reply that was compressed in transit has a weak ETag.
    expect(tag.replace('W/', '')).toBe(`"${(await view(client, mine)).availability.revision}"`)
    const again = await look(mine, tag)
    expect([again.status, again.text]).toEqual([304, ''])
    await holdEach(client, other, await availableSeats(client, other, 1))
    const after = await look(mine, tag)
    expect(after.status).toBe(200)
    expect(after.headers.get('etag')).not.toBe(tag)
  })

  test('a hold in another section changes the reply of its own session, not that of others', async () => {
    const { mine, other, look, tagOf } = await twoSessions()
    const [myTag, otherTag] = [await tagOf(mine), await tagOf(other)]
    await holdEach(client, mine, await availableSeats(client, mine, 1, mine.map.sections[2]?.id))
    expect([(await look(mine, myTag)).status, (await look(other, otherTag)).status]).toEqual([200, 304])
  })
})

describe('step 4, hold and release', () => {
  test('one seat: the hold, once by itself and once in the list', async () => {
    const session = await newSession(client)
    const [seat] = await availableSeats(client, session, 1)
    const { hold, holds } = await client.succeed('holdSeats', { ...at(session), body: { seat_id: seat!.id } })
    expect(hold).toEqual(holds[0])
    const { id: seat_id, seat_code, price } = seat!
    expect(hold).toMatchObject({ seat_id, seat_code, price, status: 'held', id: hold?.hold_id })
  })

  test('several seats in one call, answered in the order asked for', async () => {
    const session = await newSession(client)
    const seat_ids = (await availableSeats(client, session, 4)).map(({ id }) => id).toReversed()
    const reply = await client.succeed('holdSeats', { ...at(session), body: { seat_ids } })
    expect(reply.holds.map((hold) => hold.seat_id)).toEqual(seat_ids)
    expect(reply).not.toHaveProperty('hold')
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
  })
})

describe('step 6, confirm the sale', () => {
  test('the same order sent again, its holds in another order, is answered with the same bytes', async () => {
    const { order } = await readyToBuy(client, 2)
    const first = await client.call('confirmPurchase', { body: order })
    const reordered = { ...order, hold_ids: order.hold_ids.toReversed() }
    const again = await client.call('confirmPurchase', { body: reordered })
    expect([again.status, again.text]).toEqual([200, first.text])
  })

  test.each([[''], ['x'.repeat(5_000)], [42], [null], [{ kind: 'card' }]])(
    'payment_method is informational: %j',
    async (payment_method) => {
      const { order } = await readyToBuy(client, 1)
      expect((await client.call('confirmPurchase', { body: { ...order, payment_method } })).status).toBe(200)
    },
  )

  test('a part of the session’s holds may be bought; the rest stays held', async () => {
    const { session, checkout, order } = await readyToBuy(client, 3)
    const [first, ...rest] = checkout.items
    const body = { ...order, hold_ids: [first?.hold_id], amount: first?.price }
    await client.succeed('confirmPurchase', { body })
    const left = await client.succeed('readCheckout', at(session))
    expect(left.items.map((item) => item.hold_id)).toEqual(rest.map((item) => item.hold_id))
  })
})

describe('requests', () => {
  const names = Object.keys(operations) as OperationName[]

  const withBody = names.filter((name) => (operations[name] as Operation).body !== undefined)

  /** Returns the parameters of all operations. Each operation ignores the parameters of the other operations. */
  function complete(): Call {
    const params = { session_id: randomUUID(), hold_id: randomUUID(), ticket_id: '1' }
    const query = { section_id: '1', owner_ref: 'nobody', env: 'demo' }
    return { params, query }
  }

  /** Sends a request with exactly the given headers, which has to be refused. */
  async function bare(code: ErrorCode, name: OperationName, init: RequestInit): Promise<void> {
    const { method, path }: Operation = operations[name]
    const url = `${target.baseUrl}${path.replaceAll(/\{\w+\}/gu, randomUUID())}?env=demo`
    const reply = await fetch(url, { ...init, method })
    const text = await reply.text()
    refusalOf(code, { status: reply.status, headers: reply.headers, text, json: JSON.parse(text) })
  }

  test.each(names)('partner code of %s: missing, empty or unknown: 401', async (name) => {
    const stranger = contractClient({ baseUrl: target.baseUrl, partnerCode: 'stranger' })
    await stranger.refused('UNKNOWN_PARTNER', name, complete())
    await stranger.refused('UNKNOWN_PARTNER', name, { ...complete(), headers: { 'x-partner-code': '' } })
    await bare('UNKNOWN_PARTNER', name, {})
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
      const bytes = Buffer.from('{"event_date":"2099-01-01","event_name":"\u00ff"}', 'latin1')
      const details = await client.refused('MALFORMED_REQUEST', 'createEvent', { query: { env: 'demo' }, bytes })
      expect(details['where']).toBe('body')
    })

    test.each(withBody)('%s: another content type, or none', async (name) => {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1']) {
        const headers = { 'content-type': type }
        await client.refused('UNSUPPORTED_MEDIA_TYPE', name, { ...complete(), bytes: '{}', headers })
      }
      const headers = { 'x-partner-code': target.partnerCode }
      await bare('UNSUPPORTED_MEDIA_TYPE', name, { body: new Uint8Array([0x7b, 0x7d]), headers })
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
      expect(details['issues']).toEqual([
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

    test('a parameter given twice, or with NUL', async () => {
      await client.refused('MALFORMED_REQUEST', 'listEvents', { query: 'page=1&page=2' })
      for (const query of ['owner_ref=a&owner_ref=b', 'owner_ref=demo%00'])
        await client.refused('MALFORMED_REQUEST', 'listTickets', { query })
    })

    test.each(['a\u0000b', '\ud800'])('text that is not Unicode: %j', async (text) => {
      const bytes = `{"event_name":${JSON.stringify(text)},"event_date":"2099-01-01"}`
      await client.refused('MALFORMED_REQUEST', 'createEvent', { query: { env: 'demo' }, bytes })
      await client.refused('MALFORMED_REQUEST', 'openSession', { body: { event_id: '1', access_code: text } })
    })
  })

  describe('paths and methods', () => {
    test('that no operation has: 404', async () => {
      const outside = ['/', '/api/v1/public', '/api/v1/public/events/', '/api/v2/public/events', '//', '/%', '/../x']
      for (const path of outside) refusalOf('NOT_FOUND', await client.send('GET', path))
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
