import type { VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import { type Box, type Canvas, ink, type Paint, paper, type Role } from '../pdf/canvas.ts'
import type { Weight } from '../pdf/printable-text.ts'
import type { PdfDocument } from '../pdf/pdf-document.ts'
import type { Picture } from '../pdf/picture.ts'
import { capHeight, type FitLimits, leading, type Typesetter } from '../pdf/typesetter.ts'
import { qrQuietZone, qrSize, type QrSymbol } from './qr.ts'
import type { SpecimenTexts, TicketTexts } from '../../../shared/i18n/paper-texts.ts'

/** What a layout draws with. */
export interface TicketPress {
  readonly document: Pick<PdfDocument, 'canvas' | 'form' | 'picture'>
  readonly type: Typesetter
  readonly texts: TicketTexts
  readonly encodeQr: (code: string) => QrSymbol
  /** By the venue's name as the partner writes it. */
  readonly planOf: (venueName: string) => VenuePlan | null
  readonly brand: Brand
}

/** What the venue puts on its tickets; null: nothing. */
export interface Brand {
  readonly logo: Picture | null
  /** A band as wide as the ticket. */
  readonly sponsor: Picture | null
  /** In place of our own advice to the holder. */
  readonly notice: string | null
}

/** The one radius of the ticket's corners, in millimetres. */
export const radius = 2.5

interface Block extends FitLimits {
  readonly x: number
  /** Top of the first line's capitals. */
  readonly y: number
  readonly weight: Weight
  readonly align?: 'left' | 'center' | 'right'
  readonly paint?: Paint
  /** Default: a paragraph. */
  readonly role?: Role
}

/** Arabic and N'Ko reach this much deeper below the line than other letters, in ems. */
const deeper = 0.16

/**
 * Sets text in a block and returns the y that what stands below is measured from: its last baseline, or a little less
 * high where its letters reach deep. Text from right to left starts at the right, wherever it
 * stands; on a page that is laid out from the right all text does.
 */
export function setBlock(canvas: Canvas, type: Typesetter, text: string, block: Block): number {
  const { x, y, width, weight, align = 'left', paint = ink, role = 'P' } = block
  const { lines, size, rightToLeft } = type.fit(text, weight, block)
  const side = align === 'left' && rightToLeft && !canvas.readsFromRight ? 'right' : align
  const at = side === 'left' ? x : side === 'right' ? x + width : x + width / 2
  let baseline = y + size * capHeight
  canvas.tagged(role, text, () => {
    for (const [index, line] of lines.entries()) {
      if (index > 0) baseline += size * leading
      canvas.text(line, { x: at, y: baseline, size, align: side, paint })
    }
  })
  return rightToLeft ? baseline + size * deeper : baseline
}

export function heightAt(picture: Picture, width: number, most: number): number {
  return Math.min(most, (width * picture.height) / picture.width)
}

/** Draws a picture as large as the box allows, against the side given and in the middle of the height. */
export function drawPicture(
  canvas: Canvas,
  picture: Picture,
  { x, y, width, height }: Box,
  align: 'left' | 'center' | 'right',
  { document }: TicketPress,
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

/** Side of the square that a code and its quiet zone take, in millimetres, where a hexadecimal code's module is `module`. */
export function qrSide(module: number): number {
  return (qrSize + 2 * qrQuietZone) * module
}

/** A layout's module is so many dots of a thermal head. */
const dotsOfModule = 10

/**
 * Draws the code in the middle of the square of `qrSide(module)` whose top left corner is (x, y); its quiet zone is left
 * bare. A larger code stands in the same square, its modules smaller by whole dots.
 */
export function drawQr(canvas: Canvas, symbol: QrSymbol, { x, y }: Pick<Box, 'x' | 'y'>, module: number): void {
  const dots = dotsOfModule * (qrSize + 2 * qrQuietZone)
  const across = Math.floor(dots / (symbol.size + 2 * qrQuietZone))
  const inMillimetres = (count: number): number => (count * module) / dotsOfModule
  const margin = inMillimetres(Math.floor((dots - symbol.size * across) / 2))
  const side = inMillimetres(symbol.size * across)
  canvas.fillUnits({ x: x + margin, y: y + margin, width: side, height: side }, inMillimetres(across), symbol.path)
}

/** A mark nobody overlooks: ink on a framed plate, or paper on an inked one. */
/** The middle of a word that lies across a page, in its measure. */
interface Across {
  readonly x: number
  readonly y: number
  /** The word is no longer than this, and no larger than `largest`. */
  readonly width: number
  readonly largest: number
  readonly degrees: number
}

/** Drawn first: so light that everything over it can be read, and a code scanned. */
export function drawAcross(canvas: Canvas, text: string, across: Across, { type }: TicketPress): void {
  const { x, y, width, largest, degrees } = across
  const word = type.set(text, 'bold')
  const size = Math.min(largest, width / word.width)
  canvas.turned(x, y, degrees, () => canvas.text(word, { x: 0, y: size / 3, size, align: 'center', paint: 0.88 }))
}

/** A sheet that is no ticket says in its middle what it is. */
export function drawSpecimenSheet(
  canvas: Canvas,
  content: { readonly specimen: SpecimenTexts | null },
  { width, height }: { readonly width: number; readonly height: number },
  press: TicketPress,
): void {
  if (!content.specimen) return
  const across = { x: width / 2, y: height / 2, width: width * 0.9, largest: 30, degrees: -30 }
  drawAcross(canvas, content.specimen.word, across, press)
}

export function drawPlate(
  canvas: Canvas,
  text: string,
  plate: Box,
  kind: 'framed' | 'solid',
  { type }: TicketPress,
): void {
  const frame = 0.7
  canvas.fillRounded(plate, radius, kind === 'solid' ? ink : paper)
  if (kind === 'framed') canvas.strokeRounded(plate, radius, ink, frame)
  const limits = { width: plate.width - 4, height: plate.height - 2.4, largest: plate.height * 0.62 }
  const { lines, size, rightToLeft } = type.fit(text, 'bold', limits)
  const tall = size * (capHeight + leading * (lines.length - 1))
  let y = plate.y + (plate.height - tall) / 2 + size * (capHeight - (rightToLeft ? deeper / 2 : 0))
  const middle = { x: plate.x + plate.width / 2, size, align: 'center', paint: kind === 'solid' ? paper : ink } as const
  canvas.tagged('P', text, () => {
    for (const line of lines) {
      canvas.text(line, { ...middle, y })
      y += size * leading
    }
  })
}
