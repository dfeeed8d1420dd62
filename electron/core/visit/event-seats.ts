import { ok } from '../../../shared/domain/result.ts'
import type { EventSeatsView } from '../../../shared/kiosk-api/views.ts'
import type { StaffCommands } from '../access/access.ts'
import type { Clock } from '../ports/ports.ts'
import type { EventSessions } from './event-sessions.ts'

/** What is known of an event counts for so long. */
const FRESH_MS = 5 * 60_000
/** Each answer costs a session at the service. */
const ASKED_AT_ONCE = 5

/** How many seats the listed events have left: what visits saw, and for the rest a few questions at a time. */
export interface EventSeats extends Pick<StaffCommands, 'viewEventSeats'> {
  readonly know: (eventId: string, remaining: number) => void
}

export function createEventSeats(sessions: Pick<EventSessions, 'open'>, clock: Pick<Clock, 'now'>): EventSeats {
  /** `remaining`: null where the service did not say; it is asked again no sooner. */
  const known = new Map<string, { readonly remaining: number | null; readonly atMs: number }>()
  let asking: Promise<void> | null = null

  function know(eventId: string, remaining: number | null): void {
    known.set(eventId, { remaining, atMs: clock.now().monoMs })
  }

  const isFresh = (eventId: string): boolean => {
    const seen = known.get(eventId)
    return seen !== undefined && clock.now().monoMs - seen.atMs < FRESH_MS
  }

  async function ask(eventIds: readonly string[]): Promise<void> {
    for (const eventId of eventIds.filter((each) => !isFresh(each)).slice(0, ASKED_AT_ONCE)) {
      const session = await sessions.open(eventId)
      know(eventId, session.ok ? session.value.overview.remaining : null)
    }
  }

  return {
    know,
    async viewEventSeats({ eventIds }) {
      asking ??= ask(eventIds).finally(() => {
        asking = null
      })
      await asking
      return ok(
        eventIds.flatMap((eventId): readonly EventSeatsView[] => {
          const remaining = isFresh(eventId) ? (known.get(eventId)?.remaining ?? null) : null
          return remaining === null ? [] : [{ eventId, remaining }]
        }),
      )
    },
  }
}
