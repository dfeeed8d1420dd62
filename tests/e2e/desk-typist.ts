import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import type { DeskStep } from '../../renderer/desk/state/desk-state.ts'
import type { OfficePageName } from '../../renderer/app/office-pages.ts'
import { type Catalogue, fr } from '../../renderer/i18n/fr/catalogue.ts'
import { axeFaults, wcag } from '../support/axe.ts'
import { sumsWithSlashedZero } from '../support/zeros.ts'
import { shareOf, type Share } from '../support/share.ts'
import type { SaleMachine } from '../world/machine.ts'

interface DeskSize {
  readonly width: number
  readonly height: number
}

/** Screen size of a desk in tests of behaviour, which does not depend on the screen size. */
export const laptop: DeskSize = { width: 1366, height: 768 }

/** Screen sizes of a desk, for tests of the appearance. A sampled run uses only one size. */
export const deskSizes = (test: string): Share<DeskSize> => shareOf(test, [{ width: 1920, height: 1080 }, laptop], 1)

export class Typist {
  readonly page: Page
  keys = 0
  sales = 0

  constructor(page: Page) {
    this.page = page
  }

  async type(text: string): Promise<void> {
    this.keys += text.length
    await this.page.keyboard.type(text)
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.keys += 1
      await this.page.keyboard.press(key)
    }
  }

  async enter(text: string, step?: DeskStep): Promise<void> {
    await this.type(text)
    await this.press('Enter')
    if (step) await this.at(step)
  }

  async go(key: string, step: DeskStep): Promise<void> {
    await this.press(key)
    await this.at(step)
  }

  async hold(key: string, repeats = 8): Promise<void> {
    this.keys += 1
    for (let times = 0; times <= repeats; times += 1) await this.page.keyboard.down(key)
    await this.page.keyboard.up(key)
  }

  async at(step: DeskStep): Promise<void> {
    await this.page.locator(`[data-desk="${step}"]`).waitFor()
  }

  async openOffice(name: OfficePageName, t?: Catalogue): Promise<void> {
    await this.press('F10')
    await turnTo(this.page, name, t)
  }

  get panel() {
    return this.page.getByRole('complementary')
  }

  get line() {
    return this.page.getByRole('textbox', { name: fr.desk.commandLabel })
  }
}

export async function turnTo(page: Page, name: OfficePageName, t: Catalogue = fr): Promise<void> {
  await page.getByRole('navigation').getByRole('button', { name: t.office.pages[name], exact: true }).click()
  await page.locator(`[data-office="${name}"]`).waitFor()
}

export async function typistAt(
  openPage: (options: BrowserContextOptions) => Promise<Page>,
  kiosk: SaleMachine,
  viewport: DeskSize = laptop,
): Promise<Typist> {
  const page = await openPage({ viewport })
  await page.goto(kiosk.entryUrl)
  const typist = new Typist(page)
  await typist.at('signed-out')
  return typist
}

export async function signInDemo(typist: Typist): Promise<void> {
  await typist.enter(DEMO_PIN, 'events')
}

export async function atTheMatch(typist: Typist): Promise<void> {
  await signInDemo(typist)
  await chooseMatch(typist)
}

export async function chooseMatch(typist: Typist): Promise<void> {
  await typist.enter('2', 'seats')
  // In a narrow window, the map is not visible.
  await typist.page.getByRole('application').waitFor({ state: 'attached' })
}

export async function holdBest(typist: Typist, typed: string): Promise<void> {
  await typist.enter(typed)
  await typist.page.getByRole('region', { name: fr.desk.offers }).waitFor()
  await typist.go('Enter', 'payment')
}

export const shows = (part: Locator, hasText: string | RegExp): Promise<void> => part.filter({ hasText }).waitFor()

export const alert = ({ page }: Pick<Typist, 'page'>, words: string | RegExp): Promise<void> =>
  shows(page.getByRole('alert'), words)

export const status = ({ page }: Pick<Typist, 'page'>, words: string | RegExp): Promise<void> =>
  shows(page.getByRole('status'), words)

/** Expects no faults from axe, no amounts with a slashed zero and no content wider than the page. */
export async function expectCalm(page: Page): Promise<void> {
  expect(await axeFaults(page, wcag)).toEqual([])
  expect(await sumsWithSlashedZero(page)).toEqual([])
  const sizes = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { scrollWidth, clientWidth }
  })
  expect(sizes.scrollWidth).toBe(sizes.clientWidth)
}
