import type { Database } from 'better-sqlite3'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { factsOfNew } from '../rules/event-changes.ts'
import { numericId } from '../rules/seats.ts'
import { readableCode, type Random } from '../store/random.ts'
import { ACCESS_CODE_LENGTH, type EventDraft, type Refusal } from '../store/store.ts'
import type { Audit } from './audit.ts'
import type { Events } from './events.ts'

/** An event, and who does something to it. */
interface Named {
  readonly eventId: string
  readonly by: string
}

/** An event comes on sale, gets another code, goes off sale. Each function is one piece of work within a transaction. */
export function createEventSales(
  db: Database,
  { events, audit, random }: { readonly events: Events; readonly audit: Audit; readonly random: Random },
) {
  const setCode = db.prepare<[code: string, eventId: number]>(
    "UPDATE event SET access_code = ? WHERE event_id = ? AND status = 'ON_SALE'",
  )

  return {
    create(draft: EventDraft, by: string | undefined, at: number): { eventId: number; accessCode: string } {
      const accessCode = readableCode(random, ACCESS_CODE_LENGTH)
      const eventId = events.create(draft, accessCode, at)
      if (by !== undefined) audit.add({ at, by, act: 'event-created', eventId, facts: factsOfNew(draft) })
      return { eventId, accessCode }
    },

    renewAccessCode(
      { eventId: text, by }: Named,
      at: number,
    ): Result<{ accessCode: string }, Refusal<'event-unknown'>> {
      const [eventId, accessCode] = [numericId(text) ?? 0, readableCode(random, ACCESS_CODE_LENGTH)]
      if (setCode.run(accessCode, eventId).changes !== 1) return err({ type: 'event-unknown' })
      // A code opens the sale: the audit says that there is another one, and not which.
      audit.add({ at, by, act: 'code-renewed', eventId, facts: {} })
      return ok({ accessCode })
    },

    endEvent({ eventId: text, by }: Named, at: number): Result<null, Refusal<'event-unknown'>> {
      const eventId = numericId(text) ?? 0
      if (!events.end(eventId)) return err({ type: 'event-unknown' })
      audit.add({ at, by, act: 'event-ended', eventId, facts: {} })
      return ok(null)
    },

    reopenEvent(
      { eventId: text, localNow, by }: Named & { readonly localNow: string },
      at: number,
    ): Result<null, Refusal<'event-unknown'>> {
      const eventId = numericId(text) ?? 0
      if (!events.reopen(eventId, localNow)) return err({ type: 'event-unknown' })
      audit.add({ at, by, act: 'event-reopened', eventId, facts: {} })
      return ok(null)
    },
  }
}
