import type { Overview } from '../../../shared/domain/seats/offer.ts'
import type { VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import { planVenue } from './plan-venue.ts'
import { tileVenue } from './tile-venue.ts'
import { planCovers, type VenueLayout } from './venue-layout.ts'

/** By the plan where it names every section on sale, else as tiles. `aspect`: width of the view by its height. */
export function venueLayout(plan: VenuePlan | null, overview: Overview, aspect: number): VenueLayout {
  return plan && planCovers(plan, overview) ? planVenue(plan, overview, aspect) : tileVenue(overview, aspect)
}
