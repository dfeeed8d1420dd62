import type { Browser, BrowserContextOptions, Disposable, Page } from 'playwright-core'
import { afterAll, expect, onTestFinished } from 'vitest'
import { openKiosk } from '../world/page.ts'
import type { Answers } from '../world/scenes/answers.ts'
import { launchChromium } from './chromium/launch.ts'
import { cleanUp } from './clean-up.ts'

let connected: Promise<Browser> | undefined

/** Returns the worker's browser, and launches it if necessary. A single browser for all workers would be slower. */
async function browserOfTheWorker(): Promise<Browser> {
  if (connected && !(await connected).isConnected()) connected = undefined
  // Further threads for compiling and garbage collection would cost CPU time that the other workers need.
  connected ??= launchChromium(['--js-flags=--single-threaded'])
  return connected
}

async function newPage(options: BrowserContextOptions): Promise<Page> {
  const browser = await browserOfTheWorker()
  // Animations are disabled unless a test requires them, because each frame is drawn in software.
  const standard = { viewport: { width: 1920, height: 1080 }, locale: 'fr-FR', reducedMotion: 'reduce' } as const
  const context = await browser.newContext({ ...standard, ...options })
  // On a busy computer, pages may respond slowly.
  context.setDefaultTimeout(60_000)
  return context.newPage()
}

type OpenPage<Options extends BrowserContextOptions> = (options?: Options) => Promise<Page>

/** Opens each page in a new profile. A test fails if its page threw an uncaught error. */
export function useBrowser(): { openPage: OpenPage<BrowserContextOptions> } {
  const openPage = async (options: BrowserContextOptions = {}): Promise<Page> => {
    const page = await newPage(options)
    const uncaught: Error[] = []
    page.on('pageerror', (error) => uncaught.push(error))
    cleanUp(async () => {
      await page.context().close()
      expect(uncaught).toEqual([])
    })
    return page
  }
  return { openPage }
}

interface ReusedPageOptions extends BrowserContextOptions {
  /** Installs the page's clock. Without `hasClock`, a page whose test calls `page.clock.install()` is not reused. */
  readonly hasClock?: boolean
}

interface ReusedPage {
  readonly page: Page
  /** All options except the viewport, as JSON. A page is reused only by tests with the same options. */
  readonly kind: string
  readonly scripts: Disposable[]
  /** True if the test changed a state that a new document does not reset. A spent page is closed after the test. */
  isSpent: boolean
  isBlank: boolean
}

const idlePages: ReusedPage[] = []

/** Marks a page as spent when a test changes a state that a new document does not reset. */
function watch(reused: ReusedPage): void {
  const { page, scripts } = reused
  const spend = (owner: object, methods: readonly string[]): void => {
    for (const method of methods) {
      const original = Reflect.get(owner, method) as (...given: unknown[]) => unknown
      const spending = (...given: unknown[]): unknown => {
        reused.isSpent = true
        return original.apply(owner, given)
      }
      Object.assign(owner, { [method]: spending })
    }
  }
  spend(page, ['route', 'routeWebSocket', 'exposeFunction', 'exposeBinding', 'emulateMedia', 'setExtraHTTPHeaders'])
  spend(page, ['addLocatorHandler', 'setDefaultTimeout', 'setDefaultNavigationTimeout', 'close'])
  spend(page.clock, ['setFixedTime', 'setSystemTime', ...(reused.kind.includes('hasClock') ? [] : ['install'])])
  spend(page.keyboard, ['down'])
  spend(page.mouse, ['down'])
  const addInitScript = page.addInitScript.bind(page) as (...given: unknown[]) => Promise<Disposable>
  const adding = async (...given: unknown[]): Promise<Disposable> => {
    const script = await addInitScript(...given)
    scripts.push(script)
    return script
  }
  Object.assign(page, { addInitScript: adding })
}

/** Opens a blank page to end all activity of the last test. Closes a page whose server has stopped. */
async function blank(reused: ReusedPage): Promise<void> {
  if (reused.isBlank) return
  reused.isBlank = true
  const { page } = reused
  await page.goto(new URL('/blank', page.url()).href).catch(() => page.context().close())
}

async function takePage({ viewport, ...options }: ReusedPageOptions): Promise<ReusedPage> {
  const kind = JSON.stringify(options)
  const index = idlePages.findLastIndex((each) => each.kind === kind)
  const [idle] = index < 0 ? [] : idlePages.splice(index, 1)
  await Promise.all(idlePages.map(blank))
  if (idle) {
    const { page } = idle
    const wanted = viewport ?? { width: 1920, height: 1080 }
    if (JSON.stringify(page.viewportSize()) !== JSON.stringify(wanted)) await page.setViewportSize(wanted)
    if (options.hasClock) {
      await page.clock.resume()
      await page.clock.install()
    }
    return idle
  }
  const { hasClock, ...forContext } = options
  const page = await newPage(viewport === undefined ? forContext : { ...forContext, viewport })
  if (hasClock) await page.clock.install()
  const reused: ReusedPage = { page, kind, scripts: [], isSpent: false, isBlank: true }
  watch(reused)
  return reused
}

/** Resets the state that a new document does not reset: the pointer, the storage and the init scripts. */
async function giveBack(reused: ReusedPage): Promise<void> {
  const { page, scripts } = reused
  for (const script of scripts.splice(0)) await script.dispose()
  await page.mouse.move(0, 0)
  // The session storage belongs to the page, not to the profile, so DevTools does not clear it with the profile.
  await page.evaluate(() => sessionStorage.clear())
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes: 'all' })
  await session.detach()
  reused.isBlank = false
  idlePages.push(reused)
}

/** Opens pages that later tests reuse. A test fails if its page threw an uncaught error. */
export function useReusedPages(): { openPage: OpenPage<ReusedPageOptions> } {
  afterAll(async () => {
    await Promise.all(idlePages.map(blank))
  })
  const openPage = async (options: ReusedPageOptions = {}): Promise<Page> => {
    idlePages.splice(0, Infinity, ...idlePages.filter(({ page }) => !page.isClosed()))
    const reused = await takePage(options)
    const { page } = reused
    const uncaught: Error[] = []
    const collect = (error: Error): void => void uncaught.push(error)
    // Errors of the previous document arrive before the new document is loaded.
    page.once('framenavigated', () => page.on('pageerror', collect))
    onTestFinished(async ({ task }) => {
      page.off('pageerror', collect)
      if (reused.isSpent || uncaught.length > 0 || task.result?.state === 'fail') await page.context().close()
      else await giveBack(reused)
      expect(uncaught).toEqual([])
    })
    return page
  }
  return { openPage }
}

export function useKioskPages(standard: ReusedPageOptions) {
  const { openPage } = useReusedPages()
  return {
    openPage,
    open: async (answers: Answers, options: ReusedPageOptions = {}): Promise<Page> => {
      const page = await openPage({ ...standard, ...options })
      await openKiosk(page, answers)
      return page
    },
  }
}
