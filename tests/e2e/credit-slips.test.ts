import { virtualPrinter } from '../printing/escpos/printers.ts'
import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { formatMoney } from '../../shared/domain/money/money.ts'
import { writeSlip } from '../app/write-slip.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { useBrowser, useKioskPages } from '../support/browser.ts'
import { asked } from '../world/page.ts'
import { scenes } from '../world/scenes/scenes.ts'
import { enterPin, heading, openService, press } from '../world/scenes/ways.ts'
import { journalled, peopleOf, signIn, secondSigns } from './desk-people.ts'
import { alert, chooseMatch, expectCalm, holdBest, status, typistAt } from './desk-typist.ts'
import { startKiosk, startService } from '../world/machine.ts'

const { openPage } = useBrowser()
const { open } = useKioskPages({ viewport: { width: 1080, height: 1920 }, hasTouch: true })
const gnf = (amount: number): string => formatMoney(amount, 'GNF', 'fr')
const words = fr.shift.slipCopy

async function owingDesk() {
  const printer = await virtualPrinter()
  const data = temporaryFolder()
  const people = await peopleOf(data)
  await writeSlip(data, 'C3N7QW82KT', 7_000)
  await writeSlip(data, 'K7M4XP92RD', 15_000)
  const devices = { guichet: { kind: 'escpos', address: `tcp://127.0.0.1:${printer.port}` } }
  const settings = { role: 'cashier', printers: { devices, tickets: ['guichet'] } }
  return { machine: await startKiosk(await startService(), settings, data), printer, ...people }
}

const ROWS = ['CREDIT_SLIP_COPIED', 'SLIP_PAID_OUT'] as const

test('a desk takes a slip in its line, prints another once more from the office, and pays it out by two people, once', async () => {
  const { machine, printer, mariama, fatou } = await owingDesk()
  const typist = await typistAt(openPage, machine)
  const { page } = typist
  await signIn(typist, mariama)
  await chooseMatch(typist)
  await holdBest(typist, '1')
  await typist.enter('c3n7q w82kt')
  await typist.panel.getByText(fr.desk.tenders['credit-slip']).waitFor()
  await typist.panel.getByText(fr.desk.left).waitFor()
  await typist.enter('C3N7QW82KT')
  await alert(typist, 'Cet avoir a déjà servi')
  await typist.go('Enter', 'seats')

  await typist.openOffice('shifts')
  const panel = page.getByRole('region', { name: fr.office.openSlips })
  const rows = panel.getByRole('row')
  await expect.poll(() => rows.count()).toBe(2)
  const owed = rows.filter({ hasText: 'K7M4X P92RD' })
  await owed.filter({ hasText: gnf(15_000) }).waitFor()
  await panel.scrollIntoViewIfNeeded()
  await expect.poll(() => printer.pieces.length).toBe(1)
  await owed.getByRole('button', { name: words.print }).click()
  await status(typist, words.out.printed(1))
  await owed.filter({ hasText: words.copies(1) }).waitFor()
  expect(printer.pieces.length).toBe(2)

  await panel.getByRole('textbox', { name: fr.office.slips.number }).fill('K7M4X P92RD')
  await panel.getByRole('button', { name: fr.office.slips.payOut }).click()
  await panel.getByText(`K7M4X P92RD · ${gnf(15_000)}`).waitFor()
  const second = panel.getByRole('form', { name: fr.files.second })
  await secondSigns(second, fatou)
  await expectCalm(page)
  await second.getByRole('button', { name: fr.files.confirm }).click()
  await status(typist, gnf(15_000))
  await panel.getByText(fr.office.slips.none).waitFor()
  expect(journalled(machine, ...ROWS)).toEqual(ROWS.map((code) => `${code} ${mariama.number}`))
})

test('staff print a slip once more at the kiosk whose paper was lost, and it is paid out there by its number', async () => {
  const page = await open(scenes['slips owed']!.answers)
  await openService(page)
  await press(page, fr.office.openSlips)
  const print = page.getByRole('button', { name: words.print })
  const slip = page.getByRole('button', { name: 'K7M4X P92RD' })
  await slip.waitFor()
  const listed = await page.getByRole('button', { name: /GNF/u }).allInnerTexts()
  const expected = ['K7M4X P92RD', 'F2M8X K53PC', 'H9R4C Y66VD', 'C3N7Q W82KT']
  expect(listed.map((text) => /\w{5} \w{5}/u.exec(text)?.[0])).toEqual(expected)
  expect(await print.getAttribute('aria-disabled')).toBe('true')
  await slip.click()
  await print.click()
  await status({ page }, words.out.printed(1))
  await page
    .getByRole('button', { name: 'F2M8X K53PC' })
    .filter({ hasText: words.copies(2) })
    .waitFor()
  expect(await asked(page, 'listSlips')).toHaveLength(2)
  expect(await asked(page, 'reprintCreditSlip')).toEqual([{ pin: '1234', slip: 'K7M4XP92RD' }])
  await press(page, fr.common.back, fr.service.shift, fr.shift.drawer, fr.shift.paySlip)
  await heading(page, fr.shift.paySlip)
  await page.keyboard.type('K7M4XP92RD')
  await page.getByText(fr.people.number, { exact: true }).waitFor()
  await enterPin(page, '90')
  await page.getByText(fr.cash.pin, { exact: true }).waitFor()
  await enterPin(page, '246813')
  await status({ page }, fr.shift.slipPaid(gnf(15_000)))
  const second = { staff: '90', pin: '246813' }
  expect(await asked(page, 'payOutSlip')).toEqual([{ pin: '1234', slip: 'K7M4XP92RD', second }])
})
