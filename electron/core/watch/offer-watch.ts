import type { EventNamed, MachineFacts, SessionOutcome } from '../../../shared/domain/fleet/readiness.ts'
import { type EventOffer, upcomingEvents } from '../../../shared/domain/seats/offer.ts'
import { ok, type Result } from '../../../shared/domain/result.ts'
import { type AccessCodes, outcomeOf } from '../ports/access-codes.ts'
import { type EventList, listAllEvents } from '../ports/event-list.ts'
import type { Clock, Log, PartnerError, PartnerReply } from '../ports/ports.ts'
import { createEventSessions, type EventSessions, type NotOpened } from '../visit/event-sessions.ts'
import type { WatchedPartner } from './partner-watch.ts'

/** What the partner offers this machine, as its last answers said, no matter who asked. */
export interface OfferWatch {
  readonly partner: WatchedPartner
  readonly sessions: EventSessions
  /** Requests all events on sale that are not over, soonest first. */
  list(): Promise<PartnerReply<EventList>>
  /** Returns the events that are not over by now, soonest first; services may list others. */
  upcoming(events: readonly EventOffer[]): readonly EventOffer[]
  admission(): MachineFacts['admission']
  /** Monotonic milliseconds of the last answer to the list of events; null: there was none. */
  listedMs(): number | null
  /** On sale, as last listed, with how each opens by the codes of this moment. */
  events(): Promise<readonly OfferedEvent[]>
}

export interface OfferedEvent extends EventNamed {
  /** Its title and its venue. */
  readonly printed: string
  readonly session: SessionOutcome
  /** Of its last session with these codes, monotonic milliseconds; null: there was none. */
  readonly triedMs: number | null
}

interface Tried {
  /** Those that the machine had. */
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

/** The partner, and sessions with it, with a memory of whom it lets in. */
export function watchOffer(
  partner: WatchedPartner,
  accessCodes: AccessCodes,
  { clock, log, localNow }: OfferContext,
): OfferWatch {
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
    // Perhaps nobody is let in any more: the list tells.
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

  /** Who was let in nowhere could open no session. */
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
    },
    list,
    upcoming,
    sessions: {
      ...sessions,
      async open(eventId) {
        // Those that come meanwhile have not been tried.
        const codes = await codesOf(eventId)
        const opened = await sessions.open(eventId)
        await noteSession(eventId, codes, opened)
        return opened
      },
    },
    admission: () => admission,
    listedMs: () => listedMs,
    events: () =>
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

/** Null: no answer. */
function admissionBy(error: PartnerError): MachineFacts['admission'] | null {
  switch (error.type) {
    case 'unreachable':
      return null
    case 'refused':
      return { type: 'refused', status: error.status, code: error.code }
    case 'unclear':
      return { type: 'not-understood', detail: error.detail }
  }
}
