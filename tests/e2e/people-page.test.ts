import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { useBrowser } from '../support/browser.ts'
import { deskWithPeople, journalled, signIn } from './desk-people.ts'
import { expectCalm, typistAt } from './desk-typist.ts'

const { openPage } = useBrowser()
const sizes = [
  { width: 1920, height: 1080 },
  { width: 1366, height: 768 },
] as const
const words = fr.office.people
const { add, who, first, second: again, newPin, remove, roles } = fr.setup.people

test('a supervisor adds somebody, gives another PIN and takes somebody off the list, by keyboard and with a second person', async () => {
  const { kiosk, fatou } = await deskWithPeople()
  const typist = await typistAt(openPage, kiosk, sizes[1])
  const { page } = typist
  const picture = async (name: string): Promise<void> => {
    const folder = process.env['OFFICE_PICTURES']
    for (const viewport of folder === undefined ? [] : sizes) {
      await page.setViewportSize(viewport)
      await page.screenshot({ path: join(folder ?? '', `people-${name}-${viewport.width}.png`) })
    }
  }
  await signIn(typist, fatou)
  await typist.press('F10')
  await page.getByRole('navigation').getByRole('button', { name: fr.office.pages.people, exact: true }).click()
  await page.getByRole('cell', { name: 'Mariama Bah' }).waitFor()
  await picture('list')

  await page.getByRole('button', { name: add, exact: true }).click()
  await page.getByRole('textbox', { name: who, exact: true }).fill('Kadiatou Barry')
  expect(await page.getByRole('textbox', { name: fr.people.number, exact: true }).inputValue()).toBe('91')
  await page.getByRole('textbox', { name: fr.people.number, exact: true }).fill('9')
  await page.getByLabel(first, { exact: true }).fill('1234')
  await page.getByText(fr.setup.faults.machinePin).waitFor()
  await page.getByLabel(first, { exact: true }).fill('739105')
  await page.getByLabel(again, { exact: true }).fill('739105')
  await picture('new')
  await expectCalm(page)
  await typist.press('Enter')
  const confirming = page.getByRole('form', { name: fr.files.second })
  await confirming.waitFor()
  await page.getByRole('heading', { name: `Kadiatou Barry · ${roles.cashier} · 9` }).waitFor()
  await picture('second')
  // Nobody is let in by one person.
  await confirming.getByRole('textbox', { name: fr.people.number, exact: true }).fill(fatou.number)
  await confirming.getByLabel(fr.desk.pin, { exact: true }).fill(fatou.pin)
  await typist.press('Enter')
  await page.getByRole('alert').getByText('Un autre responsable').waitFor()
  expect(await page.getByRole('cell', { name: 'Kadiatou Barry' }).count()).toBe(0)
  // The machine's own PIN is another one than hers.
  await confirming.getByRole('textbox', { name: fr.people.number, exact: true }).fill('')
  await confirming.getByLabel(fr.desk.pin, { exact: true }).fill(DEMO_PIN)
  await typist.press('Enter')
  await page.getByText(words.added('Kadiatou Barry')).waitFor()
  const row = page.getByRole('row', { name: 'Kadiatou Barry' })
  await row.getByText(roles.cashier).waitFor()
  await expectCalm(page)

  await row.getByRole('button', { name: newPin }).click()
  const own = page.getByRole('form', { name: words.newPinOf('Kadiatou Barry') })
  await own.getByLabel(first, { exact: true }).fill('502846')
  await own.getByLabel(again, { exact: true }).fill('502846')
  await typist.press('Enter')
  await confirming.getByLabel(fr.desk.pin, { exact: true }).fill(DEMO_PIN)
  await typist.press('Enter')
  await page.getByText(words.renewed('Kadiatou Barry')).waitFor()

  await row.getByRole('button', { name: remove }).click()
  await picture('remove')
  const sure = page.getByRole('group', { name: words.removeOf('Kadiatou Barry') })
  await sure.getByRole('button', { name: remove, exact: true }).click()
  await page.getByText(words.removed('Kadiatou Barry')).waitFor()
  expect(journalled(kiosk, 'PERSON_ADDED', 'PIN_RENEWED', 'PERSON_REMOVED')).toEqual([
    'PERSON_ADDED 90',
    'PIN_RENEWED 90',
    'PERSON_REMOVED 90',
  ])
})
