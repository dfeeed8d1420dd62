import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, onTestFinished, vi } from 'vitest'
import { logDestination } from '../../electron/app/hub.ts'
import { LOG_FILE } from '../../electron/host/log.ts'
import { logLine, type LogLine } from '../../shared/log-line.ts'
import { guichet } from '../cli/guichet.ts'
import { startDemoHub } from '../support/demo-hub.ts'
import { freePort } from '../support/free-port.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { logLinesOf, review, settled, settingsFor, sold, smallVenues, startMachine } from '../world/kiosk.ts'
import { need } from '../world/kiosk-fixture.ts'
import { MachineMetrics } from '../../electron/app/machine-metrics.ts'
import type { DeviceState } from '../../shared/api/fleet/contract.ts'
import { serveLocalApi } from '../../electron/partner/local-api.ts'
import { wellState } from '../hub/fleet.ts'
import { rawExchange, requestText } from '../transport/raw-http.ts'

async function startSite() {
  const hubLog = join(temporaryFolder(), 'hub.log')
  const hub = await startDemoHub(join(temporaryFolder(), 'booking-service.db'), {
    resourcesDirectory: smallVenues(),
    log: { destination: logDestination(hubLog, { bytes: 1e6, files: 2, days: 1 }), level: 'info' },
  })
  const kiosk = await startMachine(settingsFor(hub.url, hub.accessCodes))
  return { kiosk, hub, hubLog, kioskLog: join(kiosk.directory, LOG_FILE) }
}

async function found(...words: readonly string[]) {
  const { code, said } = await guichet('log', ...words)
  const lines: readonly LogLine[] = code === 0 ? said.split('\n').map((line) => logLine.parse(JSON.parse(line))) : []
  return { code, lines }
}

test('the number of a ticket leads to every line of kiosk and hub about its sale, and to no other', async () => {
  const { kiosk, hub, hubLog, kioskLog } = await startSite()
  const [, { sale }] = [await sold(kiosk), await sold(kiosk, 2), await sold(kiosk)]
  await kiosk.stop()
  await hub.stop()

  const ticket = sale.tickets[0]?.ticketNumber ?? ''
  const { code, lines } = await found('--ticket', ticket, '--data', kiosk.directory, '--hub-log', hubLog)
  expect(code).toBe(0)
  const [atKiosk, atHub] = [lines.filter(({ saleId }) => saleId !== undefined), lines.filter(isOfHub)]
  expect(atKiosk.length + atHub.length).toBe(lines.length)
  expect(new Set(atKiosk.map(({ saleId }) => saleId))).toEqual(new Set([sale.saleId]))

  const [sent, answered] = [requestsOf(atKiosk), requestsOf(atHub)]
  expect(sent.length).toBeGreaterThan(5)
  expect(new Map(answered)).toEqual(new Map(sent))
  expect(answered.length).toBe(sent.length)
  expect(new Set(sent.map(([id]) => id)).size).toBe(sent.length)
  const operations = sent.map(([, operation]) => operation)
  expect(operations).toEqual(
    expect.arrayContaining(['openSession', 'viewSection', 'holdSeats', 'readCheckout', 'confirmPurchase']),
  )

  // Lines without the sale id must not contain the order id either.
  const others = logLinesOf(kioskLog).filter((line) => line.saleId !== sale.saleId)
  expect(others.map((line) => JSON.stringify(line)).filter((line) => line.includes(sale.order.orderId))).toEqual([])
  const ids = new Set(sent.map(([id]) => id))
  expect(logLinesOf(hubLog).filter(({ requestId = '' }) => ids.has(requestId)).length).toBe(sent.length)
  expect(new Set(logLinesOf(hubLog).flatMap(({ requestId }) => requestId ?? [])).size).toBe(
    logLinesOf(hubLog).filter(isOfHub).length,
  )

  expect((await found('--ticket', sale.order.orderId, '--data', kiosk.directory, '--hub-log', hubLog)).lines).toEqual(
    lines,
  )
  const [requestId = ''] = sent.at(-1) ?? []
  const one = await found('--request', requestId, '--data', kiosk.directory, '--hub-log', hubLog)
  expect(one.lines.map(({ event }) => event).toSorted()).toEqual(['partner.request-answered', 'request.answered'])
  expect((await found('--ticket', 'no-such', '--data', kiosk.directory)).code).toBe(1)
})

test('a sale that goes on after a start of the program is in its lines, too', async () => {
  const { kiosk, hub, kioskLog } = await startSite()
  const { saleId } = await review(kiosk, 1)
  const again = await kiosk.restart()
  await again.sales.settled(saleId)
  await again.stop()
  await hub.stop()
  // A kiosk releases the seats of an interrupted sale only at its next start.
  const ofSale = logLinesOf(kioskLog).filter((line) => line.saleId === saleId)
  expect(ofSale.map((line) => line['operation'])).toContain('releaseHold')
})

test('a fault of a screen is a line of the schema, of the sale that the screen shows', async () => {
  const kiosk = await startMachine()
  const { saleId } = await review(kiosk, 1)
  const fault = { kind: 'render', error: 'TypeError', message: 'no seat', stack: 'at Review (main-x.js:1:23)' } as const
  for (let times = 0; times < 3; times += 1) need(await kiosk.api.reportScreenFault(fault))
  expect((await kiosk.readiness()).sells).toBe(false)
  // A failing screen does not cause the kiosk to revert new settings.
  expect(await kiosk.canSell()).toBe(true)
  await kiosk.stop()
  const lines = logLinesOf(join(kiosk.directory, LOG_FILE))
  expect(lines.find(({ event }) => event === 'screen.failed')).toMatchObject({ level: 'warn', saleId, side: 'seller' })
})

test('requests of other programs have a log of their own, and get no metrics unless the settings say so', async () => {
  const port = await freePort()
  const kiosk = await startMachine({ localApi: { port } })
  const authorization = `Bearer ${tokenOf(kiosk.directory)}`
  const reply = await fetch(`http://127.0.0.1:${port}/api/v1/public/events`, { headers: { authorization } })
  expect(reply.status).toBe(200)
  expect((await get(port, '/metrics')).status).toBe(401)
  expect((await get(port, '/metrics', { authorization })).status).toBe(404)
  const id = reply.headers.get('x-request-id') ?? ''
  await kiosk.stop()
  expect(logLinesOf(join(kiosk.directory, LOG_FILE)).filter(({ requestId }) => requestId === id)).toEqual([])
  const { lines } = await found('--request', id, '--data', kiosk.directory)
  expect(lines).toMatchObject([{ event: 'partner.request-answered', operation: 'listEvents', status: 200 }])
})

const isOfHub = ({ event }: LogLine): boolean => event === 'request.answered'

const requestsOf = (lines: readonly LogLine[]) =>
  lines.flatMap(({ requestId, ...line }) =>
    requestId === undefined ? [] : [[requestId, String(line['operation'])] as const],
  )

const get = (port: number, target: string, headers: Readonly<Record<string, string>> = {}) =>
  rawExchange(port, requestText({ target, headers: { host: `127.0.0.1:${port}`, ...headers } }))

const tokenOf = (directory: string): string => readFileSync(join(directory, 'demo', 'local-api-token'), 'utf8').trim()

test('a machine has metrics on its local interface where the settings say so', async () => {
  const port = await freePort()
  const devices = { till: { kind: 'escpos', address: '/dev/no-such-printer' } }
  const printers = { devices, reports: ['till'] }
  const kiosk = await startMachine({ localApi: { port, metrics: true }, staffPin: '604182', printers })
  const { saleId } = await review(kiosk, 2)
  const during = await get(port, '/metrics')
  expect(during.status).toBe(200)
  expect(during.body.split('\n')).toEqual(
    expect.arrayContaining([
      'guichet_ready 1',
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
  // Prometheus text format 0.0.4: each line is a comment, or a name with labels and a number.
  const wrong = during.body
    .split('\n')
    .filter((line) => !/^(?:|# (?:HELP|TYPE) .+|\w+(?:\{[^{}]*\})? \S+)$/u.test(line))
  expect(wrong).toEqual([])

  need(await kiosk.api.pay({ saleId, tender: 'card' }))
  await settled(kiosk, saleId)
  need(await kiosk.api.reportScreenFault({ kind: 'script', error: 'Error', message: '', stack: '' }))
  // The kiosk caches the metrics page for 5 s, so the test advances the clock by 5 s.
  const now = performance.now.bind(performance)
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 5_000)
  onTestFinished(() => later.mockRestore())
  const after = await get(port, '/metrics')
  expect(after.body).toContain('guichet_sales_unfinished 0')
  expect(after.body).toContain('guichet_log_events_total{level="warn",event="screen.script-failed"} 1')
  expect(after.body).toMatch(/^guichet_last_sale_timestamp_seconds \d+/mu)

  for (const secret of [tokenOf(kiosk.directory), '604182', saleId]) expect(after.body).not.toContain(secret)
  expect((await get(port, '/metrics', { host: 'evil.example' })).status).toBe(421)
  expect((await get(port, '/metrics', { origin: 'http://evil.example' })).status).toBe(403)
  // Browsers send `sec-fetch-site` with requests for images and links on other sites, which have no Origin header.
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
  const metrics = new MachineMetrics(log, '0.0.0', clock)
  onTestFinished(() => metrics.close())
  const looks: PromiseWithResolvers<DeviceState>[] = []
  const onward = () => Promise.reject(new Error('nothing goes on'))
  const page = { readiness: () => null, metricsPage: () => metrics.page() }
  const api = await serveLocalApi({
    port: 0,
    token: 'token',
    origins: [],
    routes: [],
    onward,
    timeoutMs: 1_000,
    ...page,
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
  // A reply to a later request shows that all ten requests were read.
  expect((await get(port, '/healthz')).status).toBe(503)
  expect([looks.length, api.isBusy()]).toEqual([1, false])
  looks[0]!.resolve(wellState)
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
  monoMs = 4_999
  expect((await get(port, '/metrics')).status).toBe(200)
  expect(looks).toHaveLength(1)

  monoMs = 5_000
  const broken = get(port, '/metrics')
  await vi.waitUntil(() => looks.length === 2)
  looks[1]!.reject(new Error('no ledger'))
  await broken
  const again = get(port, '/metrics')
  await vi.waitUntil(() => looks.length === 3)
  looks[2]!.resolve(wellState)
  expect((await again).status).toBe(200)
})
