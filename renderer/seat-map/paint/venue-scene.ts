import type { SectionOffer } from '../../../shared/domain/seats/offer.ts'
import type { Tribune } from '../../../shared/domain/seats/place.ts'
import { isInside } from '../../../shared/domain/venue/venue-geometry.ts'
import { inkOn } from '../../ui/illustrations/tribune.tsx'
import type { SeatMapLabels } from '../../i18n/fr/kiosk.ts'
import { centroid, clearance, grown, overlap, type Rect } from '../layout/shapes.ts'
import type { Caption, Field, GateMark, VenueLayout, VenueSection } from '../layout/venue-layout.ts'
import { type Camera, type Context, inWorld, type Scene } from '../surface/map-surface.ts'
import { linesOf, paintField, pathOf, TribuneFills } from './field.ts'
import { fittingSize, mixed, type TextStyle, write } from './text.ts'
import type { MapTheme } from './theme.ts'

/** Share by which each cheaper zone of a stand is paler than the previous zone. */
const SHADE = 0.26

/** Minimum distance between row lines in CSS pixels. Closer lines would shimmer. */
const ROW_LINES = 4.5

/** Width of the building around the stands, in metres. */
const WALL = 2.4

interface VenueFocus {
  /** Section under the finger or the keyboard cursor, or null. */
  readonly sectionId: string | null
  /** Zone to highlight; all other zones are dimmed. Null for no highlight. */
  readonly zoneId: string | null
}

/** Returns a section's colour: the colour of its stand, paler for cheaper zones. Grey if the section has no stand. */
export function venueShade(tribune: Tribune | null, shade: number, { paper, ink }: MapTheme): string {
  return tribune ? mixed(tribune.color, paper, Math.min(shade * SHADE, 0.7)) : mixed(ink, paper, 0.88)
}

export class VenueScene implements Scene {
  readonly bounds: Rect
  readonly ground: string
  readonly #layout: VenueLayout
  readonly #theme: MapTheme
  readonly #lettering: VenueLettering
  readonly #paths: ReadonlyMap<VenueSection, { readonly outline: Path2D; readonly rows: Path2D }>
  readonly #building: Path2D | null
  readonly #fills = new TribuneFills()
  readonly #bands: readonly { readonly tribune: Tribune; readonly path: Path2D }[]
  #focus: VenueFocus = { sectionId: null, zoneId: null }

  constructor(layout: VenueLayout, theme: MapTheme, labels: SeatMapLabels) {
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

  /** Returns the section on sale at a position in metres. */
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

  /** Sets the focus. Returns the rectangles (in metres) whose look changes. */
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
    const seen = inWorld(camera, clip)
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
    if (!offer || offer.remaining === 0) return paper2
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

/** Distance of the tip of a gate pin from the centre of the pin, in radii of the pin. */
const PIN = 1.55

/** Share of the available space that text may fill. */
const FILL = 0.92

/**
 * Minimum relative size at which a section code is written horizontally; a smaller code is written along the rows or in
 * two lines.
 */
const UPRIGHT = 0.85

/**
 * Minimum share of its normal size to which a section code may shrink. Even small codes are drawn, because zooming
 * enlarges them.
 */
const SMALLEST_CODE = 0.4

/** Line spacing, and height of capitals with some space, both in units of the font size. */
const [LINE, CAPITALS] = [1, 0.7]

/** Draws all text on the venue map. All sizes are in device pixels. */
class VenueLettering {
  readonly #theme: MapTheme
  readonly #labels: SeatMapLabels

  constructor(theme: MapTheme, labels: SeatMapLabels) {
    this.#theme = theme
    this.#labels = labels
  }

  writeSection(context: Context, section: VenueSection, fill: string, { scale, x, y }: Camera): void {
    const { offer, middle, along, outline } = section
    if (!offer) return
    const color = offer.remaining === 0 ? this.#theme.ink2 : inkOn(fill)
    const widthAt = (dy: number): number =>
      clearance(outline, [middle[0], middle[1] + dy / scale], 'across') * scale * FILL
    const height = clearance(outline, middle, 'down') * scale * FILL
    context.save()
    context.translate(middle[0] * scale + x, middle[1] * scale + y)
    if (!this.#writeOffer(context, offer, widthAt, height, color)) {
      const style = this.#style(1, 800)
      const width = Math.min(widthAt(-0.3 * style.size), widthAt(0.3 * style.size))
      const room = { width, height, angle: 0 }
      const rows = { width: along.width * scale * FILL, height: along.height * scale * FILL, angle: along.angle }
      const setting = settingOf(context, offer.code, style, room, rows)
      if (setting) this.#writeCode(context, section, offer, setting, color)
    }
    context.restore()
  }

  /**
   * Writes a section's code, price and number of free seats. Returns false if they do not all fit. `widthAt` returns
   * the available width at a vertical distance from the centre.
   */
  #writeOffer(
    context: Context,
    offer: SectionOffer,
    widthAt: (dy: number) => number,
    height: number,
    color: string,
  ): boolean {
    const { money, seatsLeft, soldOut } = this.#labels
    const code = { ...this.#style(1.25, 800), family: this.#theme.codeFont }
    const detail = this.#style(1, 400)
    const step = detail.size * 1.12
    const details = offer.remaining === 0 ? [soldOut] : [money(offer.price), seatsLeft(offer.remaining)]
    const lines = [offer.code, ...details].map((text, i) => {
      const style = i === 0 ? code : detail
      const y = (i - details.length / 2) * step
      const width = Math.min(widthAt(y - style.size / 3), widthAt(y + style.size / 3))
      return { text, y, style, size: fittingSize(context, text, style, width) }
    })
    if (height < step * (details.length + 1.25) || lines.some(({ size }) => size === null)) return false
    for (const { text, y, style, size } of lines)
      write(context, text, 0, y, { ...style, size: size ?? style.size }, color)
    return true
  }

  #writeCode(
    context: Context,
    { capacity }: VenueSection,
    { remaining }: SectionOffer,
    { lines, size, width, height, angle }: Setting,
    color: string,
  ): void {
    const style = { ...this.#style(1, 800), size }
    context.rotate(angle)
    const hasGauge = remaining > 0 && capacity !== null && height > size * (lines.length * LINE + 0.12)
    const raised = hasGauge ? size * 0.14 : 0
    for (const [i, line] of lines.entries())
      write(context, line, 0, (i - (lines.length - 1) / 2) * size * LINE - raised, style, color)
    const below = size * (0.34 + ((lines.length - 1) / 2) * LINE)
    if (hasGauge) this.#paintGauge(context, below, Math.min(size * 1.5, width), remaining / capacity, color)
    if (remaining === 0) this.#strike(context, Math.min(size * 1.8, width), color)
  }

  #paintGauge(context: Context, y: number, width: number, share: number, color: string): void {
    const height = Math.max(2, Math.round(4 * this.#theme.ratio))
    const left = Math.round(-width / 2)
    context.fillStyle = color
    context.globalAlpha = 0.28
    context.fillRect(left, Math.round(y), Math.round(width), height)
    context.globalAlpha = 1
    context.fillRect(left, Math.round(y), Math.max(height, Math.round(width * Math.min(share, 1))), height)
  }

  #strike(context: Context, width: number, color: string): void {
    context.strokeStyle = color
    context.lineWidth = 2 * this.#theme.ratio
    context.beginPath()
    context.moveTo(-width / 2, 0)
    context.lineTo(width / 2, 0)
    context.stroke()
  }

  writeCaption(
    context: Context,
    { name, remaining, from, at, begins, angle, room }: Caption,
    { scale, x, y }: Camera,
  ): void {
    const { labels, theme } = { labels: this.#labels, theme: this.#theme }
    const [width, height] = [room.width * scale * FILL, room.height * scale]
    const [title, detail] = [this.#style(1.2, 800), this.#style(1, 400)]
    const size = fittingSize(context, name, { ...title, size: Math.min(title.size, height) }, width, 0.6)
    if (size === null || size < title.size * 0.6) return
    const offer = remaining > 0 ? labels.from(labels.money(from)) : labels.soldOut
    const fits = height > (size + detail.size) * 1.15 && fittingSize(context, offer, detail, width) !== null
    const hasOffer = angle === 0 && fits
    const align = begins ? 'left' : 'center'
    context.save()
    context.translate(at[0] * scale + x, at[1] * scale + y)
    context.rotate(angle)
    write(context, name, 0, hasOffer ? -detail.size * 0.62 : 0, { ...title, size }, theme.ink, align)
    if (hasOffer) write(context, offer, 0, title.size * 0.58, detail, theme.ink2, align)
    context.restore()
  }

  /**
   * Draws a pin with the gate's letter. Its tip points into the venue. The pin of the gate at which this machine is
   * located has the colour of the "you are here" mark.
   */
  paintGate(context: Context, { shown, at, inward, gap, isHere }: GateMark, { scale, x, y }: Camera): void {
    const style = this.#style(1, 800)
    const radius = style.size * 0.68
    const fill = isHere ? this.#theme.chosen : this.#theme.ink
    // Moves a pin that does not fit in front of the building outwards, so that it does not cover a section.
    const away = Math.min(Math.max(0, radius * PIN - gap * scale), style.size * 0.57)
    context.save()
    context.translate(
      Math.round(at[0] * scale + x - inward[0] * away),
      Math.round(at[1] * scale + y - inward[1] * away),
    )
    context.fillStyle = fill
    context.strokeStyle = this.#theme.ink
    context.lineWidth = 3 * this.#theme.ratio
    context.beginPath()
    // The sides of the pin are the tangents from its tip to its circle.
    const direction = Math.atan2(inward[1], inward[0])
    const opening = Math.acos(1 / PIN)
    context.arc(0, 0, radius, direction + opening, direction - opening)
    context.lineTo(inward[0] * radius * PIN, inward[1] * radius * PIN)
    context.closePath()
    if (isHere) context.stroke()
    context.fill()
    const size = fittingSize(context, shown, style, radius * 1.7, 0.3) ?? style.size * 0.3
    write(context, shown, 0, 0, { ...style, size }, isHere ? inkOn(fill) : this.#theme.paper)
    context.restore()
  }

  /** Writes the name of a stage; a pitch is recognisable without a name. */
  writeField(context: Context, field: Field, { scale, x, y }: Camera): void {
    if (field.kind !== 'stage') return
    const [middleX, middleY] = centroid(field.outline)
    const { stage } = this.#labels.field
    write(context, stage, middleX * scale + x, middleY * scale + y, this.#style(1.2, 800), inkOn(this.#theme.stage))
  }

  #style(size: number, weight: TextStyle['weight']): TextStyle {
    return { family: this.#theme.font, size: this.#theme.textSize * this.#theme.ratio * size, weight }
  }
}

interface Room {
  readonly width: number
  readonly height: number
  /** Angle of the text in radians. */
  readonly angle: number
}

interface Setting extends Room {
  readonly lines: readonly string[]
  readonly size: number
}

/**
 * Returns the layout of a section code: horizontal if that is large enough, otherwise the largest of horizontal, along
 * the rows, and letters above digits. Null if the code would be illegible.
 */
function settingOf(context: Context, code: string, style: TextStyle, upright: Room, along: Room): Setting | null {
  const set = (lines: readonly string[], room: Room): Setting => {
    const widest = Math.min(...lines.map((line) => fittingSize(context, line, style, room.width, 0) ?? 0))
    return { ...room, lines, size: Math.min(widest, room.height / ((lines.length - 1) * LINE + CAPITALS)) }
  }
  const plain = set([code], upright)
  if (plain.size >= style.size * UPRIGHT) return plain
  const [, letters = '', figures = ''] = /^(\p{L}+)[ -]?(\d.*)$/u.exec(code) ?? []
  const others = [set([code], along), ...(letters === '' ? [] : [set([letters, figures], upright)])]
  const largest = others.reduce((best, one) => (one.size > best.size ? one : best), plain)
  return largest.size >= style.size * SMALLEST_CODE ? largest : null
}
