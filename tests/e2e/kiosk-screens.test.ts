import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { axeFaults, kioskRules } from '../support/axe.ts'
import { useReusedPages } from '../support/browser.ts'
import { kioskInfo } from '../support/fake-kiosk.ts'
import { onScreen, openKiosk } from '../support/kiosk-page.ts'
import { scenes, switchOn } from '../support/kiosk-scenes.ts'
import { shareOf } from '../support/share.ts'
import { sumsWithSlashedZero } from '../support/zeros.ts'

const { openPage } = useReusedPages()

const upright = { width: 1080, height: 1920 }
const shapes = { upright, wide: { width: 1920, height: 1080 }, low: { width: 1024, height: 768 } }

/** Millimetres of a screen's smallest capital letter, its smallest target of the sheet and of the counter. */
interface Sizes {
  readonly capital: { readonly mm: number; readonly text: string }
  readonly target: { readonly mm: number; readonly name: string }
  readonly tool: { readonly mm: number; readonly name: string }
  /** Pixels by which the page is wider than the shape. */
  readonly tooWide: number
}

/** Measured in the page, on what is painted: hidden texts and the seat map's own drawing are left out. */
function measure({ pixelsPerMillimetre, capHeight }: { pixelsPerMillimetre: number; capHeight: number }): Sizes {
  const shown = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('.unseen, [aria-hidden="true"]') &&
    getComputedStyle(element).clipPath === 'none'
  const smallest = <T extends { mm: number }>(all: readonly T[], none: T): T =>
    all.reduce((least, each) => (each.mm < least.mm ? each : least), none)
  const texts = [...document.querySelectorAll('#root *')]
    .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()))
    .filter(shown)
    .map((element) => ({
      mm: (Number.parseFloat(getComputedStyle(element).fontSize) * capHeight) / pixelsPerMillimetre,
      text: element.textContent ?? '',
    }))
  const targets = (selector: string): { mm: number; name: string }[] =>
    [...document.querySelectorAll(selector)]
      .filter((element) => element.checkVisibility() && !element.closest('[data-level]'))
      .map((element) => {
        const { width, height } = element.getBoundingClientRect()
        return { mm: Math.min(width, height) / pixelsPerMillimetre, name: element.textContent ?? '' }
      })
  return {
    capital: smallest(texts, { mm: Infinity, text: '' }),
    target: smallest(targets('main button, dialog button'), { mm: Infinity, name: '' }),
    tool: smallest(targets('header button'), { mm: Infinity, name: '' }),
    tooWide: document.documentElement.scrollWidth - window.innerWidth,
  }
}

/** Cap height of Atkinson Hyperlegible Next, in em (its OS/2 table: 668 of 1000 units). */
const CAP_HEIGHT = 0.668

/** Screens of trouble: each has its code and the device's id, for people on the telephone. */
const troubled = ['problem', 'ended', 'out-of-service', 'refund-due', 'needs-staff', 'print-problem']

async function sizes(page: Page): Promise<Sizes> {
  return page.evaluate(measure, { pixelsPerMillimetre: kioskInfo.pixelsPerMillimetre, capHeight: CAP_HEIGHT })
}

const accessibilityFaults = (page: Page): Promise<readonly string[]> => axeFaults(page, kioskRules)

const shown = shareOf('screens', Object.entries(scenes), 8)

describe.each(shown.cases)(`%s (${shown.said})`, (scene, { screen, answers, act }) => {
  test('is accessible, legible and within reach on every shape', async () => {
    const page = await openPage({ viewport: upright })
    await openKiosk(page, answers)
    await act?.(page)
    await onScreen(page, screen)
    await page.evaluate(() => document.fonts.load('400 1rem "Atkinson Hyperlegible Next"'))

    expect(await accessibilityFaults(page)).toEqual([])
    expect(await sumsWithSlashedZero(page)).toEqual([])
    // Money that went onto a slip is no trouble.
    if (troubled.includes(screen) && !scene.startsWith('slip, '))
      expect(await page.getByRole('main').innerText()).toMatch(
        answers['getKiosk'] ? /[BVPTSRQ]\d · Borne nongo-07/u : /S5 · Borne/u,
      )
    for (const [shape, viewport] of Object.entries(shapes)) {
      await page.setViewportSize(viewport)
      const measured = await sizes(page)
      expect(measured.capital.mm, `capital of "${measured.capital.text}", ${shape}`).toBeGreaterThanOrEqual(4.8)
      expect(measured.target.mm, `target "${measured.target.name}", ${shape}`).toBeGreaterThanOrEqual(20)
      expect(measured.tool.mm, `tool "${measured.tool.name}", ${shape}`).toBeGreaterThanOrEqual(16)
      expect(measured.tooWide, shape).toBe(0)
    }
  })
})

test.each(Object.entries(shapes))(
  'large text has capitals of 7.3 mm and stays within the shape: %s',
  async (_, viewport) => {
    const page = await openPage({ viewport })
    await openKiosk(page, scenes['review']!.answers)
    await page.getByRole('button', { name: fr.tools.largeText }).click()
    const measured = await sizes(page)
    expect(measured.capital.mm, measured.capital.text).toBeGreaterThanOrEqual(7.3)
    expect(measured.tooWide).toBe(0)
    expect(await page.getByRole('button', { name: 'Payer par carte' }).isVisible()).toBe(true)
  },
)

const lowered = shareOf('lowered', ['attract', 'offers', 'map', 'review', 'cash, PIN', 'start again'], 2)

test.each(lowered.cases)(
  `lowered and in strong contrast, %s is accessible and keeps everything below 1120 mm (${lowered.said})`,
  async (name) => {
    const page = await openPage({ viewport: upright })
    const { screen, answers, act } = scenes[name]!
    await openKiosk(page, answers)
    await switchOn(page, ['lowReach', 'contrast'])
    await act?.(page)
    await onScreen(page, screen)
    expect(await accessibilityFaults(page)).toEqual([])
    const highest = await page.evaluate(() =>
      Math.min(...[...document.querySelectorAll('button, canvas')].map((each) => each.getBoundingClientRect().top)),
    )
    const foot = 800
    const { pixelsPerMillimetre } = kioskInfo
    expect(foot + (upright.height - highest) / pixelsPerMillimetre).toBeLessThanOrEqual(1120)
    expect((await sizes(page)).target.mm).toBeGreaterThanOrEqual(20)
  },
)

test.each(['night', 'contrast'] as const)('the %s theme keeps its contrast', async (theme) => {
  const page = await openPage({ viewport: upright })
  const { answers } = scenes['payment refused']!
  const themed = structuredClone(answers) as { getKiosk: { value: { theme: string } } }
  themed.getKiosk.value.theme = theme
  await openKiosk(page, themed)
  await onScreen(page, 'review')
  expect(await accessibilityFaults(page)).toEqual([])
})
