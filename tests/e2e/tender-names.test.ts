import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { useBrowser } from '../support/browser.ts'
import { readPdf } from '../support/pdf.ts'
import { deskWithPeople, signIn } from './desk-people.ts'
import { expectCalm, holdBest, photograph, typistAt } from './desk-typist.ts'

const { openPage } = useBrowser()
const { desk, office } = fr

const tenderNames = { card: 'Visa ou Mastercard', 'mtn-momo': 'Areeba Money' }

test('a desk, its customer, its office and its papers call the ways to pay as the venue does', async () => {
  const quick = { thinkSeconds: 0, patienceSeconds: 0, lateSeconds: 2 }
  const settings = { tenderNames, simulatedTerminal: quick, simulatedMobileMoney: quick }
  const { kiosk, fatou } = await deskWithPeople(settings)
  const typist = await typistAt(openPage, kiosk, { width: 1920, height: 1080 })
  const display = await openPage({ viewport: { width: 1920, height: 1080 } })
  await display.goto(await kiosk.displayUrl())
  const { page } = typist
  await page.bringToFront()
  await signIn(typist, fatou)
  await typist.type('2')
  await typist.press('Enter')
  await typist.at('seats')
  await holdBest(typist, '2 nord')
  const bar = page.getByRole('contentinfo')
  for (const name of [...Object.values(tenderNames), desk.tenders['orange-money']])
    await bar.getByRole('button', { name }).waitFor()
  await expectCalm(page)
  await photograph(page, 'tender-names-keys')

  await typist.type('10000')
  await typist.press('F1')
  await typist.at('payer')
  await typist.type('622 00 00 00')
  await typist.press('Enter')
  await typist.panel.getByText('Areeba Money').waitFor()
  await display.getByText('Areeba Money').waitFor()
  await photograph(display, 'tender-names-display')
  await typist.at('payment')
  await typist.press('F4')
  await page.getByText(desk.lastSale(desk.places(2), '').split(',')[0] ?? '').waitFor()

  await typist.press('F12')
  await typist.at('files')
  for (const name of Object.values(tenderNames)) await typist.panel.getByText(name).waitFor()
  await photograph(page, 'tender-names-file')
  await typist.press('Escape')

  await typist.press('F10')
  const turnTo = (name: keyof typeof office.pages) =>
    page.getByRole('navigation').getByRole('button', { name: office.pages[name], exact: true }).click()
  await turnTo('settings')
  await page.getByRole('row', { name: office.settings['tenderNames.mtn-momo'] }).getByText('Areeba Money').waitFor()
  await page.getByRole('row', { name: office.settings.tenders }).getByText('Areeba Money').first().waitFor()
  await expectCalm(page)
  await photograph(page, 'tender-names-settings')
  await turnTo('journal')
  await page.getByText('Areeba Money').first().waitFor()
  await turnTo('shifts')
  await page.getByRole('button', { name: fr.service.closeZ }).click()
  await page.getByRole('button', { name: fr.service.sureZ }).click()
  await page.getByRole('button', { name: office.look }).click()
  const closure = page.getByRole('article', { name: 'Z 1' })
  for (const name of Object.values(tenderNames)) await closure.getByText(name).first().waitFor()
  await photograph(page, 'tender-names-closure')

  const folder = join(kiosk.data, 'demo', 'reports')
  const fileOf = (form: string): string => join(folder, readdirSync(folder).find((name) => name.endsWith(form)) ?? '')
  const paper = (await readPdf(readFileSync(fileOf('.pdf')))).map(({ text }) => text).join(' ')
  for (const name of Object.values(tenderNames)) expect(paper).toContain(name)
  expect(paper).not.toContain(desk.tenders['mtn-momo'])
  const table = readFileSync(fileOf('.csv'), 'utf8')
  expect(table).toContain('mtn-momo')
  expect(table).not.toContain('Areeba')
})
