import { rasterisePage } from './escpos/bitmap.ts'
import { pictureOf, loadPdfium } from './pdf/picture.ts'
import { TicketRenderer, type TicketRendererOptions } from './ticket-renderer.ts'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type * as Reader from 'zxing-wasm/reader'
import { isHexCode } from '../../shared/domain/documents/qr-code.ts'
import { messageOf } from '../../shared/errors.ts'

export interface PageDrawing {
  readonly rasterisePage: typeof rasterisePage
  readonly pictureOf: typeof pictureOf
}

/**
 * Creates documents, draws them for printers and decodes their codes, all of which is slow. If the document thread
 * ends, pending calls reject with `DocumentWorkerEnded`.
 */
export interface DocumentService extends Pick<TicketRenderer, keyof TicketRenderer>, PageDrawing {
  readonly faultOfPages: typeof faultOfPages
  /** Ends the thread after the pending calls. A later call starts a new thread. */
  readonly close: () => Promise<void>
  readonly cancel: () => Promise<void>
}

/** Creates a service that blocks the calling thread, for the document worker and for tests. */
export function createDocumentService(options: TicketRendererOptions): DocumentService {
  const close = (): Promise<void> => Promise.resolve()
  return Object.assign(new TicketRenderer(options), { rasterisePage, pictureOf, faultOfPages, close, cancel: close })
}

/** Half the resolution of receipt printers: codes readable at 100 dots per inch are readable on paper. */
const dotsPerInch = 100
/** Higher resolution for a partner's long codes, whose modules may be a fifth of the usual size. */
const dotsPerInchOfLongCodes = 300

const readerOptions: Reader.ReaderOptions = {
  // 'QRCode' also reads Micro QR, which a scanner sometimes detects inside a real code.
  formats: ['QRCodeModel2'],
  // Pages are always printed black on white, so no other variant is tried.
  tryRotate: false,
  tryInvert: false,
  tryDownscale: false,
  // Two codes are read, because a second code on a page is also a fault.
  maxNumberOfSymbols: 2,
}

/**
 * Checks a document with a renderer and a scanner that are independent of the code that created it. Returns null if
 * page n contains exactly code n and no other code, otherwise a description of the fault. Takes about 15 ms per A4 page
 * and 6 ms per roll ticket.
 */
export async function faultOfPages(document: Uint8Array, codes: readonly string[]): Promise<string | null> {
  const [pdfium, { readBarcodes }] = await Promise.all([loadPdfium(), loadReader()])
  let opened
  try {
    opened = await pdfium.loadDocument(document)
  } catch (error) {
    return `unreadable document: ${messageOf(error)}`
  }
  try {
    const pages = opened.getPageCount()
    if (pages !== codes.length) return `${pages} pages for ${codes.length} tickets`
    for (const [index, code] of codes.entries()) {
      const { data, width, height } = await opened.getPage(index).render({
        scale: (isHexCode(code) ? dotsPerInch : dotsPerInchOfLongCodes) / 72,
        colorSpace: 'Gray',
        render: 'bitmap',
      })
      const read = await readBarcodes({ data: opaque(data), width, height, colorSpace: 'srgb' }, readerOptions)
      const [shown] = read
      if (!shown) return `page ${index + 1} shows no code`
      if (read.length > 1) return `page ${index + 1} shows ${read.length} codes`
      if (!Buffer.from(code).equals(shown.bytes)) return `page ${index + 1} shows another code`
    }
    return null
  } finally {
    opened.destroy()
  }
}

function opaque(greys: Uint8Array): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(greys.length * 4)
  for (let from = 0, to = 0; from < greys.length; from++, to += 4) {
    const grey = greys[from] ?? 255
    pixels[to] = grey
    pixels[to + 1] = grey
    pixels[to + 2] = grey
    pixels[to + 3] = 255
  }
  return pixels
}

let loading: Promise<typeof Reader> | null = null

function loadReader(): Promise<typeof Reader> {
  loading ??= load()
  return loading
}

/** Loads the code reader from a local file, because by default it is downloaded from a public host. */
async function load(): Promise<typeof Reader> {
  const reader = await import('zxing-wasm/reader')
  const program = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  reader.prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(program).buffer } })
  return reader
}
