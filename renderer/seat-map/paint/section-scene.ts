import type { Tribune } from '../../../shared/domain/seats/place.ts'
import { isInside } from '../../../shared/domain/venue/venue-geometry.ts'
import type { Point } from '../../../shared/domain/venue/venue-plan.ts'
import { inkOn } from '../../ui/illustrations/tribune.tsx'
import { SeatIndex, type SectionLayout } from '../layout/section-layout.ts'
import { boundsOf, centroid, grown, nearestOnEdge, overlap, type Rect, rectAround } from '../layout/shapes.ts'
import type { Field } from '../layout/venue-layout.ts'
import { type Camera, type Context, inWorld, type Scene, type Size } from '../surface/map-surface.ts'
import { linesOf, NAME_GAP, NAMED_ROWS, pathOf, TribuneFills } from './field.ts'
import { chosenFill, DOT, dotOf, SeatSprites, standingBack } from './seat-drawing.ts'
import { looks, standsBack } from './seat-marks.ts'
import { fittingSize, type TextStyle, widthOf, write } from './text.ts'
import type { MapTheme } from './theme.ts'

/**
 * Margins around the section in metres: in front for the edge of the field, at the sides for row names, behind for gate
 * signs.
 */
export const FRONT = 1.2
const BESIDE = 0.9
const BEHIND = 1.7

/** Distance in metres from the front edge of the section to the edge of the field. */
export const FIELD_EDGE = 0.55

interface Neighbour {
  readonly sectionId: string
  readonly code: string
  readonly outline: readonly Point[]
  readonly bounds: Rect
  /** Position at which the code of the neighbouring section is written. */
  readonly name: Point
}

export interface SectionSurroundings {
  readonly tribune: Tribune
  readonly field: Field['kind'] | null
  readonly neighbours: readonly Neighbour[]
  readonly gates: readonly { readonly code: string; readonly name: string; readonly at: Point }[]
}

interface SectionLooks {
  readonly theme: MapTheme
  readonly categories: number
}

/** Returns the bounds of the scene in metres. Without a plan, neither the field nor the gates need space. */
export function sceneBounds({ bounds: { left, top, right, bottom }, fromPlan }: SectionLayout): Rect {
  const [front, behind] = fromPlan ? [FRONT + 0.3, BEHIND] : [BESIDE, BESIDE + 0.3]
  return { left: left - BESIDE, top: top - front, right: right + BESIDE, bottom: bottom + behind }
}

/** Scene of a section with all its seats. Only the marks of the seats change. */
export class SectionScene implements Scene {
  readonly bounds: Rect
  readonly ground: string
  readonly layout: SectionLayout
  /** Minimum distance between seats with visible numbers, in CSS pixels. */
  readonly numberedPitch: number
  readonly #around: SectionSurroundings
  readonly #looks: SectionLooks
  readonly #index: SeatIndex
  readonly #outline: Path2D
  readonly #front: Path2D
  readonly #line: Path2D
  readonly #stairs: Path2D
  readonly #band: Path2D
  readonly #fills = new TribuneFills()
  #marks: Uint8Array
  #chosen: readonly number[]
  #sprites: { readonly scale: number; readonly sprites: SeatSprites } | null = null

  constructor(layout: SectionLayout, around: SectionSurroundings, marks: Uint8Array, looks: SectionLooks) {
    this.layout = layout
    this.#around = around
    this.#looks = looks
    this.ground = looks.theme.paper
    this.numberedPitch = numberedPitch(layout, looks.theme)
    this.#marks = marks
    this.#chosen = chosenIn(marks)
    this.#index = new SeatIndex(layout.xs, layout.ys, layout.pitch)
    this.#outline = pathOf(layout.outline)
    this.#front = pathOf(fieldBefore(layout.front))
    this.#line = linesOf([beyondEnds(layout.front).map(([x, y]) => [x, y - FIELD_EDGE])])
    this.#stairs = linesOf(stairsOf(layout))
    this.#band = pathOf(strip(layout.back, 0.3, 0.75))
    this.bounds = sceneBounds(layout)
  }

  weight({ scale }: Camera, view: Size): number {
    const { width, height } = { width: view.width / scale, height: view.height / scale }
    const { left, top, right, bottom } = this.layout.bounds
    const share = Math.min(1, width / (right - left)) * Math.min(1, height / (bottom - top))
    return this.layout.seats.length * share
  }

  /**
   * Returns the index of the seat nearest to a position in metres; -1 if no seat is within half the larger of pitch and
   * row depth.
   */
  seatAt(x: number, y: number): number {
    return this.#index.nearest(x, y, Math.max(this.layout.pitch, this.layout.depth) / 2)
  }

  neighbourAt(x: number, y: number): Neighbour | null {
    return this.#around.neighbours.find(({ outline }) => isInside(outline, [x, y])) ?? null
  }

  /** Sets new marks. Returns the rectangles (in metres) of the seats whose look changes. */
  mark(marks: Uint8Array): readonly Rect[] {
    const { xs, ys, pitch, depth } = this.layout
    const before = this.#marks
    this.#marks = marks
    this.#chosen = chosenIn(marks)
    // If seats are drawn as dots, a selected seat is drawn larger than its space.
    const dot = DOT * this.#looks.theme.ratio
    const scale = this.#sprites?.scale ?? Infinity
    const beyond = pitch * scale < dot ? (1.5 * dot) / scale : 0
    const [wide, deep] = [pitch / 2 + beyond, depth / 2 + beyond]
    const changed: Rect[] = []
    for (let i = 0; i < marks.length; i++) {
      if (marks[i] === before[i]) continue
      const [x, y] = [xs[i] ?? 0, ys[i] ?? 0]
      changed.push(rectAround([x, y], wide, deep))
    }
    return changed
  }

  paint(context: Context, camera: Camera, clip: Rect): void {
    const { scale, x, y } = camera
    const { theme } = this.#looks
    const { ratio } = theme
    const seen = inWorld(camera, clip)
    context.fillStyle = theme.paper
    context.fillRect(clip.left, clip.top, clip.right - clip.left, clip.bottom - clip.top)

    context.save()
    context.transform(scale, 0, 0, scale, x, y)
    context.lineJoin = 'round'
    context.lineWidth = (1.5 * ratio) / scale
    if (this.#around.field) this.#paintFieldEdge(context, scale)
    for (const { outline, bounds } of this.#around.neighbours) {
      if (!overlap(bounds, seen)) continue
      context.fillStyle = theme.paper2
      context.strokeStyle = theme.line
      const path = pathOf(outline)
      context.fill(path)
      context.stroke(path)
    }
    context.fillStyle = theme.paper
    context.fill(this.#outline)
    context.strokeStyle = theme.line
    context.stroke(this.#outline)
    context.stroke(this.#stairs)
    context.fillStyle = this.#fills.fillOf(context, this.#around.tribune, scale, ratio)
    context.fill(this.#band)
    context.restore()

    for (const neighbour of this.#around.neighbours) {
      if (overlap(neighbour.bounds, seen)) this.#writeNeighbour(context, neighbour, camera)
    }
    this.#writeRows(context, camera, seen)
    this.#writeGates(context, camera)
    this.#paintSeats(context, camera, seen)
  }

  #paintSeats(context: Context, camera: Camera, seen: Rect): void {
    const { pitch, depth } = this.layout
    const { ratio } = this.#looks.theme
    const pixel = 1 / camera.scale
    const [wide, deep] = [pitch / 2 + pixel, depth / 2 + pixel]
    const inSight = grown(seen, wide, deep)
    if (pitch * camera.scale < DOT * ratio) {
      this.#paintDots(context, camera, inSight)
      this.#paintChosenLarger(context, camera)
    } else this.#paintSprites(context, camera, inSight)
  }

  #paintSprites(context: Context, { scale, x, y }: Camera, inSight: Rect): void {
    const { xs, ys, seats } = this.layout
    const { theme } = this.#looks
    const sprites = this.#spritesAt(scale)
    const number = numberStyle(theme)
    const chosen = inkOn(chosenFill(theme))
    const free = sprites.numberInk(false)
    const back = sprites.numberInk(true)
    this.#index.within(inSight, (i) => {
      const mark = this.#marks[i] ?? 0
      const sprite = sprites.spriteOf(mark)
      const middleX = (xs[i] ?? 0) * scale + x
      const middleY = (ys[i] ?? 0) * scale + y
      context.drawImage(sprite, Math.round(middleX - sprite.width / 2), Math.round(middleY - sprite.height / 2))
      const look = looks[mark & 7]
      if (!sprites.isNumbered || (look !== 'available' && look !== 'selected')) return
      const ink = look === 'selected' ? chosen : standsBack(mark) ? back : free
      write(context, `${seats[i]?.number ?? ''}`, middleX, middleY + sprites.numberAt(mark), number, ink)
    })
  }

  #paintDots(context: Context, { scale, x, y }: Camera, inSight: Rect): void {
    const { xs, ys } = this.layout
    const { width, height } = this.#spritesAt(scale).seat
    const { theme } = this.#looks
    const free = this.#around.tribune.color
    const dots = looks.map((look) => ({ ...dotOf(look, width, free, theme), seats: [] as number[] }))
    const back = { fill: standingBack(free, theme), shrink: 0, seats: [] as number[] }
    this.#index.within(inSight, (i) => {
      const mark = this.#marks[i] ?? 0
      const dot = standsBack(mark) ? back : dots[mark & 7]
      dot?.seats.push(i)
    })
    for (const { fill, shrink, seats } of [...dots, back]) {
      const [wide, high] = [Math.max(1, width - 2 * shrink), Math.max(1, height - 2 * shrink)]
      context.fillStyle = fill
      for (const i of seats) {
        const left = Math.round((xs[i] ?? 0) * scale + x - width / 2) + shrink
        context.fillRect(left, Math.round((ys[i] ?? 0) * scale + y - height / 2) + shrink, wide, high)
      }
    }
  }

  /** Draws selected seats larger than other seats, so that customers can find them among dots. */
  #paintChosenLarger(context: Context, { scale, x, y }: Camera): void {
    const { xs, ys } = this.layout
    const { theme } = this.#looks
    context.fillStyle = theme.ink
    context.strokeStyle = theme.chosen
    context.lineWidth = 2 * theme.ratio
    for (const i of this.#chosen) {
      context.beginPath()
      context.arc((xs[i] ?? 0) * scale + x, (ys[i] ?? 0) * scale + y, DOT * theme.ratio, 0, 2 * Math.PI)
      context.fill()
      context.stroke()
    }
  }

  #spritesAt(scale: number): SeatSprites {
    if (this.#sprites?.scale === scale) return this.#sprites.sprites
    const { theme, categories } = this.#looks
    const { pitch, depth } = this.layout
    const colors = { free: this.#around.tribune.color, theme, categories }
    const isNumbered = pitch * scale >= this.numberedPitch * theme.ratio * 0.98
    const sprites = new SeatSprites(pitch * scale, depth * scale, colors, isNumbered)
    this.#sprites = { scale, sprites }
    return sprites
  }

  #style(size: number, weight: TextStyle['weight']): TextStyle {
    const { theme } = this.#looks
    return { family: theme.codeFont, size: theme.textSize * theme.ratio * size, weight }
  }

  #paintFieldEdge(context: Context, scale: number): void {
    const { theme } = this.#looks
    const { ratio } = theme
    context.fillStyle = this.#around.field === 'pitch' ? theme.grass : theme.stage
    context.fill(this.#front)
    if (this.#around.field !== 'pitch') return
    context.strokeStyle = theme.chalk
    context.lineWidth = (3 * ratio) / scale
    context.stroke(this.#line)
    context.lineWidth = (1.5 * ratio) / scale
  }

  #writeRows(context: Context, { scale, x, y }: Camera, seen: Rect): void {
    const { rows, xs, ys, pitch, depth } = this.layout
    const style = this.#style(1, 600)
    if (depth * scale < style.size * NAMED_ROWS) return
    const away = pitch / 2 + (style.size * NAME_GAP) / scale
    for (const { label, first, last } of rows) {
      const size = fittingSize(context, label, style, style.size * 1.6, 0.5) ?? style.size
      for (const [seat, side] of [
        [first, -1],
        [last, 1],
      ] as const) {
        const [atX, atY] = [(xs[seat] ?? 0) + side * away, ys[seat] ?? 0]
        if (
          atX + BESIDE < seen.left ||
          atX - BESIDE > seen.right ||
          atY + depth < seen.top ||
          atY - depth > seen.bottom
        )
          continue
        write(context, label, atX * scale + x, atY * scale + y, { ...style, size }, this.#looks.theme.ink2)
      }
    }
  }

  #writeNeighbour(context: Context, { code, name }: Neighbour, { scale, x, y }: Camera): void {
    write(context, code, name[0] * scale + x, name[1] * scale + y, this.#style(1.6, 800), this.#looks.theme.edge)
  }

  #writeGates(context: Context, { scale, x, y }: Camera): void {
    const { theme } = this.#looks
    const { left, right } = this.layout.bounds
    const style = this.#style(1, 800)
    if ((BEHIND - 0.75) * scale < style.size * 1.3) return
    for (const { name, at } of this.#around.gates) {
      const middle = Math.min(Math.max(at[0], left + (right - left) * 0.2), right - (right - left) * 0.2)
      const back = nearestAcross(this.layout.back, middle)
      const [signX, signY] = [middle * scale + x, (back[1] + 0.9 + (BEHIND - 0.75) / 2) * scale + y]
      const angle = Math.atan2(at[1] - back[1], at[0] - middle)
      context.font = `${style.weight} ${style.size}px ${style.family}`
      const width = context.measureText(name).width + style.size * 2.1
      const height = style.size * 1.5
      context.fillStyle = theme.ink
      context.beginPath()
      context.roundRect(Math.round(signX - width / 2), Math.round(signY - height / 2), width, height, style.size * 0.3)
      context.fill()
      write(context, name, signX - style.size * 0.5, signY, style, theme.paper)
      drawArrow(context, signX + width / 2 - style.size * 0.95, signY, style.size * 0.4, angle, theme.paper)
    }
  }
}

/** Returns the point of an edge whose x coordinate is nearest to `x`. */
export function nearestAcross(edge: readonly Point[], x: number): Point {
  return edge.reduce((near, point) => (Math.abs(point[0] - x) < Math.abs(near[0] - x) ? point : near))
}

function chosenIn(marks: Uint8Array): readonly number[] {
  const chosen: number[] = []
  const wanted = looks.indexOf('selected')
  for (let i = 0; i < marks.length; i++) if (((marks[i] ?? 0) & 7) === wanted) chosen.push(i)
  return chosen
}

function drawArrow(context: Context, x: number, y: number, reach: number, angle: number, color: string): void {
  context.save()
  context.translate(x, y)
  context.rotate(angle)
  context.strokeStyle = color
  context.lineWidth = reach * 0.34
  context.lineCap = context.lineJoin = 'round'
  context.beginPath()
  context.moveTo(-reach, 0)
  context.lineTo(reach, 0)
  context.moveTo(reach * 0.25, -reach * 0.7)
  context.lineTo(reach, 0)
  context.lineTo(reach * 0.25, reach * 0.7)
  context.stroke()
  context.restore()
}

/** Distance in metres by which the field extends beyond the section. The map cannot be moved that far. */
const BEYOND = 200

/** Returns an edge, extended on both sides by `BEYOND`. */
function beyondEnds(edge: readonly Point[]): readonly Point[] {
  const [first, last] = [edge[0] ?? [0, 0], edge.at(-1) ?? [0, 0]]
  return [[first[0] - BEYOND, first[1]], ...edge, [last[0] + BEYOND, last[1]]]
}

function fieldBefore(front: readonly Point[]): readonly Point[] {
  const edge = beyondEnds(front).map(([x, y]): Point => [x, y - 0.35])
  const [[left, top], [right]] = [edge[0] ?? [0, 0], edge.at(-1) ?? [0, 0]]
  return [...edge, [right, top - BEYOND], [left, top - BEYOND]]
}

/** Returns the stairs: two steps for each aisle between two seats of a row. */
function stairsOf({ rows, xs, ys, pitch, depth }: SectionLayout): readonly (readonly Point[])[] {
  return rows.flatMap(({ first, last }) => {
    const steps: Point[][] = []
    for (let seat = first; seat < last; seat++) {
      const [from, to] = [(xs[seat] ?? 0) + pitch * 0.75, (xs[seat + 1] ?? 0) - pitch * 0.75]
      if (to - from < pitch / 2) continue
      const y = ((ys[seat] ?? 0) + (ys[seat + 1] ?? 0)) / 2
      for (const step of [-0.2, 0.2]) {
        const level = y + step * depth
        steps.push([
          [from, level],
          [to, level],
        ])
      }
    }
    return steps
  })
}

/** Returns the strip between two parallels of an edge, `from` and `to` metres behind it (negative: in front). */
function strip(edge: readonly Point[], from: number, to: number): readonly Point[] {
  const shifted = (by: number): Point[] => edge.map(([x, y]) => [x, y + by])
  return [...shifted(from), ...shifted(to).reverse()]
}

/** Position of a neighbour's name, as a share of the distance from its nearest edge to its centre. */
const NAME_DEPTH = 0.3

/** Returns a neighbouring section in the coordinates of the section whose centre is `from`. */
export function neighbourOf(sectionId: string, code: string, outline: readonly Point[], from: Point): Neighbour {
  const [edge, middle] = [nearestOnEdge(outline, from), centroid(outline)]
  const name: Point = [edge[0] + (middle[0] - edge[0]) * NAME_DEPTH, edge[1] + (middle[1] - edge[1]) * NAME_DEPTH]
  return { sectionId, code, outline, bounds: grown(boundsOf(outline), 0.1), name }
}

/** Share of a seat's space that its number may fill. */
const NUMBER_ROOM = 0.75

function numberStyle({ codeFont, textSize, ratio }: MapTheme): TextStyle {
  return { family: codeFont, size: textSize * ratio, weight: 800 }
}

/** Returns the seat pitch in CSS pixels at which every seat number is legible at the normal text size. */
function numberedPitch({ seats }: SectionLayout, theme: MapTheme): number {
  const pen = new OffscreenCanvas(1, 1).getContext('2d')
  if (!pen) return 0
  const style = numberStyle(theme)
  let widest = 0
  for (const number of new Set(seats.map((seat) => seat.number)))
    widest = Math.max(widest, widthOf(pen, `${number}`, style))
  // Adds 2 % because drawings are aligned to whole pixels.
  return (widest * theme.textSize * 1.02) / NUMBER_ROOM
}
