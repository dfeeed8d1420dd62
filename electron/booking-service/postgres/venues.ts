import { createHash } from 'node:crypto'
import type { VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import { storedLayout } from '../rules/events.ts'
import { numericId } from '../rules/seats.ts'
import type { StoredPlan } from '../store/store.ts'
import type { VenueLayout } from '../store/venue-layout.ts'
import { only, type Queries } from './database.ts'

export type Venues = ReturnType<typeof createVenues>

/** Reads venues. A plan never changes and is kept in memory. */
export function createVenues() {
  const layouts = new Map<number, VenueLayout>()

  async function layoutOf({ rows }: Queries, venueId: number): Promise<VenueLayout> {
    let layout = layouts.get(venueId)
    if (layout === undefined) {
      const [venue] = await rows<{ plan: string }>('SELECT plan FROM venue WHERE venue_id = $1', [venueId])
      layout = storedLayout(venueId, venue?.plan ?? 'null')
      layouts.set(venueId, layout)
    }
    return layout
  }

  return {
    layoutOf,

    async ofEvent({ rows }: Queries, eventId: string): Promise<StoredPlan | null> {
      const id = numericId(eventId)
      if (id === null) return null
      const [plan] = await rows<StoredPlan>(
        'SELECT plan AS text, plan_sha256 AS sha256 FROM event JOIN venue USING (venue_id) WHERE event_id = $1',
        [id],
      )
      return plan ?? null
    },

    async list(queries: Queries): Promise<VenuePlan[]> {
      const named = await queries.rows<{ venueId: number }>(
        'SELECT venue_id AS "venueId" FROM venue_name ORDER BY name COLLATE "C"',
        [],
      )
      return Promise.all(named.map(async ({ venueId }) => (await layoutOf(queries, venueId)).plan))
    },
  }
}

/** Keeps the plan unless it is known. */
export async function venueIdFor({ rows }: Queries, plan: VenuePlan): Promise<number> {
  const text = JSON.stringify(plan)
  const sha256 = createHash('sha256').update(text).digest('hex')
  const [venue] = await rows<{ venueId: number }>(
    `INSERT INTO venue (plan_sha256, plan) VALUES ($1, $2)
     ON CONFLICT (plan_sha256) DO UPDATE SET plan = excluded.plan RETURNING venue_id AS "venueId"`,
    [sha256, text],
  )
  return only(venue).venueId
}

export async function keepVenue(queries: Queries, plan: VenuePlan): Promise<void> {
  await queries.run(
    `INSERT INTO venue_name (name, venue_id) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET venue_id = excluded.venue_id`,
    [plan.venue.name, await venueIdFor(queries, plan)],
  )
}
