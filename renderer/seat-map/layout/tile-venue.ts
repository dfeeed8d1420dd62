import type { Overview, SectionOffer, ZoneOffer } from '../../../shared/domain/seats/offer.ts'
import { codeSide } from '../../../shared/domain/venue/venue-plan.ts'
import { offersOf, type Caption, type VenueLayout, type VenueSection } from './venue-layout.ts'

/** Tiles and headings in an arbitrary unit: only their proportions matter. */
const TILE = { width: 10, height: 7 }
const GAP = 1
const HEADING = 5
const BETWEEN_ZONES = 3

/**
 * The venue as a table: a heading for each zone, a tile for each section, in as many columns as fill a view of this
 * aspect (width by height) best; what looks like another side of the venue begins a line of its own. Says nothing about
 * where things are, because nobody has told.
 */
export function tileVenue(overview: Overview, aspect: number): VenueLayout {
  const groups = groupsOf(overview)
  const most = Math.max(1, ...groups.map(({ sections }) => sections.length))
  let best = arranged(groups, 1)
  for (let columns = 2; columns <= most; columns++) {
    const layout = arranged(groups, columns)
    if (fit(layout, aspect) > fit(best, aspect)) best = layout
  }
  return best
}

interface Group {
  readonly zone: ZoneOffer | null
  readonly sections: readonly SectionOffer[]
}

function groupsOf({ zones, sections }: Overview): readonly Group[] {
  const known = new Set(zones.map(({ zoneId }) => zoneId))
  const groups: Group[] = zones.map((zone) => ({
    zone,
    sections: sections.filter(({ zoneId }) => zoneId === zone.zoneId),
  }))
  const rest = sections.filter(({ zoneId }) => !known.has(zoneId))
  return [...groups, { zone: null, sections: rest }].filter((group) => group.sections.length > 0)
}

/** By the letters of their codes, where these make groups at all: A, B, C are names, not sides. */
function sidesOf(sections: readonly SectionOffer[]): readonly (readonly SectionOffer[])[] {
  const sides = [...Map.groupBy(sections, ({ code }) => codeSide(code)).values()]
  return sides.length * 2 <= sections.length ? sides : [sections]
}

/** How large the layout can be shown in a view one high and `aspect` wide. */
function fit({ bounds }: VenueLayout, aspect: number): number {
  return Math.min(aspect / (bounds.right - bounds.left), 1 / (bounds.bottom - bounds.top))
}

function arranged(groups: readonly Group[], columns: number): VenueLayout {
  const width = columns * (TILE.width + GAP) - GAP
  const sections: VenueSection[] = []
  const captions: Caption[] = []
  let top = 0
  for (const [index, group] of groups.entries()) {
    if (index > 0) top += BETWEEN_ZONES
    const room = { width, height: HEADING }
    const name = group.zone?.name ?? ''
    captions.push({
      name,
      tribune: null,
      ...offersOf(group.sections),
      at: [0, top + HEADING / 2],
      begins: true,
      angle: 0,
      room,
    })
    top += HEADING
    for (const side of sidesOf(group.sections)) {
      for (const [i, offer] of side.entries()) {
        const left = (i % columns) * (TILE.width + GAP)
        sections.push(tile(offer, left, top + Math.floor(i / columns) * (TILE.height + GAP)))
      }
      top += Math.ceil(side.length / columns) * (TILE.height + GAP)
    }
  }
  const bounds = { left: -GAP, top: -GAP, right: width + GAP, bottom: top }
  return { sections, captions, bands: [], field: null, ground: null, gates: [], bounds }
}

function tile(offer: SectionOffer, left: number, top: number): VenueSection {
  const bounds = { left, top, right: left + TILE.width, bottom: top + TILE.height }
  return {
    offer,
    plan: null,
    tribune: offer.tribune ?? null,
    shade: 0,
    capacity: null,
    outline: [
      [bounds.left, bounds.top],
      [bounds.right, bounds.top],
      [bounds.right, bounds.bottom],
      [bounds.left, bounds.bottom],
    ],
    bounds,
    middle: [left + TILE.width / 2, top + TILE.height / 2],
    size: Math.min(TILE.width, TILE.height),
    along: { ...TILE, angle: 0 },
    rowDepth: 0,
    rowLines: [],
  }
}
