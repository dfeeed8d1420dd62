import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useReusedPages } from '../support/browser.ts'
import { sharedPage } from './serve-page.ts'

const { openPage } = useReusedPages()
const pages = await sharedPage('surface')

const FREE_SEAT = 244

/**
 * Number of pixels that may differ. Letters at the edge of a redrawn strip change up to 24 pixels; a strip that is off
 * by one pixel changes thousands.
 */
const SHADES = 64

const walk = fc.array(fc.record({ dx: fc.integer({ min: -200, max: 200 }), dy: fc.integer({ min: -150, max: 150 }) }), {
  minLength: 1,
  maxLength: 6,
})

test('a map that was pushed about looks as if it had been painted there', async () => {
  const page = await openPage()
  await page.goto(`${pages.url}surface.html`)
  const cases = fc.sample(fc.tuple(fc.constantFrom('venue' as const, 'section' as const), walk), {
    seed: 28,
    numRuns: 24,
  })
  for (const [what, steps] of cases) {
    const camera = what === 'venue' ? { scale: 4.25, x: 320, y: 240 } : { scale: 61.5, x: 300, y: -3200 }
    const cameras = [camera]
    for (const { dx, dy } of steps) {
      const last = cameras.at(-1)!
      cameras.push({ ...last, x: last.x + dx, y: last.y + dy })
    }
    const difference = await page.evaluate(([which, through]) => window.surfacePage.slide(which, through), [
      what,
      cameras,
    ] as const)
    expect(difference.of).toBe(640 * 480)
    expect(difference.pixels, `${what} through ${JSON.stringify(steps)}`).toBeLessThan(SHADES)
  }
})

test('a zoom of a crowd is stretched on its way, and sharp again with the first step of a pan', async () => {
  const page = await openPage()
  await page.goto(`${pages.url}surface.html`)
  const zoom = [10, 10.6, 11.4, 12.3].map((scale) => ({ scale, x: 320, y: Math.round(240 - 17 * scale) }))
  const last = zoom.at(-1)!
  const stretched = await page.evaluate((through) => window.surfacePage.slide('crowd', through), zoom)
  expect(stretched.pixels).toBeGreaterThan(1000)
  const panned = [...zoom, { ...last, x: last.x + 3 }, { ...last, x: last.x + 40, y: last.y - 20 }]
  const sharp = await page.evaluate((through) => window.surfacePage.slide('crowd', through), panned)
  expect(sharp.pixels).toBeLessThan(SHADES)
})

test('one seat that changes repaints one seat, at any scale', async () => {
  const page = await openPage()
  await page.goto(`${pages.url}surface.html`)
  for (const scale of [61.5, 24, 6]) {
    const result = await page.evaluate(([seat, at]) => window.surfacePage.sell(seat, at), [FREE_SEAT, scale] as const)
    expect(result.pixels, `${scale} pixels a metre: as if painted at once`).toBe(0)
    expect(result.changed).toBeGreaterThan(0)
    expect(result.within.left).toBeGreaterThanOrEqual(result.place.left)
    expect(result.within.right).toBeLessThanOrEqual(result.place.right)
    expect(result.within.top).toBeGreaterThanOrEqual(result.place.top)
    expect(result.within.bottom).toBeLessThanOrEqual(result.place.bottom)
  }
})

test('views from seats of one stand and of others differ in many pixels, and no colour fills a picture', async () => {
  const page = await openPage()
  await page.goto(`${pages.url}surface.html`)
  const { largest, difference } = await page.evaluate(
    (seats) => window.surfacePage.views(seats),
    [
      { sector: 'S5', row: 'A', seatNumber: 12 },
      { sector: 'S5', row: 'F', seatNumber: 12 },
      { sector: 'S5', row: 'M', seatNumber: 5 },
      { sector: 'N13', row: '3', seatNumber: 9 },
      { sector: 'E2', row: 'K', seatNumber: 5 },
    ],
  )
  expect(difference).toBeGreaterThan(0.4)
  const [firstRow = 1, ...others] = largest
  expect(firstRow).toBeLessThan(0.35)
  expect(Math.max(...others)).toBeLessThan(0.25)
})
