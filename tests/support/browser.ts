import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { launchChromium } from './chromium/launch.ts'

let launched: Promise<Browser> | undefined

/** Started by the first page and ended with the process, for all files that this worker runs; one that died is replaced. */
async function browserOfTheWorker(): Promise<Browser> {
  if (launched && !(await launched).isConnected()) launched = undefined
  launched ??= launchChromium()
  return launched
}

/** One browser for the worker, one fresh profile for each page. A test fails when its page threw an error that nothing caught. */
export function useBrowser(): { openPage: (options?: BrowserContextOptions) => Promise<Page> } {
  const openPage = async (options: BrowserContextOptions = {}): Promise<Page> => {
    const browser = await browserOfTheWorker()
    const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, locale: 'fr-FR', ...options })
    // What is waited for comes at its own pace on a busy machine.
    context.setDefaultTimeout(60_000)
    const page = await context.newPage()
    const uncaught: Error[] = []
    page.on('pageerror', (error) => uncaught.push(error))
    onTestFinished(async () => {
      await context.close()
      expect(uncaught).toEqual([])
    })
    return page
  }
  return { openPage }
}
