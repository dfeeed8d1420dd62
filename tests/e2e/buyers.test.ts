import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { en } from '../../renderer/i18n/en/catalogue.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { formatMoney } from '../../shared/domain/money/money.ts'
import { useBrowser } from '../support/browser.ts'
import { onScreen } from '../world/page.ts'
import { firstOffer, listen, startKiosk, startService } from './sale-machine.ts'

const { openPage } = useBrowser()

declare global {
  interface Window {
    /**
     * Presses since the page was opened. A finger whose place changes while it comes down is lifted by the driver before it
     * presses anything, and comes down again.
     */
    touches?: number
  }
}

/** People as they come, one after the other, at one kiosk that sells from a live service. */
async function openQueue() {
  const kiosk = await startKiosk(await startService())
  const page = await openPage({ viewport: { width: 1080, height: 1920 }, hasTouch: true })
  await page.clock.install()
  const heard = listen(page)
  await page.addInitScript(() => {
    window.touches = 0
    addEventListener('click', () => (window.touches = (window.touches ?? 0) + 1), { capture: true })
  })
  await page.goto(kiosk.entryUrl)
  let before = 0
  const touches = async (): Promise<number> => {
    const all = await page.evaluate(() => window.touches ?? 0)
    const own = all - before
    before = all
    return own
  }
  /** What the service sold to the person who is leaving. */
  const tickets = async () => kiosk.service.tickets(await heard.ownerRef())
  return { page, heard, touches, tickets }
}

const tap = async (target: Locator): Promise<void> => target.first().tap()
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })

async function toParty(page: Page): Promise<void> {
  await onScreen(page, 'attract')
  await tap(button(page, fr.attract.touch))
  await onScreen(page, 'events')
  await tap(button(page, /Stade/u))
  await onScreen(page, 'party')
}

async function party(page: Page, count: number): Promise<void> {
  await tap(button(page, fr.common.places(count)))
  await onScreen(page, 'offers')
  await firstOffer(page).waitFor()
}

const offer = (page: Page, index: number): Locator =>
  page.getByRole('main').getByRole('listitem').getByRole('button').nth(index)

async function payByCard(page: Page, texts: typeof fr | typeof en = fr): Promise<void> {
  await onScreen(page, 'review')
  await tap(button(page, texts.review.pay.card))
  await onScreen(page, 'done')
}

async function leave(page: Page, texts: typeof fr | typeof en = fr): Promise<void> {
  await tap(button(page, texts.done.finish))
  await onScreen(page, 'attract')
}

test('a queue of buyers: each gets what was asked for, by few touches', async () => {
  const { page, heard, touches, tickets } = await openQueue()
  const bought = async (): Promise<readonly string[]> => (await tickets()).map(({ place }) => place.place).toSorted()
  const seatsOf = async (index: number): Promise<readonly string[]> =>
    (await heard.lastOffers())[index]!.seats.map(({ place }) => place.seatCode).toSorted()

  // The impatient: the two best seats, at once. Five touches, the fifth of them pays.
  await toParty(page)
  await party(page, 2)
  const best = await seatsOf(0)
  await tap(offer(page, 0))
  await payByCard(page)
  expect(await touches()).toBe(5)
  expect(await bought()).toEqual(best)
  await leave(page)
  await touches()

  // The undecided: four, no, three; the plan, and back; the second offer, no, the first.
  await toParty(page)
  await party(page, 4)
  await tap(button(page, fr.offers.changeCount))
  await onScreen(page, 'party')
  await party(page, 3)
  await tap(button(page, fr.offers.openMap))
  await onScreen(page, 'map')
  await tap(button(page, fr.map.best))
  await onScreen(page, 'offers')
  await heard.lastOffers()
  await tap(offer(page, 1))
  await onScreen(page, 'review')
  await tap(button(page, fr.review.change))
  await onScreen(page, 'offers')
  const third = await seatsOf(0)
  await tap(offer(page, 0))
  await payByCard(page)
  expect(await touches()).toBe(11)
  expect(await bought()).toEqual(third)
  await leave(page)
  await touches()

  // Speaks English, and says so in mid-sale: the seats stay, the words change, the next one is greeted in French.
  await toParty(page)
  await party(page, 2)
  const kept = await seatsOf(0)
  await tap(offer(page, 0))
  await onScreen(page, 'review')
  await tap(button(page, 'Français'))
  await tap(button(page, 'English'))
  await payByCard(page, en)
  expect(await touches()).toBe(7)
  expect(await bought()).toEqual(kept)
  await leave(page, en)
  await touches()

  // One of five stays at home: that seat is given back before it is paid, and the four others are bought.
  await toParty(page)
  await party(page, 5)
  const five = await seatsOf(0)
  const { total, seats } = (await heard.lastOffers())[0]!
  await tap(offer(page, 0))
  await onScreen(page, 'review')
  await tap(button(page, fr.review.remove))
  await tap(button(page, `${fr.review.takeOut} ${five[2]}`))
  const price = seats.find(({ place }) => place.seatCode === five[2])!.price
  await page
    .getByText(formatMoney(total - price, 'GNF', 'fr'))
    .first()
    .waitFor()
  await payByCard(page)
  expect(await touches()).toBe(7)
  expect(await bought()).toEqual(five.filter((_, index) => index !== 2))
  await leave(page)
  await touches()

  // Walks away from held seats: the kiosk asks, waits, and lets them go; nobody bought anything.
  await toParty(page)
  await party(page, 2)
  const left = await seatsOf(0)
  await tap(offer(page, 0))
  await onScreen(page, 'review')
  await page.clock.fastForward('02:00')
  await page.clock.fastForward('02:00')
  await onScreen(page, 'attract')
  expect(await bought()).toEqual([])
  await touches()

  // The next one is offered those seats again, which were let go.
  await toParty(page)
  await party(page, 2)
  expect(await seatsOf(0)).toEqual(left)
})

test('five friends who sit where they like: two are asked about, three are picked one by one, and no other is sold', async () => {
  const { page, touches, tickets } = await openQueue()
  await toParty(page)
  await party(page, 5)
  await tap(button(page, fr.offers.openMap))
  await onScreen(page, 'map')
  await tap(button(page, fr.map.asList))
  await tap(page.getByRole('navigation').getByRole('button', { name: /places$/u }))
  const rows = page
    .getByRole('list', { name: fr.seatMap.rows })
    .getByRole('button', { name: /places$/u, disabled: false })
  const seats = page.getByRole('list', { name: /Places du rang/u }).getByRole('button', { name: /GNF/u })
  const asked: string[] = []
  const pick = async (row: number, seat: number): Promise<void> => {
    await rows.nth(row).tap()
    const [, label, number] =
      /Rang (\w+), place (\d+)/u.exec((await seats.nth(seat).getAttribute('aria-label')) ?? '') ?? []
    asked.push(`${label} ${number}`)
    await seats.nth(seat).tap()
  }
  await tap(button(page, fr.map.oneByOne))
  await pick(0, 0)
  await pick(1, 2)
  // Two of five: that is asked, and not simply done.
  await page.getByText(fr.map.fewer(2, 5)).waitFor()
  await button(page, fr.map.takeOnly(2)).waitFor()
  await pick(2, 4)
  await tap(button(page, fr.map.takeOnly(3)))
  await payByCard(page)
  expect((await tickets()).map(({ place }) => `${place.rangee} ${place.numero_place}`).toSorted()).toEqual(
    asked.toSorted(),
  )
  expect(await touches()).toBe(15)
})
