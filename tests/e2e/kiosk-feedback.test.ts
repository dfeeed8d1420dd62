import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { ok } from '../../shared/domain/result.ts'
import { useReusedPages } from '../support/browser.ts'
import { onScreen, openKiosk, pushed } from '../world/page.ts'
import { atParty, kioskOf, sale, tickets } from '../world/scenes/answers.ts'
import { scenes } from '../world/scenes/scenes.ts'
import { press, switchOn, toOffers } from '../world/scenes/ways.ts'

const { openPage } = useReusedPages()

const upright = { viewport: { width: 1080, height: 1920 }, hasTouch: true, reducedMotion: 'no-preference' as const }

interface Flight {
  readonly moved: readonly string[]
  readonly duration: number
  /** Texts of the stub that it covers where it arrives. */
  readonly covered: readonly string[]
}

/** Runs in the page. Records the animations of elements that fly. */
function installWatch(): void {
  const flights: Flight[] = []
  const none = ['offset', 'computedOffset', 'easing', 'composite']
  const look = (element: Element): void => {
    for (const animation of element.getAnimations()) {
      const { effect } = animation
      animation.currentTime = Number(effect?.getTiming().duration) - 0.01
      const { left, right, top, bottom } = element.getBoundingClientRect()
      animation.currentTime = 0
      const covered = [...document.querySelectorAll<HTMLElement>('[data-stub] dd')].filter((text) => {
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
  const gain = () => {
    const setting = {
      setValueAtTime: () => undefined,
      linearRampToValueAtTime: (value: number) => heard.push(value),
      exponentialRampToValueAtTime: () => undefined,
    }
    return { ...node, gain: setting }
  }
  const oscillator = () => ({ ...node, frequency: { value: 0 }, start: () => undefined, stop: () => undefined })
  function Speaker(): object {
    const make = { createGain: gain, createOscillator: oscillator, resume: () => undefined }
    return { currentTime: 0, state, destination: {}, ...make }
  }
  Object.assign(window, { AudioContext: Speaker, heard })
}

const kept = (page: Page) =>
  page.evaluate(() => {
    const { flights, heard } = window as unknown as { flights: readonly Flight[]; heard: readonly number[] }
    return { flights, heard }
  })

async function open(soundVolume: number, options: Parameters<typeof openPage>[0] = upright): Promise<Page> {
  const page = await openPage(options)
  await page.addInitScript(installWatch)
  await page.addInitScript(installSpeaker, undefined)
  const answers = atParty()
  await openKiosk(page, { ...answers, getKiosk: ok({ ...kioskOf(answers), soundVolume }) })
  return page
}

async function takeAnOffer(page: Page): Promise<void> {
  await toOffers(page)
  await press(page, 'Tribune Ouest')
  await onScreen(page, 'review')
}

const printedOut = { name: 'done', tickets: tickets('printed') } as const

test.each([
  ['upright', 1080, 1920],
  ['low', 1366, 768],
])(
  '%s: seats that are taken fly to the stub in less than 300 ms, over none of its texts, by what costs no layout; seats, payment and tickets are heard',
  async (_, width, height) => {
    const page = await open(100, { ...upright, viewport: { width, height } })
    await takeAnOffer(page)
    await expect.poll(async () => (await kept(page)).flights.length).toBe(1)
    const { flights, heard: seats } = await kept(page)
    expect(flights[0]?.moved).toEqual(['opacity', 'transform'])
    expect(flights[0]?.duration).toBeLessThanOrEqual(300)
    expect(flights[0]?.covered).toEqual([])
    await expect.poll(() => page.locator('[data-flying]').count()).toBe(0)
    expect(seats.length).toBeGreaterThan(0)
    expect(Math.max(...seats)).toBeLessThanOrEqual(0.5)
    await pushed(page, { name: 'sale-changed', payload: sale({ name: 'confirming', slow: false }) })
    await onScreen(page, 'confirming')
    const { heard: paid } = await kept(page)
    expect(paid.length).toBeGreaterThan(seats.length)
    await pushed(page, { name: 'sale-changed', payload: sale(printedOut) })
    await onScreen(page, 'done')
    expect((await kept(page)).heard.length).toBeGreaterThan(paid.length)
  },
)

test.each([
  ['the machine keeps its screens still and the settings its loudspeaker', 0, false],
  ['the customer asked for calm', 100, true],
])('nothing flies and nothing is heard where %s', async (_, volume, calm) => {
  const page = await open(volume, calm ? upright : { ...upright, reducedMotion: 'reduce' })
  if (calm) {
    await switchOn(page, ['calm'])
    expect(await page.evaluate(() => document.documentElement.dataset['motion'])).toBe('none')
  }
  await takeAnOffer(page)
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
  // Scripts run by Playwright count as user activation, so it is overridden.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } }),
  )
  await openKiosk(page, scenes['confirming']!.answers)
  await pushed(page, { name: 'sale-changed', payload: sale(printedOut) })
  await onScreen(page, 'done')
  expect(await page.evaluate(() => (window as unknown as { heard: readonly number[] }).heard)).toEqual([])
})
