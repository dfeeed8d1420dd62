import type * as Electron from 'electron'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../shells/shell.ts'
import { onScreen } from '../world/page.ts'
import { fillsDisplay, noXdotool, windowOf, windowsOf, xdotool } from './desktop.ts'
import { electronArguments, launch, type Shell, unavailable, useInstalledProgram } from './electron.ts'

type Attempt = Readonly<{ name: string; input?: readonly string[]; script?: string }>

const held = ['ctrl', 'ctrl+shift', 'alt', 'alt+shift', 'super', 'ctrl+alt', 'ctrl+alt+shift'] as const
const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
const named =
  'Tab Escape Delete BackSpace Insert Left Right Up Down Home End Prior Next Return space Print Menu grave'.split(' ')
const digits = '0123456789'.split('')
const signs = ['plus', 'minus', 'equal']
const functionKeys = Array.from({ length: 12 }, (_, index) => `F${index + 1}`)
const ofKeyboards = (
  'Back Forward Refresh Stop Search Favorites HomePage Mail WWW Explorer Calculator Terminal PowerOff Sleep AudioPlay ' +
  'Launch1'
).split(' ')

const key = (keys: string): Attempt => ({ name: keys, input: ['key', '--clearmodifiers', keys] })

const others = ['Escape', 'Menu', 'Print', 'Super_L', 'Alt_L', 'Control_L']

const keyboard: readonly Attempt[] = [
  ...held.flatMap((modifiers) =>
    [...letters, ...named, ...digits, ...signs, ...functionKeys].map((each) => key(`${modifiers}+${each}`)),
  ),
  ...[...functionKeys, ...ofKeyboards.map((each) => `XF86${each}`), ...others].map(key),
  { name: 'five times shift', input: ['key', '--repeat', '5', 'Shift_L'] },
  { name: 'an address, typed', input: ['type', 'chrome://settings'] },
  { name: 'an address after ctrl+l', input: ['key', 'ctrl+l', 'type', 'file:///etc/passwd'] },
]

function pointer(width: number, height: number): readonly Attempt[] {
  const at = (x: number, y: number): readonly string[] => [
    'mousemove',
    String(Math.min(width - 1, Math.round(x * width))),
    String(Math.min(height - 1, Math.round(y * height))),
  ]
  const places = [0.001, 0.25, 0.5, 0.75, 1].flatMap((x) => [0.001, 0.5, 1].map((y) => [x, y] as const))
  const click = (what: string, button: string, more: readonly string[] = []): readonly Attempt[] =>
    places.map(([x, y]) => ({ name: `${what} at ${x}, ${y}`, input: [...at(x, y), 'click', ...more, button] }))
  type Point = readonly [number, number]
  const drag = (name: string, from: Point, to: Point, button = '1'): Attempt => {
    const between = at((from[0] + to[0]) / 2, (from[1] + to[1]) / 2)
    return { name, input: [...at(...from), 'mousedown', button, ...between, ...at(...to), 'mouseup', button] }
  }
  const wheel = (modifier: string, button: string): Attempt => ({
    name: `${modifier} and wheel ${button}`,
    input: [...at(0.5, 0.5), 'keydown', modifier, 'click', '--repeat', '3', button, 'keyup', modifier],
  })
  return [
    ...click('right click', '3'),
    ...click('middle click', '2'),
    ...click('triple click', '1', ['--repeat', '3', '--delay', '20']),
    ...click('button back', '8').slice(0, 5),
    ...click('button forward', '9').slice(0, 5),
    ...['ctrl', 'shift', 'alt', 'super'].flatMap((modifier) =>
      ['4', '5', '6', '7'].map((each) => wheel(modifier, each)),
    ),
    drag('swipe from the left edge', [0, 0.5], [0.6, 0.5]),
    drag('swipe from the right edge', [1, 0.5], [0.4, 0.5]),
    drag('swipe from above', [0.5, 0], [0.5, 0.6]),
    drag('swipe from below', [0.5, 1], [0.5, 0.4]),
    drag('swipe from a corner', [0, 0], [0.7, 0.7]),
    drag('drag of what is in the middle', [0.5, 0.5], [0.5, 0]),
    drag('drag with the right button', [0.3, 0.3], [0.6, 0.6], '3'),
    drag('drag with the middle button', [0.3, 0.3], [0.6, 0.6], '2'),
    {
      name: 'alt and drag, as window managers move windows',
      input: [...at(0.5, 0.5), 'keydown', 'alt', 'mousedown', '1', ...at(0.7, 0.7), 'mouseup', '1', 'keyup', 'alt'],
    },
    { name: 'long press', input: [...at(0.5, 0.6), 'mousedown', '1', 'sleep', '1.5', 'mouseup', '1'] },
    { name: 'long press in a corner', input: [...at(0.999, 0.999), 'mousedown', '1', 'sleep', '1.5', 'mouseup', '1'] },
  ]
}

const addresses = [
  'https://example.com/',
  'http://127.0.0.1/',
  'file:///etc/passwd',
  'file:///',
  'chrome://settings',
  'chrome://gpu',
  'devtools://devtools/bundled/inspector.html',
  'view-source:guichet://kiosk/',
  'about:blank',
  'data:text/html,out',
  'javascript:document.body.remove()',
  'guichet://other/',
  'mailto:a@example.org',
  'tel:+224',
  'ssh://example.org',
]

const quoted = (text: string): string => JSON.stringify(text)

const scripts: readonly Attempt[] = [
  ...addresses.map((to) => ({ name: `window.open ${to}`, script: `window.open(${quoted(to)})` })),
  ...addresses.map((to) => ({
    name: `a link to ${to} in another window`,
    script: `{const a=document.createElement('a');a.href=${quoted(to)};a.target='_blank';document.body.append(a);a.click();a.remove()}`,
  })),
  ...addresses
    // Excludes about:blank, because navigation to it needs no permission and is covered by another test.
    .filter((to) => to !== 'about:blank')
    .map((to) => ({ name: `location to ${to}`, script: `location.href=${quoted(to)}` })),
  ...addresses.slice(0, 6).map((to) => ({
    name: `a form sent to ${to}`,
    script: `{const f=document.createElement('form');f.action=${quoted(to)};f.method='post';document.body.append(f);f.submit();f.remove()}`,
  })),
  ...addresses.slice(0, 6).map((to) => ({
    name: `a frame of ${to}`,
    script: `{const f=document.createElement('iframe');f.src=${quoted(to)};document.body.append(f);f.remove()}`,
  })),
  ...(
    'alert(1) confirm(1) prompt(1) window.close() window.stop() window.blur() window.moveTo(500,500) ' +
    'window.resizeTo(300,300) window.print() history.back()'
  )
    .split(' ')
    .map((script) => ({ name: script, script })),
  { name: 'leave full screen', script: 'document.exitFullscreen().catch(()=>0)' },
  {
    name: 'a webview',
    script:
      "{const w=document.createElement('webview');w.setAttribute('src','https://example.com/');document.body.append(w);w.remove()}",
  },
  {
    name: "a frame's printing dialog",
    script: "{const f=document.createElement('iframe');document.body.append(f);f.contentWindow.print();f.remove()}",
  },
  {
    name: 'a page that refreshes itself to another',
    script:
      "{const m=document.createElement('meta');m.httpEquiv='refresh';m.content='0;url=https://example.com/';document.head.append(m);m.remove()}",
  },
  { name: 'a picker of files', script: 'window.showOpenFilePicker?.().catch(()=>0)' },
  { name: 'a place to save at', script: 'window.showSaveFilePicker?.().catch(()=>0)' },
  { name: 'a picture in picture', script: 'window.documentPictureInPicture?.requestWindow().catch(()=>0)' },
  { name: 'the whole screen', script: 'document.documentElement.requestFullscreen().catch(()=>0)' },
  { name: 'the pointer', script: 'document.body.requestPointerLock()?.catch(()=>0)' },
  { name: 'sharing', script: "navigator.share?.({text:'out'}).catch(()=>0)" },
  { name: 'a file chooser', script: "{const i=document.createElement('input');i.type='file';i.click()}" },
  // The page itself opens the colour chooser, and pressing Escape twice closes it.
  {
    name: 'a colour chooser',
    script: "{const i=document.createElement('input');i.type='color';i.click()}",
    input: ['key', '--repeat', '2', 'Escape'],
  },
  { name: 'eval', script: "try{eval('document.body.remove()')}catch{}" },
  {
    name: 'a script of its own',
    script:
      "try{const s=document.createElement('script');s.textContent='document.body.remove()';document.body.append(s)}catch{}",
  },
  {
    name: 'a handler in markup',
    script: "try{document.body.insertAdjacentHTML('beforeend','<img src=x onerror=document.body.remove()>')}catch{}",
  },
  { name: 'a camera', script: 'navigator.mediaDevices?.getUserMedia({video:true}).catch(()=>0)' },
  { name: 'the screen', script: 'navigator.mediaDevices?.getDisplayMedia({video:true}).catch(()=>0)' },
  { name: 'a USB device', script: 'navigator.usb?.requestDevice({filters:[]}).catch(()=>0)' },
  { name: 'a serial device', script: 'navigator.serial?.requestPort().catch(()=>0)' },
  { name: 'a HID device', script: 'navigator.hid?.requestDevice({filters:[]}).catch(()=>0)' },
  { name: 'a Bluetooth device', script: 'navigator.bluetooth?.requestDevice({acceptAllDevices:true}).catch(()=>0)' },
  { name: 'a folder', script: 'window.showDirectoryPicker?.().catch(()=>0)' },
  { name: 'a notification', script: "try{new Notification('out')}catch{}" },
  { name: 'a worker of its own', script: "try{new Worker('data:text/javascript,0')}catch{}" },
  { name: 'a service worker', script: "navigator.serviceWorker?.register('/x.js').catch(()=>0)" },
  { name: 'a protocol handler', script: "try{navigator.registerProtocolHandler('web+out','/?%s')}catch{}" },
]

/** Window requests that the X server permits to any program, for example to desktop tools. */
const ofTheDesktop = (windowId: string): readonly Attempt[] => [
  { name: 'minimise', input: ['windowminimize', windowId] },
  { name: 'move aside', input: ['windowmove', windowId, '200', '150'] },
  { name: 'move out of sight', input: ['windowmove', windowId, '-5000', '-5000'] },
  { name: 'make small', input: ['windowsize', windowId, '300', '200'] },
  { name: 'make a pixel lower', input: ['windowsize', windowId, '100%', '99%'] },
  { name: 'move and make small', input: ['windowmove', windowId, '9', '9', 'windowsize', windowId, '50', '50'] },
]

const program = useInstalledProgram()

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
  const page = (await app.evaluate(({ BrowserWindow }) => {
    const script = `({screen: document.querySelector('[data-screen]') !== null, scale: visualViewport.scale, origin: location.origin, selected: String(getSelection())})`
    const asked = BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(script) as Promise<object>
    return Promise.race([asked, new Promise((resolve) => setTimeout(resolve, 2000, {}))])
  })) as object
  const own = await windowsOf(app.process().pid ?? 0)
  const fillsTheScreen = own[0] !== undefined && (await fillsDisplay(own[0]))
  // Visible windows according to the X server, including dialogs and menus.
  const shown = (await xdotool(['search', '--onlyvisible', '--maxdepth', '1', '--name', ''])).split('\n').length
  return { ...windows, ...page, shown, fillsTheScreen }
}

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
    app.on('web-contents-created', (_event, contents) => listen(contents))
  })
  /** Key presses that the window has received. One more proves that it has received all earlier input. */
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
    const tried = [...keyboard, ...pointer(width, height), ...ofTheDesktop(windowId), ...scripts]
    expect(tried.length).toBeGreaterThan(500)
    const escapes: { name: string; now: object }[] = []
    for (const { name, input, script } of tried) {
      if (script) {
        // Runs in the window itself, with a user gesture, because the driver waits indefinitely for refused
        // navigations. A closing window does not reply.
        const trying = shell.app.evaluate(({ BrowserWindow }, code) => {
          const [window] = BrowserWindow.getAllWindows()
          const done = window?.webContents.executeJavaScript(`${code};0`, true).catch(() => 0)
          return Promise.race([done, new Promise((resolve) => setTimeout(resolve, 500))])
        }, script)
        await trying.catch(() => undefined)
      }
      if (input) await xdotool(input)
      await settled(name)
      const isHome = async (): Promise<boolean> => JSON.stringify(await seen(shell)) === JSON.stringify(home)
      await expect
        .poll(isHome)
        .toBe(true)
        .catch(async () => void escapes.push({ name, now: await seen(shell) }))
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
