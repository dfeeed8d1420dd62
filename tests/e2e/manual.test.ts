import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { createI18n } from '../../renderer/i18n/i18n.ts'
import { nameOf } from '../../renderer/i18n/languages.ts'
import { deskNoticeText } from '../../renderer/i18n/notice-text.ts'
import { type DeskCommandName, defaultShortcuts } from '../../shared/domain/desk/shortcuts.ts'
import { drivenTenders, isAccount, isDocument, setUpTenders } from '../../shared/domain/money/tender.ts'
import { recordFromKeys } from '../../shared/domain/record-from-keys.ts'
import { useBrowser } from '../support/browser.ts'
import { readPdfText } from '../support/pdf.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { deskWithPeople, signIn } from './desk-people.ts'
import { alert, expectCalm, holdBest, laptop } from './desk-typist.ts'
import { openSetup, startUnset } from './setup-user.ts'
import { keysOfDesk } from '../documents/pages.ts'

const { openPage } = useBrowser()
const desktop = { width: 1920, height: 1080 }
const words = fr.office.manual

const shown = (page: Page, name: string): Promise<void> => page.locator(`[data-manual="${name}"]`).waitFor()

test('a cashier reads the manual in the office, follows its links, and has the card with the keys of this desk', async () => {
  const settings = { shortcuts: { park: 'Alt+P' }, tenders: ['cash', 'orange-money'] }
  const { typist, page, mariama } = await deskWithPeople(openPage, settings)
  await signIn(typist, mariama)
  await typist.openOffice('manual')
  await shown(page, 'cashier-desk')
  const article = page.getByRole('article')
  await article.getByRole('heading', { level: 1, name: 'À la caisse' }).waitFor()
  for (const picture of await article.getByRole('img').all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  }
  for (const button of await page.getByRole('navigation', { name: words.pages }).getByRole('button').all()) {
    await button.click()
    await article.getByRole('heading', { level: 1, name: await button.innerText() }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  }
  for (const viewport of [desktop, laptop]) {
    await page.setViewportSize(viewport)
    await expectCalm(page)
  }
  await page.getByRole('navigation', { name: words.pages }).getByRole('button', { name: 'À la caisse' }).click()
  await article.getByRole('link', { name: 'les siennes' }).click()
  await shown(page, 'shifts')
  await expect
    .poll(() => article.getByRole('heading', { name: 'Le personnel' }).evaluate((h) => h.getBoundingClientRect().top))
    .toBeLessThan(laptop.height / 2)

  await page.getByRole('button', { name: words.cards.cashier }).click()
  const said = await page.getByRole('status').filter({ hasText: words.paper.saved }).innerText()
  const file = said.slice(said.indexOf('/'))
  expect(existsSync(file)).toBe(true)
  const text = (await readPdfText(readFileSync(file)))[0]?.replaceAll(/\s+/gu, ' ')
  expect(text).toContain('Carte du guichetier')
  expect(text).toContain('Alt+P')
  expect(text).toContain('Orange Money')
  expect(text).not.toContain('MTN')
})

test('the set-up shows the manual in French and in Arabic, and is as it was behind it', async () => {
  const technician = await openSetup(await openPage({ viewport: laptop }), await startUnset(temporaryFolder()), 'fr')
  const { page } = technician
  for (const [language, title, viewport] of [
    ['fr', 'Installer', laptop],
    ['ar', 'Installing', { width: 1080, height: 1920 }],
  ] as const) {
    const { t } = createI18n(language)
    await page.setViewportSize(viewport)
    await page
      .locator('header')
      .getByRole('button', { name: nameOf(language) })
      .click()
    await page.getByRole('button', { name: t.setup.next }).waitFor()
    await page.getByRole('button', { name: t.office.manual.open, exact: true }).click()
    const sheet = page.getByRole('dialog', { name: t.office.manual.open })
    await sheet.getByRole('heading', { level: 1, name: title }).waitFor()
    await expectCalm(page)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await technician.on('welcome')
  }
  await page.getByRole('button', { name: createI18n('ar').t.setup.next }).click()
  await technician.on('profile')
})

test('every key of the desk’s page is pressed, and does what it is there for', async () => {
  const settings = { terminals: 'manual', tenders: setUpTenders('cashier') }
  const { typist, page, fatou } = await deskWithPeople(openPage, settings)
  const map = page.getByRole('application')
  const asked: string[] = []
  page.on('response', (reply) => reply.ok() && asked.push(reply.url().replace(/^.*\/api\//u, '')))
  const back = (): Promise<void> => typist.go('Escape', 'payment')
  const signInAgain = async (): Promise<void> => {
    await typist.at('signed-out')
    await signIn(typist, fatou, 'payment')
  }
  const attended = async (): Promise<void> => {
    await typist.at('attended')
    await typist.go('Escape', 'question')
    await typist.enter('2', 'payment')
  }
  const told = (title: string) => () => alert(typist, title)
  const called = (method: string) => async () => {
    await expect.poll(() => asked).toContain(method)
  }
  const does: Readonly<Record<Exclude<DeskCommandName, 'go-back'>, () => Promise<void>>> = {
    ...recordFromKeys(drivenTenders, (tender) =>
      isDocument(tender)
        ? () => typist.at('attended').then(back)
        : isAccount(tender)
          ? // Only a desk with a hub sells on account.
            () => typist.at('payment')
          : attended,
    ),
    customer: () => typist.at('customer').then(back),
    language: called('setLanguage'),
    aloud: called('readAloud'),
    files: () => typist.at('files').then(back),
    office: () => page.locator('[data-office]').waitFor().then(back),
    lock: signInAgain,
    switch: signInAgain,
    park: () => typist.at('seats'),
    recall: () => typist.at('payment'),
    events: () => typist.at('events'),
    map: () => map.waitFor({ state: 'detached' }),
    behind: told(fr.desk.problems['nothing-behind']().title),
    repeat: told(fr.desk.problems['nothing-to-repeat']().title),
    reprint: told(fr.desk.problems['nothing-to-reprint']().title),
    invoice: told(deskNoticeText(createI18n('fr'), { type: 'nothing-to-invoice' }).title),
    // Only a hub with a public address publishes tickets.
    telephone: told(fr.desk.problems['nothing-to-reprint']().title),
    // Only a desk with a hub receives calls and has badges (`agent-call.test.ts`).
    call: async () => expect(asked).not.toContain('answerCall'),
    badge: async () => expect(asked).not.toContain('issueBadge'),
    // Training is available only at a live desk (`training.test.ts`).
    training: told(fr.problems['training-not-offered']({ type: 'training-not-offered' }, '').title),
  }
  const given = keysOfDesk('fr/operating/cashier-desk.md').filter((key) => /^(?:F\d|Ctrl)/u.test(key))
  const usual = Object.entries(defaultShortcuts).filter(([command]) => command !== 'go-back')
  expect(given.toSorted()).toEqual(usual.map(([, key]) => key).toSorted())
  const commandOf = new Map(usual.map(([command, key]) => [key, command as keyof typeof does]))
  const press = async (key: string): Promise<void> => {
    await typist.press(key.replace(/^Ctrl\+(.)$/u, (_, letter: string) => `Control+${letter.toLowerCase()}`))
    await does[commandOf.get(key) ?? 'map']()
  }
  const choose = async (): Promise<void> => {
    await typist.at('events')
    await typist.enter('2', 'seats')
  }

  await signIn(typist, fatou)
  await choose()
  await map.waitFor()
  const { behind, repeat, reprint, invoice } = defaultShortcuts
  const early = [behind, repeat, reprint, invoice, defaultShortcuts.map, defaultShortcuts.events]
  for (const key of early) await press(key)
  await choose()
  await holdBest(typist, '2 nord')
  for (const key of given.filter((each) => !early.includes(each))) await press(key)
})
