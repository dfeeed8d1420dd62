import type { Page } from 'playwright-core'
import { fr, type Catalogue } from '../../../renderer/i18n/fr/catalogue.ts'
import type { Aid } from '../../../renderer/kiosk/state/kiosk-state.ts'
import { languages, type Language } from '../../../shared/domain/language.ts'
import { ok } from '../../../shared/domain/result.ts'
import type { KioskInfo } from '../../../shared/kiosk-api/views.ts'
import { onScreen } from '../page.ts'
import { kioskOf, type Answers } from './answers.ts'

/** Something that a person does at the kiosk. Finds its way by the texts of the language that the kiosk speaks. */
export type Way = (page: Page, t?: Catalogue) => Promise<void>

/** One look at one screen: the answers of the main process, and what the customer did to get there. */
export interface Scene {
  readonly screen: string
  readonly answers: Answers
  readonly act?: Way
}

/** The same answers from a kiosk that greets in this language, has all of them, and sells to somebody who speaks it. */
export function speaking(answers: Answers, language: Language, more: Partial<KioskInfo> = {}): Answers {
  const info = kioskOf(answers)
  const sale = info.sale && { ...info.sale, language }
  return { ...answers, getKiosk: ok({ ...info, languages, defaultLanguage: language, sale, ...more }) }
}

/** Presses the buttons whose names have these words in them, one after the other. */
export async function press(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of names) await page.getByRole('button', { name }).click()
}

/** Presses the buttons of these names. */
export async function pressExactly(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of names) await page.getByRole('button', { name, exact: true }).click()
}

/** Presses the keys of a pad. */
export const pressKeys = (page: Page, keys: string): Promise<void> => pressExactly(page, ...keys.split(''))

export const heading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { name }).waitFor()

/** From the poster. */
export const toEvents: Way = async (page, t = fr) => {
  await press(page, t.attract.touch)
  await onScreen(page, 'events')
}

/** From the poster. */
export const toParty: Way = async (page, t = fr) => {
  await toEvents(page, t)
  await press(page, 'Sénégal')
  await onScreen(page, 'party')
}

/** From the size of the party, like the ways below. */
export const toOffers: Way = async (page, t = fr) => {
  await onScreen(page, 'party')
  await press(page, t.common.places(3))
  await onScreen(page, 'offers')
}

export const toMap: Way = async (page, t = fr) => {
  await toOffers(page, t)
  await press(page, t.offers.openMap)
  await onScreen(page, 'map')
}

export const toWishes: Way = async (page, t = fr) => {
  await toOffers(page, t)
  await press(page, t.wishes.open)
  await onScreen(page, 'wishes')
}

/** Seats in the list of the first section, one after the other, from its second free seat on: the first stays alone. Then its map. */
export async function pickOneByOne(page: Page, count: number, t: Catalogue = fr): Promise<void> {
  await toMap(page, t)
  await pressExactly(page, t.map.asList)
  await page.getByRole('navigation').getByRole('button').first().click()
  await press(page, t.map.oneByOne)
  const free = page.locator('[data-seat][data-look="available"]')
  for (let picked = 0; picked < count; picked++) await free.nth(1).click()
  await pressExactly(page, t.map.asMap)
}

/** Past the customer's part of a payment in cash, to the attendant's. */
export const openCashPad: Way = async (page, t = fr) => press(page, t.staff.enter)

/** Switches what is named on, in the sheet for it. */
export async function switchOn(page: Page, aids: readonly Aid[], t: Catalogue = fr): Promise<void> {
  await press(page, t.access.title)
  const dialog = page.getByRole('dialog', { name: t.access.title })
  for (const aid of aids) await dialog.getByRole('button', { name: t.access.aid[aid] }).click()
  await dialog.getByRole('button', { name: t.access.done, exact: true }).click()
  await page.locator('[data-screen][data-settling="false"]').waitFor()
}

export async function enterPin(page: Page, pin: string, t: Catalogue = fr): Promise<void> {
  // The first digit waits for the pad.
  await pressExactly(page, pin.slice(0, 1))
  await page.keyboard.type(pin.slice(1))
  await press(page, t.cash.next)
}

export const openStaffDesk: Way = async (page, t = fr) => {
  // In one go: taps that are far apart are nobody's sign. In a demo its word stands there, else nothing.
  const corner = page.getByRole('banner', { name: t.tools.label }).locator('p')
  await corner.click({ clickCount: 5 })
  await onScreen(page, 'staff-desk')
}

/** The state of the kiosk, behind staff's PIN. */
export async function openService(page: Page, t: Catalogue = fr, pin = '1234'): Promise<void> {
  await openStaffDesk(page, t)
  await enterPin(page, pin, t)
  await press(page, t.service.title)
  await heading(page, t.service.title)
}

/** The access codes of the events on sale, behind staff's PIN. */
export const openCodes: Way = async (page, t = fr) => {
  await openService(page, t)
  await press(page, t.office.pages.access)
  await heading(page, t.office.pages.access)
}

/** Texts give way to pictures, wherever one is. */
export const showPictures: Way = async (page, t = fr) => {
  await press(page, t.pictures.open)
  await page.locator('[data-screen][data-settling="false"] main[data-settling="false"]').waitFor()
}

/** Touches the picture whose words have these in them, then says yes. */
export async function takePicture(page: Page, words: string, t: Catalogue = fr): Promise<void> {
  await page
    .locator('main button[aria-pressed]')
    .and(page.getByRole('button', { name: words }))
    .first()
    .click()
  await pressExactly(page, t.pictures.take)
}
