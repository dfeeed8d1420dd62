import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useReusedPages } from '../support/browser.ts'
import { onScreen, openKiosk } from '../support/kiosk-page.ts'
import { scenes } from '../support/kiosk-scenes.ts'
import { contrast } from '../support/contrast.ts'
import { anyOf, shareOf } from '../support/share.ts'

const { openPage } = useReusedPages()

/** What staff do behind their PIN is typed; with one button nobody walks. */
const walked = Object.entries(scenes).filter(
  ([name, { screen }]) => screen !== 'staff-desk' && name !== 'accessibility, one button',
)

interface Stop {
  /** Which of the controls in sight; -1: none of them. */
  readonly index: number
  readonly part: number
  /** Of the ring round it, in pixels, and its two colours. */
  readonly ring: number
  readonly colors: readonly string[]
}

/** Marks, once, what a finger could press there now; gives how many. */
async function mark(page: Page): Promise<number> {
  return page.evaluate(() => {
    const scope = [...document.querySelectorAll('dialog[open]'), document.querySelector('[data-screen]')][0]
    const touchable = [...(scope?.querySelectorAll<HTMLElement>('button, a[href], [role="button"]') ?? [])].filter(
      (each) =>
        each.getClientRects().length > 0 &&
        getComputedStyle(each).visibility === 'visible' &&
        !each.closest('[inert]') &&
        each.ariaDisabled !== 'true',
    )
    touchable.forEach((each, index) => (each.dataset['touchable'] = String(index)))
    return touchable.length
  })
}

/** Once the ring has been drawn there. */
async function stopAt(page: Page): Promise<Stop> {
  return page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    const here = document.activeElement as HTMLElement
    const ring = document.querySelector<HTMLElement>('[data-ring]:popover-open')
    const parts = ['content', 'options', 'stub', 'tools']
    const hex = (color = ''): string =>
      '#' +
      (color.match(/\d+/gu) ?? [])
        .slice(0, 3)
        .map((each) => Number(each).toString(16).padStart(2, '0'))
        .join('')
    const style = ring && getComputedStyle(ring)
    const [frame, framed] = [ring?.getBoundingClientRect(), here.getBoundingClientRect()]
    const middle = { x: (framed.left + framed.right) / 2, y: (framed.top + framed.bottom) / 2 }
    const isRound = (r: DOMRect): boolean =>
      r.left <= middle.x && middle.x <= r.right && r.top <= middle.y && middle.y <= r.bottom && r.bottom <= innerHeight
    return {
      index: here === document.body ? -2 : Number(here.dataset['touchable'] ?? -1),
      part: parts.indexOf(here.closest<HTMLElement>('[data-part]')?.dataset['part'] ?? 'content'),
      ring: style && frame && isRound(frame) ? Number.parseFloat(style.borderTopWidth) : 0,
      colors: style ? [hex(style.borderTopColor), hex(/rgb\([^)]*\)/u.exec(style.boxShadow)?.[0])] : [],
    }
  })
}

/** Screens of pictures are walked alike: a few of them, others by each seed. */
const isPictured = ([name]: readonly [string, unknown]): boolean => name.startsWith('pictures, ')
const pictured = anyOf('keys among pictures', walked.filter(isPictured), 6)

const shown = shareOf('keys', [...walked.filter((each) => !isPictured(each)), ...pictured.cases], 7)

describe.each(shown.cases)(`%s (${shown.said})`, (_, { screen, answers, act }) => {
  test('keys reach all that a finger can touch, in one order, and always show where they are', async () => {
    const page = await openPage({ viewport: { width: 1080, height: 1920 } })
    await openKiosk(page, answers)
    await act?.(page)
    await onScreen(page, screen)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.locator('[data-settling="true"], main [inert]').count()).toBe(0)
    const count = await mark(page)
    const begun = await stopAt(page)
    expect(begun.index, 'begins at a place').not.toBe(-2)
    expect(begun.ring).toBeGreaterThanOrEqual(6)
    const stops = begun.index < 0 ? [] : [begun]
    const seen = new Set(stops.map(({ index }) => index))
    while (seen.size < count && stops.length < count + 80) {
      await page.keyboard.press('ArrowRight')
      const stop = await stopAt(page)
      if (seen.has(stop.index)) break
      stops.push(stop)
      if (stop.index >= 0) seen.add(stop.index)
    }
    expect(stops.filter(({ index }) => index === -2)).toEqual([])
    // What only scrolls goes where there is nothing more to scroll to.
    const missed = Array.from({ length: count }, (_, index) => `[data-touchable="${index}"]`).filter(
      (_, index) => !seen.has(index),
    )
    expect(await page.locator(missed.join() || 'no-such-thing').allInnerTexts()).toEqual([])
    expect(stops.filter(({ ring }) => ring < 6)).toEqual([])
    // Where two colours are nine times apart, one of them is three times apart from any third.
    for (const { colors } of stops) expect(contrast(colors[0] ?? '', colors[1] ?? '')).toBeGreaterThan(9)
    const parts = stops.map(({ part }) => part)
    expect(parts, 'content, ways to look at it, stub, tools').toEqual(parts.toSorted((a, b) => a - b))
  })
})
