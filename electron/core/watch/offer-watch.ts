import type { EventNamed, MachineFacts, SessionOutcome } from '../../../shared/domain/fleet/readiness.ts'
import type { Result } from '../../../shared/domain/result.ts'
import type { EventPage } from '../../../shared/domain/seats/offer.ts'
import { outcomeOf, type AccessCodes } from '../ports/access-codes.ts'
import type { Clock, PartnerError, PartnerReply } from '../ports/ports.ts'
import { createEventSessions, type EventSessions, type NotOpened } from '../visit/event-sessions.ts'
import type { WatchedPartner } from './partner-watch.ts'

/** What the partner offers this machine, as its last answers said, no matter who asked. */
export interface OfferWatch {
  readonly partner: WatchedPartner
  readonly sessions: EventSessions
  admission(): MachineFacts['admission']
  /** Monotonic milliseconds of the last answer to the list of events; null: there was none. */
  listedMs(): number | null
  /** On sale, as last listed, with how each opens by the codes of this moment. */
  events(): Promise<readonly OfferedEvent[]>
}

export interface OfferedEvent extends EventNamed {
  readonly session: SessionOutcome
  /** Of its last session with these codes, monotonic milliseconds; null: there was none. */
  readonly triedMs: number | null
}

/** As many events are looked after. */
export const WHOLE_LIST = { page: 1, limit: 100 } as const

interface Tried {
  /** Those that the machine had. */
  readonly codes: string
  readonly atMs: number
  readonly outcome: SessionOutcome
}

/** The partner, and sessions with it, with a memory of whom it lets in. */
export function watchOffer(partner: WatchedPartner, accessCodes: AccessCodes, clock: Pick<Clock, 'now'>): OfferWatch {
  const tried = new Map<string, Tried>()
  let admission: MachineFacts['admission'] = { type: 'unknown' }
  let listedMs: number | null = null
  let listed: readonly EventNamed[] = []

  const sessions = createEventSessions(partner, accessCodes)
  const codesOf = async (eventId: string): Promise<string> =>
    (await accessCodes.of(eventId)).map(({ code }) => code).join('\n')

  async function noteSession(eventId: string, codes: string, opened: Result<unknown, NotOpened>): Promise<void> {
    const outcome = outcomeOf(opened)
    if (outcome === null) return
    // Perhaps nobody is let in any more: the list tells.
    if (outcome.type === 'failed') noteList(await partner.listEvents(WHOLE_LIST), true)
    tried.set(eventId, { codes, atMs: clock.now().monoMs, outcome })
  }

  function noteList(reply: PartnerReply<EventPage>, whole: boolean): void {
    const answer = reply.ok ? ({ type: 'let-in' } as const) : admissionBy(reply.error)
    if (answer === null) return
    listedMs = clock.now().monoMs
    if (reply.ok && admission.type === 'refused') forgetFailures()
    admission = answer
    if (reply.ok && whole) listed = reply.value.events.map(({ eventId, title }) => ({ eventId, title }))
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
        noteList(reply, reply.ok && input.page === 1 && isWhole(reply.value, input.limit))
        return reply
      },
    },
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
        listed.map(async ({ eventId, title }) => {
          const codes = await codesOf(eventId)
          const last = tried.get(eventId)
          const fits = last !== undefined && last.codes === codes
          const unknown: SessionOutcome = { type: codes === '' ? 'no-code' : 'untried' }
          return { eventId, title, session: fits ? last.outcome : unknown, triedMs: fits ? last.atMs : null }
        }),
      ),
  }
}

/** All that is on sale, or as much of it as is looked after; a page cut short names fewer events. */
const isWhole = ({ total, events }: EventPage, limit: number): boolean =>
  limit >= WHOLE_LIST.limit || events.length >= total

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
