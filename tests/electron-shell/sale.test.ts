import type * as Electron from 'electron'
import type { ElectronApplication } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { expectPrinted, soldInto, startService, title, touchToReview, writeSettings } from '../e2e/sale-machine.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { onScreen } from '../support/kiosk-page.ts'
import { electronArguments, launch, unavailable, useInstalledProgram } from './electron.ts'
import { overheard } from './overheard.ts'

const program = useInstalledProgram()

describe.skipIf(unavailable)('in the Electron window', () => {
  test('three neighbouring seats are bought, and come out as three tickets that the gate can read', async () => {
    const service = await startService()
    const line = await overheard(service)
    const data = temporaryFolder()
    writeSettings(data, line.service, {})
    const { page } = await launch(program.path(), electronArguments(data))
    await touchToReview(page, 3, 'click')
    await page.getByRole('button', { name: fr.review.pay.card }).click()
    await onScreen(page, 'done')
    expect(await title(page)).toBe(fr.done.title(3))
    await expectPrinted(soldInto(data, service), line.ownerRef(), 3)
  })

  test.for([
    ['crashes', (app: ElectronApplication) => app.evaluate(crash)],
    ['hangs', (app: ElectronApplication) => app.evaluate(hang)],
  ] as const)(
    'a page that %s comes back to the sale it was showing, and the sale is finished there',
    async ([, hurt]) => {
      const service = await startService()
      const line = await overheard(service)
      const data = temporaryFolder()
      writeSettings(data, line.service, {})
      const { app, page } = await launch(program.path(), electronArguments(data))
      await touchToReview(page, 2, 'click')
      const gone = page.waitForEvent('crash')
      await hurt(app)
      await gone

      const screen = (): Promise<unknown> =>
        inWindow(app, `document.querySelector('[data-settling="false"]')?.dataset.screen ?? null`)
      await expect.poll(screen, { timeout: 20_000 }).toBe('review')
      await inWindow(
        app,
        `[...document.querySelectorAll('button')].find((each) => each.innerText.includes(${JSON.stringify(fr.review.pay.card)})).click()`,
      )
      await expect.poll(screen, { timeout: 20_000 }).toBe('done')
      await expectPrinted(soldInto(data, service), line.ownerRef(), 2)
    },
  )
})

const crash = ({ BrowserWindow }: typeof Electron): void =>
  BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer()

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
