import { createHash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import type { VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import { storedLayout } from '../rules/events.ts'
import { numericId } from '../rules/seats.ts'
import type { StoredPlan } from '../store/store.ts'
import type { VenueLayout } from '../store/venue-layout.ts'

export type Venues = ReturnType<typeof createVenues>

export function createVenues(db: Database) {
  const nameVenue = db.prepare<[name: string, venueId: number]>(
    'INSERT INTO venue_name (name, venue_id) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET venue_id = excluded.venue_id',
  )
  const namedVenues = db.prepare<[], number>('SELECT venue_id FROM venue_name ORDER BY name').pluck()
  const venueIdOf = db.prepare<[sha256: string], number>('SELECT venue_id FROM venue WHERE plan_sha256 = ?').pluck()
  const planOf = db.prepare<[venueId: number], string>('SELECT plan FROM venue WHERE venue_id = ?').pluck()
  const addVenue = db.prepare<[sha256: string, plan: string]>('INSERT INTO venue (plan_sha256, plan) VALUES (?, ?)')

  const ofEvent = db.prepare<[eventId: number], StoredPlan>(
    'SELECT plan AS text, plan_sha256 AS sha256 FROM event JOIN venue USING (venue_id) WHERE event_id = ?',
  )

  const layouts = new Map<number, VenueLayout>()

  function layoutOf(venueId: number): VenueLayout {
    let layout = layouts.get(venueId)
    if (layout === undefined) {
      layout = storedLayout(venueId, planOf.get(venueId) ?? 'null')
      layouts.set(venueId, layout)
    }
    return layout
  }

  /** Keeps the plan unless it is known. */
  function idFor(plan: VenuePlan): number {
    const text = JSON.stringify(plan)
    const sha256 = createHash('sha256').update(text).digest('hex')
    return venueIdOf.get(sha256) ?? Number(addVenue.run(sha256, text).lastInsertRowid)
  }

  return {
    layoutOf,
    idFor,

    keep: (plan: VenuePlan): void => void nameVenue.run(plan.venue.name, idFor(plan)),

    ofEvent(eventId: string): StoredPlan | null {
      const id = numericId(eventId)
      return id === null ? null : (ofEvent.get(id) ?? null)
    },

    list: (): VenuePlan[] => namedVenues.all().map((venueId) => layoutOf(venueId).plan),
  }
}
