import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { useReusedPages } from '../support/browser.ts'
import { calmAnswers } from '../support/fake-kiosk.ts'
import { onScreen, openKiosk } from '../support/kiosk-page.ts'
import { scenes, switchOn, toEvents } from '../support/kiosk-scenes.ts'
import { french, installVoices, said } from '../support/voices.ts'

const { aid, about } = fr.access

const { openPage } = useReusedPages()

const upright = { viewport: { width: 1080, height: 1920 }, hasTouch: true } as const

/** Waits until these have been said, in this order, with whatever else between them. */
async function expectSaid(page: Page, texts: readonly (string | RegExp)[]): Promise<void> {
  const heard: string[] = []
  await expect
    .poll(async () => {
      heard.push(...(await said(page)))
      let from = 0
      for (const text of texts) {
        const at = heard.findIndex((one, index) => index >= from && isIt(one, text))
        if (at < 0) return text
        from = at + 1
      }
      return null
    })
    .toBe(null)
}

const isIt = (said: string, wanted: string | RegExp): boolean =>
  wanted instanceof RegExp ? wanted.test(said) : said === wanted

describe('read aloud', () => {
  test('nothing is said until it is switched on, then each screen with what to do', async () => {
    const page = await openPage(upright)
    await page.addInitScript(installVoices, [french])
    await openKiosk(page, calmAnswers)
    expect(await said(page)).toEqual([])
    await switchOn(page, ['spoken'])
    await expectSaid(page, [
      `${fr.access.title}. ${fr.access.lead}`,
      `Guinée – Sénégal. ${fr.attract.touch}.`,
      'Prochain événement.',
      'samedi 15 mai, 16 h, Stade du 28-Septembre, Conakry.',
      'dès 50 000 GNF, et 6 autres événements.',
      `${fr.paying.accepted}, Carte, Espèces.`,
    ])
    await toEvents(page)
    await expectSaid(page, [fr.events.title])
  })

  test('who uses keys hears what they come to, and whether it is chosen', async () => {
    const page = await openPage(upright)
    await page.addInitScript(installVoices, [french])
    await openKiosk(page, calmAnswers)
    await switchOn(page, ['spoken', 'contrast'])
    await page.keyboard.press('F1')
    await page.getByRole('dialog').waitFor()
    for (let moves = 0; moves < 2; moves++) await page.keyboard.press('ArrowDown')
    await expectSaid(page, [
      `${aid.largeText}, ${about.largeText}`,
      `${aid.contrast}, ${about.contrast}, ${fr.keys.chosen}`,
    ])
  })

  test('who walks over the pad of a PIN hears none of its digits', async () => {
    const page = await openPage(upright)
    await page.addInitScript(installVoices, [french])
    const { answers, act } = scenes['cash, PIN']!
    await openKiosk(page, answers)
    await switchOn(page, ['spoken'])
    await act!(page)
    for (let moves = 0; moves < 20; moves++) await page.keyboard.press('ArrowDown')
    const heard = await said(page)
    expect(heard).toContain('Retour')
    expect(heard.filter((text) => /^\d+$/u.test(text))).toEqual([])
  })

  test('a notice is said after the screen it stands on, and the end of the hold is warned of', async () => {
    const page = await openPage({ ...upright, hasClock: true })
    await page.addInitScript(installVoices, [french])
    await openKiosk(page, scenes['payment refused']!.answers)
    await switchOn(page, ['spoken'])
    await expectSaid(page, [
      fr.review.title,
      new RegExp(`^${fr.paying.refused.declined.title}. ${fr.money.none}`, 'u'),
      new RegExp(fr.coupon.heldFor, 'u'),
    ])
    for (let minutes = 0; minutes < 6; minutes++) {
      await page.clock.runFor(60_000)
      await page.keyboard.press('Shift')
    }
    await expectSaid(page, [fr.coupon.twoMinutes])
    // With a key in time, as everywhere.
    for (let seconds = 0; seconds < 100; seconds += 10) await page.clock.runFor(10_000)
    await expectSaid(page, [fr.coupon.oneMinute, fr.coupon.halfMinute])
  })

  test('nothing is said about PINs', async () => {
    const page = await openPage(upright)
    await page.addInitScript(installVoices, [french])
    const { answers, act } = scenes['cash, wrong PIN']!
    await openKiosk(page, answers)
    await switchOn(page, ['spoken'])
    await act!(page)
    await onScreen(page, 'cash')
    expect((await said(page)).filter((text) => /code|chiffre|\d{4}/u.test(text))).toEqual([])
  })

  test.each([
    ['no voice', []],
    ['a voice of another language', [{ lang: 'de-DE', localService: true }]],
    ['a voice that would send the text away', [{ lang: 'fr-FR', localService: false }]],
  ])('%s: it is not offered', async (_, voices) => {
    const page = await openPage(upright)
    await page.addInitScript(installVoices, voices)
    await openKiosk(page, calmAnswers)
    await page.getByRole('button', { name: 'Accessibilité' }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByRole('button', { name: aid.contrast }).isVisible()).toBe(true)
    expect(await dialog.getByRole('button', { name: 'Lecture à voix haute' }).count()).toBe(0)
  })
})

test('what one person switched on is gone when nobody is there any more', async () => {
  const page = await openPage({ ...upright, hasClock: true })
  await openKiosk(page, calmAnswers)
  await page.getByRole('button', { name: 'Accessibilité' }).click()
  for (const name of [aid.largeText, aid.contrast, aid.lowReach])
    await page.getByRole('dialog').getByRole('button', { name }).click()
  const aids = () =>
    page.evaluate(() => {
      const { text, theme } = document.documentElement.dataset
      return [text, theme, document.querySelector<HTMLElement>('[data-screen]')?.dataset['reach']]
    })
  await expect.poll(aids).toEqual(['large', 'contrast', 'low'])
  await page.clock.runFor(61_000)
  await expect.poll(aids).toEqual(['normal', 'system', 'full'])
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('a glass that is within reach as it is offers no lower one', async () => {
  const page = await openPage({ viewport: { width: 1920, height: 1080 } })
  await openKiosk(page, calmAnswers)
  await page.getByRole('button', { name: 'Accessibilité' }).click()
  expect(await page.getByRole('dialog').getByRole('button', { name: aid.lowReach }).count()).toBe(0)
})
