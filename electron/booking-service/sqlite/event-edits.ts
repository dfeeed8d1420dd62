import type { Database } from 'better-sqlite3'
import { err, ok } from '../../../shared/domain/result.ts'
import { changedEvent } from '../rules/event-changes.ts'
import { numericId } from '../rules/seats.ts'
import type { StoreChanges } from '../store/changes.ts'
import type { Audit } from './audit.ts'
import type { Catalog } from './catalog.ts'

/** Changes what an event on sale says and costs: one piece of work within a transaction. */
export function createEventEdits(
  db: Database,
  { catalog, audit }: { readonly catalog: Catalog; readonly audit: Audit },
) {
  const changeEvent = db.prepare<[Record<string, string | number>]>(
    `UPDATE event SET title = @title, category = @category, description = @description, starts_at = @startsAt,
       ends_at = @endsAt, home_team = @homeTeam, away_team = @awayTeam, min_price = @minPrice,
       revision = max(revision + 1, @now), edition = edition + 1 WHERE event_id = @eventId`,
  )
  const changePrice = db.prepare<[price: number, zoneId: number]>('UPDATE zone SET price = ? WHERE zone_id = ?')
  const renewSections = db.prepare<[eventId: number]>(
    'UPDATE section SET revision = (SELECT revision FROM event WHERE event.event_id = section.event_id) WHERE event_id = ?',
  )

  return {
    edit(
      { eventId: text, changes, localNow, by }: Parameters<StoreChanges['editEvent']>[0],
      now: number,
    ): Awaited<ReturnType<StoreChanges['editEvent']>> {
      const onSale = catalog.onSale(numericId(text) ?? 0)
      if (onSale === null) return err({ type: 'event-unknown' })
      const { eventId, title, category, description, startsAt, endsAt, homeTeam, awayTeam } = onSale.event
      const current = { title, category, description, startsAt, endsAt, homeTeam, awayTeam }
      const changed = changedEvent(current, catalog.salesEvent(eventId), changes, localNow)
      if (!changed.ok) return changed
      const { texts, zones, minPrice, before, after } = changed.value
      changeEvent.run({ ...texts, minPrice, now, eventId })
      for (const { zoneId, price } of zones) changePrice.run(price, zoneId)
      renewSections.run(eventId)
      audit.add({ at: now, by, act: 'event-edited', eventId, facts: { before, after } })
      return ok(null)
    },
  }
}
