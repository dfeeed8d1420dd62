import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useReusedPages } from '../support/browser.ts'
import { calmAnswers } from '../support/fake-kiosk.ts'
import { onScreen, openKiosk } from '../support/kiosk-page.ts'
import { switchOn, toOffers } from '../support/kiosk-scenes.ts'

const { openPage } = useReusedPages()

const upright = { viewport: { width: 1080, height: 1920 }, hasTouch: true, reducedMotion: 'no-preference' as const }

interface Flight {
  readonly moved: readonly string[]
  readonly duration: number
}

/** In the page: what is put there to fly. */
function installWatch(): void {
  const flights: Flight[] = []
  const none = ['offset', 'computedOffset', 'easing', 'composite']
  const look = (element: Element): void => {
    for (const { effect } of element.getAnimations()) {
      const moved = (effect as KeyframeEffect).getKeyframes().flatMap((frame) => Object.keys(frame))
      flights.push({
        moved: [...new Set(moved)].filter((each) => !none.includes(each)).toSorted(),
        duration: Number(effect?.getTiming().duration),
      })
    }
  }
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node instanceof HTMLElement && 'flying' in node.dataset) look(node)
  }).observe(document, { childList: true, subtree: true })
  Object.assign(window, { flights })
}

const flightsOf = (page: Page): Promise<readonly Flight[]> =>
  page.evaluate(() => (window as unknown as { flights: readonly Flight[] }).flights)

async function takeAnOffer(page: Page): Promise<void> {
  await toOffers(page)
  await page.getByRole('button', { name: 'Tribune Ouest' }).click()
  await onScreen(page, 'review')
}

test('seats that are taken fly to the stub in less than 300 ms, by what costs no layout, and are gone', async () => {
  const page = await openPage(upright)
  await page.addInitScript(installWatch)
  await openKiosk(page, calmAnswers)
  await takeAnOffer(page)
  await expect.poll(async () => (await flightsOf(page)).length).toBe(1)
  const [flight] = await flightsOf(page)
  expect(flight?.moved).toEqual(['opacity', 'transform'])
  expect(flight?.duration).toBeLessThanOrEqual(300)
  await expect.poll(() => page.locator('[data-flying]').count()).toBe(0)
})

test.each([
  ['the machine keeps its screens still', { ...upright, reducedMotion: 'reduce' as const }, false],
  ['the customer asked for calm', upright, true],
])('nothing flies where %s', async (_, options, calm) => {
  const page = await openPage(options)
  await page.addInitScript(installWatch)
  await openKiosk(page, calmAnswers)
  if (calm) await switchOn(page, ['calm'])
  await takeAnOffer(page)
  // What the touch set off has begun by then.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect(await flightsOf(page)).toEqual([])
  const lasting = await page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running'))
  expect(lasting).toEqual([])
})
