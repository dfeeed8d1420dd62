import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { messageOf } from '../../../shared/errors.ts'
import { loadPdfium } from '../pdf/picture.ts'

/**
 * Picture with one bit per dot, 1 for black. Rows consist of whole bytes and start at the top; the leftmost dot is in a
 * byte's highest bit (the order of `GS v 0`).
 */
export interface Bitmap {
  /** Width in dots; padding bits at the end of a row are 0. */
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

interface Extent {
  readonly from: number
  readonly to: number
}

export function bytesPerRow(width: number): number {
  return (width + 7) >> 3
}

export function blankBitmap(width: number, height: number): Bitmap {
  return { width, height, data: new Uint8Array(bytesPerRow(width) * height) }
}

export function isBlack({ width, data }: Bitmap, x: number, y: number): boolean {
  return ((data[y * bytesPerRow(width) + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0
}

/**
 * Order in which the dots of a 4 × 4 cell turn black as a tint darkens. Black dots grow from the middle of the cell,
 * because a thermal head prints scattered single dots unevenly.
 */
const cell = [12, 5, 6, 13, 4, 0, 1, 7, 11, 3, 2, 8, 15, 10, 9, 14]

/** Maximum grey difference between neighbouring pixels of one tint; edges of anti-aliased shapes differ by more. */
const tintTolerance = 6

/**
 * Converts greys (one byte per pixel, 0 is black) into dots. Only even tints become a halftone; edges become black
 * below half grey, so that text and codes stay crisp.
 */
export function bitmapOfGrey(grey: Uint8Array, width: number, height: number): Bitmap {
  const bitmap = blankBitmap(width, height)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x += 8, at++) {
      const count = Math.min(8, width - x)
      const first = y * width + x
      let every = 255
      let any = 0
      for (let i = first; i < first + count; i++) {
        const value = grey[i] ?? 255
        every &= value
        any |= value
      }
      if (every === 255) continue
      const whole = (0xff00 >> count) & 0xff
      bitmap.data[at] = any === 0 ? whole : mixedByte(grey, width, x, y, count)
    }
  }
  return bitmap
}

function mixedByte(grey: Uint8Array, width: number, x: number, y: number, count: number): number {
  let byte = 0
  for (let i = 0; i < count; i++) {
    const index = y * width + x + i
    const value = grey[index] ?? 255
    const limit = value !== 0 && isTint(grey, index, width) ? tintLimit(x + i, y) : 128
    if (value < limit) byte |= 0x80 >> i
  }
  return byte
}

function isTint(grey: Uint8Array, index: number, width: number): boolean {
  const value = grey[index] ?? 255
  const near = (other: number): boolean => Math.abs((grey[other] ?? 255) - value) <= tintTolerance
  return near(index - 1) && near(index + 1) && near(index - width) && near(index + width)
}

function tintLimit(x: number, y: number): number {
  return 255 - (((cell[(y & 3) * 4 + (x & 3)] ?? 0) + 0.5) / cell.length) * 255
}

/** Returns null for blank paper. */
export function inkExtent(bitmap: Bitmap): { readonly rows: Extent; readonly columns: Extent } | null {
  const stride = bytesPerRow(bitmap.width)
  const union = new Uint8Array(stride)
  let [first, last] = [-1, -1]
  for (let y = 0; y < bitmap.height; y++) {
    let ink = 0
    for (let i = 0; i < stride; i++) {
      const byte = bitmap.data[y * stride + i] ?? 0
      ink |= byte
      union[i] = (union[i] ?? 0) | byte
    }
    if (ink === 0) continue
    if (first < 0) first = y
    last = y
  }
  if (first < 0) return null
  const row = { width: bitmap.width, height: 1, data: union }
  const columns = Array.from({ length: bitmap.width }, (_, x) => x).filter((x) => isBlack(row, x, 0))
  return { rows: { from: first, to: last + 1 }, columns: { from: columns[0] ?? 0, to: (columns.at(-1) ?? 0) + 1 } }
}

/** Returns the part whose top left dot is (x, y). Dots outside the picture are white. */
export function cropped(bitmap: Bitmap, x: number, y: number, width: number, height: number): Bitmap {
  const part = blankBitmap(width, height)
  const [from, to] = [bytesPerRow(bitmap.width), bytesPerRow(width)]
  const shift = x & 7
  const start = x >> 3
  const lastMask = width % 8 === 0 ? 0xff : (0xff00 >> (width % 8)) & 0xff
  for (let row = 0; row < height; row++) {
    const source = y + row
    if (source < 0 || source >= bitmap.height) continue
    const byteAt = (i: number): number => (i >= 0 && i < from ? (bitmap.data[source * from + i] ?? 0) : 0)
    for (let i = 0; i < to; i++) {
      const pair = (byteAt(start + i) << 8) | byteAt(start + i + 1)
      part.data[row * to + i] = (pair >> (8 - shift)) & (i === to - 1 ? lastMask : 0xff)
    }
  }
  return part
}

interface UnprintablePage {
  readonly type: 'unprintable-page'
  readonly detail: string
}

const dotsPerMillimetre = 8
const dotsPerPoint = (dotsPerMillimetre * 25.4) / 72

/** Blank dots added below the last line, because cutters are not accurate to a single dot. */
const belowDots = 16

/** Smallest scale of a page, at which a module of 1.25 mm has 6 of its 10 dots. */
const smallestScale = 0.6

/**
 * Draws the only page of a PDF as a thermal head of `dots` dots prints it, without blank paper above and below. Ink
 * wider than the head is scaled down, or refused if the code would become too small. PDFium draws the page that other
 * printers also receive, so a ticket has one layout and one set of fonts.
 */
export async function rasterisePage(document: Uint8Array, dots: number): Promise<Result<Bitmap, UnprintablePage>> {
  const full = await drawPage(document)
  if (!full.ok) return full
  const ink = inkExtent(full.value)
  if (!ink) return refused('a blank page')
  const width = ink.columns.to - ink.columns.from
  if (width <= dots) return ok(onHead(full.value, ink, dots))
  // Two dots of tolerance, because ink may begin and end within a dot.
  const scale = (dots - 2) / width
  if (scale < smallestScale)
    return refused(`${Math.round(width / dotsPerMillimetre)} mm of ink do not fit a print head of ${dots} dots`)
  const small = await drawPage(document, scale)
  if (!small.ok) return small
  const smallInk = inkExtent(small.value)
  return smallInk ? ok(onHead(small.value, smallInk, dots)) : refused('a blank page')
}

/** Centres the page on the head if all ink fits, otherwise centres the ink. */
function onHead(page: Bitmap, { rows, columns }: { rows: Extent; columns: Extent }, dots: number): Bitmap {
  const middle = Math.floor((page.width - dots) / 2)
  const within = columns.from >= middle && columns.to <= middle + dots
  const left = within ? middle : Math.floor((columns.from + columns.to - dots) / 2)
  return cropped(page, left, rows.from, dots, rows.to - rows.from + belowDots)
}

/** Draws the only page of a document at 8 dots per millimetre times `scale`. */
export async function drawPage(bytes: Uint8Array, scale = 1): Promise<Result<Bitmap, UnprintablePage>> {
  const library = await loadPdfium()
  let document
  try {
    document = await library.loadDocument(bytes)
  } catch (error) {
    return refused(`unreadable document: ${messageOf(error)}`)
  }
  try {
    if (document.getPageCount() !== 1) return refused(`a document of ${document.getPageCount()} pages, not one`)
    const page = document.getPage(0)
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const width = Math.round(originalWidth * dotsPerPoint * scale)
    const height = Math.round(originalHeight * dotsPerPoint * scale)
    const { data } = await page.render({ width, height, scale: 1, colorSpace: 'Gray', render: 'bitmap' })
    return ok(bitmapOfGrey(data, width, height))
  } finally {
    document.destroy()
  }
}

function refused(detail: string): Result<never, UnprintablePage> {
  return err({ type: 'unprintable-page', detail })
}
