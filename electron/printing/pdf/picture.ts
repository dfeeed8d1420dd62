import type { PDFiumLibrary } from '@hyzyla/pdfium'
import type * as Resvg from '@resvg/resvg-wasm'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { deflateSync } from 'node:zlib'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { messageOf } from '../../../shared/errors.ts'

/** A picture as stored in a PDF: opaque, 8 bits per channel. */
export interface Picture {
  readonly width: number
  readonly height: number
  /** Red, green, blue, row by row from the top; compressed with zlib. */
  readonly deflated: Uint8Array
}

interface UnusablePicture {
  readonly type: 'unusable-picture'
  readonly detail: string
}

/** Maximum side in pixels: 600 dots per inch on 127 mm, beyond which print does not improve. */
const most = 3000

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Side in pixels of a rendered SVG: 600 dots per inch on a band of 70 mm. */
const drawnSide = 1600

/** Reads a PNG or SVG file and composes it on white paper. */
export async function readPicture(path: string): Promise<Result<Picture, UnusablePicture>> {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return unusable(code === 'ENOENT' ? 'no such file' : `cannot be read (${code})`)
  }
  if (isSvg(bytes)) return drawSvg(bytes)
  if (!bytes.subarray(0, 8).equals(signature) || bytes.length < 24)
    return unusable('neither a PNG picture nor an SVG drawing')
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  if (Math.max(width, height) > most) return unusable(`${width} × ${height} pixels, at most ${most} × ${most}`)
  // `pngjs` is imported on demand, because few computers have pictures to read.
  const { PNG } = await import('pngjs')
  try {
    return ok({ width, height, deflated: deflateSync(onWhite(PNG.sync.read(bytes).data)) })
  } catch (error) {
    return unusable(`a damaged PNG picture (${messageOf(error)})`)
  }
}

function isSvg(bytes: Buffer): boolean {
  return /^\uFEFF?\s*(?:<\?xml|<!--|<!DOCTYPE svg|<svg)/u.test(bytes.toString('utf8', 0, 400))
}

let drawing: Promise<typeof Resvg> | null = null

/** Loads the SVG renderer, which has no fonts, so text in an SVG must consist of outlines. */
async function loadResvg(): Promise<typeof Resvg> {
  const resvg = await import('@resvg/resvg-wasm')
  const program = await readFile(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm'))
  await resvg.initWasm(program)
  return resvg
}

async function drawSvg(bytes: Buffer): Promise<Result<Picture, UnusablePicture>> {
  drawing ??= loadResvg()
  const { Resvg: Drawing } = await drawing
  const text = bytes.toString('utf8')
  if (/<text[\s>]/u.test(text)) return unusable('an SVG drawing with text; convert its text to outlines')
  try {
    const { width, height } = new Drawing(text)
    const mode = width >= height ? 'width' : 'height'
    const drawn = new Drawing(text, { fitTo: { mode, value: drawnSide }, background: 'white' }).render()
    return ok({ width: drawn.width, height: drawn.height, deflated: deflateSync(onWhite(drawn.pixels)) })
  } catch (error) {
    return unusable(`a damaged SVG drawing (${messageOf(error)})`)
  }
}

function onWhite(pixels: Uint8Array): Uint8Array {
  const opaque = new Uint8Array((pixels.length / 4) * 3)
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
    const opacity = (pixels[from + 3] ?? 255) / 255
    for (let channel = 0; channel < 3; channel++) {
      opaque[to + channel] = Math.round(255 - (255 - (pixels[from + channel] ?? 255)) * opacity)
    }
  }
  return opaque
}

function unusable(detail: string): Result<never, UnusablePicture> {
  return err({ type: 'unusable-picture', detail })
}

let loading: Promise<PDFiumLibrary> | null = null

/** Returns the shared PDFium instance (WebAssembly), loaded at its first use in about 0.1 s. */
export function loadPdfium(): Promise<PDFiumLibrary> {
  loading ??= load()
  return loading
}

async function load(): Promise<PDFiumLibrary> {
  const { PDFiumLibrary: Library } = await import('@hyzyla/pdfium')
  const program = await readFile(createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm'))
  return Library.init({ wasmBinary: new Uint8Array(program).buffer })
}

const MM_PER_INCH = 25.4

export async function pictureOf(bytes: Uint8Array, dotsPerInch = 300): Promise<Uint8Array> {
  // `pngjs` is imported on demand, so that it does not slow down the start of the program.
  const { PNG } = await import('pngjs')
  const document = await (await loadPdfium()).loadDocument(bytes)
  try {
    const { widthMm, heightMm } = pageSizeOf(bytes)
    // PDFium receives the size in dots, because a scale would first round the page to whole points.
    const dots = (millimetres: number): number => Math.round((millimetres / MM_PER_INCH) * dotsPerInch)
    const [width, height] = [dots(widthMm), dots(heightMm)]
    const { data } = await document.getPage(0).render({ width, height, scale: 1 })
    const picture = new PNG({ width, height })
    picture.data = Buffer.from(data)
    return PNG.sync.write(picture, { colorType: 2 })
  } finally {
    document.destroy()
  }
}

const mediaBox = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/u
const millimetresPerPoint = 25.4 / 72

/**
 * Returns the size of the first page of a PDF of this program. Throws a `RangeError` if the document contains no page
 * size.
 */
export function pageSizeOf(document: Uint8Array): { readonly widthMm: number; readonly heightMm: number } {
  const [, width, height] = mediaBox.exec(Buffer.from(document).toString('latin1')) ?? []
  if (width === undefined || height === undefined) throw new RangeError('a document without a page size')
  return { widthMm: Number(width) * millimetresPerPoint, heightMm: Number(height) * millimetresPerPoint }
}
