import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { localTime, machineTimeZone } from '../../shared/domain/documents/local-date.ts'
import { demoEventDrafts, type DemoDraft } from './demo/events.ts'
import { createDispatch, unavailableReply, type Handlers } from './http/dispatch.ts'
import { admitNamed, type AdmissionCheck } from './http/admission.ts'
import { createHandlers } from './http/handlers.ts'
import { createVenuePlanHandler } from './http/venue-plans.ts'
import { answerFetch, type PlainHandler } from './http/http.ts'
import type { Random } from './store/random.ts'
import { openStore } from './open-store.ts'
import type { VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
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
