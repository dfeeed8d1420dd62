import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inspect } from 'node:util'
import { localTime, machineTimeZone } from '../../shared/domain/documents/local-date.ts'
import { type VenuePlan, venuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { problemLines, readJsonFile } from '../host/files/file-text.ts'
import { type DemoDraft, demoEventDrafts } from './demo-events.ts'
import {
  type AdmissionCheck,
  admitNamed,
  createDispatch,
  createVenuePlanHandler,
  type Handlers,
  unavailableReply,
} from './http/dispatch.ts'
import { createHandlers } from './http/handlers.ts'
import { answerFetch, type PlainHandler } from './http/http.ts'
import { SecretBox } from './hub/partner-secrets.ts'
import type { ReadFrom } from './postgres/transactions.ts'
import { SqliteStore } from './sqlite/store.ts'
import type { HubStore } from './store/administration.ts'
import type { Random } from './store/random.ts'
import type { BookingStore } from './store/store.ts'

export interface BookingServiceOptions {
  /** The service's SQLite file, created when it is missing; or the address of a PostgreSQL database, `postgres://…`. */
  readonly database: string
  /** Most connections to a PostgreSQL database. */
  readonly connections?: number
  /** Where events may be created; the demo's are at those of them that it knows. */
  readonly venues: readonly VenuePlan[]
  /** A build of better-sqlite3 for this runtime, where the package's own does not fit. */
  readonly nativeBinding?: string
  /** Wall time in milliseconds of the Unix epoch; a PostgreSQL database has its own when this is left out. */
  readonly clock?: () => number
  readonly random?: Random
  /** Partner codes that are let in. */
  readonly partners?: readonly string[]
  readonly holdSeconds?: number
  readonly sessionSeconds?: number
  readonly maxSeatsPerSession?: number
  /** IANA time zone of the venues; default: that of this machine. */
  readonly timeZone?: string | undefined
  /** Events to keep on sale, for a day as `YYYY-MM-DD`; default: the demo's. */
  readonly drafts?: (today: string) => readonly DemoDraft[]
  /** False: start without them. */
  readonly seed?: boolean
  /** What the checkout names as `payment_domain`. */
  readonly paymentDomain?: string
  /** Told of every fault of the service itself; on the standard error when left out. */
  readonly report?: (fault: unknown) => void
}

export interface BookingService {
  /** The whole interface of the partner specification. Never rejects. */
  fetch(request: Request): Promise<Response>
  /** The same without `Request` and `Response`: what a socket is served with. */
  readonly handle: PlainHandler
  /** Access code of every event on sale, by event id; never over the wire. */
  accessCodes(): Promise<Readonly<Record<string, string>>>
  /** Lets running requests end and closes the database; later requests are answered 503. */
  close(): Promise<void>
}

/** The Partner Ticket Booking Service over one SQLite file. Ready, its demo events on sale, when the promise resolves. */
export async function createBookingService(options: BookingServiceOptions): Promise<BookingService> {
  const { clock = Date.now, random = randomBytes, partners = ['demo'], seed = true } = options
  const { venues, report = reportOnStderr, drafts } = options
  const store = await openStore({
    database: options.database,
    connections: options.connections,
    nativeBinding: options.nativeBinding,
    clock: options.clock,
    random,
    holdSeconds: options.holdSeconds,
    sessionSeconds: options.sessionSeconds,
    maxSeatsPerSession: options.maxSeatsPerSession,
    timeZone: options.timeZone,
    report,
  })
  const { paymentDomain } = options
  const admission = admitNamed(new Set(partners))
  return bookingServiceOver({
    store,
    admission,
    demo: true,
    seed,
    drafts,
    venues,
    clock,
    timeZone: options.timeZone,
    random,
    report,
    paymentDomain,
  })
}

export interface BookingServiceParts {
  readonly store: BookingStore
  readonly admission: AdmissionCheck
  /** A demo environment: callers may create events, in the first of `venues` with a pitch. */
  readonly demo: boolean
  /** Keeps the demo's events on sale, in those of `venues` that they know. */
  readonly seed: boolean
  /** In place of the demo's events. */
  readonly drafts?: BookingServiceOptions['drafts'] | undefined
  readonly venues: readonly VenuePlan[]
  readonly clock: () => number
  /** IANA time zone of the venues; default: that of this machine. */
  readonly timeZone?: string | undefined
  readonly random: Random
  readonly report: (fault: unknown) => void
  readonly paymentDomain?: string | undefined
}

/** The service over a store, which it closes when it is closed. Rejects, the store closed, when it cannot start. */
export async function bookingServiceOver(parts: BookingServiceParts): Promise<BookingService> {
  const {
    store,
    admission,
    demo,
    seed,
    venues,
    drafts = (today) => demoEventDrafts(venues, today),
    clock,
    timeZone = machineTimeZone(),
    random,
    report,
    paymentDomain = 'https://payment.example',
  } = parts
  const localNow = (): string => localTime(clock(), timeZone)
  const renew = (now: string): Promise<void> => store.renewDemoEvents(drafts(now.slice(0, 10)), now)
  try {
    const calendar = seed ? await startCalendar(localNow, renew) : { keepCurrent: () => Promise.resolve() }
    const handlers = withCalendar(createHandlers({ store, random, venues, paymentDomain }), calendar.keepCurrent)
    return serviceOver(
      store,
      createDispatch({ handlers, venuePlan: createVenuePlanHandler(store), admission, demo, report }),
    )
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Demo events move on with the days, also while the service runs. */
async function startCalendar(localNow: () => string, renew: (localNow: string) => Promise<void>) {
  const dayOf = (local: string): string => local.slice(0, 10)
  let renewed = ''
  async function keepCurrent(): Promise<void> {
    const now = localNow()
    if (dayOf(now) === renewed) return
    renewed = dayOf(now)
    await renew(now)
  }
  await keepCurrent()
  return { keepCurrent }
}

function withCalendar(handlers: Handlers, keepCurrent: () => Promise<void>): Handlers {
  return {
    ...handlers,
    async listEvents(input) {
      await keepCurrent()
      return handlers.listEvents(input)
    },
  }
}

function serviceOver(store: BookingStore, dispatch: PlainHandler): BookingService {
  const running = new Set<Promise<unknown>>()
  let closed = false
  const handle: PlainHandler = async (request) => {
    if (closed) return unavailableReply()
    const reply = dispatch(request)
    running.add(reply)
    try {
      return await reply
    } finally {
      running.delete(reply)
    }
  }
  return {
    handle,
    fetch: (request) => answerFetch(handle, request),
    accessCodes: () => store.accessCodes(),
    async close() {
      if (closed) return
      closed = true
      await Promise.all(running)
      await store.close()
    },
  }
}

function reportOnStderr(fault: unknown): void {
  process.stderr.write(`booking service: ${inspect(fault)}\n`)
}

export interface StoreOptions {
  /** An SQLite file, or `postgres://…` (`postgresql://…`). */
  readonly database: string
  /** Holds the key that partners' secrets are sealed by, made with the first of them; beside an SQLite file when left out. */
  readonly secretsKeyFile?: string | undefined
  /** `postgres://…` that leads to replicas of that database: they answer what only shows. */
  readonly replicas?: string | undefined
  /** Told of each answer that a replica may give, with who gave it. */
  readonly onRead?: ((from: ReadFrom) => void) | undefined
  /** Most connections to a PostgreSQL database; 10 when left out. */
  readonly connections?: number | undefined
  /** A build of better-sqlite3 for this runtime. */
  readonly nativeBinding?: string | undefined
  /** Milliseconds of the Unix epoch. Left out: the process's clock for a file, the database's own for PostgreSQL. */
  readonly clock?: (() => number) | undefined
  readonly random: Random
  readonly holdSeconds?: number | undefined
  readonly sessionSeconds?: number | undefined
  readonly maxSeatsPerSession?: number | undefined
  /** IANA time zone of the venues; default: that of this machine. */
  readonly timeZone?: string | undefined
  readonly report: (fault: unknown) => void
}

export const SECRETS_KEY_FILE = 'partner-secrets.key'

/** Opens the store and brings it to the newest schema. Rejects when it cannot be reached or a newer program made it. */
export async function openStore(options: StoreOptions): Promise<HubStore> {
  const { database, clock, report, nativeBinding } = options
  const beside = isPostgres(database) ? undefined : join(dirname(database), SECRETS_KEY_FILE)
  const terms = {
    random: options.random,
    holdSeconds: options.holdSeconds ?? 480,
    sessionSeconds: options.sessionSeconds ?? 1_800,
    maxSeatsPerSession: options.maxSeatsPerSession ?? 20,
    timeZone: options.timeZone ?? machineTimeZone(),
    secrets: new SecretBox(options.secretsKeyFile ?? beside),
  }
  if (!isPostgres(database)) {
    return new SqliteStore({ ...terms, databasePath: database, nativeBinding, clock: clock ?? Date.now })
  }
  // Loaded on demand: a kiosk does not need it.
  const { PostgresStore } = await import('./postgres/store.ts')
  const { replicas, onRead, connections = 10 } = options
  return PostgresStore.open({ ...terms, url: database, replicas, onRead, connections, clock, report })
}

export function isPostgres(database: string): boolean {
  return /^postgres(?:ql)?:\/\//u.test(database)
}

/** Reads every venue plan of a folder. Throws on a file that is not one: a service with a wrong venue must not sell. */
export function readVenuePlans(folder: string): VenuePlan[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return files.toSorted().map((file) => {
    const path = join(folder, file)
    const read = readJsonFile(readFileSync(path), venuePlan, catalogues.en)
    if (!read.ok) throw new Error(problemLines(path, read.problems).join('\n'))
    return read.value
  })
}
