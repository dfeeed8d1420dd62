import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { useBrowser } from '../support/browser.ts'
import { atTheMatch, expectCalm, handsAt, holdBest, type Typist, deskGlasses } from './desk-hands.ts'
import { expectPrinted, listen, startKiosk, startService, type SaleMachine } from './sale-machine.ts'

const { openPage } = useBrowser()
const { desk } = fr

async function start(viewport = { width: 1366, height: 768 }) {
  const kiosk = await startKiosk(await startService(), { role: 'cashier', terminals: 'attended' })
  const hands = await handsAt(openPage, kiosk, viewport)
  const heard = listen(hands.page)
  await atTheMatch(hands)
  return { kiosk, hands, heard }
}

const alert = ({ page }: Typist, title: string) => page.getByRole('alert').filter({ hasText: title }).waitFor()

const sold = ({ page }: Typist, seats: number) =>
  page.getByText(desk.lastSale(desk.places(seats), '').split(',')[0] ?? '').waitFor()

/** Approved payments as the ledger has them: how, how much, under which number. */
function payments({ data }: SaleMachine): readonly unknown[] {
  const db = new Sqlite(join(data, 'demo', 'ledger.db'), { readonly: true })
  try {
    return db.prepare("SELECT kind, amount, approval FROM tender WHERE state = 'approved' ORDER BY rowid").raw().all()
  } finally {
    db.close()
  }
}

const glasses = deskGlasses('attended')

test.for(glasses.cases)(
  `a terminal of its own and a telephone pay one sale, by keyboard ($width × $height, ${glasses.said})`,
  async (viewport) => {
    const { kiosk, hands, heard } = await start(viewport)
    const { page } = hands
    const ownerRef = await heard.ownerRef()
    const display = await openPage()
    await display.goto(await kiosk.displayUrl())
    await page.bringToFront()
    await holdBest(hands, '2 nord')
    await hands.type('30000')
    await hands.press('F5')
    await hands.at('attended')
    const told = page.getByRole('region', { name: desk.attended.byTelephone.title })
    expect(await told.innerText()).toMatch(/Orange Money[^]*30.000.GNF/u)
    await expectCalm(page)
    await display.locator('[data-display="paying"]').waitFor()
    expect(await display.locator('main').innerText()).toMatch(/30.000.GNF/u)
    await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT')
    await hands.type('mp260521.1432.a12345')
    await hands.press('Enter')
    await hands.panel.getByText(desk.left).waitFor()
    await hands.at('payment')

    await hands.press('F4')
    await hands.at('attended')
    expect(await page.getByRole('region', { name: desk.attended.card.title }).innerText()).toMatch(/50.000.GNF/u)
    await hands.press('Enter')
    await alert(hands, desk.problems['no-approval']().title)
    await hands.type('4111 1111 1111 1111')
    await hands.press('Enter')
    await alert(hands, desk.problems['card-number']().title)
    await expectCalm(page)
    await hands.type('a1b2c3')
    await hands.press('Enter')
    await sold(hands, 2)
    await expectPrinted(kiosk, ownerRef, 2)
    expect(payments(kiosk)).toEqual([
      ['orange-money', 30_000, 'MP260521.1432.A12345'],
      ['card', 50_000, 'A1B2C3'],
    ])
  },
)

test('what the terminal refuses is paid otherwise, and a stray Escape decides nothing', async () => {
  const { kiosk, hands } = await start()
  const { page } = hands
  await holdBest(hands, '1 nord')
  const bar = page.getByRole('contentinfo')
  for (const [answer, title] of [
    ['1', fr.problems['payment-refused']({ type: 'payment-refused', reason: 'declined' }).title],
    ['2', fr.problems['payment-cancelled']({ type: 'payment-cancelled' }).title],
  ] as const) {
    await hands.press('F4')
    await hands.at('attended')
    await bar.getByText(desk.attended.notPaid).waitFor()
    await hands.press('Escape')
    await hands.at('question')
    await page.getByRole('heading', { name: desk.questions['not-paid'].title }).waitFor()
    await expectCalm(page)
    await hands.press('Enter')
    await alert(hands, desk.problems['one-or-two']().title)
    await hands.press('Escape')
    await hands.at('attended')
    await hands.press('Escape')
    await hands.at('question')
    await hands.type(answer)
    await hands.press('Enter')
    await hands.at('payment')
    await alert(hands, title)
  }
  await hands.press('Enter')
  await sold(hands, 1)
  expect(payments(kiosk)).toMatchObject([['cash', 40_000, expect.anything()]])
})

test('a number that another sale has is taken when it is typed once more, over a page that was loaded anew', async () => {
  const { kiosk, hands } = await start()
  const { page } = hands
  await holdBest(hands, '1 nord')
  await hands.press('F4')
  await hands.at('attended')
  await hands.type('123456')
  await hands.press('Enter')
  await sold(hands, 1)
  await hands.at('seats')
  await holdBest(hands, '1 nord')
  await hands.press('F4')
  await hands.at('attended')
  await page.reload()
  await hands.at('signed-out')
  await hands.type('2468')
  await hands.press('Enter')
  await hands.at('attended')
  await hands.type('123456')
  await hands.press('Enter')
  await alert(hands, fr.problems['approval-known']({ type: 'approval-known', orderId: '' }).title)
  await expectCalm(page)
  await hands.type('123456')
  await hands.press('Enter')
  await sold(hands, 1)
  await expect
    .poll(() => payments(kiosk))
    .toMatchObject([
      ['card', 40_000, '123456'],
      ['card', 40_000, '123456'],
    ])
})
