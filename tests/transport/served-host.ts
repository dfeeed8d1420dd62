import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type HttpHostOptions, serveKiosk } from '../../electron/transport/http-host.ts'
import { ok } from '../../shared/domain/result.ts'
import type { KioskApi, KioskEvent } from '../../shared/api/kiosk/contract.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { rawExchange, type RawReply, type RawRequest, requestText } from './raw-http.ts'

/** Content of a file outside the folder of the screens, which no request may reach. */
export const SECRET_TEXT = 'outside the screens'

/** Starts a browser host on a real socket, with a kiosk that does nothing. */
export async function startHost(wanted = 0, more: Partial<HttpHostOptions> = {}) {
  const folder = temporaryFolder()
  const rendererDirectory = join(folder, 'renderer')
  mkdirSync(join(rendererDirectory, 'assets'), { recursive: true })
  writeFileSync(join(rendererDirectory, 'index.html'), '<!doctype html><title>Guichet</title>')
  writeFileSync(join(rendererDirectory, 'assets', 'main-1a2b.js'), 'export {}')
  for (const name of ['a.svg', 'a.woff2', 'a.json', 'a.bin'])
    writeFileSync(join(rendererDirectory, 'assets', name), name)
  writeFileSync(join(folder, 'secret.txt'), SECRET_TEXT)

  // Subscribers to kiosk events: the open streams of the host.
  const listeners = new Set<(event: KioskEvent) => void>()
  const logged: string[] = []
  const api: Partial<KioskApi> = {
    setLanguage: () => Promise.resolve(ok(null)),
    dismissSale: () => Promise.reject(new Error('a bug with /a/path in it')),
  }
  const note = (message: string): void => void logged.push(message)
  const host = await serveKiosk({
    access: {
      api,
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    log: { info: note, warn: note, error: note },
    rendererDirectory,
    port: wanted,
    ...more,
  })
  onTestFinished(() => host.close())
  const { port: text, pathname, search } = new URL(host.entryUrl)
  const port = Number(text)
  const ours: Readonly<Record<string, string>> = { host: `127.0.0.1:${port}` }
  const send = (request: RawRequest): Promise<RawReply> => rawExchange(port, requestText(request))
  /** Uses the one-time token and returns the session cookie, as a browser would send it. */
  async function enter(): Promise<string> {
    const reply = await send({ target: pathname + search, headers: ours })
    return reply.headers['set-cookie']?.split(';')[0] ?? ''
  }
  return { host, port, rendererDirectory, ours, listeners, logged, send, enter }
}

export type ServedHost = Awaited<ReturnType<typeof startHost>>
