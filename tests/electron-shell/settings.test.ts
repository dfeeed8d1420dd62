import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { onScreen } from '../world/page.ts'
import { electronArguments, launch, unavailable, useInstalledProgram } from './electron.ts'

const installed = useInstalledProgram()

async function open(settings: object) {
  const data = temporaryFolder()
  writeFileSync(join(data, 'config.json'), JSON.stringify({ quietSeconds: 1, ...settings }))
  return launch(installed.path(), electronArguments(data))
}

const change = async (page: Page, key: string, value: unknown): Promise<void> => {
  const input = { pin: DEMO_PIN, key, value }
  const reply = await page.evaluate((given) => window.kiosk?.invoke('changeSetting', given), input)
  expect(reply).toMatchObject({ ok: true })
}

const windows = (app: ElectronApplication): Promise<readonly number[]> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map(({ id }) => id))

const themeOfCustomers = (app: ElectronApplication): Promise<unknown> =>
  app.evaluate(async ({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows().find((each) => each.webContents.getURL().endsWith('#display'))
    return window?.webContents.executeJavaScript('document.documentElement.dataset.theme') as Promise<unknown>
  })

describe.skipIf(unavailable)('settings that were changed', () => {
  test('come into force by themselves, in the window that is there', async () => {
    const { app, page } = await open({ language: 'fr' })
    await onScreen(page, 'attract')
    const before = await windows(app)
    // It may be there for less than a driver's look.
    const moment = page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          new MutationObserver(() => {
            if (document.querySelector('[data-screen="out-of-service"]')) resolve()
          }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-screen'] })
        }),
    )
    await change(page, 'language', 'en')
    await moment
    await page.locator('html[lang="en"]').waitFor()
    await onScreen(page, 'attract')
    expect(await windows(app)).toEqual(before)
    // The same page asks the kiosk that runs now.
    expect(await page.evaluate(() => window.kiosk?.invoke('getKiosk', {}))).toMatchObject({
      value: { defaultLanguage: 'en' },
    })
  })

  test('reach the customers’ side of a desk, and give it a window where they want one', async () => {
    const { app, page } = await open({ role: 'cashier', customerDisplay: 'off' })
    await page.locator('[data-desk="signed-out"]').waitFor()
    const another = app.waitForEvent('window')
    await change(page, 'customerDisplay', 'window')
    await another
    await expect.poll(() => themeOfCustomers(app)).toBe('system')
    const desk = app.windows().find((each) => !each.url().endsWith('#display'))
    if (!desk) throw new Error('no desk')
    await desk.locator('[data-desk="signed-out"]').waitFor()
    await change(desk, 'theme', 'night')
    await expect.poll(() => themeOfCustomers(app)).toBe('night')
    await desk.locator('html[data-theme="night"]').waitFor()
  })
})
