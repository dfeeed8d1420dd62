import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createI18n } from '../../renderer/i18n/i18n.ts'
import { languages } from '../../shared/domain/language.ts'
import { useReusedPages } from '../support/browser.ts'
import { cutOff } from '../support/cut-off.ts'
import { ok } from '../../shared/domain/result.ts'
import { calmAnswers, concert, eventsView, visit } from '../support/fake-kiosk.ts'
import { onScreen, openKiosk } from '../support/kiosk-page.ts'
import { scenes, speaking, toEvents } from '../support/kiosk-scenes.ts'
import { anyOf, shareOf } from '../support/share.ts'

const { openPage } = useReusedPages()

const glasses = {
  upright: { width: 1080, height: 1920 },
  wide: { width: 1920, height: 1080 },
  small: { width: 1024, height: 768 },
} as const

/** What `useDocument` and the kiosk set for an aid: a scene is walked to once, and looked at with each. */
const aids = ['none', 'large text', 'low reach'] as const

async function putOn(page: Page, aid: (typeof aids)[number]): Promise<void> {
  await page.evaluate((worn) => {
    document.documentElement.dataset['text'] = worn === 'large text' ? 'large' : 'normal'
    document.querySelector<HTMLElement>('[data-reach]')!.dataset['reach'] = worn === 'low reach' ? 'low' : 'full'
  }, aid)
}

/** Every layout that a screen has in one language, and what is cut off in it. */
async function faultsOf(page: Page): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {}
  for (const [glass, viewport] of Object.entries(glasses)) {
    await page.setViewportSize(viewport)
    for (const aid of aids) {
      await putOn(page, aid)
      await page.evaluate(() => {
        for (const element of document.querySelectorAll('#root *')) element.scrollTop = 0
      })
      // Observers of sizes answer in the next frame, and the map draws in the one after.
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
      const faults = await page.evaluate(cutOff)
      if (faults.length > 0) found[`${glass}, ${aid}`] = faults
    }
  }
  return found
}

const shown = shareOf('cut off', Object.entries(scenes), 4)

test.each(shown.cases)(`nothing is cut off: %s (${shown.said})`, async (name, { screen, answers, act }) => {
  const [language] = anyOf(name, languages, 1).cases
  if (!language) throw new Error('There is no language')
  const page = await openPage({ viewport: glasses.upright })
  await openKiosk(page, speaking(answers, language))
  await act?.(page, createI18n(language).t)
  await onScreen(page, screen)
  await page.evaluate(() => document.fonts.ready)
  expect(await faultsOf(page), language).toEqual({})
})

const longTitles = {
  words: 'Grande soirée de clôture du festival de musique '.repeat(5).slice(0, 200).trim(),
  'one word': 'Donaudampfschifffahrtsgesellschaft'.repeat(6).slice(0, 200),
} as const

test.each(Object.entries(longTitles))(
  'the list cuts a title of 200 characters with an ellipsis, and the next screen shows it whole: %s',
  async (_, title) => {
    const event = { ...concert, title }
    const page = await openPage({ viewport: glasses.upright })
    await openKiosk(page, {
      ...calmAnswers,
      listEvents: ok({ ...eventsView, events: [event] }),
      startVisit: ok({ ...visit, event }),
    })
    await toEvents(page)
    await page.evaluate(() => document.fonts.ready)
    const slip = page.getByRole('main').getByRole('button', { name: title })
    for (const glass of [glasses.upright, glasses.wide]) {
      await page.setViewportSize(glass)
      expect(await slip.getByText(title).evaluate(linesOf)).toEqual({ ellipsis: true, tooWide: false })
    }
    await slip.click()
    await onScreen(page, 'party')
    for (const glass of [glasses.upright, glasses.wide]) {
      await page.setViewportSize(glass)
      expect(await page.getByRole('main').getByText(title).evaluate(linesOf)).toEqual({
        ellipsis: false,
        tooWide: false,
      })
    }
  },
)

/**
 * Runs in the page. Returns whether an element leaves out lines after an ellipsis, and whether a line runs out of it.
 */
function linesOf(element: Element): { readonly ellipsis: boolean; readonly tooWide: boolean } {
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element
  const isClamped = getComputedStyle(element).webkitLineClamp !== 'none'
  return { ellipsis: isClamped && scrollHeight > clientHeight + 2, tooWide: scrollWidth > clientWidth }
}
