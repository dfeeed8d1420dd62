import { mkdtempSync, rmSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDemoHub } from '../support/demo-hub.ts'
import { openStore } from '../../electron/booking/booking-service.ts'
import { serveBookingService } from '../../electron/booking/serve.ts'
import type { PlainHandler } from '../../electron/booking/http/http.ts'

/** The hub under test runs in a separate process, so that its memory use and crashes can be observed from outside. */
export type ToHub = { readonly ask: 'memory' } | { readonly ask: 'stop' }
export type FromHub =
  | { readonly url: string; readonly database: string }
  | { readonly bytes: number }
  | { readonly faults: readonly string[] }

const folder = mkdtempSync(join(tmpdir(), 'guichet-fuzz-'))
const database = join(folder, 'booking-service.db')
const faults: string[] = []
const send = (message: FromHub): void => void process.send?.(message)

const served = process.argv.includes('--control') ? await control() : await hub()
send({ url: served.url, database })

process.on('message', (message: ToHub) => {
  if (message.ask === 'memory') {
    globalThis.gc?.()
    const { heapUsed, external } = process.memoryUsage()
    send({ bytes: heapUsed + external })
  } else {
    void served.stop().then(() => {
      rmSync(folder, { recursive: true })
      send({ faults })
      process.disconnect()
    })
  }
})

async function hub(): Promise<{ url: string; stop: () => Promise<void> }> {
  const store = await openStore({ database, random: randomBytes, report: () => undefined })
  await store.keepPartner({ code: 'other', name: '', keys: [], rate: { perSecond: 1e6, burst: 1e6 } })
  await store.close()
  return startDemoHub(database, {
    log: { destination: { write: (line: string) => void faults.push(line.slice(0, 2_000)) }, level: 'error' },
  })
}

async function control(): Promise<{ url: string; stop: () => Promise<void> }> {
  const kept: Buffer[] = []
  let lastTickets = ''
  const answer = (status: number, text: string) => ({ status, headers: {}, body: [Buffer.from(text)] })
  const handle: PlainHandler = async (request) => {
    const { target, method } = request
    kept.push(Buffer.alloc(20_000))
    if (target.includes('/tickets')) return answer(200, lastTickets)
    if (method !== 'POST') return answer(200, '{}')
    const bytes = await request.body(1e6)
    try {
      const parsed = JSON.parse(Buffer.from(bytes ?? []).toString()) as { remember?: string }
      lastTickets = parsed.remember ?? lastTickets
      return answer(200, '{}')
    } catch {
      return answer(500, 'Internal Server Error')
    }
  }
  const server = await serveBookingService({ service: { handle }, host: '127.0.0.1', port: 0 })
  return { url: server.url, stop: () => server.close() }
}
