import { once } from 'node:events'
import { fork } from 'node:child_process'
import { createDispatch } from '../../electron/booking-service/http/dispatch.ts'
import { admitNamed } from '../../electron/booking-service/http/admission.ts'
import { createHandlers } from '../../electron/booking-service/http/handlers.ts'
import { createVenuePlanHandler } from '../../electron/booking-service/http/venue-plans.ts'
import { serveBookingService } from '../../electron/booking-service/serve.ts'
import { createSqliteStore } from '../../electron/booking-service/sqlite/sqlite-store.ts'
import type { BookingStore } from '../../electron/booking-service/store/store.ts'
import type { Suite } from './harness.ts'
import type { Race, RaceOutcome } from './racing-kiosks.ts'
import { createMemoryStore } from './memory-store.ts'
import { gridVenue, scratchFolder, storeDefaults } from './venues.ts'

const KIOSKS = 40
const SEATS = 100
/** Every kiosk asks for every seat, and every seat is bought once. */
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
      createSqliteStore(sqlite('group.db')),
      createSqliteStore({ ...sqlite('single.db'), schedule: (flush) => queueMicrotask(flush) }),
      createMemoryStore(),
    ]
    const servers = await Promise.all(stores.map((store) => serve(store)))
    const kiosks = fork(new URL('racing-kiosks.ts', import.meta.url))

    function serve(store: BookingStore) {
      const handlers = createHandlers({ store, random: storeDefaults.random, venues: [venue], paymentDomain: '' })
      const handle = createDispatch({
        handlers,
        venuePlan: createVenuePlanHandler(store),
        admission: admitNamed(new Set(['demo'])),
        demo: true,
        report: console.error,
      })
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
