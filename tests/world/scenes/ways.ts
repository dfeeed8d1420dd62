import type { Page } from 'playwright-core'
import { fr, type Catalogue } from '../../../renderer/i18n/fr/catalogue.ts'
import type { Aid } from '../../../renderer/kiosk/state/kiosk-state.ts'
import { languages, type Language } from '../../../shared/domain/language.ts'
import { ok } from '../../../shared/domain/result.ts'
import type { KioskInfo } from '../../../shared/api/kiosk/views.ts'
import { onScreen } from '../page.ts'
import { kioskOf, type Answers } from './answers.ts'

/** Steps of a person at the kiosk. `t`: the texts on the screen, by which the steps find buttons. */
export type Way = (page: Page, t?: Catalogue) => Promise<void>

/** A screen to check: the answers of the main process, and the steps that open the screen. */
export interface Scene {
  readonly screen: string
  readonly answers: Answers
  readonly act?: Way
}

/** Returns the replies of a kiosk with all languages. `language`: that of the kiosk and the sale. */
export function speaking(answers: Answers, language: Language, more: Partial<KioskInfo> = {}): Answers {
  const info = kioskOf(answers)
  const sale = info.sale && { ...info.sale, language }
  return { ...answers, getKiosk: ok({ ...info, languages, defaultLanguage: language, sale, ...more }) }
}

/** Presses a button for each name, one after the other. A name may be only a part of the button's name. */
export async function press(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of names) await page.getByRole('button', { name }).click()
}

export async function pressTo(page: Page, screen: string, ...names: readonly string[]): Promise<void> {
  await press(page, ...names)
  await onScreen(page, screen)
}

export async function pressExactly(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of names) await page.getByRole('button', { name, exact: true }).click()
}

export const pressKeys = (page: Page, keys: string): Promise<void> => pressExactly(page, ...keys.split(''))

export const heading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { name }).waitFor()

/** Goes from the attract screen to the list of events. */
export const toEvents: Way = async (page, t = fr) => {
  await pressTo(page, 'events', t.attract.all)
}

/** Opens the offers of an event from the attract screen, for the preset number of seats. */
export const toFirstOffers: Way = async (page, t = fr) => {
  await toEvents(page, t)
  await pressTo(page, 'offers', 'Sénégal')
}

/** Chooses three seats on the offers screen. `toMap` and `toWishes` start at the same screen. */
export const toOffers: Way = async (page, t = fr) => {
  await onScreen(page, 'offers')
  await pressTo(page, 'offers', t.common.places(3))
}

export const toMap: Way = async (page, t = fr) => {
  await toOffers(page, t)
  await pressTo(page, 'map', t.offers.openMap)
}

export const toWishes: Way = async (page, t = fr) => {
  await toOffers(page, t)
  await pressTo(page, 'wishes', t.wishes.open)
}

/** Selects `count` seats in the list of the first section and opens its map. Skips the first free seat. */
export async function pickSeats(page: Page, count: number, t: Catalogue = fr): Promise<void> {
  await toMap(page, t)
  await pressExactly(page, t.map.asList)
  await page.getByRole('navigation').getByRole('button').first().click()
  const free = page.locator('[data-seat][data-look="available"]')
  for (let picked = 0; picked < count; picked++) await free.nth(1).click()
  await pressExactly(page, t.map.asMap)
}

export const openCashPad: Way = async (page, t = fr) => press(page, t.staff.enter)

export async function switchOn(page: Page, aids: readonly Aid[], t: Catalogue = fr): Promise<void> {
  await press(page, t.access.title)
  const dialog = page.getByRole('dialog', { name: t.access.title })
  for (const aid of aids) await dialog.getByRole('button', { name: t.access.aid[aid] }).click()
  await dialog.getByRole('button', { name: t.access.done, exact: true }).click()
  await page.locator('[data-screen][data-settling="false"]').waitFor()
}

export async function enterPin(page: Page, pin: string, t: Catalogue = fr): Promise<void> {
  // The click waits until the keypad is visible; typing would not.
  await pressExactly(page, pin.slice(0, 1))
  await page.keyboard.type(pin.slice(1))
  await press(page, t.cash.next)
}

export const openStaffDesk: Way = async (page, t = fr) => {
  // Clicks five times in quick succession, because slow taps do not open the staff desk.
  await page.getByRole('banner', { name: t.tools.label }).locator('p').click({ clickCount: 5 })
  await onScreen(page, 'staff-desk')
}

export async function openService(page: Page, t: Catalogue = fr, pin = '1234'): Promise<void> {
  await openStaffDesk(page, t)
  await enterPin(page, pin, t)
  await press(page, t.service.title)
  await heading(page, t.service.title)
}

export const openCodes: Way = async (page, t = fr) => {
  await openService(page, t)
  await press(page, t.office.pages.access)
  await heading(page, t.office.pages.access)
}

export const showPictures: Way = async (page, t = fr) => {
  await press(page, t.pictures.open)
  await page.locator('[data-screen][data-settling="false"] main[data-settling="false"]').waitFor()
}

export async function takePicture(page: Page, words: string, t: Catalogue = fr): Promise<void> {
  await page
    .locator('main button[aria-pressed]')
    .and(page.getByRole('button', { name: words }))
    .first()
    .click()
  await pressExactly(page, t.pictures.take)
}
