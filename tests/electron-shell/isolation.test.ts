import { createServer } from 'node:http'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { CONTENT_SECURITY_POLICY } from '../../electron/transport/static-files.ts'
import { electronVersions } from '../../scripts/run-record.ts'
import { listen } from '../partner/scripted-partner.ts'
import { root, temporaryFolder } from '../shells/shell.ts'
import { onScreen } from '../world/page.ts'
import {
  electronArguments,
  electronProgram,
  launch,
  preferencesOf,
  unavailable,
  useInstalledProgram,
  useShell,
} from './electron.ts'

const program = useInstalledProgram()
const forbidden = { ok: false, error: { type: 'forbidden' } }

async function opened(...more: readonly string[]) {
  const shell = await launch(program.path(), electronArguments(temporaryFolder(), ...more))
  await onScreen(shell.page, 'attract')
  return shell
}

describe.skipIf(unavailable)('the page in the Electron window', () => {
  const shell = useShell(program, (data) => ({ args: electronArguments(data) }))
  beforeEach(() => onScreen(shell().page, 'attract'))

  test('is a web page and no more: sandboxed, isolated, without Node, with one bridge of two functions', async () => {
    const { app, page } = shell()
    expect(await preferencesOf(app)).toEqual([
      { sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false, webSecurity: true },
    ])
    const seen = await page.evaluate(() => ({
      node: ['require', 'process', 'module', 'Buffer', '__dirname'].filter((name) => name in globalThis),
      bridge: Object.keys((globalThis as unknown as { kiosk: object }).kiosk).toSorted(),
      address: location.href,
    }))
    expect(seen).toEqual({ node: [], bridge: ['invoke', 'subscribe'], address: 'guichet://kiosk/' })
  })

  test('runs in the Electron that the summary of the tests names', async () => {
    const running = await shell().app.evaluate(() => process.versions.electron)
    expect(electronVersions()?.running).toBe(running)
  })

  test('cannot leave, open windows, download or get a permission', async () => {
    const { app, page } = shell()
    const addresses = ['https://example.com/', 'file:///etc/passwd', 'guichet://other/', 'data:text/html,x']
    for (const address of addresses) await page.evaluate((to) => location.assign(to), address)
    const outcome = await page.evaluate(async () => ({
      windows: window.open('https://example.com/') ?? window.open('about:blank'),
      notifications: await Notification.requestPermission(),
      known: (await navigator.permissions.query({ name: 'notifications' })).state,
      position: await new Promise((resolve) => {
        navigator.geolocation.getCurrentPosition(
          () => resolve('granted'),
          ({ code }) => resolve(code),
        )
      }),
      clipboard: await navigator.clipboard.readText().then(
        () => 'granted',
        (error: unknown) => (error as Error).name,
      ),
    }))
    const denied = { notifications: 'denied', known: 'denied', clipboard: 'NotAllowedError' }
    expect(outcome).toEqual({ ...denied, windows: null, position: 1 })

    // The page's own policy stops a download before it reaches the session. The session refuses the download, too.
    const stopped = await app.evaluate(({ session }) => {
      const seen: boolean[] = []
      Object.assign(globalThis, { seen })
      return new Promise((resolve) => {
        session.defaultSession.on('will-download', ({ defaultPrevented }) => {
          seen.push(defaultPrevented)
          resolve(defaultPrevented)
        })
        session.defaultSession.downloadURL('guichet://kiosk/index.html')
      })
    })
    expect(stopped).toBe(true)
    await page.evaluate(() => {
      const link = document.createElement('a')
      link.href = URL.createObjectURL(new Blob(['x']))
      link.download = 'x.exe'
      link.click()
    })

    // Queries the window itself, because the driver waits indefinitely for refused navigations.
    const shown = (): Promise<unknown> =>
      app.evaluate(({ BrowserWindow }) => {
        const windows = BrowserWindow.getAllWindows()
        const script = "[location.href, document.querySelector('[data-screen]')?.dataset.screen]"
        return Promise.all(windows.map((each) => each.webContents.executeJavaScript(script) as Promise<unknown>))
      })
    const home = [['guichet://kiosk/', 'attract']]
    expect(await shown()).toEqual(home)

    // Chromium navigates to about:blank without permission. The window immediately returns from about:blank to the
    // kiosk.
    await app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      const left = new Promise((resolve) => contents?.once('did-navigate', (_event, url) => resolve(url)))
      void contents?.executeJavaScript("location.assign('about:blank')")
      return left
    })
    await expect.poll(shown, { timeout: 20_000 }).toEqual(home)
    expect(await app.evaluate(() => (globalThis as unknown as { seen: boolean[] }).seen)).toEqual([true])
  })

  test('reaches nothing but its own files', async () => {
    const { app, page } = shell()
    const asked: string[] = []
    const server = createServer(({ url }, response) => {
      asked.push(url ?? '')
      response.end()
    })
    const outside = `http://127.0.0.1:${await listen(server)}/`
    const reached = await page.evaluate(
      (addresses) =>
        Promise.all(
          addresses.map((to) =>
            fetch(to).then(
              () => to,
              () => null,
            ),
          ),
        ),
      [outside, 'file:///etc/passwd', 'guichet://other/'],
    )
    expect(reached).toEqual([null, null, null])

    /** Sends a request without the page's policy. Returns the status and policy of the reply, or the error. */
    const bySession = (address: string, method = 'GET'): Promise<unknown> =>
      app.evaluate(
        ({ session }, [to, by]) =>
          session.defaultSession.fetch(to, { method: by }).then(
            async (reply) => ({ status: reply.status, policy: reply.headers.get('content-security-policy') }),
            (error: unknown) => (error as Error).message,
          ),
        [address, method] as const,
      )
    expect(await bySession(outside)).toContain('ERR_BLOCKED_BY_CLIENT')
    expect(await bySession('guichet://other/index.html')).toMatchObject({ status: 404 })
    expect(await bySession('guichet://kiosk/', 'POST')).toMatchObject({ status: 404 })
    expect(asked).toEqual([])

    expect(await bySession('guichet://kiosk/index.html')).toEqual({ status: 200, policy: CONTENT_SECURITY_POLICY })
    const folders = ['../main/', '%2e%2e/main/', '..%2fmain%2f', '..%5cmain%5c', '%252e%252e/main/']
    for (const path of folders.map((folder) => `${folder}main.js`))
      expect(await bySession(`guichet://kiosk/${path}`)).toMatchObject({ status: 404 })
  })

  test('gets what the contract allows from the main process, and no other page gets anything', async () => {
    const { app, page } = shell()
    const replies = await page.evaluate(async () => {
      const { invoke } = (
        globalThis as unknown as { kiosk: { invoke: (method: unknown, input: unknown) => Promise<unknown> } }
      ).kiosk
      return {
        known: await invoke('getKiosk', {}),
        unknown: await invoke('readFile', { path: '/etc/passwd' }),
        prototype: [await invoke('__proto__', {}), await invoke('constructor', {}), await invoke(['getKiosk'], {})],
        wrong: await invoke('listEvents', { page: 0, limit: 12 }),
        frame: await new Promise((resolve) => {
          const frame = document.createElement('iframe')
          document.body.append(frame)
          resolve(typeof (frame.contentWindow as unknown as { kiosk?: object }).kiosk)
        }),
      }
    })
    expect(replies).toMatchObject({
      known: { ok: true, value: { mode: 'demo' } },
      unknown: forbidden,
      prototype: [forbidden, forbidden, forbidden],
      wrong: { ok: false, error: { type: 'invalid-input' } },
      frame: 'undefined',
    })

    const stranger = await app.evaluate(
      async ({ BrowserWindow }, preload) => {
        const webPreferences = { preload, sandbox: true, webviewTag: true }
        const other = new BrowserWindow({ show: false, webPreferences })
        await other.loadURL('data:text/html,<title>stranger</title>')
        const script = "window.kiosk.invoke('getKiosk', {}).catch((error) => error.message)"
        const reply: unknown = await other.webContents.executeJavaScript(script)
        const another: unknown = await other.webContents.executeJavaScript("window.open('about:blank')?.closed ?? null")
        const within = new Promise((resolve) =>
          other.webContents.once('will-attach-webview', ({ defaultPrevented }) => resolve(defaultPrevented)),
        )
        await other.webContents.executeJavaScript(
          "{const w=document.createElement('webview');w.setAttribute('src','data:text/html,x');document.body.append(w)}",
        )
        const webviewRefused = await within
        other.destroy()
        return { reply, another, webviewRefused }
      },
      join(root, 'out', 'preload', 'preload.cjs'),
    )
    const reply = expect.stringContaining('No handler registered') as string
    expect(stranger).toEqual({ reply, another: null, webviewRefused: true })

    // Another page in the same window has the bridge, but its commands are forbidden. The listener that navigates back
    // to the kiosk is removed first.
    const elsewhere = await app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      const [wayHome] = contents?.listeners('did-navigate') ?? []
      contents?.removeAllListeners('did-navigate')
      await contents?.loadURL('about:blank')
      const reply: unknown = await contents?.executeJavaScript("window.kiosk.invoke('getKiosk', {})")
      await contents?.loadURL('guichet://kiosk/')
      contents?.on('did-navigate', wayHome as () => void)
      return reply
    })
    expect(elsewhere).toEqual(forbidden)
  })

  test('hears what the contract says and nothing of the process that says it', async () => {
    const { app, page } = shell()
    await page.evaluate(() => {
      const heard: unknown[] = []
      Object.assign(globalThis, { heard })
      const { subscribe } = (globalThis as unknown as { kiosk: { subscribe: (listener: unknown) => void } }).kiosk
      subscribe((...said: unknown[]) => heard.push(said))
    })
    const event = { name: 'partner-changed', payload: { state: 'up' } }
    await app.evaluate(({ BrowserWindow }, sent) => {
      BrowserWindow.getAllWindows()[0]?.webContents.send('kiosk:event', sent, 'and more')
    }, event)
    await expect.poll(() => page.evaluate('heard')).toEqual([[event]])
  })
})

describe.skipIf(unavailable)('a page in an Electron window of its own', () => {
  test('is not sent elsewhere by an address of its own that answers with another', async () => {
    const { app } = await opened()
    const went = await app.evaluate(async ({ BrowserWindow, session: { defaultSession: session } }) => {
      const html = { headers: { 'content-type': 'text/html' } }
      session.protocol.handle('https', () => new Response('<title>elsewhere</title>', html))
      session.webRequest.onBeforeRequest(({ url }, decide) => {
        decide(url.endsWith('/old') ? { redirectURL: 'https://elsewhere.invalid/' } : {})
      })
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      const seen: string[] = []
      contents?.on('will-redirect', (_event, url) => seen.push(`asked for ${url}`))
      contents?.on('did-navigate', (_event, url) => seen.push(`at ${url}`))
      await contents?.loadURL('guichet://kiosk/old').catch(() => undefined)
      return [...seen, contents?.getURL()]
    })
    expect(went).toEqual(['asked for https://elsewhere.invalid/', 'guichet://kiosk/'])
  })

  test('has no way out in kiosk mode', async () => {
    const { app, page } = await opened('--kiosk')
    const state = await app.evaluate(async ({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      window?.close()
      window?.webContents.openDevTools()
      const other = new BrowserWindow({ show: false })
      const opened = new Promise<void>((resolve) => other.webContents.once('devtools-opened', () => resolve()))
      other.webContents.openDevTools()
      await opened
      other.destroy()
      return {
        kiosk: window?.isKiosk(),
        closed: window?.isDestroyed(),
        devTools: window?.webContents.isDevToolsOpened(),
        menu: window?.isMenuBarVisible(),
      }
    })
    expect(state).toEqual({ kiosk: true, closed: false, devTools: false, menu: false })
    await onScreen(page, 'attract')
  })

  test('is the same where Electron loads the program late, as an argument', async () => {
    const args = electronArguments(temporaryFolder())
    const { app, page } = await launch(electronProgram ?? '', args.toSpliced(args.indexOf('--data'), 0, root))
    await onScreen(page, 'attract')
    expect(['guichet://kiosk/', 'https://guichet.invalid/']).toContain(page.url())
    const elsewhere = await app.evaluate(({ session }) =>
      session.defaultSession.fetch('https://example.com/').then(
        ({ status }) => status,
        (error: unknown) => (error as Error).message,
      ),
    )
    expect([404, 'net::ERR_BLOCKED_BY_CLIENT']).toContain(elsewhere)
    expect(await page.evaluate("window.kiosk.invoke('getKiosk', {})")).toMatchObject({ ok: true })
  })
})
