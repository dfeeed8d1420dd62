import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { useBrowser } from '../support/browser.ts'
import { atTheMatch, expectCalm, typistAt, holdBest, type Typist, anyDeskSize } from './desk-typist.ts'
import { expectPrinted, listen, startKiosk, startService, type SaleMachine } from './sale-machine.ts'

const { openPage } = useBrowser()
const { desk } = fr

async function start(viewport = { width: 1366, height: 768 }) {
  const kiosk = await startKiosk(await startService(), { role: 'cashier', terminals: 'attended' })
  const typist = await typistAt(openPage, kiosk, viewport)
  const heard = listen(typist.page)
  await atTheMatch(typist)
  return { kiosk, typist, heard }
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

const sizes = anyDeskSize('attended')

test.for(sizes.cases)(
  `a terminal of its own and a telephone pay one sale, by keyboard ($width × $height, ${sizes.said})`,
  async (viewport) => {
    const { kiosk, typist, heard } = await start(viewport)
    const { page } = typist
    const ownerRef = await heard.ownerRef()
    const display = await openPage()
    await display.goto(await kiosk.displayUrl())
    await page.bringToFront()
    await holdBest(typist, '2 nord')
    await typist.type('30000')
    await typist.press('F5')
    await typist.at('attended')
    const told = page.getByRole('region', { name: desk.attended.byTelephone.title })
    expect(await told.innerText()).toMatch(/Orange Money[^]*30.000.GNF/u)
    await expectCalm(page)
    await display.locator('[data-display="paying"]').waitFor()
    expect(await display.locator('main').innerText()).toMatch(/30.000.GNF/u)
    await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT')
    await typist.type('mp260521.1432.a12345')
    await typist.press('Enter')
    await typist.panel.getByText(desk.left).waitFor()
    await typist.at('payment')

    await typist.press('F4')
    await typist.at('attended')
    expect(await page.getByRole('region', { name: desk.attended.card.title }).innerText()).toMatch(/50.000.GNF/u)
    await typist.press('Enter')
    await alert(typist, desk.problems['no-approval']().title)
    await typist.type('4111 1111 1111 1111')
    await typist.press('Enter')
    await alert(typist, desk.problems['card-number']().title)
    await expectCalm(page)
    await typist.type('a1b2c3')
    await typist.press('Enter')
    await sold(typist, 2)
    await expectPrinted(kiosk, ownerRef, 2)
    expect(payments(kiosk)).toEqual([
      ['orange-money', 30_000, 'MP260521.1432.A12345'],
      ['card', 50_000, 'A1B2C3'],
    ])
  },
)

test('what the terminal refuses is paid otherwise, and a stray Escape decides nothing', async () => {
  const { kiosk, typist } = await start()
  const { page } = typist
  await holdBest(typist, '1 nord')
  const bar = page.getByRole('contentinfo')
  for (const [answer, title] of [
    ['1', desk.refused.terminal.declined.title],
    ['2', fr.problems['payment-cancelled']({ type: 'payment-cancelled' }, '').title],
  ] as const) {
    await typist.press('F4')
    await typist.at('attended')
    await bar.getByText(desk.attended.notPaid).waitFor()
    await typist.press('Escape')
    await typist.at('question')
    await page.getByRole('heading', { name: desk.questions['not-paid'].title }).waitFor()
    await expectCalm(page)
    await typist.press('Enter')
    await alert(typist, desk.problems['one-or-two']().title)
    await typist.press('Escape')
    await typist.at('attended')
    await typist.press('Escape')
    await typist.at('question')
    await typist.type(answer)
    await typist.press('Enter')
    await typist.at('payment')
    await alert(typist, title)
  }
  await typist.press('Enter')
  await sold(typist, 1)
  expect(payments(kiosk)).toMatchObject([['cash', 40_000, expect.anything()]])
})

test('a number that another sale has is taken when it is typed once more, over a page that was reloaded', async () => {
  const { kiosk, typist } = await start()
  const { page } = typist
  await holdBest(typist, '1 nord')
  await typist.press('F4')
  await typist.at('attended')
  await typist.type('123456')
  await typist.press('Enter')
  await sold(typist, 1)
  await typist.at('seats')
  await holdBest(typist, '1 nord')
  await typist.press('F4')
  await typist.at('attended')
  await page.reload()
  await typist.at('signed-out')
  await typist.type('2468')
  await typist.press('Enter')
  await typist.at('attended')
  await typist.type('123456')
  await typist.press('Enter')
  await alert(typist, fr.problems['approval-known']({ type: 'approval-known', orderId: '' }, '').title)
  await expectCalm(page)
  await typist.type('123456')
  await typist.press('Enter')
  await sold(typist, 1)
  await expect
    .poll(() => payments(kiosk))
    .toMatchObject([
      ['card', 40_000, '123456'],
      ['card', 40_000, '123456'],
    ])
})
