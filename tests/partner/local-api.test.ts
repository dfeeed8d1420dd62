import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { errorBody } from '../../shared/partner-api/errors.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startMachine } from '../world/kiosk.ts'
import { freePort } from '../support/free-port.ts'
import { rawExchange, readReply, requestText, type RawRequest } from '../transport/raw-http.ts'
import { startPartner, success, type ScriptedPartner } from './scripted-partner.ts'

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
      signing: { scheme: 'stadepass-hmac', keyId: 'k1', secretVariable: 'LOCAL_API_CANARY' },
    },
    localApi: { port, origins: ['http://127.0.0.1:3000'] },
  })
  tokenFile = join(machine.directory, 'demo', 'local-api-token')
  token = readFileSync(tokenFile, 'utf8').trim()
  ours = { host: `127.0.0.1:${port}`, authorization: `Bearer ${token}` }
  // The kiosk itself looks whether it can sell.
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
  const reply = await send({
    target: EVENTS,
    headers: { ...ours, 'if-none-match': '"r-0"', 'x-partner-code': 'other', cookie: 'a=b' },
  })
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
  expect(partner.asked.filter(({ line }) => line === `POST /tenant${PURCHASES}`).map((each) => each.body)).toEqual([
    body,
  ])
})

test('who watches over the machine needs no token to hear whether it can sell', async () => {
  const health = async (headers: Record<string, string>) => {
    const { status, body } = await send({ target: '/healthz', headers: { host: `127.0.0.1:${port}`, ...headers } })
    return { status, told: JSON.parse(body) as { sells?: boolean; obstacles?: readonly { todo?: string }[] } }
  }
  // Every reply of this partner is about something else than was asked.
  await expect.poll(() => health({})).toMatchObject({ status: 503, told: { sells: false } })
  const { told } = await health({})
  expect(told.obstacles).toMatchObject([{ type: 'not-understood' }])
  expect(told.obstacles?.[0]?.todo).toContain('guichet doctor')
  expect((await health({ host: 'evil.example' })).status).toBe(421)
  expect((await health({ origin: 'https://evil.example' })).status).toBe(403)
})

describe('refused, and never asked of the partner', () => {
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
    const before = partner.asked.length
    const headers = {
      ...ours,
      ...change,
      ...(change['host'] && { host: change['host'].replace('PORT', String(port)) }),
    }
    const reply = await send({ target: EVENTS, headers })
    expect(reply.status).toBe(status)
    errorBody.parse(JSON.parse(reply.body))
    expect(reply.headers['access-control-allow-origin']).toBeUndefined()
    expect(partner.asked).toHaveLength(before)
  })

  test.each([
    '/api/v1/public/../../admin',
    '/api/v1/public/tickets/%2e%2e',
    '/api/v1/public/tickets/..',
    '/api/v1/public/tickets/a%2Fb',
    '/api/v1/public/tickets/a/b',
    '//evil.example/api/v1/public/events',
    'http://evil.example/api/v1/public/events',
    '/',
    '*',
  ])('the path %s', async (target) => {
    const before = partner.asked.length
    expect((await send({ target, headers: ours })).status).toBe(404)
    expect(partner.asked).toHaveLength(before)
  })

  test('another method; the demo’s way to make events', async () => {
    const refused = await send({ method: 'DELETE', target: PURCHASES, headers: ours })
    expect([refused.status, refused.headers['allow']]).toEqual([405, 'POST'])
    const create = await send({ method: 'POST', target: '/api/v1/public/events', headers: ours, body: '{}' })
    expect([create.status, create.headers['allow']]).toEqual([405, 'GET'])
  })

  test('a body that is too large, by its length or by itself', async () => {
    const before = partner.asked.length
    const headers = { ...ours, 'content-type': 'application/json' }
    const told = requestText({ method: 'POST', target: PURCHASES, headers: { ...headers, 'content-length': '70000' } })
    expect((await rawExchange(port, told)).status).toBe(413)
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const untold = requestText({
      method: 'POST',
      target: PURCHASES,
      headers: { ...headers, 'transfer-encoding': 'chunked' },
    })
    expect((await rawExchange(port, `${untold}${chunk}${chunk}0\r\n\r\n`)).status).toBe(413)
    expect(partner.asked).toHaveLength(before)
  })

  test('a body that does not come', async () => {
    const socket = connect(port, '127.0.0.1')
    const head = { ...ours, 'content-length': '10' }
    socket.write(requestText({ method: 'POST', target: PURCHASES, headers: head }))
    const { status, body } = await readReply(socket)
    expect([status, errorBody.parse(JSON.parse(body)).error.code]).toEqual([408, 'REQUEST_TIMEOUT'])
  })
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
  // The kiosk itself needs none.
  await startMachine({ localApi: { port } }, directory)
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
})
