import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { useBrowser } from '../support/browser.ts'
import { type Colleague, deskWithPeople, payments, secondSigns, signIn, sold } from './desk-people.ts'
import { alert, atTheMatch, expectCalm, holdBest, typistAt } from './desk-typist.ts'
import { startKiosk, startService } from '../world/machine.ts'

const { openPage } = useBrowser()
const { desk } = fr

async function start(settings: object) {
  const kiosk = await startKiosk(await startService(), { role: 'cashier', ...settings })
  const typist = await typistAt(openPage, kiosk)
  await atTheMatch(typist)
  return { kiosk, typist, page: typist.page }
}

test('cash, mobile money and card pay one sale, by keyboard; a customer who gives up is given back every part', async () => {
  const quick = { customerDelaySeconds: 0, timeoutSeconds: 0, lateReplySeconds: 4 }
  const devices = { simulatedTerminal: quick, simulatedMobileMoney: { ...quick, script: ['approve-late'] } }
  const { kiosk, typist, page } = await start(devices)
  await holdBest(typist, '1 nord')
  await typist.enter('20000+')
  await typist.panel.getByText(desk.left).waitFor()
  await typist.at('payment')
  await typist.type('10000')
  await typist.go('F5', 'payer')
  await expectCalm(page)
  await typist.enter('622 00 00 00')
  // The reply is late, so the desk queries the payment.
  await typist.panel.getByText(desk.askingAgain('').trim()).waitFor()
  await typist.panel.getByText(desk.tenders['orange-money']).waitFor()
  await typist.at('payment')
  await expectCalm(page)
  const sums = await page.getByRole('region', { name: desk.tenders.cash }).getByRole('button').allInnerTexts()
  expect(sums[0]).toContain(desk.nothingToGive)
  expect(sums.join()).not.toMatch(/[-−]\d/u)
  await typist.press('F4')
  await sold(typist, kiosk, 1)
  await expect
    .poll(() => payments(kiosk).map(([kind, amount]) => [kind, amount]))
    .toEqual([
      ['cash', 20_000],
      ['orange-money', 10_000],
      ['card', 10_000],
    ])

  await typist.at('seats')
  await holdBest(typist, '1 nord')
  await typist.enter('10000+')
  await typist.panel.getByText(desk.left).waitFor()
  await typist.go('Escape', 'question')
  await page.getByRole('heading', { name: desk.questions['give-up'].title }).waitFor()
  await typist.enter('1')
  await page.getByRole('heading', { name: desk.questions['pay-back'].title }).waitFor()
  await expectCalm(page)
  await typist.enter('C-17', 'seats')
})

test('a bank transfer and a cheque pay one sale, each approved by a supervisor', async () => {
  const tenders = ['cash', 'cheque', 'bank-transfer']
  const { kiosk, typist, page, mariama, fatou } = await deskWithPeople(openPage, { terminals: 'manual', tenders })
  const display = await openPage()
  await display.goto(await kiosk.displayUrl())
  await typist.page.bringToFront()
  await signIn(typist, mariama)
  await typist.enter('2', 'seats')
  await holdBest(typist, '1 nord')
  const agree = async ({ number, pin }: Colleague): Promise<void> => {
    await typist.type(number)
    await typist.press('Enter')
    await typist.type(pin)
    await typist.press('Enter')
  }
  await typist.type('30000')
  await typist.go('Control+o', 'attended')
  await page
    .getByRole('region', { name: desk.attended.document.title })
    .getByText(/30.000.GNF/u)
    .waitFor()
  await display.getByText(fr.display.paying.document['bank-transfer']).waitFor()
  await typist.enter('-')
  await alert(typist, desk.problems['no-document']().title)
  await typist.enter('ov 2026/117')
  await typist.at('approval')
  await expectCalm(page)
  await agree(mariama)
  await alert(typist, fr.problems['second-person']({ type: 'second-person', because: 'same-person' }, '').title)
  await secondSigns(page.locator('form'), fatou)
  await typist.press('Enter')
  await typist.at('payment')
  await typist.go('Control+g', 'attended')
  await typist.go('Escape', 'payment')
  await typist.go('Control+g', 'attended')
  await typist.enter('0001234')
  await typist.at('approval')
  await typist.go('Escape', 'attended')
  await typist.enter('0001235')
  await typist.at('approval')
  await agree(fatou)
  await sold(typist, kiosk, 1)
  expect(payments(kiosk)).toEqual([
    ['bank-transfer', 30_000, 'OV 2026/117'],
    ['cheque', 10_000, '0001235'],
  ])
})

test('a terminal of its own and a telephone pay one sale; after a refusal, a known number is taken when typed again', async () => {
  const { kiosk, typist, page } = await start({ terminals: 'manual' })
  await holdBest(typist, '1 nord')
  await typist.type('30000')
  await typist.go('F5', 'attended')
  const told = page.getByRole('region', { name: desk.attended.byTelephone.title })
  expect(await told.innerText()).toMatch(/Orange Money[^]*30.000.GNF/u)
  await expectCalm(page)
  await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT')
  await typist.enter('mp260521.1432.a12345')
  await typist.panel.getByText(desk.left).waitFor()
  await typist.at('payment')

  await typist.go('F4', 'attended')
  expect(await page.getByRole('region', { name: desk.attended.card.title }).innerText()).toMatch(/10.000.GNF/u)
  await typist.press('Enter')
  await alert(typist, desk.problems['no-approval']().title)
  await typist.enter('4111 1111 1111 1111')
  await alert(typist, desk.problems['card-number']().title)
  await expectCalm(page)
  await typist.enter('a1b2c3')
  await sold(typist, kiosk, 1)
  const paid: unknown[][] = [
    ['orange-money', 30_000, 'MP260521.1432.A12345'],
    ['card', 10_000, 'A1B2C3'],
  ]
  expect(payments(kiosk)).toEqual(paid)

  await typist.at('seats')
  await holdBest(typist, '1 nord')
  await typist.go('F4', 'attended')
  await page.getByRole('contentinfo').getByText(desk.attended.notPaid).waitFor()
  await typist.go('Escape', 'question')
  await page.getByRole('heading', { name: desk.questions['not-paid'].title }).waitFor()
  await expectCalm(page)
  await typist.go('Escape', 'attended')
  await typist.go('Escape', 'question')
  await typist.enter('1', 'payment')
  await alert(typist, desk.refused.terminal.declined.title)
  // The approval number of another sale must be entered twice.
  await typist.go('F4', 'attended')
  await typist.enter('a1b2c3')
  await alert(typist, fr.problems['approval-known']({ type: 'approval-known', orderId: '' }, '').title)
  await expectCalm(page)
  await typist.enter('a1b2c3')
  await sold(typist, kiosk, 1)
  expect(payments(kiosk)).toEqual([...paid, ['card', 40_000, 'A1B2C3']])
})
