import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import type { Aid } from '../renderer/kiosk/state/kiosk-state.ts'
import { languages, type Language } from '../shared/domain/language.ts'
import { type KioskInfo } from '../shared/api/kiosk/views.ts'
import { createI18n } from '../renderer/i18n/i18n.ts'
import { onScreen, openKiosk } from '../tests/world/page.ts'
import { scenes } from '../tests/world/scenes/scenes.ts'
import { speaking, switchOn, type Scene } from '../tests/world/scenes/ways.ts'

const glasses = {
  upright: { width: 1080, height: 1920, columns: 5, rows: 2 },
  wide: { width: 1920, height: 1080, columns: 3, rows: 3 },
  small: { width: 1024, height: 768, columns: 4, rows: 3 },
} as const

type Glass = keyof typeof glasses

const looks = {
  day: { theme: 'day', aids: [] },
  night: { theme: 'night', aids: [] },
  large: { theme: 'day', aids: ['largeText'] },
  contrast: { theme: 'contrast', aids: [] },
  low: { theme: 'day', aids: ['lowReach'] },
} as const satisfies Record<string, { readonly theme: KioskInfo['theme']; readonly aids: readonly Aid[] }>

type Look = keyof typeof looks

/**
 * Selection of pictures. An absent member does not restrict the selection. Screens are selected by the start of their
 * names.
 */
export interface Wanted {
  readonly screen?: readonly string[] | undefined
  readonly language?: readonly string[] | undefined
  readonly glass?: readonly string[] | undefined
  readonly look?: readonly string[] | undefined
}

const scale = 0.5

/**
 * Photographs every selected screen of the tests in each language, look and screen size. Also writes contact sheets
 * `sheet-LANGUAGE-LOOK-GLASS-N.png`.
 */
export async function photographEveryScreen(browser: Browser, folder: string, wanted: Wanted): Promise<void> {
  const chosen = <T extends string>(all: readonly T[], names: readonly string[] | undefined): readonly T[] =>
    all.filter((each) => !names || names.some((name) => each === name))
  const known = Object.entries(scenes).filter(
    ([name]) => !wanted.screen || wanted.screen.some((each) => name.startsWith(each)),
  )
  const shapes = chosen(Object.keys(glasses) as Glass[], wanted.glass)
  for (const language of chosen(languages, wanted.language))
    for (const look of chosen(Object.keys(looks) as Look[], wanted.look)) {
      const series = `${language}-${look}`
      await mkdir(join(folder, series), { recursive: true })
      for (const [name, scene] of known)
        await photograph(browser, { name, scene, language, look, shapes, folder: join(folder, series) })
      const names = known.map(([name]) => name)
      for (const glass of shapes) await sheets(browser, { folder, series, names, glass })
    }
}

const fileOf = (name: string, glass: Glass): string => `${name.replace(/\W+/gu, '-')}-${glass}.png`

interface Shot {
  readonly name: string
  readonly scene: Scene
  readonly language: Language
  readonly look: Look
  readonly shapes: readonly Glass[]
  readonly folder: string
}

async function photograph(browser: Browser, { name, scene, language, look, shapes, folder }: Shot): Promise<void> {
  const { screen, answers, act } = scene
  const { theme, aids } = looks[look]
  const t = createI18n(language).t
  const context = await browser.newContext({
    viewport: glasses.upright,
    deviceScaleFactor: scale,
    reducedMotion: 'reduce',
  })
  try {
    const page = await context.newPage()
    await openKiosk(page, speaking(answers, language, { theme }))
    if (aids.length > 0) await switchOn(page, aids, t)
    await act?.(page, t)
    await onScreen(page, screen)
    await page.evaluate(() => document.fonts.ready)
    for (const glass of shapes) {
      await page.setViewportSize(glasses[glass])
      // The map is redrawn after its container is resized.
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
      await page.screenshot({ path: join(folder, fileOf(name, glass)) })
    }
  } catch (cause) {
    throw new Error(`${name}, ${language}, ${look}`, { cause })
  } finally {
    await context.close()
  }
}

interface Series {
  readonly folder: string
  readonly series: string
  readonly names: readonly string[]
  readonly glass: Glass
}

async function sheets(browser: Browser, { folder, series, names, glass }: Series): Promise<void> {
  const { width, height, columns, rows } = glasses[glass]
  const small = 1600 / columns
  const page = await browser.newPage({
    viewport: { width: 1600, height: Math.ceil(rows * (small * (height / width) + 24)) },
  })
  for (let first = 0; first < names.length; first += columns * rows) {
    const pictures = names.slice(first, first + columns * rows)
    const sources = await Promise.all(
      pictures.map((name) => readFile(join(folder, series, fileOf(name, glass)), 'base64')),
    )
    const figures = pictures.map(
      (name, index) =>
        `<figure><img src="data:image/png;base64,${sources[index]}"><figcaption>${name}</figcaption></figure>`,
    )
    await page.setContent(
      `<style>body{margin:0;display:grid;grid-template-columns:repeat(${columns},1fr);font:14px sans-serif;background:#888}
       figure{margin:0 2px}img{width:100%;display:block}figcaption{height:24px}</style>${figures.join('')}`,
    )
    await page.screenshot({ path: join(folder, `sheet-${series}-${glass}-${1 + first / (columns * rows)}.png`) })
  }
  await page.close()
}
