import { expect, test } from 'vitest'
import { createI18n } from '../../renderer/i18n/i18n.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { useBrowser } from '../support/browser.ts'
import { enrolled, startFleet } from '../hub/fleet.ts'
import { databaseFile, openBeside } from '../hub/hub.ts'
import { startKiosk, startService } from '../world/machine.ts'
import { journalled, payments, peopleOf, secondSigns, signIn, sold } from './desk-people.ts'
import { expectCalm, holdBest, typistAt } from './desk-typist.ts'

const { openPage } = useBrowser()
const { t } = createI18n('fr')
const { account } = t.desk

test('a sale on account is approved by a supervisor, and its customer pays it later in cash and by cheque', async () => {
  const database = databaseFile()
  const fleet = await startFleet(0, database)
  const store = await openBeside(database)
  for (const [number, name] of [
    ['FGF', 'Fédération guinéenne'],
    ['FBB', 'Fédération de basket-ball'],
  ] as const)
    await store.saveAccount({ number, name, currency: 'GNF', limit: 90_000, state: 'open', mode: 'demo', by: 'user:x' })
  const hub = { fleet: { hub: fleet.url, heartbeatSeconds: 1 } }
  const settings = { deviceId: 'caisse-01', role: 'cashier', ...hub, tenders: ['cash', 'cheque', 'account'] }
  const data = await enrolled(fleet, settings, temporaryFolder())
  const { mariama, fatou } = await peopleOf(data)
  const kiosk = await startKiosk(await startService(), settings, data)
  const typist = await typistAt(openPage, kiosk)
  const { page } = typist
  await expect.poll(async () => (await fleet.devices())[0]?.state?.role).toBe('cashier')
  await signIn(typist, mariama)
  await typist.enter('2', 'seats')
  await holdBest(typist, '1 nord')
  await typist.press('Control+u')
  const panel = page.getByRole('region', { name: account.title })
  await panel.waitFor()
  await typist.type('federation')
  await typist.press('Enter')
  await panel.getByText('Fédération de basket-ball').waitFor()
  await expectCalm(page)
  await panel.getByRole('radio', { name: /FGF/u }).check()
  await secondSigns(panel.locator('form').last(), fatou)
  await typist.press('Enter')
  await sold(typist, kiosk, 1)
  expect(payments(kiosk)).toEqual([['account', 40_000, 'FGF']])

  await typist.press('Control+u')
  const later = page.getByRole('region', { name: account.payTitle })
  await typist.type('FGF')
  await typist.press('Enter')
  await later.getByText(account.items).waitFor()
  await expectCalm(page)
  await later.getByLabel(account.amount).fill('25000')
  await later.getByLabel(t.cash.received).fill('30000')
  await typist.press('Enter')
  await later.getByText(account.paidWithoutPaper).waitFor()
  for (const sum of [/^15.000.GNF$/u, /^5.000.GNF$/u]) await later.getByText(sum).waitFor()
  // The change of the last sale would be a second amount to hand out.
  expect(await page.getByText(t.desk.given).count()).toBe(1)
  await later.getByRole('button', { name: account.printAgain }).click()
  await expect
    .poll(() => journalled(kiosk, 'ACCOUNT_PAID', 'ACCOUNT_ENTRY_CONFIRMED'))
    .toEqual(['ACCOUNT_PAID 7', 'ACCOUNT_ENTRY_CONFIRMED -'])
  expect(await store.listAccounts({ mode: 'demo' })).toMatchObject([{ balance: 0 }, { balance: 15_000 }])
  await typist.press('Escape')
  await later.waitFor({ state: 'detached' })

  await typist.press('Control+u')
  await typist.type('FGF')
  await typist.press('Enter')
  await later.getByRole('radio', { name: t.desk.tenders.cheque }).check()
  await later.getByLabel(t.staffDesk.documentNumber).fill('0001234')
  await expectCalm(page)
  await secondSigns(later.getByRole('group', { name: t.files.second }), fatou)
  await typist.press('Enter')
  await later.getByText(account.paidWithoutPaper).waitFor()
  await expect.poll(async () => (await store.listAccounts({ mode: 'demo' }))[1]?.balance).toBe(0)
})
