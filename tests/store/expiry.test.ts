import { describe, expect, test } from 'vitest'
import { at, availableSeats, holdEach, newEvent, newSession, orderFor, readyToBuy, view } from '../contract/buyers.ts'
import { onEachEngine, start, world } from '../booking/service.ts'

/** Only the injected clock advances time. Nothing runs in the background. */

const SECOND = 1000

onEachEngine((engine) => {
  describe('a hold', () => {
    test('lasts exactly its time: counted down, then free for others, with no call in between', async () => {
      const { options, clock } = await world({ holdSeconds: 480 }, engine)
      const { client } = await start(options)
      const event = await newEvent(client)
      const { session, seats, checkout } = await readyToBuy(client, 2, event)
      expect(checkout.items.map((item) => item.remaining_seconds)).toEqual([480, 480])
      expect(checkout.hold_expires_at).toBe(new Date(clock.now + 480 * SECOND).toISOString())

      clock.now += 479 * SECOND + 1
      expect((await client.succeed('readCheckout', at(session))).items[0]?.remaining_seconds).toBe(0)
      clock.now += 998
      expect((await client.succeed('readCheckout', at(session))).items).toHaveLength(2)

      clock.now += 1
      const other = await newSession(client, event)
      expect(other.availability.remaining).toBe(20)
      const seen = await view(client, other)
      expect(seen.map.seats.every((seat) => seat.status === 'available')).toBe(true)
      await holdEach(client, other, seats)
      await client.refused('HOLD_EXPIRED', 'readCheckout', at(session))
    })

    test('one of several expired: nothing is sold, the others stay held', async () => {
      const { options, clock } = await world({ holdSeconds: 60 }, engine)
      const { client } = await start(options)
      const session = await newSession(client)
      const [first, second] = await availableSeats(client, session, 2)
      await holdEach(client, session, first ? [first] : [])
      clock.now += 30 * SECOND
      await holdEach(client, session, second ? [second] : [])
      const order = orderFor(await client.succeed('readCheckout', at(session)))
      clock.now += 30 * SECOND
      const details = await client.refused('HOLD_EXPIRED', 'confirmPurchase', { body: order })
      expect(details['hold_ids']).toEqual([order.hold_ids[0]])
      expect((await client.succeed('readCheckout', at(session))).items.map((item) => item.seat_id)).toEqual([
        second?.id,
      ])
    })

    test('expired and held again by the same session is a new hold', async () => {
      const { options, clock } = await world({ holdSeconds: 60 }, engine)
      const { client } = await start(options)
      const { session, seats, checkout } = await readyToBuy(client, 1)
      clock.now += 61 * SECOND
      await holdEach(client, session, seats)
      const renewed = await client.succeed('readCheckout', at(session))
      expect(renewed.items[0]?.hold_id).not.toBe(checkout.items[0]?.hold_id)
      expect(renewed.items[0]?.remaining_seconds).toBe(60)
    })

    test('never outlasts its session', async () => {
      const { options, clock } = await world({ holdSeconds: 480, sessionSeconds: 600 }, engine)
      const { client } = await start(options)
      const session = await newSession(client)
      clock.now += 590 * SECOND
      const [seat] = await availableSeats(client, session, 1)
      const { hold } = await client.succeed('holdSeats', { ...at(session), body: { seat_id: seat?.id } })
      expect(hold).toMatchObject({ remaining_seconds: 10, expires_at: session.expires_at })
    })

    test('a sold seat never expires, and releasing an expired hold changes nothing', async () => {
      const { options, clock } = await world({ holdSeconds: 60, sessionSeconds: 3_600 }, engine)
      const { client } = await start(options)
      const { session, checkout } = await readyToBuy(client, 2)
      const [bought, expired] = checkout.items
      const body = { ...orderFor(checkout), hold_ids: [bought?.hold_id], amount: bought?.price }
      await client.succeed('confirmPurchase', { body })
      clock.now += 3_000 * SECOND
      const params = { ...at(session).params, hold_id: expired?.hold_id ?? '' }
      expect((await client.succeed('releaseHold', { params })).holds).toEqual([])
      const seen = await view(client, session)
      expect(seen.map.seats.filter((seat) => seat.status !== 'available').map((seat) => seat.id)).toEqual([
        bought?.seat_id,
      ])
    })
  })

  test('a session lasts exactly its time: afterwards 410, but its tickets are still read', async () => {
    const { options, clock } = await world({ sessionSeconds: 1_800, holdSeconds: 480 }, engine)
    const { client } = await start(options)
    const { session, order } = await readyToBuy(client, 1)
    await client.succeed('confirmPurchase', { body: order })
    const query = { section_id: session.map.sections[0]?.id ?? '' }
    clock.now = Date.parse(session.expires_at) - 1
    await client.succeed('viewSection', { ...at(session), query })
    clock.now += 1
    const details = await client.refused('SESSION_EXPIRED', 'viewSection', { ...at(session), query })
    expect(details['expired_at']).toBe(session.expires_at)
    await client.refused('SESSION_EXPIRED', 'holdSeats', { ...at(session), body: { seat_id: '1' } })
    await client.refused('SESSION_EXPIRED', 'readCheckout', at(session))
    const { tickets } = await client.succeed('listTickets', { query: { owner_ref: session.owner_ref } })
    expect(tickets).toHaveLength(1)
    expect((await client.call('confirmPurchase', { body: order })).status).toBe(200)
  })

  describe('an event that is over', () => {
    const today = { event_date: '2026-03-10' }

    test('is neither listed nor sold anew; seats held before can be bought until their holds expire', async () => {
      const { options, clock } = await world({ timeZone: 'Africa/Conakry', holdSeconds: 480 }, engine)
      const { client } = await start(options)
      const event = await newEvent(client, today)
      const other = await newEvent(client, { event_date: '2026-03-09', event_name: 'Hier' })
      await client.refused('EVENT_ENDED', 'openSession', { body: other.open_session })
      const listed = async () => (await client.succeed('listEvents', {})).events.map(({ id }) => id)
      expect(await listed()).toEqual([event.event.id])

      clock.now = Date.parse('2026-03-10T17:59:00Z')
      const { session, seats, order } = await readyToBuy(client, 2, event)
      const late = await readyToBuy(client, 1, event)
      clock.now = Date.parse('2026-03-10T18:00:00Z')
      expect(await listed()).toEqual([])
      await client.refused('EVENT_ENDED', 'openSession', { body: event.open_session })
      await client.refused('EVENT_ENDED', 'holdSeats', { ...at(session), body: { seat_id: late.seats[0]?.id ?? '' } })
      await client.succeed('holdSeats', { ...at(session), body: { seat_id: seats[0]?.id ?? '' } })
      await client.succeed('readCheckout', at(session))
      expect((await client.succeed('confirmPurchase', { body: order })).tickets).toHaveLength(2)
      clock.now += 480 * SECOND
      await client.refused('HOLD_EXPIRED', 'confirmPurchase', { body: late.order })
    })

    test.each([
      ['Pacific/Honolulu', '2026-03-11T03:59:00Z', '2026-03-11T04:00:00Z'],
      ['Asia/Tokyo', '2026-03-10T08:59:00Z', '2026-03-10T09:00:00Z'],
    ])('is over by the time of the venue in %s', async (timeZone, before, over) => {
      const { options, clock } = await world({ timeZone }, engine)
      const { client } = await start(options)
      const { open_session: body } = await newEvent(client, today)
      clock.now = Date.parse(before)
      await client.succeed('openSession', { body })
      clock.now = Date.parse(over)
      await client.refused('EVENT_ENDED', 'openSession', { body })
    })
  })
})
