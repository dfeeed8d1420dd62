import Sqlite from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import type { EventChanges, PlacesChange } from '../../electron/booking/sql/administration.ts'
import type { EventDraft } from '../../electron/booking/sql/store.ts'
import { at, availableSeats, holdEach, type newSession, orderFor, view } from '../contract/buyers.ts'
import type { Client } from '../contract/target.ts'
import { eventAt } from '../bench/venues.ts'
import { MAX_FOUND_SALES } from '../../shared/domain/sale/sale-file.ts'
import {
  brokenInvariants,
  type Engine,
  onEachEngine,
  openStoreOf,
  smallVenue,
  start,
  world,
} from '../booking/service.ts'

const LOCAL_NOW = '2026-03-10T12:00:00'

const times = { startsAt: '2026-05-17T16:00:00', endsAt: '2026-05-17T18:00:00' }
const draft: EventDraft = { ...eventAt(smallVenue), ...times, prices: { Z1: 50_000, Z2: 20_000 } }

onEachEngine((engine) => {
  describe('an event that is edited', () => {
    test('is told so to everybody at once, at another process, too; what is held keeps its price', async () => {
      const { store, client, open, edit, reload } = await venue(engine)
      const [buyer, looker] = [await open(), await open()]
      const [first] = await availableSeats(client, buyer, 1)
      await holdEach(client, buyer, [first!])
      const seen = await view(client, looker)
      const texts = { title: 'Finale', startsAt: '2026-05-18T17:00:00', endsAt: '2026-05-18T19:00:00' }
      expect(await edit({ texts, prices: { Z1: 60_000 } })).toEqual({ ok: true, value: null })
      for (const one of [client, (await reload()).client]) {
        const after = await view(one, looker)
        expect(after.event.title).toBe('Finale')
        expect(after.map.seats.map(({ price }) => price)).toEqual(Array.from({ length: 10 }, () => 60_000))
        expect(after.map.sections.map(({ price }) => price)).toEqual([60_000, 20_000])
        expect(after.availability.revision).not.toBe(seen.availability.revision)
        const { events } = await one.succeed('listEvents', {})
        expect(events).toMatchObject([{ ...wire(texts), away_team: 'Badia FC', min_price: 20_000 }])
      }
      const [, second] = (await view(client, buyer)).map.seats
      await holdEach(client, buyer, [second!])
      const checkout = await client.succeed('readCheckout', at(buyer))
      expect(checkout.items.map(({ price }) => price)).toEqual([50_000, 60_000])
      const { tickets, amount } = await client.succeed('confirmPurchase', { body: orderFor(checkout) })
      expect([amount, tickets.map(({ price }) => price)]).toEqual([110_000, [50_000, 60_000]])
      expect((await open()).event).toMatchObject({ title: 'Finale', pricing: { zones: [{ price: 60_000 }, {}] } })
      expect(await store.listAudit({ eventId: null, limit: 10 })).toMatchObject([
        {
          by: 'user:ousmane',
          act: 'event-edited',
          at: Date.parse(`${LOCAL_NOW}Z`),
          facts: {
            before: { title: draft.title, startsAt: draft.startsAt, endsAt: draft.endsAt, 'price Z1': 50_000 },
            after: { ...texts, 'price Z1': 60_000 },
          },
        },
      ])
    })

    test('is cheapest from its new prices on', async () => {
      const { client, edit } = await venue(engine)
      expect(await edit({ texts: {}, prices: { Z2: 70_000 } })).toMatchObject({ ok: true })
      expect((await client.succeed('listEvents', {})).events).toMatchObject([{ min_price: 50_000 }])
    })

    const texts = (changed: EventChanges['texts']): EventChanges => ({ texts: changed, prices: {} })
    const past = '2026-03-10T11:59:59'

    test.each<[string, EventChanges, object]>([
      ['to the past', texts({ startsAt: past, awayTeam: 'Walanta AC' }), { type: 'past', field: 'startsAt' }],
      ['to end in the past', texts({ endsAt: '2025-01-01T00:00:00' }), { type: 'ends-before-it-starts' }],
      ['to a day that is none', texts({ startsAt: '2026-02-30T16:00:00' }), { type: 'not-a-date-time' }],
      ['to words', texts({ endsAt: 'soon' }), { type: 'not-a-date-time', field: 'endsAt' }],
      ['without a title', texts({ title: '  ' }), { type: 'empty', field: 'title' }],
      ['to a title without end', texts({ title: 'x'.repeat(201) }), { type: 'too-long', most: 200 }],
      ['in a zone it has not', { texts: {}, prices: { Z9: 5 } }, { type: 'zone-unknown', zones: ['Z1', 'Z2'] }],
      ['to what it is', { texts: { title: draft.title }, prices: { Z1: 50_000 } }, { type: 'nothing-changes' }],
    ])('%s: refused with what is wrong, and nothing is changed', async (_, changes, problem) => {
      const { store, edit, client } = await venue(engine)
      const [before] = await store.listAllEvents()
      const refused = await edit(changes)
      const problems = expect.arrayContaining([expect.objectContaining(problem)]) as unknown
      expect(refused).toEqual({ ok: false, error: { type: 'event-wrong', problems } })
      expect(await store.listAllEvents()).toEqual([before])
      expect((await client.succeed('listEvents', {})).events).toMatchObject([{ away_team: 'Badia FC' }])
      expect(await store.listAudit({ eventId: null, limit: 10 })).toEqual([])
    })

    test('has to be on sale', async () => {
      const { store, edit, eventId } = await venue(engine)
      expect(await store.endEvent({ eventId, by: 'user:ousmane' })).toMatchObject({ ok: true })
      expect(await edit(texts({ title: 'Finale' }))).toEqual({ ok: false, error: { type: 'event-unknown' } })
    })
  })

  describe('withheld seats', () => {
    test('are sold to partners, and on sale again once they are given back', async () => {
      const { store, client, open, reload, places, here, eventId } = await venue(engine)
      const session = await open()
      await view(client, session)
      const expected = { ok: true, value: { seats: 8 } }
      expect(await store.withholdSeats(places(['S1-A', 'S1-B-1-3', 'S2-B-9'], 'Presse'))).toEqual(expected)
      for (const one of [client, (await reload()).client]) {
        const { map, availability } = await view(one, session)
        const free = map.seats.filter(({ status }) => status === 'available').map(({ seat_code }) => seat_code)
        expect(free).toEqual(['S1-B-5', 'S1-B-7', 'S1-B-9'])
        expect(availability).toMatchObject({ remaining: 3, sold_out: false })
        const body = { seat_id: map.seats[0]!.id }
        const refused = await one.refused('SEAT_CONFLICT', 'holdSeats', { ...at(session), body })
        expect(refused['seats']).toMatchObject([{ seat_code: 'S1-A-1', status: 'sold' }])
      }
      const withheld = ['S1-A-1', 'S1-A-3', 'S1-A-5', 'S1-A-7', 'S1-A-9', 'S1-B-1', 'S1-B-3', 'S2-B-9']
      expect(await store.listWithheld({ eventId })).toEqual({ ok: true, value: withheld })
      expect(await store.withholdSeats(places(['S1-A-3']))).toEqual({ ok: true, value: { seats: 0 } })
      expect(await brokenInvariants(here)).toEqual([])

      expect(await store.giveBackSeats(places(['S1'], 'Presse absente'))).toEqual({ ok: true, value: { seats: 7 } })
      expect((await view(client, session)).availability.remaining).toBe(10)
      expect(await store.listWithheld({ eventId })).toEqual({ ok: true, value: ['S2-B-9'] })
      expect(await store.giveBackSeats({ ...places([]), zones: ['Z1'] })).toEqual({ ok: true, value: { seats: 0 } })
      expect(await store.listAudit({ eventId, limit: 10 })).toMatchObject([
        { act: 'seats-given-back', facts: { seats: withheld.slice(0, 7), reason: 'Presse absente' } },
        { act: 'seats-withheld', facts: { seats: withheld, reason: 'Presse' } },
      ])
    })

    test('a whole zone', async () => {
      const { store, open, places } = await venue(engine)
      expect(await store.withholdSeats({ ...places([]), zones: ['Z2'] })).toEqual({ ok: true, value: { seats: 10 } })
      expect((await open()).availability).toMatchObject({ remaining: 10, zones: [{ remaining: 10 }, { remaining: 0 }] })
    })

    test('a held or sold seat is in the way, and named; then none is withheld, and none is given back', async () => {
      const { store, client, open, places, buy, eventId } = await venue(engine)
      const [held] = await availableSeats(client, await open(), 1)
      const session = await open()
      await holdEach(client, session, [held!])
      await buy(2)
      const inTheWay = await store.withholdSeats(places(['S1']))
      const [one, two, three] = ['S1-A-1', 'S1-A-3', 'S1-A-5'].map((seatCode) => ({ seatCode, status: 'sold' }))
      const seats = [{ ...one, status: 'held' }, two, three]
      expect(inTheWay).toMatchObject({ ok: false, error: { type: 'seats-in-the-way', seats } })
      expect(await store.listWithheld({ eventId })).toEqual({ ok: true, value: [] })
      expect(await store.giveBackSeats(places(['S1']))).toEqual({ ok: true, value: { seats: 0 } })
      await client.succeed('readCheckout', at(session))
    })

    test('places that are not there are named', async () => {
      const { store, places } = await venue(engine)
      const wrong = ['S3', 'S1-C', 'S1-A-2', 'S1-A-11-20', 's1', 'S1-', 'S1-A-1-3-5', '']
      const asked = { ...places(['S2-A', ...wrong]), zones: ['Z3'] }
      const error = { type: 'places-unknown', names: ['Z3', ...wrong] }
      expect(await store.withholdSeats(asked)).toEqual({ ok: false, error })
      expect(await store.giveBackSeats(asked)).toEqual({ ok: false, error })
      const elsewhere = await store.withholdSeats({ ...places(['S1']), eventId: '99' })
      expect(elsewhere).toEqual({ ok: false, error: { type: 'event-unknown' } })
    })
  })

  describe('a purchase that a customer without a ticket describes', () => {
    test('is found by seat, amount, digits of the telephone number and time, by its own partner alone', async () => {
      const { store, buy, eventId } = await venue(engine)
      const [{ tickets, session, order }, other] = [await buy(2), await buy(1)]
      const [first] = tickets
      const nothing = { partnerCode: 'demo', words: '', period: null }
      const find = async (search: Partial<Parameters<typeof store.findPurchases>[0]>) =>
        (await store.findPurchases({ ...nothing, ...search })).map(({ orderId }) => orderId)
      const phone = order.customer.phone?.replaceAll(/\D/gu, '') ?? ''
      const seat = first!.seat_code
      const typed = [seat, seat.toLowerCase().replaceAll('-', ' '), String(order.amount), `${order.amount / 1000}k`]
      for (const search of typed.map((words) => ({ words }))) expect(await find(search)).toEqual([order.order_id])
      const all = [other.order.order_id, order.order_id]
      expect(await find({ words: phone.slice(-4) })).toEqual(all)
      const at = (await store.findPurchases({ ...nothing, words: seat }))[0]!.boughtUtc
      const period = (from: number, until: number) => ({
        fromUtc: new Date(Date.parse(at) + from).toISOString(),
        untilUtc: new Date(Date.parse(at) + until).toISOString(),
      })
      expect(await find({ period: period(-1000, 60_000) })).toEqual(all)
      expect(await find({ words: seat, period: period(-60_000, 0) })).toEqual([])
      for (const search of [{}, { words: 'S9-Z-9' }, { words: '1' }, { words: '0.5' }, { words: '12345' }])
        expect(await find(search)).toEqual([])
      expect(await find({ words: seat, partnerCode: 'another' })).toEqual([])

      expect(await store.findPurchases({ ...nothing, words: seat })).toEqual([
        {
          orderId: order.order_id,
          ownerRef: session.owner_ref,
          eventId,
          eventTitle: draft.title,
          startsAt: draft.startsAt,
          boughtUtc: at,
          amount: order.amount,
          currency: 'GNF',
          phoneEnd: phone.slice(-2),
          tickets: tickets.map(({ ticket_number: ticketNumber, seat_code: seatCode, price }) => {
            return { ticketNumber, seatCode, zoneName: expect.any(String) as string, price }
          }),
        },
      ])
      const cancel = async (bought: readonly { readonly id: string }[]) => {
        const ask = { of: { eventId }, ticketIds: bought.map(({ id }) => id), reason: 'Doublon', by: 'user:aminata' }
        expect(await store.cancelTickets(ask)).toMatchObject({ ok: true })
      }
      // Later purchases whose tickets are cancelled do not displace purchases with valid tickets from the search
      // results.
      for (let count = 0; count < MAX_FOUND_SALES; count += 1) await cancel((await buy(1)).tickets)
      expect(await find({ period: period(-1000, 3_600_000) })).toEqual(all)
      await cancel(tickets)
      expect(await find({ words: String(order.amount) })).toEqual([])
    })
  })

  describe('a ticket that the venue cancels', () => {
    test('is good no more, no matter who bought it, and its seat is sold again', async () => {
      const { store, client, buy, open, eventId, reload } = await venue(engine)
      const { tickets, session } = await buy(2)
      const [first] = tickets
      const ask = { of: { eventId }, ticketIds: [first!.id, first!.id], reason: 'Doublon', by: 'user:aminata' }
      const bought = async () => (await store.listBought({ eventId })).map(({ ticketNumber }) => ticketNumber)
      expect(await bought()).toEqual(tickets.map(({ ticket_number }) => ticket_number))
      const codes = tickets.map(({ qr_code }) => qr_code)
      expect(await store.listCancelled({ codes })).toEqual([])
      const done = await store.cancelTickets(ask)
      expect(await store.listCancelled({ codes: [...codes, 'unknown'] })).toEqual([first!.qr_code])
      expect(await bought()).toEqual([tickets[1]!.ticket_number])
      expect(await store.listBought({ eventId: 'x' })).toEqual([])
      expect(done).toMatchObject({ ok: true, value: [{ ticketNumber: first!.ticket_number }] })
      expect(await store.cancelTickets({ ...ask, reason: 'again' })).toEqual(done)
      const owner = { query: { owner_ref: session.owner_ref } }
      for (const one of [client, (await reload()).client]) {
        const listed = await one.succeed('listTickets', owner)
        expect(listed.tickets.map(({ status }) => status)).toEqual(['CANCELLED', 'SOLD'])
        const single = await one.succeed('getTicket', { ...owner, params: { ticket_id: first!.id } })
        expect(single).toMatchObject({ status: 'CANCELLED', qr_code: first!.qr_code })
      }
      const again = await open()
      const [seat] = await availableSeats(client, again, 1)
      expect(seat!.id).toBe(first!.seat_id)
      await holdEach(client, again, [seat!])
      const body = orderFor(await client.succeed('readCheckout', at(again)))
      const sold = await client.succeed('confirmPurchase', { body })
      expect(sold.tickets).toMatchObject([{ seat_id: first!.seat_id }])
      expect(sold.tickets[0]!.qr_code).not.toBe(first!.qr_code)
      expect(await store.listAudit({ eventId, limit: 10 })).toMatchObject([
        { by: 'user:aminata', facts: { tickets: [first!.ticket_number], reason: 'Doublon' } },
      ])
    })

    test('frees its place among those that a session may take', async () => {
      const { client, buy, store, eventId } = await venue(engine, { maxSeatsPerSession: 2 })
      const { tickets, session } = await buy(2)
      const [seat] = (await view(client, session)).map.seats.filter(({ status }) => status === 'available')
      await client.refused('SEAT_LIMIT', 'holdSeats', { ...at(session), body: { seat_id: seat!.id } })
      const ask = { of: { eventId }, ticketIds: [tickets[0]!.id], reason: '', by: 'user:a' }
      expect(await store.cancelTickets(ask)).toMatchObject({ ok: true })
      await holdEach(client, session, [seat!])
    })

    test('has to exist, with all that are named beside it, in one event', async () => {
      const { store, buy, eventId } = await venue(engine)
      const [{ tickets }, other] = [await buy(1), await store.createEvent(draft)]
      const ask = { of: { eventId }, reason: '', by: 'user:a' }
      for (const unknown of ['999', 'x', '', '0']) {
        const expected = { ok: false, error: { type: 'tickets-unknown', ticketIds: [unknown] } }
        expect(await store.cancelTickets({ ...ask, ticketIds: [tickets[0]!.id, unknown] })).toEqual(expected)
        expect(await store.cancelTickets({ ...ask, ticketIds: [unknown] })).toMatchObject({ ok: false })
      }
      const elsewhere = { ...ask, of: { eventId: String(other.eventId) }, ticketIds: [tickets[0]!.id] }
      expect(await store.cancelTickets(elsewhere)).toMatchObject({ ok: false, error: { type: 'tickets-unknown' } })
      expect(await store.listAudit({ eventId: null, limit: 10 })).toEqual([])
    })
  })

  test('nothing is taken out of the audit, or changed in it', async () => {
    const { here, edit } = await venue(engine)
    expect(await edit({ texts: { title: 'Finale' }, prices: {} })).toMatchObject({ ok: true })
    const { database } = here
    const write = async (sql: string): Promise<unknown> =>
      engine.name === 'PostgreSQL' ? engine.rows(database, sql) : new Sqlite(database).exec(sql).close()
    for (const sql of ["UPDATE audit SET by = 'nobody'", 'DELETE FROM audit'])
      await expect(write(sql)).rejects.toThrow('the audit is never changed')
  })
})

const wire = ({ title, startsAt, endsAt }: { title: string; startsAt: string; endsAt: string }) => {
  return { title, starts_at: startsAt, ends_at: endsAt }
}

async function venue(engine: Engine, more: { readonly maxSeatsPerSession?: number } = {}) {
  const here = await world(more, engine)
  const store = await openStoreOf(here)
  const created = await store.createEvent(draft)
  const eventId = String(created.eventId)
  const { client } = await start(here.options)
  const open = () => client.succeed('openSession', { body: { event_id: eventId, access_code: created.accessCode } })
  return {
    here,
    store,
    client,
    eventId,
    open,
    reload: () => start(here.options),
    edit: (changes: EventChanges) => store.editEvent({ eventId, changes, localNow: LOCAL_NOW, by: 'user:ousmane' }),
    places: (places: readonly string[], reason = ''): PlacesChange => {
      return { eventId, zones: [], places, reason, by: 'user:ousmane' }
    },
    buy: (count: number) => buy(client, open, count),
  }
}

async function buy(client: Client, open: () => ReturnType<typeof newSession>, count: number) {
  const session = await open()
  await holdEach(client, session, await availableSeats(client, session, count))
  const order = orderFor(await client.succeed('readCheckout', at(session)))
  const { tickets } = await client.succeed('confirmPurchase', { body: order })
  return { session, tickets, order }
}
