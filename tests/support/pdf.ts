import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader'

export interface DrawnPage {
  readonly widthMm: number
  readonly heightMm: number
  readonly text: string
  /** The page as printed: RGBA, row by row, on a white background. */
  readonly image: { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray<ArrayBuffer> }
}

export interface PdfPage extends DrawnPage {
  /** Texts that a scanner reads from `image`. */
  readonly qrCodes: readonly string[]
}

const pointsPerInch = 72
const mmPerInch = 25.4

// By default, the reader downloads its WebAssembly file from a public host.
const wasm = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })

let pdfium: Promise<PDFiumLibrary> | undefined

/** Reads a PDF with a renderer and a scanner that did not create it. `dpi`: 203 for a receipt printer. */
export const readPdf = async (bytes: Uint8Array, dpi = 203): Promise<PdfPage[]> =>
  Promise.all((await drawPdf(bytes, dpi)).map(async (page) => ({ ...page, qrCodes: await readQrCodes(page.image) })))

export async function drawPdf(bytes: Uint8Array, dpi = 203): Promise<DrawnPage[]> {
  // The whole process shares the library, because compiling it takes as long as reading a page.
  const library = await (pdfium ??= PDFiumLibrary.init())
  const document = await library.loadDocument(bytes)
  try {
    const pages: DrawnPage[] = []
    for (const page of document.pages()) {
      // Size and text are read before `render`, which closes the page.
      const { originalWidth, originalHeight } = page.getOriginalSize()
      const text = page.getText()
      // With a scale, `render` would round the page to whole points, and the scales of the two sides would differ.
      const width = Math.round((originalWidth / pointsPerInch) * dpi)
      const height = Math.round((originalHeight / pointsPerInch) * dpi)
      const { data: pixels } = await page.render({ width, height, scale: 1 })
      const data = new Uint8ClampedArray(pixels)
      const image = { width, height, data }
      pages.push({
        widthMm: (originalWidth / pointsPerInch) * mmPerInch,
        heightMm: (originalHeight / pointsPerInch) * mmPerInch,
        text,
        image,
      })
    }
    return pages
  } finally {
    document.destroy()
  }
}

/** Returns the text of each page in a tenth of the time of `readPdf`, without scanning. */
export const readPdfText = async (bytes: Uint8Array): Promise<string[]> =>
  (await drawPdf(bytes, 30)).map(({ text }) => text)

/** Returns the file in Latin-1, followed by the objects of its object streams and the operators of its pages. */
export function plainPdf(bytes: Uint8Array): string {
  const file = Buffer.from(bytes)
  const text = file.toString('latin1')
  const streams = [...text.matchAll(/<<([^]*?)>>\nstream\n/gu)].map(({ 0: head, 1: entries = '', index }) => {
    const start = index + head.length
    const length = Number(/\/Length (\d+)/u.exec(entries)?.[1])
    const isPacked = entries.includes('/FlateDecode') && !/\/Length1|\/Image|\/XRef/u.test(entries)
    return isPacked ? inflateSync(file.subarray(start, start + length)).toString('latin1') : ''
  })
  return [text, ...streams].join('\n')
}

export interface ScannedCode {
  readonly text: string
  /** Width of the code in pixels, without the white margin. */
  readonly width: number
}

/** Codes on paper and on screens are sharp and dark on white, so the further attempts of the reader only cost time. */
const scanner: ReaderOptions = { formats: ['QRCodeModel2'], tryInvert: false, tryRotate: false, tryDownscale: false }

export async function scanQrCodes({ width, height, data }: DrawnPage['image']): Promise<ScannedCode[]> {
  const codes = await readBarcodes({ data, width, height, colorSpace: 'srgb' }, scanner)
  return codes.map(({ text, position: { topLeft, topRight } }) => ({
    text,
    width: Math.hypot(topRight.x - topLeft.x, topRight.y - topLeft.y),
  }))
}

export const readQrCodes = async (image: DrawnPage['image']): Promise<string[]> =>
  (await scanQrCodes(image)).map(({ text }) => text)

/** Returns true if any pixel of the page has the colour. Each channel (0 to 255) may differ by `tolerance`. */
export function hasColour({ image: { data } }: DrawnPage, hex: string, tolerance = 2): boolean {
  const wanted = [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16))
  for (let at = 0; at < data.length; at += 4) {
    if (wanted.every((part, channel) => Math.abs((data[at + channel] ?? 0) - part) <= tolerance)) return true
  }
  return false
}
