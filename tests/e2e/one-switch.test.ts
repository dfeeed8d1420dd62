import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { useBrowser } from '../support/browser.ts'
import { calmAnswers } from '../support/fake-kiosk.ts'
import { asked, onScreen, openKiosk, stopClock } from '../support/kiosk-page.ts'
import { scenes } from '../support/kiosk-scenes.ts'
import { settled } from './by-keys.ts'
import { buyBySwitch, lit } from './by-switch.ts'
import { expectPrinted, listen, startKiosk, startService, title } from './sale-machine.ts'

const { openPage } = useBrowser()
const upright = { viewport: { width: 1080, height: 1920 } }

test('a whole sale by a single switch', async () => {
  const kiosk = await startKiosk(await startService(), { keypad: 'one-switch' })
  const page = await openPage(upright)
  const heard = listen(page)
  await page.clock.install()
  await page.goto(kiosk.entryUrl)
  await onScreen(page, 'attract')
  await buyBySwitch(page, () => heard.lastOffers())
  await onScreen(page, 'done')
  expect(await title(page)).toBe(fr.done.title(2))
  await expectPrinted(kiosk, await heard.ownerRef(), 2)
})

test('the sheet for everybody offers it, as fast as one likes, and the next customer finds it gone', async () => {
  const page = await openPage(upright)
  await page.clock.install()
  await openKiosk(page, calmAnswers)
  await page.getByRole('button', { name: fr.access.title }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: fr.keys.oneButton }).click()
  await dialog.getByRole('button', { name: fr.keys.every[4000] }).click()
  await settled(page)
  await stopClock(page)
  const seen = new Set<string>()
  for (let seconds = 0; seconds < 8; seconds++) {
    seen.add((await lit(page)).join())
    await page.clock.runFor(1000)
  }
  expect(seen.size).toBeLessThanOrEqual(3)
  await page.clock.runFor(120_000)
  await page.clock.resume()
  await expect.poll(() => page.locator('[data-ring]').count()).toBe(0)
})

test('a switch that is held, or trembles, never pays', async () => {
  const page = await openPage(upright)
  await page.clock.install()
  const { answers } = scenes['review']!
  await openKiosk(page, answers)
  await page.getByRole('button', { name: fr.access.title }).click()
  await page.getByRole('dialog').getByRole('button', { name: fr.keys.oneButton }).click()
  await page.getByRole('button', { name: fr.access.done }).click()
  await settled(page)
  await stopClock(page)
  while (!(await lit(page)).some((name) => name.startsWith(fr.review.pay.card))) await page.clock.runFor(500)
  for (let told = 0; told < 20; told++) await page.keyboard.down(' ')
  await page.keyboard.up(' ')
  for (let told = 0; told < 3; told++) await page.keyboard.press(' ')
  expect(await asked(page, 'pay')).toEqual([])
  // It opened the group; a press that is meant takes the choice.
  await page.clock.runFor(500)
  expect(await lit(page)).toEqual([expect.stringContaining(fr.review.pay.card)])
  await page.keyboard.press(' ')
  await expect.poll(() => asked(page, 'pay')).toHaveLength(1)
})
