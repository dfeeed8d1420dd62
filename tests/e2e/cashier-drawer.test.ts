import { expect, test } from 'vitest'
import { virtualPrinter } from '../printing/escpos/printers.ts'
import { createI18n } from '../../renderer/i18n/i18n.ts'
import { useBrowser } from '../support/browser.ts'
import { shareOf } from '../support/share.ts'
import { deskWithPeople, journalled, secondSigns, signIn } from './desk-people.ts'
import { alert, expectCalm, laptop, turnTo } from './desk-typist.ts'

const { openPage } = useBrowser()

const looks = [
  { language: 'fr', viewport: laptop },
  { language: 'ar', viewport: { width: 1920, height: 1080 } },
] as const
const drawers = shareOf('drawer', looks, 1)

test.for(drawers.cases)(
  `the float is asked for at the first sign-in; in the office a cashier sees no more than is theirs, counts the drawer blind, and moves cash alone up to the limit ($language, ${drawers.said})`,
  async ({ language, viewport }) => {
    const { t } = createI18n(language)
    const printer = await virtualPrinter()
    const devices = { guichet: { kind: 'escpos', address: `tcp://127.0.0.1:${printer.port}`, drawer: {} } }
    const printers = { devices, tickets: ['guichet'], drawer: 'guichet' }
    const settings = { language, printers, shifts: { maxCashierCashMove: 500_000 } }
    const { kiosk, typist, page, mariama, alpha, fatou } = await deskWithPeople(openPage, settings, viewport)
    await signIn(typist, mariama, 'float')
    await expectCalm(page)
    // The opening float can be recorded later: the desk requests it at the next sign-in.
    await typist.go('Escape', 'events')
    await typist.go('F8', 'signed-out')
    await signIn(typist, alpha, 'float')
    await typist.enter('deux cents')
    await alert(typist, t.desk.problems['not-a-sum']().title)
    await typist.enter('200k', 'events')
    await typist.press('F8')
    await signIn(typist, mariama)

    await typist.openOffice('sales', t)
    await page.getByText(t.staffDesk.none).waitFor()
    const names = await page.getByRole('navigation').getByRole('button').allTextContents()
    expect(names).toEqual((['sales', 'shifts', 'machine', 'manual'] as const).map((name) => t.office.pages[name]))
    await turnTo(page, 'shifts', t)
    await page.getByRole('button', { name: t.service.closeX }).click()
    await page.getByRole('status').filter({ hasText: t.service.blind }).waitFor()
    await page.getByRole('button', { name: t.service.closeZ }).click()
    const warning = page.getByRole('alert').filter({ hasText: t.shift.beforeZ.title })
    await warning.filter({ hasText: 'GNF' }).waitFor()
    const drawer = page.getByRole('region', { name: /GNF$/u })
    const record = drawer.getByRole('button', { name: t.shift.record })
    await drawer.getByText(t.shift.count, { exact: true }).click()
    const twenties = drawer.getByLabel(/20.000/u)
    await expect.poll(() => record.isDisabled()).toBe(true)
    await twenties.fill('9')
    await record.click()
    await drawer.getByRole('status').waitFor()
    await expect.poll(() => warning.count()).toBe(0)
    expect(await twenties.inputValue()).toBe('9')
    await turnTo(page, 'machine', t)
    await turnTo(page, 'shifts', t)
    await drawer.getByText(t.shift.count, { exact: true }).click()
    expect(await twenties.inputValue()).toBe('9')
    await twenties.fill('10')
    await drawer.getByRole('button', { name: t.shift.handOver }).click()
    const receiver = drawer.getByRole('form', { name: t.shift.receiver })
    await secondSigns(receiver, alpha, t)
    await expectCalm(page)
    await typist.press('Enter')
    await receiver.waitFor({ state: 'detached' })
    await drawer.getByRole('status').filter({ hasText: t.shift.exact }).waitFor()
    await expectCalm(page)

    const sum = drawer.getByLabel(t.shift.sum('GNF'))
    const drop = drawer.getByRole('button', { name: t.shift.drop })
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
    const second = drawer.getByRole('form', { name: t.files.second })
    await alert(typist, t.problems['approval-required']({ type: 'approval-required' }, '').title)
    expect(await second.count()).toBe(0)
    await sum.fill('0,6m')
    await second.waitFor()
    await drawer.getByRole('status').filter({ hasText: /600/u }).waitFor()
    await expectCalm(page)
    await secondSigns(second, fatou, t)
    await typist.press('Enter')
    await second.waitFor({ state: 'detached' })
    const rows = ['SHIFT_OPENED 8', 'DRAWER_COUNTED 7', 'DRAWER_COUNTED 7', 'CASH_DROPPED 7', 'CASH_DROPPED 7']
    expect(journalled(kiosk, 'SHIFT_OPENED', 'DRAWER_COUNTED', 'CASH_DROPPED')).toEqual(rows)
  },
)
