import { readFile } from 'node:fs/promises'
import type { CDPSession, Page } from 'playwright-core'
import type { Contender, Suite } from './harness.ts'
import type { Motion, Rival } from './seat-map-page.ts'
import { servePages } from '../seat-map/serve-page.ts'
import { launchChromium } from '../support/chromium/launch.ts'

/** A full HD browser page without a GPU. */
interface MapBench {
  readonly page: Page
  /** Returns the CPU milliseconds of all browser processes during `work`. */
  readonly cpuOf: (work: () => Promise<void>) => Promise<number>
  /** Returns the bytes that the map stores per seat, excluding the data of the service. */
  readonly bytesASeat: (seats: number) => Promise<number>
  /** Returns the additional memory of all browser processes with a rival's map, in bytes. Null without /proc. */
  readonly memoryOf: (rival: Rival, seats: number) => Promise<number | null>
  readonly close: () => Promise<void>
}

async function openBench(): Promise<MapBench> {
  const pages = await servePages(['bench'])
  const browser = await launchChromium()
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
  const page = await context.newPage()
  await page.goto(`${pages.url}bench.html`)
  const devtools = await browser.newBrowserCDPSession()
  return {
    page,
    cpuOf: async (work) => {
      const before = await cpuTime(devtools)
      await work()
      return (await cpuTime(devtools)) - before
    },
    bytesASeat: async (seats) => {
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
    memoryOf: async (rival, seats) => {
      const own = await context.newCDPSession(page)
      const taken = async (): Promise<number | null> => {
        await own.send('HeapProfiler.collectGarbage')
        const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
        return ownMemory(processInfo.map(({ id }) => id))
      }
      await page.reload()
      // Draw an empty canvas first, so that the cost of the first canvas on a page is not attributed to the rival.
      await page.evaluate(() => window.benchPage.show('blank', 1))
      const before = await taken()
      await page.evaluate(([which, count]) => window.benchPage.show(which, count), [rival, seats] as const)
      await page.evaluate(() => window.benchPage.move('pan', 3))
      const after = await taken()
      return before === null || after === null ? null : after - before
    },
    close: async () => {
      await browser.close()
      pages.close()
    },
  }
}

/** `backingStorageSize`: bytes of typed arrays outside the heap, if the browser reports it. */
interface HeapUsage {
  readonly usedSize: number
  readonly backingStorageSize?: number
}

async function cpuTime(devtools: CDPSession): Promise<number> {
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0)
}

/** Returns the anonymous memory of processes. A page shared by n processes counts as 1/n. */
async function ownMemory(pids: readonly number[]): Promise<number | null> {
  try {
    const rollups = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/smaps_rollup`, 'utf8')))
    const kilobytes = rollups.flatMap((text) => [...text.matchAll(/^Pss_(?:Anon|Shmem):\s+(\d+) kB$/gmu)])
    return kilobytes.reduce((sum, [, size]) => sum + Number(size) * 1024, 0)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Creates a contender that draws the frames of one movement. Slow rivals draw fewer frames. */
function mover(bench: MapBench, name: string, rival: Rival, seats: number, motion: Motion, frames: number): Contender {
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
        mover(bench, 'React SVG, 5,000 seats', 'react-svg', 5000, 'pan', 20),
        mover(bench, 'pixi.js, 100,000 seats', 'pixi', SEATS, 'pan', 6),
        mover(bench, 'pixi.js, 5,000 seats', 'pixi', 5000, 'pan', 20),
        mover(bench, 'canvas, every seat on every frame', 'canvas', SEATS, 'pan', 6),
        mover(bench, 'floor: a blank putImageData', 'blank', SEATS, 'pan', FRAMES),
      ],
      goals: [
        { against: 'React SVG, 100,000 seats', ratio: 20 },
        { against: 'pixi.js, 100,000 seats', ratio: 5 },
        { against: 'floor: a blank putImageData', ratio: 1 / 1.5 },
      ],
      // That slid pictures equal fresh ones is checked pixel by pixel in tests/seat-map/surface.test.ts.
      check: async () => void (await page.evaluate((seats) => window.benchPage.hit(seats, 1000), SEATS)),
      facts: async () => {
        await page.reload()
        const first = await page.evaluate(() => window.benchPage.show('guichet', 5000))
        const firstOfAll = await page.evaluate((seats) => window.benchPage.show('guichet', seats), SEATS)
        const change = await page.evaluate(() => window.benchPage.change(200))
        const hit = await page.evaluate((seats) => window.benchPage.hit(seats, 50_000), SEATS)
        const bytes = await bench.bytesASeat(SEATS)
        const memory = new Map<Rival, number | null>()
        for (const rival of ['guichet', 'react-svg', 'pixi'] as const)
          memory.set(rival, await bench.memoryOf(rival, SEATS))
        return [
          `Memory of all processes for 100,000 seats on the screen: ${[...memory]
            .map(([rival, own]) => `${rival} ${own === null ? 'not measured' : `${(own / 2 ** 20).toFixed(0)} MiB`}`)
            .join(', ')}.`,
          `First picture of 100,000 seats, two frames included: ${firstOfAll.toFixed(0)} ms. One of them changes: ${(change * 1000).toFixed(0)} µs.`,
          { what: 'first picture of 5,000 seats', value: `${first.toFixed(0)} ms`, goal: '< 100 ms', met: first < 100 },
          { what: 'hit test', value: `${hit.toFixed(0)} ns`, goal: '< 2,000 ns', met: hit < 2000 },
          { what: 'bytes kept a seat', value: bytes.toFixed(0), goal: '≤ 100', met: bytes <= 100 },
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
        mover(bench, 'React SVG, 5,000 seats', 'react-svg', 5000, 'zoom', 20),
        mover(bench, 'pixi.js, 100,000 seats', 'pixi', SEATS, 'zoom', 6),
        mover(bench, 'floor: a blank putImageData', 'blank', SEATS, 'zoom', FRAMES),
      ],
      goals: [{ against: 'floor: a blank putImageData', ratio: 1 / 3 }],
      check: () => Promise.resolve(),
      close: bench.close,
    }
  },
}
