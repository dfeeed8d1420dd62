import { withoutBidiControls } from '../../../shared/domain/language.ts'
import { asRead, type Face, type Line } from './printable-text.ts'

/** Structure types of ISO 32000-1, 14.8.4. */
export type Role = 'H1' | 'H2' | 'P' | 'Figure'

export interface Part {
  /** Null for an artifact. */
  readonly role: Role | null
  /** Text for PDF readers, in logical order. Null for an artifact, or if the glyphs represent the text. */
  readonly text: string | null
  readonly operators: string
}

/** A drawing made once for the document and placed on any page. `value`: result of the drawing function. */
export interface Form<T> {
  readonly value: T
  readonly parts: readonly Part[]
}

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export type Size = Pick<Box, 'width' | 'height'>

/** A grey from 0 (ink) to 1 (paper), or red, green and blue from 0 to 1 each. */
export type Paint = number | readonly [red: number, green: number, blue: number]

export const ink: Paint = 0
export const paper: Paint = 1

export type Point = readonly [x: number, y: number]

export interface TextPlace {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly align?: 'left' | 'center' | 'right'
  readonly paint?: Paint
}

/** Rounds to hundredths of a millimetre, which is finer than any printer. */
function fixed(value: number): string {
  return String(Math.round(value * 100) / 100)
}

function operands(paint: Paint): string {
  return typeof paint === 'number'
    ? String(paint)
    : paint.map((part) => String(Math.round(part * 1000) / 1000)).join(' ')
}

function isSameText(one: string, other: string): boolean {
  return (
    one === other || (one.length === other.length && one.replaceAll('\u00a0', ' ') === other.replaceAll('\u00a0', ' '))
  )
}

/** Bézier handle of a quarter circle of radius 1. */
const arc = 0.5523

/**
 * Draws PDF operators in millimetres from the top left corner, y downwards. A mirrored canvas measures x leftwards from
 * the right edge and swaps "left" and "right". Letters, pictures and codes are never mirrored.
 */
export class Canvas {
  private readonly use: (face: Face) => void
  private mirrored: boolean
  private readonly operators: string[] = []
  /** Ranges of `operators` with readable text, in drawing order, which is also the reading order. */
  private readonly tags: (Omit<Part, 'operators'> & { readonly from: number; readonly to: number })[] = []
  /** Plain texts of the lines since the last tag; null for a line that readers may order differently. */
  private lines: (string | null)[] = []
  /**
   * Current fill paint; null at the beginning of a part, or if restoring a graphics state may have changed the paint.
   */
  private filling: Paint | null = null

  /** `use` is called with each font face that the canvas's text uses. */
  constructor(use: (face: Face) => void, mirrored = false) {
    this.use = use
    this.mirrored = mirrored
  }

  get readsFromRight(): boolean {
    return this.mirrored
  }

  /** Draws without mirroring. `draw` receives the box in page coordinates. */
  unmirrored(box: Box, draw: (box: Box) => void): void {
    const { mirrored } = this
    const there = this.boxOf(box)
    this.mirrored = false
    draw(there)
    this.mirrored = mirrored
  }

  get parts(): readonly Part[] {
    const parts: Part[] = []
    const add = (role: Role | null, text: string | null, from: number, to: number): void => {
      if (to > from) parts.push({ role, text, operators: this.operators.slice(from, to).join('\n') })
    }
    let done = 0
    for (const { role, text, from, to } of this.tags) {
      add(null, null, done, from)
      add(role, text, from, to)
      done = to
    }
    add(null, null, done, this.operators.length)
    return parts
  }

  /** Tags the output of `draw` as a paragraph, heading or figure that reads as `text`. */
  tagged(role: Role, text: string, draw: () => void): void {
    const from = this.operators.length
    this.lines = []
    this.filling = null
    draw()
    const clean = asRead(withoutBidiControls(text))
    const [line, ...further] = this.lines
    const isRead = further.length === 0 && typeof line === 'string' && isSameText(line, clean)
    this.tag({ role: text === '' ? null : role, text: isRead || text === '' ? null : clean, from })
  }

  private tag(part: Omit<Part, 'operators'> & { readonly from: number }): void {
    this.tags.push({ ...part, to: this.operators.length })
    this.filling = null
  }

  fillRect(box: Box, paint: Paint): void {
    this.operators.push(`${this.fill(paint)}${rect(this.boxOf(box))} f`)
  }

  strokeRect(box: Box, paint: Paint, lineWidth: number): void {
    this.operators.push(`${stroke(paint, lineWidth)} ${rect(this.boxOf(box))} S`)
  }

  fillRounded(box: Box, radius: number, paint: Paint): void {
    this.operators.push(`${this.fill(paint)}${rounded(this.boxOf(box), radius)} f`)
  }

  strokeRounded(box: Box, radius: number, paint: Paint, lineWidth: number): void {
    this.operators.push(`${stroke(paint, lineWidth)} ${rounded(this.boxOf(box), radius)} S`)
  }

  fillCircle(x: number, y: number, radius: number, paint: Paint): void {
    this.fillRounded({ x: x - radius, y: y - radius, width: radius * 2, height: radius * 2 }, radius, paint)
  }

  fillTriangle(a: Point, b: Point, c: Point, paint: Paint): void {
    this.fillPolygon([a, b, c], paint)
  }

  fillPolygon(points: readonly Point[], paint: Paint): void {
    this.operators.push(`${this.fill(paint)}${this.pathOf(points)} f`)
  }

  strokePolygon(points: readonly Point[], paint: Paint, lineWidth: number): void {
    this.operators.push(`${stroke(paint, lineWidth)} ${this.pathOf(points)} s`)
  }

  strokePath(points: readonly Point[], paint: Paint, lineWidth: number): void {
    this.operators.push(`${stroke(paint, lineWidth)} ${this.pathOf(points)} S`)
  }

  /** `dash`: alternately drawn and omitted lengths. */
  line(from: Point, to: Point, lineWidth: number, dash?: readonly number[], paint: Paint = ink): void {
    const pattern = dash ? `[${dash.join(' ')}] 0 d ` : ''
    this.operators.push(`q ${stroke(paint, lineWidth)} ${pattern}${this.pathOf([from, to])} S Q`)
  }

  clipped(box: Box, radius: number, draw: () => void): void {
    this.operators.push(`q ${rounded(this.boxOf(box), radius)} W n`)
    draw()
    this.operators.push('Q')
    this.filling = null
  }

  scaled(factor: number, draw: () => void): void {
    const scale = factor.toFixed(5)
    this.operators.push(`q ${scale} 0 0 ${scale} 0 0 cm`)
    draw()
    this.operators.push('Q')
    this.filling = null
  }

  /** Moves the origin to (x, y) and rotates the output of `draw` around (x, y), clockwise in degrees. */
  turned(x: number, y: number, degrees: number, draw: () => void): void {
    const angle = ((this.mirrored ? -degrees : degrees) * Math.PI) / 180
    const [cos, sin, minusSin] = [Math.cos(angle), Math.sin(angle), -Math.sin(angle)].map((part) => part.toFixed(5))
    this.operators.push(`q ${cos} ${sin} ${minusSin} ${cos} ${fixed(this.xOf(x))} ${fixed(y)} cm`)
    draw()
    this.operators.push('Q')
    this.filling = null
  }

  text(line: Line, { x, y, size, align = 'left', paint = ink }: TextPlace): void {
    const width = line.width * size
    const before = align === 'center' ? 0.5 : (align === 'right') === this.mirrored ? 0 : 1
    const start = this.xOf(x) - width * before
    for (const face of line.faces) this.use(face)
    const scale = fixed(size)
    this.lines.push(line.plainText ?? null)
    this.operators.push(
      `${this.fill(paint)}BT ${scale} 0 0 -${scale} ${fixed(start)} ${fixed(y)} Tm ${line.operators} ET`,
    )
  }

  /** Fills a path in units of `unit` millimetres from the top left corner of the box. */
  fillUnits(box: Box, unit: number, pathOperators: string): void {
    const { x, y } = this.boxOf(box)
    this.operators.push(`q 0 g ${unit} 0 0 ${unit} ${fixed(x)} ${fixed(y)} cm`, `${pathOperators}f Q`)
  }

  place({ parts }: Form<unknown>): void {
    for (const { role, text, operators } of parts) {
      const from = this.operators.push(operators) - 1
      this.tag({ role, text, from })
    }
  }

  placePicture(name: string, box: Box): void {
    const { x, y, width, height } = this.boxOf(box)
    this.operators.push(`q ${fixed(width)} 0 0 -${fixed(height)} ${fixed(x)} ${fixed(y + height)} cm /${name} Do Q`)
  }

  private xOf(x: number): number {
    return this.mirrored ? -x : x
  }

  private boxOf(box: Box): Box {
    return this.mirrored ? { ...box, x: -(box.x + box.width) } : box
  }

  private pathOf(points: readonly Point[]): string {
    return points.map(([x, y], index) => `${fixed(this.xOf(x))} ${fixed(y)} ${index === 0 ? 'm' : 'l'}`).join(' ')
  }

  private fill(paint: Paint): string {
    if (paint === this.filling) return ''
    this.filling = paint
    return `${operands(paint)} ${typeof paint === 'number' ? 'g' : 'rg'} `
  }
}

function stroke(paint: Paint, lineWidth: number): string {
  return `${operands(paint)} ${typeof paint === 'number' ? 'G' : 'RG'} ${fixed(lineWidth)} w`
}

function rect({ x, y, width, height }: Box): string {
  return `${fixed(x)} ${fixed(y)} ${fixed(width)} ${fixed(height)} re`
}

function rounded(box: Box, radius: number): string {
  if (radius === 0) return rect(box)
  const { x: left, y: top } = box
  const [right, bottom, handle] = [left + box.width, top + box.height, radius * (1 - arc)]
  const curve = (...points: number[]): string => `${points.map(fixed).join(' ')} c`
  return [
    `${fixed(left + radius)} ${fixed(top)} m`,
    `${fixed(right - radius)} ${fixed(top)} l`,
    curve(right - handle, top, right, top + handle, right, top + radius),
    `${fixed(right)} ${fixed(bottom - radius)} l`,
    curve(right, bottom - handle, right - handle, bottom, right - radius, bottom),
    `${fixed(left + radius)} ${fixed(bottom)} l`,
    curve(left + handle, bottom, left, bottom - handle, left, bottom - radius),
    `${fixed(left)} ${fixed(top + radius)} l`,
    curve(left, top + handle, left + handle, top, left + radius, top),
    'h',
  ].join(' ')
}
