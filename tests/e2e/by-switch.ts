import type { Page } from 'playwright-core'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { onScreen } from '../support/kiosk-page.ts'
import { settled } from './by-keys.ts'

/** What the ring is round, in words. */
export async function lit(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const ring = document.querySelector<HTMLElement>('[data-ring]:popover-open')
    if (!ring || ring.style.visibility === 'hidden') return []
    const { left, top, right, bottom } = ring.getBoundingClientRect()
    const scope = document.querySelector('dialog[open]') ?? document
    const inRing = [...scope.querySelectorAll('button')].filter((each) => {
      const at = each.getBoundingClientRect()
      const middle = { x: (at.left + at.right) / 2, y: (at.top + at.bottom) / 2 }
      return at.width > 0 && left < middle.x && middle.x < right && top < middle.y && middle.y < bottom
    })
    // The ear lies on the poster's sheet, which is a button itself: round the sheet the ring is round both.
    const liesOn = (each: Element, other: Element): boolean => {
      const [a, b] = [each.getBoundingClientRect(), other.getBoundingClientRect()]
      return each !== other && b.left <= a.left && a.right <= b.right && b.top <= a.top && a.bottom <= b.bottom
    }
    return inRing
      .filter((each) => !inRing.some((other) => liesOn(each, other)))
      .map((each) => (each.ariaLabel ?? each.innerText).replaceAll(/\s+/gu, ' '))
  })
}

/** Waits until that is lit, in a group or alone, and presses; again where it was a group. */
async function take(page: Page, wanted: RegExp): Promise<void> {
  await settled(page)
  for (let turns = 0; turns < 200; turns++) {
    const names = await lit(page)
    if (names.some((name) => wanted.test(name))) {
      await page.keyboard.press(' ')
      if (names.length === 1) return
    }
    await page.clock.runFor(500)
  }
  throw new Error(`${String(wanted)} was never lit`)
}

/** Two best seats by one button, paid by card, from the poster to the last press; `offered` waits until the offers are there. */
export async function buyBySwitch(page: Page, offered: () => Promise<unknown>): Promise<void> {
  await page.keyboard.press(' ')
  await take(page, new RegExp(fr.attract.touch, 'u'))
  await onScreen(page, 'events')
  await take(page, /Stade/u)
  await onScreen(page, 'party')
  await take(page, new RegExp(`^${fr.common.places(2)}`, 'u'))
  await onScreen(page, 'offers')
  await offered()
  await take(page, /Secteur/u)
  await onScreen(page, 'review')
  await take(page, new RegExp(`^${fr.review.pay.card}`, 'u'))
}
