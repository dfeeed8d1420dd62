import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { fork } from 'node:child_process'
import Sqlite from 'better-sqlite3'
import { admitNamed, createDispatch, createVenuePlanHandler } from '../../electron/booking/http/dispatch.ts'
import { createHandlers } from '../../electron/booking/http/handlers.ts'
import { serveBookingService } from '../../electron/booking/serve.ts'
import { SqliteStore } from '../../electron/booking/sql/sqlite/store.ts'
import type { Data } from '../../shared/api/partner/operations.ts'
import type { Suite } from './harness.ts'
import type { Visit } from './section-viewer.ts'
import { ask, lineClient, listening, portOf } from './line-client.ts'
import { eventAt, gridVenue, scratchFolder, storeDefaults } from './venues.ts'

const [ROWS, SEATS_IN_ROW] = [50, 100]
const VIEWS_A_CHANGE = 4

type View = Data<'viewSection'>

export const suite: Suite = {
  title: 'a section of 5,000 seats over HTTP while holds change',
  unit: { one: 'view', many: 'views' },
  clock: 'cpu',
  prepare: async () => {
    const folder = await scratchFolder()
    const venue = gridVenue(1, ROWS, SEATS_IN_ROW)
    const databasePath = folder.path('booking-service.db')
    const store = new SqliteStore({ ...storeDefaults, databasePath })
    const { eventId, accessCode } = await store.createEvent(eventAt(venue))
    const handlers = createHandlers({ store, random: storeDefaults.random, venues: [venue], paymentDomain: '' })
    const venuePlan = createVenuePlanHandler(store)
    const admission = admitNamed(new Set(['demo']))
    const handle = createDispatch({ handlers, venuePlan, admission, demo: true, report: throwOn })
    const served = await serveBookingService({ service: { handle }, host: '127.0.0.1', port: 0 })

    const opened = await store.openSession({ partnerCode: 'demo', eventId: String(eventId), accessCode })
    if (!opened.ok) throw new Error(opened.error.type)
    const { sessionId } = opened.value.session
    const section = opened.value.sections[0]?.sectionId ?? 0
    const path = `/api/v1/public/booking-sessions/${sessionId}?section_id=${section}`

    const ownPort = Number(new URL(served.url).port)
    const reading = await lineClient(ownPort)
    const ours = () => ask<View>(reading, 'GET', path)
    const first = await ours()

    // The naive method: read the rows, create the objects and write the text, with constant data in memory.
    const db = new Sqlite(databasePath, { readonly: true })
    const claims = db.prepare<[], { seat_id: number; state: 'held' | 'sold' }>('SELECT seat_id, state FROM claim')
    const naiveText = (): string => {
      const taken = new Map(claims.all().map(({ seat_id, state }) => [String(seat_id), state]))
      const status = (id: string) => taken.get(id) ?? 'available'
      const seats = first.map.seats.map((seat) => ({ ...seat, status: status(seat.id) }))
      const list = first.availability.seats.map((seat) => ({ ...seat, status: status(seat.id) }))
      const data = { ...first, map: { ...first.map, seats }, availability: { ...first.availability, seats: list } }
      return JSON.stringify({ success: true, message: 'Booking session', data })
    }
    const bare = Buffer.from((await reading.exchange('GET', path)).body)
    const naive = await plainServer(() => Buffer.from(naiveText()))
    const floor = await plainServer(() => bare)
    const viewer = fork(new URL('section-viewer.ts', import.meta.url))

    let held: Parameters<typeof store.releaseHold>[0] | null = null
    let turn = 0
    async function change(): Promise<void> {
      if (held === null) {
        const seatId = first.map.seats[(turn++ * 7919) % first.map.seats.length]?.id ?? ''
        const another = await store.openSession({ partnerCode: 'demo', eventId: String(eventId), accessCode })
        const key = { partnerCode: 'demo', sessionId: another.ok ? another.value.session.sessionId : '' }
        const holds = await store.holdSeats({ ...key, seatIds: [seatId] })
        held = holds.ok ? { ...key, holdId: holds.value[0]?.holdId ?? '' } : null
      } else {
        const released = await store.releaseHold(held)
        if (!released.ok) throw new Error(released.error.type)
        held = null
      }
    }
    /** Returns the CPU milliseconds of the serving process, without the client and the changes between views. */
    const views = (port: number, count: number) => async (): Promise<number> => {
      let spent = 0
      for (let done = 0; done < count; done += VIEWS_A_CHANGE) {
        await change()
        const before = process.cpuUsage()
        viewer.send({ port, path, count: VIEWS_A_CHANGE } satisfies Visit)
        const [{ failure }] = (await once(viewer, 'message')) as [{ failure: string | null }]
        const { user, system } = process.cpuUsage(before)
        if (failure !== null) throw new Error(failure)
        spent += (user + system) / 1000
      }
      return spent
    }

    return {
      contenders: [
        { name: 'guichet', units: 80, run: views(ownPort, 80) },
        { name: 'rows and JSON.stringify', units: 12, run: views(portOf(naive), 12) },
        { name: 'floor: node:http and a buffer that never changes', units: 80, run: views(portOf(floor), 80) },
      ],
      goals: [
        { against: 'rows and JSON.stringify', ratio: 12 },
        { against: 'floor: node:http and a buffer that never changes', ratio: 0.9 },
      ],
      check: async () => {
        for (let round = 0; round < 6; round++) {
          await change()
          const seen = await ours()
          const wanted = (JSON.parse(naiveText()) as { data: View }).data
          for (const part of ['map', 'availability'] as const)
            if (JSON.stringify(sorted(seen[part].seats)) !== JSON.stringify(sorted(wanted[part].seats)))
              throw new Error(`the seats of ${part} differ from the naive way`)
        }
      },
      facts: async () => [`A view is ${(await reading.exchange('GET', path)).body.length.toLocaleString('en')} bytes.`],
      close: async () => {
        viewer.kill()
        reading.close()
        for (const server of [naive, floor]) server.close()
        await served.close()
        db.close()
        await store.close()
        await folder.remove()
      },
    }
  },
}

/** Returns the items with sorted keys, so that their texts can be compared. */
function sorted(list: readonly object[]): object[] {
  return list.map((item) => Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1))))
}

const plainServer = (body: () => Buffer): Promise<Server> =>
  listening(
    createServer((_, response) => {
      const bytes = body()
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes)
    }),
  )

function throwOn(fault: unknown): never {
  throw new Error('the service met a fault of its own', { cause: fault })
}
