import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, inject, onTestFinished } from 'vitest'
import {
  type BookingService,
  type BookingServiceOptions,
  createBookingService,
  openStore,
  SECRETS_KEY_FILE,
  type StoreOptions,
} from '../../electron/booking/booking-service.ts'
import { salesEventOf } from '../../electron/booking/rules/events.ts'
import type { HubStore } from '../../electron/booking/sql/administration.ts'
import { venueLayout } from '../../electron/booking/sql/store.ts'
import type { VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { type Client, contractClient } from '../contract/target.ts'
import { newSchema, postgresRows } from '../support/postgres-server.ts'
import { temporaryFolder } from '../shells/shell.ts'

export const smallVenue: VenuePlan = {
  format: 'guichet-venue-plan/1',
  venue: { name: 'Petit Stade', city: 'Conakry', country: 'Guinée' },
  field: {
    kind: 'pitch',
    outline: [
      [-5, -5],
      [5, -5],
      [5, 5],
    ],
  },
  tribunes: [{ code: 'T', name: 'Tribune', color: '#112233', label: [0, 0] }],
  zones: [
    { code: 'Z1', name: 'Zone « une »', color: '#445566' },
    { code: 'Z2', name: 'Zone deux', color: '#778899' },
  ],
  gates: [{ code: 'A', name: 'Porte A', label: 'Porte A, côté « mer »', at: [0, 9] }],
  sections: (['Z1', 'Z2'] as const).map((zone, index) => ({
    code: `S${index + 1}`,
    name: `Secteur ${index + 1}`,
    tribune: 'T',
    zone,
    gate: 'A',
    numbering: { scheme: 'odd', direction: 'clockwise' },
    front: { kind: 'line', from: [0, index * 20], to: [10, index * 20] },
    rowDepth: 1,
    seatPitch: 0.5,
    aisleWidth: 1,
    rows: [
      { label: 'A', blocks: [2, 3] },
      { label: 'B', blocks: [5] },
    ],
  })),
}

/** The small venue on sale: both sections in one zone, seats 101 to 110 and 121 to 130. */
const times = { startsAt: '2026-05-17T16:00:00', endsAt: '2026-05-17T18:00:00' }
export const smallEvent = salesEventOf(
  { eventId: 7, edition: 1, title: 'Hamana – Badia', ...times, currency: 'EUR' },
  venueLayout(smallVenue),
  [{ zoneId: 1, code: 'Z1', price: 500 }],
  smallVenue.sections.map(({ code }, index) => {
    return { sectionId: index + 1, zoneId: 1, code, price: 500, firstSeatId: 101 + 20 * index, seatCount: 10 }
  }),
)

export interface TestClock {
  now: number
  readonly read: () => number
}

/** Creates a clock set to noon, so that tests do not cross midnight by accident. */
export function testClock(now = Date.parse('2026-03-10T12:00:00Z')): TestClock {
  const clock = { now, read: () => clock.now }
  return clock
}

export type World = Awaited<ReturnType<typeof world>>

/** Creates the options of a service with the small venue and a new database, removed after the test. */
export async function world(more: Partial<BookingServiceOptions> = {}, engine: Engine = sqlite) {
  const folder = temporaryFolder()
  const database = await engine.database()
  const clock = testClock()
  const faults: unknown[] = []
  const report = (fault: unknown): void => void faults.push(fault)
  const own = { database, venues: [smallVenue], clock: clock.read, seed: false, report }
  const options: BookingServiceOptions = { ...own, ...more }
  onTestFinished(async () => expect(await brokenInvariants({ engine, database })).toEqual([]))
  return { engine, folder, database, clock, faults, options }
}

/** Opens a second store on the service's database, as the administration commands do. */
export async function openStoreOf(here: World, options: Partial<StoreOptions> = {}): Promise<HubStore> {
  const store = await openStore({
    database: here.database,
    secretsKeyFile: join(here.folder, SECRETS_KEY_FILE),
    clock: here.clock.read,
    random: randomBytes,
    report: (fault) => void here.faults.push(fault),
    ...options,
  })
  onTestFinished(() => store.close())
  return store
}

export async function start(options: BookingServiceOptions): Promise<{ service: BookingService; client: Client }> {
  const service = await createBookingService(options)
  onTestFinished(() => service.close())
  return { service, client: inProcessClient(service) }
}

export function inProcessClient(service: BookingService, partnerCode = 'demo'): Client {
  const baseUrl = 'http://booking-service.internal'
  return contractClient({ baseUrl, partnerCode }, (request) => service.fetch(request))
}

/** Returns the names of the violated database invariants. Every invariant applies between any two transactions. */
export async function brokenInvariants({ engine, database }: Pick<World, 'engine' | 'database'>): Promise<string[]> {
  const checks: Record<string, string> = {
    'section.remaining counts the seats without a claim': `
      SELECT 1 FROM section WHERE remaining <> seat_count - (SELECT count(*) FROM claim
        WHERE seat_id >= first_seat_id AND seat_id < first_seat_id + seat_count)`,
    'zone.remaining is the sum of its sections': `
      SELECT 1 FROM zone WHERE remaining <> (SELECT sum(remaining) FROM section WHERE section.zone_id = zone.zone_id)`,
    'event.remaining is the sum of its zones': `
      SELECT 1 FROM event WHERE remaining <> (SELECT sum(remaining) FROM zone WHERE zone.event_id = event.event_id)`,
    'a held seat has a held hold, a sold seat a sold one': `
      SELECT 1 FROM claim JOIN hold USING (hold_no) WHERE claim.state <> hold.state OR claim.seat_id <> hold.seat_id`,
    'every held or sold hold has its seat': `
      SELECT 1 FROM hold WHERE state IN ('held', 'sold') AND hold_no NOT IN (SELECT hold_no FROM claim WHERE hold_no IS NOT NULL)`,
    'every sold hold has one good ticket, and no other hold has any': `
      SELECT 1 FROM hold LEFT JOIN ticket USING (hold_no)
      WHERE (hold.state = 'sold') <> (ticket_id IS NOT NULL AND cancelled_at IS NULL)`,
    'a cancelled ticket leaves its hold released': `
      SELECT 1 FROM ticket JOIN hold USING (hold_no) WHERE cancelled_at IS NOT NULL AND state <> 'released'`,
    'a seat has one good ticket': `
      SELECT seat_id FROM ticket WHERE cancelled_at IS NULL GROUP BY seat_id HAVING count(*) > 1`,
    'an amount is the total of its tickets': `
      SELECT 1 FROM purchase WHERE amount <> (SELECT sum(price) FROM ticket WHERE ticket.purchase_id = purchase.purchase_id)`,
    'a purchase keeps its reply': `SELECT 1 FROM purchase WHERE reply = ''`,
    'no revision is ahead of its event': `
      SELECT 1 FROM section JOIN event USING (event_id) WHERE section.revision > event.revision
      UNION ALL SELECT 1 FROM session JOIN event USING (event_id) WHERE session.revision > event.revision`,
  }
  if (engine.name === 'SQLite') checks['every reference leads somewhere'] = 'SELECT 1 FROM pragma_foreign_key_check'
  const broken: string[] = []
  for (const [name, sql] of Object.entries(checks)) {
    if ((await engine.rows(database, `${sql} LIMIT 1`)).length > 0) broken.push(name)
  }
  return broken
}

export interface Engine {
  readonly name: 'SQLite' | 'PostgreSQL'
  readonly database: () => string | Promise<string>
  readonly rows: (database: string, sql: string) => Promise<readonly object[]>
}

export const sqlite: Engine = {
  name: 'SQLite',
  database: () => join(temporaryFolder(), 'booking-service.db'),
  rows(database, sql) {
    const db = new Sqlite(database, { readonly: true })
    try {
      return Promise.resolve(db.prepare<[], object>(sql).all())
    } finally {
      db.close()
    }
  },
}

/** Uses a new schema in the test database, and drops it afterwards. */
export const postgres: Engine = {
  name: 'PostgreSQL',
  async database() {
    const url = inject('postgres')
    if (url === null) throw new Error('there is no PostgreSQL')
    return newSchema(url)
  },
  rows: postgresRows,
}

/** Runs the tests on each engine. Without PostgreSQL, its tests are skipped. */
export function onEachEngine(tests: (engine: Engine) => void): void {
  describe('on SQLite', () => {
    tests(sqlite)
  })
  describe.skipIf(inject('postgres') === null)('on PostgreSQL', () => {
    tests(postgres)
  })
}
