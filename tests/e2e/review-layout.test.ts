import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { arabic } from '../../renderer/i18n/ar/catalogue.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { useReusedPages } from '../support/browser.ts'
import { onScreen, openKiosk } from '../support/kiosk-page.ts'
import { scenes, speaking } from '../support/kiosk-scenes.ts'

const { openPage } = useReusedPages()

const texts = { fr, ar: arabic('western') }

interface Glass {
  readonly width: number
  readonly height: number
  readonly pixelsPerMillimetre: number
}

const glasses = {
  upright: { width: 1080, height: 1920, pixelsPerMillimetre: 4 },
  wide: { width: 1920, height: 1080, pixelsPerMillimetre: 4 },
  'wide, 1280 × 720': { width: 1280, height: 720, pixelsPerMillimetre: 8 / 3 },
  'small, 1280 × 720': { width: 1280, height: 720, pixelsPerMillimetre: 4 },
} as const satisfies Record<string, Glass>

const full = ['planned review, six ways to pay', 'planned review of six seats, six ways to pay'] as const

async function openReview(name: string, glass: Glass, language: keyof typeof texts = 'fr'): Promise<Page> {
  const { width, height, pixelsPerMillimetre } = glass
  const page = await openPage({ viewport: { width, height } })
  const { answers, act } = scenes[name]!
  await openKiosk(page, speaking(answers, language, { pixelsPerMillimetre }))
  await act?.(page, texts[language])
  await onScreen(page, 'review')
  await page.evaluate(() => document.fonts.ready)
  return page
}

/** Returns true if an element is entirely visible: its corners are on the screen and nothing covers them. */
async function isInSight(element: Locator): Promise<boolean> {
  return element.evaluate((shown) => {
    const { left, right, top, bottom } = shown.getBoundingClientRect()
    const inset = 8
    return [left + inset, right - inset].every((x) =>
      [top + inset, bottom - inset].every((y) => {
        const found = document.elementFromPoint(x, y)
        return found !== null && shown.contains(found)
      }),
    )
  })
}

async function outOfSight(elements: Locator): Promise<readonly string[]> {
  const all = await elements.all()
  const seen = await Promise.all(all.map(isInSight))
  return Promise.all(all.filter((_, index) => !seen[index]).map((element) => element.innerText()))
}

const waysToPay = (page: Page): Locator =>
  page.getByRole('button', { name: new RegExp(`^(?:Payer|${fr.review.pay.notes})`, 'u') }).filter({ visible: true })

describe.each(Object.entries(glasses))('six ways to pay, %s', (_, glass) => {
  test.each(full)('%s: all of them and the conditions are in sight', async (scene) => {
    const page = await openReview(scene, glass)
    expect(await waysToPay(page).count()).toBe(6)
    expect(await outOfSight(waysToPay(page))).toEqual([])
    expect(await outOfSight(page.getByRole('button', { name: fr.terms.read }))).toEqual([])
  })
})

describe.each(Object.entries(glasses).slice(0, 3))('prices and places, %s', (_, glass) => {
  test.each(full.flatMap((scene) => [[scene, 'fr'] as const, [scene, 'ar'] as const]))(
    '%s, %s: the whole ticket is in sight',
    async (scene, language) => {
      const page = await openReview(scene, glass, language)
      expect(await outOfSight(page.getByLabel(texts[language].review.prices).locator('dd'))).toEqual([])
      expect(await page.locator('main [data-more="below"]').count()).toBe(0)
    },
  )

  test.each(full)('%s: the picture of the venue is in sight', async (scene) => {
    const page = await openReview(scene, glass)
    const picture = page.locator('svg[data-marked="true"]').filter({ visible: true })
    expect(await picture.count()).toBe(1)
    expect((await picture.boundingBox())?.height).toBeGreaterThan(50)
  })
})
