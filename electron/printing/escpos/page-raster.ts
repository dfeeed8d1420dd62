import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { messageOf } from '../../../shared/errors.ts'
import { loadPdfium } from '../pdf/pdfium.ts'
import { bitmapOfGrey, cropped, inkExtent, type Bitmap, type Extent } from './bitmap.ts'

export interface UnprintablePage {
  readonly type: 'unprintable-page'
  readonly detail: string
}

/** 203 dots an inch. */
const dotsPerMillimetre = 8
const dotsPerPoint = (dotsPerMillimetre * 25.4) / 72

/** White below the last line: cutters do not cut to the dot. Above the first there is the way from head to cutter. */
const belowDots = 16

/** A module of 1.25 mm keeps 6 of its 10 dots. */
const smallestScale = 0.6

/**
 * The only page of a PDF as a thermal head of `dots` dots prints it, without the blank paper above and below. The page
 * keeps its size while its ink fits the head; else it is made smaller, and refused where its code would suffer.
 *
 * PDFium draws the very page that other printers get, so a ticket has one layout and one set of fonts. It is a
 * WebAssembly program: nothing is compiled or installed with it. It is loaded once, at the first page.
 */
export async function rasterisePage(document: Uint8Array, dots: number): Promise<Result<Bitmap, UnprintablePage>> {
  const full = await drawPage(document)
  if (!full.ok) return full
  const ink = inkExtent(full.value)
  if (!ink) return refused('a blank page')
  const width = ink.columns.to - ink.columns.from
  if (width <= dots) return ok(onHead(full.value, ink, dots))
  // Two dots to spare: ink may begin and end within a dot.
  const scale = (dots - 2) / width
  if (scale < smallestScale)
    return refused(`${Math.round(width / dotsPerMillimetre)} mm of ink do not fit a head of ${dots} dots`)
  const small = await drawPage(document, scale)
  if (!small.ok) return small
  const smallInk = inkExtent(small.value)
  return smallInk ? ok(onHead(small.value, smallInk, dots)) : refused('a blank page')
}

/** In the middle of the page where all ink is within the head's reach there, else in the middle of the ink. */
function onHead(page: Bitmap, { rows, columns }: { rows: Extent; columns: Extent }, dots: number): Bitmap {
  const middle = Math.floor((page.width - dots) / 2)
  const within = columns.from >= middle && columns.to <= middle + dots
  const left = within ? middle : Math.floor((columns.from + columns.to - dots) / 2)
  return cropped(page, left, rows.from, dots, rows.to - rows.from + belowDots)
}

/** The whole of the only page, 8 dots a millimetre times `scale`. */
export async function drawPage(bytes: Uint8Array, scale = 1): Promise<Result<Bitmap, UnprintablePage>> {
  const library = await loadPdfium()
  let document
  try {
    document = await library.loadDocument(bytes)
  } catch (error) {
    return refused(`not a document that can be read: ${messageOf(error)}`)
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
