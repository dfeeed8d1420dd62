import type { BrowserContextOptions, Page } from 'playwright-core'
import { createI18n } from '../../renderer/i18n/i18n.ts'
import type { SeatMapLabels } from '../../renderer/i18n/fr/kiosk.ts'
import { sectionLayout } from '../../renderer/seat-map/layout/section-layout.ts'
import { venueLayout } from '../../renderer/seat-map/layout/venue-layout.ts'
import { sceneBounds } from '../../renderer/seat-map/paint/section-scene.ts'
import { centredOn, fitted, kept, marginsOf, toScreen } from '../../renderer/seat-map/surface/map-surface.ts'
import { TOUCH_SIZE } from '../../renderer/seat-map/map-stage.tsx'
import type { VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { demoSection, demoVisit } from './demo-venue.ts'

const { t, money } = createI18n('fr')

export const labels: SeatMapLabels = { ...t.seatMap, money: (amount) => money(amount, 'GNF') }

export const PIXELS_PER_MILLIMETRE = 4

export interface Spot {
  readonly x: number
  readonly y: number
}

/** Reads the visible canvas in the page, in a tenth of the time of a screenshot. `data` is in base64. */
function paintedAt(host: Element, { x, y, size }: Spot & { readonly size: number }): { width: number; data: string } {
  const canvas = [...host.querySelectorAll('canvas')].find(({ style }) => style.visibility !== 'hidden')
  const context = canvas?.getContext('2d')
  if (!canvas || !context) throw new Error('nothing is shown')
  const { left, top, width } = canvas.getBoundingClientRect()
  const ratio = canvas.width / width
  const side = Math.round(size * ratio)
  const { data } = context.getImageData(Math.round((x - left) * ratio), Math.round((y - top) * ratio), side, side)
  let bytes = ''
  for (let from = 0; from < data.length; from += 4096) bytes += String.fromCharCode(...data.subarray(from, from + 4096))
  return { width: side, data: btoa(bytes) }
}

/** Returns a hash of the visible canvas once it has been unchanged for `frames` frames. Runs in the page. */
async function pictureOf(host: Element, frames: number): Promise<string> {
  const sum = (): string => {
    const canvas = [...host.querySelectorAll('canvas')].find(({ style }) => style.visibility !== 'hidden')
    const context = canvas?.getContext('2d')
    if (!canvas || !context) throw new Error('nothing is shown')
    const { buffer } = context.getImageData(0, 0, canvas.width, canvas.height).data
    let hash = 0
    for (const pixel of new Uint32Array(buffer)) hash = (Math.imul(hash, 31) + pixel) | 0
    const { left, top } = canvas.getBoundingClientRect()
    return [hash, canvas.width, canvas.height, left, top].join()
  }
  let last = sum()
  for (let same = 0; same < frames; same += 1) {
    await new Promise(requestAnimationFrame)
    const now = sum()
    if (now !== last) same = -1
    last = now
  }
  return last
}

const insetsOf = (margin: number) => ({ left: margin, top: margin, right: margin, bottom: margin })

/** Operates a page with the map: locates places on its canvas, simulates fingers, reads what is selected and spoken. */
export class MapPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async open(address: string): Promise<this> {
    await this.page.goto(address)
    await this.page.evaluate(() => document.fonts.ready)
    await this.map.waitFor()
    return this
  }

  get map() {
    return this.page.getByRole('application')
  }

  async said(): Promise<string> {
    return this.page.getByRole('status').filter({ hasText: /\S/u }).innerText()
  }

  async name(): Promise<string | null> {
    return this.map.getAttribute('aria-label')
  }

  async chosen(): Promise<readonly string[]> {
    return (await this.page.evaluate(() => window.seatMapPage.selected)).toSorted((a, b) => a.localeCompare(b))
  }

  async key(...keys: readonly string[]): Promise<void> {
    await this.map.focus()
    for (const key of keys) await this.page.keyboard.press(key)
  }

  async cursor(): Promise<Spot & { readonly width: number }> {
    const box = this.page.locator('[class*="cursor"]:not([hidden])')
    const { x, y, width, height } = await box.evaluate(async (element) => {
      for (let last = ''; ;) {
        const { x, y, width, height } = element.getBoundingClientRect()
        const now = JSON.stringify([x, y, width, height])
        if (now === last) return { x, y, width, height }
        last = now
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      }
    })
    return { x: x + width / 2, y: y + height / 2, width }
  }

  async cursorGone(): Promise<void> {
    await this.page.locator('[class*="cursor"][hidden]').waitFor({ state: 'attached' })
  }

  /** Returns the place of a section's name on the map. `nearer`: after a tap that only zoomed in. */
  async section(plan: VenuePlan, code: string, { withPlan = true, nearer = false } = {}): Promise<Spot> {
    const box = (await this.map.boundingBox())!
    const aspect = Math.round((box.width / box.height) * 20) / 20
    const { bounds, sections } = venueLayout(withPlan ? plan : null, demoVisit(plan).session.overview, aspect)
    const rem = await this.page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
    const insets = insetsOf(rem * 1.25)
    const found = sections.find(({ offer }) => offer?.code === code)!
    const whole = fitted(bounds, box, insets)
    const close = (1.4 * TOUCH_SIZE * PIXELS_PER_MILLIMETRE) / found.size
    const camera = nearer
      ? kept(centredOn(found.middle, close, box, insets), bounds, box, marginsOf(whole, bounds, box))
      : whole
    const [x, y] = toScreen(camera, found.middle)
    return { x: box.x + x, y: box.y + y }
  }

  async seat(plan: VenuePlan, seatId: string): Promise<Spot> {
    const box = (await this.map.boundingBox())!
    const [code = ''] = seatId.split('-')
    const planned = plan.sections.find((section) => section.code === code) ?? null
    const layout = sectionLayout(demoSection(plan, code), planned)
    const seat = layout.indexOf.get(seatId) ?? NaN
    const whole = fitted(sceneBounds(layout), box, { ...insetsOf(PIXELS_PER_MILLIMETRE), top: 0 })
    const [x, y] = toScreen(whole, [layout.xs[seat] ?? NaN, layout.ys[seat] ?? NaN])
    return { x: box.x + x, y: box.y + y }
  }

  /** Returns the pixels of a square, four bytes each. `width` is its side in device pixels. */
  async around({ x, y }: Spot, reach: number) {
    const place = { x: Math.round(x) - reach, y: Math.round(y) - reach, size: 2 * reach }
    const { width, data } = await this.map.evaluate(paintedAt, place)
    return { width, data: Buffer.from(data, 'base64') }
  }

  async color({ x, y }: Spot): Promise<readonly number[]> {
    const { data } = await this.map.evaluate(paintedAt, { x: Math.round(x), y: Math.round(y), size: 1 })
    return [...Buffer.from(data, 'base64').subarray(0, 3)]
  }

  /** Simulates fingers on the screen. `fingers`: current positions of all fingers; an empty list lifts all fingers. */
  async touch(type: 'touchStart' | 'touchMove' | 'touchEnd', ...fingers: readonly Spot[]): Promise<void> {
    this.#devtools ??= await this.page.context().newCDPSession(this.page)
    const touchPoints = fingers.map(({ x, y }, id) => ({ x, y, id }))
    await this.#devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
  }
  #devtools: Awaited<ReturnType<ReturnType<Page['context']>['newCDPSession']>> | undefined

  /** Simulates two fingers on either side of a place. `from` and `to` are their first and last distances in pixels. */
  async pinch({ x, y }: Spot, from: number, to: number): Promise<void> {
    const fingers = (apart: number): readonly Spot[] => [
      { x: x - apart / 2, y },
      { x: x + apart / 2, y },
    ]
    await this.touch('touchStart', ...fingers(from))
    for (const share of [0.25, 0.5, 0.75, 1]) await this.touch('touchMove', ...fingers(from + (to - from) * share))
    await this.touch('touchEnd')
  }

  async picture(): Promise<string> {
    return this.map.evaluate(pictureOf, 0)
  }

  async rested(): Promise<void> {
    await this.map.evaluate(pictureOf, 3)
  }

  async tap({ x, y }: Spot): Promise<void> {
    await this.page.touchscreen.tap(x, y)
  }
}

/** An upright 21.5-inch touch screen with reduced motion, because each frame of a glide is rendered in software. */
export const kioskScreen: BrowserContextOptions = { viewport: { width: 1080, height: 1300 }, hasTouch: true }

export const glidingScreen: BrowserContextOptions = { ...kioskScreen, reducedMotion: 'no-preference' }
