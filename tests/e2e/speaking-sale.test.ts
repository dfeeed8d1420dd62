import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { useBrowser } from '../support/browser.ts'
import { textsInSight, unsaidOf } from '../support/in-sight.ts'
import { onScreen } from '../world/page.ts'
import { composerOf } from '../support/speech-pack.ts'
import { french, installVoices, said } from '../world/sound.ts'
import { press, settled, twelveKeys, walkTo } from './by-keys.ts'
import { expectPrinted, listen, startKiosk, startService } from './sale-machine.ts'

const { openPage } = useBrowser()

/** Ears: all that has been said on the screen that they are at. */
function createEars(page: Page) {
  let onThisScreen: string[] = []
  const everything: string[] = []
  const hear = async (): Promise<void> => {
    const heard = await said(page)
    onThisScreen.push(...heard)
    everything.push(...heard)
  }
  return {
    everything,
    /** They come to a screen, and wait until all of it was said that can be read there and is not to be pressed. */
    async arrive(screen: string, wanted: RegExp): Promise<string> {
      onThisScreen = []
      await onScreen(page, screen)
      await settled(page)
      await expect.poll(async () => (await hear(), onThisScreen.join(' '))).toMatch(wanted)
      return onThisScreen.join(' ')
    },
    /** Round through all there is to press: each move is heard before the next. */
    async walkRound(): Promise<void> {
      await settled(page)
      const met = new Set<number>()
      for (let at = await focusedAt(page); !met.has(at); at = await focusedAt(page)) {
        met.add(at)
        const before = onThisScreen.length
        await page.keyboard.press(twelveKeys.next)
        await expect.poll(() => focusedAt(page)).not.toBe(at)
        await expect.poll(async () => (await hear(), onThisScreen.length)).toBeGreaterThan(before)
      }
    },
    /** Once what was said last, twice all that stands there: then nothing is left that others see. */
    async missed(): Promise<readonly string[]> {
      for (let times = 0; times < 2; times++) await page.keyboard.press('1')
      await expect.poll(async () => (await hear(), unsaidOf(await textsInSight(page), onThisScreen))).toEqual([])
      return []
    },
  }
}

/** Which of the page's elements has the focus. */
async function focusedAt(page: Page): Promise<number> {
  return page.evaluate(() => [...document.querySelectorAll('*')].indexOf(document.activeElement ?? document.body))
}

async function isDark(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const parts = [document.body, ...document.querySelectorAll('dialog[open], [popover]:popover-open')]
    const black = getComputedStyle(document.documentElement).backgroundColor === 'rgb(0, 0, 0)'
    return black && parts.every((part) => getComputedStyle(part).opacity === '0')
  })
}

test('a whole sale by ear and twelve keys, with the screen dark', async () => {
  const kiosk = await startKiosk(await startService(), { keypad: 'twelve-keys' })
  const page = await openPage({ viewport: { width: 1080, height: 1920 } })
  const heard = listen(page)
  await page.addInitScript(installVoices, [french])
  // The voice says everything then, and what it says can be read.
  await page.route('**/speech/**', (route) => route.abort())
  await page.goto(kiosk.entryUrl)
  await onScreen(page, 'attract')
  const ears = createEars(page)

  await page.keyboard.press('0')
  expect(await ears.arrive('attract', /Orange Money/u)).toContain(fr.speaking.keys['twelve-keys'])
  await page.keyboard.press('0')
  await page.getByRole('dialog').waitFor()
  await press(page, twelveKeys, new RegExp(fr.speaking.dark.title, 'u'))
  await expect.poll(() => isDark(page)).toBe(true)
  await page.keyboard.press('*')
  await ears.arrive('attract', new RegExp(fr.speaking.press, 'u'))
  await press(page, twelveKeys, new RegExp(fr.attract.touch, 'u'))

  await ears.arrive('events', /choix/u)
  await ears.walkRound()
  await ears.missed()
  await press(page, twelveKeys, /Stade/u)
  await ears.arrive('party', /Il reste/u)
  // It comes once it is known that one is left.
  await page.getByRole('button', { name: fr.wheelchair.ask }).waitFor()
  await ears.walkRound()
  await ears.missed()
  await press(page, twelveKeys, fr.common.places(2))
  await onScreen(page, 'offers')
  await heard.lastOffers()
  await ears.arrive('offers', /choix/u)
  await ears.walkRound()
  await ears.missed()
  await press(page, twelveKeys, fr.offers.openMap)
  await ears.arrive('map', /choix/u)
  await press(page, twelveKeys, /Secteur \S+, \d+ libres|Secteur/u)
  await ears.arrive('map', /Choisissez 2 places/u)
  await walkTo(page, { next: '6' }, /place \d+, \d/u)
  await page.keyboard.press('5')
  await ears.arrive('map', /choisie.* 2 sur 2.*Total/u)
  await press(page, twelveKeys, fr.map.take(2))

  const review = await ears.arrive('review', /Choix\s: /u)
  for (const part of [/Stade/u, /Tribune/u, /Porte, /u, /Secteur, /u, /Rang, /u, /Places, /u, /Total, [\d\s]+GNF/u])
    expect(review).toMatch(part)
  expect(review).toContain(fr.review.pay.card)
  await ears.walkRound()
  await ears.missed()

  // A touch on what is there to be paid with brings the screen back, and pays nothing.
  const tile = await page.getByRole('button', { name: fr.review.pay.card }).boundingBox()
  await page.mouse.click((tile?.x ?? 0) + 20, (tile?.y ?? 0) + 20)
  await expect.poll(() => isDark(page)).toBe(false)
  await onScreen(page, 'review')
  await page.keyboard.press('F8')
  await expect.poll(() => isDark(page)).toBe(true)
  await press(page, twelveKeys, new RegExp(`^${fr.review.pay.card}`, 'u'))
  await ears.arrive('done', /Votre porte.*Terminer/u)
  await ears.walkRound()
  await ears.missed()
  await expectPrinted(kiosk, await heard.ownerRef(), 2)

  await press(page, twelveKeys, fr.done.finish)
  await onScreen(page, 'attract')
  expect(await isDark(page)).toBe(false)
  // None of it has to be spelled, but the names that the service gave.
  const compose = composerOf('fr')
  const missing = ears.everything.flatMap((text) => compose(text).missing)
  expect(missing).toEqual([])
})
