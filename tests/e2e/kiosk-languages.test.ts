import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { arabic } from '../../renderer/i18n/ar/catalogue.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { nameOf } from '../../renderer/i18n/languages.ts'
import { ok } from '../../shared/domain/result.ts'
import { languages, type Language } from '../../shared/domain/language.ts'
import { useReusedPages } from '../support/browser.ts'
import { asked, onScreen, openKiosk } from '../world/page.ts'
import { calmAnswers, concert, eventsView, kioskInfo, saleId, type Answers } from '../world/scenes/answers.ts'
import { scenes } from '../world/scenes/scenes.ts'
import { shareOf } from '../support/share.ts'

const { openPage } = useReusedPages()

const upright = { viewport: { width: 1080, height: 1920 }, hasTouch: true }

/** The same answers from a kiosk that speaks every language. */
const fluent = (answers: Answers, more: object = {}): Answers => {
  const { value } = (answers['getKiosk'] ?? ok(kioskInfo)) as { value: object }
  return { ...answers, getKiosk: ok({ ...value, languages, ...more }) }
}

async function speak(page: Page, language: Language): Promise<void> {
  await page.getByRole('button', { name: nameOf('fr') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: nameOf(language) })
    .click()
  await page.locator('[data-screen][data-settling="false"]').waitFor()
}

test('a sale from right to left: the language is chosen from a menu, and everything follows it', async () => {
  const page = await openPage(upright)
  const { attract, common, offers, review, card } = arabic('western')
  await openKiosk(page, fluent(calmAnswers))
  await speak(page, 'ar')
  await page.locator('html[lang="ar"][dir="rtl"]').waitFor()
  await page.getByRole('button', { name: attract.touch }).click()
  await onScreen(page, 'events')
  await page.getByRole('button', { name: 'Sénégal' }).click()
  await onScreen(page, 'party')
  await page.getByRole('button', { name: common.places(3) }).click()
  await onScreen(page, 'offers')
  const offer = page.getByRole('button', { name: 'Tribune Ouest' })
  const [name, take] = await Promise.all([
    offer.getByText('Tribune Ouest').boundingBox(),
    offer.getByText(offers.take).boundingBox(),
  ])
  expect(name!.x).toBeGreaterThan(take!.x)
  await offer.click()
  await onScreen(page, 'review')
  await page.getByRole('button', { name: review.pay.card }).click()
  await onScreen(page, 'card')
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(card.waiting)
  expect(await asked(page, 'startVisit')).toEqual([{ eventId: '1', language: 'ar' }])
  expect(await asked(page, 'pay')).toEqual([{ saleId, tender: 'card' }])
})

test('counts, money and time take the digits of the setting, in the font that comes with the program; the seats keep theirs', async () => {
  const page = await openPage(upright)
  await openKiosk(page, fluent(scenes['review']!.answers, { numerals: 'arabic' }))
  await speak(page, 'ar')
  expect(await page.getByRole('timer').innerText()).toMatch(/^[٠-٩]:[٠-٩]{2}$/u)
  expect(await page.getByText('٢١٠٬٠٠٠').first().isVisible()).toBe(true)
  expect(await page.getByRole('main').innerText()).toMatch(/12\s+13\s+14/u)
  const loaded = await page.evaluate(async () => {
    await document.fonts.ready
    return [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family)
  })
  expect(loaded.join()).toContain('Noto Sans Arabic')
})

/** Returns the family of a font, marked if it is one of the system. */
const nameOfFont = ({ familyName, isCustomFont }: { familyName: string; isCustomFont: boolean }): string =>
  isCustomFont ? familyName : `${familyName} of the system`

test('stars, ticks and shapes of a title are drawn by fonts that come with the program', async () => {
  const page = await openPage(upright)
  const title = 'Gala ★ ☆ ✓ ✗ ● ■ ♥ ❄ Conakry'
  await openKiosk(page, { ...calmAnswers, listEvents: ok({ ...eventsView, events: [{ ...concert, title }] }) })
  await page.getByRole('button', { name: fr.attract.touch }).click()
  await onScreen(page, 'events')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root } = await devtools.send('DOM.getDocument', { depth: 0 })
  await page.getByText(title).evaluate((shown) => shown.setAttribute('data-probe', ''))
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector: '[data-probe]' })
  // A file of letters is loaded with their first use.
  await expect
    .poll(async () => (await devtools.send('CSS.getPlatformFontsForNode', { nodeId })).fonts.map(nameOfFont).toSorted())
    .toEqual(['Atkinson Hyperlegible Next ExtraBold', 'Noto Sans Symbols 2'])
})
