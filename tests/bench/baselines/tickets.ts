import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { Document, Page, Path, renderToBuffer, Svg, Text, View } from '@react-pdf/renderer'
import { jsPDF } from 'jspdf'
import { PDFDocument, rgb, StandardFonts } from 'pdf-lib'
import PdfKit from 'pdfkit'
import pdfMakeModule from 'pdfmake'
import QRCode from 'qrcode'
import { createElement } from 'react'
import { contentOf, type TicketContent } from '../../../electron/printing/documents/ticket-content.ts'
import { plainZero } from '../../../electron/printing/pdf/printable-text.ts'
import type { TicketDocument } from '../../../shared/domain/documents/documents.ts'

/** Renders the tickets with a common library: text, colour and code on an A4 page each, in the built-in Helvetica. */
export type Baseline = (tickets: readonly TicketDocument[]) => Promise<Uint8Array>

/** Positions and sizes in points, from the top left corner of the page. */
const code = { x: 400, y: 120, side: 150 }
const band = { x: 30, y: 30, width: 535, height: 70 }

type Words = Readonly<{ text: string; x: number; y: number; size: number }>

function wordsOf(content: TicketContent): readonly Words[] {
  const plain = (text: string): string => text.replaceAll('\u00a0', ' ').replaceAll(plainZero, '0')
  const { title, when, venue, price, zone, position, order } = content
  const lines = [title, when, venue, price, zone, position, order]
  return [
    { text: plain(content.tribune.name), x: 40, y: 60, size: 32 },
    ...lines.map((text, at) => ({ text: plain(text), x: 40, y: 130 + at * 22, size: at === 0 ? 18 : 12 })),
    ...content.figures.flatMap(({ label, value }, at) => [
      { text: plain(label), x: 40 + at * 85, y: 300, size: 11 },
      { text: plain(value), x: 40 + at * 85, y: 330, size: 36 },
    ]),
    ...content.route.map((text, at) => ({ text: plain(`${at + 1}. ${text}`), x: 40, y: 420 + at * 26, size: 16 })),
    ...content.facts.map(({ label, value }, at) => ({
      text: plain(`${label} ${value}`),
      x: 330,
      y: 420 + at * 20,
      size: 11,
    })),
  ]
}

function modulesOf(text: string): readonly { readonly x: number; readonly y: number; readonly side: number }[] {
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules
  const side = code.side / size
  return Array.from(data.keys())
    .filter((at) => data[at] === 1)
    .map((at) => ({ x: code.x + (at % size) * side, y: code.y + Math.floor(at / size) * side, side }))
}

const pathOf = (text: string): string =>
  modulesOf(text)
    .map(({ x, y, side }) => `M${x - code.x} ${y - code.y}h${side}v${side}h${-side}z`)
    .join('')

function pdfkit(drawCode: (pdf: InstanceType<typeof PdfKit>, text: string) => Promise<void> | void): Baseline {
  return async (tickets) => {
    const pdf = new PdfKit({ size: 'A4', margin: 0, autoFirstPage: false })
    const chunks: Buffer[] = []
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    const ended = new Promise((resolve) => pdf.once('end', resolve))
    for (const ticket of tickets) {
      const content = contentOf(ticket, 'fr')
      pdf.addPage()
      pdf.rect(band.x, band.y, band.width, band.height).fill(content.tribune.color)
      pdf.fillColor('black')
      for (const { text, x, y, size } of wordsOf(content)) pdf.fontSize(size).text(text, x, y, { lineBreak: false })
      await drawCode(pdf, content.qrCode)
    }
    pdf.end()
    await ended
    return Buffer.concat(chunks)
  }
}

export const pdfkitWithPng = pdfkit(async (pdf, text) => {
  const picture = await QRCode.toBuffer(text, { errorCorrectionLevel: 'M' })
  pdf.image(picture, code.x, code.y, { width: code.side })
})

export const pdfkitWithRects = pdfkit((pdf, text) => {
  for (const { x, y, side } of modulesOf(text)) pdf.rect(x, y, side, side)
  pdf.fill()
})

export const pdfLib: Baseline = async (tickets) => {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (const ticket of tickets) {
    const content = contentOf(ticket, 'fr')
    const page = pdf.addPage([595.28, 841.89])
    const top = page.getHeight()
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
      (at) => Number.parseInt(content.tribune.color.slice(at, at + 2), 16) / 255,
    )
    page.drawRectangle({ ...band, y: top - band.y - band.height, color: rgb(red, green, blue) })
    for (const { text, x, y, size } of wordsOf(content)) page.drawText(text, { x, y: top - y - size, size, font })
    for (const { x, y, side } of modulesOf(content.qrCode)) {
      page.drawRectangle({ x, y: top - y - side, width: side, height: side, color: rgb(0, 0, 0) })
    }
  }
  return pdf.save()
}

export const jsPdf: Baseline = (tickets) => {
  const pdf = new jsPDF({ unit: 'pt', format: 'a4', compress: true })
  for (const [index, ticket] of tickets.entries()) {
    const content = contentOf(ticket, 'fr')
    if (index > 0) pdf.addPage()
    pdf.setFillColor(content.tribune.color)
    pdf.rect(band.x, band.y, band.width, band.height, 'F')
    for (const { text, x, y, size } of wordsOf(content)) pdf.setFontSize(size).text(text, x, y + size)
    pdf.setFillColor('#000000')
    for (const { x, y, side } of modulesOf(content.qrCode)) pdf.rect(x, y, side, side, 'F')
  }
  return Promise.resolve(new Uint8Array(pdf.output('arraybuffer')))
}

// No file or address is read. pdfmake treats the name of a built-in font as a file.
pdfMakeModule.setUrlAccessPolicy(() => false)
pdfMakeModule.setLocalAccessPolicy((path) => path === 'Helvetica')
pdfMakeModule.setFonts({ Helvetica: { normal: 'Helvetica' } })

export const pdfMake: Baseline = (tickets) =>
  pdfMakeModule
    .createPdf({
      pageSize: 'A4',
      pageMargins: 0,
      defaultStyle: { font: 'Helvetica' },
      content: tickets.flatMap((ticket, index) => {
        const content = contentOf(ticket, 'fr')
        const stripe = { type: 'rect', x: 0, y: 0, w: band.width, h: band.height, color: content.tribune.color }
        return [
          { canvas: [stripe], absolutePosition: { x: band.x, y: band.y }, ...(index > 0 && { pageBreak: 'before' }) },
          ...wordsOf(content).map(({ text, x, y, size }) => ({ text, fontSize: size, absolutePosition: { x, y } })),
          { qr: content.qrCode, fit: code.side, eccLevel: 'M', absolutePosition: { x: code.x, y: code.y } },
        ]
      }),
    })
    .getBuffer()

export const reactPdf: Baseline = (tickets) => {
  const pages = tickets.map((ticket, index) => {
    const content = contentOf(ticket, 'fr')
    const at = (x: number, y: number) => ({ position: 'absolute', left: x, top: y }) as const
    const size = { width: band.width, height: band.height, backgroundColor: content.tribune.color }
    const path = pathOf(content.qrCode)
    const place = { ...at(code.x, code.y), width: code.side, height: code.side }
    return createElement(
      Page,
      { key: index, size: 'A4' },
      createElement(View, { style: { ...at(band.x, band.y), ...size } }),
      ...wordsOf(content).map(({ text, x, y, size: fontSize }, word) =>
        createElement(Text, { key: word, style: { ...at(x, y), fontSize } }, text),
      ),
      createElement(
        Svg,
        { style: place, viewBox: `0 0 ${code.side} ${code.side}` },
        createElement(Path, { d: path, fill: 'black' }),
      ),
    )
  })
  return renderToBuffer(createElement(Document, null, pages))
}

const typstSource = `
#set page(paper: "a4", margin: 0pt)
#for each in json(bytes(sys.inputs.tickets)) [
  #page[
    #place(dx: ${band.x}pt, dy: ${band.y}pt, rect(width: ${band.width}pt, height: ${band.height}pt, fill: rgb(each.color)))
    #for word in each.words { place(dx: word.x * 1pt, dy: word.y * 1pt, text(size: word.size * 1pt, word.text)) }
    #place(dx: ${code.x}pt, dy: ${code.y}pt, image(bytes(each.code), format: "svg", width: ${code.side}pt))
  ]
]`

const typstCompiler = NodeCompiler.create()

/** Uses the font that comes with typst, because typst has no built-in fonts. */
export const typst: Baseline = (tickets) => {
  const told = tickets.map((ticket) => {
    const content = contentOf(ticket, 'fr')
    const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${code.side} ${code.side}"><path d="${pathOf(content.qrCode)}"/></svg>`
    return { color: content.tribune.color, words: wordsOf(content), code: picture }
  })
  const pdf = typstCompiler.pdf({ mainFileContent: typstSource, inputs: { tickets: JSON.stringify(told) } })
  // Clears the cache, because the compiler would otherwise reuse the previous result.
  typstCompiler.evictCache(0)
  return Promise.resolve(pdf)
}
