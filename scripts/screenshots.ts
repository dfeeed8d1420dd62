// npm run screenshots: sells in the running program (browser host, demo mode) and takes pictures of its screens, into
// docs/screens/. npm run screenshots -- --every FOLDER: all screens in all languages, to be looked at.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { nameOf } from '../renderer/i18n/languages.ts'
import type { Language } from '../shared/domain/language.ts'
import { createI18n } from '../renderer/i18n/i18n.ts'
import { launchChromium } from '../tests/support/chromium/launch.ts'
import { serveProgram, type ServedProgram } from '../tests/support/served-program.ts'
import { photographEveryScreen } from './every-screen.ts'

const path = (relative: string): string => fileURLToPath(new URL(`../${relative}`, import.meta.url))
const pictures = path('docs/screens')

/** A screen of 480 × 270 mm at two thirds of its pixels: the layout is the same, the files are small. */
const pixelsPerMillimetre = 8 / 3
const wide = { width: 1280, height: 720 }
const upright = { width: 720, height: 1280 }

interface Look {
  /** Goes behind the name of each picture. */
  readonly suffix: string
  readonly viewport: { readonly width: number; readonly height: number }
  readonly night?: boolean
  readonly language?: Language
  readonly largeText?: boolean
  /** Only these screens are kept. */
  readonly keep: readonly string[]
}

const looks: readonly Look[] = [
  {
    suffix: '',
    viewport: wide,
    keep: ['attract', 'events', 'party', 'offers', 'map', 'section', 'review', 'card', 'done'],
  },
  { suffix: '-upright', viewport: upright, keep: ['attract', 'offers', 'map', 'review', 'done'] },
  { suffix: '-night', viewport: wide, night: true, keep: ['attract', 'section', 'review'] },
  { suffix: '-english', viewport: wide, language: 'en', keep: ['offers', 'cash'] },
  { suffix: '-portuguese', viewport: wide, language: 'pt', keep: ['offers', 'review'] },
  { suffix: '-arabic', viewport: wide, language: 'ar', keep: ['attract', 'offers', 'section', 'review'] },
  { suffix: '-arabic-upright', viewport: upright, language: 'ar', keep: ['events', 'offers', 'done'] },
  { suffix: '-large-text', viewport: wide, largeText: true, keep: ['offers', 'review'] },
]

/** The demo on a machine of that size; a card takes as long as it does at a counter. */
async function startProgram(data: string): Promise<ServedProgram> {
  const config = { deviceId: 'corniche-07', pixelsPerMillimetre, simulatedTerminal: { thinkSeconds: 2 } }
  await writeFile(join(data, 'config.json'), JSON.stringify(config))
  return serveProgram(data)
}

async function visit(browser: Browser, look: Look): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'guichet-screens-'))
  const program = await startProgram(data)
  const context = await browser.newContext({
    viewport: look.viewport,
    colorScheme: look.night ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  try {
    const page = await context.newPage()
    await page.goto(program.url)
    await sell(page, look)
  } finally {
    await context.close()
    await program.stop()
    await rm(data, { recursive: true, force: true })
  }
}

/** One sale, a picture at each screen that the look keeps. */
async function sell(page: Page, look: Look): Promise<void> {
  const t = createI18n(look.language ?? 'fr').t
  const shown = async (screen: string, name = screen): Promise<void> => {
    await page.locator(`[data-screen="${screen}"][data-settling="false"]`).waitFor()
    if (!look.keep.includes(name)) return
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path: join(pictures, `${name}${look.suffix}.png`) })
  }
  const press = (name: string | RegExp): Promise<void> => page.getByRole('button', { name }).first().click()

  await shown('attract', 'no picture')
  if (look.language) {
    await press(nameOf('fr'))
    await press(nameOf(look.language))
    await shown('attract', 'no picture')
  }
  if (look.largeText) await press(t.tools.largeText)
  await shown('attract')
  await page.locator('main button').first().click()
  await shown('events')
  await press(/Hamana AC/u)
  await shown('party')
  await press(/^3 /u)
  await page.locator('main li button').first().waitFor()
  await shown('offers')
  if (look.keep.some((name) => name === 'map' || name === 'section')) {
    await press(t.offers.openMap)
    await page.locator('canvas').first().waitFor()
    await shown('map')
    await press(t.map.asList)
    await page.getByRole('button', { name: 'S5' }).first().click()
    await press(t.seatMap.row('J'))
    await page.locator('[data-look="available"]').first().click()
    await press(t.map.asMap)
    await page.locator('canvas').first().waitFor()
    await shown('map', 'section')
    await press(t.map.take(3))
  } else await page.locator('main li button').first().click()
  await shown('review')
  if (look.keep.includes('cash')) {
    await press(t.review.pay.cash)
    await shown('cash', 'no picture')
    await press(t.staff.enter)
    await page.keyboard.type('2468')
    await press(t.cash.next)
    await page.locator('main button').filter({ hasText: 'GNF' }).first().click()
    await shown('cash')
    return
  }
  await press(t.review.pay.card)
  await shown('card')
  // The pictures of the tickets are drawn after the screen has come up.
  await page.locator('main figure img').waitFor()
  await shown('done')
}

const list = { type: 'string', multiple: true } as const
const { values: wanted } = parseArgs({
  options: { every: { type: 'string' }, screen: list, language: list, glass: list, look: list },
})
const folder = wanted.every === undefined ? pictures : resolve(wanted.every)
await mkdir(folder, { recursive: true })
const browser = await launchChromium()
try {
  if (wanted.every !== undefined) await photographEveryScreen(browser, folder, wanted)
  else for (const look of looks) await visit(browser, look)
} finally {
  await browser.close()
}
console.log(`Pictures are in ${folder}`)
