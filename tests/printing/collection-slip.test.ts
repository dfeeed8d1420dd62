import { describe, expect, test } from 'vitest'
import type { PrintJob, PrintOutcome, TicketPrinter } from '../../electron/core/ports/printer.ts'
import { createCollectionSlipIssuer } from '../../electron/printing/collection-slip-issuer.ts'
import { createPrinterPool } from '../../electron/printing/printers/printer-pool.ts'
import { paper as fr } from '../../shared/i18n/fr/paper.ts'
import { languages } from '../../shared/domain/language.ts'
import { readPdf } from '../support/pdf.ts'
import { sampleCollectionSlip, samplePapers } from './document-samples.ts'
import { documents } from './ticket-samples.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const slip = sampleCollectionSlip({ eventTitle: 'Horoya AC – AS Kaloum Star' })

/** A printer that keeps what it is given. */
function keeping(outcome: PrintOutcome = { outcome: 'printed', evidence: 'cut' }) {
  const jobs: PrintJob[] = []
  const printer: TicketPrinter = {
    name: 'device',
    status: async () => ({ state: 'ready' }),
    print: async (job) => (jobs.push(job), outcome),
  }
  return { jobs, printer }
}

function issuerWith(
  roles: { readonly tickets?: readonly string[]; readonly receipts?: readonly string[] },
  printers: Readonly<Record<string, TicketPrinter>>,
) {
  const loaded = new Map(
    Object.entries(printers).map(([name, printer]) => [name, { printer, paper: 'roll-80' }] as const),
  )
  const pool = createPrinterPool({
    printers: loaded,
    roles: { tickets: [], receipts: [], reports: [], ...roles },
    drawer: null,
    log,
  })
  const receiptsApart = !roles.receipts?.some((name) => roles.tickets?.includes(name))
  return createCollectionSlipIssuer({ documents, printers: pool, specimen: null, receiptsApart })
}

describe('the slip of a collection code', () => {
  test('is printed where receipts are, with the code for people and for scanners', async () => {
    const [tickets, receipts] = [keeping(), keeping()]
    const issuer = issuerWith({ tickets: ['t'], receipts: ['r'] }, { t: tickets.printer, r: receipts.printer })
    expect(await issuer.issue(slip, 'fr', false)).toMatchObject({ outcome: 'printed' })
    expect(tickets.jobs).toEqual([])
    const [page] = await readPdf(receipts.jobs[0]!.document)
    expect(page?.qrCodes).toEqual([slip.code])
    const words = page?.text.replaceAll(/\s+/gu, ' ')
    for (const said of [
      'Bon de retrait',
      'K7M 4XP',
      slip.register,
      'Orange Money',
      slip.paymentReference,
      ...slip.seatCodes,
    ])
      expect(words).toContain(said)
  })

  test('is printed where tickets are when nobody prints receipts, and nowhere when nobody prints', async () => {
    const tickets = keeping()
    expect(await issuerWith({ tickets: ['t'] }, { t: tickets.printer }).issue(slip, 'fr', false)).toMatchObject({
      outcome: 'printed',
    })
    expect(tickets.jobs).toHaveLength(1)
    expect(await issuerWith({}, {}).issue(slip, 'fr', false)).toBeNull()
  })

  test('of tickets that did not come out is printed only where another printer prints receipts', async () => {
    const [both, receipts] = [keeping(), keeping()]
    const shared = issuerWith({ tickets: ['b'], receipts: ['b'] }, { b: both.printer })
    expect(await shared.issue(slip, 'fr', true)).toBeNull()
    const apart = issuerWith({ tickets: ['b'], receipts: ['r'] }, { b: both.printer, r: receipts.printer })
    expect(await apart.issue(slip, 'fr', true)).toMatchObject({ outcome: 'printed' })
    expect(both.jobs).toEqual([])
  })

  test('of a sale that staff have to look at says so in place of what a payment left open says', async () => {
    const { jobs, printer } = keeping()
    await issuerWith({ receipts: ['r'] }, { r: printer }).issue({ ...slip, why: 'trouble' }, 'fr', false)
    const [page] = await readPdf(jobs[0]!.document)
    expect(page?.qrCodes).toEqual([slip.code])
    const words = page?.text.replaceAll(/\s+/gu, ' ')
    expect(words).toContain(fr.collectionSlip.trouble.heading)
    expect(words).not.toContain(fr.collectionSlip['payment-open'].heading)
  })

  test('that does not come out is told', async () => {
    const { printer } = keeping({ outcome: 'failed', reason: 'paper-out', detail: '' })
    expect(await issuerWith({ receipts: ['r'] }, { r: printer }).issue(slip, 'fr', false)).toMatchObject({
      outcome: 'failed',
    })
  })

  test.each(samplePapers.flatMap((paper) => languages.map((language) => [paper, language] as const)))(
    'can be scanned on %s in %s',
    async (paper, language) => {
      const { jobs, printer } = keeping()
      const pool = createPrinterPool({
        printers: new Map([['r', { printer, paper }]]),
        roles: { tickets: [], receipts: ['r'], reports: [] },
        drawer: null,
        log,
      })
      await createCollectionSlipIssuer({
        documents,
        printers: pool,
        specimen: 'training',
        receiptsApart: true,
      }).issue(slip, language, false)
      const pages = await readPdf(jobs[0]!.document)
      expect(pages.map(({ qrCodes }) => qrCodes)).toEqual([[slip.code]])
    },
  )
})
