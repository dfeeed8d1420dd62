import { pageSizeOf } from './page-size.ts'
import { loadPdfium } from '../pdf/pdfium.ts'

const dotsPerMillimetre = 300 / 25.4

/** The only page of a PDF as a PNG of 300 dots an inch. */
export async function pictureOf(bytes: Uint8Array): Promise<Uint8Array> {
  // Nobody waits for it at the program's start.
  const { PNG } = await import('pngjs')
  const document = await (await loadPdfium()).loadDocument(bytes)
  try {
    const { widthMm, heightMm } = pageSizeOf(bytes)
    // By a scale it would round the page to whole points first.
    const [width, height] = [Math.round(widthMm * dotsPerMillimetre), Math.round(heightMm * dotsPerMillimetre)]
    const { data } = await document.getPage(0).render({ width, height, scale: 1 })
    const picture = new PNG({ width, height })
    picture.data = Buffer.from(data)
    return PNG.sync.write(picture, { colorType: 2 })
  } finally {
    document.destroy()
  }
}
