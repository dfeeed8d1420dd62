import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Specimen } from '../../shared/domain/documents/documents.ts'
import type { TicketPrinter } from '../../electron/kiosk/ports/devices.ts'
import type { VenueBrand } from '../../electron/printing/ticket-renderer.ts'
import type { Log } from '../../electron/kiosk/ports/ports.ts'
import { createDocumentService } from '../../electron/printing/document-service.ts'
import { PrinterPool, type LoadedPrinter } from '../../electron/printing/printers/printers.ts'
import { PaperTickets } from '../../electron/printing/ticket-issuer.ts'
import { readPdf, readPdfText } from '../support/pdf.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { sampleReceipt } from './document-samples.ts'
import { brandWithCode, DevicePrinter, fontsDirectory, sampleTicket } from './ticket-samples.ts'

const orderId = sampleTicket().orderId
const tickets = [1, 2, 3].map((index) =>
  sampleTicket({ index, qrCode: String(index).repeat(32), place: { seatNumber: 20 + index } }),
)

const { specimen: _, ...receipt } = sampleReceipt(3, {
  tenders: [{ kind: 'cash', received: 250_000, change: 40_000, approval: '' }],
})

let folder: string

beforeEach(() => {
  folder = temporaryFolder()
  told = []
})

function issuer(printer: TicketPrinter | null, specimen: Specimen | null = null) {
  return issuerOn(printer ? [{ printer, paper: 'roll-80' }] : [], specimen)
}

let told: string[]

function issuerOn(
  printers: readonly LoadedPrinter[],
  specimen: Specimen | null = null,
  brand?: VenueBrand,
  receiptPrinters: readonly LoadedPrinter[] = [],
) {
  const warn = (message: string, details: object = {}): void => void told.push(`${message} ${JSON.stringify(details)}`)
  const log: Log = { info: () => undefined, warn, error: () => undefined }
  const names = (list: readonly LoadedPrinter[]) => list.map(({ printer }) => printer.name)
  const roles = { tickets: names(printers), receipts: names(receiptPrinters), reports: [] }
  const all = new Map([...printers, ...receiptPrinters].map((loaded) => [loaded.printer.name, loaded] as const))
  const documents = createDocumentService({ fontsDirectory, ...(brand && { brand }) })
  const pool = new PrinterPool({ printers: all, roles, drawer: null, log })
  return new PaperTickets({ documents, folder, paper: 'roll-80', printers: pool, specimen, selfCheck: true, log })
}

test('an order is saved as one document, a page a ticket, in its language', async () => {
  const saved = await issuer(null).save(tickets, 'en', receipt)
  const path = join(folder, `${orderId}.pdf`)
  expect(saved).toEqual({ outcome: 'printed', evidence: path })
  const pages = await readPdf(await readFile(path))
  expect(pages.map(({ qrCodes }) => qrCodes)).toEqual(tickets.map(({ qrCode }) => [qrCode]))
  for (const { text, widthMm } of pages) expect([text.includes('Gate'), Math.round(widthMm)]).toEqual([true, 80])
  // Without a printer for receipts, no receipt is created.
  expect(await readdir(folder)).toEqual([`${orderId}.pdf`])
})

test('without a printer a ticket is out where its page lies; a copy, and one that was not saved, in a file of its own', async () => {
  const paper = issuer(null)
  const unsaved = { outcome: 'printed', evidence: join(folder, `${orderId}-1.pdf`) }
  expect(await paper.print(tickets[0]!, 'fr')).toEqual(unsaved)
  await paper.save(tickets, 'fr', receipt)
  const evidence = `${join(folder, `${orderId}.pdf`)}#page=2`
  expect(await paper.print(tickets[1]!, 'fr')).toEqual({ outcome: 'printed', evidence })
  const copy = await paper.print({ ...tickets[1]!, copyNumber: 1 }, 'fr')
  const path = join(folder, `${orderId}-2-duplicata-1.pdf`)
  expect(copy).toEqual({ outcome: 'printed', evidence: path })
  expect(await readPdfText(await readFile(path))).toEqual([expect.stringContaining('DUPLICATA 1')])
  expect(await readdir(folder)).toHaveLength(3)
})

test('a printer gets one ticket a job, with an id for each ticket and copy, and has the last word', async () => {
  const device = new DevicePrinter()
  const paper = issuer(device)
  for (const ticket of tickets) expect(await paper.print(ticket, 'fr')).toEqual(device.outcome)
  device.outcome = { outcome: 'failed', reason: 'jammed', detail: 'paper jam' }
  expect(await paper.print({ ...tickets[0]!, copyNumber: 2 }, 'fr')).toEqual(device.outcome)
  const ids = ['1', '2', '3', '1-duplicata-2'].map((end) => `${orderId}-${end}`)
  expect(device.jobs.map(({ jobId }) => jobId)).toEqual(ids)
  for (const [index, { document }] of device.jobs.slice(0, 3).entries()) {
    expect((await readPdf(document)).map(({ qrCodes }) => qrCodes)).toEqual([[tickets[index]!.qrCode]])
  }
})

test('ready is the printer’s word, unless tickets cannot even be saved', async () => {
  const device = new DevicePrinter()
  expect(await issuer(device).status()).toEqual({ state: 'ready' })
  device.state = { state: 'not-ready', reason: 'paper-out', detail: 'no paper' }
  expect(await issuer(device).status()).toEqual(device.state)
  await writeFile(join(folder, 'file'), '')
  folder = join(folder, 'file', 'tickets')
  expect(await issuer(new DevicePrinter()).status()).toMatchObject({ state: 'not-ready', reason: 'missing' })
})

test('in demo mode every ticket says so; other languages fall back to French', async () => {
  const device = new DevicePrinter()
  await issuer(device, 'demo').print(tickets[0]!, 'sus')
  expect((await readPdfText(device.jobs[0]!.document))[0]).toMatch(/SPÉCIMEN[^]*Porte/u)
})

describe('a printer that steps in', () => {
  const faulty = { outcome: 'failed', reason: 'paper-out', detail: 'no paper' } as const
  const both = () => [new DevicePrinter('counter'), new DevicePrinter('spare')] as const
  const onRolls = (printers: readonly DevicePrinter[]) =>
    issuerOn(printers.map((printer) => ({ printer, paper: 'roll-80' })))

  test('prints on its own paper what the first could not, and staff are told', async () => {
    const [first, second] = both()
    first.outcome = faulty
    second.outcome = { outcome: 'printed', evidence: 'spare: cut' }
    const paper = issuerOn([{ printer: first, paper: 'a4' } as const, { printer: second, paper: '210x74' } as const])
    expect(await paper.print(tickets[0]!, 'fr')).toEqual(second.outcome)
    const page = (await readPdf(second.jobs[0]!.document))[0]!
    expect(page.qrCodes).toEqual([tickets[0]!.qrCode])
    expect([Math.round(page.widthMm), second.jobs[0]!.paper]).toEqual([210, '210x74'])
    expect(told).toEqual([
      expect.stringMatching(/counter.*no paper/u),
      expect.stringMatching(/printer\.replaced.*spare/u),
    ])
  })

  test('is left alone where something may have come out of the first', async () => {
    const [first, second] = both()
    first.outcome = { outcome: 'unknown', detail: 'cut off in the middle' }
    expect(await onRolls([first, second]).print(tickets[0]!, 'fr')).toEqual(first.outcome)
    expect(second.jobs).toEqual([])
  })

  test('can fail too: the first printer has the word, and the saved document is no substitute', async () => {
    const [first, second] = both()
    first.outcome = faulty
    second.outcome = { outcome: 'failed', reason: 'offline', detail: 'gone' }
    const paper = onRolls([first, second])
    await paper.save(tickets, 'fr', receipt)
    expect(await paper.print(tickets[0]!, 'fr')).toEqual(faulty)
  })

  test('counts before payment: ready is whichever can print', async () => {
    const [first, second] = both()
    const paper = onRolls([first, second])
    first.state = { state: 'not-ready', reason: 'jammed', detail: 'jam' }
    expect(await paper.status()).toEqual({ state: 'ready' })
    second.state = { state: 'unknown', detail: 'says nothing' }
    expect(await paper.status()).toEqual(second.state)
    second.state = { state: 'not-ready', reason: 'offline', detail: 'gone' }
    expect(await paper.status()).toEqual(first.state)
  })
})

test('a page with another code is kept from paper, on the printers and in the folder', async () => {
  const device = new DevicePrinter()
  const brand = await brandWithCode()
  const refused = { outcome: 'failed', reason: 'refused', detail: 'page 1 shows 2 codes' }
  const printing = issuerOn([{ printer: device, paper: 'roll-80' }], null, brand)
  expect(await printing.print(tickets[0]!, 'fr')).toEqual(refused)
  expect(device.jobs).toEqual([])
  expect(await issuerOn([], null, brand).save(tickets, 'fr', receipt)).toEqual(refused)
  expect(await readdir(folder)).toEqual([])
  expect(told[0]).toContain('ticket.unreadable-at-gate')
})

describe('a receipt', () => {
  const nbsp = '\u00a0'

  test('follows the last ticket, on its own printer, and lies beside the tickets', async () => {
    const [device, slips] = [new DevicePrinter(), new DevicePrinter('slips')]
    const loaded = (printer: DevicePrinter): LoadedPrinter[] => [{ printer, paper: 'roll-80' }]
    const paper = issuerOn(loaded(device), null, undefined, loaded(slips))
    await paper.save(tickets, 'fr', receipt)
    const saved = await readFile(join(folder, `${orderId}-receipt.pdf`))
    for (const ticket of tickets) {
      expect(slips.jobs).toEqual([])
      await paper.print(ticket, 'fr')
    }
    await expect.poll(() => slips.jobs.length).toBe(1)
    expect(Buffer.compare(slips.jobs[0]!.document, saved)).toBe(0)
    const [text] = await readPdfText(saved)
    for (const words of ['Reçu', 'N1-F-2', `210${nbsp}000${nbsp}GNF`, 'Espèces', `40${nbsp}000${nbsp}GNF`, orderId])
      expect(text).toContain(words)
    expect(text).toContain('n’est pas un billet')
    expect(device.jobs).toHaveLength(3)

    await paper.print({ ...tickets[2]!, copyNumber: 1 }, 'fr')
    expect(slips.jobs).toHaveLength(1)
  })

  test('that does not come out stops nothing, and staff are told', async () => {
    const slips = new DevicePrinter('slips')
    slips.outcome = { outcome: 'failed', reason: 'paper-out', detail: 'no paper' }
    const paper = issuerOn([], null, undefined, [{ printer: slips, paper: 'roll-58' }])
    const tenders = [{ kind: 'card', received: 210_000, change: 0, approval: 'A83K2' }] as const
    await paper.save(tickets, 'en', { ...receipt, tenders: [...tenders] })
    expect(await paper.print(tickets[2]!, 'en')).toMatchObject({ outcome: 'printed' })
    await expect.poll(() => told).toEqual([expect.stringMatching(/slips.*no paper/u)])
    const [text] = await readPdfText(slips.jobs[0]!.document)
    expect(text).toMatch(/Receipt[^]*Approval A83K2[^]*210,000\u00a0GNF[^]*Card/u)
  })

  test('comes out after a restart too, from the folder, once, and on the paper it was made for', async () => {
    const [wide, slips] = [new DevicePrinter('wide'), new DevicePrinter('slips')]
    const rolls: LoadedPrinter[] = [
      { printer: slips, paper: 'roll-58' },
      { printer: wide, paper: 'roll-80' },
    ]
    const before = issuerOn([], null, undefined, rolls)
    await before.save(tickets, 'fr', receipt)
    await before.print(tickets[0]!, 'fr')

    const after = issuerOn([], null, undefined, rolls)
    for (const ticket of tickets.slice(1)) await after.print(ticket, 'fr')
    await expect.poll(() => slips.jobs.length).toBe(1)
    const saved = await readFile(join(folder, `${orderId}-receipt.pdf`))
    expect(Buffer.compare(slips.jobs[0]!.document, saved)).toBe(0)
    await after.print({ ...tickets[2]!, copyNumber: 1 }, 'fr')
    expect(slips.jobs).toHaveLength(1)

    slips.outcome = { outcome: 'failed', reason: 'paper-out', detail: 'no paper' }
    await issuerOn([], null, undefined, rolls).print(tickets[2]!, 'fr')
    await expect.poll(() => told.join()).toContain('the saved receipt was made for roll-58')
    expect(wide.jobs).toEqual([])
  })
})
