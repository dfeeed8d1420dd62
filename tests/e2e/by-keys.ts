import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Keys of a customer who cannot see the screen and hears only the focused element. */
export interface Hand {
  readonly next: string
  readonly select: string
}

export const arrows: Hand = { next: 'ArrowDown', select: 'Enter' }
export const twelveKeys: Hand = { next: '8', select: '5' }

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

/** Moves the focus until an element with the label has it. Throws after 120 key presses without success. */
export async function walkTo(page: Page, { next }: Pick<Hand, 'next'>, wanted: string | RegExp): Promise<void> {
  const met: string[] = []
  while (!(await isAt(page, wanted))) {
    const name = await focused(page)
    met.push(name)
    if (met.length > 120) throw new Error(`no key came to ${String(wanted)}, but to ${[...new Set(met)].join(' | ')}`)
    await page.keyboard.press(next)
  }
}

export async function press(page: Page, hand: Hand, wanted: string | RegExp): Promise<void> {
  // An element that appears in the meantime may take the focus.
  do {
    await settled(page)
    await walkTo(page, hand, wanted)
    await settled(page)
  } while (!(await isAt(page, wanted)))
  await page.keyboard.press(hand.select)
}

export async function settled(page: Page): Promise<void> {
  await expect.poll(() => page.locator('[data-settling="true"], main [inert]').count()).toBe(0)
}

export async function typeUnshifted(page: Page, digits: string): Promise<void> {
  const keyboard = await page.context().newCDPSession(page)
  for (const digit of digits) {
    const key = 'à&é"\'(-è_ç'.charAt(Number(digit))
    const press = { key, code: `Digit${digit}` }
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', text: key, ...press })
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...press })
  }
}
