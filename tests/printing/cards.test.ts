import { describe, expect, test } from 'vitest'
import { TicketRenderer } from '../../electron/printing/ticket-renderer.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { defaultShortcuts } from '../../shared/domain/desk/shortcuts.ts'
import { languages } from '../../shared/domain/language.ts'
import { tenderKinds } from '../../shared/domain/money/tender.ts'
import { cardNames } from '../../shared/i18n/paper-texts.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { readPdf, readPdfText } from '../support/pdf.ts'
import { fontsDirectory } from './ticket-samples.ts'

const { renderCard } = new TicketRenderer({ fontsDirectory })
const machine = { deviceId: 'caisse-nord-2', shortcuts: defaultShortcuts, tenders: tenderKinds }

describe.each(languages)('in %s', (language) => {
  test.each(cardNames)('the card of the %s stands on one A4 page', async (card) => {
    const pages = await readPdf(await renderCard(card, machine, language), 30)
    expect(pages.map(({ widthMm, heightMm }) => [Math.round(widthMm), Math.round(heightMm)])).toEqual([[210, 297]])
  })
})

test('the cashier’s card has the keys of this desk, and of the ways to pay those that it takes', async () => {
  const own = { ...machine, shortcuts: { ...defaultShortcuts, lock: 'Ctrl+B' }, tenders: ['cash', 'card'] as const }
  const words = (await readPdfText(await renderCard('cashier', own, 'fr'))).join(' ').replaceAll(/\s+/gu, ' ')
  expect(words).toContain('caisse-nord-2')
  expect(words).toMatch(/Ctrl\+B\s*verrouiller la caisse/u)
  expect(words).toContain('payer : Carte')
  expect(words).not.toMatch(/F9|Orange Money/u)
})

test('what the French cards quote stands on the French screens', () => {
  const screens = new Set(textsOf(fr))
  const quoted = textsOf(catalogues.fr.cards).flatMap((text) =>
    [...text.matchAll(/«\u00a0(.+?)\u00a0»/gu)].map(([, label = '']) => label),
  )
  expect(quoted.length).toBeGreaterThan(5)
  expect(quoted.filter((label) => !screens.has(label))).toEqual([])
})

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}
