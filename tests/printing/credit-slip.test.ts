import { describe, expect, test } from 'vitest'
import type { PrintJob } from '../../electron/core/ports/printer.ts'
import { createCreditSlipIssuer } from '../../electron/printing/credit-slip-issuer.ts'
import { createPrinterPool } from '../../electron/printing/printers/printer-pool.ts'
import { languages } from '../../shared/domain/language.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { readPdf, readPdfText } from '../support/pdf.ts'
import { shareOf } from '../support/share.ts'
import { sampleCreditSlip, samplePapers } from './document-samples.ts'
import { documents } from './ticket-samples.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

describe('the paper of a credit slip', () => {
  const { renderCreditSlip } = documents
  const papers = languages.flatMap((language) => samplePapers.map((paper) => ({ language, paper })))
  const originals = shareOf('credit slips', papers, 6)
  const copies = shareOf('copies of credit slips', papers, 4)

  test.each(originals.cases)(
    `in $language on $paper, its code can be read, and its number by people (${originals.said})`,
    async ({ language, paper }) => {
      const slip = sampleCreditSlip({ eventTitle: 'Horoya AC – AS Kaloum Star' })
      const [page, ...more] = await readPdf(await renderCreditSlip(slip, { paper, language }))
      expect(more).toEqual([])
      expect(page?.qrCodes).toEqual([slip.code])
      expect(page?.text).toContain('K7M4X P92RD')
    },
  )

  test.each(['over', 'unpaid', 'returned'] as const)('says where the money comes from: %s', async (why) => {
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

  test.each(copies.cases)(
    `in $language on $paper, a copy says so and its number (${copies.said})`,
    async ({ language, paper }) => {
      const copy = sampleCreditSlip({ copyNumber: 3 })
      const [page, ...more] = await readPdf(await renderCreditSlip(copy, { paper, language }))
      expect(more).toEqual([])
      expect(page?.qrCodes).toEqual([copy.code])
      expect(page?.text).toContain(catalogues[language].paper.ticket('western').copy(3))
    },
  )

  test.each(languages)('in %s, a copy says that all of them are worth it once', async (language) => {
    const textOf = async (copyNumber?: number): Promise<string> => {
      const slip = sampleCreditSlip(copyNumber === undefined ? {} : { copyNumber })
      return (await readPdfText(await renderCreditSlip(slip, { paper: 'a4', language }))).join('')
    }
    const [copy, original] = [await textOf(3), await textOf()]
    expect(copy.length).toBeGreaterThan(original.length + catalogues[language].paper.creditSlip.copy.length / 2)
    expect(original).not.toContain('DUPLICATA')
  })

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
