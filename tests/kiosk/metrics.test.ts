import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createMachineMetrics } from '../../electron/app/kiosk/machine-metrics.ts'
import type { DeviceState } from '../../shared/fleet-api/contract.ts'
import { serveLocalApi } from '../../electron/partner/local-api.ts'
import { wellState } from '../hub/fleet.ts'
import { freePort } from '../support/free-port.ts'
import { review, settled, startMachine } from '../world/kiosk.ts'
import { need } from '../world/small-kiosk.ts'

interface Page {
  readonly status: number
  readonly text: string
}

/** By `node:http`, which sends another Host where one is given. */
function get(port: number, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Page> {
  return new Promise((resolve, reject) => {
    const asking = request({ port, host: '127.0.0.1', path, headers }, (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part))
      reply.once('end', () => resolve({ status: reply.statusCode ?? 0, text: Buffer.concat(parts).toString() }))
    })
    asking.once('error', reject)
    asking.end()
  })
}

const tokenOf = (directory: string): string => readFileSync(join(directory, 'demo', 'local-api-token'), 'utf8').trim()

test('a machine has metrics on its local interface where the settings say so', async () => {
  const port = await freePort()
  // Nothing listens there.
  const devices = { till: { kind: 'escpos', address: `tcp://127.0.0.1:${await freePort()}` } }
  const printers = { devices, reports: ['till'] }
  const kiosk = await startMachine({ localApi: { port, metrics: true }, staffPin: '604182', printers })
  const { saleId } = await review(kiosk, 2)
  const during = await get(port, '/metrics')
  expect(during.status).toBe(200)
  expect(during.text.split('\n')).toEqual(
    expect.arrayContaining([
      'guichet_sells 1',
      'guichet_partner_up 1',
      'guichet_serving 1',
      'guichet_sales_unfinished 1',
      'guichet_staff_cases 0',
      'guichet_sale_events_total{event="seats-chosen"} 1',
      'guichet_build_info{version="0.0.0"} 1',
      expect.stringMatching(/^guichet_printer_state\{printer="till",state="[a-z-]+"\} 1$/u),
      expect.stringMatching(/^nodejs_eventloop_delay_p99_seconds [\d.e-]+$/u),
      expect.stringMatching(/^guichet_free_bytes \d+$/u),
    ]),
  )
  // Text format 0.0.4: a comment, or a name with labels and a number.
  const wrong = during.text
    .split('\n')
    .filter((line) => !/^(?:|# (?:HELP|TYPE) .+|\w+(?:\{[^{}]*\})? \S+)$/u.test(line))
  expect(wrong).toEqual([])

  need(await kiosk.api.pay({ saleId, tender: 'card' }))
  await settled(kiosk, saleId)
  need(await kiosk.api.reportScreenFault({ kind: 'script', error: 'Error', message: '', stack: '' }))
  // A page is kept for 5 s.
  const now = performance.now.bind(performance)
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 5_000)
  onTestFinished(() => later.mockRestore())
  const after = await get(port, '/metrics')
  expect(after.text).toContain('guichet_sales_unfinished 0')
  expect(after.text).toContain('guichet_log_events_total{level="warn",event="screen.script-failed"} 1')
  expect(after.text).toMatch(/^guichet_last_sale_timestamp_seconds \d+/mu)

  // Nothing that sells, opens or names a sale, and nothing for a page of another host.
  for (const secret of [tokenOf(kiosk.directory), '604182', saleId]) expect(after.text).not.toContain(secret)
  expect((await get(port, '/metrics', { host: 'evil.example' })).status).toBe(421)
  expect((await get(port, '/metrics', { origin: 'http://evil.example' })).status).toBe(403)
  // A browser says so of an image or a link of another page, which has no origin.
  for (const site of ['cross-site', 'same-site'])
    expect((await get(port, '/metrics', { 'sec-fetch-site': site })).status).toBe(403)
  for (const site of ['none', 'same-origin'])
    expect((await get(port, '/metrics', { 'sec-fetch-site': site })).status).toBe(200)
  expect((await get(port, '/healthz')).status).toBe(200)
})

test('however many ask for it, the machine is looked at once in 5 s, and that is no work in hand', async () => {
  let monoMs = 0
  const clock = { now: () => ({ monoMs, bootId: 'boot', wallUtc: '2026-06-01T12:00:00.000Z' }) }
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const metrics = createMachineMetrics(log, '0.0.0', clock)
  onTestFinished(() => metrics.close())
  const looks: PromiseWithResolvers<DeviceState>[] = []
  const api = await serveLocalApi({
    port: 0,
    token: 'token',
    origins: [],
    routes: [],
    onward: () => Promise.reject(new Error('nothing goes on')),
    timeoutMs: 1_000,
    readiness: () => null,
    metricsPage: () => metrics.page(),
    log,
  })
  onTestFinished(() => api.close())
  const port = Number(new URL(api.url).port)
  expect((await get(port, '/metrics')).status).toBe(503)
  metrics.follow({ subscribe: () => () => {} }, () => {
    const look = Promise.withResolvers<DeviceState>()
    looks.push(look)
    return look.promise
  })

  const asked = Array.from({ length: 10 }, () => get(port, '/metrics'))
  await vi.waitUntil(() => looks.length > 0)
  // A request that comes after them is answered: all of them were read.
  expect((await get(port, '/healthz')).status).toBe(503)
  expect([looks.length, api.isBusy()]).toEqual([1, false])
  looks[0]!.resolve(wellState)
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
  monoMs = 4_999
  expect((await get(port, '/metrics')).status).toBe(200)
  expect(looks).toHaveLength(1)

  // One that could not be read is not kept.
  monoMs = 5_000
  const broken = get(port, '/metrics').catch(() => null)
  await vi.waitUntil(() => looks.length === 2)
  looks[1]!.reject(new Error('no ledger'))
  await broken
  const again = get(port, '/metrics')
  await vi.waitUntil(() => looks.length === 3)
  looks[2]!.resolve(wellState)
  expect((await again).status).toBe(200)
})

test('without the setting there are none', async () => {
  const port = await freePort()
  const kiosk = await startMachine({ localApi: { port } })
  expect((await get(port, '/metrics')).status).toBe(401)
  const authorization = `Bearer ${tokenOf(kiosk.directory)}`
  expect((await get(port, '/metrics', { authorization })).status).toBe(404)
})
