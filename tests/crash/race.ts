import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBookingService } from '../../electron/booking-service/booking-service.ts'
import { serveBookingService } from '../../electron/booking-service/serve.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import type { VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { smallVenue } from '../simulation/small-venue.ts'
import type { Finish, Racer } from './race-process.ts'

export interface RaceReport {
  readonly seats: number
  /** Seats that the kiosks' ledgers have sold, each as often as it stands there. */
  readonly sold: readonly string[]
  readonly toldAfterMs: readonly number[]
  readonly grantedAfterMs: readonly number[]
  readonly faults: readonly string[]
}

/** Sections of 500 seats, sold from the front one after the other: everybody is in the same one. */
function venueOf(seats: number): VenuePlan {
  const count = Math.max(1, Math.ceil(seats / 500))
  const rows = Array.from({ length: 20 }, (_, row) => ({ label: `R${row}`, blocks: [Math.ceil(seats / count / 20)] }))
  const sections = smallVenue.sections
    .slice(0, 1)
    .flatMap((section) =>
      Array.from({ length: count }, (_, index) => ({ ...section, code: `S${index}`, name: `S${index}`, rows })),
    )
  return { ...smallVenue, zones: smallVenue.zones.slice(0, 1), sections }
}

export interface RaceOptions {
  readonly kiosks: number
  readonly seats: number
  /** The control: false gives each kiosk a service of its own, as if nobody decided between them. */
  readonly shared: boolean
}

/** Many kiosks, each a process with a ledger of its own, and one service on a socket. */
export async function runRace({ kiosks, seats, shared }: RaceOptions): Promise<RaceReport> {
  const root = mkdtempSync(join(tmpdir(), 'guichet-race-'))
  const venue = venueOf(seats)
  const halls = await Promise.all(
    Array.from({ length: shared ? 1 : kiosks }, (_, index) => openHall(join(root, `service-${index}.db`), venue)),
  )
  try {
    const racers = Array.from({ length: kiosks }, (_, index) => {
      const { event, url } = halls[index % halls.length] ?? {}
      if (!event || !url) throw new Error('no hall')
      return { ...event, name: `kiosk-${index + 1}`, directory: root, serviceUrl: url, seed: index + 1 } satisfies Racer
    })
    // Who is ready first finds nobody to race with: all of them wish for the first time when all have looked.
    const runners = racers.map(start)
    await Promise.all(runners.map(({ looked }) => looked))
    const finishes = await Promise.all(runners.map(({ race }) => race()))
    const faults = finishes.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`))
    for (const { name } of racers) {
      const { findings } = await verifyLedger({ path: join(root, `${name}.db`) })
      for (const { severity, check, why } of findings)
        if (severity === 'error') faults.push(`${name}: ${check}: ${why}`)
    }
    return {
      seats,
      sold: finishes.flatMap(({ seatIds }) => seatIds),
      toldAfterMs: finishes.flatMap(({ toldAfterMs }) => toldAfterMs),
      grantedAfterMs: finishes.flatMap(({ grantedAfterMs }) => grantedAfterMs),
      faults,
    }
  } finally {
    for (const hall of halls) await hall.close()
    rmSync(root, { recursive: true, force: true })
  }
}

async function openHall(database: string, venue: VenuePlan) {
  const service = await createBookingService({ database, venues: [venue], seed: false })
  const server = await serveBookingService({ service, host: '127.0.0.1', port: 0 })
  return {
    url: server.url,
    event: await createMatch(server.url),
    async close() {
      await server.close()
      await service.close()
    },
  }
}

/** A racer in a process of its own, up to its first look; `race` lets it go. */
function start(racer: Racer) {
  const child = fork(join(import.meta.dirname, 'race-process.ts'))
  const nextWord = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      child.once('message', resolve)
      child.once('close', (code) => reject(new Error(`${racer.name} ended with ${code} and said nothing`)))
    })
  const looked = nextWord()
  child.send(racer)
  return {
    looked,
    race: (): Promise<Finish> => {
      const finish = nextWord()
      child.send('go')
      return finish as Promise<Finish>
    },
  }
}

async function createMatch(url: string): Promise<Pick<Racer, 'eventId' | 'accessCode'>> {
  const reply = await fetch(`${url}/api/v1/public/events`, {
    method: 'POST',
    headers: { 'x-partner-code': 'demo', 'x-env': 'demo', 'content-type': 'application/json' },
    body: JSON.stringify({ event_name: 'Finale', event_date: '2099-03-20' }),
  })
  const { data } = (await reply.json()) as { data: { open_session: { event_id: string; access_code: string } } }
  return { eventId: data.open_session.event_id, accessCode: data.open_session.access_code }
}
