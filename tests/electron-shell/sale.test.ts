import { readFileSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, request as httpRequest } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, type Server } from 'node:net'
import { join } from 'node:path'
import type * as Electron from 'electron'
import type { ElectronApplication } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { LOG_FILE } from '../../electron/host/log.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { expectPrinted, title, touchToReview } from '../e2e/customer.ts'
import { soldInto, startService, writeSettings } from '../world/machine.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { onScreen } from '../world/page.ts'
import { electronArguments, launch, overheard, unavailable, useInstalledProgram } from './electron.ts'
import { cert, key } from '../partner/certificates.ts'

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

  test('a component that throws, and a page that paints nothing: each time the sale is back within 10 s', async () => {
    const service = await startService()
    const line = await overheard(service)
    const data = temporaryFolder()
    writeSettings(data, line.service, { simulatedTerminal: { customerDelaySeconds: 20 } })
    const { app, page } = await launch(program.path(), electronArguments(data))
    const faults = (): readonly unknown[] =>
      readFileSync(join(data, LOG_FILE), 'utf8')
        .split('\n')
        .flatMap((line): unknown[] => (line.includes('screen.failed') ? [JSON.parse(line)] : []))

    await touchToReview(page, 2, 'click')
    const loaded = page.waitForEvent('load', { timeout: 10_000 })
    await app.evaluate(sendUndrawable)
    await loaded
    await onScreen(page, 'review')
    expect(faults()).toMatchObject([{ side: 'seller', kind: 'render', error: 'TypeError' }])
    expect(JSON.stringify(faults())).toMatch(/"stack":\["\S+ [\w-]+\.js:\d+:\d+"/u)

    await page.getByRole('button', { name: fr.review.pay.card }).click()
    await onScreen(page, 'card')
    const gone = app.evaluate(rendererGone)
    await app.evaluate(stopPainting)
    await gone
    const screen = (): Promise<unknown> =>
      inWindow(app, `document.querySelector('[data-settling="false"]')?.dataset.screen ?? null`)
    await expect.poll(screen, { timeout: 10_000 }).toBe('card')
    expect(faults()).toMatchObject([{}, { side: 'seller', kind: 'hung' }])
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

/** Makes the page hang in its next task, after the call has returned. */
const hang = async ({ BrowserWindow }: typeof Electron): Promise<void> => {
  await BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('setTimeout(() => { for (;;); }, 0); null')
}

const sendUndrawable = ({ BrowserWindow }: typeof Electron): void =>
  BrowserWindow.getAllWindows()[0]?.webContents.send('kiosk:event', {
    name: 'ways-changed',
    payload: { tenderNames: null },
  })

const stopPainting = async ({ BrowserWindow }: typeof Electron): Promise<void> => {
  await BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('window.requestAnimationFrame = () => 0; null')
}

/** Runs a script in the window itself, because the driver's handle of a crashed page is invalid. */
const inWindow = (app: ElectronApplication, script: string): Promise<unknown> =>
  app.evaluate(({ BrowserWindow }, code) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    return contents?.isCrashed() ? null : contents?.executeJavaScript(code)
  }, script) as Promise<unknown>

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

describe.skipIf(unavailable)('in the Electron window', () => {
  test('three neighbouring seats are bought by TLS through the proxy, nothing goes past it, and three valid tickets come out', async () => {
    const service = await startService()
    const line = await overheard(service)
    const inside = new URL(line.service.url)
    const tlsPort = await listen(
      createTlsServer({ cert, key }, (request, reply) => {
        const onward = httpRequest(
          {
            host: inside.hostname,
            port: inside.port,
            method: request.method,
            path: request.url,
            headers: request.headers,
          },
          (answer) => {
            reply.writeHead(answer.statusCode ?? 502, answer.headers)
            answer.pipe(reply)
          },
        )
        onward.on('error', () => reply.destroy())
        request.pipe(onward)
      }),
    )
    const asked: string[] = []
    const proxy = createHttpServer((request, reply) => {
      asked.push(`${request.method} ${request.url}`)
      reply.writeHead(502).end()
    })
    proxy.on('connect', (request, socket) => {
      asked.push(`CONNECT ${request.url}`)
      // Only the proxy can resolve the host name of the partner.
      const onward = connect(tlsPort, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        onward.pipe(socket).pipe(onward)
      })
      for (const end of [onward, socket]) end.on('error', () => onward.destroy())
      onTestFinished(() => void onward.destroy())
    })
    const data = temporaryFolder()
    writeFileSync(join(data, 'ca.pem'), cert)
    const partner = {
      baseUrl: 'https://localhost:4',
      partnerCode: 'demo',
      caFile: 'ca.pem',
      httpProxy: `http://127.0.0.1:${await listen(proxy)}`,
    }
    writeSettings(data, service, { partner })
    const { page } = await launch(program.path(), electronArguments(data))
    await touchToReview(page, 3, 'click')
    await page.getByRole('button', { name: fr.review.pay.card }).click()
    await onScreen(page, 'done')
    expect(await title(page)).toBe(fr.done.title(3))
    await expectPrinted(soldInto(data, service), line.ownerRef(), 3)
    expect(new Set(asked)).toEqual(new Set(['CONNECT localhost:4']))
  })
})
