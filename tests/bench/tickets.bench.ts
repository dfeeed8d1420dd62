import { TicketRenderer } from '../../electron/printing/ticket-renderer.ts'
import type { TicketDocument } from '../../shared/domain/documents/documents.ts'
import { fontsDirectory, sampleTicket } from '../printing/ticket-samples.ts'
import { readPdf } from '../support/pdf.ts'
import { atMost, type Contender, type Suite } from './harness.ts'
import * as rival from './baselines/tickets.ts'
import type { Baseline } from './baselines/tickets.ts'

const pagesRead = 40

export const suite: Suite = {
  title: 'a PDF of 1,000 A4 tickets, and how others make them',
  unit: { one: 'ticket', many: 'tickets' },
  clock: 'cpu',
  prepare: async () => {
    const { renderTickets } = new TicketRenderer({ fontsDirectory })
    const tickets = stadiumTickets(1000)
    const guichet: Baseline = (list) => renderTickets(list, { paper: 'a4', language: 'fr' })
    const rivals: readonly (readonly [name: string, units: number, make: Baseline])[] = [
      ['guichet', 1000, guichet],
      ['pdfkit, qrcode as PNG', 12, rival.pdfkitWithPng],
      ['pdfkit, a rect a module', 60, rival.pdfkitWithRects],
      ['pdf-lib', 20, rival.pdfLib],
      ['jsPDF', 60, rival.jsPdf],
      ['pdfmake', 12, rival.pdfMake],
      ['react-pdf', 8, rival.reactPdf],
      ['typst', 200, rival.typst],
      ['floor: the same bytes, no typesetting', 20_000, bareWriter],
    ]
    return {
      contenders: rivals.map(([name, units, make]): Contender => ({
        name,
        units,
        run: async () => void (await make(take(tickets, units))),
      })),
      goals: [
        { against: 'pdfkit, qrcode as PNG', ratio: 15 },
        { against: 'pdfkit, a rect a module', ratio: 3.5 },
        ...['pdf-lib', 'jsPDF', 'pdfmake', 'react-pdf', 'typst'].map((against) => ({ against, ratio: 1 })),
      ],
      check: async () => {
        const some = tickets.slice(0, pagesRead)
        for (const [name, , make] of rivals.slice(0, -1)) {
          const pages = await readPdf(await make(some), 110)
          const read = pages.map(({ qrCodes }) => qrCodes.join())
          const wrong = some.findIndex(({ qrCode }, at) => read[at] !== qrCode)
          if (wrong >= 0 || pages.length !== some.length)
            throw new Error(`${name}: page ${wrong + 1} does not read back`)
        }
      },
      facts: async () => {
        const [one, all] = await Promise.all([guichet(tickets.slice(0, 1)), guichet(tickets)])
        const each = Math.round((all.length - one.length) / (tickets.length - 1))
        return [
          atMost('bytes a ticket, after the fonts', each, 2_000, (bytes) => bytes.toLocaleString('en')),
          `One ticket alone is ${one.length.toLocaleString('en')} bytes.`,
        ]
      },
    }
  },
}

function stadiumTickets(count: number): readonly TicketDocument[] {
  return Array.from({ length: count }, (_, at) => {
    const [row, seatNumber] = ['ABCDEFGHJKLMNPQRSTUVWXYZ'[Math.floor(at / 44)] ?? 'Z', (at % 44) + 1]
    const seatCode = `N1-${row}-${seatNumber}`
    const route = ['Porte A', 'Secteur N1', `Rang ${row}`, `Place ${seatNumber}`]
    return sampleTicket({
      qrCode: codeOf(at),
      ticketNumber: `TCK-2025-${String(4800 + at).padStart(6, '0')}`,
      ticketReference: `REF-${codeOf(at).slice(0, 8).toUpperCase()}`,
      index: at + 1,
      count,
      place: { row, seatNumber, seatCode, disputeCode: `LTG-${seatCode}`, route },
    })
  })
}

/** Returns 32 hexadecimal digits that look random but are constant for each index. */
function codeOf(at: number): string {
  let [state, code] = [at * 2_654_435_761 + 1, '']
  while (code.length < 32) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    code += (state >>> 16).toString(16).padStart(4, '0')
  }
  return code
}

function take(tickets: readonly TicketDocument[], count: number): readonly TicketDocument[] {
  return Array.from({ length: count }, (_, at) => tickets[at % tickets.length] ?? sampleTicket())
}

/** Writes as many bytes and objects as the real tickets, without any typesetting. */
const bareWriter: Baseline = (tickets) => {
  const [page, content] = [`<< ${'/Key 12 0 R '.repeat(18)}>>`, 'x'.repeat(1500)]
  const offsets: number[] = []
  let file = '%PDF-1.7\n'
  for (const { qrCode } of tickets) {
    offsets.push(file.length)
    file += `${offsets.length} 0 obj ${page} endobj\n`
    offsets.push(file.length)
    file += `${offsets.length} 0 obj << /Length 1532 >> stream\n${content}${qrCode}\nendstream endobj\n`
  }
  for (const offset of offsets) file += `${String(offset).padStart(10, '0')} 00000 n \n`
  return Promise.resolve(Buffer.from(file, 'latin1'))
}
