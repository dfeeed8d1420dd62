import type { Minor } from '../../../shared/domain/money/money.ts'
import type { Overview, SectionOffer } from '../../../shared/domain/seats/offer.ts'
import type { Tribune } from '../../../shared/domain/seats/place.ts'
import type { PlanSection, Point, VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import type { Rect } from './shapes.ts'

/** The whole venue on the map: what is on sale where. From its plan, or as a table of tiles where there is none. */
export interface VenueLayout {
  readonly sections: readonly VenueSection[]
  readonly bands: readonly TribuneBand[]
  readonly captions: readonly Caption[]
  readonly field: Field | null
  /** The building around field and tribunes, where a plan tells. */
  readonly ground: readonly Point[] | null
  readonly gates: readonly GateMark[]
  readonly bounds: Rect
}

export interface VenueSection {
  /** Null for a part of the venue that is not on sale. */
  readonly offer: SectionOffer | null
  readonly plan: PlanSection | null
  readonly tribune: Tribune | null
  /** 0 for the dearest zone of its tribune, 1 for the next, and so on: dearer is darker. */
  readonly shade: number
  /** Seats in all, taken ones too; null where only the partner knows. */
  readonly capacity: number | null
  readonly outline: readonly Point[]
  readonly bounds: Rect
  /** Where its name stands. */
  readonly middle: Point
  /** The shorter of its width and height there: what a finger has to hit. */
  readonly size: number
  /** Its extent along its rows and across them, and the way they run in radians. */
  readonly along: { readonly width: number; readonly height: number; readonly angle: number }
  /** Distance between rows; 0 where nothing tells. */
  readonly rowDepth: number
  /** Lines of its rows, for the eye. */
  readonly rowLines: readonly (readonly Point[])[]
}

/** A tribune's colour and pattern along its outer edge. */
export interface TribuneBand {
  readonly tribune: Tribune
  readonly outline: readonly Point[]
}

/** A name on the map, with what it has to sell. */
export interface Caption {
  readonly name: string
  readonly tribune: Tribune | null
  readonly remaining: number
  readonly from: Minor
  readonly at: Point
  /** True where the name begins at that place instead of having its middle there. */
  readonly begins?: boolean
  /** Radians; the text never stands on its head. */
  readonly angle: number
  readonly room: { readonly width: number; readonly height: number }
}

export interface Field {
  readonly kind: VenuePlan['field']['kind']
  readonly outline: readonly Point[]
}

export interface GateMark {
  /** What stands on its pin. */
  readonly shown: string
  readonly at: Point
  /** Unit vector from the gate into the venue. */
  readonly inward: Point
}

/** What a group of sections still has, and from which price. */
export function offersOf(sections: readonly SectionOffer[]): { readonly remaining: number; readonly from: Minor } {
  const open = sections.filter(({ remaining }) => remaining > 0)
  const priced = open.length > 0 ? open : sections
  return {
    remaining: open.reduce((sum, { remaining }) => sum + remaining, 0),
    from: priced.reduce((low, { price }) => Math.min(low, price), Infinity),
  }
}

/** True when the plan names every section on sale: half a map would hide the rest. */
export function planCovers(plan: VenuePlan, overview: Overview): boolean {
  const known = new Set(plan.sections.map(({ code }) => code))
  return overview.sections.every(({ code }) => known.has(code))
}
