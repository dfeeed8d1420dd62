import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type BulkOrder, renderTicketsInBulk, readTicketLines } from '../../../electron/printing/bulk/bulk-render.ts'
import { createDocumentService } from '../../../electron/printing/document-service.ts'
import { openDocumentThread } from '../../../electron/printing/document-thread.ts'
import { catalogues } from '../../../shared/i18n/catalogues.ts'
import type { TicketDocument } from '../../../shared/domain/documents/documents.ts'
import { readPdf } from '../../support/pdf.ts'
import { brandWithCode, documents, fontsDirectory, sampleTicket, ticketLine } from '../ticket-samples.ts'
import { temporaryFolder } from '../../shells/shell.ts'

const workerFile = fileURLToPath(new URL('../../../electron/printing/document-worker.ts', import.meta.url))
const inThread = (fonts = fontsDirectory) => openDocumentThread(workerFile, { fontsDirectory: fonts })

const codeOf = (at: number): string => at.toString(16).padStart(32, '0')

function* season(count: number, taken: number[] = []): Generator<TicketDocument> {
  for (let at = 0; at < count; at++) {
    taken.push(at)
    yield sampleTicket({ qrCode: codeOf(at), copyNumber: 1, index: at + 1, count, place: { seatNumber: at + 1 } })
  }
}

function order(changes: Partial<BulkOrder> & Pick<BulkOrder, 'folder'>): BulkOrder {
  return {
    documents,
    paper: '210x74',
    language: 'fr',
    selfCheck: true,
    tickets: season(0),
    name: 'season',
    ticketsPerFile: 20,
    onProgress: () => undefined,
    signal: new AbortController().signal,
    ...changes,
  }
}

test('a file for each few, every ticket in it, its code readable; equal tickets give equal files', async () => {
  const folder = temporaryFolder()
  const progress: number[] = []
  const wish = { folder, ticketsPerFile: 4, onProgress: (count: number) => void progress.push(count) }
  const pressed = await renderTicketsInBulk(order({ ...wish, tickets: season(10) }))
  expect(pressed).toMatchObject({ ok: true, value: { tickets: 10 } })
  expect(readdirSync(folder)).toEqual(['season-0001.pdf', 'season-0002.pdf', 'season-0003.pdf'])
  expect(progress).toEqual([4, 8, 10])
  const pages = await readPdf(readFileSync(join(folder, 'season-0003.pdf')), 150)
  expect(pages.map(({ qrCodes }) => qrCodes)).toEqual([8, 9].map((at) => [codeOf(at)]))
  expect(pages[0]?.text).toContain('DUPLICATA 1')

  const again = temporaryFolder()
  expect(await renderTicketsInBulk(order({ ...wish, folder: again, tickets: season(10) }))).toMatchObject({ ok: true })
  for (const name of readdirSync(folder))
    expect(Buffer.compare(readFileSync(join(folder, name)), readFileSync(join(again, name)))).toBe(0)
})

test('the thread of the program goes on meanwhile, and tickets are taken only as they are needed', async () => {
  const taken: number[] = []
  const most: number[] = []
  let [turns, last] = [0, 0]
  const timer = setInterval(() => (turns += 1), 1)
  const onProgress = (count: number): void => {
    most.push(taken.length - last)
    last = count
  }
  const pressed = await renderTicketsInBulk(
    order({ folder: temporaryFolder(), documents: inThread(), tickets: season(60, taken), onProgress }),
  )
  clearInterval(timer)
  expect(pressed.ok).toBe(true)
  // Rendering and checking 20 tickets takes 0.1 s, during which the event loop of this thread must not be blocked.
  expect(turns).toBeGreaterThan(20)
  expect(Math.max(...most)).toBeLessThanOrEqual(2 * 20)
})

test('cancelled in the middle: what is finished stays whole, nothing else comes', async () => {
  const folder = temporaryFolder()
  const stop = new AbortController()
  const onProgress = (count: number): void => void (count >= 40 && stop.abort())
  const pressed = await renderTicketsInBulk(
    order({ folder, documents: inThread(), tickets: season(5000), onProgress, signal: stop.signal }),
  )
  expect(pressed).toMatchObject({ ok: false, error: { type: 'cancelled', detail: 'after 40 tickets' } })
  expect(readdirSync(folder)).toEqual(['season-0001.pdf', 'season-0002.pdf'])
  const stopped = AbortSignal.abort()
  expect(await renderTicketsInBulk(order({ folder, tickets: season(5), signal: stopped }))).toMatchObject({ ok: false })
})

test('a page that no gate could read is no file, nor is one without a folder to lie in', async () => {
  const folder = temporaryFolder()
  const branded = createDocumentService({ fontsDirectory, brand: await brandWithCode() })
  const unreadable = { type: 'unreadable', detail: 'file 1: page 1 shows 2 codes' }
  const refused = await renderTicketsInBulk(order({ folder, documents: branded, tickets: season(1), paper: 'a4' }))
  expect(refused).toMatchObject({ ok: false, error: unreadable })
  expect(readdirSync(folder)).toEqual([])
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  const pressed = await renderTicketsInBulk(order({ folder: file, tickets: season(1) }))
  expect(pressed).toMatchObject({ ok: false, error: { type: 'not-saved', files: [] } })
})

test('a worker that cannot start is a bug, not a wait', async () => {
  const broken = order({ folder: temporaryFolder(), tickets: season(1), documents: inThread('/nowhere') })
  await expect(renderTicketsInBulk(broken)).rejects.toThrow()
})

test.each([
  ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
  ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['Windows-1252', (text: string) => Buffer.from(text.replace('\u2028', ' '), 'latin1')],
])('a line separator of Unicode and %s are read', async (encoding, written) => {
  const file = join(temporaryFolder(), 'club.jsonl')
  const [first] = [...season(1)]
  const ticket = { ...first!, eventTitle: 'Étoile\u2028Guinée' }
  writeFileSync(file, written(`${ticketLine(ticket)}\r\n`))
  const read: TicketDocument[] = []
  for await (const one of readTicketLines(file, catalogues.en)) read.push(one)
  const eventTitle = encoding === 'Windows-1252' ? 'Étoile Guinée' : ticket.eventTitle
  expect(read).toEqual([{ ...ticket, eventTitle }])
})

test('tickets from a file, a line each; a wrong line is named', async () => {
  const file = join(temporaryFolder(), 'club.jsonl')
  const lines = [...season(3)].map(ticketLine)
  writeFileSync(file, `${lines.join('\n')}\n\n`)
  const read: TicketDocument[] = []
  for await (const ticket of readTicketLines(file, catalogues.en)) read.push(ticket)
  expect(read).toEqual([...season(3)])
  writeFileSync(file, `${lines[0]}\n${lines[1]?.replace(codeOf(1), '')}\n`)
  const reading = readTicketLines(file, catalogues.en)
  await reading.next()
  await expect(reading.next()).rejects.toThrow(
    /club\.jsonl:2:\d+: qrCode: expected a text short enough for a QR code, found ""/u,
  )
})
