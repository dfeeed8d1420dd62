import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { createI18n } from '../../renderer/i18n/i18n.ts'
import type { Catalogue } from '../../renderer/i18n/fr/catalogue.ts'
import type { Language } from '../../shared/domain/language.ts'
import { startServing, type ServedProgram } from '../../tests/support/served-program.ts'

/** Time of every picture: a Wednesday, three days before the first match of the demo. */
export const PICTURE_TIME = '2026-12-02T10:24:00.000Z'
const TIME_ZONE = 'Africa/Conakry'
const shiftedClock = new URL('../../tests/support/shifted-clock.ts', import.meta.url).href

export interface Glass {
  readonly width: number
  readonly height: number
}

export interface Picture {
  /** File name in docs/screens, without extension. */
  readonly name: string
  readonly reach: (visit: Visit) => Promise<Page>
  readonly language: Language
  readonly glass: Glass
  /** Paths of the manual pages that show the picture, from the project root. */
  readonly pages: readonly string[]
}

export type OpenPage = (options: BrowserContextOptions) => Promise<Page>

export interface Visit {
  readonly language: Language
  readonly t: Catalogue
  readonly data: string
  readonly start: (words: readonly string[], says: RegExp) => Promise<ServedProgram>
  readonly startKiosk: (settings: object) => Promise<{ readonly url: string }>
  readonly startDesk: (settings: object) => Promise<{ readonly url: string; readonly displayUrl: string }>
  /** Sets the clock of the programs, which does not advance by itself. */
  readonly setClock: (utc: string) => Promise<void>
  /** Opens a page in a new browser profile. The default size is that of the picture. */
  readonly open: (url: string, glass?: Glass) => Promise<Page>
}

/** Opens the screen of a picture and returns the result of `look` for its page. */
export async function visit<T>(picture: Picture, openPage: OpenPage, look: (page: Page) => Promise<T>): Promise<T> {
  const { language } = picture
  const folder = await mkdtemp(join(tmpdir(), 'guichet-picture-'))
  const data = join(folder, 'data')
  const clockFile = join(folder, 'clock')
  const programs: ServedProgram[] = []
  const pages: Page[] = []

  // Renames a new file over the old one, because a program may read the file at any time.
  async function setClock(utc: string): Promise<void> {
    await writeFile(`${clockFile}.next`, utc)
    await rename(`${clockFile}.next`, clockFile)
  }
  async function start(words: readonly string[], says: RegExp): Promise<ServedProgram> {
    const env = { NODE_OPTIONS: `--import ${shiftedClock}`, CLOCK_OFF_FILE: clockFile, TZ: TIME_ZONE }
    const program = await startServing([...words, '--data', data], says, env)
    programs.push(program)
    return program
  }
  async function startKiosk(settings: object, says = /Guichet: (\S+)/u): Promise<ServedProgram> {
    await writeFile(join(data, 'config.json'), JSON.stringify({ language, ...settings }))
    return start(['browser-host.js', '--no-browser'], says)
  }
  async function startDesk(settings: object): Promise<{ readonly url: string; readonly displayUrl: string }> {
    const says = /Guichet: (\S+)\nGuichet, customer's display: (\S+)/u
    const { url, more } = await startKiosk({ role: 'cashier', ...settings }, says)
    return { url, displayUrl: more[0] ?? '' }
  }
  async function open(url: string, glass = picture.glass): Promise<Page> {
    const page = await openPage({
      viewport: glass,
      locale: 'fr-FR',
      timezoneId: TIME_ZONE,
      colorScheme: 'light',
      reducedMotion: 'reduce',
    })
    pages.push(page)
    await page.clock.setFixedTime(PICTURE_TIME)
    await page.goto(url)
    return page
  }

  try {
    await mkdir(data)
    await setClock(PICTURE_TIME)
    const t = createI18n(language).t
    const page = await picture.reach({ language, t, data, start, startKiosk, startDesk, setClock, open })
    await page.bringToFront()
    await page.mouse.move(0, 0)
    await page.evaluate(() => document.fonts.ready)
    // Size observers run in the next frame, and the map is drawn one frame later.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLElement>('canvas[data-view]')].every(
        (view) => view.clientWidth === 0 || view.dataset['seen'] !== undefined,
      ),
    )
    return await look(page)
  } finally {
    await Promise.all(pages.map((page) => page.context().close()))
    await Promise.all(programs.map((program) => program.stop()))
    await rm(folder, { recursive: true, force: true })
  }
}
