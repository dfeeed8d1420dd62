import { test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { startShell, temporaryFolder } from '../shells/shell.ts'
import { useBrowser } from '../support/browser.ts'
import { expectCalm, Typist, holdBest, photograph } from './desk-typist.ts'

const { openPage } = useBrowser()

const viewport = { width: 1366, height: 768 }

test('somebody who never saw the desk sells, parks, recalls, refunds and closes with what the screens say', async () => {
  const shell = startShell('browser-host.js', ['--data', temporaryFolder(), '--no-browser', '--role', 'cashier'])
  const [, entryUrl = ''] = await shell.says(/^Guichet: (\S+)$/mu)
  const page = await openPage({ viewport })
  await page.goto(entryUrl)
  const typist = new Typist(page)
  const picture = (name: string): Promise<void> => photograph(page, name)
  const beSomebody = async (name: string): Promise<void> => {
    await typist.at('signed-out')
    await page.getByRole('button', { name }).click()
    await typist.press('Enter')
  }

  await typist.at('signed-out')
  await expectCalm(page)
  await picture('demo-sign-in')
  await beSomebody('Mariama Bah')
  await typist.at('events')
  await typist.type('2')
  await typist.press('Enter')
  await typist.at('seats')
  await page.getByRole('application').waitFor()
  await holdBest(typist, '2 nord')
  await typist.press('F6')
  await typist.at('seats')
  await typist.press('F7')
  await typist.at('payment')
  await typist.press('Enter')
  await page.getByText(fr.desk.nothingToGive).waitFor()

  await typist.press('F12')
  await typist.at('files')
  await page.getByText(fr.files.told.PURCHASE_CONFIRMED).waitFor()
  // Not before its last ticket is out.
  await page.getByRole('button', { name: fr.files.acts.refund }).waitFor()
  await typist.press('F3')
  await page.getByRole('combobox', { name: fr.files.reason }).fill('Événement annulé')
  const second = page.getByRole('group', { name: fr.files.second })
  await expectCalm(page)
  await picture('demo-refund')
  const [, number = '', pin = ''] = /: (\d) .*code (\d+)/u.exec(await second.innerText()) ?? []
  await second.getByLabel(fr.people.number).fill(number)
  await second.getByLabel(fr.desk.pin).fill(pin)
  await typist.press('Enter')
  await page
    .getByRole('status')
    .filter({ hasText: /À rembourser/u })
    .waitFor()

  await typist.press('Escape', 'F8')
  await beSomebody('Fatou Camara')
  await typist.at('seats')
  await typist.press('F10')
  await page.getByRole('navigation').getByRole('button', { name: fr.office.pages.shifts }).click()
  await page.getByRole('button', { name: fr.service.closeX }).click()
  await page.getByRole('cell', { name: /^X/u }).first().waitFor()
  await page.getByRole('button', { name: fr.service.closeZ }).click()
  await page.getByRole('button', { name: fr.service.sureZ }).click()
  await page.getByRole('cell', { name: 'Z 1', exact: true }).waitFor()
  await picture('demo-z')
})
