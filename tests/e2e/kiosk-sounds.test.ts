import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { ok } from '../../shared/domain/result.ts'
import { useReusedPages } from '../support/browser.ts'
import { calmAnswers, kioskInfo, sale, tickets } from '../support/fake-kiosk.ts'
import { onScreen, openKiosk, pushed } from '../support/kiosk-page.ts'
import { scenes, switchOn, toOffers } from '../support/kiosk-scenes.ts'

const { openPage } = useReusedPages()

const upright = { viewport: { width: 1080, height: 1920 }, hasTouch: true }

/** In the page: tones of the machine's loudspeaker, each with the loudest it gets. `suspended`: its browser waits for a touch. */
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

const heard = (page: Page): Promise<readonly number[]> =>
  page.evaluate(() => (window as unknown as { heard: readonly number[] }).heard)

async function takeAnOffer(page: Page): Promise<void> {
  await toOffers(page)
  await page.getByRole('button', { name: 'Tribune Ouest' }).click()
  await onScreen(page, 'review')
}

const printedOut = { name: 'done', tickets: tickets('printed') } as const

test('seats, payment and tickets are heard, as loud as the settings say', async () => {
  const page = await openPage(upright)
  await page.addInitScript(installSpeaker, undefined)
  await openKiosk(page, { ...calmAnswers, getKiosk: ok({ ...kioskInfo, soundVolume: 100 }) })
  await takeAnOffer(page)
  const seats = await heard(page)
  expect(seats.length).toBeGreaterThan(0)
  expect(Math.max(...seats)).toBeLessThanOrEqual(0.5)
  await pushed(page, { name: 'sale-changed', payload: sale({ name: 'confirming', slow: false }) })
  await onScreen(page, 'confirming')
  const paid = await heard(page)
  expect(paid.length).toBeGreaterThan(seats.length)
  await pushed(page, { name: 'sale-changed', payload: sale(printedOut) })
  await onScreen(page, 'done')
  expect((await heard(page)).length).toBeGreaterThan(paid.length)
})

test.each([
  ['the settings say so', 0, false],
  ['the customer asked for calm', 100, true],
])('nothing is heard where %s', async (_, soundVolume, calm) => {
  const page = await openPage(upright)
  await page.addInitScript(installSpeaker, undefined)
  await openKiosk(page, { ...calmAnswers, getKiosk: ok({ ...kioskInfo, soundVolume }) })
  if (calm) {
    await switchOn(page, ['calm'])
    expect(await page.evaluate(() => document.documentElement.dataset['motion'])).toBe('none')
  }
  await takeAnOffer(page)
  await pushed(page, { name: 'sale-changed', payload: sale(printedOut) })
  await page.getByRole('heading', { name: fr.done.title(1) }).waitFor()
  expect(await heard(page)).toEqual([])
})

test('a page that nobody has touched yet keeps silent', async () => {
  const page = await openPage(upright)
  await page.addInitScript(installSpeaker, 'suspended' as const)
  // What the test does in the page counts as a touch there.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } }),
  )
  await openKiosk(page, scenes['confirming']!.answers)
  await pushed(page, { name: 'sale-changed', payload: sale(printedOut) })
  await onScreen(page, 'done')
  expect(await heard(page)).toEqual([])
})
