import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createI18n } from '../../renderer/i18n/i18n.ts'
import { useReusedPages } from '../support/browser.ts'
import { calmAnswers, events } from '../support/fake-kiosk.ts'
import { onScreen, openKiosk, stopClock } from '../support/kiosk-page.ts'

const { openPage } = useReusedPages()

const { t, money } = createI18n('fr')
const upright = { viewport: { width: 1080, height: 1920 }, hasTouch: true, reducedMotion: 'no-preference' as const }
const TURN_MS = 15_000

async function stoppedPoster(options: Parameters<typeof openPage>[0] = upright): Promise<Page> {
  const page = await openPage({ ...options, hasClock: true })
  await openKiosk(page, calmAnswers)
  await stopClock(page)
  return page
}

const titleOf = (page: Page): Promise<string> => page.getByRole('heading', { level: 1 }).innerText()
const after = (page: Page, turns: number): Promise<void> => page.clock.runFor(turns * TURN_MS)

test('the poster goes through what is on sale, each with its price and how to pay, and begins again', async () => {
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

test.each([
  ['the machine keeps its screens still', { ...upright, reducedMotion: 'reduce' as const }, null],
  ['somebody reads it in their own language', upright, 'English'],
])('the poster rests where %s', async (_, options, pressed) => {
  const page = await stoppedPoster(options)
  if (pressed !== null) await page.getByRole('button', { name: pressed }).click()
  const title = await titleOf(page)
  await after(page, 3)
  expect(await titleOf(page)).toBe(title)
})
