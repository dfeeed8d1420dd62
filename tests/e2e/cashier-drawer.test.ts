import { expect, onTestFinished, test } from 'vitest'
import { createSystemClock } from '../../electron/host/system.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { formatMoney } from '../../shared/domain/money/money.ts'
import { useBrowser } from '../support/browser.ts'
import { createVirtualPrinter } from '../../electron/printing/virtual-printer/virtual-printer.ts'
import { deskWithPeople, journalled, type Colleague } from './desk-people.ts'
import { anyDeskSize, expectCalm, photograph, type Typist, typistAt } from './desk-typist.ts'

const { openPage } = useBrowser()
const sizes = anyDeskSize('drawer')
const gnf = (amount: number): string => formatMoney(amount, 'GNF', 'fr')

async function asks(typist: Typist, { number, pin }: Colleague): Promise<void> {
  await typist.type(number)
  await typist.press('Enter')
  await typist.type(pin)
  await typist.press('Enter')
}

test.for(sizes.cases)(
  `the float is asked for at the first sign-in; cash goes to the safe alone up to the limit, and with a supervisor above it ($width × $height, ${sizes.said})`,
  async (viewport) => {
    const printer = await createVirtualPrinter({ clock: createSystemClock() })
    onTestFinished(() => printer.close())
    const devices = { guichet: { kind: 'escpos', address: `tcp://127.0.0.1:${printer.port}`, drawer: {} } }
    const { kiosk, mariama, alpha, fatou } = await deskWithPeople({
      printers: { devices, tickets: ['guichet'], drawer: 'guichet' },
      shifts: { cashierMoves: 500_000 },
    })
    const typist = await typistAt(openPage, kiosk, viewport)
    const { page } = typist
    await asks(typist, mariama)
    await typist.at('float')
    await expectCalm(page)
    await photograph(page, `float-${viewport.width}`)
    // It can wait, and is asked for again.
    await typist.press('Escape')
    await typist.at('events')
    await typist.press('F8')
    await typist.at('signed-out')
    await asks(typist, alpha)
    await typist.at('float')
    await typist.type('deux cents')
    await typist.press('Enter')
    await page.getByRole('alert').filter({ hasText: fr.desk.problems['not-a-sum']().title }).waitFor()
    await typist.type('200k')
    await typist.press('Enter')
    await typist.at('events')
    await typist.press('F8')
    await asks(typist, mariama)
    await typist.at('events')

    await typist.press('F10')
    await page.getByRole('navigation').getByRole('button', { name: fr.office.pages.shifts }).click()
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
    // Pressed twice and typed ahead, before it was written down.
    await drop.click({ force: true })
    await sum.fill('0,6m')
    late.resolve()
    await expect.poll(() => journalled(kiosk, 'CASH_DROPPED')).toEqual(['CASH_DROPPED 7'])
    late = Promise.withResolvers()
    await drop.click()
    await sum.fill('0,7m')
    late.resolve()
    const second = drawer.getByRole('form', { name: fr.files.second })
    await page
      .getByRole('alert')
      .filter({ hasText: fr.problems['second-needed']({ type: 'second-needed' }, '').title })
      .waitFor()
    // Nobody is asked to confirm another sum than the one in sight.
    expect(await second.count()).toBe(0)
    await sum.fill('0,6m')
    await second.getByLabel(fr.people.number).waitFor()
    await sum.fill('0,7m')
    await second.waitFor({ state: 'detached' })
    await sum.fill('0,6m')
    await second.getByLabel(fr.people.number).waitFor()
    await drawer.getByText(gnf(600_000)).waitFor()
    await expectCalm(page)
    await photograph(page, `second-${viewport.width}`)
    await page.keyboard.type(fatou.number)
    await page.keyboard.press('Tab')
    await page.keyboard.type(fatou.pin)
    await page.keyboard.press('Enter')
    await second.waitFor({ state: 'detached' })
    expect(journalled(kiosk, 'SHIFT_OPENED', 'CASH_DROPPED')).toEqual([
      'SHIFT_OPENED 8',
      'CASH_DROPPED 7',
      'CASH_DROPPED 7',
    ])
  },
)
