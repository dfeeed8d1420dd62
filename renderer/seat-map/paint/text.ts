import type { Context } from '../surface/scene.ts'

export interface TextStyle {
  readonly family: string
  /** Device pixels. */
  readonly size: number
  readonly weight: 400 | 600 | 800
}

/** Share of a letter's height that it may shrink to before it is left out: smaller could not be read. */
const SMALLEST = 0.78

const widths = new Map<string, number>()

/** Width of a text at a size of 1; measured once for each font. */
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

/** Forgets what was measured: a font has arrived. */
export function forgetWidths(): void {
  widths.clear()
}

/** The size at which the text fits into `width`; null when it would be too small to read. */
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

/** Writes one line with its middle, or its beginning, at x; capitals and figures stand with their middle at y. */
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
