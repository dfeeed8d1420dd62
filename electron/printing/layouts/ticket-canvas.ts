import type { SpecimenTexts, TicketTexts } from '../../../shared/i18n/catalogues.ts'
import type { VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import { type Box, type Canvas, ink, type Paint, paper, type Role, type Size, type TextPlace } from '../pdf/canvas.ts'
import type { Line, Weight } from '../pdf/printable-text.ts'
import type { PdfDocument } from '../pdf/pdf-document.ts'
import type { Picture } from '../pdf/picture.ts'
import { capHeight, type FitLimits, leading, type Typesetter } from '../pdf/typesetter.ts'
import { qrQuietZone, qrSize, type QrSymbol } from './qr.ts'

export interface TicketCanvas {
  readonly document: Pick<PdfDocument, 'canvas' | 'form' | 'picture'>
  readonly type: Typesetter
  readonly texts: TicketTexts
  readonly encodeQr: (code: string) => QrSymbol
  /** Returns the plan of a venue by the name that the partner uses; null without a plan. */
  readonly planOf: (venueName: string) => VenuePlan | null
  readonly brand: Brand
}

export interface Brand {
  readonly logo: Picture | null
  readonly sponsor: Picture | null
  /** Notice that replaces the default advice to the ticket holder. */
  readonly notice: string | null
}

export const radius = 2.5

type Align = NonNullable<TextPlace['align']>

interface Block extends FitLimits {
  readonly x: number
  /** Top of the capitals in the first line. */
  readonly y: number
  readonly weight?: Weight
  readonly align?: Align
  readonly paint?: Paint
  readonly role?: Role
}

/** Extra depth below the baseline of Arabic and N'Ko letters compared with other letters, in ems. */
const deeper = 0.16

/**
 * Sets text in a block. Returns the last baseline, or a lower y for right-to-left text, whose letters extend further
 * down. Right-to-left text, or any text on a right-to-left page, starts at the right.
 */
export function setBlock(canvas: Canvas, type: Typesetter, text: string, block: Block): number {
  const { x, y, width, weight = 'regular', align = 'left', paint = ink, role } = block
  const { lines, size, rightToLeft } = type.fit(text, weight, block)
  const side = align === 'left' && rightToLeft && !canvas.readsFromRight ? 'right' : align
  const at = side === 'left' ? x : side === 'right' ? x + width : x + width / 2
  const baseline = drawLines(canvas, text, lines, { x: at, y: y + size * capHeight, size, align: side, paint, role })
  return rightToLeft ? baseline + size * deeper : baseline
}

type LinePlace = TextPlace & { readonly role?: Role | undefined }

/** Draws the first line on the baseline of `place`. Returns the last baseline. */
export function drawLines(canvas: Canvas, text: string, lines: readonly Line[], place: LinePlace): number {
  let { y } = place
  const { role = 'P' } = place
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

export function drawPicture(canvas: Canvas, picture: Picture, box: Box, align: Align, press: TicketCanvas): void {
  const { x, y, width, height } = box
  const scale = Math.min(width / picture.width, height / picture.height)
  const size = { width: picture.width * scale, height: picture.height * scale }
  const spare = width - size.width
  canvas.placePicture(press.document.picture(picture), {
    x: x + (align === 'left' ? 0 : align === 'right' ? spare : spare / 2),
    y: y + (height - size.height) / 2,
    ...size,
  })
}

/** Returns the side in millimetres of a code with its quiet zone. */
export function qrSide(module: number): number {
  return (qrSize + 2 * qrQuietZone) * module
}

const dotsOfModule = 10

/** Draws the code within a square of `qrSide(module)`; symbols with more modules have smaller modules. */
export function drawQr(canvas: Canvas, symbol: QrSymbol, { x, y }: Pick<Box, 'x' | 'y'>, module: number): void {
  const dots = dotsOfModule * (qrSize + 2 * qrQuietZone)
  const across = Math.floor(dots / (symbol.size + 2 * qrQuietZone))
  const inMillimetres = (count: number): number => (count * module) / dotsOfModule
  const margin = inMillimetres(Math.floor((dots - symbol.size * across) / 2))
  const side = inMillimetres(symbol.size * across)
  canvas.fillUnits({ x: x + margin, y: y + margin, width: side, height: side }, inMillimetres(across), symbol.path)
}

interface RotatedLabel extends Pick<Block, 'x' | 'y' | 'width' | 'largest'> {
  readonly degrees: number
}

/** Draws a very light word. Call `drawRotatedLabel` before other drawing, so that the word is behind it. */
export function drawRotatedLabel(canvas: Canvas, text: string, across: RotatedLabel, { type }: TicketCanvas): void {
  const { x, y, width, largest, degrees } = across
  const word = type.set(text, 'bold')
  const size = Math.min(largest, width / word.width)
  canvas.turned(x, y, degrees, () => canvas.text(word, { x: 0, y: size / 3, size, align: 'center', paint: 0.88 }))
}

export function drawSpecimenSheet(canvas: Canvas, { word }: SpecimenTexts, sheet: Size, press: TicketCanvas): void {
  const { width, height } = sheet
  const across = { x: width / 2, y: height / 2, width: width * 0.9, largest: 30, degrees: -30 }
  drawRotatedLabel(canvas, word, across, press)
}

type PlateKind = 'framed' | 'solid'

export function drawPlate(canvas: Canvas, text: string, plate: Box, kind: PlateKind, { type }: TicketCanvas): void {
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
