import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { onScreen } from '../world/page.ts'
import { ask, electronArguments, launch, unavailable, useInstalledProgram } from './electron.ts'
import { lawful } from '../support/lawful-answers.ts'

const installed = useInstalledProgram()

async function open(settings: object) {
  const data = temporaryFolder()
  writeFileSync(join(data, 'config.json'), JSON.stringify({ idleBeforeReloadSeconds: 1, ...settings }))
  return launch(installed.path(), electronArguments(data))
}

const change = async (page: Page, key: string, value: unknown): Promise<void> =>
  expect(await ask(page, 'changeSetting', { pin: DEMO_PIN, key, value })).toMatchObject({ ok: true })

const themeOfCustomers = (app: ElectronApplication): Promise<unknown> =>
  app.evaluate(async ({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows().find((each) => each.webContents.getURL().endsWith('#display'))
    return window?.webContents.executeJavaScript('document.documentElement.dataset.theme') as Promise<unknown>
  })

describe.skipIf(unavailable)('settings that were changed', () => {
  test('reach the customers’ side of a desk, and give it a window where they want one', async () => {
    const { app, page } = await open({ role: 'cashier', customerDisplay: 'off' })
    await page.locator('[data-desk="signed-out"]').waitFor()
    const another = app.waitForEvent('window')
    await change(page, 'customerDisplay', 'window')
    await another
    await expect.poll(() => themeOfCustomers(app)).toBe('system')
    const desk = app.windows().find((each) => !each.url().endsWith('#display'))!
    await desk.locator('[data-desk="signed-out"]').waitFor()
    await change(desk, 'theme', 'night')
    await expect.poll(() => themeOfCustomers(app)).toBe('night')
    await desk.locator('html[data-theme="night"]').waitFor()
  })
})

describe.skipIf(unavailable)('an installed program at its first start', () => {
  test('opens the kiosk it was told to be in its place, locked from then on', async () => {
    const data = temporaryFolder()
    const { app, page } = await launch(installed.path(), electronArguments(data, '--setup'))
    await onScreen(page, 'setup-welcome')
    const isLocked = (): Promise<readonly boolean[]> =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isKiosk()))
    expect(await isLocked()).toEqual([false])
    const answers = {
      profile: 'kiosk',
      deviceId: 'hall-1',
      locked: true,
      partner: { baseUrl: 'http://127.0.0.1:1', partnerCode: 'x', signing: { scheme: 'none' } },
      machinePin: '730516',
      people: [{ number: '1', name: 'Mariama Bah', role: 'supervisor', pin: '905173' }],
      ...lawful,
    }
    expect(await ask(page, 'answerSetup', answers)).toMatchObject({ ok: true })
    const opening = app.waitForEvent('window')
    void ask(page, 'finishSetup', {}).catch(() => null)
    const kiosk = await opening
    await onScreen(kiosk, 'out-of-service')
    expect(await isLocked()).toEqual([true])
    expect(app.windows()).toEqual([kiosk])
    expect(await ask(kiosk, 'viewSetup', {})).toEqual({ ok: false, error: { type: 'forbidden' } })
    expect(JSON.parse(readFileSync(join(data, 'config.json'), 'utf8'))).toMatchObject({ deviceId: 'hall-1' })
  })
})
