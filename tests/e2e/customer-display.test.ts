import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { en } from '../../renderer/i18n/en/catalogue.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { useBrowser } from '../support/browser.ts'
import { readPdfText } from '../support/pdf.ts'
import { french, installVoices, said } from '../world/sound.ts'
import { expectIcon, listenToConsole } from './customer.ts'
import { deskWithPeople, signIn } from './desk-people.ts'
import { askAs } from './setup-user.ts'
import { atTheMatch, chooseMatch, expectCalm, holdBest, turnTo, typistAt, laptop } from './desk-typist.ts'
import { startKiosk, startService } from '../world/machine.ts'

const { openPage } = useBrowser()

test("the customer's display has no access to the desk, nor the desk to it; it shows and reads aloud seats, price and change, and says when the till restarts", async () => {
  const refundRule = { fr: 'Billets ni repris ni échangés.', en: 'Tickets are not taken back.' }
  const simulatedTerminal = { customerDelaySeconds: 60 }
  const kiosk = await startKiosk(await startService(), { role: 'cashier', refundRule, simulatedTerminal })
  const typist = await typistAt(openPage, kiosk)
  const displayUrl = await kiosk.displayUrl()
  const beside = await typist.page.context().newPage()
  expect((await beside.goto(displayUrl))?.status()).toBe(403)
  await beside.close()

  const display = await openPage({ viewport: laptop, hasTouch: true })
  await display.addInitScript(installVoices, [french])
  // Without speech packs, the system voice speaks all texts.
  await display.route('**/speech/**', (route) => route.abort())
  await display.goto(displayUrl)
  await display.getByRole('heading', { name: fr.display.welcome }).waitFor()
  await expectCalm(display)
  expect(new URL(display.url()).search).toBe('')
  const forbidden = { ok: false, error: { type: 'forbidden' } }
  expect(await askAs({ page: display }, 'getKiosk', {})).toEqual(forbidden)
  expect(await askAs(typist, 'viewDisplay', {})).toEqual(forbidden)

  await typist.page.bringToFront()
  await atTheMatch(typist)
  await holdBest(typist, '2 nord')
  const atReview = () => display.locator('[data-display="review"]').waitFor()
  await atReview()
  await display.getByText(fr.desk.toPay).waitFor()
  await display.getByText(refundRule.fr).waitFor()
  await display.getByText(fr.display.listen).waitFor()
  expect(await display.locator('main').innerText()).toMatch(/Tribune Nord[^]*80.000.GNF[^]*80.000.GNF[^]*\d:\d\d/u)
  await expectCalm(display)
  expect(await display.getByRole('button').count()).toBe(0)
  expect(await display.getByRole('textbox').count()).toBe(0)
  expect(await said(display)).toEqual([])
  const shown = async (role: 'heading' | 'term' | 'definition') => display.getByRole(role).allInnerTexts()
  const [title = ''] = await shown('heading')
  const [gate = '', sector = '', row = '', seats = '', price = ''] = await shown('definition')
  const everything = async () => (await said(display)).join(' ').replaceAll('\u202f', ' ').replaceAll('\u00a0', ' ')
  const words = (text: string): string => text.replaceAll(/[\u202f\u00a0]/gu, ' ')
  for (const ask of [() => typist.press('Control+h'), () => display.touchscreen.tap(500, 400)]) {
    await ask()
    let heard = ''
    await expect.poll(async () => (heard += await everything())).toContain(`${fr.desk.toPay} ${words(price)}`)
    for (const text of [title, 'Tribune Nord', gate, sector, row, ...seats.split('\u2002')])
      expect(heard).toContain(text)
  }
  await typist.enter('100000')
  await display.getByText(fr.display.change).waitFor()
  expect(await display.locator('main').innerText()).toMatch(/20.000.GNF/u)
  await expect.poll(everything).toContain(fr.display.thanks)

  await typist.go('Enter', 'seats')
  await holdBest(typist, '1 nord')
  await typist.press('Control+l')
  await display.getByText(en.desk.toPay).waitFor()
  await display.locator('html[lang="en"]').waitFor()
  await display.getByText(refundRule.en).waitFor()
  await typist.press('F6')
  await display.getByRole('heading', { name: fr.display.welcome }).waitFor()
  await typist.at('seats')
  await typist.go('F7', 'payment')
  await atReview()
  expect(await said(display)).toEqual([])
  await typist.press('F4')
  await display
    .locator('[data-display="paying"]')
    .filter({ hasText: /40.000/u })
    .waitFor()
  await typist.go('Escape', 'payment')
  await atReview()
  await kiosk.stop()
  await typist.page.getByRole('alert').getByText('La caisse redémarre').waitFor()
  await display.getByRole('alert').getByRole('heading', { name: en.display.restarting }).waitFor()
  expect(await display.getByText(en.desk.toPay).isVisible()).toBe(false)
})

const { desk, office } = fr

const tenderNames = { card: 'Visa ou Mastercard', 'mtn-momo': 'Areeba Money' }

test('a desk, its customer, its office and its papers call the ways to pay as the venue does', async () => {
  const quick = { customerDelaySeconds: 0, timeoutSeconds: 0, lateReplySeconds: 2 }
  const settings = { tenderNames, simulatedTerminal: quick, simulatedMobileMoney: quick }
  const consoles: string[][] = []
  const openHeard = async (options?: BrowserContextOptions): Promise<Page> => {
    const page = await openPage(options)
    consoles.push(listenToConsole(page))
    return page
  }
  const { kiosk, typist, page, fatou } = await deskWithPeople(openHeard, settings, { width: 1920, height: 1080 })
  const display = await openHeard()
  await display.goto(await kiosk.displayUrl())
  for (const each of [page, display]) await expectIcon(each)
  await page.bringToFront()
  await signIn(typist, fatou)
  await chooseMatch(typist)
  await holdBest(typist, '1 nord')
  const bar = page.getByRole('contentinfo')
  for (const name of [...Object.values(tenderNames), desk.tenders['orange-money']])
    await bar.getByRole('button', { name }).waitFor()
  await expectCalm(page)

  await typist.type('10000')
  await typist.go('F1', 'payer')
  await typist.enter('622 00 00 00')
  await typist.panel.getByText('Areeba Money').waitFor()
  await display.getByText('Areeba Money').waitFor()
  await typist.at('payment')
  await typist.press('F4')
  await page.getByText(desk.lastSale(desk.places(1), '').split(',')[0] ?? '').waitFor()

  await typist.go('F12', 'files')
  for (const name of Object.values(tenderNames)) await typist.panel.getByText(name).waitFor()
  await typist.press('Escape')

  await typist.openOffice('settings')
  await page.getByRole('row', { name: office.settings['tenderNames.mtn-momo'] }).getByText('Areeba Money').waitFor()
  await page.getByRole('row', { name: office.settings.tenders }).getByText('Areeba Money').first().waitFor()
  await turnTo(page, 'journal')
  await page.getByText('Areeba Money').first().waitFor()
  await turnTo(page, 'shifts')
  await page.getByRole('button', { name: fr.service.closeZ }).click()
  await page.getByRole('button', { name: fr.service.sureZ }).click()
  await page.getByRole('button', { name: office.look }).click()
  const closure = page.getByRole('article', { name: 'Z 1' })
  for (const name of Object.values(tenderNames)) await closure.getByText(name).first().waitFor()

  expect(consoles).toEqual([[], []])

  const folder = join(kiosk.data, 'demo', 'reports')
  const fileOf = (form: string): string => join(folder, readdirSync(folder).find((name) => name.endsWith(form)) ?? '')
  const paper = (await readPdfText(readFileSync(fileOf('.pdf')))).join(' ')
  for (const name of Object.values(tenderNames)) expect(paper).toContain(name)
  expect(paper).not.toContain(desk.tenders['mtn-momo'])
  const table = readFileSync(fileOf('.csv'), 'utf8')
  expect(table).toContain('mtn-momo')
  expect(table).not.toContain('Areeba')
})
