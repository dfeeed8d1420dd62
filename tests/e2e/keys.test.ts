import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { ok } from '../../shared/domain/result.ts'
import type { KioskInfo } from '../../shared/api/kiosk/views.ts'
import { useKioskPages } from '../support/browser.ts'
import { asked, onScreen, stopClock } from '../world/page.ts'
import { atOffers, calmAnswers, kioskOf, saleId, type Answers } from '../world/scenes/answers.ts'
import { scenes } from '../world/scenes/scenes.ts'
import { toOffers } from '../world/scenes/ways.ts'
import { arrows, focused, press, settled, twelveKeys, walkTo } from './by-keys.ts'

const upright = { viewport: { width: 1080, height: 1920 } }
const { open } = useKioskPages(upright)
const withKeypad = (answers: Answers, keypad: KioskInfo['keypad']): Answers => ({
  ...answers,
  getKiosk: ok({ ...kioskOf(answers), keypad }),
})

async function hold(page: Page, key: string, times = 30): Promise<void> {
  for (let told = 0; told < times; told++) await page.keyboard.down(key)
}

async function scene(name: string, screen: string): Promise<Page> {
  const { answers, act } = scenes[name]!
  const page = await open(answers)
  await act?.(page)
  await onScreen(page, screen)
  await settled(page)
  return page
}

test('Tab comes to the seats and to the way to pay as a keyboard sends it; Enter that is held takes the seats once, and never pays', async () => {
  const tabs = { next: 'Tab', select: 'Enter' }
  const page = await open(atOffers())
  await toOffers(page)
  await settled(page)
  await walkTo(page, tabs, /Tribune Ouest/u)
  await hold(page, 'Enter')
  await onScreen(page, 'review')
  await settled(page)
  await hold(page, 'Enter')
  await page.keyboard.up('Enter')
  expect(await asked(page, 'holdSeats')).toHaveLength(1)
  expect(await asked(page, 'pay')).toEqual([])
  expect(await focused(page)).toBe(fr.review.title)
  await press(page, tabs, new RegExp(`^${fr.review.pay.card}`, 'u'))
  await onScreen(page, 'card')
  expect(await asked(page, 'pay')).toEqual([{ saleId, tender: 'card' }])
})

test('a key that is held moves at a calm rate, and presses once, and so does a hand that trembles', async () => {
  const page = await open(withKeypad(scenes['review']!.answers, 'twelve-keys'), { hasClock: true })
  await stopClock(page)
  await page.keyboard.press('ArrowDown')
  await hold(page, 'ArrowDown')
  const first = await focused(page)
  await page.clock.runFor(400)
  await hold(page, 'ArrowDown')
  expect(first).toContain(fr.review.pay.card)
  expect(await focused(page)).toContain(fr.review.pay.cash)

  await walkTo(page, twelveKeys, fr.tools.largeText)
  for (let presses = 0; presses < 2; presses++) await page.keyboard.press('5')
  expect(await page.evaluate(() => document.documentElement.dataset['text'])).toBe('large')
  await page.clock.runFor(500)
  for (let told = 0; told < 4; told++) {
    await page.keyboard.down('5')
    expect(await page.evaluate(() => document.documentElement.dataset['text'])).toBe('normal')
    await page.clock.runFor(500)
  }
})

test('the focus begins at the heading of every screen, goes round, stays in a dialog, and comes back to what opened it', async () => {
  const page = await scene('review', 'review')
  await page.keyboard.press('ArrowDown')
  expect(await focused(page)).toBe(fr.review.title)
  await page.keyboard.press('ArrowUp')
  expect(await focused(page)).toBe(fr.review.remove)
  await page.keyboard.press('ArrowDown')
  expect(await focused(page)).toContain(fr.review.pay.card)
  await press(page, arrows, fr.tools.startOver)
  await settled(page)
  const met = new Set<string>()
  for (let moves = 0; moves < 6; moves++, await page.keyboard.press('ArrowDown')) met.add(await focused(page))
  expect([...met].join()).toMatch(new RegExp(`^Tout recommencer .,${fr.startOver.no},${fr.startOver.yes}$`, 'u'))
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page)).toBe(fr.tools.startOver)
})

test('the focus finds lists of sections, rows and seats in place of the drawing, and goes back by the way back of each screen; the help key opens the sheet for everybody', async () => {
  const page = await scene('offers', 'offers')
  await press(page, arrows, fr.offers.openMap)
  await onScreen(page, 'map')
  await settled(page)
  await page.keyboard.press('ArrowDown')
  expect(await page.evaluate(() => document.activeElement?.closest('nav') !== null)).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: /Places du rang/u }).waitFor()
  await settled(page)
  await walkTo(page, { next: 'ArrowRight' }, /place 5,/u)
  await page.keyboard.press('Enter')
  await press(page, arrows, new RegExp(`^${fr.map.take(1, 'A 5')}`, 'u'))
  await expect.poll(() => asked(page, 'holdSeats')).toHaveLength(1)
  for (const [screen, back] of [
    ['review', 'Escape'],
    ['map', 'Escape'],
    ['map', 'Escape'],
    ['offers', 'Backspace'],
    ['events', 'F1'],
  ] as const) {
    await onScreen(page, screen)
    await settled(page)
    await page.keyboard.press(back)
  }
  await page.getByRole('dialog', { name: fr.access.title }).waitFor()
})

test('twelve keys type where a number is asked for, erase with the star, and go on with the hash', async () => {
  const { answers, act } = scenes['telephone number']!
  const page = await open(withKeypad(answers, 'twelve-keys'))
  await act?.(page)
  await settled(page)
  const typed = page.getByRole('main').locator('output')
  const before = await typed.innerText()
  for (let erased = 0; erased < 12; erased++) await page.keyboard.press('*')
  expect(await typed.innerText()).not.toBe(before)
  await page.keyboard.type('622584258')
  expect((await typed.innerText()).replaceAll(/\s/gu, '')).toContain('622584258')
  await page.keyboard.press('#')
  expect(await focused(page)).toContain('210 000 GNF')
  await page.keyboard.press('5')
  await expect.poll(() => asked(page, 'pay')).toHaveLength(1)
})

async function warned(): Promise<Page> {
  const page = await open(scenes['review']!.answers, { hasClock: true })
  await stopClock(page)
  await page.keyboard.press('ArrowDown')
  await page.clock.fastForward(91_000)
  await page.getByRole('alertdialog').waitFor()
  return page
}

test('the warning that nobody seems to be there is answered by Enter, Escape and any other key, as often as one likes, and leaves keys all the time that they take; without a key the screen is the next customer’s', async () => {
  const page = await warned()
  for (const key of ['Enter', 'x', 'Escape', 'Enter', 'x', 'Escape']) {
    await page.keyboard.press(key)
    await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0)
    await page.clock.fastForward(91_000)
    await page.getByRole('alertdialog').waitFor()
  }
  for (let moves = 0; moves < 4; moves++) {
    await page.clock.fastForward(40_000)
    await page.keyboard.press('ArrowDown')
  }
  expect(await asked(page, 'abandonSale')).toEqual([])
  expect(await asked(page, 'pay')).toEqual([])
  await page.clock.fastForward(61_000)
  await page.clock.resume()
  await onScreen(page, 'attract')
  expect(await asked(page, 'abandonSale')).toEqual([{ saleId, reason: 'idle' }])
})

test('the warning that nobody seems to be there gives keys its other answer, too', async () => {
  const page = await warned()
  await walkTo(page, arrows, fr.idle.leave)
  await page.clock.runFor(1000)
  await page.keyboard.press('Enter')
  await page.clock.resume()
  await onScreen(page, 'attract')
  expect(await asked(page, 'abandonSale')).toEqual([{ saleId, reason: 'cancelled' }])
})

async function lit(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const ring = document.querySelector<HTMLElement>('[data-ring]:popover-open')
    if (!ring || ring.style.visibility === 'hidden') return []
    const { left, top, right, bottom } = ring.getBoundingClientRect()
    const scope = document.querySelector('dialog[open]') ?? document
    const inRing = [...scope.querySelectorAll('button')].filter((each) => {
      const at = each.getBoundingClientRect()
      const [x, y] = [(at.left + at.right) / 2, (at.top + at.bottom) / 2]
      return at.width > 0 && left < x && x < right && top < y && y < bottom
    })
    return inRing.map((each) => (each.ariaLabel ?? each.innerText).replaceAll(/\s+/gu, ' '))
  })
}

/** Waits until the focus ring reaches the button or the group of buttons around it, and presses. */
async function take(page: Page, wanted: RegExp): Promise<void> {
  await settled(page)
  for (let turns = 0; turns < 200; turns++) {
    const names = await lit(page)
    if (names.some((name) => wanted.test(name))) {
      await page.keyboard.press(' ')
      if (names.length === 1) return
    }
    await page.clock.fastForward(500)
  }
  throw new Error(`${String(wanted)} was never lit`)
}

test('a single switch buys from the poster to the card', async () => {
  const page = await open(withKeypad(calmAnswers, 'one-switch'), { hasClock: true })
  await page.keyboard.press(' ')
  await take(page, new RegExp(fr.attract.touch, 'u'))
  await onScreen(page, 'offers')
  await take(page, /Tribune Ouest/u)
  await onScreen(page, 'review')
  await take(page, new RegExp(`^${fr.review.pay.card}`, 'u'))
  await onScreen(page, 'card')
  expect(await asked(page, 'pay')).toEqual([{ saleId, tender: 'card' }])
})

test('a single switch is offered in the sheet for everybody, as fast as one likes, and the next customer finds it gone', async () => {
  const page = await open(calmAnswers, { hasClock: true })
  await page.getByRole('button', { name: fr.access.title }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: fr.keys.oneButton }).click()
  await dialog.getByRole('button', { name: fr.keys.every[4000] }).click()
  await settled(page)
  await stopClock(page)
  const seen = new Set<string>()
  for (let seconds = 0; seconds < 8; seconds++) {
    seen.add((await lit(page)).join())
    await page.clock.runFor(1000)
  }
  expect(seen.size).toBeLessThanOrEqual(3)
  await page.clock.fastForward(61_000)
  await page.clock.resume()
  await expect.poll(() => page.locator('[data-ring]').count()).toBe(0)
})

test('a single switch that is held, or trembles, never pays', async () => {
  const { answers } = scenes['review']!
  const page = await open(answers, { hasClock: true })
  await page.getByRole('button', { name: fr.access.title }).click()
  await page.getByRole('dialog').getByRole('button', { name: fr.keys.oneButton }).click()
  await page.getByRole('button', { name: fr.access.done }).click()
  await settled(page)
  await stopClock(page)
  while (!(await lit(page)).some((name) => name.startsWith(fr.review.pay.card))) await page.clock.runFor(500)
  for (let told = 0; told < 20; told++) await page.keyboard.down(' ')
  await page.keyboard.up(' ')
  for (let told = 0; told < 3; told++) await page.keyboard.press(' ')
  expect(await asked(page, 'pay')).toEqual([])
  // The previous presses only opened the group. A deliberate press selects the option.
  await page.clock.runFor(500)
  expect(await lit(page)).toEqual([expect.stringContaining(fr.review.pay.card)])
  await page.keyboard.press(' ')
  await expect.poll(() => asked(page, 'pay')).toHaveLength(1)
})
