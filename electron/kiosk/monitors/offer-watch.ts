import { formsOfCode } from '../../../shared/domain/text-forms.ts'
import type { EventNamed, MachineFacts, SessionOutcome } from '../../../shared/domain/fleet/readiness.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { type BookingSession, type EventOffer, upcomingEvents } from '../../../shared/domain/seats/offer.ts'
import type { CodeMissing } from '../../../shared/api/kiosk/failures.ts'
import { type AccessCodes, isCodeRefused, type KnownCode, openWith, outcomeOf } from '../ports/office.ts'
import {
  type Clock,
  type EventList,
  listAllEvents,
  type Log,
  type PartnerError,
  type PartnerReply,
  type PartnerService,
} from '../ports/ports.ts'
import type { WatchedPartner } from './partner-watch.ts'

export type OfferWatch = ReturnType<typeof watchOffer>

export interface OfferedEvent extends EventNamed {
  /** Title and venue, which are printed on tickets. */
  readonly printed: string
  readonly session: SessionOutcome
  /**
   * Monotonic time in milliseconds of the last attempt to open a session with the current codes; null before the first
   * attempt.
   */
  readonly triedMs: number | null
}

interface Tried {
  readonly codes: string
  readonly atMs: number
  readonly outcome: SessionOutcome
}

interface OfferContext {
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Log, 'warn'>
  /** Returns the local date-time of the venue. */
  readonly localNow: () => string
}

/** Events that the partner offers, and whether the partner accepts the kiosk, as of the last replies. */
export function watchOffer(partner: WatchedPartner, accessCodes: AccessCodes, { clock, log, localNow }: OfferContext) {
  const tried = new Map<string, Tried>()
  let admission: MachineFacts['admission'] = { type: 'unknown' }
  let listedMs: number | null = null
  let listed: readonly EventOffer[] = []

  const sessions = createEventSessions(partner, accessCodes)
  const codesOf = async (eventId: string): Promise<string> =>
    (await accessCodes.of(eventId)).map(({ code }) => code).join('\n')

  async function noteSession(eventId: string, codes: string, opened: Result<unknown, NotOpened>): Promise<void> {
    const outcome = outcomeOf(opened)
    if (outcome === null) return
    // A failed session may mean that the partner refuses the kiosk entirely, which a list request reveals.
    if (outcome.type === 'failed') void (await list())
    tried.set(eventId, { codes, atMs: clock.now().monoMs, outcome })
  }

  const upcoming = (events: readonly EventOffer[]): readonly EventOffer[] => upcomingEvents(events, localNow())

  function noteReply(reply: PartnerReply<unknown>): void {
    const answer = reply.ok ? ({ type: 'let-in' } as const) : admissionBy(reply.error)
    if (answer === null) return
    listedMs = clock.now().monoMs
    if (reply.ok && admission.type === 'refused') forgetFailures()
    admission = answer
  }

  async function list(): Promise<PartnerReply<EventList>> {
    const reply = await listAllEvents(partner)
    noteReply(reply)
    if (!reply.ok) return reply
    const { events, total } = reply.value
    if (total > events.length && listed.length !== events.length)
      log.warn('partner.event-list-too-long', { read: events.length, total })
    listed = events
    const shown = upcoming(events)
    return ok({ events: shown, total: total - events.length + shown.length })
  }

  /** Schedules another attempt for sessions that failed while the partner refused the kiosk. */
  function forgetFailures(): void {
    for (const [eventId, { outcome }] of tried) if (outcome.type === 'failed') tried.delete(eventId)
  }

  return {
    partner: {
      ...partner,
      async listEvents(input) {
        const reply = await partner.listEvents(input)
        noteReply(reply)
        return reply
      },
    } satisfies WatchedPartner,
    /** Requests all events on sale that are not over, soonest first. */
    list,
    /** Returns the events that are not over, soonest first. A partner may also list past events. */
    upcoming,
    sessions: {
      ...sessions,
      async open(eventId: string) {
        // The access codes are read before the attempt, because its result must not count for codes that arrive during
        // the attempt.
        const codes = await codesOf(eventId)
        const opened = await sessions.open(eventId)
        await noteSession(eventId, codes, opened)
        return opened
      },
    },
    admission: () => admission,
    /** Monotonic time in milliseconds of the last reply to a list request; null before the first reply. */
    listedMs: () => listedMs,
    /** Returns the events of the last list, each with the outcome of its last session. */
    events: (): Promise<readonly OfferedEvent[]> =>
      Promise.all(
        upcoming(listed).map(async ({ eventId, title, venue: { name, city, country } }) => {
          const event = { eventId, title, printed: [title, name, city, country].join(' ') }
          const codes = await codesOf(eventId)
          const last = tried.get(eventId)
          const fits = last !== undefined && last.codes === codes
          const unknown: SessionOutcome = { type: codes === '' ? 'no-code' : 'untried' }
          return { ...event, session: fits ? last.outcome : unknown, triedMs: fits ? last.atMs : null }
        }),
      ),
  }
}

/** Returns null if the partner did not reply. */
function admissionBy(error: PartnerError): MachineFacts['admission'] | null {
  switch (error.type) {
    case 'unreachable':
      return null
    case 'refused':
      return { type: 'refused', status: error.status, code: error.code }
    case 'unclear':
      return { type: 'unreadable-response', detail: error.detail }
  }
}

export type NotOpened = PartnerError | CodeMissing

export type EventSessions = ReturnType<typeof createEventSessions>

/** Opens booking sessions with any access code of the kiosk that the partner accepts. */
function createEventSessions(partner: Pick<PartnerService, 'openSession'>, accessCodes: AccessCodes) {
  /** Last accepted access code by event ID. */
  const opened = new Map<string, string>()
  const refused = new Set<string>()

  async function known(eventId: string): Promise<readonly KnownCode[]> {
    const codes = await accessCodes.of(eventId)
    const last = opened.get(eventId)
    const found = last === undefined ? undefined : codes.find(({ code }) => formsOfCode(code).includes(last))
    return found && last !== undefined ? [{ ...found, code: last }, ...codes] : codes
  }

  async function openBy(eventId: string, codes: readonly string[]) {
    const tried = await openWith(partner, eventId, codes)
    if (tried === null) return err({ type: 'no-access-code' } as const)
    const { accessCode, reply } = tried
    if (!reply.ok) return err(isCodeRefused(reply.error) ? ({ type: 'access-code-refused' } as const) : reply.error)
    opened.set(eventId, accessCode)
    refused.delete(eventId)
    return ok({ accessCode, session: reply.value })
  }

  return {
    /** If no known code opens the event, requests new codes from the hub before reporting the failure. */
    async open(eventId: string): Promise<Result<BookingSession, NotOpened>> {
      const codes = (await known(eventId)).map(({ code }) => code)
      const first = await openBy(eventId, codes)
      if (first.ok) return ok(first.value.session)
      if (!isCodeMissing(first.error)) return first
      await accessCodes.renew()
      const others = (await known(eventId)).map(({ code }) => code).filter((code) => !codes.includes(code))
      const second = others.length > 0 ? await openBy(eventId, others) : first
      if (second.ok) return ok(second.value.session)
      if (second.error.type === 'access-code-refused') refused.add(eventId)
      return second
    },

    /** Opens a session with the typed code only. Returns the code in the form that the partner accepts. */
    async tryCode(eventId: string, typed: string): Promise<Result<string, NotOpened>> {
      const tried = await openBy(eventId, [typed])
      return tried.ok ? ok(tried.value.accessCode) : tried
    },

    /** Returns the source of the access code that is tried first; null if the event has no code. */
    source: async (eventId: string) => (await known(eventId))[0]?.source ?? null,
    /** Returns whether the partner refused all codes at the last attempt. */
    isRefused: (eventId: string) => refused.has(eventId),
  }
}

export function isCodeMissing(error: NotOpened): error is CodeMissing {
  return error.type === 'no-access-code' || error.type === 'access-code-refused'
}
