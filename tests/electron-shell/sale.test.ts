import type * as Electron from 'electron'
import type { ElectronApplication } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { expectPrinted, soldInto, startService, touchToReview, writeSettings } from '../e2e/sale-machine.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { electronArguments, launch, unavailable, useInstalledProgram } from './electron.ts'
import { overheard } from './overheard.ts'

const program = useInstalledProgram()

describe.skipIf(unavailable)('in the Electron window', () => {
  test('a page that crashes, then hangs, comes back to the sale it was showing, and the sale is finished there', async () => {
    const service = await startService()
    const line = await overheard(service)
    const data = temporaryFolder()
    writeSettings(data, line.service, {})
    const { app, page } = await launch(program.path(), electronArguments(data))
    await touchToReview(page, 2, 'click')
    const screen = (): Promise<unknown> =>
      inWindow(app, `document.querySelector('[data-settling="false"]')?.dataset.screen ?? null`)
    for (const [name, hurt] of [
      ['crashed', crash],
      ['hung', hang],
    ] as const) {
      const gone = app.evaluate(rendererGone)
      await app.evaluate(hurt)
      await gone
      await expect.poll(screen, { message: `the screen after the page ${name}` }).toBe('review')
    }
    await inWindow(
      app,
      `[...document.querySelectorAll('button')].find((each) => each.innerText.includes(${JSON.stringify(fr.review.pay.card)})).click()`,
    )
    await expect.poll(screen).toBe('done')
    await expectPrinted(soldInto(data, service), line.ownerRef(), 2)
  })
})

const crash = ({ BrowserWindow }: typeof Electron): void =>
  BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer()

const rendererGone = ({ BrowserWindow }: typeof Electron): Promise<void> =>
  new Promise((resolve) => {
    BrowserWindow.getAllWindows()[0]?.webContents.once('render-process-gone', () => resolve())
  })

/** The page is busy for ever from its next moment on; the answer that it is does not wait for that. */
const hang = async ({ BrowserWindow }: typeof Electron): Promise<void> => {
  await BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('setTimeout(() => { for (;;); }, 0); null')
}

/** The hurt page's own handle is dead: the window itself is asked. */
const inWindow = (app: ElectronApplication, script: string): Promise<unknown> =>
  app.evaluate(({ BrowserWindow }, code) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    return contents?.isCrashed() ? null : contents?.executeJavaScript(code)
  }, script) as Promise<unknown>
