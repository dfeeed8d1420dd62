import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { createI18n } from '../../renderer/i18n/i18n.ts'
import { directionOf, nameOf } from '../../renderer/i18n/languages.ts'
import { languages, tongues, type Language } from '../../shared/domain/language.ts'
import { ok } from '../../shared/domain/result.ts'
import { monthsAs } from '../../shared/speech/grammar.ts'
import { demoSection } from '../seat-map/demo-venue.ts'
import { stadium } from '../seat-map/plans.ts'
import { axeFaults, kioskRules } from '../support/axe.ts'
import { useReusedPages } from '../support/browser.ts'
import { contrast } from '../support/contrast.ts'
import { shareOf } from '../support/share.ts'
import { composerOf } from '../support/speech-pack.ts'
import { sumsWithSlashedZero } from '../support/zeros.ts'
import { cutOff, measure, textsOnScreen, walkByKeys } from '../world/looks.ts'
import { onScreen, openKiosk } from '../world/page.ts'
import { kioskInfo } from '../world/scenes/answers.ts'
import { scenes } from '../world/scenes/scenes.ts'
import { speaking, switchOn, type Scene } from '../world/scenes/ways.ts'

const { openPage } = useReusedPages()

const upright = { width: 1080, height: 1920 }
const shapes = { upright, wide: { width: 1920, height: 1080 }, small: { width: 1024, height: 768 } }

/** Cap height of Atkinson Hyperlegible Next, in em (its OS/2 table: 668 of 1000 units). */
const CAP_HEIGHT = 0.668

const sizes = (page: Page) =>
  page.evaluate(measure, { pixelsPerMillimetre: kioskInfo.pixelsPerMillimetre, capHeight: CAP_HEIGHT })

/** Waits for three frames without a change of the document. Changes by size observers are then rendered and drawn. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((done) => {
        let quiet = 0
        const observer = new MutationObserver(() => void (quiet = 0))
        observer.observe(document.documentElement, { subtree: true, childList: true, attributes: true })
        const frame = (): void => {
          if (quiet < 3) return void ((quiet += 1), requestAnimationFrame(frame))
          observer.disconnect()
          done()
        }
        frame()
      }),
  )

const aids = { none: {}, 'large text': { text: 'large' }, 'low reach': { reach: 'low' } }

/** Applies an accessibility aid as `useDocument` and the kiosk do, so that each scene has to be opened only once. */
const putOn = (page: Page, { text = 'normal', reach = 'full' }): Promise<void> =>
  page.evaluate(
    (aid) => {
      document.documentElement.dataset['text'] = aid.text
      document.querySelector<HTMLElement>('[data-reach]')!.dataset['reach'] = aid.reach
      for (const element of document.querySelectorAll('#root *')) element.scrollTop = 0
    },
    { text, reach },
  )

async function expectLegible(page: Page): Promise<void> {
  // After a rotation, Chromium does not evaluate container queries in rem again when only the size of the text changes.
  for (const [aid, worn] of Object.entries(aids))
    for (const [shape, viewport] of Object.entries(shapes)) {
      await putOn(page, worn)
      await page.setViewportSize(viewport)
      await drawn(page)
      expect.soft(await page.evaluate(cutOff), `${shape}, ${aid}`).toEqual([])
      if (aid !== 'none') continue
      const { capital, target, tool, tooWide } = await sizes(page)
      expect.soft(capital.mm, `capital of "${capital.text}", ${shape}`).toBeGreaterThanOrEqual(4.8)
      expect.soft(target.mm, `target "${target.text}", ${shape}`).toBeGreaterThanOrEqual(20)
      expect.soft(tool.mm, `tool "${tool.text}", ${shape}`).toBeGreaterThanOrEqual(16)
      expect.soft(tooWide, shape).toBe(0)
    }
  await putOn(page, {})
  await page.setViewportSize(upright)
  await drawn(page)
}

/** Fault screens, each with a support code and the device ID for telephone support. */
const troubled = ['problem', 'ended', 'out-of-service', 'refund-due', 'needs-staff', 'print-problem']

/** Short month names of the calendar. Susu, which is only spoken, uses the French recordings of the month names. */
const shortMonths = new Set(monthsAs('fr', 'short').map((month) => month.replace('.', '')))

/** Expects the speech packs to cover all words on the screen. Names in `own` may be spelled letter by letter. */
async function expectSayable(page: Page, language: Language, isForBuyers: boolean, own: string): Promise<void> {
  const unsaid: Record<string, readonly string[]> = {}
  const texts = await page.evaluate(textsOnScreen)
  // Susu is only spoken: its speech pack must cover the French texts, except on attendants' screens.
  const heard = tongues.filter((tongue) => tongue === language || (tongue === 'sus' && isForBuyers))
  for (const [tongue, text] of heard.flatMap((tongue) => texts.map((text) => [tongue, text] as const))) {
    const { spelled, missing } = composerOf(tongue)(text)
    const isOwn = (word: string): boolean => own.includes(word.replaceAll('’', "'")) || own.includes(word)
    const all = [...missing, ...spelled.filter((word) => !isOwn(word))]
    const words = all.filter((word) => tongue !== 'sus' || !shortMonths.has(word))
    if (words.length > 0) unsaid[`${tongue}: ${text}`] = words
  }
  expect.soft(unsaid).toEqual({})
}

async function expectWalkable(page: Page, language: Language): Promise<void> {
  const ahead = directionOf(language) === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  await page.keyboard.press(ahead)
  await page.waitForFunction(() => !document.querySelector('[data-settling="true"], main [inert]'))
  const { begins, missed, stops } = await page.evaluate(walkByKeys, ahead)
  expect.soft(begins, 'begins at a place').toBe(true)
  expect.soft(missed, 'not reached').toEqual([])
  expect.soft(stops.filter(({ isSomewhere }) => !isSomewhere)).toEqual([])
  expect.soft(stops.filter(({ ring }) => ring < 6)).toEqual([])
  // If two colours have a contrast of 9:1, one of them has at least 3:1 with any third colour.
  for (const { colors } of stops) expect.soft(contrast(colors[0] ?? '', colors[1] ?? '')).toBeGreaterThan(9)
  const parts = stops.map(({ part }) => part)
  expect.soft(parts, 'content, ways to look at it, stub, tools').toEqual(parts.toSorted((a, b) => a - b))
}

/** Returns true if the scene answers `getKiosk`. Without an answer, the page uses French. */
const hasAnswered = ({ answers }: Scene): boolean => 'getKiosk' in answers

async function open(language: Language, scene: Scene): Promise<Page> {
  const { screen, answers, act } = scene
  const page = await openPage({ viewport: upright })
  await openKiosk(page, hasAnswered(scene) ? speaking(answers, language) : answers)
  await act?.(page, createI18n(language).t)
  await onScreen(page, screen)
  await page.evaluate(() => document.fonts.ready)
  return page
}

const shown = shareOf('scenes', Object.entries(scenes), 1)

const looks = shown.cases.flatMap(([name, scene]) =>
  (hasAnswered(scene) ? shareOf(name, languages, 1).cases : (['fr'] as const)).map(
    (language) => [name, language, scene] as const,
  ),
)

test.each(looks)(
  `%s, in %s: accessible, legible and whole on every shape, spoken, and walked by keys (${shown.said})`,
  async (name, language, scene) => {
    const { screen, answers } = scene
    const page = await open(language, scene)
    expect.soft(await axeFaults(page, kioskRules), language).toEqual([])
    expect.soft(await sumsWithSlashedZero(page)).toEqual([])
    // Scenes in which an amount is credited to a voucher are not fault screens.
    if (troubled.includes(screen) && !name.startsWith('slip, ')) {
      const { deviceId } = kioskInfo
      const device = createI18n(language).t.tools.device(deviceId)
      const code = hasAnswered(scene) ? new RegExp(`[BVPTSRQ]\\d · ${device}`, 'u') : /S5 · Borne$/mu
      expect.soft(await page.getByRole('main').innerText()).toMatch(code)
    }
    await expectLegible(page)
    // Staff screens are not spoken, and staff type on them after entering their PIN.
    if (screen === 'staff-desk') return
    const own = JSON.stringify([answers, kioskInfo, tongues.map(nameOf)])
    await expectSayable(page, language, language === 'fr' && !name.startsWith('cash, '), own)
    // In one-button mode, keys do not move the focus.
    if (name !== 'accessibility, one button') await expectWalkable(page, language)
  },
)

const inFrench = new Set(looks.flatMap(([name, language]) => (language === 'fr' ? [name] : [])))
const onlyElsewhere = shown.cases.filter(([name]) => !inFrench.has(name))

test.each(onlyElsewhere)(`%s, in French: accessible (${shown.said})`, async (_, scene) => {
  expect(await axeFaults(await open('fr', scene), kioskRules)).toEqual([])
})

test('keys walk in Arabic through rows of seats, which run from left to right', async () => {
  const scene = scenes['planned list of seats']!
  const section = demoSection(stadium, 'S5')
  const viewSection = ok({ section: { ...section, seats: section.seats.slice(0, 60) }, revision: 'r1' })
  await expectWalkable(await open('ar', { ...scene, answers: { ...scene.answers, viewSection } }), 'ar')
})

test('the themes of the night and of strong contrast keep their contrast; large text has capitals of 7.3 mm and stays within every shape', async () => {
  const page = await open('fr', scenes['payment refused']!)
  for (const theme of ['night', 'contrast']) {
    await page.evaluate((set) => void (document.documentElement.dataset['theme'] = set), theme)
    expect(await axeFaults(page, kioskRules), theme).toEqual([])
  }
  await page.getByRole('button', { name: fr.tools.largeText }).click()
  for (const [shape, viewport] of Object.entries(shapes)) {
    await page.setViewportSize(viewport)
    const { capital, tooWide } = await sizes(page)
    expect(capital.mm, `${capital.text}, ${shape}`).toBeGreaterThanOrEqual(7.3)
    expect(tooWide).toBe(0)
    expect(await page.getByRole('button', { name: fr.review.pay.card }).isVisible()).toBe(true)
  }
})

const lowered = shareOf('lowered', ['attract', 'offers', 'map', 'review', 'cash, PIN', 'start again'], 1)

test.each(lowered.cases)(
  `lowered and in strong contrast, %s is accessible and keeps everything below 1120 mm (${lowered.said})`,
  async (name) => {
    const page = await openPage({ viewport: upright })
    const { screen, answers, act } = scenes[name]!
    await openKiosk(page, answers)
    await switchOn(page, ['lowReach', 'contrast'])
    await act?.(page)
    await onScreen(page, screen)
    expect(await axeFaults(page, kioskRules)).toEqual([])
    const highest = await page.evaluate(() =>
      Math.min(
        ...[...document.querySelectorAll('button, canvas')]
          .filter((each) => each.checkVisibility())
          .map((each) => each.getBoundingClientRect().top),
      ),
    )
    const foot = 800
    const { pixelsPerMillimetre } = kioskInfo
    expect(foot + (upright.height - highest) / pixelsPerMillimetre).toBeLessThanOrEqual(1120)
    expect((await sizes(page)).target.mm).toBeGreaterThanOrEqual(20)
  },
)
