import { join } from 'node:path'
import { createBookingService, type BookingService } from '../../electron/booking-service/booking-service.ts'
import { openFileSigner } from '../../electron/ledger/chain/file-signer.ts'
import { openLedger } from '../../electron/ledger/ledger.ts'
import type { Signer } from '../../electron/ledger/chain/signer.ts'
import { createRandom } from './random.ts'
import { smallVenue } from './small-venue.ts'
import { BEGINNING } from './world.ts'

/** What every seed begins with, made once: a service with one match on sale, and a ledger without sales for each kiosk. */
export interface Templates {
  /** Scratch space for the seeds. */
  readonly directory: string
  readonly serviceDatabase: string
  /** The same match, its seats free in one, and at a price that cash has to round in the other. */
  readonly rareServiceDatabases: readonly string[]
  readonly emptyLedgers: readonly string[]
  readonly signer: Signer
  readonly eventId: string
  readonly accessCode: string
  readonly sectionIds: readonly string[]
}

export const MOST_KIOSKS = 3

export const kioskName = (index: number): string => `kiosk-${index + 1}`

export async function createTemplates(directory: string): Promise<Templates> {
  const serviceDatabase = join(directory, 'service.db')
  const event = await createService(serviceDatabase)
  const rareServiceDatabases: string[] = []
  for (const price of [0, 7_777]) {
    const database = join(directory, `service-at-${price}.db`)
    await createService(database, price)
    rareServiceDatabases.push(database)
  }
  const signer = openFileSigner(join(directory, 'ledger-key.json'))
  const now = () => ({ monoMs: 0, bootId: 'template', wallUtc: new Date(BEGINNING).toISOString() })
  const emptyLedgers: string[] = []
  for (let index = 0; index < MOST_KIOSKS; index++) {
    const path = join(directory, `empty-${index}.db`)
    const ledger = await openLedger({
      path,
      register: kioskName(index),
      appVersion: '0.0.0',
      signer,
      reserveBytes: 0,
      now,
    })
    ledger.close()
    emptyLedgers.push(path)
  }
  return { directory, serviceDatabase, rareServiceDatabases, emptyLedgers, signer, ...event }
}

/** A service with one match, under the same ids and codes at every price. */
async function createService(database: string, price?: number): ReturnType<typeof createMatch> {
  const service = await createBookingService({
    database,
    venues: [smallVenue],
    clock: () => BEGINNING,
    random: createRandom(1).bytes,
    seed: false,
  })
  const event = await createMatch(service, price)
  await service.close()
  return event
}

/** `price`: of every seat; left out: as zones usually cost. */
export async function createMatch(service: BookingService, price?: number) {
  const post = async (path: string, body: object): Promise<unknown> => {
    const headers = { 'x-partner-code': 'demo', 'x-env': 'demo', 'content-type': 'application/json' }
    const request = new Request(`http://hub/api/v1/public${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
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
