import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type BookingService, createBookingService } from '../../electron/booking/booking-service.ts'
import { drawFaults, type FaultKind } from './faults.ts'
import { createGroundTruth } from './ground-truth.ts'
import { createRandom, type Random } from './random.ts'
import { smallVenue } from './small-venue.ts'
import { createVirtualTime } from './virtual-time.ts'
import { BEGINNING, seconds, type World } from './world.ts'
import { openFileSigner } from '../../electron/ledger/signer.ts'
import { openRegister } from '../world/campaign/kiosk.ts'

export type SeedOptions = ReturnType<typeof drawTerms>

export type SeedReport = ReturnType<Hall['report']>

function drawTerms(random: Random) {
  return {
    kiosks: random.chance(0.3) ? MAX_KIOSKS : 2,
    holdSeconds: random.pick([40, 120, 240, 480]),
    tenderBudgetMs: seconds(random.pick([0, 20, 90])),
    timeoutMs: seconds(random.pick([5, 15, 45])),
    batchHolds: random.chance(0.5),
    openMs: seconds(random.between(45, 180)),
  }
}

const RARE_PRICES = 0.15

/** Virtual time between two checks of the end condition. */
const STRIDE = seconds(15)

/** Creates the service and the shared context of one seed, without the kiosks. */
export async function createSimulationWorld(
  seed: number,
  templates: Templates,
  fixed?: { readonly terms: SeedOptions; readonly faults: ReadonlySet<FaultKind> },
  perSession?: number,
) {
  const random = createRandom(seed)
  const terms = fixed?.terms ?? drawTerms(random)
  const time = createVirtualTime(random.fork())
  const truth = createGroundTruth()
  const faults = drawFaults(random.fork(), fixed?.faults)
  const story: string[] = []
  let closing = false
  const world: World = {
    time,
    random,
    truth,
    faults,
    tell: (who, what) => void story.push(`${(time.now() / 1_000).toFixed(3).padStart(9)} ${who}: ${what}`),
    closing: () => closing,
  }
  const directory = join(templates.directory, `seed-${process.pid}-${seed}`)
  mkdirSync(directory)
  const database = join(directory, 'service.db')
  const isRare = !fixed && random.chance(RARE_PRICES)
  copyFileSync(isRare ? random.pick(templates.rareServiceDatabases) : templates.serviceDatabase, database)
  const service = await createBookingService({
    database,
    venues: [smallVenue],
    clock: () => BEGINNING + time.now(),
    random: random.fork().bytes,
    holdSeconds: terms.holdSeconds,
    maxSeatsPerSession: perSession,
    seed: false,
    report: (fault) => truth.violate('bug', `the service: ${fault instanceof Error ? fault.stack : String(fault)}`),
  })
  return {
    world,
    terms,
    service,
    directory,
    /** Stops all faults. After this call, customers and staff start no new actions. */
    closeDoors() {
      closing = true
      faults.cease()
      world.tell('hall', 'closes: nothing goes wrong any more')
    },
    /** Advances time until `done`, by at most `longestMs`. Stops after a violation. */
    async go(longestMs: number, check: () => void, done: () => boolean) {
      const endMs = time.now() + longestMs
      while (time.now() < endMs && truth.violations.length === 0 && !done())
        await time.runUntil(Math.min(endMs, time.now() + STRIDE), check)
    },
    report: (sales: Readonly<Record<string, number>>) => ({
      seed,
      violations: truth.violations,
      story,
      struck: faults.struck,
      sales,
      virtualMs: time.now(),
    }),
    async end() {
      time.end()
      await service.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

export type Hall = Awaited<ReturnType<typeof createSimulationWorld>>

export type Templates = Awaited<ReturnType<typeof createTemplates>>

const MAX_KIOSKS = 3

export const kioskName = (index: number): string => `kiosk-${index + 1}`

/** Creates the initial data of all seeds: a service with one match on sale, and an empty ledger for each kiosk. */
export async function createTemplates(directory: string) {
  const serviceDatabase = join(directory, 'service.db')
  const event = await createService(serviceDatabase)
  /** Databases of the same match with free seats, or with a price that cash payments must round. */
  const rareServiceDatabases: string[] = []
  for (const price of [0, 7_777]) {
    const database = join(directory, `service-at-${price}.db`)
    await createService(database, price)
    rareServiceDatabases.push(database)
  }
  const signer = openFileSigner(join(directory, 'ledger-key.json'))
  const now = () => ({ monoMs: 0, bootId: 'template', wallUtc: new Date(BEGINNING).toISOString() })
  const emptyLedgers: string[] = []
  for (let index = 0; index < MAX_KIOSKS; index++) {
    const path = join(directory, `empty-${index}.db`)
    const ledger = await openRegister({ path, register: kioskName(index), key: signer, now })
    ledger.close()
    emptyLedgers.push(path)
  }
  return { directory, serviceDatabase, rareServiceDatabases, emptyLedgers, signer, ...event }
}

async function createService(database: string, price?: number): ReturnType<typeof createMatch> {
  const options = { clock: () => BEGINNING, random: createRandom(1).bytes, seed: false }
  const service = await createBookingService({ database, venues: [smallVenue], ...options })
  const event = await createMatch(service, price)
  await service.close()
  return event
}

/** `price`: price of every seat. If absent, each zone has its default price. */
export async function createMatch(service: BookingService, price?: number) {
  const post = async (path: string, body: object): Promise<unknown> => {
    const headers = { 'x-partner-code': 'demo', 'x-env': 'demo', 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const request = new Request(`http://hub/api/v1/public${path}`, init)
    const reply = await service.fetch(request)
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return ((await reply.json()) as { data: unknown }).data
  }
  const created = await post('/events', {
    event_name: 'Finale',
    event_date: '2026-03-20',
    home_team: 'Hamana',
    away_team: 'Badia',
    ...(price !== undefined && { default_price: price }),
  })
  const { open_session: session } = created as { open_session: { event_id: string; access_code: string } }
  const { map } = (await post('/booking-sessions', session)) as { map: { sections: { id: string }[] } }
  return { eventId: session.event_id, accessCode: session.access_code, sectionIds: map.sections.map(({ id }) => id) }
}
