import { virtualPrinter } from '../printing/escpos/printers.ts'
import { expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { formatMoney } from '../../shared/domain/money/money.ts'
import { writeSlip } from '../app/write-slip.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { useBrowser } from '../support/browser.ts'
import { onScreen } from '../world/page.ts'
import { openService, enterPin } from '../world/scenes/ways.ts'
import { journalled, peopleOf, signIn, secondSigns } from './desk-people.ts'
import { alert, chooseMatch, expectCalm, holdBest, status, typistAt } from './desk-typist.ts'
import { startKiosk, startService } from '../world/machine.ts'

const { openPage } = useBrowser()
const gnf = (amount: number): string => formatMoney(amount, 'GNF', 'fr')
const words = fr.shift.slipCopy
async function owing(role: 'kiosk' | 'cashier') {
  const printer = await virtualPrinter()
  const data = temporaryFolder()
  const people = await peopleOf(data)
  await writeSlip(data, 'C3N7QW82KT', 7_000)
  await writeSlip(data, 'K7M4XP92RD', 15_000)
  const devices = { guichet: { kind: 'escpos', address: `tcp://127.0.0.1:${printer.port}` } }
  const settings = { role, printers: { devices, tickets: ['guichet'] } }
  return { machine: await startKiosk(await startService(), settings, data), printer, ...people }
}

const ROWS = ['CREDIT_SLIP_COPIED', 'SLIP_PAID_OUT'] as const

test('a desk takes a slip in its line, prints another once more from the office, and pays it out by two people, once', async () => {
  const { machine, printer, mariama, fatou } = await owing('cashier')
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
  const { machine, printer, fatou } = await owing('kiosk')
  const page = await openPage({ viewport: { width: 1080, height: 1920 }, hasTouch: true })
  await page.goto(machine.entryUrl)
  await onScreen(page, 'attract')
  await openService(page, fr, DEMO_PIN)
  await page.getByRole('button', { name: fr.office.openSlips }).tap()
  const print = page.getByRole('button', { name: words.print })
  const slip = page.getByRole('button', { name: 'K7M4X P92RD' })
  await slip.waitFor()
  expect(await page.getByRole('button', { name: /GNF/u }).allInnerTexts()).toEqual([
    expect.stringContaining('K7M4X P92RD'),
    expect.stringContaining('C3N7Q W82KT'),
  ])
  expect(await print.getAttribute('aria-disabled')).toBe('true')
  await slip.tap()
  await print.tap()
  await status({ page }, words.out.printed(1))
  await slip.filter({ hasText: words.copies(1) }).waitFor()
  expect(printer.pieces).toHaveLength(1)
  await page.getByRole('button', { name: fr.common.back }).tap()
  await page.getByRole('button', { name: fr.service.shift }).tap()
  await page.getByRole('button', { name: fr.shift.drawer }).tap()
  await page.getByRole('button', { name: fr.shift.paySlip }).tap()
  await page.getByRole('heading', { name: fr.shift.paySlip }).waitFor()
  await page.keyboard.type('K7M4XP92RD')
  await page.getByText(fr.people.number, { exact: true }).waitFor()
  await enterPin(page, fatou.number)
  await page.getByText(fr.cash.pin, { exact: true }).waitFor()
  await enterPin(page, fatou.pin)
  await status({ page }, fr.shift.slipPaid(gnf(15_000)))
  expect(journalled(machine, ...ROWS)).toEqual(ROWS.map((code) => `${code} counter`))
})
