import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { onScreen } from '../world/page.ts'
import { electronArguments, launch, unavailable, useInstalledProgram } from './electron.ts'
import { lawful } from '../support/lawful-answers.ts'

const installed = useInstalledProgram()

const ask = (page: Page, method: string, input: object): Promise<unknown> =>
  page.evaluate(([name, given]) => window.kiosk?.invoke(name, given), [method, input] as const)

describe.skipIf(unavailable)('an installed program at its first start', () => {
  test('asks on its screen, and opens the kiosk it was told to be', async () => {
    const data = temporaryFolder()
    const { app, page } = await launch(installed.path(), electronArguments(data, '--setup'))
    await onScreen(page, 'setup-welcome')
    await page.getByRole('button', { name: fr.setup.next }).click()
    await onScreen(page, 'setup-profile')
    const kiosk = app.waitForEvent('window')
    const profile = page.getByRole('button', { name: fr.setup.profile.names.demo })
    await profile.click()
    await onScreen(page, 'setup-device')
    for (const step of ['setup-screen', 'setup-people', 'setup-summary']) {
      await page.getByRole('button', { name: fr.setup.next }).click()
      await onScreen(page, step)
    }
    await page.getByRole('button', { name: fr.setup.summary.start }).click()
    const opened = await kiosk
    await onScreen(opened, 'attract')
    expect(app.windows()).toEqual([opened])
    expect(await ask(opened, 'viewSetup', {})).toEqual({ ok: false, error: { type: 'forbidden' } })
    expect(JSON.parse(readFileSync(join(data, 'config.json'), 'utf8'))).toMatchObject({ mode: 'demo' })
  })

  test('is locked from its end on, where it was told to be', async () => {
    const { app, page } = await launch(installed.path(), electronArguments(temporaryFolder(), '--setup'))
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
    const kiosk = app.waitForEvent('window')
    // The window goes before it could be answered.
    void ask(page, 'finishSetup', {}).catch(() => null)
    await onScreen(await kiosk, 'out-of-service')
    expect(await isLocked()).toEqual([true])
  })
})
