import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { createI18n } from '../../renderer/i18n/i18n.ts'
import { ok } from '../../shared/domain/result.ts'
import { useReusedPages } from '../support/browser.ts'
import { answering, asked, onScreen, openKiosk, pushed, stopClock } from '../world/page.ts'
import { calmAnswers, events, kioskInfo, review, sale } from '../world/scenes/answers.ts'
import { wheelchairAnswers } from '../world/scenes/choosing.ts'
import { scenes } from '../world/scenes/scenes.ts'
import { toEvents } from '../world/scenes/ways.ts'

const { openPage } = useReusedPages()

const upright = { viewport: { width: 1080, height: 1920 }, hasTouch: true, reducedMotion: 'no-preference' as const }
const paying = { name: 'paying', tender: 'card', reference: 'r', phase: 'waiting', due: 210_000 } as const

describe('a finger', () => {
  test('that taps twice in haste presses nothing of the screen that came up under it, and one whose lifting was never told stops none', async () => {
    const page = await openPage({ ...upright, hasClock: true })
    await openKiosk(page, calmAnswers)
    await toEvents(page)
    await page.evaluate(() =>
      window.dispatchEvent(new PointerEvent('pointerdown', { pointerId: 90, pointerType: 'touch', isPrimary: true })),
    )
    // A tap is a primary touch, so no other finger is down: pointer 90 must not block it.
    const event = page.getByRole('main').getByRole('listitem').nth(1).getByRole('button')
    const first = (await event.boundingBox())!
    await event.tap()
    await onScreen(page, 'party')
    const second = (await page.getByRole('button', { name: fr.common.places(1), exact: true }).boundingBox())!
    await page.getByRole('button', { name: fr.common.back, exact: true }).tap()
    await onScreen(page, 'events')
    // A number comes up under the finger that touched the match.
    const y = (Math.max(first.y, second.y) + Math.min(first.y + first.height, second.y + second.height)) / 2
    const tap = (): Promise<void> => page.touchscreen.tap(second.x + second.width / 2, y)
    // However long the test takes for it, the second tap comes at once.
    await stopClock(page)
    await tap()
    await page.locator('[data-screen="party"]').waitFor()
    await tap()
    await page.clock.resume()
    await onScreen(page, 'party')
    expect(await asked(page, 'proposeSeats')).toEqual([])
    await tap()
    await onScreen(page, 'offers')
  })

  test('that stays down keeps a new screen untouchable until it lifts', async () => {
    const page = await openPage({ ...upright, hasClock: true })
    await openKiosk(page, { ...calmAnswers, getKiosk: ok({ ...kioskInfo, sale: sale(paying) }) })
    await page.mouse.move(500, 900)
    await page.mouse.down()
    await pushed(page, { name: 'sale-changed', payload: sale(review) })
    const screen = page.locator('[data-screen="review"]')
    await screen.waitFor()
    await page.clock.runFor(60_000)
    expect(await screen.getAttribute('data-settling')).toBe('true')
    await page.mouse.up()
    await page.clock.runFor(1000)
    await onScreen(page, 'review')
  })

  test('that is down on a number while places for wheelchairs turn out to be left still chooses it', async () => {
    const page = await openPage(upright)
    await openKiosk(page, { ...wheelchairAnswers, getKiosk: calmAnswers['getKiosk'] })
    await page.evaluate(() => {
      const { answers } = window.fakeKiosk
      const left = answers['viewWheelchairPlaces']
      const known = new Promise((resolve) => {
        window.addEventListener('places-known', () => resolve(left), { once: true })
      })
      Object.assign(answers, { viewWheelchairPlaces: known })
    })
    await toEvents(page)
    await page.getByRole('button', { name: 'Sénégal' }).tap()
    await onScreen(page, 'party')
    await expect.poll(() => asked(page, 'viewWheelchairPlaces')).toHaveLength(1)
    const number = page.getByRole('button', { name: fr.common.places(1), exact: true })
    const before = (await number.boundingBox())!
    await page.mouse.move(before.x + before.width / 2, before.y + before.height - 10)
    await page.mouse.down()
    await page.evaluate(() => window.dispatchEvent(new Event('places-known')))
    await page.getByRole('button', { name: fr.wheelchair.ask }).waitFor()
    expect(await number.boundingBox()).toEqual(before)
    await page.mouse.up()
    await onScreen(page, 'offers')
  })
})

/** A scanner that types: its keys are a hundredth of a second apart, however slow the machine is that hears of them. */
async function scan(page: Page, code: string, end: 'Enter' | 'Tab'): Promise<void> {
  await page.evaluate(
    (keys) => {
      const begun = performance.now()
      keys.forEach((key, index) => {
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
        Object.defineProperty(event, 'timeStamp', { value: begun + index * 10 })
        document.body.dispatchEvent(event)
      })
    },
    [...code.split(''), end],
  )
}

test('a scanner that types reads the printed tickets; what it says of another code is shown', async () => {
  const page = await openPage(upright)
  const { answers } = scenes['printing, to be read back']!
  await openKiosk(page, { ...answers, readTicket: ok('another') })
  await onScreen(page, 'printing')
  const code = '3f9a0c12d4e5f60718293a4b5c6d7e8f'
  await scan(page, code, 'Enter')
  await page.getByText(fr.printing.anotherCode).waitFor()
  await answering(page, { readTicket: ok('wanted') })
  await scan(page, code.toUpperCase(), 'Tab')
  await page.getByText(fr.printing.readBack).waitFor()
  expect(await asked(page, 'readTicket')).toEqual([{ code }, { code: code.toUpperCase() }])
})

const { t, money } = createI18n('fr')
const TURN_MS = 15_000

async function stoppedPoster(options: Parameters<typeof openPage>[0] = upright): Promise<Page> {
  const page = await openPage({ ...options, hasClock: true })
  await openKiosk(page, calmAnswers)
  await stopClock(page)
  return page
}

const titleOf = (page: Page): Promise<string> => page.getByRole('heading', { level: 1 }).innerText()
const after = (page: Page, turns: number): Promise<void> => page.clock.runFor(turns * TURN_MS)

test('the poster goes through what is on sale, each with its price and how to pay, begins again, and rests where somebody reads it in their own language', async () => {
  const page = await stoppedPoster()
  const seen: string[] = []
  for (const _ of events) {
    const title = await titleOf(page)
    const poster = await page.getByRole('main').innerText()
    const prices = events.filter((each) => each.title === title).map((each) => money(each.minPrice, each.currency))
    expect(prices.map(t.events.from)).toContainEqual(expect.toSatisfy((price: string) => poster.includes(price)))
    expect(poster).toContain(t.paying.accepted)
    seen.push(title)
    await after(page, 1)
  }
  expect(seen.toSorted()).toEqual(events.map(({ title }) => title).toSorted())
  expect(await titleOf(page)).toBe(seen[0])
  await page.getByRole('button', { name: 'English' }).click()
  const rested = await titleOf(page)
  await after(page, 3)
  expect(await titleOf(page)).toBe(rested)
})

test('a poster under a finger stays what it is, and a touch leads to the events', async () => {
  const page = await stoppedPoster()
  const title = await titleOf(page)
  await page.mouse.move(500, 500)
  await page.mouse.down()
  await after(page, 3)
  expect(await titleOf(page)).toBe(title)
  await page.mouse.up()
  await page.clock.resume()
  await onScreen(page, 'events')
})

test('the poster rests where the machine keeps its screens still', async () => {
  const page = await stoppedPoster({ ...upright, reducedMotion: 'reduce' })
  const title = await titleOf(page)
  await after(page, 3)
  expect(await titleOf(page)).toBe(title)
})
