import { describe, expect, test } from 'vitest'
import type { TicketPrinter } from '../../electron/kiosk/ports/devices.ts'
import { DocumentIssuer } from '../../electron/printing/document-issuers.ts'
import { PrinterPool } from '../../electron/printing/printers/printers.ts'
import { defaultShortcuts } from '../../shared/domain/desk/shortcuts.ts'
import type { Specimen } from '../../shared/domain/documents/documents.ts'
import type { Paper } from '../../shared/domain/documents/paper.ts'
import { type Language, languages } from '../../shared/domain/language.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { readPdf, readPdfText } from '../support/pdf.ts'
import { shareOf } from '../support/share.ts'
import { sampleCollectionSlip, sampleCreditSlip, sampleInvoice, samplePapers } from './document-samples.ts'
import { DevicePrinter, documents } from './ticket-samples.ts'
import { paper as fr } from '../../shared/i18n/fr/paper.ts'

function issuerWith(
  roles: { readonly tickets?: readonly string[]; readonly receipts?: readonly string[] },
  printers: Readonly<Record<string, TicketPrinter>>,
  paper: Paper = 'roll-80',
  specimen: Specimen | null = null,
) {
  const pool = new PrinterPool({
    printers: new Map(Object.entries(printers).map(([name, printer]) => [name, { printer, paper }])),
    roles: { tickets: [], receipts: [], reports: [], ...roles },
    drawer: null,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  })
  return new DocumentIssuer(documents, pool, {
    directory: '/nowhere',
    reportFolder: '/nowhere',
    language: 'fr',
    specimen,
    receiptsApart: !roles.receipts?.some((name) => roles.tickets?.includes(name)),
    machine: { deviceId: 'x', shortcuts: defaultShortcuts, tenders: [] },
  })
}

describe('the paper of a credit slip', () => {
  const { renderReceipt } = documents
  const papers = languages.flatMap((language) => samplePapers.map((paper) => ({ language, paper })))
  const slips = shareOf('credit slips', papers, 4)

  test.each(slips.cases)(
    `in $language on $paper, its code can be read, its number by people, and that of a copy (${slips.said})`,
    async ({ language, paper }) => {
      const slip = sampleCreditSlip({ eventTitle: 'Horoya AC – AS Kaloum Star', copyNumber: 3 })
      const [page, ...more] = await readPdf(await renderReceipt(slip, { paper, language }))
      expect(more).toEqual([])
      expect(page?.qrCodes).toEqual([slip.code])
      for (const words of ['K7M4X P92RD', catalogues[language].paper.ticket('western').copy(3)])
        expect(page?.text).toContain(words)
    },
  )

  test.each(['over', 'unpaid', 'returned'] as const)('says where the money comes from: %s', async (why) => {
    const slip = sampleCreditSlip({ why, specimen: 'demo' })
    const [text] = await readPdfText(await renderReceipt(slip, { paper: 'roll-80', language: 'fr' }))
    const words = text?.replaceAll(/\s+/gu, ' ')
    const { creditSlip, ticket } = catalogues.fr.paper
    const { word } = ticket('western').specimens.demo
    for (const said of [creditSlip.why[why], '15 000 GNF', slip.register, slip.orderId, word])
      expect(words).toContain(said.replaceAll(/\s+/gu, ' '))
  })

  test.each(languages)('in %s, a copy says that all of them are worth it once', async (language) => {
    const textOf = async (copyNumber?: number): Promise<string> => {
      const slip = sampleCreditSlip(copyNumber === undefined ? {} : { copyNumber })
      return (await readPdfText(await renderReceipt(slip, { paper: 'a4', language }))).join('')
    }
    const [copy, original] = [await textOf(3), await textOf()]
    expect(copy.length).toBeGreaterThan(original.length + catalogues[language].paper.creditSlip.copy.length / 2)
    expect(original).not.toContain('DUPLICATA')
  })
})

describe('the paper of an invoice', () => {
  const { renderReceipt } = documents
  const textOf = async (paper: Paper, changes: Parameters<typeof sampleInvoice>[0] = {}, language: Language = 'fr') => {
    const pages = await readPdfText(await renderReceipt(sampleInvoice(changes), { paper, language }))
    expect(pages).toHaveLength(1)
    return pages.join('').replaceAll(/\s+/gu, ' ')
  }
  const taxed = ['177 966 GNF', '32 034 GNF', 'TVA 18 % incluse']

  test('shows the buyer, each ticket, the recorded amounts and the tenders; a copy is marked', async () => {
    const text = await textOf('roll-80', { copyNumber: 2 })
    const { number, buyer, tenders } = fr.invoice
    const heading = fr.invoice.headings.invoice
    const said = [heading, number, 'nongo-kiosk-3-000042', buyer, 'Espèces · Orange Money', tenders.invoice]
    const tickets = ['GN-000421', 'GN-000422', 'GN-000423']
    for (const words of [...said, ...tickets, ...taxed, '987654321 · 2B', 'DUPLICATA 2']) expect(text).toContain(words)
  })

  test('a credit note names its invoice, and shows neither an erased buyer nor a missing tax', async () => {
    const gone = { kind: 'credit-note', about: 'nongo-kiosk-3-000041', buyer: null, taxes: [] } as const
    const text = await textOf('a4', gone)
    for (const words of [fr.invoice.headings['credit-note'], 'nongo-kiosk-3-000041', fr.invoice.erased])
      expect(text).toContain(words)
    for (const words of [...taxed, 'Guinéenne']) expect(text).not.toContain(words)
  })

  test.each(['waiting', 'refused'] as const)('states that it is not signed yet: %s', async (state) => {
    const fiscal = state === 'refused' ? { state, reason: 'BUYER_UNKNOWN' } : { state }
    const text = await textOf('roll-80', { fiscal })
    expect(text).toContain(fr.invoice.fiscal[state])
    expect(text).not.toContain(fr.invoice.fiscal.signature)
  })

  test.each<Paper>(['roll-58', 'roll-80', 'a4'])(
    'on %s, shows its fiscal signature with the QR code',
    async (paper) => {
      const texts = { signature: 'TEST-A123-B456', counters: '12/345 FV', device: 'TS01000001', signedAt: '30/11/2026' }
      const fiscal = { state: 'signed', ...texts, qrCode: 'F;TS01000001;TESTA123;123;2026', isPrinted: true } as const
      const invoice = { ...sampleInvoice(), fiscal }
      const pages = await readPdf(await renderReceipt(invoice, { paper, language: 'fr' }))
      expect(pages.flatMap(({ qrCodes }) => qrCodes)).toEqual([fiscal.qrCode])
      const text = pages
        .map((page) => page.text)
        .join(' ')
        .replaceAll(/\s+/gu, ' ')
      for (const words of Object.values(texts)) expect(text).toContain(words)
      expect(text).not.toContain(fr.invoice.fiscal.waiting)
    },
  )

  test.each(languages)('in %s, sixty tickets fit on one A4 page', async (language) => {
    const lines = Array.from({ length: 60 }, (_, at) => ({ ...sampleInvoice().lines[0]!, ticketNumber: `T-${at}-E` }))
    expect(await textOf('a4', { lines }, language)).toContain('T-59-E')
  })

  test('is printed by the receipt printer, and is not saved as a file', async () => {
    const receipts = new DevicePrinter()
    const { invoices } = issuerWith({ receipts: ['r'] }, { r: receipts })
    expect(await invoices.issue(sampleInvoice(), 'fr')).toMatchObject({ saved: null, printed: { outcome: 'printed' } })
    expect(receipts.jobs.map(({ jobId }) => jobId)).toEqual(['nongo-kiosk-3-000042'])
    expect(await issuerWith({}, {}).invoices.issue(sampleInvoice(), 'fr')).toEqual({ saved: null, printed: null })
  })
})

describe('the slip of a collection code', () => {
  const slip = sampleCollectionSlip({ eventTitle: 'Horoya AC – AS Kaloum Star' })
  const slipsOn = (...to: Parameters<typeof issuerWith>) => issuerWith(...to).collectionSlips

  test('is printed where receipts are, with the code for people and for scanners', async () => {
    const [tickets, receipts] = [new DevicePrinter(), new DevicePrinter()]
    const issuer = slipsOn({ tickets: ['t'], receipts: ['r'] }, { t: tickets, r: receipts })
    expect(await issuer.issue(slip, 'fr', false)).toMatchObject({ outcome: 'printed' })
    expect(tickets.jobs).toEqual([])
    const [page] = await readPdf(receipts.jobs[0]!.document)
    expect(page?.qrCodes).toEqual([slip.code])
    const words = page?.text.replaceAll(/\s+/gu, ' ')
    const said = ['Bon de retrait', 'K7M 4XP', slip.register, 'Orange Money', slip.paymentReference, ...slip.seatCodes]
    for (const each of said) expect(words).toContain(each)
  })

  test('is printed where tickets are when nobody prints receipts, and nowhere when nobody prints', async () => {
    const tickets = new DevicePrinter()
    await slipsOn({ tickets: ['t'] }, { t: tickets }).issue(slip, 'fr', false)
    expect(tickets.jobs).toHaveLength(1)
    expect(await slipsOn({}, {}).issue(slip, 'fr', false)).toBeNull()
  })

  test('of tickets that did not come out is printed only where another printer prints receipts', async () => {
    const [both, receipts] = [new DevicePrinter(), new DevicePrinter()]
    expect(await slipsOn({ tickets: ['b'], receipts: ['b'] }, { b: both }).issue(slip, 'fr', true)).toBeNull()
    const apart = slipsOn({ tickets: ['b'], receipts: ['r'] }, { b: both, r: receipts })
    expect(await apart.issue(slip, 'fr', true)).toMatchObject({ outcome: 'printed' })
    expect(both.jobs).toEqual([])
  })

  test('of a sale that staff have to look at says so in place of what a payment left open says', async () => {
    const printer = new DevicePrinter()
    await slipsOn({ receipts: ['r'] }, { r: printer }).issue({ ...slip, why: 'trouble' }, 'fr', false)
    const [page] = await readPdf(printer.jobs[0]!.document)
    expect(page?.qrCodes).toEqual([slip.code])
    const words = page?.text.replaceAll(/\s+/gu, ' ')
    expect(words).toContain(fr.collectionSlip.trouble.heading)
    expect(words).not.toContain(fr.collectionSlip['payment-open'].heading)
  })

  const slips = samplePapers.flatMap((paper) => languages.map((language) => ({ paper, language })))
  const scans = shareOf('collection slips', slips, 2)

  test.each(scans.cases)(`can be scanned on $paper in $language (${scans.said})`, async ({ paper, language }) => {
    const printer = new DevicePrinter()
    await slipsOn({ receipts: ['r'] }, { r: printer }, paper, 'training').issue(slip, language, false)
    const pages = await readPdf(printer.jobs[0]!.document)
    expect(pages.map(({ qrCodes }) => qrCodes)).toEqual([[slip.code]])
  })
})
