import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { ok } from '../../shared/domain/result.ts'
import { useReusedPages } from '../support/browser.ts'
import { onScreen, openKiosk } from '../world/page.ts'
import { calmAnswers, events, eventsView } from '../world/scenes/answers.ts'
import { lawfulAnswers, scenes } from '../world/scenes/scenes.ts'
import { press, toParty } from '../world/scenes/ways.ts'

const { openPage } = useReusedPages()
const upright = { viewport: { width: 1080, height: 1920 }, hasTouch: true }
const plain = (text: string): string => text.replaceAll(/[\s\u00a0\u202f]+/gu, ' ')

test('what the organiser says is read page by page, as text and nothing else; without it there is no such button', async () => {
  const [told, silent, ...others] = events
  const page = await openPage(upright)
  const description = `<img src="x" onerror="document.title = 'taken'"> & ${'Un derby de plus. '.repeat(100)}Fin.`
  await openKiosk(page, {
    ...calmAnswers,
    listEvents: ok({ ...eventsView, events: [{ ...told!, description }, silent!, ...others] }),
  })
  await toParty(page)
  await press(page, fr.party.about)
  const dialog = page.getByRole('dialog', { name: told!.title })
  const text = dialog.locator('[dir="auto"]')
  expect(await text.textContent()).toBe(description)
  expect(await page.locator('dialog img').count()).toBe(0)

  const endIsSeen = (): Promise<boolean> =>
    text.evaluate((element) => {
      const range = document.createRange()
      const { firstChild } = element
      if (!firstChild) throw new Error('no text')
      range.setStart(firstChild, (firstChild.textContent ?? '').length - 4)
      range.setEnd(firstChild, (firstChild.textContent ?? '').length)
      const [end, frame] = [range.getBoundingClientRect(), element.getBoundingClientRect()]
      return end.left >= frame.left && end.right <= frame.right && end.bottom <= frame.bottom + 1
    })
  const more = dialog.getByRole('button', { name: fr.events.next })
  expect(await endIsSeen()).toBe(false)
  while ((await more.getAttribute('aria-disabled')) === 'false') await more.click()
  await expect.poll(endIsSeen).toBe(true)
  await dialog.getByRole('button', { name: fr.common.back }).click()
  await onScreen(page, 'party')
  expect(await page.getByRole('dialog').count()).toBe(0)

  await press(page, fr.common.back)
  await onScreen(page, 'events')
  await page.getByRole('button', { name: silent!.homeTeam }).first().click()
  await onScreen(page, 'party')
  expect(await page.getByRole('button', { name: fr.party.about }).count()).toBe(0)
})

test('the review states prices, fees, tax and what paying accepts; one touch opens the conditions, another the rest', async () => {
  const page = await openPage({ ...upright, hasClock: true })
  await openKiosk(page, lawfulAnswers)
  const shown = plain(await page.getByRole('main').innerText())
  expect(shown).toContain('3 × 70 000 GNF 210 000 GNF')
  expect(shown).toContain('Frais aucun')
  expect(shown).toContain('TVA 18 % incluse 32 034 GNF')
  expect(shown).toContain(
    'En payant, vous acceptez les conditions de vente du vendeur, Société du Stade de la Corniche SA.',
  )

  const read = page.getByRole('button', { name: fr.terms.read })
  await read.tap()
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

  // While this dialogue is open, the idle warning still appears.
  await read.tap()
  await dialog.waitFor()
  await page.clock.fastForward('01:31')
  await page.getByRole('alertdialog', { name: fr.idle.title }).waitFor()
})

test('a kiosk without conditions says nothing of them, and who is not liable states no tax', async () => {
  const page = await openPage(upright)
  await openKiosk(page, scenes['review']!.answers)
  expect(await page.getByRole('button', { name: fr.terms.read }).count()).toBe(0)
  expect(plain(await page.getByRole('main').innerText())).toContain('Frais et taxes aucun')
})
