import { Canvas } from '../pdf/canvas.ts'
import { drawColumn } from './roll-layout.ts'
import type { TicketContent } from '../documents/ticket-content.ts'
import type { TicketPress } from './ticket-press.ts'

/**
 * Portrait stock (A6 and the like): the roll's column, made as wide in its own measure as it takes to be no taller than
 * the sheet, and scaled to it. A ticket that is too long even so goes without the sponsor's band, then without the
 * venue's logo and words, then without the map: nothing else may be missing. All lengths are millimetres.
 */
export function drawPortrait(
  canvas: Canvas,
  content: TicketContent,
  sheet: { readonly width: number; readonly height: number },
  press: TicketPress,
): void {
  const bare: TicketPress = { ...press, planOf: () => null, brand: { logo: null, sponsor: null, notice: null } }
  const noSponsor = { ...press, brand: { ...press.brand, sponsor: null } }
  const ways = [press, noSponsor, { ...press, brand: bare.brand }, bare]
  for (const way of ways) {
    for (const width of way === bare ? [...widths, ...lastWidths] : widths) {
      const column = columnOf(width, sheet.width)
      const scale = sheet.width / width
      const last = way === bare && width === lastWidths.at(-1)
      if (!last && measure(content, column, way) * scale > sheet.height) continue
      canvas.scaled(scale, () => drawColumn(canvas, content, column, way))
      return
    }
  }
}

/** The wider the column, the smaller its print: on the widest an A6 sheet still has codes of 26 mm. */
const widths = Array.from({ length: 17 }, (_, at) => 80 + at * 4)
const widest = 144
/** Only where there is nothing left to leave out; the code gets no smaller. */
const lastWidths = Array.from({ length: 6 }, (_, at) => 148 + at * 4)

const dotsPerMillimetre = 8
const module = 1.25

/** The code's modules fall on whole dots of the printer, not of the column. */
function columnOf(width: number, sheetWidth: number) {
  const scale = sheetWidth / width
  const shrunk = sheetWidth / Math.min(width, widest)
  const onPaper = Math.floor(module * shrunk * dotsPerMillimetre) / dotsPerMillimetre
  return { width, margin: 5, qrModule: onPaper / scale }
}

/** What forms measured, by the document they belong to: tickets of an order share most of them. */
const measuredForms = new WeakMap<TicketPress['document'], Map<string, unknown>>()

function measure(content: TicketContent, column: ReturnType<typeof columnOf>, press: TicketPress): number {
  const known = measuredForms.get(press.document) ?? new Map<string, unknown>()
  measuredForms.set(press.document, known)
  const canvas = (): Canvas => new Canvas(() => undefined)
  const nowhere: TicketPress['document'] = {
    canvas,
    form: <T>(key: string, draw: (form: Canvas) => T) => {
      if (!known.has(key)) known.set(key, draw(canvas()))
      return { value: known.get(key) as T, parts: [] }
    },
    picture: () => '',
  }
  return drawColumn(canvas(), content, column, { ...press, document: nowhere })
}
