import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as Electron from 'electron'
import type { ElectronApplication } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { LOG_FILE } from '../../electron/host/log.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { expectPrinted, touchToReview } from '../e2e/customer.ts'
import { soldInto, startService, writeSettings } from '../world/machine.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { onScreen } from '../world/page.ts'
import { electronArguments, launch, overheard, unavailable, useInstalledProgram } from './electron.ts'

const program = useInstalledProgram()

/** Holds two seats and goes to the review screen. `tickets` waits until both tickets have been printed. */
async function toReview(settings: object) {
  const service = await startService()
  const line = await overheard(service)
  const data = temporaryFolder()
  writeSettings(data, line.service, settings)
  const { app, page } = await launch(program.path(), electronArguments(data))
  await touchToReview(page, 2, 'click')
  return { app, page, data, tickets: () => expectPrinted(soldInto(data, service), line.ownerRef(), 2) }
}

describe.skipIf(unavailable)('in the Electron window', () => {
  test('a page that crashes, then hangs, comes back to the sale it was showing, and the sale is finished there', async () => {
    const { app, tickets } = await toReview({})
    for (const [name, hurt] of [
      ['crashed', crash],
      ['hung', hang],
    ] as const) {
      const gone = app.evaluate(rendererGone)
      await app.evaluate(hurt)
      await gone
      await expect.poll(() => screenOf(app), { message: `the screen after the page ${name}` }).toBe('review')
    }
    await inWindow(
      app,
      `[...document.querySelectorAll('button')].find((each) => each.innerText.includes(${JSON.stringify(fr.review.pay.card)})).click()`,
    )
    await expect.poll(() => screenOf(app)).toBe('done')
    await tickets()
  })

  test('a component that throws, and a page that paints nothing: each time the sale is back within 10 s', async () => {
    const { app, page, data, tickets } = await toReview({ simulatedTerminal: { customerDelaySeconds: 20 } })
    const faults = (): readonly unknown[] =>
      readFileSync(join(data, LOG_FILE), 'utf8')
        .split('\n')
        .flatMap((line): unknown[] => (line.includes('screen.failed') ? [JSON.parse(line)] : []))

    const loaded = page.waitForEvent('load', { timeout: 10_000 })
    await app.evaluate(sendUndrawable)
    await loaded
    await onScreen(page, 'review')
    expect(faults()).toMatchObject([{ side: 'seller', kind: 'render', error: 'TypeError' }])
    expect(JSON.stringify(faults())).toMatch(/"stack":\["\S+ [\w-]+\.js:\d+:\d+"/u)

    await page.getByRole('button', { name: fr.review.pay.card }).click()
    await onScreen(page, 'card')
    const gone = app.evaluate(rendererGone)
    await app.evaluate(stopPainting)
    await gone
    await expect.poll(() => screenOf(app), { timeout: 10_000 }).toBe('card')
    expect(faults()).toMatchObject([{}, { side: 'seller', kind: 'hung' }])
    await expect.poll(() => screenOf(app)).toBe('done')
    await tickets()
  })
})

const crash = ({ BrowserWindow }: typeof Electron): void =>
  BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer()

const rendererGone = ({ BrowserWindow }: typeof Electron): Promise<void> =>
  new Promise((resolve) => {
    BrowserWindow.getAllWindows()[0]?.webContents.once('render-process-gone', () => resolve())
  })

/** Makes the page hang in its next task, after the call has returned. */
const hang = async ({ BrowserWindow }: typeof Electron): Promise<void> => {
  await BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('setTimeout(() => { for (;;); }, 0); null')
}

const sendUndrawable = ({ BrowserWindow }: typeof Electron): void =>
  BrowserWindow.getAllWindows()[0]?.webContents.send('kiosk:event', {
    name: 'ways-changed',
    payload: { tenderNames: null },
  })

const stopPainting = async ({ BrowserWindow }: typeof Electron): Promise<void> => {
  await BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('window.requestAnimationFrame = () => 0; null')
}

const screenOf = (app: ElectronApplication): Promise<unknown> =>
  inWindow(app, `document.querySelector('[data-settling="false"]')?.dataset.screen ?? null`)

/** Runs a script in the window itself, because the driver's handle of a crashed page is invalid. */
const inWindow = (app: ElectronApplication, script: string): Promise<unknown> =>
  app.evaluate(({ BrowserWindow }, code) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    return contents?.isCrashed() ? null : contents?.executeJavaScript(code)
  }, script) as Promise<unknown>
