import { describe, expect, test } from 'vitest'
import type { SeatStatus } from '../../shared/domain/seats/offer.ts'
import { useBrowser } from '../support/browser.ts'
import { kioskScreen, labels, MapPage } from './map-page.ts'
import { stadium } from './plans.ts'
import { sharedPage } from './serve-page.ts'

const { openPage } = useBrowser()
const pages = await sharedPage('index')

const open = async (query: string, options = kioskScreen): Promise<MapPage> =>
  new MapPage(await openPage(options)).open(`${pages.url}?${query}`)

describe('the whole venue', () => {
  test.for([
    { name: 'by its plan', query: '' },
    { name: 'as tiles', query: 'plan=none' },
  ])('$name: a tap opens the section under the finger', async ({ query }) => {
    const map = await open(query)
    await map.tap(await map.section(stadium, 'S5', { withPlan: query === '' }))
    await expect.poll(() => map.name()).toBe(labels.sectionMap('S5'))
  })

  test('a section that is sold out stays shut, and that is said', async () => {
    const map = await open('')
    await map.tap(await map.section(stadium, 'N6'))
    await expect.poll(() => map.said()).toBe(labels.soldOut)
    expect(await map.name()).toBe(labels.venueMap)
  })

  test('sections smaller than a finger come nearer first', async () => {
    const map = await open('', { viewport: { width: 420, height: 420 }, hasTouch: true })
    const before = await map.picture()
    await map.tap(await map.section(stadium, 'E2'))
    // A tap stops a glide: the next one is aimed once the map looks different and has come to rest.
    let last = before
    await expect
      .poll(async () => {
        const now = await map.picture()
        const resting = now === last && now !== before
        last = now
        return resting
      })
      .toBe(true)
    expect(await map.name()).toBe(labels.venueMap)
    await map.tap(await map.section(stadium, 'E2', { nearer: true }))
    await expect.poll(() => map.name()).toBe(labels.sectionMap('E2'))
  })

  test('keys walk from section to section, say them, and open one', async () => {
    const map = await open('')
    await map.key('ArrowRight', 'ArrowRight')
    await expect
      .poll(() => map.said())
      .toBe(
        labels.spokenSection({
          code: 'N2',
          zone: 'Tribune Nord basse',
          price: labels.money(30_000),
          remaining: 139,
          gate: 'Porte A',
        }),
      )
    await map.key('Enter')
    await expect.poll(() => map.name()).toBe(labels.sectionMap('N2'))
  })

  test('a section with too few seats for the party stands back', async () => {
    const seen = await Promise.all(
      ['', 'party=500'].map(async (query) => {
        const map = await open(query)
        const { x, y } = await map.section(stadium, 'N5')
        return map.color({ x: x - 24, y: y - 10 })
      }),
    )
    const [red = 0, , blue = 0] = seen[0] ?? []
    expect(blue - red, 'in the tribune’s colour').toBeGreaterThan(40)
    expect(Math.max(...(seen[1] ?? [])) - Math.min(...(seen[1] ?? [255, 0])), 'grey').toBeLessThan(12)
  })

  test('a price of the legend makes its sections stand out, and is taken back', async () => {
    const map = await open('')
    const zone = map.page.getByRole('button', { name: 'Virage Ouest' })
    const spot = await map.section(stadium, 'N5')
    const beside = { x: spot.x - 24, y: spot.y - 10 }
    const full = await map.color(beside)
    await zone.tap()
    await expect.poll(() => zone.getAttribute('aria-pressed')).toBe('true')
    await expect.poll(async () => (await map.color(beside)).every((part, i) => part > (full[i] ?? 0) + 20)).toBe(true)
    await zone.tap()
    await expect.poll(() => zone.getAttribute('aria-pressed')).toBe('false')
    await expect.poll(() => map.color(beside)).toEqual(full)
  })
})

describe('touch in a section', () => {
  test('seats too small for a finger are brought nearer by the first tap, and not taken', async () => {
    const map = await open('section=N1&free=all')
    const box = await map.map.boundingBox()
    await map.tap({ x: (box?.x ?? 0) + 300, y: (box?.y ?? 0) + 300 })
    await expect.poll(() => map.page.getByText(labels.tapToEnlarge).count()).toBe(0)
    expect(await map.chosen()).toEqual([])
    await map.key('ArrowRight')
    const { width } = await map.cursor()
    expect(width).toBeGreaterThanOrEqual(39)
  })

  test('seats with too few beside them for the party stand back, and the legend says why', async () => {
    const reasons = async (query: string) =>
      (await open(`section=N1&${query}`)).page.getByText(labels.tooShort(4), { exact: true }).count()
    expect(await Promise.all(['', 'mode=single', 'free=all'].map(reasons))).toEqual([1, 0, 0])
  })

  test('then one tap takes the whole party, the next one moves it, and a tap on a chosen seat gives it back', async () => {
    const map = await open('section=N1&free=all')
    await map.key('ArrowRight')
    const spot = await map.cursor()
    const seat = /Rang (\w), place (\d+)/u.exec(await map.said())
    const id = `N1-${seat?.[1]}-${seat?.[2]}`
    await map.tap(spot)
    await expect.poll(() => map.chosen()).toHaveLength(4)
    const block = await map.chosen()
    expect(block).toContain(id)
    expect(new Set(block.map((one) => one.split('-')[1])).size, 'in one row').toBe(1)
    await expect.poll(() => map.said()).toBe(labels.spokenSelection(4, 4))

    await map.tap({ x: spot.x, y: spot.y + 64 })
    await expect.poll(async () => (await map.chosen()).some((one) => block.includes(one))).toBe(false)
    expect(await map.chosen()).toHaveLength(4)

    await map.tap({ x: spot.x, y: spot.y + 64 })
    await expect.poll(() => map.chosen()).toHaveLength(3)
  })

  test('one by one, up to the limit', async () => {
    const map = await open('section=N1&free=all&mode=single')
    await map.key('ArrowRight', 'Home')
    const { x, y, width } = await map.cursor()
    for (let i = 0; i < 9; i++) await map.tap({ x: x + i * width, y })
    await expect.poll(() => map.chosen()).toHaveLength(8)
    await expect.poll(() => map.said()).toBe(labels.limitReached(8))
  })

  test('a finger that drags moves the map and takes nothing', async () => {
    const map = await open('section=N1&free=all&mode=single')
    await map.key('ArrowRight')
    const from = await map.cursor()
    const seat = await map.said()
    await map.touch('touchStart', from)
    for (const step of [20, 60, 90]) await map.touch('touchMove', { x: from.x - step, y: from.y - step / 2 })
    await map.touch('touchEnd')
    expect(await map.chosen()).toEqual([])
    await map.key('ArrowRight')
    await expect.poll(() => map.said()).toBe(seat)
    const to = await map.cursor()
    // The first 20 are the slop; a slow machine sees no momentum beyond the rest.
    expect(to.x - from.x).toBeLessThan(-65)
    expect(to.y - from.y).toBeLessThan(-30)
  })

  test('two fingers zoom about what is between them', async () => {
    const map = await open('section=N1&free=all&mode=single')
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
  })

  test('a wheel zooms about the mouse, the buttons about the middle', async () => {
    const map = await open('section=N1&free=all')
    await map.key('ArrowRight')
    const { x, y, width } = await map.cursor()
    await map.page.mouse.move(x, y)
    await map.cursorGone()
    await map.page.mouse.wheel(0, -200)
    await map.key('ArrowRight')
    const nearer = await map.cursor()
    expect(nearer.width / width).toBeCloseTo(1.44, 1)
    expect(Math.hypot(nearer.x - x, nearer.y - y)).toBeLessThan(4)
    await map.page.getByRole('button', { name: labels.wholeSection }).tap()
    await expect.poll(() => map.page.getByText(labels.tapToEnlarge).count()).toBe(1)
  })

  test('a tap on the section beside opens that one', async () => {
    const map = await open('section=N5')
    const box = await map.map.boundingBox()
    await map.tap({ x: (box?.x ?? 0) + 8, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 })
    await expect.poll(() => map.name()).toMatch(/N[46]/u)
  })
})

describe('while others buy', () => {
  test('news in the middle of a drag leave the finger where it is; a seat that is gone is told', async () => {
    const map = await open('section=N1&free=all&mode=single')
    await map.key('ArrowRight', 'Enter', 'ArrowRight')
    const from = await map.cursor()
    const [taken] = await map.chosen()
    if (taken === undefined) throw new Error('nothing chosen')
    const under = /Rang (\w), place (\d+)/u.exec(await map.said())
    await map.touch('touchStart', from)
    for (const step of [20, 40, 60]) await map.touch('touchMove', { x: from.x - step, y: from.y - step })
    await map.page.evaluate((seatId) => window.seatMapPage.change({ [seatId]: 'sold' }), taken)
    await expect.poll(() => map.page.evaluate(() => window.seatMapPage.lost)).toEqual([taken])
    expect(await map.chosen()).toEqual([])
    for (const step of [80, 100, 100]) await map.touch('touchMove', { x: from.x - step, y: from.y - step })
    // The finger rests before it lifts: nothing flies on.
    await map.page.waitForFunction(
      (start) => performance.now() - start > 150,
      await map.page.evaluate(() => performance.now()),
    )
    await map.touch('touchEnd')
    // What was under the finger still is, but for the slip that a tap may have.
    await map.tap({ x: from.x - 100 + 10, y: from.y - 100 + 10 })
    await expect.poll(() => map.chosen()).toEqual([`N1-${under?.[1]}-${under?.[2]}`])
  })

  test('seats that are being held are not lost to others; those that still are taken afterwards were', async () => {
    const map = await open('section=N1&free=all&mode=single&selected=N1-A-1,N1-A-3')
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

  test('a sold seat cannot be taken any more', async () => {
    const map = await open('section=N1&free=all&mode=single')
    await map.key('ArrowRight')
    const seat = /Rang (\w), place (\d+)/u.exec(await map.said())
    await map.page.evaluate((seatId) => window.seatMapPage.change({ [seatId]: 'held' }), `N1-${seat?.[1]}-${seat?.[2]}`)
    await map.key('Enter')
    await expect.poll(() => map.said()).toBe(labels.seatTaken)
    expect(await map.chosen()).toEqual([])
  })
})

describe('keys in a section', () => {
  test('move the cursor, choose, and leave', async () => {
    const map = await open('section=N1&free=all')
    await map.key('ArrowRight', 'Home')
    await expect.poll(() => map.said()).toContain(labels.money(30_000))
    const first = await map.said()
    await map.key('ArrowRight', 'ArrowLeft')
    await expect.poll(() => map.said()).toBe(first)
    await map.key('Enter')
    await expect.poll(() => map.chosen()).toHaveLength(4)
    await map.key('Escape')
    await expect.poll(() => map.name()).toBe(labels.venueMap)
  })

  test('a choice that leaves a lone seat is told to the screen around', async () => {
    const map = await open('section=N1&free=all&mode=single')
    await map.key('ArrowRight', 'Home', 'ArrowRight', 'Enter')
    await expect.poll(() => map.page.evaluate(() => window.seatMapPage.lone.length)).toBe(1)
    await expect.poll(() => map.said()).toContain(labels.leavesAlone(1))
    await map.key('ArrowLeft', 'Enter')
    await expect.poll(() => map.page.evaluate(() => window.seatMapPage.lone)).toEqual([])
  })
})

describe('screens', () => {
  test('on a dense screen the canvas has all its pixels', async () => {
    const map = await open('', { ...kioskScreen, deviceScaleFactor: 2 })
    const box = await map.map.boundingBox()
    const widths = await map.page
      .locator('canvas')
      .evaluateAll((all) => all.slice(0, 2).map((canvas) => (canvas as HTMLCanvasElement).width))
    expect(widths).toEqual([Math.round((box?.width ?? 0) * 2), Math.round((box?.width ?? 0) * 2)])
  })

  test('a window of another size shows the map whole again, and keeps the choice', async () => {
    const map = await open('section=N1&free=all&selected=N1-A-1')
    await map.page.setViewportSize({ width: 1920, height: 1080 })
    const section = map.page.getByRole('button', { name: labels.wholeSection })
    await section.waitFor()
    expect(await map.chosen()).toEqual(['N1-A-1'])
    const box = await map.map.boundingBox()
    const canvas = map.page.locator('canvas').first()
    await expect.poll(async () => (await canvas.boundingBox())?.width).toBeCloseTo(box?.width ?? 0, 0)
  })

  test('whatever the window’s shape, map and legend find their places and stay there', async () => {
    const map = await open('')
    await map.tap(await map.section(stadium, 'S5'))
    await expect.poll(() => map.name()).toBe(labels.sectionMap('S5'))
    for (const height of [900, 1000, 1100, 1200, 1240, 1280, 1320, 1400, 1500, 1700]) {
      await map.page.setViewportSize({ width: 1000, height })
      const sizes = await map.map.evaluate(async (host) => {
        const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
        for (let i = 0; i < 5; i++) await frame()
        const seen: string[] = []
        for (let i = 0; i < 6; i++) {
          seen.push(`${host.clientWidth} × ${host.clientHeight}`)
          await frame()
        }
        return seen
      })
      expect(new Set(sizes).size, `${height} pixels high: ${sizes.join(', ')}`).toBe(1)
    }
  })

  test('a map that changes its size is never black', async () => {
    const map = await open('section=N1')
    const blacks = await map.map.evaluate(async (host) => {
      const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
      const root = document.getElementById('root')
      const looks: boolean[] = []
      // Observers are called in the order they were made, this one last, and then the frame is shown.
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

  test('nothing glides where the customer wants no motion', async () => {
    const map = await open('section=N1&free=all', { ...kioskScreen, reducedMotion: 'reduce' })
    await map.key('ArrowRight')
    const box = map.page.locator('[class*="cursor"]:not([hidden])')
    const at = await box.boundingBox()
    const resting = await map.cursor()
    expect((at?.x ?? 0) + (at?.width ?? 0) / 2).toBe(resting.x)
  })
})
