import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { createI18n } from '../../renderer/i18n/i18n.ts'
import { nameOf } from '../../renderer/i18n/languages.ts'
import { useBrowser } from '../support/browser.ts'
import { readPdf } from '../support/pdf.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { deskWithPeople, signIn } from './desk-people.ts'
import { expectCalm, photograph, typistAt } from './desk-typist.ts'
import { openSetup, startUnset } from './setup-user.ts'

const { openPage } = useBrowser()
const laptop = { width: 1366, height: 768 }
const desktop = { width: 1920, height: 1080 }
const words = fr.office.manual

const shown = (page: Page, name: string): Promise<void> => page.locator(`[data-manual="${name}"]`).waitFor()

test('a cashier reads the manual in the office, follows its links, and has the card with the keys of this desk', async () => {
  const { kiosk, mariama } = await deskWithPeople({ shortcuts: { park: 'Alt+P' }, tenders: ['cash', 'orange-money'] })
  const typist = await typistAt(openPage, kiosk, laptop)
  const { page } = typist
  await signIn(typist, mariama)
  await typist.press('F10')
  await page.getByRole('button', { name: fr.office.pages.manual, exact: true }).click()
  await shown(page, 'desk')
  const article = page.getByRole('article')
  await article.getByRole('heading', { level: 1, name: 'À la caisse' }).waitFor()
  for (const picture of await article.getByRole('img').all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  }
  for (const viewport of [laptop, desktop]) {
    await page.setViewportSize(viewport)
    for (const button of await page.getByRole('navigation', { name: words.pages }).getByRole('button').all()) {
      await button.click()
      await article.getByRole('heading', { level: 1, name: await button.innerText() }).waitFor()
      const { scrollWidth, clientWidth } = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return { scrollWidth, clientWidth }
      })
      expect(scrollWidth).toBe(clientWidth)
    }
    await expectCalm(page)
    await photograph(page, `manual-${viewport.width}`)
  }
  await page.getByRole('navigation', { name: words.pages }).getByRole('button', { name: 'À la caisse' }).click()
  await article.getByRole('link', { name: 'les siennes' }).click()
  await shown(page, 'shifts')
  await expect
    .poll(() => article.getByRole('heading', { name: 'Les agents' }).evaluate((h) => h.getBoundingClientRect().top))
    .toBeLessThan(laptop.height / 2)

  await page.getByRole('button', { name: words.cards.cashier }).click()
  const said = await page.getByRole('status').filter({ hasText: words.paper.saved }).innerText()
  const file = said.slice(said.indexOf('/'))
  expect(existsSync(file)).toBe(true)
  const [card] = await readPdf(readFileSync(file))
  const text = card?.text.replaceAll(/\s+/gu, ' ')
  expect(text).toContain('Carte du guichetier')
  expect(text).toContain('Alt+P')
  expect(text).toContain('Orange Money')
  expect(text).not.toContain('MTN')
  await photograph(page, 'manual-card')
})

test.each([
  ['fr', 'Installer', laptop],
  ['ar', 'Installing', { width: 1080, height: 1920 }],
] as const)('the set-up shows the manual in %s, and is as it was behind it', async (language, title, viewport) => {
  const technician = await openSetup(await openPage({ viewport }), await startUnset(temporaryFolder()), 'fr')
  const { page } = technician
  const { t } = createI18n(language)
  await page
    .locator('header')
    .getByRole('button', { name: nameOf(language) })
    .click()
  await page.getByRole('button', { name: t.setup.next }).waitFor()
  await page.getByRole('button', { name: t.office.manual.open, exact: true }).click()
  const sheet = page.getByRole('dialog', { name: t.office.manual.open })
  await sheet.getByRole('heading', { level: 1, name: title }).waitFor()
  await expectCalm(page)
  await photograph(page, `manual-setup-${language}`)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: t.setup.next }).click()
  await technician.on('profile')
})
