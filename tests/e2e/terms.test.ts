import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { useReusedPages } from '../support/browser.ts'
import { calmAnswers, kioskInfo, review, sale, threeSeats } from '../support/fake-kiosk.ts'
import { onScreen, openKiosk } from '../support/kiosk-page.ts'
import { lawfulAnswers } from '../support/terms-scenes.ts'
import { ok } from '../../shared/domain/result.ts'

const { openPage } = useReusedPages()
const upright = { viewport: { width: 1080, height: 1920 }, hasTouch: true }

const reviewed = async (answers = lawfulAnswers): Promise<Page> => {
  const page = await openPage(upright)
  await openKiosk(page, answers)
  await onScreen(page, 'review')
  return page
}
const plain = (text: string): string => text.replaceAll(/[\s\u00a0\u202f]+/gu, ' ')

test('the price of each category, fees and tax stand on the review, and that paying accepts the conditions', async () => {
  const page = await reviewed()
  const shown = plain(await page.getByRole('main').innerText())
  expect(shown).toContain('3 × 70 000 GNF 210 000 GNF')
  expect(shown).toContain('Frais aucun')
  expect(shown).toContain('TVA 18 % incluse 32 034 GNF')
  expect(shown).toContain('En payant, vous acceptez les conditions de vente de Société du Stade de la Corniche SA.')
})

test('one touch opens the conditions and the privacy notice, another shows the rest, and Escape closes them', async () => {
  const page = await reviewed()
  await page.getByRole('button', { name: fr.terms.read }).tap()
  const dialog = page.getByRole('dialog', { name: fr.terms.title })
  await dialog.getByText('EXEMPLE : ces conditions de vente').waitFor()
  await dialog.getByText('+224 620 00 00 00').waitFor()
  // The focus stays within the dialogue.
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
  }
  const sizes = await dialog.getByRole('button').evaluateAll((all) => all.map((each) => each.clientHeight))
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44)
  await dialog.getByRole('button', { name: fr.terms.privacy }).tap()
  await dialog.locator('[lang="ar"]').waitFor()
  await dialog.getByText(fr.terms.otherLanguage('العربية')).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await onScreen(page, 'review')
})

test('a kiosk without conditions says nothing of them, and who is not liable states no tax', async () => {
  const page = await reviewed({ ...calmAnswers, getKiosk: ok({ ...kioskInfo, sale: sale(review, threeSeats) }) })
  expect(await page.getByRole('button', { name: fr.terms.read }).count()).toBe(0)
  expect(plain(await page.getByRole('main').innerText())).toContain('Frais et taxes aucun')
})

test('the dialogue is given up with the session, like the others', async () => {
  const page = await openPage({ ...upright, hasClock: true })
  await openKiosk(page, lawfulAnswers)
  await onScreen(page, 'review')
  await page.getByRole('button', { name: fr.terms.read }).tap()
  await page.getByRole('dialog', { name: fr.terms.title }).waitFor()
  await page.clock.fastForward('01:31')
  await page.getByRole('alertdialog', { name: fr.idle.title }).waitFor()
})
