import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { admitNamed, createDispatch, createVenuePlanHandler } from '../../electron/booking/http/dispatch.ts'
import { createHandlers } from '../../electron/booking/http/handlers.ts'
import { serveBookingService } from '../../electron/booking/serve.ts'
import { SqliteStore } from '../../electron/booking/sql/sqlite/store.ts'
import {
  AVAILABLE,
  type BookingStore,
  type EventDraft,
  HELD,
  type Hold,
  type SalesEvent,
  type Session,
  SOLD,
  venueLayout,
} from '../../electron/booking/sql/store.ts'
import type { Suite } from './harness.ts'
import type { Race, RaceOutcome } from './racing-kiosks.ts'
import { gridVenue, scratchFolder, storeDefaults } from './venues.ts'
import { err, ok } from '../../shared/domain/result.ts'
import { hexCode, readableCode } from '../../electron/booking/sql/random.ts'

const { random } = storeDefaults

/**
 * A booking store without a database, to measure the service alone. Supports only the operations of a race for seats,
 * without expiry; all others throw.
 */
function createMemoryStore(): BookingStore {
  const events = new Map<number, SalesEvent>()
  const sessions = new Map<string, Session>()
  const holds = new Map<string, { readonly hold: Hold; readonly sessionId: string }>()
  const taken = new Map<number, typeof HELD | typeof SOLD>()
  const replies = new Map<string, string>()
  let lastId = 0

  function addEvent(draft: EventDraft): SalesEvent {
    const eventId = ++lastId
    const layout = venueLayout(draft.venue)
    let firstSeatId = eventId * 1_000_000
    const zones = draft.venue.zones.map((zone) => ({ ...zone, zoneId: ++lastId, price: draft.prices[zone.code] ?? 0 }))
    const sections = draft.venue.sections.map(({ code, name, zone }) => {
      const { zoneId, price } = zones.find((one) => one.code === zone) ?? { zoneId: 0, price: 0 }
      const { seatCount } = layout.section(code)
      const section = { sectionId: ++lastId, zoneId, code, name, price, firstSeatId, seatCount }
      firstSeatId += seatCount
      return section
    })
    const { title, startsAt, endsAt, currency, venue } = draft
    return { eventId, edition: 1, title, startsAt, endsAt, currency, venue: venue.venue, layout, zones, sections }
  }

  function eventOf(session: Session): SalesEvent {
    const event = events.get(session.eventId)
    if (event === undefined) throw new Error(`no event ${session.eventId}`)
    return event
  }

  const missing = (): never => {
    throw new Error('not in a race')
  }

  return {
    async createEvent(draft) {
      const event = addEvent(draft)
      events.set(event.eventId, event)
      return { eventId: event.eventId, accessCode: 'open' }
    },

    async openSession({ partnerCode, eventId }) {
      const event = events.get(Number(eventId))
      if (event === undefined) return err({ type: 'event-unknown' })
      const [sessionId, ownerRef] = [randomUUID(), `${partnerCode}-user-${++lastId}`]
      const session = { sessionId, ownerRef, eventId: event.eventId, expiresAt: Date.now() + 1_800_000 }
      sessions.set(session.sessionId, session)
      const record = { ...event, category: '', description: '', homeTeam: '', awayTeam: '' }
      return ok({
        now: Date.now(),
        session,
        event: { ...record, minPrice: 0, remaining: 0 },
        revision: 0,
        zones: event.zones.map((zone) => ({ ...zone, remaining: 0 })),
        sections: event.sections.map((section) => ({ ...section, remaining: 0 })),
      })
    },

    async viewSection({ sessionId }) {
      const session = sessions.get(sessionId)
      if (session === undefined) return err({ type: 'session-unknown' })
      const event = eventOf(session)
      const [section] = event.sections
      if (section === undefined) return missing()
      const { firstSeatId, seatCount, sectionId } = section
      const statuses = Uint8Array.from({ length: seatCount }, (_, index) => taken.get(firstSeatId + index) ?? AVAILABLE)
      const counts = { remaining: 0, zoneRemaining: 0, sectionRevision: 0, revision: 0 }
      return ok({ now: Date.now(), session, holds: [], event, sectionId, ...counts, statuses })
    },

    async holdSeats({ sessionId, seatIds }) {
      const session = sessions.get(sessionId)
      if (session === undefined) return err({ type: 'session-unknown' })
      const { currency, layout, sections } = eventOf(session)
      const [section] = sections
      const seatId = Number(seatIds[0])
      if (section === undefined || seatIds.length !== 1) return missing()
      const seatCode = layout.section(section.code).seatCode(seatId - section.firstSeatId)
      const status = taken.get(seatId)
      if (status !== undefined) {
        const seat = { seatId, seatCode, status: status === HELD ? 'held' : 'sold' } as const
        return err({ type: 'seats-taken', seats: [seat] })
      }
      taken.set(seatId, HELD)
      const expiresAt = Date.now() + 480_000
      const ofSeat = { seatId, seatCode, price: section.price, currency }
      const hold = { holdId: randomUUID(), ...ofSeat, expiresAt, remainingSeconds: 480 }
      holds.set(hold.holdId, { hold, sessionId })
      return ok([hold])
    },

    async completePurchase(order, render) {
      const [named] = order.holdIds.map((holdId) => holds.get(holdId))
      const session = sessions.get(named?.sessionId ?? '')
      if (named === undefined || session === undefined) return err({ type: 'holds-unknown', holdIds: [] })
      const event = eventOf(session)
      const [section] = event.sections
      if (section === undefined) return missing()
      const { holdId, seatId, price } = named.hold
      taken.set(seatId, SOLD)
      const transactionCode = `TRX-${readableCode(random, 12)}`
      const ticketId = ++lastId
      const ticket = {
        ticketId,
        ticketCode: `TCK-${readableCode(random, 12)}`,
        ticketNumber: `${event.eventId}-${ticketId}`,
        ticketReference: `${transactionCode}-1`,
        qrCode: hexCode(random, 16),
      }
      const tickets = [{ ...ticket, holdId, seatId, price, cancelledAt: null, event, section }]
      const { orderId } = order
      const paid = { transactionId: ++lastId, transactionCode, amount: price, currency: 'GNF' }
      const reply = render({ orderId, ...paid, tickets })
      replies.set(orderId, reply)
      return ok(reply)
    },

    findVenuePlan: missing,
    listEvents: missing,
    renewDemoEvents: missing,
    releaseHold: missing,
    readCheckout: missing,
    listTickets: missing,
    findTicket: missing,
    cancelTickets: missing,
    accessCodes: missing,
    close: () => Promise.resolve(replies.clear()),
  }
}

const KIOSKS = 40
const SEATS = 100
const REQUESTS = KIOSKS * SEATS + SEATS

export const suite: Suite = {
  title: `${KIOSKS} kiosks on ${SEATS} hot seats over HTTP: ${KIOSKS * SEATS} holds, of which ${SEATS} win and are bought`,
  unit: { one: 'request', many: 'requests' },
  clock: 'wall',
  prepare: async () => {
    const folder = await scratchFolder()
    const venue = gridVenue(1, 10, SEATS / 10)
    const sqlite = (file: string) => ({ ...storeDefaults, databasePath: folder.path(file) })
    const stores: readonly BookingStore[] = [
      new SqliteStore(sqlite('group.db')),
      new SqliteStore({ ...sqlite('single.db'), schedule: (flush) => queueMicrotask(flush) }),
      createMemoryStore(),
    ]
    const servers = await Promise.all(stores.map((store) => serve(store)))
    const kiosks = fork(new URL('racing-kiosks.ts', import.meta.url))

    function serve(store: BookingStore) {
      const handlers = createHandlers({ store, random, venues: [venue], paymentDomain: '' })
      const [venuePlan, admission] = [createVenuePlanHandler(store), admitNamed(new Set(['demo']))]
      const handle = createDispatch({ handlers, venuePlan, admission, demo: true, report: console.error })
      return serveBookingService({ service: { handle }, host: '127.0.0.1', port: 0 })
    }
    async function race(index: number): Promise<RaceOutcome> {
      const port = Number(new URL(servers[index]?.url ?? '').port)
      kiosks.send({ port, kiosks: KIOSKS } satisfies Race)
      const [outcome] = (await once(kiosks, 'message')) as [RaceOutcome]
      if (outcome.failure !== null) throw new Error(outcome.failure)
      const { soldSeats, refusals } = outcome
      if (new Set(soldSeats).size !== soldSeats.length) throw new Error('a seat was sold twice')
      if (soldSeats.length !== SEATS || refusals !== KIOSKS * SEATS - SEATS) throw new Error('a seat was lost')
      return outcome
    }
    const timed = (index: number) => async (): Promise<number> => (await race(index)).milliseconds

    return {
      contenders: [
        { name: 'guichet: one commit a turn of the event loop', units: REQUESTS, run: timed(0) },
        { name: 'one commit a request', units: REQUESTS, run: timed(1) },
        { name: 'floor: the same server without a database', units: REQUESTS, run: timed(2) },
      ],
      goals: [
        { against: 'one commit a request', ratio: 3 },
        { against: 'floor: the same server without a database', ratio: 0.8 },
      ],
      check: async () => {
        for (const index of stores.keys()) await race(index)
      },
      close: async () => {
        kiosks.kill()
        await Promise.all(servers.map((server) => server.close()))
        for (const store of stores) await store.close()
        await folder.remove()
      },
    }
  },
}
