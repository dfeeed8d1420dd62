import { describe, expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { useBrowser } from '../support/browser.ts'
import { atTheMatch, expectCalm, handsAt, holdBest, type Typist, deskGlasses } from './desk-hands.ts'
import { expectPrinted, listen, startKiosk, startService, type SaleMachine } from './sale-machine.ts'

const { openPage } = useBrowser()
const { desk } = fr

async function start(settings: object = {}, viewport = { width: 1366, height: 768 }) {
  const quick = { thinkSeconds: 0, patienceSeconds: 0, lateSeconds: 2 }
  const devices = { simulatedTerminal: quick, simulatedMobileMoney: quick }
  const kiosk: SaleMachine = await startKiosk(await startService(), { role: 'cashier', ...devices, ...settings })
  const hands = await handsAt(openPage, kiosk, viewport)
  const heard = listen(hands.page)
  await atTheMatch(hands)
  return { kiosk, hands, heard }
}

const sold = ({ page }: Typist, seats: number) =>
  page.getByText(desk.lastSale(desk.places(seats), '').split(',')[0] ?? '').waitFor()

const glasses = deskGlasses('tenders')

test.for(glasses.cases)(
  `cash, mobile money and card pay one sale, by keyboard ($width × $height, ${glasses.said})`,
  async (viewport) => {
    const { kiosk, hands, heard } = await start({}, viewport)
    const { page } = hands
    const ownerRef = await heard.ownerRef()
    await holdBest(hands, '2 nord')
    await hands.type('20000+')
    await hands.press('Enter')
    await hands.panel.getByText(desk.left).waitFor()
    await hands.at('payment')
    await hands.type('10000')
    await hands.press('F5')
    await hands.at('payer')
    await expectCalm(page)
    await hands.type('abc')
    await hands.press('Enter')
    await page.getByRole('alert').filter({ hasText: desk.problems['not-a-number']().title }).waitFor()
    await hands.type('622 00 00 00')
    await hands.press('Enter')
    await hands.panel.getByText(desk.tenders['orange-money']).waitFor()
    await hands.at('payment')
    await expectCalm(page)
    const sums = await page.getByRole('region', { name: desk.cash }).getByRole('button').allInnerTexts()
    expect(sums[0]).toContain(desk.nothingToGive)
    expect(sums.join()).not.toMatch(/[-−]\d/u)
    await hands.press('F4')
    await sold(hands, 2)
    await expectPrinted(kiosk, ownerRef, 2)
  },
)

test('a customer who gives up is given back every part, with its reference', async () => {
  const { hands } = await start()
  const { page } = hands
  await holdBest(hands, '1 nord')
  await hands.type('10000+')
  await hands.press('Enter')
  await hands.panel.getByText(desk.left).waitFor()
  await hands.press('Escape')
  await hands.at('question')
  await page.getByRole('heading', { name: desk.questions['give-up'].title }).waitFor()
  await hands.type('2')
  await hands.press('Enter')
  await hands.at('payment')
  await hands.press('Escape')
  await hands.at('question')
  await hands.type('1')
  await hands.press('Enter')
  await page.getByRole('heading', { name: desk.questions['pay-back'].title }).waitFor()
  await expectCalm(page)
  await hands.type('C-17')
  await hands.press('Enter')
  await hands.at('seats')
})

describe('an operator that falls silent', () => {
  const cancelled = fr.problems['payment-cancelled']({ type: 'payment-cancelled' }).title

  // The operator is asked for a minute and a half: both answers are given at desks side by side.
  test('is asked again, and then the cashier is, with the reference to look for', { timeout: 240_000 }, async () => {
    await Promise.all(['1', '2'].map(answered))
  })

  async function answered(answer: string): Promise<void> {
    const silent = { thinkSeconds: 0, patienceSeconds: 0, lateSeconds: 600, script: ['die'] }
    const { hands } = await start({ simulatedMobileMoney: silent })
    const { page } = hands
    await holdBest(hands, '1 nord')
    await hands.press('F1')
    await hands.at('payer')
    await hands.type('660000000')
    await hands.press('Enter')
    await hands.panel.getByText(desk.askingAgain('').trim()).waitFor()
    await page.getByRole('heading', { name: desk.questions.moved.title }).waitFor({ timeout: 150_000 })
    await expectCalm(page)
    expect(await page.getByRole('region', { name: desk.questions.moved.title }).innerText()).toMatch(/[\da-f-]{36}/u)
    await hands.type('3')
    await hands.press('Enter')
    await page.getByRole('alert').waitFor()
    await hands.type(answer)
    await hands.press('Enter')
    if (answer === '2') {
      // No money moved and the seats are still held: the customer pays otherwise.
      await hands.at('payment')
      await page.getByRole('alert').filter({ hasText: cancelled }).waitFor()
      await expectCalm(page)
      await hands.press('Enter')
    }
    await sold(hands, 1)
  }
})

test('keys are those of the settings, on the bar and under the hands', async () => {
  const { hands } = await start({ shortcuts: { card: 'Alt+K', park: 'Insert' } })
  await holdBest(hands, '1 nord')
  const bar = hands.page.getByRole('contentinfo')
  await expect.poll(() => bar.getByRole('button', { name: desk.commands.card }).innerText()).toContain('Alt+K')
  await hands.press('Insert')
  await hands.at('seats')
  await hands.press('F7')
  await hands.at('payment')
  await hands.press('Alt+k')
  await sold(hands, 1)
})

test('a scanned ticket opens its sale', async () => {
  const { kiosk, hands, heard } = await start()
  const ownerRef = await heard.ownerRef()
  await holdBest(hands, '2 nord')
  await hands.press('Enter')
  await sold(hands, 2)
  const [ticket] = await expectPrinted(kiosk, ownerRef, 2)
  await hands.at('seats')
  await hands.type(ticket?.qr_code ?? '')
  await hands.press('Enter')
  const found = hands.page.getByRole('region', { name: desk.found })
  await found.waitFor()
  expect(await found.innerText()).toContain(ticket?.place.place)
  expect(await found.getByRole('listitem').count()).toBe(2)
  await expectCalm(hands.page)
  await hands.type('0'.repeat(32))
  await hands.press('Enter')
  await hands.page.getByRole('alert').filter({ hasText: desk.problems['no-such-ticket']().title }).waitFor()
})
