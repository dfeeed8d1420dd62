import { describe, expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { useBrowser } from '../support/browser.ts'
import { atTheMatch, expectCalm, typistAt, holdBest, type Typist, anyDeskSize } from './desk-typist.ts'
import { expectPrinted, listen, startKiosk, startService, type SaleMachine } from './sale-machine.ts'

const { openPage } = useBrowser()
const { desk } = fr

async function start(settings: object = {}, viewport = { width: 1366, height: 768 }) {
  const quick = { thinkSeconds: 0, patienceSeconds: 0, lateSeconds: 2 }
  const devices = { simulatedTerminal: quick, simulatedMobileMoney: quick }
  const kiosk: SaleMachine = await startKiosk(await startService(), { role: 'cashier', ...devices, ...settings })
  const typist = await typistAt(openPage, kiosk, viewport)
  const heard = listen(typist.page)
  await atTheMatch(typist)
  return { kiosk, typist, heard }
}

const sold = ({ page }: Typist, seats: number) =>
  page.getByText(desk.lastSale(desk.places(seats), '').split(',')[0] ?? '').waitFor()

const sizes = anyDeskSize('tenders')

test.for(sizes.cases)(
  `cash, mobile money and card pay one sale, by keyboard ($width × $height, ${sizes.said})`,
  async (viewport) => {
    const { kiosk, typist, heard } = await start({}, viewport)
    const { page } = typist
    const ownerRef = await heard.ownerRef()
    await holdBest(typist, '2 nord')
    await typist.type('20000+')
    await typist.press('Enter')
    await typist.panel.getByText(desk.left).waitFor()
    await typist.at('payment')
    await typist.type('10000')
    await typist.press('F5')
    await typist.at('payer')
    await expectCalm(page)
    await typist.type('abc')
    await typist.press('Enter')
    await page.getByRole('alert').filter({ hasText: desk.problems['not-a-number']().title }).waitFor()
    await typist.type('622 00 00 00')
    await typist.press('Enter')
    await typist.panel.getByText(desk.tenders['orange-money']).waitFor()
    await typist.at('payment')
    await expectCalm(page)
    const sums = await page.getByRole('region', { name: desk.tenders.cash }).getByRole('button').allInnerTexts()
    expect(sums[0]).toContain(desk.nothingToGive)
    expect(sums.join()).not.toMatch(/[-−]\d/u)
    await typist.press('F4')
    await sold(typist, 2)
    await expectPrinted(kiosk, ownerRef, 2)
  },
)

test('a customer who gives up is given back every part, with its reference', async () => {
  const { typist } = await start()
  const { page } = typist
  await holdBest(typist, '1 nord')
  await typist.type('10000+')
  await typist.press('Enter')
  await typist.panel.getByText(desk.left).waitFor()
  await typist.press('Escape')
  await typist.at('question')
  await page.getByRole('heading', { name: desk.questions['give-up'].title }).waitFor()
  await typist.type('2')
  await typist.press('Enter')
  await typist.at('payment')
  await typist.press('Escape')
  await typist.at('question')
  await typist.type('1')
  await typist.press('Enter')
  await page.getByRole('heading', { name: desk.questions['pay-back'].title }).waitFor()
  await expectCalm(page)
  await typist.type('C-17')
  await typist.press('Enter')
  await typist.at('seats')
})

describe('an operator that falls silent', () => {
  const cancelled = fr.problems['payment-cancelled']({ type: 'payment-cancelled' }, '').title

  // The operator is asked for a minute and a half: both answers are given at desks side by side.
  test('is asked again, and then the cashier is, with the reference to look for', { timeout: 240_000 }, async () => {
    await Promise.all(['1', '2'].map(answered))
  })

  async function answered(answer: string): Promise<void> {
    const silent = { thinkSeconds: 0, patienceSeconds: 0, lateSeconds: 600, script: ['die'] }
    const { typist } = await start({ simulatedMobileMoney: silent })
    const { page } = typist
    await holdBest(typist, '1 nord')
    await typist.press('F1')
    await typist.at('payer')
    await typist.type('660000000')
    await typist.press('Enter')
    await typist.panel.getByText(desk.askingAgain('').trim()).waitFor()
    await page.getByRole('heading', { name: desk.questions.moved.title }).waitFor({ timeout: 150_000 })
    await expectCalm(page)
    expect(await page.getByRole('region', { name: desk.questions.moved.title }).innerText()).toMatch(/[\da-f-]{36}/u)
    await typist.type('3')
    await typist.press('Enter')
    await page.getByRole('alert').waitFor()
    await typist.type(answer)
    await typist.press('Enter')
    if (answer === '2') {
      // No money moved and the seats are still held: the customer pays otherwise.
      await typist.at('payment')
      await page.getByRole('alert').filter({ hasText: cancelled }).waitFor()
      await expectCalm(page)
      await typist.press('Enter')
    }
    await sold(typist, 1)
  }
})

test('keys are those of the settings, on the bar and under the fingers', async () => {
  const { typist } = await start({ shortcuts: { card: 'Alt+K', park: 'Insert' } })
  await holdBest(typist, '1 nord')
  const bar = typist.page.getByRole('contentinfo')
  await expect.poll(() => bar.getByRole('button', { name: desk.commands.card }).innerText()).toContain('Alt+K')
  await typist.press('Insert')
  await typist.at('seats')
  await typist.press('F7')
  await typist.at('payment')
  await typist.press('Alt+k')
  await sold(typist, 1)
})

test('a scanned ticket opens its sale', async () => {
  const { kiosk, typist, heard } = await start()
  const ownerRef = await heard.ownerRef()
  await holdBest(typist, '2 nord')
  await typist.press('Enter')
  await sold(typist, 2)
  const [ticket] = await expectPrinted(kiosk, ownerRef, 2)
  await typist.at('seats')
  await typist.type(ticket?.qr_code ?? '')
  await typist.press('Enter')
  const found = typist.page.getByRole('region', { name: desk.found })
  await found.waitFor()
  expect(await found.innerText()).toContain(ticket?.place.place)
  expect(await found.getByRole('listitem').count()).toBe(2)
  await expectCalm(typist.page)
  await typist.type('0'.repeat(32))
  await typist.press('Enter')
  await typist.page.getByRole('alert').filter({ hasText: desk.problems['no-such-ticket']().title }).waitFor()
})
