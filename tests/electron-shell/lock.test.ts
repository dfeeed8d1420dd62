import { execFileSync } from 'node:child_process'
import type { ElectronApplication } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../shells/shell.ts'
import { onScreen } from '../world/page.ts'
import {
  behindBackOf,
  fillsDisplay,
  minimise,
  noDesktop,
  noXdotool,
  startDesktop,
  windowOf,
  windowsOf,
  xdotool,
} from './desktop.ts'
import { electronArguments, launch, unavailable, useInstalledProgram, useShell } from './electron.ts'

const program = useInstalledProgram()

const lies = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow, screen }) => {
    const [window] = BrowserWindow.getAllWindows()
    const { x, y, width, height } = window?.getBounds() ?? { x: 0, y: 0, width: 0, height: 0 }
    const { bounds } = screen.getPrimaryDisplay()
    return {
      locked: window?.isKiosk(),
      inFront: window?.isAlwaysOnTop(),
      covers:
        x <= bounds.x &&
        y <= bounds.y &&
        x + width >= bounds.x + bounds.width &&
        y + height >= bounds.y + bounds.height,
    }
  })
const asItShould = { locked: true, inFront: true, covers: true }

describe.skipIf(unavailable)("a locked kiosk's window", () => {
  const shell = useShell(program, (data) => ({ args: electronArguments(data, '--kiosk') }))
  beforeEach(() => onScreen(shell().page, 'attract'))

  test('lies in front of everything, and the screen does not sleep', async () => {
    const { app } = shell()
    await expect.poll(() => lies(app)).toEqual(asItShould)
    const awake = await app.evaluate(({ powerSaveBlocker }) =>
      Array.from({ length: 20 }, (_, id) => powerSaveBlocker.isStarted(id)).includes(true),
    )
    expect(awake).toBe(true)
  })

  test('covers its display again when displays change', async () => {
    const { app } = shell()
    await app.evaluate(({ BrowserWindow, screen }) => {
      BrowserWindow.getAllWindows()[0]?.setBounds({ x: 50, y: 50, width: 400, height: 300 })
      screen.emit('display-metrics-changed', {}, screen.getPrimaryDisplay(), ['bounds'])
    })
    await expect.poll(() => lies(app)).toEqual(asItShould)
  })

  test('is locked again when something took it out of the full screen', async () => {
    const { app } = shell()
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setKiosk(false))
    await expect.poll(() => lies(app)).toMatchObject({ locked: true, covers: true })
  })

  test.skipIf(noXdotool)('gives its page none of the keys of browsers and desktops', async () => {
    const { page } = shell()
    await page.evaluate(() => {
      const heard: string[] = []
      Object.assign(globalThis, { heard })
      addEventListener('keydown', ({ key }) => heard.push(key), { capture: true })
    })
    const press = (...keys: readonly string[]) => execFileSync('xdotool', ['key', '--clearmodifiers', ...keys])
    const heard = (): Promise<unknown> => page.evaluate('[...new Set(heard)].sort()')
    const typed = async (): Promise<unknown> => {
      press('a')
      return heard()
    }
    await expect.poll(typed).toEqual(['a'])
    press('ctrl+p', 'ctrl+shift+i', 'alt+Left', 'F11', 'F12', 'XF86Back', 'Print', 'Insert')
    await expect.poll(heard).toContain('Insert')
    expect(await heard()).toEqual(['Insert', 'a'])
  })

  test('is not enlarged by two fingers, on the glass or on a trackpad', async () => {
    const { page } = shell()
    const driver = await page.context().newCDPSession(page)
    const at = { x: 400, y: 400 }
    await driver.send('Input.synthesizePinchGesture', { ...at, scaleFactor: 3, gestureSourceType: 'mouse' })
    await driver.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 })
    const fingers = (apart: number) => [-apart, apart].map((by, id) => ({ id, x: at.x + by, y: at.y }))
    await driver.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(50) })
    for (let apart = 60; apart < 300; apart += 20)
      await driver.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) })
    await driver.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    expect(await page.evaluate('visualViewport.scale')).toBe(1)
    await driver.send('Emulation.setTouchEmulationEnabled', { enabled: false })
    await driver.detach()
  })
})

describe.skipIf(unavailable || noDesktop)("a locked kiosk's window on a desktop", () => {
  test('covers its display, comes back when it is minimised, and takes the keys back from another', async () => {
    const display = await startDesktop()
    const words = electronArguments(temporaryFolder(), '--kiosk')
    const { app, page } = await launch(program.path(), words, { DISPLAY: display })
    await onScreen(page, 'attract')
    const pid = app.process().pid ?? 0
    const window = await windowOf(pid, display)
    const fills = () => fillsDisplay(window, display)
    const active = () => xdotool(['getactivewindow'], display)
    await expect.poll(fills).toBe(true)
    await minimise(pid, window, display)
    await expect.poll(() => windowsOf(pid, display)).toEqual([window])
    await expect.poll(active).toBe(window)
    expect(await fills()).toBe(true)

    const other = await launch(program.path(), electronArguments(temporaryFolder()), { DISPLAY: display })
    await onScreen(other.page, 'attract')
    const there = await windowOf(other.app.process().pid ?? 0, display)
    await behindBackOf(pid, async () => {
      await xdotool(['windowactivate', there], display)
      await expect.poll(active).toBe(there)
    })
    await expect.poll(active).toBe(window)
  })
})
