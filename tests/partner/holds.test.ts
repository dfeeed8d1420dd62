import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allInOneCall } from '../../electron/partner/holds.ts'
import * as sample from './samples.ts'
import { need } from '../world/kiosk-fixture.ts'
import { type Answer, type Asked, clientOptions, failure, startPartner, success } from './scripted-partner.ts'
import { type BookingService, createBookingService } from '../../electron/booking/booking-service.ts'
import { PartnerClient } from '../../electron/partner/client.ts'
import { sectionOf } from '../../electron/partner/mapping.ts'
import { notesOf } from '../../shared/domain/seats/place.ts'
import { sectionSessionReading } from '../../shared/api/partner/reading.ts'
import { hall, stadium } from '../seat-map/plans.ts'
import { suiteFolder } from '../support/temporary-folder.ts'

const { sessionId, holdId, otherHoldId } = sample

const session = `/api/v1/public/booking-sessions/${sessionId}`

const seatIds = ['5001', '5002', '5003']

const taken = (...codes: string[]): Answer =>
  failure(409, 'SEAT_CONFLICT', { seats: codes.map((seat_code) => ({ seat_id: '1', seat_code, status: 'sold' })) })

const lines = (asked: readonly Asked[]): readonly string[] =>
  asked.map(({ line, body }) => [line.replace(session, '…'), body].filter(Boolean).join(' '))

describe('one seat a call', () => {
  test('each seat is asked for in turn; the reply’s shape does not matter', async () => {
    const replies: Answer[] = [success({ holds: [] }), { status: 201, body: '' }, { status: 204 }]
    const partner = await startPartner(() => replies.shift() ?? 'hang')
    expect(await partner.client().holdSeats({ ...sample.booking, seatIds })).toEqual({ ok: true, value: null })
    const held = ['5001', '5002', '5003'].map((seat) => `POST …/holds {"seat_id":"${seat}"}`)
    expect(lines(partner.asked)).toEqual(held)
  })

  test('when one is taken, those already held are given back, and only those', async () => {
    const partner = await startPartner(({ line, body }) => {
      if (line.endsWith('/checkout')) {
        const foreign = { ...sample.checkout.items[0], hold_id: 'of-before', seat_id: '4000' }
        return success({ ...sample.checkout, items: [...sample.checkout.items, foreign] })
      }
      if (line.startsWith('DELETE')) return { status: 204 }
      return body.includes('5003') ? taken('N1-F-14') : success(null)
    })
    const error = { type: 'seats-taken', seatCodes: ['N1-F-14'] }
    expect(await partner.client().holdSeats({ ...sample.booking, seatIds })).toEqual({ ok: false, error })
    const released = [holdId, otherHoldId].map((id) => `DELETE …/holds/${id}`)
    expect(lines(partner.asked).slice(3)).toEqual(['GET …/checkout', ...released])
  })

  test('the first one taken: there is nothing to give back', async () => {
    const partner = await startPartner(() => taken('N1-F-12'))
    expect(await partner.client().holdSeats({ ...sample.booking, seatIds })).toMatchObject({
      error: { type: 'seats-taken' },
    })
    expect(partner.asked).toHaveLength(1)
  })

  test.each<[string, Answer, Answer, string, number]>([
    ['a lost reply is told as such; what was held is given back', 'cut', success(null), 'unreachable', 2],
    ['a partner that takes nothing back now is asked for it once', taken('N1-F-14'), 'cut', 'seats-taken', 1],
  ])('%s', async (_, third, released, type, times) => {
    const partner = await startPartner(({ line, body }) => {
      if (line.endsWith('/checkout')) return success(sample.checkout)
      if (line.startsWith('DELETE')) return released
      return body.includes('5003') ? third : success(null)
    })
    expect(await partner.client().holdSeats({ ...sample.booking, seatIds })).toMatchObject({ error: { type } })
    const back = [holdId, otherHoldId].map((id) => `DELETE …/holds/${id}`)
    expect(lines(partner.asked).filter((line) => line.startsWith('DELETE'))).toEqual(back.slice(0, times))
  })
})

describe('all seats in one call', () => {
  test('is one call', async () => {
    const partner = await startPartner(() => success(null))
    const client = partner.client({ hold: allInOneCall })
    expect(await client.holdSeats({ ...sample.booking, seatIds })).toEqual({ ok: true, value: null })
    expect(lines(partner.asked)).toEqual(['POST …/holds {"seat_ids":["5001","5002","5003"]}'])
  })

  test('a refusal names every seat that is taken', async () => {
    const partner = await startPartner(() => taken('N1-F-12', 'N1-F-14'))
    const reply = await partner.client({ hold: allInOneCall }).holdSeats({ ...sample.booking, seatIds })
    expect(reply).toEqual({ ok: false, error: { type: 'seats-taken', seatCodes: ['N1-F-12', 'N1-F-14'] } })
    expect(partner.asked).toHaveLength(1)
  })
})

describe('what a refusal means', () => {
  const seatTaken = { type: 'seats-taken', seatCodes: ['5001'] }

  test.each<[string, Answer, object]>([
    ['a conflict with no word about seats', failure(409, 'SEAT_CONFLICT'), seatTaken],
    ['a conflict in a partner’s own words', failure(409, 'PLACE_PRISE'), seatTaken],
    ['a conflict without a body', { status: 409, body: '' }, seatTaken],
    ['seats that are named in another way', failure(409, '', { seats: ['N1-F-12'] }), seatTaken],
    ['too many seats', failure(409, 'SEAT_LIMIT'), { type: 'refused', status: 409, code: 'SEAT_LIMIT' }],
    ['an event that is over', failure(409, 'EVENT_ENDED'), { type: 'refused', status: 409, code: 'EVENT_ENDED' }],
    ['an expired session', failure(410, 'SESSION_EXPIRED'), { type: 'refused', status: 410 }],
    ['an unknown seat', failure(404, 'SEAT_NOT_FOUND'), { type: 'refused', status: 404 }],
    ['a proxy’s page', { body: '<html>' }, { type: 'unclear', status: 200 }],
    ['a redirect', { status: 307, headers: { location: 'https://elsewhere/' } }, { type: 'unclear', status: 307 }],
  ])('%s', async (_, answer, error) => {
    const partner = await startPartner(() => answer)
    const reply = await partner.client().holdSeats({ ...sample.booking, seatIds: ['5001'] })
    expect(reply).toMatchObject({ ok: false, error })
  })
})

test.each<[string, Answer, object]>([
  ['the remaining holds', success({ holds: [] }), { ok: true }],
  ['success and nothing else', { body: { success: true } }, { ok: true }],
  ['no content', { status: 204 }, { ok: true }],
  ['an empty body', { status: 200, body: '' }, { ok: true }],
  ['a hold that is gone', failure(404, 'HOLD_NOT_FOUND'), { ok: false, error: { type: 'refused', status: 404 } }],
  ['a proxy’s page', { body: '<html>' }, { ok: false, error: { type: 'unclear' } }],
  ['no reply', 'cut', { ok: false, error: { type: 'unreachable' } }],
])('giving a hold back is answered by %s', async (_, answer, expected) => {
  const partner = await startPartner(() => answer)
  expect(await partner.client().releaseHold({ sessionId, holdId })).toMatchObject(expected)
  expect(lines(partner.asked)).toEqual([`DELETE …/holds/${holdId}`])
})

test('a dialect of the partner’s own: path, method, body and release', async () => {
  const partner = await startPartner(({ line }) =>
    line.startsWith('GET') ? success(sample.checkout) : line.startsWith('PUT') ? success({}) : { status: 204 },
  )
  const client = partner.client({
    hold: {
      hold: { method: 'PUT', path: '/v2/sessions/{session_id}/reserve' },
      body: { session: '{session_id}', seats: [{ id: '{seat_id}', kind: 'adult' }] },
      batch: false,
      release: { route: { method: 'POST', path: '/v2/free/{hold_id}' }, body: { hold: '{hold_id}', why: null } },
    },
  })
  expect(await client.holdSeats({ ...sample.booking, seatIds: ['5001'] })).toEqual({ ok: true, value: null })
  expect(await client.releaseHold({ sessionId, holdId })).toEqual({ ok: true, value: null })
  expect(lines(partner.asked)).toEqual([
    `PUT /v2/sessions/${sessionId}/reserve {"session":"${sessionId}","seats":[{"id":"5001","kind":"adult"}]}`,
    `POST /v2/free/${holdId} {"hold":"${holdId}","why":null}`,
  ])
})

test('where seats cannot be given back, nobody asks for it', async () => {
  const partner = await startPartner(() => success({}))
  const client = partner.client({ hold: { ...allInOneCall, release: null } })
  expect(await client.releaseHold({ sessionId, holdId })).toEqual({ ok: true, value: null })
  expect(partner.asked).toEqual([])
})

describe('special seats', () => {
  const folder = suiteFolder()
  let service: BookingService

  beforeAll(async () => {
    service = await createBookingService({ database: join(folder, 'booking-service.db'), venues: [hall, stadium] })
  })

  afterAll(() => service.close())

  test('what the plan says of a seat comes with the seat and with its ticket', async () => {
    const client = new PartnerClient({
      ...clientOptions,
      partnerCode: 'demo',
      demo: true,
      baseUrl: 'http://booking-service.internal',
      fetch: (request) => service.fetch(request),
    })
    const { events } = need(await client.listEvents({ page: 1, limit: 12 }))
    const event = events.find(({ venue }) => venue.name === stadium.venue.name)!
    const accessCode = (await service.accessCodes())[event.eventId] ?? ''
    const session = need(await client.openSession({ eventId: event.eventId, accessCode }))
    const plan = stadium.sections.find(({ code }) => code === 'N2')!
    const { sectionId } = session.overview.sections.find(({ code }) => code === 'N2')!
    const { view, places } = need(await client.viewSection({ ...session, sectionId }))!
    const numbersWith = (trait: 'accessible' | 'companion') =>
      view.seats.filter((seat) => seat[trait]).map(({ rowLabel, number }) => `${rowLabel} ${number}`)
    const listed = (trait: 'accessible' | 'companion') =>
      plan[trait]?.flatMap(({ row, numbers }) => numbers.map((number) => `${row} ${number}`)) ?? []
    expect(numbersWith('accessible').toSorted()).toEqual(listed('accessible').toSorted())
    expect(numbersWith('companion').toSorted()).toEqual(listed('companion').toSorted())

    const space = view.seats.find(({ accessible, status }) => accessible && status === 'available')!
    const place = places.get(space.seatId)!
    expect(notesOf(place)).toEqual(['accessible', 'stepFree'])
    need(await client.holdSeats({ ...session, seatIds: [space.seatId] }))
    const checkout = need(await client.readCheckout(session))
    const orderId = crypto.randomUUID()
    const purchase = { ...sample.bought, ...session, orderId, amount: checkout.amount, seats: checkout.items }
    const [ticket] = need(await client.sendPurchase(client.composePurchase(purchase), purchase))
    expect(ticket?.place).toEqual(place)
  })

  test('a partner may tell less, or write nonsense there: the seat is sold as any other', () => {
    const seat = { ...sample.sectionSession.map.seats[0], accessible: 'yes', companion: null, restricted_view: true }
    const session = { ...sample.sectionSession, map: { ...sample.sectionSession.map, seats: [seat] } }
    const { view } = sectionOf(sectionSessionReading.parse(session), '31', 'GNF')
    expect(view.seats).toMatchObject([{ status: 'available', restrictedView: true }])
    expect(view.seats[0]).not.toHaveProperty('accessible')
    expect(view.seats[0]).not.toHaveProperty('companion')
  })
})
