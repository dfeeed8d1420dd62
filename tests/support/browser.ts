import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { launchChromium } from './chromium/launch.ts'

/**
 * Call at the top of a test file: one browser for the file, one fresh profile for each page. A test fails when its page
 * threw an error that nothing caught.
 */
export function useBrowser(): { openPage: (options?: BrowserContextOptions) => Promise<Page> } {
  let browser: Browser | undefined

  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser?.close()
  })

  const openPage = async (options: BrowserContextOptions = {}): Promise<Page> => {
    if (!browser) throw new Error('openPage is for tests and hooks: the browser starts before the first test')
    const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, locale: 'fr-FR', ...options })
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
