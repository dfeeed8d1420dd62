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

test('by touch: section, row, seat: one touch each takes the whole party', async () => {
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
  await expect.poll(() => chosen(page)).toHaveLength(4)
  expect((await chosen(page)).every((id) => id.startsWith('N1-C-'))).toBe(true)
  expect(await seats.locator('[aria-pressed="true"]').count()).toBe(4)
  expect(await said(page)).toBe(labels.spokenSelection(4, 4))
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

test('seats that are taken say so and do nothing; those with too few beside them for the party stand back, and say why; the way back leads to the sections', async () => {
  const page = await open('as=list&section=N1')
  const taken = page.locator('[data-look="sold"]').first()
  await taken.tap({ force: true })
  await expect.poll(() => said(page)).toBe(labels.seatTaken)
  expect(await chosen(page)).toEqual([])
  const short = page.locator('[data-seat][data-short="true"]')
  expect(await short.count()).toBeGreaterThan(0)
  for (const name of await short.evaluateAll((all) => all.map((seat) => seat.getAttribute('aria-label'))))
    expect(name).toContain(labels.tooShort(4))
  const free = page.locator('[data-seat][data-look="available"][data-short="false"]').first()
  expect(await free.getAttribute('aria-label')).not.toContain(labels.tooShort(4))
  expect(await page.getByText(labels.tooShort(4), { exact: true }).last().isVisible()).toBe(true)
  const ground = (seat: typeof free) => seat.evaluate((element) => getComputedStyle(element).borderTopColor)
  expect(await ground(short.first())).not.toBe(await ground(free))
  await page.getByRole('button', { name: labels.wholeVenue }).tap()
  await page.getByRole('navigation', { name: labels.sections }).waitFor()
})

test('by keys alone: a row is one stop; arrows move in it, Enter takes and gives back', async () => {
  const page = await open('as=list&section=N1&free=all&mode=single')
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

test.for(['party=1', 'mode=single'])(
  'a party of one, or seat by seat, has no seats that stand back: %s',
  async (query) => {
    const page = await open(`as=list&section=N1&${query}`)
    expect(await page.locator('[data-short="true"]').count()).toBe(0)
  },
)

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
