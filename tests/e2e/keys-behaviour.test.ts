import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { ok } from '../../shared/domain/result.ts'
import { useReusedPages } from '../support/browser.ts'
import { calmAnswers, kioskInfo, saleId } from '../support/fake-kiosk.ts'
import { asked, onScreen, openKiosk, stopClock } from '../support/kiosk-page.ts'
import { scenes, toOffers } from '../support/kiosk-scenes.ts'
import { arrows, focused, press, settled, twelveKeys, walkTo } from './by-keys.ts'

const { openPage } = useReusedPages()
const upright = { viewport: { width: 1080, height: 1920 } }
const withTwelveKeys = { ...calmAnswers, getKiosk: ok({ ...kioskInfo, keypad: 'twelve-keys' }) } as const

/** As a keyboard tells of a key that stays down: again and again, without letting go. */
async function hold(page: Page, key: string, times = 30): Promise<void> {
  for (let told = 0; told < times; told++) await page.keyboard.down(key)
}

async function scene(name: string, screen: string): Promise<Page> {
  const page = await openPage(upright)
  const { answers, act } = scenes[name]!
  await openKiosk(page, answers)
  await act?.(page)
  await onScreen(page, screen)
  await settled(page)
  return page
}

describe('a key that is held', () => {
  test.each([
    ['Enter', arrows, calmAnswers],
    ['5', twelveKeys, withTwelveKeys],
  ])('%s takes the seats, and never pays', async (key, hand, answers) => {
    const page = await openPage(upright)
    await openKiosk(page, answers)
    await toOffers(page)
    await settled(page)
    await walkTo(page, hand, /Tribune Ouest/u)
    await hold(page, key)
    await onScreen(page, 'review')
    await settled(page)
    await hold(page, key)
    await page.keyboard.up(key)
    expect(await asked(page, 'holdSeats')).toHaveLength(1)
    expect(await asked(page, 'pay')).toEqual([])
    expect(await focused(page)).toBe(fr.review.title)
  })

  test('moves at a calm rate', async () => {
    const page = await openPage({ ...upright, hasClock: true })
    await openKiosk(page, scenes['review']!.answers)
    await stopClock(page)
    await page.keyboard.press('ArrowDown')
    await hold(page, 'ArrowDown')
    const first = await focused(page)
    await page.clock.runFor(400)
    await hold(page, 'ArrowDown')
    expect(first).toContain(fr.review.pay.card)
    expect(await focused(page)).toContain(fr.review.pay.cash)
  })

  test('a hand that trembles presses once', async () => {
    const page = await openPage({ ...upright, hasClock: true })
    await openKiosk(page, calmAnswers)
    await walkTo(page, arrows, fr.tools.largeText)
    await stopClock(page)
    for (let presses = 0; presses < 2; presses++) await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.documentElement.dataset['text'])).toBe('large')
    await page.clock.runFor(500)
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.documentElement.dataset['text'])).toBe('normal')
  })
})

describe('the focus', () => {
  test('begins at the heading of every screen, and goes round', async () => {
    const page = await scene('review', 'review')
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toBe(fr.review.title)
    await page.keyboard.press('ArrowUp')
    expect(await focused(page)).toBe('English')
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toContain(fr.review.pay.card)
  })

  test('stays in a dialog, and comes back to what opened it', async () => {
    const page = await scene('review', 'review')
    await press(page, arrows, fr.tools.startOver)
    await settled(page)
    const met = new Set<string>()
    for (let moves = 0; moves < 6; moves++) {
      met.add(await focused(page))
      await page.keyboard.press('ArrowDown')
    }
    expect([...met].join()).toMatch(new RegExp(`^Tout recommencer .,${fr.startOver.no},${fr.startOver.yes}$`, 'u'))
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe(fr.tools.startOver)
  })

  test('finds lists of sections, rows and seats in place of the drawing', async () => {
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
    await press(page, arrows, fr.map.take(3))
    await expect.poll(() => asked(page, 'holdSeats')).toHaveLength(1)
  })

  test('goes back by the way back that the screen has', async () => {
    const page = await scene('offers', 'offers')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    await onScreen(page, 'party')
    await settled(page)
    await page.keyboard.press('Backspace')
    await onScreen(page, 'events')
  })

  test('the help key opens the sheet for everybody', async () => {
    const page = await scene('offers', 'offers')
    await page.keyboard.press('F1')
    await page.keyboard.press('F1')
    await page.getByRole('dialog', { name: fr.access.title }).waitFor()
  })
})

test('twelve keys type where a number is asked for, erase with the star, and go on with the hash', async () => {
  const page = await openPage(upright)
  const { answers, act } = scenes['telephone number']!
  const { value } = answers['getKiosk'] as ReturnType<typeof ok<typeof kioskInfo>>
  await openKiosk(page, { ...answers, getKiosk: ok({ ...value, keypad: 'twelve-keys' }) })
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

describe('the warning that nobody seems to be there', () => {
  async function warned(): Promise<Page> {
    const page = await openPage({ ...upright, hasClock: true })
    await openKiosk(page, scenes['review']!.answers)
    await stopClock(page)
    await page.keyboard.press('ArrowDown')
    await page.clock.runFor(91_000)
    await page.getByRole('alertdialog').waitFor()
    return page
  }

  test('is answered by Enter, Escape and any other key, as often as one likes', async () => {
    const page = await warned()
    for (let times = 0; times < 12; times++) {
      await page.keyboard.press(['Enter', 'x', 'Escape'][times % 3] ?? '')
      await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0)
      await page.clock.runFor(91_000)
      await page.getByRole('alertdialog').waitFor()
    }
    expect(await asked(page, 'abandonSale')).toEqual([])
    expect(await asked(page, 'pay')).toEqual([])
  })

  test('gives keys both its answers, and all the time that they take', async () => {
    const page = await warned()
    for (let moves = 0; moves < 12; moves++) {
      await page.clock.runFor(40_000)
      await page.keyboard.press('ArrowDown')
    }
    expect(await asked(page, 'abandonSale')).toEqual([])
    await walkTo(page, arrows, fr.idle.leave)
    await page.clock.runFor(1000)
    await page.keyboard.press('Enter')
    await page.clock.runFor(1000)
    await onScreen(page, 'attract')
    expect(await asked(page, 'abandonSale')).toEqual([{ saleId, reason: 'cancelled' }])
  })

  test('goes by itself to the next customer when no key comes', async () => {
    const page = await warned()
    await page.clock.runFor(61_000)
    await onScreen(page, 'attract')
    expect(await asked(page, 'abandonSale')).toEqual([{ saleId, reason: 'idle' }])
  })
})
