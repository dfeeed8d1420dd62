import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { useReusedPages } from '../support/browser.ts'
import { asked, onScreen, openKiosk } from '../support/kiosk-page.ts'
import { scenes, switchOn } from '../support/kiosk-scenes.ts'

const { openPage } = useReusedPages()

const glasses = { upright: { width: 1080, height: 1920 }, wide: { width: 1920, height: 1080 } }
const small = { width: 1024, height: 768 }

async function openScene(name: string, viewport: { width: number; height: number }): Promise<Page> {
  const page = await openPage({ viewport })
  const { screen, answers, act } = scenes[name]!
  await openKiosk(page, answers)
  await act?.(page)
  await onScreen(page, screen)
  return page
}

const drawing = (page: Page) => page.locator('svg[data-marked="true"]').filter({ visible: true })

/** Pixels by which the sheet's content is higher than its room, and the same without the drawing. */
async function overflow(page: Page): Promise<{ readonly drawn: number; readonly undrawn: number }> {
  return page.evaluate(() => {
    const measured = (): number =>
      [...document.querySelectorAll('main, main *')]
        .filter((each) => !each.closest('svg, .unseen') && getComputedStyle(each).overflowY !== 'visible')
        .reduce((sum, each) => sum + each.scrollHeight - each.clientHeight, 0)
    const drawn = measured()
    for (const svg of document.querySelectorAll<SVGElement>('svg[data-marked], svg[data-view]'))
      svg.parentElement?.remove()
    return { drawn, undrawn: measured() }
  })
}

describe.each(Object.entries(glasses))('where the seats are, %s', (_, viewport) => {
  test.each([
    ['planned review', ['H'], 1],
    ['planned review of two gates', ['C', 'K'], 2],
    ['planned card', ['H'], 1],
    ['planned printing', ['H'], 1],
    ['planned done', ['H'], 1],
    ['planned done, two gates', ['C', 'K'], 2],
  ] as const)('%s shows the sections, their gates and the ways between, whole', async (scene, gates, sections) => {
    const page = await openScene(scene, viewport)
    const shown = drawing(page)
    expect(await shown.count()).toBe(1)
    expect(await shown.locator('[data-lit="true"]').count()).toBe(sections)
    const pins = shown.locator('xpath=..').locator('b')
    expect((await pins.allInnerTexts()).toSorted((a, b) => a.localeCompare(b))).toEqual(gates)

    const sheet = await page.getByRole('main').boundingBox()
    for (const part of [shown, ...(await pins.all())]) {
      const box = await part.boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(sheet?.x ?? Infinity)
      expect(box?.y).toBeGreaterThanOrEqual(sheet?.y ?? Infinity)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((sheet?.x ?? 0) + (sheet?.width ?? 0))
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((sheet?.y ?? 0) + (sheet?.height ?? 0))
    }
    const { drawn, undrawn } = await overflow(page)
    expect(drawn).toBeLessThanOrEqual(undrawn)
  })

  test('in large letters nothing is cut off for its sake', async () => {
    const page = await openScene('planned review of two gates', viewport)
    await switchOn(page, ['largeText'])
    const { drawn, undrawn } = await overflow(page)
    expect(drawn).toBeLessThanOrEqual(undrawn)
  })
})

describe.each(Object.entries(glasses))('where the offers are, %s', (_, viewport) => {
  test('each offer has its letter on the slip and on the map, whole', async () => {
    const page = await openScene('planned offers', viewport)
    const picture = page.getByRole('button', { name: fr.offers.where })
    expect(await picture.locator('[data-section]').allInnerTexts()).toEqual(['A', 'B', 'C'])
    const slips = await page.getByRole('main').locator('li').allInnerTexts()
    expect(slips.map((text) => text.trim().charAt(0))).toEqual(['A', 'B', 'C'])
    const { drawn, undrawn } = await overflow(page)
    expect(drawn).toBeLessThanOrEqual(undrawn)
  })

  test('a touch on a letter opens the map at those seats', async () => {
    const page = await openScene('planned offers', viewport)
    await page.getByRole('button', { name: fr.offers.where }).locator('[data-section]').first().click()
    await onScreen(page, 'map')
    await page.getByRole('heading', { name: fr.map.sectionTitle('S5') }).waitFor()
    await page.getByRole('button', { name: fr.map.take(3) }).click()
    expect(await asked(page, 'holdSeats')).toMatchObject([{ seatIds: ['S5-F-12', 'S5-F-13', 'S5-F-14'] }])
  })

  test('a touch beside the letters opens the whole venue', async () => {
    const page = await openScene('planned offers', viewport)
    await page.getByRole('button', { name: fr.offers.where }).getByText(fr.offers.where).click()
    await onScreen(page, 'map')
    await page.getByRole('heading', { name: fr.map.title }).waitFor()
  })
})

test('what is wished for bears the colour of its tribune', async () => {
  const page = await openScene('planned wishes', glasses.wide)
  const colorOf = (zone: string) =>
    page
      .getByRole('button', { name: zone })
      .locator('[aria-hidden="true"]')
      .evaluate((mark) => getComputedStyle(mark).backgroundColor)
  const [honour, north, west] = [
    await colorOf('Tribune d’honneur'),
    await colorOf('Nord basse'),
    await colorOf('Ouest'),
  ]
  expect(await colorOf('Sud haute')).toBe(honour)
  expect(new Set([honour, north, west]).size).toBe(3)
  expect(await page.getByRole('button', { name: fr.wishes.anyZone }).locator('[aria-hidden="true"]').count()).toBe(1)
})

test('the party chooses the map before the number, without a touch more for the best seats', async () => {
  const page = await openScene('planned party', glasses.wide)
  await page.getByRole('button', { name: fr.offers.openMap }).click()
  await page.getByRole('button', { name: fr.common.places(3) }).click()
  await onScreen(page, 'map')
  await page.getByRole('button', { name: fr.map.best }).click()
  await onScreen(page, 'offers')
})

describe('what is seen from the seats', () => {
  const views = (page: Page) => page.locator('svg[data-view]').filter({ visible: true })

  test.each([
    ['planned offers', 'wide', 3],
    ['planned review', 'wide', 1],
    ['planned card', 'upright', 1],
    ['planned done', 'upright', 1],
    ['planned done', 'wide', 1],
    // From two places people see two things.
    ['planned done, two gates', 'wide', 0],
    ['review', 'wide', 0],
  ] as const)('%s, %s', async (scene, glass, count) => {
    const page = await openScene(scene, glasses[glass])
    expect(await views(page).count()).toBe(count)
    const { drawn, undrawn } = await overflow(page)
    expect(drawn).toBeLessThanOrEqual(undrawn)
  })
})

test('without a plan nothing is drawn', async () => {
  const page = await openScene('review', glasses.wide)
  expect(await page.locator('svg[data-marked]').count()).toBe(0)
})

test('a small screen keeps its room for words', async () => {
  const page = await openScene('planned card', small)
  expect(await drawing(page).count()).toBe(0)
})
