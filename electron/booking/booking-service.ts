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
import type { ReadFrom } from './sql/postgres/transactions.ts'
import { SqliteStore } from './sql/sqlite/store.ts'
import type { HubStore } from './sql/administration.ts'
import type { Random } from './sql/random.ts'
import type { BookingStore } from './sql/store.ts'

export interface BookingServiceOptions extends Omit<
  StoreOptions,
  'secretsKeyFile' | 'replicas' | 'onRead' | 'random' | 'report'
> {
  readonly venues: readonly VenuePlan[]
  readonly random?: Random
  readonly partners?: readonly string[]
  /** Returns the events to create if today is the given date (`YYYY-MM-DD`). Default: the demo's events. */
  readonly drafts?: (today: string) => readonly DemoDraft[]
  /** If false, the service starts without the demo's events. Default: true. */
  readonly seed?: boolean
  readonly paymentDomain?: string
  /** Receives faults of the service; by default, faults are written to standard error. */
  readonly report?: (fault: unknown) => void
}

export interface BookingService {
  /** Answers requests of the partner specification. Never rejects. */
  fetch(request: Request): Promise<Response>
  /** Request handler for socket servers, which need no `Request` or `Response` objects. */
  readonly handle: PlainHandler
  /** Access code of every event on sale, by event id; must never be sent to partners. */
  accessCodes(): Promise<Readonly<Record<string, string>>>
  /** Waits for pending requests and closes the database; later requests are answered 503. */
  close(): Promise<void>
}

/** Opens the booking service of a demo. Its events are on sale when the promise resolves. */
export async function createBookingService(options: BookingServiceOptions): Promise<BookingService> {
  const { clock = Date.now, random = randomBytes, partners = ['demo'], seed = true, report = reportOnStderr } = options
  const store = await openStore({ ...options, random, report })
  const admission = admitNamed(new Set(partners))
  return bookingServiceOver({ ...options, store, admission, demo: true, seed, clock, random, report })
}

interface BookingServiceParts {
  readonly store: BookingStore
  readonly admission: AdmissionCheck
  /**
   * Whether callers may create events. New events take place in the first of `venues` with a pitch, or else in the
   * first venue.
   */
  readonly demo: boolean
  readonly seed: boolean
  readonly drafts?: BookingServiceOptions['drafts'] | undefined
  readonly venues: readonly VenuePlan[]
  readonly clock: () => number
  /** IANA time zone of the venues; by default, the time zone of this computer. */
  readonly timeZone?: string | undefined
  readonly random: Random
  readonly report: (fault: unknown) => void
  readonly paymentDomain?: string | undefined
}

/** Starts the service on a store. Closes the store and rejects if the service cannot start. */
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
  /** Path of an SQLite file, or a PostgreSQL address that starts with `postgres://` or `postgresql://`. */
  readonly database: string
  /** File with the key that seals partners' secrets; by default, beside the SQLite file. */
  readonly secretsKeyFile?: string | undefined
  /** Addresses (`postgres://…`) of database replicas that answer read requests for events, venue plans and sections. */
  readonly replicas?: string | undefined
  /** Called for each read that a replica may answer, with the server that answered. */
  readonly onRead?: ((from: ReadFrom) => void) | undefined
  /** Maximum connections to a PostgreSQL database; default 10. */
  readonly connections?: number | undefined
  readonly nativeBinding?: string | undefined
  /** Milliseconds of the Unix epoch; by default the process's clock, or that of a PostgreSQL database. */
  readonly clock?: (() => number) | undefined
  readonly random: Random
  readonly holdSeconds?: number | undefined
  readonly sessionSeconds?: number | undefined
  readonly maxSeatsPerSession?: number | undefined
  /** IANA time zone of the venues; by default, the time zone of this computer. */
  readonly timeZone?: string | undefined
  readonly report: (fault: unknown) => void
}

export const SECRETS_KEY_FILE = 'partner-secrets.key'

/** Opens and upgrades the store. Rejects if the database is unreachable or was created by a newer program version. */
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
  // The PostgreSQL module is loaded on demand, because a kiosk does not need PostgreSQL.
  const { PostgresStore } = await import('./sql/postgres/store.ts')
  const { replicas, onRead, connections = 10 } = options
  return PostgresStore.open({ ...terms, url: database, replicas, onRead, connections, clock, report })
}

export function isPostgres(database: string): boolean {
  return /^postgres(?:ql)?:\/\//u.test(database)
}

/** Reads every venue plan of a folder. Throws if a plan is invalid. */
export function readVenuePlans(folder: string): VenuePlan[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return files.toSorted().map((file) => {
    const path = join(folder, file)
    const read = readJsonFile(readFileSync(path), venuePlan, catalogues.en)
    if (!read.ok) throw new Error(problemLines(path, read.problems).join('\n'))
    return read.value
  })
}
