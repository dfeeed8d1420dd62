import type { SpecimenTexts, TicketTexts } from '../../../shared/i18n/catalogues.ts'
import type { VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import { type Box, type Canvas, ink, type Paint, paper, type Role, type Size, type TextPlace } from '../pdf/canvas.ts'
import type { Line, Weight } from '../pdf/printable-text.ts'
import type { PdfDocument } from '../pdf/pdf-document.ts'
import type { Picture } from '../pdf/picture.ts'
import { capHeight, type FitLimits, leading, type Typesetter } from '../pdf/typesetter.ts'
import { qrQuietZone, qrSize, type QrSymbol } from './qr.ts'

/** Dependencies of a layout, such as the document and the fonts. */
export interface TicketCanvas {
  readonly document: Pick<PdfDocument, 'canvas' | 'form' | 'picture'>
  readonly type: Typesetter
  readonly texts: TicketTexts
  readonly encodeQr: (code: string) => QrSymbol
  /** Returns the plan of a venue by the name that the partner uses; null if there is none. */
  readonly planOf: (venueName: string) => VenuePlan | null
  readonly brand: Brand
}

/** The venue's own content on tickets; each field is null if there is none. */
export interface Brand {
  readonly logo: Picture | null
  /** Picture of the sponsor, printed as a band. */
  readonly sponsor: Picture | null
  /** Replaces our own advice to the holder. */
  readonly notice: string | null
}

/** Radius of all corners of the ticket, in millimetres. */
export const radius = 2.5

interface Block extends FitLimits {
  readonly x: number
  /** Top of the capitals in the first line. */
  readonly y: number
  /** Default: regular. */
  readonly weight?: Weight
  readonly align?: 'left' | 'center' | 'right'
  readonly paint?: Paint
  /** Default: a paragraph. */
  readonly role?: Role
}

/** Extra depth of Arabic and N'Ko letters below the baseline compared with other letters, in ems. */
const deeper = 0.16

/**
 * Sets text in a block. Returns the y from which content below is measured: the last baseline, or slightly lower for
 * right-to-left text, whose letters reach further down. Right-to-left text starts at the right of its block. On a page
 * laid out from the right, all text starts at the right.
 */
export function setBlock(canvas: Canvas, type: Typesetter, text: string, block: Block): number {
  const { x, y, width, weight = 'regular', align = 'left', paint = ink, role = 'P' } = block
  const { lines, size, rightToLeft } = type.fit(text, weight, block)
  const side = align === 'left' && rightToLeft && !canvas.readsFromRight ? 'right' : align
  const at = side === 'left' ? x : side === 'right' ? x + width : x + width / 2
  const baseline = drawLines(canvas, text, lines, { x: at, y: y + size * capHeight, size, align: side, paint }, role)
  return rightToLeft ? baseline + size * deeper : baseline
}

/** Draws the lines of a text, the first one on the baseline of the place. Returns the last baseline. */
export function drawLines(
  canvas: Canvas,
  text: string,
  lines: readonly Line[],
  place: TextPlace,
  role: Role = 'P',
): number {
  let { y } = place
  canvas.tagged(role, text, () => {
    for (const [index, line] of lines.entries()) {
      if (index > 0) y += place.size * leading
      canvas.text(line, { ...place, y })
    }
  })
  return y
}

export function heightAt(picture: Picture, width: number, most: number): number {
  return Math.min(most, (width * picture.height) / picture.width)
}

/** Draws a picture as large as the box allows, at the given side and centred vertically. */
export function drawPicture(
  canvas: Canvas,
  picture: Picture,
  { x, y, width, height }: Box,
  align: 'left' | 'center' | 'right',
  { document }: TicketCanvas,
): void {
  const scale = Math.min(width / picture.width, height / picture.height)
  const size = { width: picture.width * scale, height: picture.height * scale }
  const spare = width - size.width
  canvas.placePicture(document.picture(picture), {
    x: x + (align === 'left' ? 0 : align === 'right' ? spare : spare / 2),
    y: y + (height - size.height) / 2,
    ...size,
  })
}

/**
 * Returns the side of the square for a code and its quiet zone, in millimetres. `module` is the module of a hexadecimal
 * code.
 */
export function qrSide(module: number): number {
  return (qrSize + 2 * qrQuietZone) * module
}

/** Number of dots of a thermal head in a layout's module. */
const dotsOfModule = 10

/**
 * Draws the code in the middle of the square of `qrSide(module)` with its top left corner at (x, y); its quiet zone is
 * blank. A larger code is drawn in the same square, with modules smaller by whole dots.
 */
export function drawQr(canvas: Canvas, symbol: QrSymbol, { x, y }: Pick<Box, 'x' | 'y'>, module: number): void {
  const dots = dotsOfModule * (qrSize + 2 * qrQuietZone)
  const across = Math.floor(dots / (symbol.size + 2 * qrQuietZone))
  const inMillimetres = (count: number): number => (count * module) / dotsOfModule
  const margin = inMillimetres(Math.floor((dots - symbol.size * across) / 2))
  const side = inMillimetres(symbol.size * across)
  canvas.fillUnits({ x: x + margin, y: y + margin, width: side, height: side }, inMillimetres(across), symbol.path)
}

/** Position of a word across a page; (x, y) is the middle of the word. */
interface RotatedLabel {
  readonly x: number
  readonly y: number
  /** Maximum length of the word. `largest` also limits its size. */
  readonly width: number
  readonly largest: number
  readonly degrees: number
}

/**
 * Draws a word across the page. Call it before other drawing: the word is so light that text drawn over it is readable
 * and a code can be scanned.
 */
export function drawRotatedLabel(canvas: Canvas, text: string, across: RotatedLabel, { type }: TicketCanvas): void {
  const { x, y, width, largest, degrees } = across
  const word = type.set(text, 'bold')
  const size = Math.min(largest, width / word.width)
  canvas.turned(x, y, degrees, () => canvas.text(word, { x: 0, y: size / 3, size, align: 'center', paint: 0.88 }))
}

/** Draws the specimen word across the middle of a sheet that is not a ticket. */
export function drawSpecimenSheet(
  canvas: Canvas,
  { specimen }: { readonly specimen: SpecimenTexts | null },
  { width, height }: Size,
  press: TicketCanvas,
): void {
  if (!specimen) return
  const across = { x: width / 2, y: height / 2, width: width * 0.9, largest: 30, degrees: -30 }
  drawRotatedLabel(canvas, specimen.word, across, press)
}

export function drawPlate(
  canvas: Canvas,
  text: string,
  plate: Box,
  kind: 'framed' | 'solid',
  { type }: TicketCanvas,
): void {
  const frame = 0.7
  canvas.fillRounded(plate, radius, kind === 'solid' ? ink : paper)
  if (kind === 'framed') canvas.strokeRounded(plate, radius, ink, frame)
  const limits = { width: plate.width - 4, height: plate.height - 2.4, largest: plate.height * 0.62 }
  const { lines, size, rightToLeft } = type.fit(text, 'bold', limits)
  const tall = size * (capHeight + leading * (lines.length - 1))
  const y = plate.y + (plate.height - tall) / 2 + size * (capHeight - (rightToLeft ? deeper / 2 : 0))
  const paint = kind === 'solid' ? paper : ink
  drawLines(canvas, text, lines, { x: plate.x + plate.width / 2, y, size, align: 'center', paint })
}
