import { catalogues } from '../../../shared/i18n/catalogues.ts'
import { issueLines } from '../../../shared/i18n/issue-text.ts'
import { parseVenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import { seatCount } from '../../../shared/domain/venue/venue-geometry.ts'
import type { EventDraft, SalesEvent, SalesSection, ZoneRecord } from '../store/store.ts'
import { venueLayout, type VenueLayout } from '../store/venue-layout.ts'

/** From an event's draft to the rows that a store keeps of it, and back: the same for every store. */

export interface EventRows {
  readonly minPrice: number
  readonly remaining: number
  readonly zones: readonly { readonly code: string; readonly price: number; readonly remaining: number }[]
  readonly sections: readonly {
    readonly code: string
    readonly zone: string
    readonly firstSeatId: number
    readonly seatCount: number
    readonly remaining: number
  }[]
  /** Seats sold elsewhere already, by the code of their section. */
  readonly sold: readonly { readonly seatId: number; readonly section: string }[]
}

/** Throws where a zone with seats has no price. Seat ids run on from `firstSeatId`. */
export function eventRows({ venue, title, prices, soldElsewhere }: EventDraft, firstSeatId: number): EventRows {
  let next = firstSeatId
  const sections = venue.sections.map((section) => {
    const first = next
    const count = seatCount(section)
    next += count
    const sold = (soldElsewhere?.(section.code) ?? []).map((index) => first + index)
    const { code, zone } = section
    return { code, zone, firstSeatId: first, seatCount: count, remaining: count - sold.length, sold }
  })
  const zones = venue.zones.flatMap(({ code }) => {
    const own = sections.filter((section) => section.zone === code)
    if (own.length === 0) return []
    const price = prices[code]
    if (price === undefined) throw new Error(`${title}: zone ${code} has no price`)
    return [{ code, price, remaining: sum(own.map((section) => section.remaining)) }]
  })
  return {
    minPrice: Math.min(...zones.map((zone) => zone.price)),
    remaining: sum(zones.map((zone) => zone.remaining)),
    zones,
    sections,
    sold: sections.flatMap(({ code, sold }) => sold.map((seatId) => ({ seatId, section: code }))),
  }
}

/** The event as it is sold: what the rows say, in the words of the venue plan. */
export function salesEventOf(
  row: Pick<SalesEvent, 'eventId' | 'edition' | 'title' | 'startsAt' | 'endsAt' | 'currency'>,
  layout: VenueLayout,
  zones: readonly Pick<ZoneRecord, 'zoneId' | 'code' | 'price'>[],
  sections: readonly Omit<SalesSection, 'name'>[],
): SalesEvent {
  const { eventId, edition, title, startsAt, endsAt, currency } = row
  return {
    eventId,
    edition,
    title,
    startsAt,
    endsAt,
    currency,
    venue: layout.plan.venue,
    layout,
    zones: zones.map((zone) => {
      const planned = layout.plan.zones.find(({ code }) => code === zone.code)
      return { ...zone, name: planned?.name ?? zone.code, color: planned?.color ?? '#808080' }
    }),
    sections: sections.map((section) => ({ ...section, name: layout.section(section.code).section.name })),
  }
}

/** Returns the layout of a stored plan. Throws if the text is not a plan: the database is damaged. */
export function storedLayout(venueId: number, text: string): VenueLayout {
  const plan = parseVenuePlan(JSON.parse(text))
  if (!plan.ok) throw new Error(`venue ${venueId}: ${issueLines(plan.error.issues, catalogues.en.values).join('; ')}`)
  return venueLayout(plan.value)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
