import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { errorBody } from '../../shared/api/partner/errors.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startMachine } from '../world/kiosk.ts'
import { freePort } from '../support/free-port.ts'
import { rawExchange, type RawRequest, readReply, requestText } from '../transport/raw-http.ts'
import { type ScriptedPartner, startPartner, success } from './scripted-partner.ts'
import type { Log } from '../../electron/kiosk/ports/ports.ts'
import { type ForwardRequest, type ForwardedRequest, serveLocalApi } from '../../electron/partner/local-api.ts'

const EVENTS = '/api/v1/public/events?page=1&limit=12'

const PURCHASES = '/api/v1/public/purchases'

let partner: ScriptedPartner

let port: number

let ours: Readonly<Record<string, string>>

let token: string

let tokenFile: string

beforeEach(async () => {
  partner = await startPartner(({ line }) =>
    line.includes('limit=99')
      ? 'cut'
      : { headers: { etag: '"r-1"', 'x-internal': 'secret' }, ...(success({ line }) as object) },
  )
  port = await freePort()
  vi.stubEnv('LOCAL_API_CANARY', 'canary-7f3a')
  onTestFinished(() => void vi.unstubAllEnvs())
  const machine = await startMachine({
    partner: {
      baseUrl: `${partner.url}/tenant`,
      partnerCode: 'nongo',
      timeoutSeconds: 30,
      signing: { scheme: 'stadepass-hmac', keyId: 'k1', secretEnv: 'LOCAL_API_CANARY' },
    },
    localApi: { port, origins: ['http://127.0.0.1:3000'] },
  })
  tokenFile = join(machine.directory, 'demo', 'local-api-token')
  token = readFileSync(tokenFile, 'utf8').trim()
  ours = { host: `127.0.0.1:${port}`, authorization: `Bearer ${token}` }
  await vi.waitUntil(() => partner.asked.length === 1)
})

const send = (request: RawRequest) => rawExchange(port, requestText(request))

test('the token is for its owner’s eyes only', () => {
  expect(statSync(tokenFile).mode & 0o077).toBe(0)
})

test('GET /openapi.json is the published document, without the token; the host is checked', async () => {
  const target = '/openapi.json'
  const reply = await send({ target, headers: { host: `127.0.0.1:${port}` } })
  const published = new URL('../../docs/integrating/openapi.json', import.meta.url)
  expect([reply.status, reply.body]).toEqual([200, readFileSync(published, 'utf8')])
  expect(reply.headers['cache-control']).toBe('public, max-age=3600')
  expect((await send({ target, headers: { host: 'rebound.example' } })).status).toBe(421)
  expect((await send({ target, method: 'POST', headers: { host: `127.0.0.1:${port}` } })).status).toBe(401)
})

test('the published document is read again where it could not be read', async () => {
  vi.resetModules()
  vi.doMock('../../docs/integrating/openapi.json', () => {
    throw new Error('EMFILE')
  })
  onTestFinished(() => {
    vi.doUnmock('../../docs/integrating/openapi.json')
  })
  const { openApiDocument } = await import('../../electron/host/http/openapi-document.ts')
  await expect(openApiDocument()).rejects.toThrow()
  vi.doUnmock('../../docs/integrating/openapi.json')
  expect((await openApiDocument()).headers).toMatchObject({ 'content-type': 'application/json' })
})

test('only the loopback is bound', async () => {
  const reached = await new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.2', () => {
      socket.destroy()
      resolve('answers')
    })
    socket.on('error', ({ message }) => resolve(message))
  })
  expect(reached).toContain('ECONNREFUSED')
})

test('code and signature are added, the rest passes as it is', async () => {
  const headers = { ...ours, 'if-none-match': '"r-0"', 'x-partner-code': 'other', cookie: 'a=b' }
  const reply = await send({ target: EVENTS, headers })
  expect(reply.status).toBe(200)
  expect(reply.headers['etag']).toBe('"r-1"')
  expect(reply.headers['x-internal']).toBeUndefined()
  expect(JSON.parse(reply.body)).toMatchObject({ success: true, data: { line: `GET /tenant${EVENTS}` } })
  const asked = partner.asked.at(-1)
  expect(asked?.headers).toMatchObject({ 'x-partner-code': 'nongo', 'x-api-key': 'k1', 'if-none-match': '"r-0"' })
  expect(asked?.headers['x-api-signature']).toMatch(/^[0-9a-f]{64}$/u)
  expect(asked?.headers.authorization).toBeUndefined()
  expect(asked?.headers.cookie).toBeUndefined()
  expect(JSON.stringify([reply, partner.asked])).not.toContain('canary')
})

test('a purchase goes through once, byte for byte', async () => {
  const body = '{"order_id": "1",  "amount": 5e3}'
  const headers = { ...ours, 'content-type': 'application/json' }
  expect((await send({ method: 'POST', target: PURCHASES, headers, body })).status).toBe(200)
  expect(partner.asked.filter(({ line }) => line === `POST /tenant${PURCHASES}`)).toMatchObject([{ body }])
})

test('who watches over the machine needs no token to hear whether it can sell', async () => {
  const health = async (headers: Record<string, string>) => {
    const { status, body } = await send({ target: '/healthz', headers: { host: `127.0.0.1:${port}`, ...headers } })
    return { status, told: JSON.parse(body) as { sells?: boolean; issues?: readonly { todo?: string }[] } }
  }
  await expect.poll(() => health({})).toMatchObject({ status: 503, told: { sells: false } })
  const { told } = await health({})
  expect(told.issues).toMatchObject([{ type: 'unreadable-response' }])
  expect(told.issues?.[0]?.todo).toContain('guichet doctor')
  expect((await health({ host: 'evil.example' })).status).toBe(421)
  expect((await health({ origin: 'https://evil.example' })).status).toBe(403)
})

test('an allowed page may ask from a browser', async () => {
  const headers = { host: `127.0.0.1:${port}`, origin: 'http://127.0.0.1:3000' }
  const preflight = await send({ method: 'OPTIONS', target: EVENTS, headers })
  expect(preflight).toMatchObject({ status: 204 })
  expect(preflight.headers['access-control-allow-origin']).toBe('http://127.0.0.1:3000')
  expect((await send({ target: EVENTS, headers })).status).toBe(401)
  expect((await send({ target: EVENTS, headers: { ...ours, ...headers } })).status).toBe(200)
})

test('a reply that broke off is not taken for whole', async () => {
  const reply = await send({ target: '/api/v1/public/events?page=1&limit=99', headers: ours })
  expect(() => JSON.parse(reply.body) as unknown).toThrow()
})

test('the embedded service is passed on to as well', async () => {
  const free = await freePort()
  const machine = await startMachine({ localApi: { port: free } })
  const own = readFileSync(join(machine.directory, 'demo', 'local-api-token'), 'utf8').trim()
  const headers = { host: `localhost:${free}`, authorization: `Bearer ${own}` }
  const reply = await rawExchange(free, requestText({ target: EVENTS, headers }))
  expect(reply.status).toBe(200)
  expect(JSON.parse(reply.body)).toMatchObject({ success: true, message: 'Public events' })
})

test('a file that holds no token opens nothing', async () => {
  const directory = temporaryFolder()
  mkdirSync(join(directory, 'demo'))
  writeFileSync(join(directory, 'demo', 'local-api-token'), '\n')
  const port = await freePort()
  await startMachine({ localApi: { port } }, directory)
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
})

const MOST = 64 * 1024

async function serve(onward: ForwardRequest, limits: { timeoutMs?: number; requestMs?: number } = {}) {
  const said: string[] = []
  const log: Log = { info: () => undefined, warn: (line) => said.push(line), error: (line) => said.push(line) }
  const origins = ['http://127.0.0.1:3000']
  const common = { port: 0, token: 'token', origins, routes: [], readiness: () => null }
  const api = await serveLocalApi({ ...common, onward, timeoutMs: 60_000, ...limits, log })
  onTestFinished(() => api.close())
  const port = Number(new URL(api.url).port)
  const headers = { host: `127.0.0.1:${port}`, authorization: 'Bearer token' }
  return { api, port, said, headers, send: (request: RawRequest) => rawExchange(port, requestText(request)) }
}

const replyOf = (body: AsyncIterable<Uint8Array>) => ({ status: 200, headers: {}, body })

async function* pieces(...texts: readonly string[]) {
  for (const text of texts) yield Buffer.from(text)
}

describe('refused, and never asked of the partner', () => {
  async function refusing(requestMs = 5_000) {
    const asked: ForwardedRequest[] = []
    const onward: ForwardRequest = async (request) => (asked.push(request), replyOf(pieces('{}')))
    return { asked, ...(await serve(onward, { requestMs })) }
  }

  test.each<[string, number, Record<string, string>]>([
    ['a name that was pointed at this machine', 421, { host: 'evil.example' }],
    ['that name with our port', 421, { host: 'evil.example:PORT' }],
    ['an empty name', 421, { host: '' }],
    ['a forged name from an allowed page', 421, { host: 'evil.example', origin: 'http://127.0.0.1:3000' }],
    ['a page from elsewhere', 403, { origin: 'https://evil.example' }],
    ['no token', 401, { authorization: '' }],
    ['a wrong token', 401, { authorization: `Bearer ${'a'.repeat(43)}` }],
    ['a token of another kind', 401, { authorization: 'Basic YTpi' }],
  ])('%s', async (_, status, change) => {
    const { asked, port, headers, send } = await refusing()
    const { host = headers.host } = change
    const forged = { ...headers, ...change, host: host.replace('PORT', `${port}`) }
    const reply = await send({ target: EVENTS, headers: forged })
    expect(reply.status).toBe(status)
    errorBody.parse(JSON.parse(reply.body))
    expect(reply.headers['access-control-allow-origin']).toBeUndefined()
    expect(asked).toEqual([])
  })

  test('other paths and methods, also the demo’s way to make events', async () => {
    const { asked, headers, send } = await refusing()
    for (const target of [
      '/api/v1/public/../../admin',
      '/api/v1/public/tickets/%2e%2e',
      '/api/v1/public/tickets/..',
      '/api/v1/public/tickets/a%2Fb',
      '/api/v1/public/tickets/a/b',
      '//evil.example/api/v1/public/events',
      'http://evil.example/api/v1/public/events',
      '/',
      '*',
    ])
      expect([target, (await send({ target, headers })).status]).toEqual([target, 404])
    const refused = await send({ method: 'DELETE', target: PURCHASES, headers })
    expect([refused.status, refused.headers['allow']]).toEqual([405, 'POST'])
    const create = await send({ method: 'POST', target: '/api/v1/public/events', headers, body: '{}' })
    expect([create.status, create.headers['allow']]).toEqual([405, 'GET'])
    expect(asked).toEqual([])
  })

  test('a body that does not come', async () => {
    const { asked, headers, send } = await refusing(500)
    const head = { ...headers, 'content-length': '10' }
    const { status, body } = await send({ method: 'POST', target: PURCHASES, headers: head })
    expect([status, errorBody.parse(JSON.parse(body)).error.code]).toEqual([408, 'REQUEST_TIMEOUT'])
    expect(asked).toEqual([])
  })
})

test('a body may be as large as it is said, however its length is told', async () => {
  const lengths: (number | undefined)[] = []
  const onward: ForwardRequest = async ({ body }) => (lengths.push(body?.byteLength), replyOf(pieces('{}')))
  const { port, headers, send } = await serve(onward)
  const told = (length: number) => send({ method: 'POST', target: PURCHASES, headers, body: 'x'.repeat(length) })
  const untold = (length: number) => {
    const head = { ...headers, 'transfer-encoding': 'chunked' }
    const body = `${length.toString(16)}\r\n${'x'.repeat(length)}\r\n0\r\n\r\n`
    return rawExchange(port, requestText({ method: 'POST', target: PURCHASES, headers: head }) + body)
  }
  for (const body of [told, untold]) {
    expect((await body(MOST)).status).toBe(200)
    expect((await body(MOST + 1)).status).toBe(413)
  }
  expect(lengths).toEqual([MOST, MOST])
})

test('a body that goes on beyond the limit is refused before its end, and its connection closed', async () => {
  const { port, headers } = await serve(async () => replyOf(pieces('{}')))
  const socket = connect(port, '127.0.0.1')
  const chunked = { ...headers, 'transfer-encoding': 'chunked' }
  const head = requestText({ method: 'POST', target: PURCHASES, headers: chunked })
  socket.write(`${head}${(2 * MOST).toString(16)}\r\n${'x'.repeat(2 * MOST)}`)
  expect(await readReply(socket)).toMatchObject({ status: 413, headers: { connection: 'close' } })
})

test('a caller that goes away is no longer asked for at the partner, and nobody is told of a fault', async () => {
  const asked = Promise.withResolvers<ForwardedRequest>()
  const { api, port, headers, said } = await serve((request) => {
    asked.resolve(request)
    return new Promise((_, reject) => {
      request.signal.addEventListener('abort', () => reject(new Error('called off')))
    })
  })
  expect(api.isBusy()).toBe(false)
  const socket = connect(port, '127.0.0.1')
  socket.write(requestText({ target: EVENTS, headers }))
  const { signal } = await asked.promise
  expect([api.isBusy(), signal.aborted]).toEqual([true, false])
  socket.destroy()
  await expect.poll(() => api.isBusy()).toBe(false)
  expect(signal.aborted).toBe(true)
  expect(said).toEqual(['local-api.partner-unreachable'])
})

test('a reply that breaks off at the partner breaks off here, and the log says so', async () => {
  const { send, headers, said, api } = await serve(async () =>
    replyOf(
      (async function* () {
        yield Buffer.from('{"success": true, "da')
        throw new Error('the connection broke')
      })(),
    ),
  )
  const { body } = await send({ target: EVENTS, headers })
  expect(body).not.toContain('}')
  await expect.poll(() => api.isBusy()).toBe(false)
  expect(said).toEqual(['local-api.reply-broken'])
})

test('the first bytes of a reply are out before its last are in', async () => {
  const goOn = Promise.withResolvers<undefined>()
  const { port, headers } = await serve(async () =>
    replyOf(
      (async function* () {
        yield Buffer.from('{"first":')
        await goOn.promise
        yield Buffer.from('"last"}')
      })(),
    ),
  )
  const socket = connect(port, '127.0.0.1')
  const reply = readReply(socket)
  let seen = ''
  const early = new Promise<void>((resolve) => {
    socket.on('data', (bytes: Buffer) => {
      seen += bytes.toString()
      if (seen.includes('"first"')) resolve()
    })
  })
  socket.write(requestText({ target: EVENTS, headers }))
  await early
  expect(seen).not.toContain('last')
  goOn.resolve(undefined)
  expect((await reply).body).toContain('last')
})

test('a reply that is not whole in time is called off', async () => {
  const called = Promise.withResolvers<undefined>()
  const { send, headers, api } = await serve(
    async ({ signal }) => {
      signal.addEventListener('abort', () => called.resolve(undefined))
      await called.promise
      throw new Error('called off')
    },
    { timeoutMs: 1 },
  )
  const { status } = await send({ target: EVENTS, headers })
  expect(status).toBe(502)
  await expect.poll(() => api.isBusy()).toBe(false)
})

test('a caller that leaves in the middle of a reply is no fault', async () => {
  const goOn = Promise.withResolvers<undefined>()
  const { api, port, headers, said } = await serve(async () =>
    replyOf(
      (async function* () {
        yield Buffer.from('a')
        await goOn.promise
        for (let piece = 0; piece < 1000; piece++) yield Buffer.alloc(64 * 1024)
      })(),
    ),
  )
  const socket = connect(port, '127.0.0.1')
  socket.write(requestText({ target: EVENTS, headers }))
  await new Promise((resolve) => socket.once('data', resolve))
  socket.destroy()
  await new Promise((resolve) => socket.once('close', resolve))
  goOn.resolve(undefined)
  await expect.poll(() => api.isBusy()).toBe(false)
  expect(said).toEqual([])
})

test.each(['destroy', 'end'] as const)('nor is one that leaves in the middle of its request: %s', async (leave) => {
  const { api, port, headers, said } = await serve(async () => replyOf(pieces('{}')))
  const socket = connect(port, '127.0.0.1')
  socket.write(`${requestText({ method: 'POST', target: PURCHASES, headers: { ...headers, 'content-length': '9' } })}{`)
  await expect.poll(() => api.isBusy()).toBe(true)
  socket[leave]()
  await expect.poll(() => api.isBusy()).toBe(false)
  expect(said).toEqual([])
})
