import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import type { SpeechFile } from '../../electron/kiosk/ports/ports.ts'
import { StaticFiles } from '../../electron/transport/static-files.ts'
import type { KioskEvent } from '../../shared/api/kiosk/contract.ts'
import type { Answers } from './scenes/answers.ts'

export interface FakeKiosk {
  /** Replies by method name. A change takes effect at the next call. */
  readonly answers: Answers
  readonly calls: readonly { readonly method: string; readonly input: unknown }[]
  emit(event: KioskEvent): void
}

/** Runs in the page before its own scripts. Sets `window.kiosk` and `window.fakeKiosk`. */
function installFakeKiosk(answers: Answers): void {
  const listeners = new Set<(event: KioskEvent) => void>()
  const calls: { readonly method: string; readonly input: unknown }[] = []
  const fakeKiosk: FakeKiosk = { answers, calls, emit: (event) => listeners.forEach((listener) => listener(event)) }
  const kiosk = {
    invoke: (method: string, input: unknown) => {
      calls.push({ method, input })
      // Succeeds by default, because no test depends on the result of this call.
      if (method === 'reportActivity') return Promise.resolve({ ok: true, value: null })
      return method in answers ? Promise.resolve(answers[method]) : Promise.reject(new Error(`${method}: gone`))
    },
    subscribe: (listener: (event: KioskEvent) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  Object.assign(window, { kiosk, fakeKiosk })
}

declare global {
  interface Window {
    readonly fakeKiosk: FakeKiosk
  }
}

const builtScreens = fileURLToPath(new URL('../../out/renderer', import.meta.url))

interface Screens {
  readonly address: string
  speech: readonly SpeechFile[]
}

/** Number of documents opened. Makes each address unique, because a new fragment opens no new document. */
let opened = 0

async function serveScreens(): Promise<Screens> {
  const staticFile = new StaticFiles(builtScreens, [], () => screens.speech).reply
  const server = createServer(({ url = '/' }, response) => {
    const { status, headers, body } = staticFile(new URL(url, 'http://127.0.0.1').pathname)
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  const screens: Screens = { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, speech: [] }
  return screens
}

let served: Promise<Screens> | undefined

/**
 * Opens the screens with a scripted main process. With `speech`, uses a new profile, because pages cache recordings.
 */
export async function openKiosk(
  page: Page,
  answers: Answers,
  screen: '' | '#kiosk' = '',
  speech: readonly SpeechFile[] = [],
): Promise<void> {
  const screens = await (served ??= serveScreens())
  screens.speech = speech
  await page.addInitScript(installFakeKiosk, answers)
  await page.goto(`${screens.address}?${(opened += 1)}${screen}`)
  // Events that are pushed before the first reply would reach no listener.
  const [kiosk, desk] = [
    '[data-screen]:not([data-screen="starting"])[data-settling="false"]',
    '[data-desk="signed-out"]',
  ]
  await page.locator(`${kiosk}, ${desk}`).waitFor()
}

/** Stops the installed clock of the page, which the test must then advance. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
}

/** Resolves when the screen is shown and accepts touches. */
export async function onScreen(page: Page, name: string): Promise<void> {
  await page.locator(`[data-screen="${name}"][data-settling="false"]`).waitFor()
}

export async function pushed(page: Page, event: KioskEvent): Promise<void> {
  await page.evaluate((sent) => window.fakeKiosk.emit(sent), event)
}

export async function answering(page: Page, answers: Answers): Promise<void> {
  await page.evaluate((changed) => Object.assign(window.fakeKiosk.answers, changed), answers)
}

export async function asked(page: Page, method: string): Promise<readonly unknown[]> {
  return page.evaluate(
    (wanted) => window.fakeKiosk.calls.filter((call) => call.method === wanted).map(({ input }) => input),
    method,
  )
}
