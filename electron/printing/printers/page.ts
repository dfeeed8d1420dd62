import { loadPdfium } from '../pdf/picture.ts'

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

/** Returns the size of the first page of a PDF of this program. Throws a `RangeError` without a size. */
export function pageSizeOf(document: Uint8Array): { readonly widthMm: number; readonly heightMm: number } {
  const [, width, height] = mediaBox.exec(Buffer.from(document).toString('latin1')) ?? []
  if (width === undefined || height === undefined) throw new RangeError('a document without a page size')
  return { widthMm: Number(width) * millimetresPerPoint, heightMm: Number(height) * millimetresPerPoint }
}
