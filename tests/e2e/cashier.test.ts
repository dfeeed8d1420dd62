import { describe, expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { formatMoney } from '../../shared/domain/money/money.ts'
import { useBrowser } from '../support/browser.ts'
import { atTheMatch, expectCalm, type Typist, typistAt, photograph, anyDeskSize, deskSizes } from './desk-typist.ts'
import { journalled } from './desk-people.ts'
import {
  expectPrinted,
  listen,
  startKiosk,
  startKioskProgram,
  startService,
  startServiceProgram,
  type SaleMachine,
} from './sale-machine.ts'

const { openPage } = useBrowser()
const gnf = (amount: number): string => formatMoney(amount, 'GNF', 'fr')

const openDesk = (kiosk: SaleMachine, viewport = { width: 1366, height: 768 }): Promise<Typist> =>
  typistAt(openPage, kiosk, viewport)

const desk = async (): Promise<SaleMachine> => startKiosk(await startService(), { role: 'cashier' })

describe('by the keyboard alone', () => {
  test('four seats in the north stand, cash and change, in at most 25 keystrokes', async () => {
    const kiosk = await startKioskProgram(await startServiceProgram(), { role: 'cashier' })
    const typist = await openDesk(kiosk)
    const heard = listen(typist.page)
    await atTheMatch(typist)
    const ownerRef = await heard.ownerRef()
    typist.keys = 0

    await typist.type('4 nord')
    // A fast typist does not wait for the offers: the second Enter takes the first of them.
    await typist.press('Enter', 'Enter')
    await typist.at('payment')
    const [offer] = await heard.offers()
    const total = offer?.total ?? 0
    await typist.type('200k')
    await typist.press('Enter')
    await typist.page.getByText(fr.desk.lastSale(fr.desk.places(4), gnf(total))).waitFor()
    expect(typist.keys).toBeLessThanOrEqual(25)
    expect(await typist.page.getByRole('complementary').innerText()).toContain(gnf(200_000 - total))

    const tickets = await expectPrinted(kiosk, ownerRef, 4)
    expect(new Set(tickets.map(({ place }) => place.tribune.nom))).toEqual(new Set(['Tribune Nord']))
    expect(new Set(tickets.map(({ place }) => place.rangee)).size).toBe(1)
    // The next sale begins by itself, in a session of its own.
    await typist.at('seats')
    await typist.page.getByRole('application').waitFor()
    expect(await heard.ownerRef()).not.toBe(ownerRef)
  })

  test('exactly these seats, by card', async () => {
    const kiosk = await desk()
    const typist = await openDesk(kiosk)
    const heard = listen(typist.page)
    await atTheMatch(typist)
    const ownerRef = await heard.ownerRef()
    await typist.type('2 s5')
    await typist.press('Enter')
    await typist.page.getByRole('region', { name: fr.desk.offers }).waitFor()
    const places = (await heard.offers())[0]?.seats.map(({ place }) => place) ?? []
    const numbers = places.map(({ seatNumber }) => seatNumber)

    await typist.type(`${places[0]?.sector} ${places[0]?.row} ${numbers.join(',')}`)
    await typist.press('Enter')
    await typist.at('payment')
    await typist.press('F4')
    await typist.page.getByText(fr.desk.lastSale(fr.desk.places(2), '').split(',')[0] ?? '').waitFor()
    const tickets = await expectPrinted(kiosk, ownerRef, 2)
    expect(tickets.map(({ place }) => place.place).toSorted()).toEqual(
      places.map(({ seatCode }) => seatCode).toSorted(),
    )
  })

  test('the arrows choose among offers and sums; Escape goes back', async () => {
    const typist = await openDesk(await desk())
    const heard = listen(typist.page)
    await atTheMatch(typist)
    await typist.type('2')
    await typist.press('Enter')
    const offers = typist.page.getByRole('region', { name: fr.desk.offers }).getByRole('button')
    await offers.first().waitFor()
    await typist.press('ArrowDown', 'Enter')
    await typist.at('payment')
    const second = (await heard.offers())[1]
    expect(await typist.page.getByRole('complementary').innerText()).toContain(gnf(second?.total ?? 0))
    await typist.press('Escape')
    await typist.at('seats')
    await typist.press('F2')
    await typist.at('events')
  })
})

test('a key that is held down takes one step: Enter finds, and no more; holds, and no more', async () => {
  const kiosk = await desk()
  const typist = await openDesk(kiosk)
  await atTheMatch(typist)
  await typist.type('1 nord')
  await typist.hold('Enter')
  await typist.page.getByRole('region', { name: fr.desk.offers }).waitFor()
  await typist.hold('Enter')
  await typist.at('payment')
  await typist.hold('F6')
  await typist.at('seats')
  expect(journalled(kiosk, 'SEATS_CHOSEN', 'TENDER_STARTED', 'TENDER_APPROVED')).toEqual(['SEATS_CHOSEN -'])
  await typist.press('F7')
  await typist.at('payment')
  await typist.hold('Enter')
  await typist.page.getByText(fr.desk.lastSale(fr.desk.places(1), '').split(',')[0] ?? '').waitFor()
  await typist.at('seats')
  expect(journalled(kiosk, 'SEATS_CHOSEN', 'TENDER_APPROVED')).toHaveLength(2)
})

describe('what is typed wrong', () => {
  test('is said, and nothing happens', async () => {
    const typist = await openDesk(await desk())
    const { page } = typist
    await typist.type('1111')
    await typist.press('Enter')
    await page.getByRole('alert').waitFor()
    await atTheMatch(typist)
    for (const [typed, title] of [
      ['nord', fr.desk.problems['no-count']({ type: 'no-count', limit: 20 }).title],
      ['4 lune', fr.desk.problems['unknown-place']({ type: 'unknown-place', words: 'lune' }).title],
      ['n5 z 1', fr.desk.problems['unknown-row']({ type: 'unknown-row', row: 'z' }).title],
      ['n5 a 999', fr.desk.problems['unknown-seat']({ type: 'unknown-seat', numbers: [999] }).title],
    ] as const) {
      await typist.type(typed)
      await typist.press('Enter')
      await page.getByRole('alert').filter({ hasText: title }).waitFor()
    }
    await typist.type('1')
    await typist.press('Enter')
    await page.getByRole('region', { name: fr.desk.offers }).waitFor()
    await typist.press('Enter')
    await typist.at('payment')
    await typist.type('1')
    await typist.press('Enter')
    await page.getByRole('alert').waitFor()
    await typist.at('payment')
  })

  const sizes = anyDeskSize('sums')

  test.for(sizes.cases)(
    `a sum that is too small, or far too large, is asked about: Enter alone books nothing ($width × $height, ${sizes.said})`,
    async (viewport) => {
      const kiosk = await desk()
      const typist = await openDesk(kiosk, viewport)
      const { page } = typist
      await atTheMatch(typist)
      await typist.type('1 nord')
      await typist.press('Enter')
      await page.getByRole('region', { name: fr.desk.offers }).waitFor()
      await typist.press('Enter')
      await typist.at('payment')
      const told = (words: string): Promise<void> => page.getByRole('alert').filter({ hasText: words }).waitFor()
      await typist.type('1')
      await typist.press('Enter')
      await told(fr.problems['too-little']({ type: 'too-little', due: 0 }, '').title)
      await typist.press('Enter')
      await told(fr.desk.problems['not-a-sum']().title)
      const sums = page.getByRole('region', { name: fr.desk.tenders.cash })
      expect(await sums.locator('[aria-current="true"]').count()).toBe(0)
      await typist.type('50 000 000')
      await typist.press('Enter')
      await told(gnf(50_000_000))
      await expectCalm(page)
      await photograph(page, `much-received-${viewport.width}`)
      expect(journalled(kiosk, 'TENDER_STARTED')).toEqual([])
      await typist.type('50 000 000')
      await typist.press('Enter')
      await page.getByText(fr.desk.lastSale(fr.desk.places(1), '').split(',')[0] ?? '').waitFor()
      expect(journalled(kiosk, 'TENDER_APPROVED')).toHaveLength(1)
    },
  )
})

test('a cashier who leaves locks the desk; the sale waits', async () => {
  const typist = await openDesk(await desk())
  await atTheMatch(typist)
  await typist.type('1')
  await typist.press('Enter')
  await typist.page.getByRole('region', { name: fr.desk.offers }).waitFor()
  await typist.press('Enter')
  await typist.at('payment')
  await typist.press('F9')
  await typist.at('signed-out')
  await typist.type(DEMO_PIN)
  await typist.press('Enter')
  await typist.at('payment')
})

const glassesLookedAt = deskSizes('axe')

test.for(glassesLookedAt.cases)(
  `axe finds nothing at $width × $height, and nothing is cut off (${glassesLookedAt.said})`,
  async (viewport) => {
    const typist = await openDesk(await desk(), viewport)
    const look = (): Promise<void> => expectCalm(typist.page)
    await look()
    await typist.type(DEMO_PIN)
    await typist.press('Enter')
    await typist.at('events')
    await look()
    await typist.type('2')
    await typist.press('Enter')
    await typist.at('seats')
    await typist.page.getByRole('application').waitFor()
    await look()
    await typist.type('4')
    await typist.press('Enter')
    await typist.page.getByRole('region', { name: fr.desk.offers }).waitFor()
    await look()
    await typist.press('Enter')
    await typist.at('payment')
    await look()
  },
)
