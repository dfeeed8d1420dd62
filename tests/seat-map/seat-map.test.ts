import { expect, test } from 'vitest'
import type { SeatStatus } from '../../shared/domain/seats/offer.ts'
import { useReusedPages } from '../support/browser.ts'
import { shareOf } from '../support/share.ts'
import { TAP_SLOP } from '../../renderer/seat-map/map-stage.tsx'
import { sectionLayout } from '../../renderer/seat-map/layout/section-layout.ts'
import { demoSection } from './demo-venue.ts'
import { glidingScreen, kioskScreen, labels, MapPage, PIXELS_PER_MILLIMETRE, type Spot } from './map-page.ts'
import { stadium } from './plans.ts'
import { sharedPage } from './serve-page.ts'

const { openPage } = useReusedPages()
const pages = await sharedPage('index')

/** Returns the share of a drag that moves the map, without the initial tolerance for taps. */
const beyondSlop = ({ x, y }: Spot): number => 1 - (TAP_SLOP * PIXELS_PER_MILLIMETRE) / Math.hypot(x, y)

function seatOf(code: string, row: string, seat: string): string {
  const section = stadium.sections.find((each) => each.code === code) ?? null
  const { seats, rows } = sectionLayout(demoSection(stadium, code), section)
  const found = row === 'first' ? rows[0] : rows.at(-1)
  const [first, last] = [found?.first ?? 0, found?.last ?? 0]
  const index = { first, last, middle: (first + last) >> 1 }[seat] ?? first
  return seats[index]?.seatId ?? ''
}

/** Returns the size of a ring in pixels and the offset `x`, `y` of its middle from a place. */
async function ringed(map: MapPage, spot: Spot) {
  const { data, width: side } = await map.around(spot, 70)
  const [xs, ys]: [number[], number[]] = [[], []]
  for (let i = 0; i < side * side; i++) {
    const [red = 0, green = 0, blue = 0] = data.subarray(4 * i, 4 * i + 3)
    if (red < 240 || Math.abs(green - 210) > 12 || blue > 90) continue
    xs.push(i % side)
    ys.push(Math.floor(i / side))
  }
  if (xs.length === 0) return null
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const middle = { x: (left + right + 1 - side) / 2, y: (top + bottom + 1 - side) / 2 }
  return { ...middle, width: right - left + 1, height: bottom - top + 1 }
}

/** Returns the heights in pixels of the lines of text on a seat, from top to bottom: runs of pixel rows with ink. */
async function rowsOf(
  map: MapPage,
  spot: Spot,
  ring: NonNullable<Awaited<ReturnType<typeof ringed>>>,
  isInk: (...light: readonly number[]) => boolean,
): Promise<readonly number[]> {
  const { data, width: side } = await map.around(spot, 60)
  const [left, top] = [ring.x - ring.width * 0.3, ring.y - ring.height * 0.42]
  const from = { x: Math.round(side / 2 + left), y: Math.round(side / 2 + top) }
  const runs: number[] = []
  let run = 0
  for (let y = from.y; y <= from.y + ring.height * 0.86; y++) {
    let inked = false
    for (let x = from.x; x < from.x + ring.width * 0.6; x++)
      inked ||= isInk(...data.subarray(4 * (y * side + x), 4 * (y * side + x) + 3))
    if (inked) run++
    else if (run > 0) run = (runs.push(run), 0)
  }
  if (run > 0) runs.push(run)
  return runs
}

const open = async (query: string, options = kioskScreen): Promise<MapPage> =>
  new MapPage(await openPage(options)).open(`${pages.url}?${query}`)

test('the whole venue: a section that is sold out stays shut, and that is said; a tap, or two fingers that spread, open the one under them, and two that close leave it once all of it is seen', async () => {
  const map = await open('')
  await map.tap(await map.section(stadium, 'N6'))
  await expect.poll(() => map.said()).toBe(labels.soldOut)
  expect(await map.name()).toBe(labels.venueMap)
  const spot = await map.section(stadium, 'S5')
  await map.pinch(spot, 100, 140)
  expect(await map.name()).toBe(labels.venueMap)
  await map.pinch(spot, 100, 200)
  await expect.poll(() => map.name()).toBe(labels.sectionMap('S5'))
  const seat = await map.seat(stadium, seatOf('S5', 'first', 'middle'))
  await map.pinch(seat, 400, 300)
  expect(await map.name()).toBe(labels.sectionMap('S5'))
  await map.pinch(seat, 400, 200)
  await expect.poll(() => map.name()).toBe(labels.venueMap)
  await map.tap(spot)
  await expect.poll(() => map.name()).toBe(labels.sectionMap('S5'))
})

test('without a plan a tap on a tile opens the section, which has no view', async () => {
  const map = await open('plan=none')
  await map.tap(await map.section(stadium, 'S5', { withPlan: false }))
  await expect.poll(() => map.name()).toBe(labels.sectionMap('S5'))
  expect(await map.page.locator('canvas[data-view]').count()).toBe(0)
})

test('the whole venue: sections smaller than a finger come nearer first', async () => {
  const map = await open('', { ...kioskScreen, viewport: { width: 420, height: 420 } })
  const before = await map.picture()
  await map.tap(await map.section(stadium, 'E2'))
  // A tap would stop a glide, so the next tap waits until the map has changed and come to rest.
  await expect.poll(() => map.picture()).not.toBe(before)
  await map.rested()
  expect(await map.name()).toBe(labels.venueMap)
  await map.tap(await map.section(stadium, 'E2', { nearer: true }))
  await expect.poll(() => map.name()).toBe(labels.sectionMap('E2'))
})

test('the whole venue: keys walk from section to section, say them, and open one', async () => {
  const map = await open('')
  await map.key('ArrowRight', 'ArrowRight')
  const spoken = { code: 'N2', zone: 'Tribune Nord basse', remaining: 139, gate: 'Porte A' }
  await expect.poll(() => map.said()).toBe(labels.spokenSection({ ...spoken, price: labels.money(30_000) }))
  await map.key('Enter')
  await expect.poll(() => map.name()).toBe(labels.sectionMap('N2'))
})

test('the whole venue: a price of the legend makes its sections stand out, and is taken back', async () => {
  const map = await open('')
  const zone = map.page.getByRole('button', { name: 'Virage Ouest' })
  const spot = await map.section(stadium, 'N5')
  const beside = { x: spot.x - 24, y: spot.y - 10 }
  const full = await map.color(beside)
  const [red = 0, , blue = 0] = full
  expect(blue - red, 'in the tribune’s colour').toBeGreaterThan(40)
  await zone.tap()
  await expect.poll(() => zone.getAttribute('aria-pressed')).toBe('true')
  await expect.poll(async () => (await map.color(beside)).every((part, i) => part > (full[i] ?? 0) + 20)).toBe(true)
  await zone.tap()
  await expect.poll(() => zone.getAttribute('aria-pressed')).toBe('false')
  await expect.poll(() => map.color(beside)).toEqual(full)
})

test('the prices of a section: one that is pressed makes its seats alone stand out; pressed again, none does', async () => {
  const map = await open('section=N1&free=all&prices=two')
  const cheap = map.page.getByRole('button', { name: labels.money(20_000) })
  const dear = map.page.getByRole('button', { name: labels.money(30_000) })
  const seen = async () => ({
    front: await map.color(await map.seat(stadium, seatOf('N1', 'first', 'middle'))),
    back: await map.color(await map.seat(stadium, seatOf('N1', 'last', 'middle'))),
  })
  const all = await seen()
  await cheap.tap()
  await expect.poll(async () => (await seen()).front).not.toEqual(all.front)
  expect((await seen()).back).toEqual(all.back)
  expect(await cheap.getAttribute('aria-pressed')).toBe('true')
  await dear.tap()
  await expect.poll(async () => (await seen()).back).not.toEqual(all.back)
  expect((await seen()).front).toEqual(all.front)
  expect(await cheap.getAttribute('aria-pressed')).toBe('false')
  await dear.tap()
  await expect.poll(seen).toEqual(all)
})

const smallSeats = shareOf('small seats', ['first first', 'last last', 'last middle'], 1)

test.each(smallSeats.cases)(
  `touch in a section: a touch on a seat too small for a finger, row and place %s, takes it and keeps it under the finger (${smallSeats.said})`,
  async (which) => {
    const [row = '', seat = ''] = which.split(' ')
    const seatId = seatOf('N15', row, seat)
    const isGliding = seat === 'middle'
    const map = await open('section=N15&free=all', isGliding ? glidingScreen : kioskScreen)
    const spot = await map.seat(stadium, seatId)
    expect(await ringed(map, spot)).toBeNull()
    await map.tap(spot)
    await expect.poll(() => map.chosen()).toEqual([seatId])
    await expect.poll(async () => (await ringed(map, spot))?.width).toBeGreaterThanOrEqual(38)
    await map.rested()
    const ring = await ringed(map, spot)
    expect(Math.hypot(ring?.x ?? Infinity, ring?.y ?? Infinity)).toBeLessThan(10)
  },
)

test('touch in a section: a finger that comes down twice on a seat too small for it has come once', async () => {
  const map = await open('section=N15&free=all')
  const spot = await map.seat(stadium, seatOf('N15', 'last', 'middle'))
  await map.page.clock.install()
  await map.page.clock.pauseAt(Date.now() + 60_000)
  await map.tap(spot)
  await map.tap(spot)
  await expect.poll(() => map.chosen()).toHaveLength(1)
  await map.page.clock.runFor(1000)
  await map.tap(spot)
  await expect.poll(() => map.chosen()).toHaveLength(0)
})

const sections = ['section=S5', 'section=N1', 'section=S5&columns=60', 'section=S5&columns=60&plan=none']
const opened = shareOf('sections', sections, 2)

test.each(opened.cases)(
  `a section opens at a scale for fingers, with numbers, and keeps the names of its rows at the edge: %s (${opened.said})`,
  async (query) => {
    const map = await open(`${query}&free=all&mm=2.75&pitch=18`)
    await map.rested()
    const untouched = await map.picture()
    await map.key('ArrowRight')
    const cursor = await map.cursor()
    expect(cursor.width, 'seat pitch in pixels').toBeGreaterThanOrEqual(44 / 0.9)
    expect(await map.picture(), 'no larger than it opened').toBe(untouched)
    const seat = { x: 0, y: 0, width: cursor.width, height: cursor.width }
    const number = await rowsOf(map, cursor, seat, (...light) => Math.max(...light) < 70)
    expect(Math.max(...number), 'height of the digits').toBeGreaterThanOrEqual(16)
    const rail = map.page.locator('canvas[class*="rail"]')
    const names = await rail.evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      return new Uint32Array(data.buffer).filter((pixel) => pixel === 0xff1a1812).length
    })
    expect(names, 'ink in the margin').toBeGreaterThan(100)
  },
)

test('a view follows the finger, fades at once, and no more than eight times a second', async () => {
  const map = await open('section=S5&free=all', glidingScreen)
  const drawing = map.page.locator('canvas[data-view]')
  await expect.poll(() => drawing.getAttribute('data-seen')).not.toBeNull()
  const { changes, seconds } = await drawing.evaluate(async (canvas: HTMLCanvasElement) => {
    const seen: (readonly number[])[] = []
    let last = canvas.dataset['seen']
    const observer = new MutationObserver(() => {
      // A resized picture shows the same seat again.
      if (canvas.dataset['seen'] === last) return
      last = canvas.dataset['seen']
      seen.push(document.getAnimations().map(({ effect }) => Number(effect?.getTiming().duration)))
    })
    observer.observe(canvas, { attributeFilter: ['data-seen'] })
    const host = document.querySelector('[role="application"]')!
    const { left, top, width, height } = host.getBoundingClientRect()
    const begun = performance.now()
    for (let i = 0; i < 60; i++) {
      const at = { clientX: left + (width * (i + 2)) / 64, clientY: top + height / 2 + (i % 3) * 30 }
      host.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'mouse', bubbles: true, ...at }))
      await new Promise(requestAnimationFrame)
    }
    observer.disconnect()
    return { changes: seen, seconds: (performance.now() - begun) / 1000 }
  })
  expect(changes.length).toBeGreaterThan(1)
  // On a slow computer, one picture may be late and the next on time, so the test counts pictures instead of intervals.
  expect(changes.length).toBeLessThanOrEqual(1 + 8 * seconds)
  for (const fades of changes) expect(Math.max(...fades)).toBeLessThanOrEqual(120)
})

const letters = shareOf('letters', ['normal', 'large'], 1)

test.each(letters.cases)(
  `touch in a section: numbers of seats that can be touched are %s letters (${letters.said})`,
  async (text) => {
    const map = await open(`section=S5&free=all&text=${text}`, { ...kioskScreen, deviceScaleFactor: 2 })
    const spot = await map.seat(stadium, 'S5-H-20')
    await map.tap(spot)
    await expect.poll(async () => (await ringed(map, spot))?.width).toBeGreaterThanOrEqual(2 * 38)
    await map.rested()
    const least = text === 'large' ? 7.3 : 4.8
    const ring = (await ringed(map, spot))!
    const signs = await rowsOf(map, spot, ring, (...light) => Math.min(...light) > 200)
    expect(signs).toHaveLength(1)
    expect((signs.at(-1) ?? 0) / 8).toBeGreaterThan(least - 0.1)
    const next = { x: spot.x + ring.width / 2, y: spot.y }
    const [beside] = await rowsOf(map, next, ring, (...light) => Math.max(...light) < 60)
    expect((beside ?? 0) / 8).toBeGreaterThan(least - 0.1)
  },
)

test('touch in a section: no more than the limit', async () => {
  const eight = demoSection(stadium, 'N1').seats.slice(-8)
  const map = await open(`section=N1&free=all&selected=${eight.map(({ seatId }) => seatId).join()}`)
  await map.key('ArrowRight', 'Home', 'Enter')
  await expect.poll(() => map.said()).toBe(labels.limitReached(8))
  expect(await map.chosen()).toHaveLength(8)
})

test('touch in a section: a finger that drags moves the map by all beyond the slop, seen in one step or in many, and takes nothing', async () => {
  const map = await open('section=N1&free=all', glidingScreen)
  await map.key('ArrowRight')
  const seat = await map.said()
  for (const way of [
    { x: -80, y: -60 },
    { x: 80, y: 60 },
  ]) {
    const from = await map.cursor()
    await map.touch('touchStart', from)
    // After a drag in a single step, the map has no speed and does not glide.
    await map.touch('touchMove', { x: from.x + way.x, y: from.y + way.y })
    await map.touch('touchEnd')
    expect(await map.chosen()).toEqual([])
    await map.key('ArrowRight')
    await expect.poll(() => map.said()).toBe(seat)
    const to = await map.cursor()
    expect(to.x - from.x).toBeCloseTo(way.x * beyondSlop(way), 0)
    expect(to.y - from.y).toBeCloseTo(way.y * beyondSlop(way), 0)
  }
  const from = await map.cursor()
  await map.touch('touchStart', from)
  for (const step of [20, 60, 90]) await map.touch('touchMove', { x: from.x - step, y: from.y - step / 2 })
  await map.touch('touchEnd')
  expect(await map.chosen()).toEqual([])
  await map.key('ArrowRight')
  // The map may continue to glide; the distance depends on the computer.
  await expect.poll(async () => (await map.cursor()).x - from.x).toBeLessThan(-75)
  expect((await map.cursor()).y - from.y).toBeLessThan(-35)
})

test('touch in a section: two fingers zoom about what is between them; a choice that leaves a lone seat is told to the screen around', async () => {
  const map = await open('section=N1&free=all')
  await map.key('ArrowRight')
  const { x, y, width } = await map.cursor()
  await map.touch('touchStart', { x: x - 60, y }, { x: x + 60, y })
  for (const apart of [70, 80, 90]) await map.touch('touchMove', { x: x - apart, y }, { x: x + apart, y })
  await map.touch('touchEnd')
  expect(await map.chosen(), 'nothing was tapped').toEqual([])
  await map.key('ArrowRight')
  const after = await map.cursor()
  expect(after.width / width).toBeCloseTo(1.5, 1)
  expect(Math.hypot(after.x - x, after.y - y)).toBeLessThan(4)

  await map.key('Home', 'ArrowRight', 'Enter')
  await expect.poll(() => map.page.evaluate(() => window.seatMapPage.lone.length)).toBe(1)
  await expect.poll(() => map.said()).toContain(labels.leavesAlone(1))
  await map.key('ArrowLeft', 'Enter')
  await expect.poll(() => map.page.evaluate(() => window.seatMapPage.lone)).toEqual([])
})

test('touch in a section: a wheel zooms about the mouse, the buttons about the middle', async () => {
  const map = await open('section=N1&free=all', glidingScreen)
  await map.page.mouse.move(0, 0)
  const whole = await map.picture()
  await map.key('ArrowRight')
  const { x, y, width } = await map.cursor()
  await map.page.mouse.move(x, y)
  await map.cursorGone()
  await map.page.mouse.wheel(0, -200)
  await map.key('ArrowRight')
  const nearer = await map.cursor()
  expect(nearer.width / width).toBeCloseTo(1.44, 1)
  expect(Math.hypot(nearer.x - x, nearer.y - y)).toBeLessThan(4)
  await map.key('0')
  await map.page.mouse.move(0, 0)
  await expect.poll(() => map.picture()).toBe(whole)
})

test('touch in a section: a tap on the section beside opens that one', async () => {
  const map = await open('section=N5')
  const { x, y, height } = (await map.map.boundingBox())!
  await map.tap({ x: x + 8, y: y + height / 2 })
  await expect.poll(() => map.name()).toMatch(/N[46]/u)
})

test('the view is the best free seat’s, then the chosen seat’s, and takes nothing from the map', async () => {
  const query = 'section=S5&free=all'
  const map = await open(query)
  const drawing = map.page.locator('canvas[data-view]')
  for (const viewport of [
    { width: 1080, height: 1300 },
    { width: 1300, height: 800 },
    { width: 984, height: 480 },
  ]) {
    await map.page.setViewportSize(viewport)
    await map.open(`${pages.url}?${query}`)
    await expect.poll(() => drawing.getAttribute('data-seen')).not.toBeNull()
    const pixels = () => drawing.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
    const before = { seen: await pixels(), map: await map.map.boundingBox() }
    await map.page.getByText(labels.seenFrom('E 14'), { exact: true }).waitFor()
    const seatId = seatOf('S5', 'first', 'first')
    await map.tap(await map.seat(stadium, seatId))
    await expect.poll(pixels).not.toBe(before.seen)
    await map.page.getByText(labels.seenFrom(seatId.slice(3).replace('-', ' ')), { exact: true }).waitFor()
    const words = labels.viewFacts({ kind: 'pitch', distance: 58, height: 2, side: 'middle' })
    expect(await drawing.getAttribute('aria-label')).toBe(words)
    expect(await map.page.getByText(words).count()).toBe(1)
    expect(await map.map.boundingBox()).toEqual(before.map)
    const [picture, stage] = [(await drawing.boundingBox())!, before.map!]
    expect(picture.x >= stage.x + stage.width || picture.y >= stage.y + stage.height).toBe(true)
    expect(picture.width).toBeGreaterThan(100)
  }
})

test('while others buy: news in the middle of a drag leave the finger where it is; a seat that is gone is told', async () => {
  const map = await open('section=N1&free=all', glidingScreen)
  await map.key('ArrowRight', 'Enter', 'ArrowRight')
  const from = await map.cursor()
  const taken = (await map.chosen())[0]!
  const under = /Rang (\w), place (\d+)/u.exec(await map.said())
  await map.touch('touchStart', from)
  for (const step of [20, 40, 60]) await map.touch('touchMove', { x: from.x - step, y: from.y - step })
  await map.page.evaluate((seatId) => window.seatMapPage.change({ [seatId]: 'sold' }), taken)
  await expect.poll(() => map.page.evaluate(() => window.seatMapPage.lost)).toEqual([taken])
  expect(await map.chosen()).toEqual([])
  for (const step of [80, 100, 100]) await map.touch('touchMove', { x: from.x - step, y: from.y - step })
  await map.page.waitForFunction(
    (start) => performance.now() - start > 150,
    await map.page.evaluate(() => performance.now()),
  )
  await map.touch('touchEnd')
  // After the drag, the same seat is under the finger, within the small movement that a tap allows.
  await map.tap({ x: from.x - 100 + 10, y: from.y - 100 + 10 })
  await expect.poll(() => map.chosen()).toEqual([`N1-${under?.[1]}-${under?.[2]}`])
})

test('while others buy: seats that are being held are not lost to others; those that still are taken afterwards were', async () => {
  const map = await open('section=N1&free=all&selected=N1-A-1,N1-A-3')
  const news = (statuses: Readonly<Record<string, SeatStatus>>): Promise<void> =>
    map.page.evaluate((given) => window.seatMapPage.change(given), statuses)
  await map.page.evaluate(() => window.seatMapPage.hold(true))
  await news({ 'N1-A-1': 'held', 'N1-A-3': 'held' })
  expect(await map.chosen()).toEqual(['N1-A-1', 'N1-A-3'])
  await news({ 'N1-A-1': 'available' })
  await map.page.evaluate(() => window.seatMapPage.hold(false))
  await expect.poll(() => map.page.evaluate(() => window.seatMapPage.lost)).toEqual(['N1-A-3'])
  expect(await map.chosen()).toEqual(['N1-A-1'])
})

test('keys in a section move the cursor, which does not glide where the customer wants no motion, choose, and leave; of a section with one price there is nothing to press', async () => {
  const map = await open('section=N1&free=all')
  expect(await map.page.getByRole('button', { name: labels.money(30_000) }).count()).toBe(0)
  await map.key('ArrowRight')
  const box = map.page.locator('[class*="cursor"]:not([hidden])')
  const at = await box.boundingBox()
  const resting = await map.cursor()
  expect((at?.x ?? 0) + (at?.width ?? 0) / 2).toBe(resting.x)

  await map.key('Home')
  await expect.poll(() => map.said()).toContain(labels.money(30_000))
  const first = await map.said()
  await map.key('ArrowRight', 'ArrowLeft')
  await expect.poll(() => map.said()).toBe(first)
  await map.key('Enter')
  await expect.poll(() => map.chosen()).toHaveLength(1)
  await map.key('Escape')
  await expect.poll(() => map.name()).toBe(labels.venueMap)
})

/** Expects that the zoom buttons neither cover the map nor are cut off, at several viewport sizes. */
async function expectZoomBeside(map: MapPage): Promise<void> {
  for (const [width, height] of [
    [984, 300],
    [984, 460],
    [1300, 800],
    [1080, 1300],
  ] as const) {
    await map.page.setViewportSize({ width, height })
    await map.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    const canvas = (await map.map.boundingBox())!
    for (const name of [labels.zoomIn, labels.zoomOut]) {
      const { x, y, height: high } = (await map.page.getByRole('button', { name }).boundingBox())!
      const isBeside = x >= canvas.x + canvas.width || y >= canvas.y + canvas.height
      expect(isBeside, `${name}, ${width} × ${height}`).toBe(true)
      expect(y + high, `${name}, ${width} × ${height}`).toBeLessThanOrEqual(height - 24 + 0.5)
    }
  }
}

test('a window of another size shows the map whole again, and keeps the choice', async () => {
  const map = await open('section=N1&free=all&selected=N1-A-1')
  await map.page.setViewportSize({ width: 1920, height: 1080 })
  await map.map.waitFor()
  expect(await map.chosen()).toEqual(['N1-A-1'])
  const { width } = (await map.map.boundingBox())!
  const canvas = map.page.locator('canvas').first()
  await expect.poll(async () => (await canvas.boundingBox())?.width).toBeCloseTo(width, 0)
})

test('whatever the window’s shape, map, buttons and legend find their places and stay there', async () => {
  const map = await open('')
  await expectZoomBeside(map)
  await map.tap(await map.section(stadium, 'S5'))
  await expect.poll(() => map.name()).toBe(labels.sectionMap('S5'))
  await expectZoomBeside(map)
  for (const height of [900, 1000, 1100, 1200, 1240, 1280, 1320, 1400, 1500, 1700]) {
    await map.page.setViewportSize({ width: 1000, height })
    const sizes = await map.map.evaluate(async (host) => {
      const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
      for (let i = 0; i < 3; i++) await frame()
      const seen: string[] = []
      for (let i = 0; i < 3; i++) {
        seen.push(`${host.clientWidth} × ${host.clientHeight}`)
        await frame()
      }
      return seen
    })
    expect(new Set(sizes).size, `${height} pixels high: ${sizes.join(', ')}`).toBe(1)
  }
})

test('a map that changes its size is never black', async () => {
  const map = await open('section=N1', { ...kioskScreen, viewport: { width: 540, height: 650 } })
  const blacks = await map.map.evaluate(async (host) => {
    const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
    const root = document.getElementById('root')
    const looks: boolean[] = []
    // Resize observers are called in the order of their creation, and the frame is shown after the last observer.
    const observer = new ResizeObserver(() => {
      const canvas = [...host.querySelectorAll('canvas')].find(({ style }) => style.visibility !== 'hidden')
      const pixel = canvas?.getContext('2d')?.getImageData(4, canvas.height - 4, 1, 1).data
      looks.push(pixel?.slice(0, 3).every((part) => part === 0) !== false)
    })
    observer.observe(host)
    for (let i = 0; i < 12; i++) {
      if (root) root.style.height = `${60 + i * 3}%`
      await frame()
      await frame()
    }
    observer.disconnect()
    return looks
  })
  expect(blacks.length).toBeGreaterThan(8)
  expect(blacks.filter(Boolean)).toEqual([])
})
