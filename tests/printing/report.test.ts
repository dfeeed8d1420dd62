import { describe, expect, test } from 'vitest'
import { reportContentOf } from '../../electron/printing/documents/report-content.ts'
import { isBlack } from '../../electron/printing/escpos/bitmap.ts'
import { rasterisePage } from '../../electron/printing/escpos/page-raster.ts'
import { asRead } from '../../electron/printing/pdf/printable-text.ts'
import { createTicketRenderer } from '../../electron/printing/ticket-renderer.ts'
import type { Specimen } from '../../shared/domain/documents/specimen.ts'
import type { Language } from '../../shared/domain/language.ts'
import type { Paper } from '../../shared/domain/documents/paper.ts'
import type { ShiftReport } from '../../shared/domain/money/shift-report.ts'
import { readPdf, readQrCodes } from '../support/pdf.ts'
import { dayClosed, dayLeft } from '../world/scenes/answers.ts'
import { inkShare, monochrome } from './paper.ts'
import { shiftReport, sold, type ReportChanges } from './report-samples.ts'
import { fontsDirectory } from './ticket-samples.ts'

const { renderReport } = createTicketRenderer({ fontsDirectory })

async function pages(
  changes: ReportChanges,
  paper: Paper,
  language: Language = 'fr',
  specimen: Specimen | null = null,
) {
  return readPdf(await renderReport(shiftReport(changes), { paper, language, specimen }), 150)
}

const said = (read: readonly { readonly text: string }[]): string =>
  read
    .map(({ text }) => text)
    .join(' ')
    .replaceAll(/[\s\u00a0]+/gu, ' ')

test('the cash rounding is below the tenders, whose sum differs from the takings', async () => {
  const text = said(await pages({ money: { rounding: -27 } }, 'roll-80'))
  expect(text).toMatch(/Orange Money, remboursé 1 −70 000 dont arrondi des espèces −27/u)
})

describe.each<Paper>(['roll-80', 'roll-58', 'a4', 'a6'])('a closure on %s', (paper) => {
  test('says who, when, what of, by what means, what is in the drawer, and the anchor', async () => {
    const read = await pages({}, paper)
    const text = said(read)
    for (const words of [
      'Rapport Z',
      'nongo-guichet-2',
      'mariama',
      'Ventes 125',
      'Billets valables 312',
      'Duplicatas imprimés 3',
      'Horoya AC – AS Kaloum Star',
      '287 19 950 000',
      'Tribune Sud 175 12 110 000',
      'Billets vendus 314 22 890 000 Billets remboursés 2 −140 000 Recette nette 312 22 750 000',
      'Total HT 19 279 661 TVA 18 % incluse 3 470 339',
      'Ventes par agent (GNF) Sans agent 75 14 140 000 Sans agent, remboursé 2 −140 000 7 50 8 750 000',
      'Par prestataire (GNF) Orange Money · Djomy Encaissé 38 4 060 000 Remboursé 1 −70 000',
      'Sans réponse 2 210 000 Montant débité différent 1 65 000 Orange Money · Orange Encaissé 4 560 000',
      'Fond de caisse 500 000',
      'Attendu dans le tiroir 8 250 000',
      'Manquant 5 000',
      '1 204 560 000',
      '16877 – 18203',
      '3b9e 7a20 c4d1 f856',
      'Empreinte de la ligne 18204',
      'QR code signé : ligne, totaux et clé',
      'Responsable',
    ]) {
      expect(text).toContain(words)
    }
    expect(text.replaceAll(' ', '')).toContain(shiftReport().anchor.hash)
    for (const page of read) {
      const { widthMm, heightMm } = page
      for (const edge of [
        { x: 0, y: 0, width: widthMm, height: 2 },
        { x: 0, y: heightMm - 2, width: widthMm, height: 2 },
        { x: 0, y: 0, width: 3, height: heightMm },
        { x: widthMm - 3, y: 0, width: 3, height: heightMm },
      ]) {
        expect(inkShare(page, edge)).toBe(0)
      }
    }
    if (paper.startsWith('roll')) expect(read).toHaveLength(1)
  })

  test('a long one goes on, no line lost', async () => {
    const zones = Array.from({ length: 90 }, (_, at) => ({ name: `Zone ${at + 101}`, ...sold(1, 70_000) }))
    const event = { title: 'Tournoi', startsAt: '2025-05-17T16:00:00', ...sold(90, 6_300_000), zones }
    const read = await pages({ money: { events: [event] } }, paper)
    const text = said(read)
    for (const { name } of zones) expect(text).toContain(`${name} 1 70 000`)
    if (!paper.startsWith('roll')) expect(text).toContain(`Page 1 sur ${read.length}`)
  })
})

describe('the signed code of a closure', () => {
  const scanned = async (report: ShiftReport, paper: Paper, language: Language, dpi = 203) => {
    const read = await readPdf(await renderReport(report, { paper, language, specimen: null }), dpi)
    const codes = await Promise.all(
      read.map(async ({ image }) => readQrCodes({ ...image, data: Uint8ClampedArray.from(monochrome(image).data) })),
    )
    return codes.flat()
  }
  const { anchor } = shiftReport()
  const long = `GZ1.${Buffer.from('{"register":"nongo-guichet-porte-a-cote-nord-1"}'.repeat(9)).toString('base64url')}.${'q7Xn'.repeat(21)}Aw`

  test.each<Paper>(['roll-80', 'roll-58', 'a4', 'a6', '210x74'])(
    "is read from %s, a thermal head's dots",
    async (paper) => {
      for (const language of ['fr', 'en', 'pt', 'ar'] as const)
        expect(await scanned(shiftReport(), paper, language)).toEqual([anchor.code])
      expect(await scanned(shiftReport({ anchor: { ...anchor, code: long } }), paper, 'fr')).toEqual([long])
    },
  )

  test('is read from an office printer and from a receipt printer that speaks ESC/POS', async () => {
    expect(await scanned(shiftReport(), 'a4', 'fr', 300)).toEqual([anchor.code])
    for (const dots of [576, 384]) {
      const paper = dots === 576 ? 'roll-80' : 'roll-58'
      const page = await rasterisePage(
        await renderReport(shiftReport(), { paper, language: 'fr', specimen: null }),
        dots,
      )
      const { width, height } = page.ok ? page.value : { width: 0, height: 0 }
      const data = Uint8ClampedArray.from({ length: width * height * 4 }, (_, at) => {
        const [x, y] = [(at >> 2) % width, Math.floor((at >> 2) / width)]
        return at % 4 === 3 || !(page.ok && isBlack(page.value, x, y)) ? 255 : 0
      })
      expect(await readQrCodes({ width, height, data })).toEqual([anchor.code])
    }
  })

  test('is not on a reading', async () => {
    expect(await scanned(shiftReport({ kind: 'X', anchor: { ...anchor, code: null } }), 'roll-80', 'fr')).toEqual([])
  })
})

test('what customers are still owed has a line of its own, and only then', async () => {
  const words = 'Reste à rembourser'
  expect(said(await pages({ money: { owed: 70_000 } }, 'roll-80'))).toContain(`${words} 70 000`)
  expect(said(await pages({}, 'roll-80'))).not.toContain(words)
})

test.each<Paper>(['a4', 'roll-80', 'roll-58', 'a6'])('a Z of training says so at both ends on %s', async (paper) => {
  const earnest = said(await pages({}, paper))
  const training = said(await pages({}, paper, 'fr', 'training'))
  expect(earnest).not.toContain('FORMATION')
  expect(training.indexOf('FORMATION')).toBeLessThan(training.indexOf('Rapport Z'))
  expect(training.lastIndexOf('FORMATION')).toBeGreaterThan(training.indexOf('Rapport Z'))
})

test('a reading wants no signature, an empty shift says so, and a specimen is marked', async () => {
  const text = said(
    await pages(
      { kind: 'X', currencies: [], sales: 0, waiting: 0, anchor: { ...shiftReport().anchor, code: null } },
      'roll-80',
      'en',
      'demo',
    ),
  )
  expect(text).toContain('X report')
  expect(text).toContain('No sales in this shift.')
  expect(text).toContain('SPECIMEN')
  expect(text).not.toContain('Supervisor')
  expect(text).not.toContain('not finished')
})

test('each currency has its own sums', async () => {
  const [franc] = shiftReport().currencies
  const euro = { ...franc!, currency: 'EUR', net: { tickets: 1, amount: 125_050 } }
  const text = said(await pages({ currencies: [franc!, euro] }, 'roll-80'))
  expect(text).toContain('Recette (GNF)')
  expect(text).toContain('Recette (EUR)')
  expect(text).toContain('1 250,50')
})

test('equal reports give equal bytes', async () => {
  const options = { paper: 'a4', language: 'fr', specimen: null } as const
  const other = createTicketRenderer({ fontsDirectory })
  const [one, two] = [await renderReport(shiftReport(), options), await other.renderReport(shiftReport(), options)]
  expect(Buffer.compare(one, two)).toBe(0)
})

const style = { language: 'fr', numerals: 'western', timeZone: 'Africa/Conakry', specimen: null } as const
const terminalDayLines = (terminalDays: Parameters<typeof shiftReport>[0] & object) =>
  reportContentOf(shiftReport(terminalDays), style)
    .sections.find(({ heading }) => heading === 'Télécollecte du terminal')
    ?.lines.map(({ label, value }) => asRead(`${label} ${value}`).replaceAll(/\s/gu, ' ').trim())

test('a Z has the terminal’s sum beside ours, the difference, and what it wants printed', () => {
  expect(terminalDayLines({ terminalDays: [dayClosed] })).toEqual([
    'Télécollecte faite',
    'Selon le terminal 8 300 000 GNF',
    'Selon la caisse 8 400 000 GNF',
    'Écart −100 000 GNF',
    'KASSENSCHNITT',
    'TERMINAL 52523535',
    'SUMME GNF 8.300.000',
  ])
})

test('a Z says what is still to be done, and nothing where no terminal was told', () => {
  expect(terminalDayLines({ terminalDays: [dayLeft] })).toEqual(['Télécollecte à faire'])
  expect(terminalDayLines({})).toBeUndefined()
})
