import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { commandNames } from '../../shared/api/kiosk/contract.ts'
import { atTheMatch, Typist, holdBest } from '../e2e/desk-typist.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { noDesktop, startDesktop, windowOf, windowsOf, xdotool } from './desktop.ts'
import { electronArguments, launch, preferencesOf, unavailable, useInstalledProgram, useShell } from './electron.ts'

const program = useInstalledProgram()
const forbidden = { ok: false, error: { type: 'forbidden' } }

type CustomerDisplay = string | number | undefined

const writeDeskSettings = (data: string, customerDisplay?: CustomerDisplay): void =>
  writeFileSync(join(data, 'config.json'), JSON.stringify({ role: 'cashier', language: 'fr', customerDisplay }))

async function openDesk(customerDisplay?: CustomerDisplay, env: Readonly<Record<string, string>> = {}) {
  const data = temporaryFolder()
  writeDeskSettings(data, customerDisplay)
  const { app, page } = await launch(program.path(), electronArguments(data), env)
  const typist = new Typist(page)
  await typist.at('signed-out')
  return { app, typist }
}

/** Uses one desk for all tests of a block. After each test, leaves the payment and disconnects all displays but one. */
function useDesk() {
  const shell = useShell(program, (data) => {
    writeDeskSettings(data)
    return { args: electronArguments(data) }
  })
  const desk = () => ({ app: shell().app, typist: new Typist(shell().page) })
  afterEach(async () => {
    const { app, typist } = desk()
    if (await typist.page.locator('[data-desk="payment"]').isVisible()) await typist.press('Escape')
    await plug(app, 1)
    await expect.poll(() => customers(app)).toBeNull()
  })
  return desk
}

async function toSeats(typist: Typist): Promise<void> {
  await typist.page.locator('[data-desk="signed-out"], [data-desk="seats"]').waitFor()
  if (await typist.page.locator('[data-desk="signed-out"]').isVisible()) await atTheMatch(typist)
  await typist.at('seats')
}

/** Returns the state of the customer display's window, or null. A crashed page has no handle. */
const customers = (app: ElectronApplication) =>
  app.evaluate(async ({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows().find((each) => each.webContents.getURL().endsWith('#display'))
    if (!window || window.webContents.isCrashed()) return null
    const script = "document.querySelector('[data-display]')?.dataset.display ?? null"
    const shown = await (window.webContents.executeJavaScript(script) as Promise<string | null>)
    return { shown, bounds: window.getBounds(), focused: window.isFocused(), onTop: window.isAlwaysOnTop() }
  })

const shownTo = async (app: ElectronApplication): Promise<string | null> => (await customers(app))?.shown ?? null

const placed = async (app: ElectronApplication) => (await customers(app))?.bounds ?? null

/** Simulates `count` displays side by side. The desk's window is on the first display. */
const plug = (app: ElectronApplication, count: number) =>
  app.evaluate(({ BrowserWindow, screen }, there) => {
    const own = screen.getPrimaryDisplay()
    const width = own.bounds.width / 4
    const displays = Array.from({ length: there }, (_, index) => ({
      ...own,
      id: own.id + index,
      bounds: { ...own.bounds, x: width * index, width },
    }))
    screen.getAllDisplays = () => displays
    screen.getDisplayMatching = (looked) =>
      displays.findLast(({ bounds }) => bounds.x <= looked.x + looked.width / 2) ?? own
    const desk = BrowserWindow.getAllWindows().find((each) => !each.webContents.getURL().endsWith('#display'))
    desk?.setBounds({ ...own.bounds, width })
    screen.emit('display-added', {}, own)
  }, count)

const step = (app: ElectronApplication): Promise<number> =>
  app.evaluate(({ screen }) => screen.getPrimaryDisplay().bounds.width / 4)

const inCustomers = <T>(app: ElectronApplication, script: string): Promise<T> =>
  app.evaluate(({ BrowserWindow }, code) => {
    const window = BrowserWindow.getAllWindows().find((each) => each.webContents.getURL().endsWith('#display'))
    return window?.webContents.executeJavaScript(code) as Promise<unknown>
  }, script) as Promise<T>

describe.skipIf(unavailable)("the customer's side of a desk, on a second display", () => {
  const desk = useDesk()

  test('opens with a second display, fills it, goes with it, and takes no keys from the cashier', async () => {
    const { app, typist } = desk()
    expect(await customers(app)).toBeNull()
    await plug(app, 2)
    const width = await step(app)
    await expect.poll(() => shownTo(app)).toBe('none')
    expect(await customers(app)).toMatchObject({ focused: false, onTop: true, bounds: { x: width, y: 0, width } })

    await toSeats(typist)
    await holdBest(typist, '2 nord')
    await expect.poll(() => shownTo(app)).toBe('review')
    expect(await inCustomers(app, "document.querySelector('main').innerText")).toContain(fr.desk.toPay)

    await app.evaluate(({ BrowserWindow }, x) => {
      const desk = BrowserWindow.getAllWindows().find((each) => !each.webContents.getURL().endsWith('#display'))
      desk?.setPosition(x, 0)
    }, width)
    await expect.poll(async () => (await placed(app))?.x).toBe(0)

    await plug(app, 1)
    await expect.poll(() => customers(app)).toBeNull()
    await typist.at('payment')
  })

  // The call returns before the page hangs or closes, because the script runs in a later task.
  test.for([
    ['crashes', null],
    ['hangs', 'setTimeout(() => { for (;;); }, 0); null'],
    ['closes itself', 'setTimeout(() => window.close(), 0); null'],
  ] as const)('comes back when its page %s, with the sale, and the desk goes on meanwhile', async ([, hurt]) => {
    const { app, typist } = desk()
    await plug(app, 2)
    await expect.poll(() => shownTo(app)).toBe('none')
    await toSeats(typist)
    const gone = app.evaluate(
      ({ BrowserWindow }, crashes) =>
        new Promise<void>((resolve) => {
          const window = BrowserWindow.getAllWindows().find((each) => each.webContents.getURL().endsWith('#display'))
          window?.webContents.once('render-process-gone', () => resolve())
          window?.once('closed', () => resolve())
          if (crashes) window?.webContents.forcefullyCrashRenderer()
        }),
      hurt === null,
    )
    if (hurt) await inCustomers(app, hurt)
    await holdBest(typist, '2 nord')
    await gone
    await expect.poll(() => shownTo(app).catch(() => null), { timeout: 30_000 }).toBe('review')
    await typist.at('payment')
  })
})

describe.skipIf(unavailable)("the customer's side of a desk", () => {
  test('is hardened as the desk is, and goes with it: closing the desk ends the program', async () => {
    const { app, typist } = await openDesk('window')
    await expect.poll(() => shownTo(app)).toBe('none')
    const preferences = await preferencesOf(app)
    expect(preferences).toHaveLength(2)
    expect(preferences[1]).toEqual(preferences[0])
    expect(preferences[0]).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false })
    const [kept, before] = await app.evaluate(async ({ BrowserWindow }) => {
      const [desk, own] = BrowserWindow.getAllWindows().toSorted((a, b) =>
        a.webContents.getURL() < b.webContents.getURL() ? -1 : 1,
      )
      // The customer display's developer tools are requested before the desk's, so they would already be open if they
      // were permitted.
      own?.webContents.openDevTools()
      const there = new Promise<void>((resolve) => desk?.webContents.once('devtools-opened', () => resolve()))
      desk?.webContents.openDevTools({ mode: 'detach' })
      await there
      desk?.webContents.closeDevTools()
      const apart = { session: own?.webContents.session !== desk?.webContents.session }
      return [{ ...apart, tools: own?.webContents.isDevToolsOpened() }, own?.getBounds()] as const
    })
    expect(kept).toEqual({ session: true, tools: false })
    await inCustomers(app, 'moveTo(7, 7); resizeTo(300, 300); 0')
    expect(await placed(app)).toEqual(before)
    const tried = await inCustomers(
      app,
      `Promise.all([
        window.open('https://example.com/') === null,
        fetch('http://127.0.0.1/').then(() => 'reached', () => 'refused'),
        Notification.requestPermission(),
        ['require', 'process', 'module'].filter((name) => name in globalThis).length,
      ])`,
    )
    expect(tried).toEqual([true, 'refused', 'denied', 0])
    await inCustomers(app, "location.assign('https://example.com/'); 0")
    await expect.poll(() => shownTo(app)).toBe('none')

    const ended = app.waitForEvent('close')
    await typist.page.close()
    await ended
  })

  test('may look and report its faults: every other command is forbidden to it, and it hears no sale', async () => {
    const { app, typist } = await openDesk('window')
    await expect.poll(() => shownTo(app)).toBe('none')
    const others = commandNames.filter((name) => name !== 'viewDisplay' && name !== 'reportScreenFault')
    const invoked = `${JSON.stringify(others)}.map((method) => kiosk.invoke(method, {}))`
    const asked = await inCustomers<unknown[]>(app, `Promise.all(${invoked})`)
    expect(asked.length).toBeGreaterThan(50)
    expect(asked).toEqual(asked.map(() => forbidden))
    expect(await inCustomers(app, "kiosk.invoke('viewDisplay', {})")).toMatchObject({ ok: true })

    await inCustomers(app, 'window.heard = []; kiosk.subscribe((event) => heard.push(event)); 0')
    await atTheMatch(typist)
    await holdBest(typist, '2 nord')
    await typist.at('payment')
    const heard = await inCustomers<{ name: string; payload: unknown }[]>(app, 'heard')
    expect(heard.length).toBeGreaterThan(0)
    expect(heard).toEqual(heard.map(() => ({ name: 'display-changed', payload: null })))
  })

  test.skipIf(noDesktop)('takes no keys when it opens as a window of its own', async () => {
    const display = await startDesktop()
    const { app } = await openDesk('window', { DISPLAY: display })
    await expect.poll(() => shownTo(app)).toBe('none')
    await expect.poll(async () => (await windowsOf(app.process().pid ?? 0, display)).length).toBe(2)
    const focused = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow()?.webContents.getURL())
    await expect.poll(focused).toBe('guichet://kiosk/')
  })

  test.skipIf(noDesktop)('takes no keys by a touch either', async () => {
    const display = await startDesktop()
    const { app } = await openDesk(undefined, { DISPLAY: display })
    const pid = app.process().pid ?? 0
    const windows = () => windowsOf(pid, display)
    const desk = await windowOf(pid, display)
    await plug(app, 2)
    await expect.poll(async () => (await windows()).length).toBe(2)
    await expect.poll(() => shownTo(app)).toBe('none')
    const active = () => xdotool(['getactivewindow'], display).catch(() => '')
    await xdotool(['windowactivate', desk], display)
    await expect.poll(active).toBe(desk)
    await inCustomers(app, "window.touched = false; addEventListener('click', () => { touched = true }); 0")
    await xdotool(['mousemove', String(1.5 * (await step(app))), '500', 'click', '1'], display)
    await expect.poll(() => inCustomers(app, 'touched')).toBe(true)
    expect(await active()).toBe(desk)
  })

  test('stays away where the settings say so, and before a kiosk', async () => {
    const { app } = await openDesk('off')
    await plug(app, 2)
    expect(await customers(app)).toBeNull()

    const data = temporaryFolder()
    writeFileSync(join(data, 'config.json'), '{"role": "kiosk", "customerDisplay": "window"}')
    const kiosk = await launch(program.path(), electronArguments(data))
    await kiosk.page.locator('[data-screen="attract"]').waitFor()
    expect(await kiosk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  })
})
