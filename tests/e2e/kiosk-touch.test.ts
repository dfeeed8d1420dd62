import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { createI18n } from '../../renderer/i18n/i18n.ts'
import { ok } from '../../shared/domain/result.ts'
import { demoSection } from '../seat-map/demo-venue.ts'
import { stadium } from '../seat-map/plans.ts'
import { useKioskPages } from '../support/browser.ts'
import { shareOf } from '../support/share.ts'
import { settled } from './by-keys.ts'
import { firstOffer, keepAnswer } from './customer.ts'
import { answering, asked, onScreen, openKiosk, pushed, stopClock } from '../world/page.ts'
import { atOffers, calmAnswers, events, kioskOf, review, sale, tickets } from '../world/scenes/answers.ts'
import { wheelchairAnswers } from '../world/scenes/choosing.ts'
import { scenes } from '../world/scenes/scenes.ts'
import { pressTo, switchOn, toEvents, toFirstOffers, toOffers } from '../world/scenes/ways.ts'

const upright = { viewport: { width: 1080, height: 1920 }, hasTouch: true, reducedMotion: 'no-preference' as const }
const { open, openPage } = useKioskPages(upright)
test('a finger that taps twice in haste presses nothing of the screen that came up under it, and one whose lifting was never told stops none; an event of which the organiser says nothing has no such button', async () => {
  const page = await open(calmAnswers, { hasClock: true })
  await toEvents(page)
  await page.evaluate(() =>
    window.dispatchEvent(new PointerEvent('pointerdown', { pointerId: 90, pointerType: 'touch', isPrimary: true })),
  )
  // A tap is a primary touch: no other finger is down. The stale pointer 90 must not block the tap.
  const event = page.getByRole('main').getByRole('listitem').nth(1).getByRole('button')
  const first = (await event.boundingBox())!
  await event.tap()
  await onScreen(page, 'offers')
  expect(await page.getByRole('button', { name: fr.party.about }).count()).toBe(0)
  const second = (await firstOffer(page).boundingBox())!
  await page.getByRole('button', { name: fr.common.back, exact: true }).tap()
  await onScreen(page, 'events')
  // On the next screen, an offer is at the position where the match was touched.
  const y = (Math.max(first.y, second.y) + Math.min(first.y + first.height, second.y + second.height)) / 2
  expect(y).toBeGreaterThan(Math.max(first.y, second.y))
  const tap = (): Promise<void> => page.touchscreen.tap(second.x + second.width / 2, y)
  // With the clock stopped, the second tap is immediate even if the test is slow.
  await stopClock(page)
  await tap()
  await page.locator('[data-screen="offers"] main li').first().waitFor()
  await tap()
  await page.clock.resume()
  await onScreen(page, 'offers')
  await settled(page)
  expect(await asked(page, 'holdSeats')).toEqual([])
  await tap()
  await onScreen(page, 'review')
})

declare global {
  interface Window {
    /** Number of clicks, including the one that opened the event. */
    touches?: number
  }
}

const button = (page: Page, name: string) => page.getByRole('button', { name })

async function touchSeatOnMap(page: Page): Promise<void> {
  await button(page, fr.offers.openMap).locator('[data-section="id-S5"]').tap()
  await page.getByRole('application', { name: fr.seatMap.sectionMap('S5') }).tap()
  await button(page, fr.map.take(1, '').trim()).tap()
}

async function touchFour(page: Page): Promise<void> {
  await button(page, fr.common.places(4)).tap()
  await firstOffer(page).tap()
}

const choices: readonly (readonly [what: string, touches: number, choose: (page: Page) => Promise<void>])[] = [
  ['two seats', 3, (page) => firstOffer(page).tap()],
  ['four seats', 4, touchFour],
  ['a wheelchair space with a companion', 3, (page) => button(page, fr.wheelchair.ask).tap()],
  ['one seat on the map', 5, touchSeatOnMap],
]
const chosen = shareOf('touches', choices, 2)

test.each(chosen.cases)(`%s are paid by card with %d touches (${chosen.said})`, async (_, touches, choose) => {
  const page = await open({
    ...wheelchairAnswers,
    getKiosk: ok({ ...kioskOf(calmAnswers), pixelsPerMillimetre: 2.75 }),
    viewSection: ok({ section: demoSection(stadium, 'S5', 0), revision: 'r1' }),
  })
  await toFirstOffers(page)
  await page.evaluate(() => {
    window.touches = 1
    addEventListener('click', () => (window.touches = (window.touches ?? 0) + 1), { capture: true })
  })
  await choose(page)
  await onScreen(page, 'review')
  await button(page, fr.review.pay.card).tap()
  await onScreen(page, 'card')
  expect(await page.evaluate(() => window.touches)).toBe(touches)
})

test('a finger that stays down keeps a new screen untouchable until it lifts', async () => {
  const page = await open(scenes['card']!.answers, { hasClock: true })
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

test('a finger that is down on a number while places for wheelchairs turn out to be left still chooses it; each step of such a place says what it is', async () => {
  const page = await open({ ...wheelchairAnswers, getKiosk: calmAnswers['getKiosk'] })
  const tellPlaces = await keepAnswer(page, 'viewWheelchairPlaces')
  await toEvents(page)
  await page.getByRole('button', { name: 'Sénégal' }).tap()
  await onScreen(page, 'offers')
  await expect.poll(() => asked(page, 'viewWheelchairPlaces')).toHaveLength(1)
  const number = page.getByRole('button', { name: fr.common.places(1), exact: true })
  const before = (await number.boundingBox())!
  await page.mouse.move(before.x + before.width / 2, before.y + before.height - 10)
  await page.mouse.down()
  await tellPlaces()
  await page.getByRole('button', { name: fr.wheelchair.ask }).waitFor()
  expect(await number.boundingBox()).toEqual(before)
  await page.mouse.up()
  await page.getByRole('button', { name: fr.common.places(1), exact: true, pressed: true }).waitFor()

  await pressTo(page, 'review', fr.wheelchair.ask)
  expect((await asked(page, 'proposeSeats')).at(-1)).toMatchObject({ wheelchair: true })
  await pressTo(page, 'offers', fr.review.change)
  const offer = page.getByRole('button', { name: 'Tribune Nord' })
  expect(await offer.innerText()).toContain(fr.seatNotes.stepFree)
  await offer.click()
  await onScreen(page, 'review')
  const reviewed = await page.getByRole('main').innerText()
  for (const word of [fr.seatNotes.accessible, fr.seatNotes.companion, fr.seatNotes.stepFree])
    expect(reviewed).toContain(word)
})

/** Simulates a scanner that types keys 10 ms apart, even if the receiving computer is slow. */
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
  const { answers } = scenes['printing, to be read back']!
  const page = await open({ ...answers, readTicket: ok('another') })
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
const TURN_MS = 20_000

const titleOf = (page: Page): Promise<string> => page.getByRole('heading', { level: 1 }).innerText()
const after = (page: Page, turns: number): Promise<void> => page.clock.runFor(turns * TURN_MS)

test('the poster goes through what is on sale, each with its price and the first three others below it, begins again, stays under a finger, whose touch starts the event, and rests where somebody reads it in large text', async () => {
  const page = await open(calmAnswers, { hasClock: true })
  await stopClock(page)
  const seen: string[] = []
  for (const event of events) {
    const title = await titleOf(page)
    const poster = await page.getByRole('button', { name: t.attract.touch }).innerText()
    expect(title).toBe(event.title)
    expect(poster).toContain(t.events.from(money(event.minPrice, event.currency)))
    const rows = await page.locator('main [role="group"] li').allInnerTexts()
    const others = events.filter((each) => each !== event).slice(0, 3)
    expect(rows).toHaveLength(3)
    for (const [index, { minPrice, currency }] of others.entries())
      expect(rows[index]).toContain(t.events.from(money(minPrice, currency)))
    seen.push(title)
    await after(page, 1)
  }
  expect(seen.toSorted()).toEqual(events.map(({ title }) => title).toSorted())
  expect(await titleOf(page)).toBe(seen[0])
  await page.mouse.move(500, 500)
  await page.mouse.down()
  await after(page, 3)
  expect(await titleOf(page)).toBe(seen[0])
  await page.mouse.up()
  await page.clock.resume()
  await onScreen(page, 'offers')
  expect(await asked(page, 'startVisit')).toEqual([{ eventId: '1', language: 'fr' }])

  await pressTo(page, 'events', fr.common.back)
  await pressTo(page, 'attract', fr.events.back)
  await stopClock(page)
  await page.getByRole('button', { name: fr.tools.largeText }).click()
  const rested = await titleOf(page)
  await after(page, 3)
  expect(await titleOf(page)).toBe(rested)
})

interface Flight {
  readonly moved: readonly string[]
  readonly duration: number
  readonly covered: readonly string[]
}

function installWatch(): void {
  const flights: Flight[] = []
  const none = ['offset', 'computedOffset', 'easing', 'composite']
  const look = (element: Element): void => {
    for (const animation of element.getAnimations()) {
      const { effect } = animation
      animation.currentTime = Number(effect?.getTiming().duration) - 0.01
      const { left, right, top, bottom } = element.getBoundingClientRect()
      animation.currentTime = 0
      const covered = [
        ...document.querySelectorAll<HTMLElement>('[data-stub] dd, [data-stub] p, [data-stub] strong'),
      ].filter((text) => {
        const box = text.getBoundingClientRect()
        return left < box.right && box.left < right && top < box.bottom - 1 && box.top + 1 < bottom
      })
      const moved = (effect as KeyframeEffect).getKeyframes().flatMap((frame) => Object.keys(frame))
      flights.push({
        moved: [...new Set(moved)].filter((each) => !none.includes(each)).toSorted(),
        duration: Number(effect?.getTiming().duration),
        covered: covered.map(({ innerText }) => innerText),
      })
    }
  }
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node instanceof HTMLElement && 'flying' in node.dataset) look(node)
  }).observe(document, { childList: true, subtree: true })
  Object.assign(window, { flights })
}

/** Runs in the page. Records the peak volume of each tone. `suspended`: the browser blocks audio until a touch. */
function installSpeaker(state: AudioContextState = 'running'): void {
  const heard: number[] = []
  const node = { connect: (next: unknown) => next }
  const silent = () => undefined
  const linearRampToValueAtTime = (value: number) => heard.push(value)
  const gain = { setValueAtTime: silent, linearRampToValueAtTime, exponentialRampToValueAtTime: silent }
  const createGain = () => ({ ...node, gain })
  const createOscillator = () => ({
    ...node,
    frequency: { value: 0 },
    start: silent,
    stop: silent,
    addEventListener: silent,
  })
  function AudioContext(): object {
    return { currentTime: 0, state, destination: {}, createGain, createOscillator, resume: silent }
  }
  Object.assign(window, { AudioContext, heard })
}

const kept = (page: Page) =>
  page.evaluate(() => {
    const { flights, heard } = window as unknown as { flights: readonly Flight[]; heard: readonly number[] }
    return { flights, heard }
  })

async function openWatched(soundVolume: number, options: Parameters<typeof openPage>[0] = {}): Promise<Page> {
  const page = await openPage({ ...upright, ...options })
  await page.addInitScript(installWatch)
  await page.addInitScript(installSpeaker, undefined)
  const answers = atOffers()
  await openKiosk(page, { ...answers, getKiosk: ok({ ...kioskOf(answers), soundVolume }) })
  return page
}

const printedOut = { name: 'done', tickets: tickets('printed') } as const

test('seats that are taken fly to the stub in less than 300 ms, over none of its texts, by what costs no layout; seats, payment and tickets are heard', async () => {
  const page = await openWatched(100)
  await toOffers(page)
  for (const [at, viewport] of [upright.viewport, { width: 1366, height: 768 }].entries()) {
    if (at > 0) await pressTo(page, 'offers', fr.common.back)
    await page.setViewportSize(viewport)
    await pressTo(page, 'review', 'Tribune Ouest')
    await expect.poll(async () => (await kept(page)).flights.length).toBe(at + 1)
    const flight = (await kept(page)).flights[at]
    expect(flight?.moved).toEqual(['opacity', 'transform'])
    expect(flight?.duration).toBeLessThanOrEqual(300)
    expect(flight?.covered).toEqual([])
    await expect.poll(() => page.locator('[data-flying]').count()).toBe(0)
  }
  const { heard: seats } = await kept(page)
  expect(seats.length).toBeGreaterThan(0)
  expect(Math.max(...seats)).toBeLessThanOrEqual(0.5)
  await pushed(page, { name: 'sale-changed', payload: sale({ name: 'confirming', slow: false }) })
  await onScreen(page, 'confirming')
  const { heard: paid } = await kept(page)
  expect(paid.length).toBeGreaterThan(seats.length)
  await pushed(page, { name: 'sale-changed', payload: sale(printedOut) })
  await onScreen(page, 'done')
  expect((await kept(page)).heard.length).toBeGreaterThan(paid.length)
})

test.each([
  ['the machine keeps its screens still and the settings its loudspeaker', 0, false],
  ['the customer asked for calm', 100, true],
])('nothing flies and nothing is heard where %s', async (_, volume, calm) => {
  const page = await openWatched(volume, calm ? {} : { reducedMotion: 'reduce' })
  if (calm) {
    await switchOn(page, ['calm'])
    expect(await page.evaluate(() => document.documentElement.dataset['motion'])).toBe('none')
  }
  await toOffers(page)
  await pressTo(page, 'review', 'Tribune Ouest')
  // Two frames later, every animation that the touch triggers is running.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  const lasting = await page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running'))
  expect(lasting).toEqual([])
  await pushed(page, { name: 'sale-changed', payload: sale(printedOut) })
  await page.getByRole('heading', { name: fr.done.title(1) }).waitFor()
  expect(await kept(page)).toEqual({ flights: [], heard: [] })
})

test('a page that nobody has touched yet keeps silent', async () => {
  const page = await openPage(upright)
  await page.addInitScript(installSpeaker, 'suspended' as const)
  // Overrides user activation, because scripts run by Playwright count as user activation.
  await page.addInitScript(() => void Object.defineProperty(navigator, 'userActivation', { value: {} }))
  await openKiosk(page, scenes['confirming']!.answers)
  await pushed(page, { name: 'sale-changed', payload: sale(printedOut) })
  await onScreen(page, 'done')
  expect(await page.evaluate(() => (window as unknown as { heard: readonly number[] }).heard)).toEqual([])
})
