import type { Box } from '../../electron/printing/pdf/canvas.ts'
import type { DrawnPage } from '../support/pdf.ts'

type Image = DrawnPage['image']

/** An area of the page in millimetres. */
export type Area = Box

export function pixelsOf({ image, widthMm, heightMm }: DrawnPage, { x, y, width, height }: Area) {
  const [across, down] = [image.width / widthMm, image.height / heightMm]
  return {
    left: Math.ceil(x * across),
    top: Math.ceil(y * down),
    right: Math.min(image.width, Math.floor((x + width) * across)),
    bottom: Math.min(image.height, Math.floor((y + height) * down)),
  }
}

/** Returns the lightness of a pixel, from 0 (black) to 255 (white). */
export function lightnessAt({ width, data }: Image, x: number, y: number): number {
  const at = (y * width + x) * 4
  return 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0)
}

/** Returns the ink along the four edges of a page: `side` mm at the left and right, `end` mm at the top and bottom. */
export function inkAtEdges(page: DrawnPage, side = 1, end = side): readonly number[] {
  const { widthMm: width, heightMm: height } = page
  return [
    { x: 0, y: 0, width, height: end },
    { x: 0, y: height - end, width, height: end },
    { x: 0, y: 0, width: side, height },
    { x: width - side, y: 0, width: side, height },
  ].map((edge) => inkShare(page, edge))
}

export function inkShare(page: DrawnPage, area: Area): number {
  const { left, top, right, bottom } = pixelsOf(page, area)
  let dark = 0
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) if (lightnessAt(page.image, x, y) < 128) dark++
  }
  return dark / ((right - left) * (bottom - top))
}

export function colorShare({ image: { data } }: DrawnPage, hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  let same = 0
  for (let at = 0; at < data.length; at += 4) {
    if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) same++
  }
  return same / (data.length / 4)
}

/** Returns the difference in ink between two areas of equal size. 0 means no difference. */
export function inkDifference(one: DrawnPage, area: Area, other: DrawnPage, otherArea: Pick<Area, 'x' | 'y'>): number {
  const { left, top, right, bottom } = pixelsOf(one, area)
  const there = pixelsOf(other, { ...area, ...otherArea })
  let [ink, differing] = [0, 0]
  for (let y = 0; y < bottom - top; y++) {
    for (let x = 0; x < right - left; x++) {
      const here = lightnessAt(one.image, left + x, top + y) < 128
      if (here) ink++
      if (here !== lightnessAt(other.image, there.left + x, there.top + y) < 128) differing++
    }
  }
  return differing / ink
}

export function inkedColumns(page: DrawnPage, area: Area): boolean[] {
  const { left, top, right, bottom } = pixelsOf(page, area)
  return Array.from({ length: right - left }, (_, column) => {
    for (let y = top; y < bottom; y++) if (lightnessAt(page.image, left + column, y) < 160) return true
    return false
  })
}

export function stretches(columns: readonly boolean[]): number {
  return columns.filter((inked, index) => inked && columns[index - 1] !== true).length
}

/** Returns the page in pure black and white, as a thermal printer prints it. */
export function monochrome(image: Image): Image {
  const data = new Uint8ClampedArray(image.data.length).fill(255)
  for (let at = 0; at < data.length; at += 4) if (lightnessAt(image, at / 4, 0) < 128) data.fill(0, at, at + 3)
  return { ...image, data }
}
