import { request as tlsRequest } from 'node:https'
import { once } from 'node:events'
import { connect } from 'node:net'
import { cpSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { IncomingMessage } from 'node:http'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type HubOptions, logDestination } from '../../electron/app/hub.ts'
import { createHubHandler, createHubLog } from '../../electron/booking/hub/hub-handler.ts'
import { Metrics } from '../../electron/booking/hub/metrics.ts'
import { RateLimiter } from '../../electron/booking/hub/partner-admission.ts'
import { StoreUnavailable } from '../../electron/booking/sql/store.ts'
import { FLEET_PATHS } from '../../shared/api/fleet/paths.ts'
import { errorBody } from '../../shared/api/partner/errors.ts'
import { newSession, readyToBuy } from '../contract/buyers.ts'
import { contractClient } from '../contract/target.ts'
import { codeOf, besideHub, databaseFile, partner, signed, startHub } from './hub.ts'
import { openSigningKey } from '../../electron/fleet/keys.ts'
import { SPOILS } from '../support/small-disk.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const EVENTS = '/api/v1/public/events'

const identityFolder = fileURLToPath(new URL('identity', import.meta.url))

test('GET /openapi.json is the published document until it changes, for anybody who does not ask all the time', async () => {
  const hub = await startHub()
  const read = (headers: Record<string, string> = {}) => fetch(`${hub.url}/openapi.json`, { headers })
  const published = readFileSync(new URL('../../docs/integrating/openapi.json', import.meta.url), 'utf8')
  const reply = await read({ 'x-request-id': 'reader-0' })
  expect([reply.status, await reply.text()]).toEqual([200, published])
  const told = {
    'content-type': 'application/json',
    'cache-control': 'public, max-age=3600',
    'x-request-id': 'reader-0',
  }
  expect(Object.fromEntries(reply.headers)).toMatchObject(told)
  const again = await read({ 'if-none-match': reply.headers.get('etag') ?? '' })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const other = await read({ 'if-none-match': '"x"' })
  expect([other.status, await other.text()]).toEqual([200, published])
  for (let call = 3; call < 20; call += 1) expect((await read()).status).toBe(200)
  const last = await read()
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await codeOf(last)).toEqual([429, 'RATE_LIMITED'])
  const lines = hub.lines.filter((line) => line['operation'] === 'readOpenApi')
  expect(lines).toHaveLength(21)
  expect(lines[0]).toMatchObject({ event: 'request.answered', requestId: 'reader-0', status: 200 })
  expect(lines.at(-1)).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
  expect((await fetch(`${hub.url}/openapi.json`, { method: 'POST' })).status).toBe(404)
})

test('a fault of the database during a call of the fleet has the error body, Retry-After and a log line', async () => {
  const faults: unknown[] = []
  const metrics = new Metrics()
  onTestFinished(() => metrics.close())
  const { handle } = createHubHandler({
    handle: () => Promise.reject(new StoreUnavailable('gone')),
    report: (fault) => faults.push(fault),
    addressOf: ({ remote }) => remote,
    metrics,
    log: createHubLog({ write: () => undefined }),
    health: () => Promise.resolve('ok'),
    metricsPage: () => Promise.resolve(''),
    metricsToken: undefined,
    clock: () => 0,
  })
  const [header, body] = [() => undefined, () => Promise.resolve(null)]
  const reply = await handle({ method: 'POST', target: FLEET_PATHS.heartbeat, header, body })
  expect([reply.status, reply.headers['retry-after']]).toEqual([503, '2'])
  expect(errorBody.parse(JSON.parse(Buffer.concat(reply.body).toString())).error.code).toBe('UNAVAILABLE')
  expect(faults).toEqual([new StoreUnavailable('gone')])
})

describe('partners and signatures', () => {
  const keys = [
    { keyId: 'old', scheme: 'stadepass-hmac', secret: 'first secret' },
    { keyId: 'new', scheme: 'stadepass-hmac', secret: 'second secret' },
  ] as const
  const nongo = { partnerCode: 'nongo', keyId: 'new', secret: 'second secret' }

  async function withPartners(more: Partial<HubOptions> = {}) {
    const database = databaseFile()
    await besideHub(database, async (store) => {
      await store.keepPartner(partner('nongo', { keys }))
      await store.keepPartner(partner('coleah'))
    })
    return startHub({ database, ...more })
  }

  test('a live hub knows its own partners and no demo', async () => {
    const hub = await withPartners({ unsignedFrom: ['127.0.0.1'] })
    const get = (headers: Record<string, string>) => fetch(hub.url + EVENTS, { headers })
    expect((await get({ 'x-partner-code': 'coleah' })).status).toBe(200)
    expect(await codeOf(await get({ 'x-partner-code': 'demo' }))).toEqual([401, 'UNKNOWN_PARTNER'])
    expect(await codeOf(await get({}))).toEqual([401, 'UNKNOWN_PARTNER'])
    expect(await codeOf(await get({ 'x-partner-code': 'nongo' }))).toEqual([401, 'BAD_SIGNATURE'])
    const headers = { 'x-partner-code': 'coleah', 'x-env': 'demo', 'content-type': 'application/json' }
    const body = JSON.stringify({ event_name: 'x', event_date: '2099-01-01' })
    const create = await fetch(`${hub.url}${EVENTS}?env=demo`, { method: 'POST', headers, body })
    expect(await codeOf(create)).toEqual([403, 'DEMO_ONLY'])
  })

  test('a right signature of any of the keys is let in, with and without a body; anything else is not', async () => {
    const hub = await withPartners()
    const send = (path: string, headers: Record<string, string>, body?: string, method = body ? 'POST' : 'GET') =>
      fetch(hub.url + path, { method, headers, ...(body !== undefined && { body }) })
    expect((await send(EVENTS, signed(nongo, 'GET', EVENTS))).status).toBe(200)
    const other = { ...nongo, keyId: 'old', secret: 'first secret' }
    expect((await send(`${EVENTS}?page=2`, signed(other, 'GET', `${EVENTS}?page=2`))).status).toBe(200)
    const path = '/api/v1/public/booking-sessions'
    const body = JSON.stringify({ event_id: '1', access_code: 'x' })
    // tests/booking/signature-check.test.ts covers each part of a signature.
    const sign = () => signed(nongo, 'POST', path, { body })
    expect(await codeOf(await send(path, sign(), body))).toEqual([404, 'EVENT_NOT_FOUND'])
    expect(await codeOf(await send(path, sign(), `${body} `))).toEqual([401, 'BAD_SIGNATURE'])
  })
  test('the same signed request is let in once, also by another hub on the database', async () => {
    const hub = await withPartners()
    const second = await startHub({ database: hub.database })
    const headers = signed(nongo, 'GET', EVENTS)
    const send = (url: string) => fetch(url + EVENTS, { headers })
    const statuses = (await Promise.all(Array.from({ length: 6 }, () => send(hub.url)))).map((reply) => reply.status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401, 401, 401])
    expect(await codeOf(await send(second.url))).toEqual([401, 'BAD_SIGNATURE'])
  })

  test('a partner added, changed or removed beside the running hub is seen after two seconds', async () => {
    const now = Date.now.bind(Date)
    let aheadMs = 0
    const ahead = vi.spyOn(Date, 'now').mockImplementation(() => now() + aheadMs)
    onTestFinished(() => ahead.mockRestore())
    const hub = await withPartners({ unsignedFrom: ['127.0.0.0/8'] })
    const status = async (code: string): Promise<number> =>
      (await fetch(hub.url + EVENTS, { headers: { 'x-partner-code': code } })).status
    expect(await status('kaloum')).toBe(401)
    await besideHub(hub.database, async (store) => {
      await store.keepPartner(partner('kaloum'))
      await store.removePartner({ code: 'coleah' })
    })
    aheadMs = 2_000
    expect(await status('kaloum')).toBe(200)
    expect(await status('coleah')).toBe(401)
  })
})

describe('rate limits', () => {
  test('a partner past its rate is told when to come back; others are not held up', async () => {
    const database = databaseFile()
    await besideHub(database, async (store) => {
      await store.keepPartner(partner('slow', { rate: { perSecond: 0.1, burst: 3 } }))
      await store.keepPartner(partner('other'))
    })
    const hub = await startHub({ database, unsignedFrom: ['127.0.0.1'] })
    const get = (code: string) => fetch(hub.url + EVENTS, { headers: { 'x-partner-code': code } })
    const replies: Response[] = []
    for (let call = 0; call < 5; call++) replies.push(await get('slow'))
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 429, 429])
    expect(Number(replies[3]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(replies[3]?.headers.get('retry-after'))).toBeLessThanOrEqual(10)
    expect((await get('other')).status).toBe(200)
  })

  test('a bucket fills again with time, up to its brim', () => {
    let now = 0
    const limiter = new RateLimiter(() => now)
    const take = (): number => limiter.take('a', { perSecond: 2, burst: 4 })
    expect(Array.from({ length: 5 }, take)).toEqual([0, 0, 0, 0, 0.5])
    now += 500
    expect([take(), take()]).toEqual([0, 0.5])
    now += 3_600_000
    expect(Array.from({ length: 5 }, take)).toEqual([0, 0, 0, 0, 0.5])
  })

  test('a flood of keys is forgotten from its oldest on', () => {
    const limiter = new RateLimiter(() => 0)
    const once = { perSecond: 1, burst: 1 }
    expect(limiter.take('a', once)).toBe(0)
    for (let key = 0; key < 9_999; key++) limiter.take(`${key}`, once)
    expect(limiter.take('a', once)).toBe(1)
    for (let key = 0; key < 10_000; key++) limiter.take(`${key}`, once)
    expect(limiter.take('a', once)).toBe(0)
  })
})

describe('request ids, logs and metrics', () => {
  test('an id comes back as it was sent, or is made; every request is one line that names it', async () => {
    const hub = await startHub({ mode: 'demo' })
    const get = (headers: Record<string, string>, path = EVENTS) =>
      fetch(hub.url + path, { headers: { 'x-partner-code': 'demo', ...headers } })
    expect((await get({ 'x-request-id': 'till-7:42' })).headers.get('x-request-id')).toBe('till-7:42')
    const made = (await get({ 'x-request-id': 'a "b"' })).headers.get('x-request-id') ?? ''
    expect(made).toMatch(/^[\da-f-]{36}$/u)
    await get({}, '/api/v1/public/tickets?owner_ref=demo-user-7')
    await get({ 'x-partner-code': 'nobody' })
    await get({}, '/nowhere')
    const requests = hub.lines.filter((line) => line['event'] === 'request.answered')
    const first = { level: 'info', partner: 'demo', remote: '127.0.0.1' }
    expect(requests).toMatchObject([
      { ...first, requestId: 'till-7:42', operation: 'listEvents', status: 200 },
      { requestId: made, operation: 'listEvents', status: 200 },
      { operation: 'listTickets', status: 200 },
      { operation: 'listEvents', status: 401, code: 'UNKNOWN_PARTNER' },
      { operation: 'none', status: 404, code: 'NOT_FOUND' },
    ])
    expect(requests.every((line) => typeof line['ms'] === 'number' && typeof line['time'] === 'string')).toBe(true)
  })

  test('nothing that opens, sells or names a person stands in the log', async () => {
    const hub = await startHub({ mode: 'demo' })
    const client = contractClient({ baseUrl: hub.url, partnerCode: 'demo' })
    const { session, order, checkout } = await readyToBuy(client, 2)
    const { tickets } = await client.succeed('confirmPurchase', { body: order })
    const ids = [session.session_id, session.owner_ref, order.order_id, ...order.hold_ids, checkout.checkout_token]
    const codes = [...tickets.map((ticket) => ticket.qr_code), ...Object.values(hub.accessCodes)]
    const secrets = [...ids, ...codes, 'Mariama']
    expect(hub.lines.length).toBeGreaterThan(4)
    expect(secrets.filter((secret) => hub.logText().includes(secret))).toEqual([])
  })

  test('a log in a file rotates, and no line of it is lost', async () => {
    const folder = temporaryFolder()
    const destination = logDestination(join(folder, 'hub.log'), { bytes: 4_000, files: 100, days: 30 })
    const hub = await startHub({ log: { destination, level: 'info' } })
    const ids = Array.from({ length: 60 }, (_, index) => `request-${index}`)
    for (const id of ids) await fetch(hub.url + EVENTS, { headers: { 'x-request-id': id } })
    const names = readdirSync(folder)
    expect(names.length).toBeGreaterThan(2)
    const texts = names.map((name) => readFileSync(join(folder, name), 'utf8'))
    for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4_000)
    const lines = texts
      .flatMap((text) => text.trimEnd().split('\n'))
      .map((line) => JSON.parse(line) as { requestId?: string })
    expect(lines.flatMap(({ requestId }) => requestId ?? []).toSorted()).toEqual(ids.toSorted())
  })

  test('metrics: counted by operation, partner and status; for holders of the token, or on a port of the loopback', async () => {
    const hub = await startHub({ mode: 'demo', metricsToken: 'open sesame', metricsPort: 0 })
    const client = contractClient({ baseUrl: hub.url, partnerCode: 'demo' })
    await readyToBuy(client, 3)
    await client.call('listTickets')
    const read = async (url: string, headers: Record<string, string> = {}) => {
      const reply = await fetch(url, { headers })
      return { status: reply.status, text: await reply.text(), type: reply.headers.get('content-type') }
    }
    expect((await read(`${hub.url}/metrics`)).status).toBe(404)
    expect((await read(`${hub.url}/metrics`, { authorization: 'Bearer x' })).status).toBe(404)
    const page = await read(`${hub.url}/metrics`, { authorization: 'Bearer open sesame' })
    expect(page).toMatchObject({ status: 200, type: 'text/plain; version=0.0.4; charset=utf-8' })
    const alone = await read(hub.metricsUrl ?? '')
    expect(alone.status).toBe(200)
    expect((await read((hub.metricsUrl ?? '').replace('/metrics', EVENTS))).status).toBe(404)
    const lines = alone.text
      .trimEnd()
      .split('\n')
      .filter((line) => !line.startsWith('#'))
    expect(lines.filter((line) => !/ -?\d[\d.e+-]*$/u.test(line))).toEqual([])
    const expected = [
      'guichet_http_requests_total{operation="holdSeats",partner="demo",status="200"} 3',
      'guichet_http_refusals_total{code="OWNER_REF_REQUIRED",partner="demo"} 1',
      'guichet_http_request_duration_seconds_count{operation="holdSeats"} 3',
      'guichet_http_request_duration_seconds_bucket{operation="holdSeats",le="+Inf"} 3',
      'guichet_seats_held 3',
      'guichet_sessions_open 1',
      'guichet_database_up 1',
      'guichet_build_info{version="1.2.3"} 1',
    ]
    expect(lines).toEqual(expect.arrayContaining(expected))
  })
})

describe('starting and stopping', () => {
  test('a live hub speaks TLS, or listens on the loopback behind what does', async () => {
    await expect(startHub({ host: '0.0.0.0' })).rejects.toThrow(/needs TLS/u)
  })

  const CBC = 'ECDHE-RSA-AES128-SHA256:ECDHE-ECDSA-AES128-SHA256:ECDHE-RSA-AES128-SHA:ECDHE-ECDSA-AES128-SHA'
  const GCM_128 = 'ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES128-GCM-SHA256'
  const GCM_256 = 'ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-AES256-GCM-SHA384'
  const old = (ciphers: string) => ({ maxVersion: 'TLSv1.2', ciphers })

  async function startTls(more: { readonly ciphers?: string } = {}) {
    const folder = temporaryFolder()
    const tls = { keyFile: join(folder, 'key.pem'), certFile: join(folder, 'cert.pem'), ...more }
    const put = (name: string): void => {
      cpSync(join(identityFolder, `${name}-key.pem`), tls.keyFile)
      cpSync(join(identityFolder, `${name}-cert.pem`), tls.certFile)
    }
    put('first')
    const hub = await startHub({ tls, host: '0.0.0.0' })
    const port = Number(new URL(hub.url).port)
    expect(hub.url).toMatch(/^https:/u)
    const status = (name: string, more: object = {}): Promise<number> =>
      new Promise((resolve, reject) => {
        const ca = readFileSync(join(identityFolder, `${name}-cert.pem`))
        const asked = tlsRequest(
          { host: '127.0.0.1', port, path: '/healthz', ca, servername: 'localhost', agent: false, ...more },
          (reply: IncomingMessage) => {
            reply.resume()
            resolve(reply.statusCode ?? 0)
          },
        )
        asked.once('error', reject)
        asked.end()
      })
    return { hub, tls, put, status }
  }

  test('TLS 1.2 takes no CBC ciphers unless they are set, TLS 1.3 its own', async () => {
    const { status } = await startTls()
    await expect(status('first', old(CBC))).rejects.toThrow()
    expect([await status('first', old(GCM_128)), await status('first', { minVersion: 'TLSv1.3' })]).toEqual([200, 200])
    const { hub, put, status: chosen } = await startTls({ ciphers: GCM_256 })
    put('second')
    hub.renewIdentity()
    await expect(chosen('second', old(GCM_128))).rejects.toThrow()
    expect([await chosen('second', old(GCM_256)), await chosen('second', { minVersion: 'TLSv1.3' })]).toEqual([
      200, 200,
    ])
  })

  test('an unknown TLS cipher is refused at the start', async () => {
    await expect(startTls({ ciphers: 'NO-SUCH' })).rejects.toThrow(/--tls-ciphers NO-SUCH: expected ciphers/u)
  })

  test('TLS: old protocols are refused, and a renewed certificate is shown without a restart', async () => {
    const { hub, tls, put, status } = await startTls()
    expect(await status('first')).toBe(200)
    await expect(status('second')).rejects.toThrow()
    await expect(status('first', { maxVersion: 'TLSv1.1', minVersion: 'TLSv1' })).rejects.toThrow()
    put('second')
    hub.renewIdentity()
    expect(await status('second')).toBe(200)
    cpSync(join(identityFolder, 'first-cert.pem'), tls.certFile)
    expect(() => hub.renewIdentity()).toThrow()
    expect(await status('second')).toBe(200)
  })

  test('draining: health says so while requests are still answered; then the hub is gone and its sales are kept', async () => {
    const hub = await startHub({ mode: 'demo' })
    const client = contractClient({ baseUrl: hub.url, partnerCode: 'demo' })
    const session = await newSession(client)
    expect(await (await fetch(`${hub.url}/healthz`)).json()).toEqual({ status: 'ok' })
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const stopped = hub.stop(10)
    const health = await fetch(`${hub.url}/healthz`)
    expect([health.status, await health.json()]).toEqual([503, { status: 'draining' }])
    await client.succeed('listEvents')
    vi.advanceTimersByTime(10_000)
    vi.useRealTimers()
    await stopped
    await expect(fetch(`${hub.url}/healthz`)).rejects.toThrow()
    const kept = await besideHub(hub.database, (store) => store.counts())
    expect(kept.sessionsOpen).toBe(1)
    expect(session.status).toBe('ACTIVE')
  })

  test('a client that sends its head slowly does not keep a stopping hub', async () => {
    const hub = await startHub()
    const socket = connect(Number(new URL(hub.url).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write('GET /healthz HT')
    socket.on('error', () => undefined)
    const gone = new Promise((resolve) => socket.once('close', resolve))
    await hub.stop()
    await gone
  })
})

/** Files of a hub, and the behaviour of the hub if each file is missing. Only devices need the fleet key. */
const FILES = [
  ['booking-service.db', 'does not start'],
  ['partner-secrets.key', 'does not start'],
  ['fleet-key.pem', 'sells'],
] as const

const spoilt = FILES.flatMap(([name, then]) => Object.keys(SPOILS).map((what) => [name, what, then] as const))

test.each(spoilt)('%s of a hub may be %s: it %s, names the file and leaves it as it is', async (name, what, then) => {
  const database = databaseFile()
  const folder = dirname(database)
  const fleetKeyFile = join(folder, 'fleet-key.pem')
  openSigningKey(fleetKeyFile)
  const secret = { keyId: 'k', scheme: 'stadepass-hmac', secret: 'a secret that partners share' } as const
  await besideHub(database, (store) => store.keepPartner(partner('fan-club', { keys: [secret] })))
  const path = join(folder, name)
  SPOILS[what]?.(path)
  const before = contentOf(path)

  const hub = await startHub({ database, fleetKeyFile }).catch((error: unknown) => error as Error)
  const told = hub instanceof Error ? hub.message : hub.warnings.join('\n')
  expect(hub instanceof Error ? 'does not start' : 'sells').toBe(then)
  expect(told).toContain(path)
  expect(told).toMatch(/\brestore\b/u)
  expect(contentOf(path)).toEqual(before)
})

test('with nothing spoilt a hub starts, and has nothing to say', async () => {
  const [database, fleetKeyFile] = [databaseFile(), join(temporaryFolder(), 'fleet-key.pem')]
  openSigningKey(fleetKeyFile)
  expect((await startHub({ database, fleetKeyFile })).warnings).toEqual([])
})

const contentOf = (path: string): Buffer | null => (lstatSync(path).isFile() ? readFileSync(path) : null)
