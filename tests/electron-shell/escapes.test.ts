import type * as Electron from 'electron'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../shells/shell.ts'
import { onScreen } from '../world/page.ts'
import { fillsDisplay, noXdotool, windowOf, windowsOf, xdotool } from './desktop.ts'
import { electronArguments, launch, unavailable, useInstalledProgram, type Shell } from './electron.ts'
import { attempts } from './escapes.ts'

const program = useInstalledProgram()

/** Everything that would be another way if somebody had got out. */
async function seen({ app }: Shell): Promise<object> {
  const windows = await app.evaluate(({ BrowserWindow, webContents }) => {
    const [window] = BrowserWindow.getAllWindows()
    const contents = window?.webContents
    return {
      windows: BrowserWindow.getAllWindows().length,
      pages: webContents.getAllWebContents().length,
      locked: window?.isKiosk(),
      inSight: window?.isVisible() && !window.isMinimized(),
      address: contents?.getURL(),
      zoom: contents?.getZoomFactor(),
      tools: contents?.isDevToolsOpened(),
      crashed: contents?.isCrashed(),
    }
  })
  // A page that is being reloaded answers nothing.
  const page = (await app.evaluate(({ BrowserWindow }) => {
    const script = `({screen: document.querySelector('[data-screen]') !== null, scale: visualViewport.scale, origin: location.origin, selected: String(getSelection())})`
    const asked = BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(script) as Promise<object>
    return Promise.race([asked, new Promise((resolve) => setTimeout(resolve, 2000, {}))])
  })) as object
  const own = await windowsOf(app.process().pid ?? 0)
  const fillsTheScreen = own[0] !== undefined && (await fillsDisplay(own[0]))
  // Windows that the X server shows to people, dialogs and menus included.
  const shown = (await xdotool(['search', '--onlyvisible', '--maxdepth', '1', '--name', ''])).split('\n').length
  return { ...windows, ...page, shown, fillsTheScreen }
}

/** The window itself, before anything was tried. */
async function opened(...more: readonly string[]) {
  const shell = await launch(program.path(), electronArguments(temporaryFolder(), ...more))
  await onScreen(shell.page, 'attract')
  const { width, height, pid } = await shell.app.evaluate(({ screen }) => ({
    ...screen.getPrimaryDisplay().bounds,
    pid: process.pid,
  }))
  const windowId = await windowOf(pid)
  await xdotool(['mousemove', String(width / 2), String(height / 2)])
  await shell.app.evaluate(({ app, webContents }) => {
    const count = { heard: 0 }
    Object.assign(globalThis, { count })
    const listen = (contents: Electron.WebContents): void =>
      void contents.on('before-input-event', (_event, { key, type }) => {
        if (key === 'Insert' && type === 'keyDown') count.heard += 1
      })
    for (const each of webContents.getAllWebContents()) listen(each)
    // A window that a script closed is followed by another.
    app.on('web-contents-created', (_event, contents) => listen(contents))
  })
  /** Everything sent to the window before has come to it: a last key did. */
  let last = 0
  const settled = async (after = 'the start'): Promise<void> => {
    const pressed = async (): Promise<boolean> => {
      await xdotool(['key', '--clearmodifiers', 'Insert'])
      const heard = await shell.app.evaluate(() => (globalThis as unknown as { count: { heard: number } }).count.heard)
      const more = heard > last
      last = heard
      return more
    }
    await expect.poll(pressed, { interval: 5, message: `the page hears of keys after ${after}` }).toBe(true)
  }
  return { shell, width, height, windowId, settled }
}

describe.skipIf(unavailable || noXdotool)('a locked kiosk', () => {
  test('lets nobody out', { timeout: 900_000 }, async () => {
    const { shell, width, height, windowId, settled } = await opened('--kiosk')
    await settled()
    const home = await seen(shell)
    expect(home).toMatchObject({ fillsTheScreen: true, locked: true, inSight: true, windows: 1, screen: true })
    const tried = attempts(width, height, windowId)
    expect(tried.length).toBeGreaterThan(500)
    const escapes: { name: string; now: object }[] = []
    for (const { name, input, script } of tried) {
      if (script) {
        // Asked of the window itself, with a touch to go with it: the driver waits for ever on navigations that were refused.
        // A window that goes away answers nothing.
        const trying = shell.app.evaluate(({ BrowserWindow }, code) => {
          const [window] = BrowserWindow.getAllWindows()
          const done = window?.webContents.executeJavaScript(`${code};0`, true).catch(() => 0)
          return Promise.race([done, new Promise((resolve) => setTimeout(resolve, 500))])
        }, script)
        await trying.catch(() => undefined)
      }
      if (input) await xdotool(input)
      await settled(name)
      // A window that a script closed is followed by another: then it is the kiosk again.
      const isHome = async (): Promise<boolean> => JSON.stringify(await seen(shell)) === JSON.stringify(home)
      const well = await expect
        .poll(isHome)
        .toBe(true)
        .then(
          () => true,
          () => false,
        )
      if (!well) escapes.push({ name, now: await seen(shell) })
    }
    console.log(`${tried.length} attempts to get out of the kiosk, ${escapes.length} escapes`)
    expect({ home, escapes }).toEqual({ home, escapes: [] })
  })

  test('is judged by eyes that see an escape', async () => {
    const { shell, settled } = await opened('--kiosk')
    await settled()
    const home = await seen(shell)
    await shell.app.evaluate(async ({ BrowserWindow }) => {
      const other = new BrowserWindow({ width: 300, height: 300 })
      await other.loadURL('about:blank')
    })
    expect(await seen(shell)).not.toEqual(home)
  })
})
