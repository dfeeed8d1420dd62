import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { conflictingSeats } from '../../shared/api/partner/errors.ts'
import { at, availableSeats, holdEach, newEvent, newSession, orderFor, readyToBuy, view } from './buyers.ts'
import { contractClient, contractTarget, refusalOf } from './target.ts'

const target = await contractTarget()
const client = contractClient(target)
afterAll(() => target.close())

test('step 1b, without demo selection: 403, and nothing is created', async () => {
  const body = { event_name: 'Gala', event_date: '2099-12-31' }
  const before = await client.succeed('listEvents')
  for (const call of [{ body }, { body, headers: { 'x-env': 'production' } }, { body, query: { env: 'prod' } }])
    await client.refused('DEMO_ONLY', 'createEvent', call)
  expect((await client.succeed('listEvents')).pagination.total).toBe(before.pagination.total)
})

test('step 2, wrong access code, or another event’s: 403', async () => {
  const [{ open_session }, other] = [await newEvent(client), await newEvent(client)]
  const { access_code: own } = open_session
  for (const access_code of ['wrong', own.toLowerCase() + 'x', ` ${own}`, other.access_code])
    await client.refused('ACCESS_DENIED', 'openSession', { body: { ...open_session, access_code } })
})

describe('steps 3 to 5, unknown things', () => {
  test('a session that is not there, or cannot be: 404', async () => {
    const none = '00000000-0000-4000-8000-000000000000'
    for (const session_id of [none, "' OR 1=1 --", '\0']) {
      const params = { session_id, hold_id: none }
      await client.refused('SESSION_NOT_FOUND', 'viewSection', { params, query: { section_id: '1' } })
      await client.refused('SESSION_NOT_FOUND', 'holdSeats', { params, body: { seat_id: '1' } })
      await client.refused('SESSION_NOT_FOUND', 'releaseHold', { params })
      await client.refused('SESSION_NOT_FOUND', 'readCheckout', { params })
    }
  })

  test('section_id missing or malformed: 400; unknown or of another event: 404', async () => {
    const [session, other] = [await newSession(client), await newSession(client)]
    for (const query of [{}, { section_id: '' }, { section_id: 'N1' }]) {
      const details = await client.refused('MALFORMED_REQUEST', 'viewSection', { ...at(session), query })
      expect(details['where']).toBe('query.section_id')
    }
    for (const section_id of ['9999999999999999999', other.map.sections[0]?.id ?? ''])
      await client.refused('SECTION_NOT_FOUND', 'viewSection', { ...at(session), query: { section_id } })
  })

  test('releasing a hold that never was, or of another session: 404; a sold one: 409, and the seat stays sold', async () => {
    const { session, seats, order } = await readyToBuy(client, 1)
    const { session_id } = session
    const hold_id = order.hold_ids[0] ?? ''
    for (const params of [
      { session_id, hold_id: randomUUID() },
      { session_id, hold_id: 'x' },
      { session_id: (await newSession(client)).session_id, hold_id },
    ])
      await client.refused('HOLD_NOT_FOUND', 'releaseHold', { params })
    await client.succeed('confirmPurchase', { body: order })
    await client.refused('HOLD_SOLD', 'releaseHold', { params: { session_id, hold_id } })
    const seen = await view(client, session)
    expect(seen.map.seats.find(({ id }) => id === seats[0]?.id)?.status).toBe('sold')
  })
})

describe('step 4, hold', () => {
  test('all or nothing: every conflicting seat is named, nothing stays held', async () => {
    const event = await newEvent(client)
    const [mine, other] = [await newSession(client, event), await newSession(client, event)]
    const seats = await availableSeats(client, mine, 5)
    const [, second, , fourth] = seats
    if (!second || !fourth) throw new Error('too few seats')
    await holdEach(client, other, [second])
    const bought = await newSession(client, event)
    await holdEach(client, bought, [fourth])
    await client.succeed('confirmPurchase', { body: orderFor(await client.succeed('readCheckout', at(bought))) })

    const body = { seat_ids: seats.map((seat) => seat.id) }
    const details = await client.refused('SEAT_CONFLICT', 'holdSeats', { ...at(mine), body })
    expect(conflictingSeats.parse(details['seats'])).toEqual([
      { seat_id: second.id, seat_code: second.seat_code, status: 'held' },
      { seat_id: fourth.id, seat_code: fourth.seat_code, status: 'sold' },
    ])
    await client.refused('NO_HOLDS', 'readCheckout', at(mine))
    const seen = await view(client, mine)
    expect(seen.availability.remaining).toBe(seen.map.seats.length - 2)
  })

  test('a seat of another event, or none: 404, and nothing is held', async () => {
    const [session, other] = [await newSession(client), await newSession(client)]
    const [mine] = await availableSeats(client, session, 1)
    const [foreign] = await availableSeats(client, other, 1)
    for (const seat_id of [foreign?.id, '999999999999', '9999999999999999999', '0']) {
      const body = { seat_ids: [mine?.id, seat_id] }
      const details = await client.refused('SEAT_NOT_FOUND', 'holdSeats', { ...at(session), body })
      expect(details['seat_ids']).toEqual([seat_id])
    }
    await client.refused('NO_HOLDS', 'readCheckout', at(session))
  })

  test('no seat, or a seat twice: 400', async () => {
    const session = await newSession(client)
    for (const body of [{}, { seat_ids: [] }, { seat_id: '1', seat_ids: ['2'] }])
      await client.refused('MALFORMED_REQUEST', 'holdSeats', { ...at(session), body })
  })
})

describe('step 6, confirm the sale', () => {
  test('an amount other than the total: 422, and nothing is sold', async () => {
    const { session, checkout, order } = await readyToBuy(client, 2)
    const { amount } = checkout
    for (const wrong of [amount - 1, amount + 1, 0, amount / 2, amount + 0.5]) {
      const details = await client.refused('AMOUNT_MISMATCH', 'confirmPurchase', { body: { ...order, amount: wrong } })
      expect(details['expected_amount']).toBe(amount)
    }
    expect((await client.succeed('readCheckout', at(session))).items).toHaveLength(2)
    expect(await client.succeed('listTickets', { query: { owner_ref: session.owner_ref } })).toEqual({ tickets: [] })
    await client.succeed('confirmPurchase', { body: order })
  })

  test('the same order with other content: 409; what was sold stays as it is', async () => {
    const { order } = await readyToBuy(client, 1)
    const first = await client.call('confirmPurchase', { body: order })
    for (const change of [
      { amount: order.amount + 1 },
      { currency: 'XOF' },
      { payment_reference: 'another' },
      { payment_method: 'card' },
      { hold_ids: [randomUUID()] },
      { customer: { ...order.customer, name: 'Alpha Camara' } },
    ]) {
      await client.refused('ORDER_CONFLICT', 'confirmPurchase', { body: { ...order, ...change } })
    }
    expect((await client.call('confirmPurchase', { body: order })).text).toBe(first.text)
  })

  test('holds that do not exist or were released: 404, and the others are not sold', async () => {
    const { session, order } = await readyToBuy(client, 2)
    const [first, second] = order.hold_ids
    const unknown = randomUUID()
    const withUnknown = { ...order, hold_ids: [first, unknown] }
    const details = await client.refused('HOLD_NOT_FOUND', 'confirmPurchase', { body: withUnknown })
    expect(details['hold_ids']).toEqual([unknown])
    await client.succeed('releaseHold', { params: { session_id: session.session_id, hold_id: second ?? '' } })
    await client.refused('HOLD_NOT_FOUND', 'confirmPurchase', { body: order })
    expect((await client.succeed('readCheckout', at(session))).items.map((item) => item.hold_id)).toEqual([first])
  })

  test('holds of two sessions, or one hold twice: 400', async () => {
    const event = await newEvent(client)
    const [{ order }, other] = [await readyToBuy(client, 1, event), await readyToBuy(client, 1, event)]
    const [hold = ''] = order.hold_ids
    for (const second of [other.order.hold_ids[0], hold.toUpperCase()]) {
      const body = { ...order, amount: order.amount * 2, hold_ids: [hold, second] }
      await client.refused('MALFORMED_REQUEST', 'confirmPurchase', { body })
    }
  })
})

describe('steps 7 and 8, tickets', () => {
  test('without owner_ref: 400', async () => {
    for (const query of [{}, { owner_ref: '' }]) {
      await client.refused('OWNER_REF_REQUIRED', 'listTickets', { query })
      await client.refused('OWNER_REF_REQUIRED', 'getTicket', { params: { ticket_id: '1' }, query })
    }
  })

  test('not the owner: to the byte the answer for a ticket that does not exist', async () => {
    const { order } = await readyToBuy(client, 1)
    const stranger = await newSession(client)
    const [ticket] = (await client.succeed('confirmPurchase', { body: order })).tickets
    const query = { owner_ref: stranger.owner_ref }
    const notOwn = await client.call('getTicket', { params: { ticket_id: ticket?.id ?? '' }, query })
    refusalOf('TICKET_NOT_FOUND', notOwn)
    for (const ticket_id of ['999999999', 'x', '0', '9999999999999999999']) {
      const missing = await client.call('getTicket', { params: { ticket_id }, query })
      expect([missing.status, missing.text]).toEqual([notOwn.status, notOwn.text])
    }
  })
})
