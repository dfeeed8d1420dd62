import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Page } from 'playwright-core'
import { createKiosk } from '../../electron/app/kiosk.ts'
import { createDocumentService } from '../../electron/printing/document-service.ts'
import { loadConfig } from '../../electron/config/config.ts'
import { fileURLToPath } from 'node:url'
import { need } from '../world/campaign/kiosk.ts'
import { onScreen, openKiosk } from '../world/page.ts'
import { calmAnswers } from '../world/scenes/answers.ts'
import { toEvents } from '../world/scenes/ways.ts'
import { launchChromium } from '../support/chromium/launch.ts'
import { atMost, type Watch } from './harness.ts'
import { table } from './report.ts'
import { demoData, wipe } from '../support/served-program.ts'

/** Maximum growth after the warm-up, as a share. */
const MAX_GROWTH = 0.05

interface Length {
  /** Duration of the warm-up, which fills caches and compiled code. */
  readonly warmHours: number
  readonly hours: number
  /** Number of measured visits, and of visits in the warm-up. */
  readonly visits: number
}

const FULL: Length = { warmHours: 8, hours: 24, visits: 100 }
const ONCE: Length = { warmHours: 1, hours: 1, visits: 3 }

const HOUR_MS = 3_600_000
/** Requests of an idle page in an hour. An idle page polls the events every 30 seconds. */
const CALLS_AN_HOUR = 120

interface Course {
  readonly name: string
  /** Bytes after the warm-up (`from`) and at the end (`to`), after garbage collection. */
  readonly from: number
  readonly to: number
}

export const suite: Watch = {
  title: 'memory that is in use, garbage collected, after warm-up and at the end',
  async watch(once) {
    const length = once ? ONCE : FULL
    const courses = [await idlePage(length), await visitedPage(length), await idleProgram(length)]
    const figures = courses.map(({ name, from, to }) =>
      atMost(name, to / from - 1, MAX_GROWTH, (growth) => `${(growth * 100).toFixed(1)} %`),
    )
    const rows = courses.map(({ name, from, to }) => [name, mebibytes(from), mebibytes(to)])
    return { lines: table(['', 'after warm-up', 'at the end'], rows), figures }
  },
}

async function idlePage({ warmHours, hours }: Length): Promise<Course> {
  return onPage(async (page) => {
    await page.clock.install()
    await openKiosk(page, calmAnswers)
    const hour = async (): Promise<void> => {
      // Advances in steps, so that every poll is answered before the next one is due.
      for (let i = 0; i < CALLS_AN_HOUR; i++) await page.clock.fastForward(HOUR_MS / CALLS_AN_HOUR)
      await page.evaluate(() => (window.fakeKiosk.calls as unknown[]).splice(0))
    }
    for (let i = 0; i < warmHours; i++) await hour()
    const from = await pageMemory(page)
    for (let i = 0; i < hours; i++) await hour()
    return { name: `page, idle for a simulated day`, from, to: await pageMemory(page) }
  })
}

async function visitedPage({ visits }: Length): Promise<Course> {
  return onPage(async (page) => {
    await openKiosk(page, calmAnswers)
    await toEvents(page)
    const press = (name: string | RegExp): Promise<void> => page.getByRole('button', { name }).first().click()
    const visit = async (): Promise<void> => {
      await press('Sénégal')
      await onScreen(page, 'offers')
      await press('3 places')
      await press('Choisir sur le plan')
      await onScreen(page, 'map')
      await page.getByRole('application').waitFor()
      await press('Liste')
      await page.getByRole('navigation').getByRole('button').first().click()
      await press('Plan')
      await page.getByRole('application', { name: /Plan du secteur/u }).waitFor()
      await press('Recommencer')
      await onScreen(page, 'events')
      await page.evaluate(() => (window.fakeKiosk.calls as unknown[]).splice(0))
    }
    for (let i = 0; i < visits; i++) await visit()
    const from = await pageMemory(page)
    for (let i = 0; i < visits; i++) await visit()
    return { name: `page, ${visits} customers on the plan`, from, to: await pageMemory(page) }
  })
}

async function idleProgram({ warmHours, hours }: Length): Promise<Course> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const data = await demoData()
  const config = loadConfig({ dataDirectory: data })
  if (!config.ok) throw new Error(config.error.lines.join('\n'))
  const kiosk = await createKiosk(config.value, {
    version: 'bench',
    resourcesDirectory: fileURLToPath(new URL('../../resources', import.meta.url)),
    log: { info: () => undefined, warn: () => undefined, error: console.error },
    openDocuments: createDocumentService,
    sqliteBinding: undefined,
  })
  const { api } = kiosk
  const hour = async (): Promise<void> => {
    for (let i = 0; i < CALLS_AN_HOUR; i++) {
      const listed = await api.listEvents({ page: 1, limit: 100 })
      const eventId = listed.ok ? listed.value.events[0]?.eventId : undefined
      if (i % 20 !== 0 || eventId === undefined) continue
      const { saleId } = need(await api.startVisit({ eventId, language: 'fr' }))
      need(await api.proposeSeats({ saleId, count: 2 }))
      need(await api.refreshOverview({ saleId }))
      need(await api.abandonSale({ saleId, reason: 'idle' }))
    }
  }
  const used = (): number => {
    collect()
    const { heapUsed, external, arrayBuffers } = process.memoryUsage()
    return heapUsed + external + arrayBuffers
  }
  // The warm-up fills the cache of the demo service, which contains the texts of all sections after some hours.
  for (let i = 0; i < warmHours; i++) await hour()
  const from = used()
  for (let i = 0; i < hours; i++) await hour()
  const to = used()
  await kiosk.stop()
  await wipe(data)
  return { name: 'program, a simulated day with 6 visits an hour', from, to }
}

async function onPage(run: (page: Page) => Promise<Course>): Promise<Course> {
  const browser = await launchChromium()
  try {
    const context = await browser.newContext({ viewport: { width: 1080, height: 1920 }, reducedMotion: 'reduce' })
    return await run(await context.newPage())
  } finally {
    await browser.close()
  }
}

async function pageMemory(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  // The second collection frees the memory that the first one released.
  for (let i = 0; i < 2; i++) await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize } = (await devtools.send('Runtime.getHeapUsage')) as {
    usedSize: number
    backingStorageSize?: number
  }
  await devtools.detach()
  return usedSize + (backingStorageSize ?? 0)
}

const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`
