import { expect, test } from 'vitest'
import { virtualPrinter } from '../printing/escpos/printers.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { formatMoney } from '../../shared/domain/money/money.ts'
import { useBrowser } from '../support/browser.ts'
import { deskWithPeople, journalled, secondSigns, signIn } from './desk-people.ts'
import { alert, expectCalm } from './desk-typist.ts'

const { openPage } = useBrowser()
const gnf = (amount: number): string => formatMoney(amount, 'GNF', 'fr')

test('the float is asked for at the first sign-in; cash goes to the safe alone up to the limit, and with a supervisor above it', async () => {
  const printer = await virtualPrinter()
  const devices = { guichet: { kind: 'escpos', address: `tcp://127.0.0.1:${printer.port}`, drawer: {} } }
  const printers = { devices, tickets: ['guichet'], drawer: 'guichet' }
  const settings = { printers, shifts: { maxCashierCashMove: 500_000 } }
  const { kiosk, typist, page, mariama, alpha, fatou } = await deskWithPeople(openPage, settings)
  await signIn(typist, mariama, 'float')
  await expectCalm(page)
  // The opening float can be recorded later: the desk requests it at the next sign-in.
  await typist.go('Escape', 'events')
  await typist.go('F8', 'signed-out')
  await signIn(typist, alpha, 'float')
  await typist.enter('deux cents')
  await alert(typist, fr.desk.problems['not-a-sum']().title)
  await typist.enter('200k', 'events')
  await typist.press('F8')
  await signIn(typist, mariama)

  await typist.openOffice('shifts')
  const drawer = page.getByRole('region', { name: /GNF$/u })
  const sum = drawer.getByLabel(fr.shift.sum('GNF'))
  const drop = drawer.getByRole('button', { name: fr.shift.drop })
  let late = Promise.withResolvers<void>()
  await page.route('**/api/moveCash', async (route) => {
    await late.promise
    await route.continue()
  })
  await sum.fill('500k')
  await drop.click()
  await drop.click({ force: true })
  await sum.fill('0,6m')
  late.resolve()
  await expect.poll(() => journalled(kiosk, 'CASH_DROPPED')).toEqual(['CASH_DROPPED 7'])
  late = Promise.withResolvers()
  await drop.click()
  await sum.fill('0,7m')
  late.resolve()
  const second = drawer.getByRole('form', { name: fr.files.second })
  await alert(typist, fr.problems['approval-required']({ type: 'approval-required' }, '').title)
  expect(await second.count()).toBe(0)
  await sum.fill('0,6m')
  await second.getByLabel(fr.people.number).waitFor()
  await sum.fill('0,7m')
  await second.waitFor({ state: 'detached' })
  await sum.fill('0,6m')
  await drawer.getByText(gnf(600_000)).waitFor()
  await expectCalm(page)
  await secondSigns(second, fatou)
  await typist.press('Enter')
  await second.waitFor({ state: 'detached' })
  const rows = ['SHIFT_OPENED 8', 'CASH_DROPPED 7', 'CASH_DROPPED 7']
  expect(journalled(kiosk, 'SHIFT_OPENED', 'CASH_DROPPED')).toEqual(rows)
})
