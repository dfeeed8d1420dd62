import { readFile } from 'node:fs/promises'
import type { CDPSession, Page } from 'playwright-core'
import { servePages } from '../seat-map/serve-page.ts'
import type { Motion, Rival } from './seat-map-page.ts'
import { launchChromium } from '../support/chromium/launch.ts'
import type { Contender } from './harness.ts'

/** A full HD screen of a machine without a GPU. */
export interface MapBench {
  readonly page: Page
  /** CPU milliseconds of all of the browser's processes for what `work` does. */
  readonly cpuOf: (work: () => Promise<void>) => Promise<number>
  /** Bytes that the map keeps of its own for each seat, the service's seats not counted. */
  readonly bytesASeat: (seats: number) => Promise<number>
  /** Bytes that all of the browser's processes take more of once a rival shows that many seats; null where no /proc tells. */
  readonly memoryOf: (rival: Rival, seats: number) => Promise<number | null>
  readonly close: () => Promise<void>
}

export async function openBench(): Promise<MapBench> {
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
      // What the first canvas of a page costs any rival is not a rival's own.
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

/** `backingStorageSize`, where the browser tells, is what typed arrays hold outside the heap. */
interface HeapUsage {
  readonly usedSize: number
  readonly backingStorageSize?: number
}

async function cpuTime(devtools: CDPSession): Promise<number> {
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0)
}

/** Memory of processes that is no file's: each page shared among n counts to an n-th. */
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

/** A rival's frames of one movement; slow ones do fewer. */
export function mover(
  bench: MapBench,
  name: string,
  rival: Rival,
  seats: number,
  motion: Motion,
  frames: number,
): Contender {
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
