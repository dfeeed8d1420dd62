import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { promisify } from 'node:util'
import type { BrowserContext } from 'playwright-core'
import type { Suite } from './harness.ts'
import { portOf } from './line-client.ts'
import { demoData, serveProgram, wipe } from '../support/served-program.ts'
import { launchChromium } from '../support/chromium/launch.ts'

const runFile = promisify(execFile)

export const suite: Suite = {
  title: 'the built program from nothing until its screens are served, ledger and demo service open; wall clock',
  unit: { one: 'start', many: 'starts' },
  clock: 'wall',
  prepare: async () => {
    const data = await demoData()
    const start = async (): Promise<number> => {
      const began = performance.now()
      const program = await serveProgram(data)
      const took = performance.now() - began
      await program.stop()
      return took
    }
    return {
      contenders: [
        { name: 'guichet', units: 1, run: start },
        {
          name: 'floor: bare node',
          units: 1,
          run: async () => {
            const began = performance.now()
            await runFile(process.execPath, ['-e', 'console.log(0)'])
            return performance.now() - began
          },
        },
      ],
      goals: [{ against: 'floor: bare node', ratio: 1 / 2.5 }],
      // This start is not measured, because the first start creates the database.
      check: async () => void (await start()),
      close: () => wipe(data),
    }
  },
}

const blankPage = '<!doctype html><html lang="fr"><title>-</title><p>-</p>'

const noCookies: Awaited<ReturnType<BrowserContext['storageState']>> = { cookies: [], origins: [] }

export const page: Suite = {
  title: 'from an empty browser window to the first words on the screen, without a cache; wall clock',
  unit: { one: 'page', many: 'pages' },
  clock: 'wall',
  prepare: async () => {
    const data = await demoData()
    const program = await serveProgram(data)
    const browser = await launchChromium()
    const blank = createServer((_, response) => response.end(blankPage))
    await new Promise<void>((resolve) => blank.listen(0, '127.0.0.1', resolve))

    let entered = noCookies

    /** Measures the milliseconds from a new window to the first contentful paint, with its fonts loaded. */
    const opened = async (url: string, storageState = noCookies): Promise<number> => {
      const context = await browser.newContext({ viewport: { width: 1080, height: 1920 }, storageState })
      const began = performance.now()
      const page = await context.newPage()
      await page.goto(url, { waitUntil: 'commit' })
      await page.evaluate(
        () =>
          new Promise((resolve) =>
            new PerformanceObserver((list) => {
              if (list.getEntriesByName('first-contentful-paint').length > 0) resolve(document.fonts.ready)
            }).observe({ type: 'paint', buffered: true }),
          ),
      )
      const took = performance.now() - began
      await context.close()
      return took
    }
    return {
      contenders: [
        { name: 'guichet', units: 1, run: () => opened(new URL('/', program.url).href, entered) },
        { name: 'floor: a blank page', units: 1, run: () => opened(`http://127.0.0.1:${portOf(blank)}/`) },
      ],
      goals: [{ against: 'floor: a blank page', ratio: 1 / 1.5 }],
      // The entry address is valid for only one browser, so the other browsers reuse its cookie.
      check: async () => {
        const context = await browser.newContext()
        const page = await context.newPage()
        await page.goto(program.url)
        await page.locator('[data-screen="attract"]').waitFor()
        entered = await context.storageState()
        await context.close()
      },
      close: async () => {
        await browser.close()
        blank.close()
        await program.stop()
        await wipe(data)
      },
    }
  },
}
