import { inkOn } from '../../components/drawn/tribune-colors.ts'
import type { Tribune } from '../../../shared/domain/seats/place.ts'
import type { SeatMapLabels } from '../../i18n/seat-map-labels.ts'
import { isInside } from '../../../shared/domain/venue/venue-geometry.ts'
import { grown, overlap, type Rect } from '../layout/shapes.ts'
import type { VenueLayout, VenueSection } from '../layout/venue-layout.ts'
import type { Camera } from '../surface/camera.ts'
import type { Context, Scene } from '../surface/scene.ts'
import { mixed } from './colors.ts'
import { linesOf, paintField, pathOf } from './field.ts'
import { TribuneFills } from './patterns.ts'
import type { MapTheme } from './theme.ts'
import { VenueLettering } from './venue-lettering.ts'

/** How much paler each cheaper zone of a tribune is than the one before. */
const SHADE = 0.26

/** Row lines closer than this (pixels) would only shimmer. */
const ROW_LINES = 4.5

/** Around the tribunes, in metres: the building. */
const WALL = 2.4

export interface VenueFocus {
  /** The section under the finger or the keyboard's cursor. */
  readonly sectionId: string | null
  /** Sections of other zones stand back; null: none does. */
  readonly zoneId: string | null
}

/** A section's colour: its tribune's, paler the cheaper its zone; grey where no plan names a tribune. */
export function venueShade(tribune: Tribune | null, shade: number, { paper, ink }: MapTheme): string {
  return tribune ? mixed(tribune.color, paper, Math.min(shade * SHADE, 0.7)) : mixed(ink, paper, 0.88)
}

/** The whole venue: sections in their tribunes' colours, what is left in them, gates, and the field in the middle. */
export class VenueScene implements Scene {
  readonly bounds: Rect
  readonly ground: string
  readonly #layout: VenueLayout
  readonly #theme: MapTheme
  readonly #lettering: VenueLettering
  readonly #partySize: number
  readonly #paths: ReadonlyMap<VenueSection, { readonly outline: Path2D; readonly rows: Path2D }>
  readonly #building: Path2D | null
  readonly #fills = new TribuneFills()
  readonly #bands: readonly { readonly tribune: Tribune; readonly path: Path2D }[]
  #focus: VenueFocus = { sectionId: null, zoneId: null }

  /** Sections with fewer seats left than the party has people stand back. */
  constructor(layout: VenueLayout, theme: MapTheme, labels: SeatMapLabels, partySize: number) {
    this.#partySize = partySize
    this.#layout = layout
    this.#theme = theme
    this.#lettering = new VenueLettering(theme, labels)
    this.bounds = layout.bounds
    this.ground = theme.paper
    this.#building = layout.ground && pathOf(layout.ground)
    this.#bands = layout.bands.map(({ tribune, outline }) => ({ tribune, path: pathOf(outline) }))
    this.#paths = new Map(
      layout.sections.map((section) => [
        section,
        { outline: pathOf(section.outline), rows: linesOf(section.rowLines) },
      ]),
    )
  }

  weight(): number {
    return this.#layout.sections.length * 6
  }

  /** The section on sale at a place (metres). */
  sectionAt(x: number, y: number): VenueSection | null {
    const at = (section: VenueSection): boolean => {
      const { left, top, right, bottom } = section.bounds
      return (
        section.offer !== null &&
        x >= left &&
        x <= right &&
        y >= top &&
        y <= bottom &&
        isInside(section.outline, [x, y])
      )
    }
    return this.#layout.sections.find(at) ?? null
  }

  /** Rectangles (metres) that look different from now on. */
  focus(focus: VenueFocus): readonly Rect[] {
    const before = this.#focus
    this.#focus = focus
    if (before.zoneId !== focus.zoneId) return [this.bounds]
    if (before.sectionId === focus.sectionId) return []
    return this.#layout.sections
      .filter(({ offer }) => offer && (offer.sectionId === before.sectionId || offer.sectionId === focus.sectionId))
      .map(({ bounds }) => grown(bounds, WALL))
  }

  paint(context: Context, camera: Camera, clip: Rect): void {
    const { scale, x, y } = camera
    const theme = this.#theme
    const seen: Rect = {
      left: (clip.left - x) / scale,
      top: (clip.top - y) / scale,
      right: (clip.right - x) / scale,
      bottom: (clip.bottom - y) / scale,
    }
    context.fillStyle = theme.paper
    context.fillRect(clip.left, clip.top, clip.right - clip.left, clip.bottom - clip.top)
    const sections = this.#layout.sections.filter(({ bounds }) => overlap(grown(bounds, 2 * WALL), seen))

    context.save()
    context.transform(scale, 0, 0, scale, x, y)
    context.lineJoin = 'round'
    if (this.#building) {
      context.fillStyle = context.strokeStyle = theme.paper2
      context.lineWidth = 2 * WALL
      context.fill(this.#building)
      context.stroke(this.#building)
    }
    if (this.#layout.field) paintField(context, this.#layout.field, theme, scale)
    for (const { tribune, path } of this.#bands) {
      context.fillStyle = this.#fills.fillOf(context, tribune, scale, this.#theme.ratio)
      context.fill(path)
    }
    for (const section of sections) this.#paintSection(context, section, scale)
    const focused = sections.find(({ offer }) => offer !== null && offer.sectionId === this.#focus.sectionId)
    if (focused) this.#paintFocus(context, focused, scale)
    context.restore()

    for (const section of sections) this.#lettering.writeSection(context, section, this.#fillOf(section), camera)
    for (const caption of this.#layout.captions) this.#lettering.writeCaption(context, caption, camera)
    for (const gate of this.#layout.gates) this.#lettering.paintGate(context, gate, camera)
    if (this.#layout.field) this.#lettering.writeField(context, this.#layout.field, camera)
  }

  #pathsOf(section: VenueSection): { readonly outline: Path2D; readonly rows: Path2D } {
    return this.#paths.get(section) ?? { outline: new Path2D(), rows: new Path2D() }
  }

  #fillOf({ offer, tribune, shade }: VenueSection): string {
    const { paper, paper2 } = this.#theme
    if (!offer || offer.remaining < this.#partySize) return paper2
    const full = venueShade(tribune, shade, this.#theme)
    const back = this.#focus.zoneId !== null && this.#focus.zoneId !== offer.zoneId
    return back ? mixed(full, paper, 0.75) : full
  }

  #paintSection(context: Context, section: VenueSection, scale: number): void {
    const { outline, rows } = this.#pathsOf(section)
    const { paper, line, edge } = this.#theme
    const fill = this.#fillOf(section)
    context.fillStyle = fill
    context.fill(outline)
    const open = section.offer !== null && section.offer.remaining > 0
    if (section.rowDepth * scale >= ROW_LINES * this.#theme.ratio) {
      context.strokeStyle = open ? mixed(fill, inkOn(fill), 0.16) : line
      context.lineWidth = this.#theme.ratio / scale
      context.stroke(rows)
    }
    context.strokeStyle = open ? paper : edge
    context.lineWidth = (open ? 2 : 1.25) * (this.#theme.ratio / scale)
    context.stroke(outline)
  }

  #paintFocus(context: Context, section: VenueSection, scale: number): void {
    const { outline } = this.#pathsOf(section)
    const pixel = this.#theme.ratio / scale
    context.strokeStyle = this.#theme.paper
    context.lineWidth = 9 * pixel
    context.stroke(outline)
    context.strokeStyle = this.#theme.ink
    context.lineWidth = 5 * pixel
    context.stroke(outline)
  }
}
