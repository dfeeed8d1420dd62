import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { serveFiscalSimulator } from '../../electron/app/simulators.ts'
import { keysOfSales } from '../documents/pages.ts'
import { useBrowser } from '../support/browser.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { alert, chooseMatch, expectCalm, holdBest, shows, status } from './desk-typist.ts'
import { deskWithPeople, inLedger, journalled, signIn, secondSigns, sold } from './desk-people.ts'
import { formatMoney } from '../../shared/domain/money/money.ts'
import { invoiceName } from '../../shared/domain/sale/sale-file.ts'

const { openPage } = useBrowser()

test(
  'a sale is found, reprinted, refunded by two people, paid out, corrected and voided',
  { timeout: 180_000 },
  async () => {
    const { kiosk, typist, page, mariama, fatou } = await deskWithPeople(openPage, { terminals: 'manual' })
    await signIn(typist, mariama)
    await chooseMatch(typist)
    for (const count of [2, 1]) {
      await holdBest(typist, String(count))
      await typist.press('Enter')
      await sold(typist, kiosk, count)
    }

    await typist.go('F12', 'files')
    const panel = page.getByRole('complementary', { name: fr.files.file })
    const found = page.getByRole('region', { name: fr.files.found }).getByRole('button')
    await expect.poll(() => found.count()).toBe(2)
    await panel.getByText(fr.files.told.PURCHASE_CONFIRMED).waitFor()
    await typist.press('ArrowDown')
    await expect.poll(() => panel.getByText(fr.files.paper(0, fr.files.papers.printed)).count()).toBe(2)
    await expectCalm(page)
    const seat = (await panel.locator('li b').first().innerText()).toLowerCase()
    await typist.enter(seat)
    await expect.poll(() => found.count()).toBe(1)
    await panel.getByText(fr.files.paper(0, fr.files.papers.printed)).first().waitFor()

    await typist.press('F2')
    await typist.type('Papier déchiré')
    await expectCalm(page)
    await typist.press('Enter')
    await status(typist, fr.files.copiesOut(1, 1))
    expect(await panel.getByText(fr.files.paper(1, fr.files.papers.printed)).count()).toBe(1)

    await typist.press('F3')
    const isTicked = (at: number) => page.getByRole('checkbox').nth(at).isChecked()
    expect([await isTicked(0), await isTicked(1)]).toEqual([true, false])
    const event = await panel.getByRole('heading').first().innerText()
    expect((await page.locator('form').innerText()).toLowerCase()).toContain(seat)
    expect(await page.locator('form').innerText()).toContain(event)
    await page.getByRole('combobox', { name: fr.files.reason }).fill('Le client ne peut pas venir')
    const second = page.getByRole('group', { name: fr.files.second })
    await secondSigns(second, mariama)
    await typist.press('Enter')
    await alert(typist, fr.problems['second-person']({ type: 'second-person', because: 'same-person' }, '').title)
    await expectCalm(page)
    await secondSigns(second, fatou)
    await typist.press('Enter')
    await status(typist, fr.files.slips.saved)
    await panel.getByText(fr.files.back.refund).first().waitFor()
    await panel.getByText(fr.files.cancellation.cancelled).waitFor()
    expect(readdirSync(join(kiosk.data, 'demo', 'slips'))).toHaveLength(1)
    await typist.press('F6')
    await page.getByText(fr.files.handOver).waitFor()
    await typist.press('Enter')
    await status(typist, fr.files.paid)
    await typist.press('F7')
    await typist.type('Bordereau perdu')
    await expectCalm(page)
    await typist.press('Enter')
    await status(typist, fr.files.slips.saved)
    const slips = readdirSync(join(kiosk.data, 'demo', 'slips'))
    expect(slips.filter((name) => name.endsWith('-duplicata-1.pdf'))).toHaveLength(1)

    await page.getByRole('textbox', { name: fr.files.search }).fill('')
    await typist.press('Enter')
    await expect.poll(() => found.count()).toBe(2)
    await panel.getByText(fr.files.paper(0, fr.files.papers.printed)).waitFor()
    await typist.press('F5')
    const right = page.getByRole('group', { name: fr.files.rightTender })
    await right.getByRole('radio', { name: fr.desk.tenders.card, checked: true }).waitFor()
    await expectCalm(page)
    await typist.press('Enter', 'Enter')
    await alert(typist, fr.desk.problems['no-approval']().title)
    for (const text of ['a1b2c3', fatou.number, fatou.pin]) await typist.enter(text)
    await status(typist, fr.files.corrected(fr.desk.tenders.card, fr.files.receipts.saved))
    await shows(panel.getByRole('listitem'), fr.files.correction(fr.desk.tenders.cash, fr.desk.tenders.card))
    await expectCalm(page)

    await typist.press('F4')
    await typist.press('Enter')
    await alert(typist, fr.desk.problems.incomplete({ type: 'incomplete', field: 'reason' }).title)
    for (const text of ['Mauvais événement', fatou.number, fatou.pin]) await typist.enter(text)
    await panel.getByText(fr.files.back.void).first().waitFor()
    for (const path of ['operating/cashier-desk.md', 'fr/operating/cashier-desk.md'])
      expect(keysOfSales(path), 'the keys that were pressed').toEqual(['F1', 'F2', 'F3', 'F4', 'F5', 'F6', 'F7'])
    const [line = ''] = await found.allInnerTexts()
    expect(line).toContain('à rembourser')
    await typist.press('F6')
    await page.getByLabel(fr.files.receipt).waitFor()
    await typist.enter('T-0042')
    await status(typist, fr.files.paid)
    await expect.poll(async () => (await found.allInnerTexts())[0]).toContain('remboursés')
    await typist.go('Escape', 'seats')

    const codes =
      'REPRINT_REQUESTED REPRINT_FINISHED TICKETS_REFUNDED REFUND_PAID TENDER_CORRECTED TICKETS_VOIDED REFUND_PAID'.split(
        ' ',
      )
    expect(journalled(kiosk, ...codes)).toEqual(codes.map((code) => `${code} 7`))

    await typist.go('F8', 'signed-out')
    await signIn(typist, fatou, 'seats')
    await typist.openOffice('journal')
    const [amount] = inLedger(kiosk, "SELECT amount FROM tender WHERE kind = 'card'").flat()
    const [was, is] = (['cash', 'card'] as const).map(
      (kind) => `${fr.desk.tenders[kind]} ${formatMoney(Number(amount), 'GNF', 'fr')}`,
    )
    await shows(page.getByRole('cell'), fr.files.correction(was ?? '', is ?? ''))
  },
)

test('a company receives an invoice right after the sale, a copy, and a credit note for returned tickets', async () => {
  const { kiosk, typist, page, mariama, fatou } = await deskWithPeople(openPage)
  const { out } = fr.files.invoices
  await signIn(typist, mariama)
  await chooseMatch(typist)
  await holdBest(typist, '2')
  await typist.press('Enter')
  await sold(typist, kiosk, 2)
  await expect.poll(() => journalled(kiosk, 'PRINT_FINISHED').length).toBe(2)
  const [[register] = []] = inLedger(kiosk, 'SELECT register FROM ledger')
  const name = (number: number) => invoiceName(String(register), number)

  await typist.go('Control+i', 'files')
  await typist.enter('Soguicom SARL')
  await typist.press('Enter')
  await alert(typist, fr.desk.problems.incomplete({ type: 'incomplete', field: 'address' }).title)
  await expectCalm(page)
  await typist.enter('Immeuble Fria, Kaloum, Conakry')
  await typist.enter('123456789')
  await status(typist, out(name(1), 'saved'))
  const panel = page.getByRole('complementary', { name: fr.files.file })
  await panel.getByText('Soguicom SARL').waitFor()

  await typist.press('F1')
  await typist.press('Enter')
  await status(typist, out(name(1), 'saved'))
  await typist.press('F4')
  for (const text of ['Erreur de saisie', fatou.number, fatou.pin]) await typist.enter(text)
  await status(typist, out(name(2), 'saved'))
  await panel.getByText(name(2)).waitFor()
  await typist.press('F1')
  await page.locator('select:focus').waitFor()
  await typist.press('Escape')
  await typist.go('Escape', 'seats')
  const codes = 'INVOICE_ISSUED INVOICE_COPIED TICKETS_VOIDED INVOICE_ISSUED'.split(' ')
  expect(journalled(kiosk, ...codes)).toEqual(codes.map((code) => `${code} 7`))
})

test('an invoice that the fiscal service refused is sent again, printed as waiting, and then as the original', async () => {
  const simulator = await serveFiscalSimulator({ host: '127.0.0.1', port: 0, script: ['refuse', 'lost'], slowMs: 0 })
  const secretFile = join(temporaryFolder(), 'fiscal.key')
  writeFileSync(secretFile, simulator.key, { mode: 0o600 })
  const settings = { fiscal: { url: simulator.url, key: { secretFile } }, seller: { zoneTaxRates: {}, taxRate: 18 } }
  const { kiosk, typist, page, mariama } = await deskWithPeople(openPage, settings)
  const { fiscal, out, unsigned } = fr.files.invoices
  await signIn(typist, mariama)
  await chooseMatch(typist)
  await holdBest(typist, '1')
  await typist.press('Enter')
  await sold(typist, kiosk, 1)
  await expect.poll(() => journalled(kiosk, 'PRINT_FINISHED').length).toBe(1)
  const [[register] = []] = inLedger(kiosk, 'SELECT register FROM ledger')
  const name = invoiceName(String(register), 1)
  const panel = page.getByRole('complementary', { name: fr.files.file })

  await typist.go('Control+i', 'files')
  for (const text of ['Soguicom SARL', 'Kaloum, Conakry', '123456789']) await typist.enter(text)
  await status(typist, unsigned(name, 'refused'))
  await panel.getByText(fiscal.refused('BUYER_UNKNOWN')).waitFor()
  await typist.press('F1')
  await expectCalm(page)
  await page.getByLabel(fr.files.invoices.taxNumber).fill('123456780')
  await typist.press('Enter')
  await status(typist, unsigned(name, 'waiting'))
  await panel.getByText(fiscal.waiting).waitFor()
  await expect.poll(() => journalled(kiosk, 'INVOICE_SIGNED').length, { timeout: 20_000 }).toBe(1)
  await typist.press('F1')
  await typist.press('Enter')
  await status(typist, out(name, 'saved'))
  await panel.getByText(fiscal.signed).waitFor()
  expect(inLedger(kiosk, 'SELECT fiscal FROM invoice')).toEqual([['signed']])
  await simulator.close()
})
