import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Keys under a hand that sees nothing: what it hears of is what has the focus. */
export interface Hand {
  readonly next: string
  readonly select: string
}

export const arrows: Hand = { next: 'ArrowDown', select: 'Enter' }
export const twelveKeys: Hand = { next: '8', select: '5' }

/** What has the focus, in words; empty: nothing. */
export async function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document
    if (!(activeElement instanceof HTMLElement) || activeElement === document.body) return ''
    return (activeElement.ariaLabel ?? activeElement.innerText).replaceAll(/\s+/gu, ' ').trim()
  })
}

async function isAt(page: Page, wanted: string | RegExp): Promise<boolean> {
  const name = await focused(page)
  return typeof wanted === 'string' ? name === wanted : wanted.test(name)
}

/** Moves on until that has the focus; throws when the walk came round without it. */
export async function walkTo(page: Page, { next }: Pick<Hand, 'next'>, wanted: string | RegExp): Promise<void> {
  const met: string[] = []
  while (!(await isAt(page, wanted))) {
    const name = await focused(page)
    met.push(name)
    if (met.length > 120) throw new Error(`no key came to ${String(wanted)}, but to ${[...new Set(met)].join(' | ')}`)
    await page.keyboard.press(next)
  }
}

/** Moves to it and presses it. */
export async function press(page: Page, hand: Hand, wanted: string | RegExp): Promise<void> {
  // What comes up on the way may take the focus away.
  do {
    await settled(page)
    await walkTo(page, hand, wanted)
    await settled(page)
  } while (!(await isAt(page, wanted)))
  await page.keyboard.press(hand.select)
}

/** Nothing that has just come up waits to be pressable. */
export async function settled(page: Page): Promise<void> {
  await expect.poll(() => page.locator('[data-settling="true"], main [inert]').count()).toBe(0)
}

/** Types digits on a French keyboard, without Shift. */
export async function typeUnshifted(page: Page, digits: string): Promise<void> {
  const keyboard = await page.context().newCDPSession(page)
  for (const digit of digits) {
    const key = 'à&é"\'(-è_ç'.charAt(Number(digit))
    const press = { key, code: `Digit${digit}` }
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', text: key, ...press })
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...press })
  }
}
