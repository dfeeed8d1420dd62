import { describe, expect, test } from 'vitest'
import { createTicketRenderer } from '../../electron/printing/ticket-renderer.ts'
import type { Language } from '../../shared/kiosk-api/views.ts'
import type { Paper } from '../../shared/domain/ticket-document.ts'
import { readPdf } from '../support/pdf.ts'
import { inkShare } from './paper.ts'
import { shiftReport, type ReportChanges } from './report-samples.ts'
import { fontsDirectory } from './ticket-samples.ts'

const { renderReport } = createTicketRenderer({ fontsDirectory })

async function pages(changes: ReportChanges, paper: Paper, language: Language = 'fr', demo = false) {
  return readPdf(await renderReport(shiftReport(changes), { paper, language, demo }), 150)
}

const said = (read: readonly { readonly text: string }[]): string =>
  read
    .map(({ text }) => text)
    .join(' ')
    .replaceAll(/[\s\u00a0]+/gu, ' ')

describe.each<Paper>(['roll-80', 'roll-58', 'a4', 'a6'])('a closure on %s', (paper) => {
  test('says who, when, what of, by what means, what is in the drawer, and the anchor', async () => {
    const read = await pages({}, paper)
    const text = said(read)
    for (const words of [
      'Clôture Z',
      'nongo-guichet-2',
      'mariama',
      'Ventes payées 125',
      'Billets émis 312',
      'Duplicatas imprimés 3',
      'Horoya AC – AS Kaloum Star',
      '287 20 090 000',
      '22 750 000',
      'Fond de caisse 500 000',
      'Attendu dans le tiroir 8 250 000',
      'Manquant 5 000',
      '1 204 560 000',
      '16877 – 18203',
      '3b9e 7a20 c4d1 f856',
      'Responsable',
    ]) {
      expect(text).toContain(words)
    }
    expect(text.replaceAll(' ', '')).toContain(shiftReport().anchor.tailHash)
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
    const zones = Array.from({ length: 90 }, (_, at) => ({ name: `Zone ${at + 101}`, tickets: 1, amount: 70_000 }))
    const event = { title: 'Tournoi', startsAt: '2025-05-17T16:00:00', tickets: 90, amount: 6_300_000, zones }
    const read = await pages({ money: { events: [event] } }, paper)
    const text = said(read)
    for (const { name } of zones) expect(text).toContain(`${name} 1 70 000`)
    if (!paper.startsWith('roll')) expect(text).toContain(`Page 1 sur ${read.length}`)
  })
})

test('a reading wants no signature, an empty shift says so, and a demo is marked', async () => {
  const text = said(await pages({ kind: 'X', currencies: [], sales: 0, waiting: 0 }, 'roll-80', 'en', true))
  expect(text).toContain('X report')
  expect(text).toContain('No sale in this shift.')
  expect(text).toContain('SPECIMEN')
  expect(text).not.toContain('Supervisor')
  expect(text).not.toContain('waiting')
})

test('each currency has its own sums', async () => {
  const [franc] = shiftReport().currencies
  const euro = { ...franc!, currency: 'EUR', net: 125_050 }
  const text = said(await pages({ currencies: [franc!, euro] }, 'roll-80'))
  expect(text).toContain('Recette (GNF)')
  expect(text).toContain('Recette (EUR)')
  expect(text).toContain('1 250,50')
})

test('equal reports give equal bytes', async () => {
  const options = { paper: 'a4', language: 'fr', demo: false } as const
  const other = createTicketRenderer({ fontsDirectory })
  const [one, two] = [await renderReport(shiftReport(), options), await other.renderReport(shiftReport(), options)]
  expect(Buffer.compare(one, two)).toBe(0)
})
