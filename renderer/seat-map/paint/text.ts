import { relativeLuminance } from '../../ui/illustrations/tribune.tsx'
import type { Context } from '../surface/map-surface.ts'

export interface TextStyle {
  readonly family: string
  /** Font size in device pixels. */
  readonly size: number
  readonly weight: 400 | 600 | 800
}

/** Minimum share of its font size to which text may shrink; text that would be smaller is omitted. */
const SMALLEST = 0.78

const widths = new Map<string, number>()

export function widthOf(context: Context, text: string, { family, weight }: TextStyle): number {
  const key = `${weight} ${family} ${text}`
  const known = widths.get(key)
  if (known !== undefined) return known
  if (widths.size > 5000) widths.clear()
  context.font = `${weight} 100px ${family}`
  const width = context.measureText(text).width / 100
  widths.set(key, width)
  return width
}

/** Clears the cached text widths, which are invalid after a font has loaded. */
export function forgetWidths(): void {
  widths.clear()
}

/** Returns the font size at which the text fits into `width`; null if the text would be too small to read. */
export function fittingSize(
  context: Context,
  text: string,
  style: TextStyle,
  width: number,
  smallest = SMALLEST,
): number | null {
  const size = Math.min(style.size, width / Math.max(widthOf(context, text, style), 1e-6))
  return size >= style.size * smallest ? size : null
}

/** Writes one line of text; capitals and digits are vertically centred at `y`. */
export function write(
  context: Context,
  text: string,
  x: number,
  y: number,
  style: TextStyle,
  color: string,
  align: CanvasTextAlign = 'center',
): void {
  context.font = `${style.weight} ${style.size}px ${style.family}`
  context.textAlign = align
  context.textBaseline = 'alphabetic'
  context.fillStyle = color
  // Capital letters of the interface's font are 0.668 em high.
  context.fillText(text, Math.round(x), Math.round(y + style.size * 0.334))
}

/** Returns the mixture of two colours. All colours are in the form `#rrggbb`. */
export function mixed(a: string, b: string, shareOfB: number): string {
  const channel = (from: number): string => {
    const [x, y] = [Number.parseInt(a.slice(from, from + 2), 16), Number.parseInt(b.slice(from, from + 2), 16)]
    return Math.round(x + (y - x) * shareOfB)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(1)}${channel(3)}${channel(5)}`
}

/** Returns the contrast of two colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(a: string, b: string): number {
  const [x, y] = [relativeLuminance(a) + 0.05, relativeLuminance(b) + 0.05]
  return Math.max(x, y) / Math.min(x, y)
}

/** Returns the colour, mixed with as much `ink` as needed for a contrast of `ratio` against `ground`. */
export function standingOut(color: string, ground: string, ink: string, ratio: number): string {
  for (let share = 0; share < 1; share += 0.05) {
    const candidate = mixed(color, ink, share)
    if (contrast(candidate, ground) >= ratio) return candidate
  }
  return ink
}
