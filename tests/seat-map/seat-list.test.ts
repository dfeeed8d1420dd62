import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFaults, wcag } from '../support/axe.ts'
import { useReusedPages } from '../support/browser.ts'
import { kioskScreen, labels } from './map-page.ts'
import { stadium } from './plans.ts'
import { sharedPage } from './serve-page.ts'

const { openPage } = useReusedPages()
const pages = await sharedPage('index')

const open = async (query: string): Promise<Page> => {
  const page = await openPage(kioskScreen)
  await page.goto(`${pages.url}?${query}`)
  await page.getByRole('status').waitFor({ state: 'attached' })
  return page
}
const chosen = (page: Page): Promise<readonly string[]> => page.evaluate(() => window.seatMapPage.selected)
const said = (page: Page): Promise<string> => page.getByRole('status').innerText()

test('by touch: section, row, seat: one touch each', async () => {
  const page = await open('as=list&free=all')
  await page
    .getByRole('button', { name: labels.section('N1') })
    .first()
    .tap()
  await page
    .getByRole('button', { name: labels.row('C') })
    .first()
    .tap()
  const seats = page.getByRole('list', { name: labels.seatsOfRow('C') })
  await seats.getByRole('button').nth(5).tap()
  await seats.getByRole('button').nth(6).tap()
  await expect.poll(() => chosen(page)).toHaveLength(2)
  expect((await chosen(page)).every((id) => id.startsWith('N1-C-'))).toBe(true)
  expect(await seats.locator('[aria-pressed="true"]').count()).toBe(2)
  expect(await said(page)).toBe(labels.spokenSelection(2))
})

test('what is sold out says so and does nothing; a section’s button carries the colour of its tribune', async () => {
  const page = await open('as=list')
  const soldOut = page.getByRole('button', { name: labels.soldOut }).first()
  await soldOut.tap({ force: true })
  expect(await soldOut.getAttribute('aria-disabled')).toBe('true')
  expect(await page.getByRole('list', { name: labels.rows }).count()).toBe(0)
  for (const { code, color } of stadium.tribunes) {
    const planned = stadium.sections.find((section) => section.tribune === code)
    const button = page.getByRole('button', { name: labels.section(planned?.code ?? '') }).first()
    expect(await button.locator('[style*="--tribune"]').getAttribute('style')).toContain(color)
  }
  expect(await axeFaults(page, wcag)).toEqual([])
})

test('seats that are taken say so and do nothing; the way back leads to the sections', async () => {
  const page = await open('as=list&section=N1')
  const taken = page.locator('[data-look="sold"]').first()
  await taken.tap({ force: true })
  await expect.poll(() => said(page)).toBe(labels.seatTaken)
  expect(await chosen(page)).toEqual([])
  await page.getByRole('button', { name: labels.wholeVenue }).tap()
  await page.getByRole('navigation', { name: labels.sections }).waitFor()
})

test('by keys alone: a row is one stop; arrows move in it, Enter takes and gives back', async () => {
  const page = await open('as=list&section=N1&free=all')
  const seats = page.getByRole('list', { name: labels.seatsOfRow('A') })
  await seats.getByRole('button').first().focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  const third = seats.getByRole('button').nth(2)
  await expect.poll(() => third.getAttribute('aria-pressed')).toBe('true')
  expect(await third.evaluate((button) => button === document.activeElement)).toBe(true)
  expect(await seats.locator('button[tabindex="0"]').count()).toBe(1)
  await page.keyboard.press('Enter')
  await expect.poll(() => chosen(page)).toEqual([])
  await page.keyboard.press('End')
  const last = seats.getByRole('button').last()
  expect(await last.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Shift+Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('ul')?.getAttribute('aria-label'))).toBe(labels.rows)
})

test('by keys alone: a seat’s name says all that its look does', async () => {
  const page = await open('as=list&section=N1&free=all')
  const first = page.getByLabel(labels.seatsOfRow('A')).getByRole('button').first()
  const place = { row: 'A', number: 59, gate: 'Porte A' }
  const spoken = { ...place, price: labels.money(30_000), accessible: false, note: '' }
  expect(await first.getAttribute('aria-label')).toBe(labels.spokenSeat({ ...spoken, look: 'available' }))
  await page.evaluate(() => window.seatMapPage.change({ 'N1-A-59': 'sold' }))
  await expect.poll(() => first.getAttribute('aria-label')).toBe(labels.spokenSeat({ ...spoken, look: 'sold' }))
})

const looks = [
  ['as=list&section=N1&selected=N1-A-27,N1-A-25', ['night']],
  ['', []],
  ['section=N1&selected=N1-F-27', ['night', 'contrast']],
  ['plan=none', []],
] as const

test.for(looks)('axe finds nothing wrong with ?%s', async ([query, themes]) => {
  const page = await open(query)
  expect(await axeFaults(page, wcag)).toEqual([])
  for (const theme of themes) {
    await page.evaluate((set) => {
      Object.assign(document.documentElement.dataset, { theme: set, text: set === 'contrast' ? 'large' : 'normal' })
    }, theme)
    expect(await axeFaults(page, wcag), theme).toEqual([])
  }
})
