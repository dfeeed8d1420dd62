import type { CDPSession } from 'playwright-core'
import { atMost, inMs, type Suite } from './harness.ts'
import type { Motion, Baseline } from './seat-map-page.ts'
import { servePages } from '../seat-map/serve-page.ts'
import { launchChromium } from '../support/chromium/launch.ts'
import type { VenuePlan } from '../../shared/domain/venue/venue-plan.ts'

export async function openBench() {
  const pages = await servePages(['bench'])
  const browser = await launchChromium()
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
  const page = await context.newPage()
  await page.goto(`${pages.url}bench.html`)
  const devtools = await browser.newBrowserCDPSession()
  return {
    page,
    /** Returns the CPU milliseconds of all browser processes during `work`. */
    cpuOf: async (work: () => Promise<void>): Promise<number> => {
      const before = await cpuTime(devtools)
      await work()
      return (await cpuTime(devtools)) - before
    },
    /** Returns the bytes that the map stores per seat, without the data of the service. */
    bytesASeat: async (seats: number): Promise<number> => {
      const own = await context.newCDPSession(page)
      const heap = async (): Promise<number> => {
        await own.send('HeapProfiler.collectGarbage')
        const { usedSize, backingStorageSize } = (await own.send('Runtime.getHeapUsage')) as HeapUsage
        return usedSize + (backingStorageSize ?? 0)
      }
      await page.reload()
      await page.evaluate((count) => window.benchPage.keep('seats', count), seats)
      const before = await heap()
      await page.evaluate((count) => window.benchPage.keep('map', count), seats)
      return ((await heap()) - before) / seats
    },
    /** Returns the milliseconds to draw the picture of each section on a new page, in the order of the sections. */
    looks: async (plan: VenuePlan): Promise<readonly number[]> => {
      await page.reload()
      return page.evaluate((venue) => venue.sections.map((_, section) => window.benchPage.look(venue, section)), plan)
    },
    close: async () => {
      await browser.close()
      pages.close()
    },
  }
}

type MapBench = Awaited<ReturnType<typeof openBench>>

/** `backingStorageSize`: bytes of typed arrays outside the heap, if the browser reports them. */
type HeapUsage = Readonly<{ usedSize: number; backingStorageSize?: number }>

async function cpuTime(devtools: CDPSession): Promise<number> {
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0)
}

function mover(bench: MapBench, name: string, rival: Baseline, seats: number, motion: Motion, frames: number) {
  return {
    name,
    units: frames,
    run: async () => {
      await bench.page.evaluate(([which, count]) => window.benchPage.show(which, count), [rival, seats] as const)
      return bench.cpuOf(() =>
        bench.page.evaluate(([how, count]) => window.benchPage.move(how, count), [motion, frames] as const),
      )
    },
  }
}

const SEATS = 100_000
const FRAMES = 40

export const suite: Suite = {
  title: 'one frame of a pan over 100,000 seats, 1920 × 1080, Chromium without a GPU, CPU time of all its processes',
  unit: { one: 'frame', many: 'frames' },
  clock: 'cpu',
  prepare: async () => {
    const bench = await openBench()
    const { page } = bench
    return {
      contenders: [
        mover(bench, 'guichet, 100,000 seats', 'guichet', SEATS, 'pan', FRAMES),
        mover(bench, 'guichet, 5,000 seats', 'guichet', 5000, 'pan', FRAMES),
        mover(bench, 'React SVG, 100,000 seats', 'react-svg', SEATS, 'pan', 6),
        mover(bench, 'pixi.js, 100,000 seats', 'pixi', SEATS, 'pan', 6),
        mover(bench, 'floor: a blank putImageData', 'blank', SEATS, 'pan', FRAMES),
      ],
      goals: [
        { against: 'React SVG, 100,000 seats', ratio: 20 },
        { against: 'pixi.js, 100,000 seats', ratio: 5 },
        { against: 'floor: a blank putImageData', ratio: 1 / 1.5 },
      ],
      // tests/seat-map/surface.test.ts checks that shifted pictures and newly drawn pictures are identical.
      check: async () => void (await page.evaluate((seats) => window.benchPage.hit(seats, 1000), SEATS)),
      facts: async () => {
        await page.reload()
        const first = await page.evaluate(() => window.benchPage.show('guichet', 5000))
        const firstOfAll = await page.evaluate((seats) => window.benchPage.show('guichet', seats), SEATS)
        const change = await page.evaluate(() => window.benchPage.change(200))
        const hit = await page.evaluate((seats) => window.benchPage.hit(seats, 50_000), SEATS)
        const bytes = await bench.bytesASeat(SEATS)
        return [
          `First picture of 100,000 seats, two frames included: ${firstOfAll.toFixed(0)} ms. One of them changes: ${(change * 1000).toFixed(0)} µs.`,
          atMost('first picture of 5,000 seats', first, 100, inMs),
          atMost('hit test', hit, 2_000, (ns) => `${ns.toFixed(0)} ns`),
          atMost('bytes kept a seat', bytes, 100, (each) => each.toFixed(0)),
        ]
      },
      close: bench.close,
    }
  },
}

export const zoom: Suite = {
  title: 'one frame of a zoom over 100,000 seats, with the sharp picture at its end, measured as the pan is',
  unit: { one: 'frame', many: 'frames' },
  clock: 'cpu',
  prepare: async () => {
    const bench = await openBench()
    return {
      contenders: [
        mover(bench, 'guichet, 100,000 seats', 'guichet', SEATS, 'zoom', FRAMES),
        mover(bench, 'guichet, 5,000 seats', 'guichet', 5000, 'zoom', FRAMES),
        mover(bench, 'pixi.js, 100,000 seats', 'pixi', SEATS, 'zoom', 6),
        mover(bench, 'floor: a blank putImageData', 'blank', SEATS, 'zoom', FRAMES),
      ],
      goals: [{ against: 'floor: a blank putImageData', ratio: 1 / 3 }],
      check: () => Promise.resolve(),
      close: bench.close,
    }
  },
}
