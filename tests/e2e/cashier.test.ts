import { describe, expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { formatMoney } from '../../shared/domain/money/money.ts'
import { useBrowser } from '../support/browser.ts'
import { atTheMatch, expectCalm, type Typist, handsAt, photograph, deskGlasses } from './desk-hands.ts'
import { journalled } from './desk-people.ts'
import { expectPrinted, listen, startKiosk, startService, type SaleMachine } from './sale-machine.ts'

const { openPage } = useBrowser()
const gnf = (amount: number): string => formatMoney(amount, 'GNF', 'fr')

const openDesk = (kiosk: SaleMachine, viewport = { width: 1366, height: 768 }): Promise<Typist> =>
  handsAt(openPage, kiosk, viewport)

const desk = async (): Promise<SaleMachine> => startKiosk(await startService(), { role: 'cashier' })

describe('by the keyboard alone', () => {
  test('four seats in the north stand, cash and change, in at most 25 keystrokes', async () => {
    const kiosk = await desk()
    const hands = await openDesk(kiosk)
    const heard = listen(hands.page)
    await atTheMatch(hands)
    const ownerRef = await heard.ownerRef()
    hands.keys = 0

    await hands.type('4 nord')
    // Fast hands do not wait for the offers: the second Enter takes the first of them.
    await hands.press('Enter', 'Enter')
    await hands.at('payment')
    const [offer] = await heard.offers()
    const total = offer?.total ?? 0
    await hands.type('200k')
    await hands.press('Enter')
    await hands.page.getByText(fr.desk.lastSale(fr.desk.places(4), gnf(total))).waitFor()
    expect(hands.keys).toBeLessThanOrEqual(25)
    expect(await hands.page.getByRole('complementary').innerText()).toContain(gnf(200_000 - total))

    const tickets = await expectPrinted(kiosk, ownerRef, 4)
    expect(new Set(tickets.map(({ place }) => place.tribune.nom))).toEqual(new Set(['Tribune Nord']))
    expect(new Set(tickets.map(({ place }) => place.rangee)).size).toBe(1)
    // The next sale begins by itself, in a session of its own.
    await hands.at('seats')
    await hands.page.getByRole('application').waitFor()
    expect(await heard.ownerRef()).not.toBe(ownerRef)
  })

  test('exactly these seats, by card', async () => {
    const kiosk = await desk()
    const hands = await openDesk(kiosk)
    const heard = listen(hands.page)
    await atTheMatch(hands)
    const ownerRef = await heard.ownerRef()
    await hands.type('2 s5')
    await hands.press('Enter')
    await hands.page.getByRole('region', { name: fr.desk.offers }).waitFor()
    const places = (await heard.offers())[0]?.seats.map(({ place }) => place) ?? []
    const numbers = places.map(({ seatNumber }) => seatNumber)

    await hands.type(`${places[0]?.sector} ${places[0]?.row} ${numbers.join(',')}`)
    await hands.press('Enter')
    await hands.at('payment')
    await hands.press('F4')
    await hands.page.getByText(fr.desk.lastSale(fr.desk.places(2), '').split(',')[0] ?? '').waitFor()
    const tickets = await expectPrinted(kiosk, ownerRef, 2)
    expect(tickets.map(({ place }) => place.place).toSorted()).toEqual(
      places.map(({ seatCode }) => seatCode).toSorted(),
    )
  })

  test('the arrows choose among offers and sums; Escape goes back', async () => {
    const hands = await openDesk(await desk())
    const heard = listen(hands.page)
    await atTheMatch(hands)
    await hands.type('2')
    await hands.press('Enter')
    const offers = hands.page.getByRole('region', { name: fr.desk.offers }).getByRole('button')
    await offers.first().waitFor()
    await hands.press('ArrowDown', 'Enter')
    await hands.at('payment')
    const second = (await heard.offers())[1]
    expect(await hands.page.getByRole('complementary').innerText()).toContain(gnf(second?.total ?? 0))
    await hands.press('Escape')
    await hands.at('seats')
    await hands.press('F2')
    await hands.at('events')
  })
})

test('a key that is held down takes one step: Enter finds, and no more; holds, and no more', async () => {
  const kiosk = await desk()
  const hands = await openDesk(kiosk)
  await atTheMatch(hands)
  await hands.type('1 nord')
  await hands.hold('Enter')
  await hands.page.getByRole('region', { name: fr.desk.offers }).waitFor()
  await hands.hold('Enter')
  await hands.at('payment')
  await hands.hold('F6')
  await hands.at('seats')
  expect(journalled(kiosk, 'SEATS_CHOSEN', 'TENDER_STARTED', 'TENDER_APPROVED')).toEqual(['SEATS_CHOSEN -'])
  await hands.press('F7')
  await hands.at('payment')
  await hands.hold('Enter')
  await hands.page.getByText(fr.desk.lastSale(fr.desk.places(1), '').split(',')[0] ?? '').waitFor()
  await hands.at('seats')
  expect(journalled(kiosk, 'SEATS_CHOSEN', 'TENDER_APPROVED')).toHaveLength(2)
})

describe('what is typed wrong', () => {
  test('is said, and nothing happens', async () => {
    const hands = await openDesk(await desk())
    const { page } = hands
    await hands.type('1111')
    await hands.press('Enter')
    await page.getByRole('alert').waitFor()
    await atTheMatch(hands)
    for (const [typed, title] of [
      ['nord', fr.desk.problems['no-count']().title],
      ['4 lune', fr.desk.problems['unknown-place']({ type: 'unknown-place', words: 'lune' }).title],
      ['n5 z 1', fr.desk.problems['unknown-row']({ type: 'unknown-row', row: 'z' }).title],
      ['n5 a 999', fr.desk.problems['unknown-seat']({ type: 'unknown-seat', numbers: [999] }).title],
    ] as const) {
      await hands.type(typed)
      await hands.press('Enter')
      await page.getByRole('alert').filter({ hasText: title }).waitFor()
    }
    await hands.type('1')
    await hands.press('Enter')
    await page.getByRole('region', { name: fr.desk.offers }).waitFor()
    await hands.press('Enter')
    await hands.at('payment')
    await hands.type('1')
    await hands.press('Enter')
    await page.getByRole('alert').waitFor()
    await hands.at('payment')
  })

  const glasses = deskGlasses('sums')

  test.for(glasses.cases)(
    `a sum that is too small, or far too large, is asked about: Enter alone books nothing ($width × $height, ${glasses.said})`,
    async (viewport) => {
      const kiosk = await desk()
      const hands = await openDesk(kiosk, viewport)
      const { page } = hands
      await atTheMatch(hands)
      await hands.type('1 nord')
      await hands.press('Enter')
      await page.getByRole('region', { name: fr.desk.offers }).waitFor()
      await hands.press('Enter')
      await hands.at('payment')
      const told = (words: string): Promise<void> => page.getByRole('alert').filter({ hasText: words }).waitFor()
      await hands.type('1')
      await hands.press('Enter')
      await told(fr.problems['too-little']({ type: 'too-little', due: 0 }).title)
      await hands.press('Enter')
      await told(fr.desk.problems['not-a-sum']().title)
      const sums = page.getByRole('region', { name: fr.desk.cash })
      expect(await sums.locator('[aria-current="true"]').count()).toBe(0)
      await hands.type('50 000 000')
      await hands.press('Enter')
      await told(gnf(50_000_000))
      await expectCalm(page)
      await photograph(page, `much-received-${viewport.width}`)
      expect(journalled(kiosk, 'TENDER_STARTED')).toEqual([])
      await hands.type('50 000 000')
      await hands.press('Enter')
      await page.getByText(fr.desk.lastSale(fr.desk.places(1), '').split(',')[0] ?? '').waitFor()
      expect(journalled(kiosk, 'TENDER_APPROVED')).toHaveLength(1)
    },
  )
})

test('a cashier who leaves locks the desk; the sale waits', async () => {
  const hands = await openDesk(await desk())
  await atTheMatch(hands)
  await hands.type('1')
  await hands.press('Enter')
  await hands.page.getByRole('region', { name: fr.desk.offers }).waitFor()
  await hands.press('Enter')
  await hands.at('payment')
  await hands.press('F9')
  await hands.at('signed-out')
  await hands.type(DEMO_PIN)
  await hands.press('Enter')
  await hands.at('payment')
})

const glassesLookedAt = deskGlasses('axe')

test.for(glassesLookedAt.cases)(
  `axe finds nothing at $width × $height, and nothing is cut off (${glassesLookedAt.said})`,
  async (viewport) => {
    const hands = await openDesk(await desk(), viewport)
    const look = (): Promise<void> => expectCalm(hands.page)
    await look()
    await hands.type(DEMO_PIN)
    await hands.press('Enter')
    await hands.at('events')
    await look()
    await hands.type('2')
    await hands.press('Enter')
    await hands.at('seats')
    await hands.page.getByRole('application').waitFor()
    await look()
    await hands.type('4')
    await hands.press('Enter')
    await hands.page.getByRole('region', { name: fr.desk.offers }).waitFor()
    await look()
    await hands.press('Enter')
    await hands.at('payment')
    await look()
  },
)
