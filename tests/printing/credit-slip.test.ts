import { describe, expect, test } from 'vitest'
import type { PrintJob } from '../../electron/core/ports/printer.ts'
import { createCreditSlipIssuer } from '../../electron/printing/credit-slip-issuer.ts'
import { createPrinterPool } from '../../electron/printing/printers/printer-pool.ts'
import { createTicketRenderer } from '../../electron/printing/ticket-renderer.ts'
import { languages } from '../../shared/domain/language.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { readPdf } from '../support/pdf.ts'
import { samplePapers } from './document-samples.ts'
import { sampleCreditSlip } from './receipt-samples.ts'
import { documents, fontsDirectory } from './ticket-samples.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

describe('the paper of a credit slip', () => {
  test.each(languages)('in %s, its code can be read on every paper, and its number by people', async (language) => {
    const { renderCreditSlip } = createTicketRenderer({ fontsDirectory })
    const slip = sampleCreditSlip({ eventTitle: 'Horoya AC – AS Kaloum Star' })
    for (const paper of samplePapers) {
      const [page, ...more] = await readPdf(await renderCreditSlip(slip, { paper, language }))
      expect(more, paper).toEqual([])
      expect(page?.qrCodes, paper).toEqual([slip.code])
      expect(page?.text, paper).toContain('K7M4X P92RD')
    }
  })

  test.each(['over', 'unpaid', 'returned'] as const)('says where the money comes from: %s', async (why) => {
    const { renderCreditSlip } = createTicketRenderer({ fontsDirectory })
    const slip = sampleCreditSlip({ why, specimen: 'demo' })
    const [page] = await readPdf(await renderCreditSlip(slip, { paper: 'roll-80', language: 'fr' }))
    const words = page?.text.replaceAll(/\s+/gu, ' ')
    const { creditSlip, ticket } = catalogues.fr.paper
    for (const said of [
      creditSlip.why[why],
      '15 000 GNF',
      slip.register,
      slip.orderId,
      ticket('western').specimens.demo.word,
    ])
      expect(words).toContain(said.replaceAll(/\s+/gu, ' '))
  })

  test.each(languages)(
    'in %s, a copy says so, its number, and that all of them are worth it once',
    async (language) => {
      const { renderCreditSlip } = createTicketRenderer({ fontsDirectory })
      for (const paper of samplePapers) {
        const copy = sampleCreditSlip({ copyNumber: 3 })
        const [page, ...more] = await readPdf(await renderCreditSlip(copy, { paper, language }))
        expect(more, paper).toEqual([])
        expect(page?.qrCodes, paper).toEqual([copy.code])
        expect(page?.text, paper).toContain(catalogues[language].paper.ticket('western').copy(3))
      }
      const [page] = await readPdf(
        await renderCreditSlip(sampleCreditSlip({ copyNumber: 3 }), { paper: 'a4', language }),
      )
      const [original] = await readPdf(await renderCreditSlip(sampleCreditSlip(), { paper: 'a4', language }))
      expect(page?.text.length).toBeGreaterThan(
        (original?.text.length ?? 0) + catalogues[language].paper.creditSlip.copy.length / 2,
      )
      expect(original?.text).not.toContain('DUPLICATA')
    },
  )

  test('comes out where receipts are printed, else where tickets are', async () => {
    for (const receipts of [['second'], []]) {
      const jobs: [string, PrintJob][] = []
      const loaded = new Map(
        ['first', 'second'].map((name) => {
          const print = async (job: PrintJob) => (
            jobs.push([name, job]),
            { outcome: 'printed', evidence: 'cut' } as const
          )
          const printer = { name, status: async () => ({ state: 'ready' }) as const, print }
          return [name, { printer, paper: 'roll-80' }] as const
        }),
      )
      const roles = { tickets: ['first'], receipts, reports: [] }
      const printers = createPrinterPool({ printers: loaded, roles, drawer: null, log })
      const issuer = createCreditSlipIssuer({ documents, printers, specimen: null })
      expect(await issuer.issue(sampleCreditSlip(), 'fr')).toMatchObject({ outcome: 'printed' })
      expect(jobs.map(([name]) => name)).toEqual([receipts[0] ?? 'first'])
    }
  })
})
