import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { useBrowser } from '../support/browser.ts'
import { onScreen } from '../world/page.ts'
import { openService } from '../world/scenes/ways.ts'
import { serveMachine } from '../support/served-machine.ts'

const { openPage } = useBrowser()

const millimetre = (page: Page): Promise<string> =>
  page.evaluate(() => document.documentElement.style.getPropertyValue('--mm'))

/** Pixels between the upper and the lower edge of the way to large text, which is 16 mm high on every screen. */
async function toolHeight(page: Page): Promise<number> {
  const box = await page.getByRole('button', { name: fr.tools.largeText }).boundingBox()
  return box?.height ?? 0
}

test('a technician measures the screen: it takes the size at once, and has it after a restart', async () => {
  const data = temporaryFolder()
  writeFileSync(join(data, 'config.json'), JSON.stringify({ pixelsPerMillimetre: 4 }))
  const { entryUrl, stop } = await serveMachine(data)
  const page = await openPage({ viewport: { width: 1080, height: 1920 }, hasTouch: true })
  await page.goto(entryUrl)
  await onScreen(page, 'attract')
  expect(await toolHeight(page)).toBeCloseTo(64, 0)

  await openService(page, fr, DEMO_PIN)
  await page.getByRole('button', { name: fr.service.calibration }).tap()
  const save = page.getByRole('button', { name: fr.service.save })
  expect(await save.getAttribute('aria-disabled')).toBe('true')
  // The line of 400 pixels is 111 mm long by a ruler; the card then asks for a hair more.
  for (const digit of '111') await page.getByRole('button', { name: digit, exact: true }).tap()
  await page.getByRole('button', { name: fr.service.longer }).tap()
  await save.tap()
  await page.getByText(fr.service.saved).waitFor()
  // The answer and the news of the new size come on two lines.
  await expect.poll(() => millimetre(page)).toBe('3.61px')
  expect(await toolHeight(page)).toBeCloseTo(16 * 3.61, 0)
  expect(JSON.parse(readFileSync(join(data, 'screen.json'), 'utf8'))).toEqual({
    pixelsPerMillimetre: 3.61,
    screenFootMillimetres: 800,
  })

  await stop()
  const again = await serveMachine(data)
  await page.goto(again.entryUrl)
  await onScreen(page, 'attract')
  expect(await millimetre(page)).toBe('3.61px')
})
