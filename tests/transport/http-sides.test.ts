import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { rawExchange, requestText } from './raw-http.ts'
import { type ServedHost, startHost } from './served-host.ts'
import type { Log } from '../../electron/kiosk/ports/ports.ts'
import { serveLocalApi } from '../../electron/partner/local-api.ts'
import { errorBody } from '../../shared/api/partner/errors.ts'
import { startFleet } from '../hub/fleet.ts'

const tokenOf = ({ host }: ServedHost): string => new URL(host.entryUrl).search
const command = (served: ServedHost, cookie: string) => ({
  method: 'POST',
  target: '/api/setLanguage',
  headers: { ...served.ours, cookie, 'content-type': 'application/json' },
  body: JSON.stringify({ saleId: '8d1f0ac5-4f2e-4f7a-9a39-0d9df3a9a2f1', language: 'en' }),
})

describe('the two sides of a desk', () => {
  test.each([
    [undefined, '/'],
    ['#display', '/#display'],
    ['#kiosk', '/#kiosk'],
  ] as const)('the way in leads to the screen %s', async (screen, location) => {
    const served = await startHost(0, screen ? { screen } : {})
    const reply = await served.send({ target: `/${tokenOf(served)}`, headers: served.ours })
    expect(reply).toMatchObject({ status: 303, headers: { location } })
  })

  test('a browser of the one side gets nothing of the other, its token included', async () => {
    const desk = await startHost()
    const display = await startHost(0, { showsOtherSide: (cookies) => desk.host.knows(cookies) })
    const cookie = await desk.enter()
    expect([cookie, `other=1; ${cookie}`, 'guichet=x', undefined].map((each) => desk.host.knows(each))).toEqual([
      true,
      true,
      false,
      false,
    ])
    for (const target of ['/', `/${tokenOf(display)}`, '/api/events']) {
      const reply = await display.send({ target, headers: { ...display.ours, cookie } })
      expect(reply).toMatchObject({ status: 403, body: expect.stringContaining("desk's other side") as string })
    }
    const own = { ...display.ours, cookie: await display.enter() }
    expect((await display.send({ target: '/', headers: own })).status).toBe(200)
  })

  test('the token opens the one address it is for, and is not used up by another', async () => {
    const served = await startHost()
    const token = tokenOf(served)
    for (const request of [
      { target: `/index.html${token}` },
      { target: `/api/events${token}` },
      { method: 'POST', target: `/${token}` },
    ])
      expect((await served.send({ ...request, headers: served.ours })).status).toBe(403)
    expect(await served.enter()).not.toBe('')
  })
})

test('a machine that turns answers nobody for a moment', async () => {
  const access = { api: null, subscribe: () => () => undefined }
  const served = await startHost(0, { access })
  expect(await served.send(command(served, await served.enter()))).toMatchObject({ status: 503, body: 'one moment\n' })
})

test('an event stream says every quarter of a minute that it is there, and is silent once its page has left', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const served = await startHost()
  const cookie = await served.enter()
  const socket = connect(served.port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
  socket.write(requestText({ target: '/api/events', headers: { ...served.ours, cookie } }))
  await expect.poll(() => text).toContain(': open\n\n')
  vi.advanceTimersByTime(14_999)
  expect(text).not.toContain(': \n\n')
  vi.advanceTimersByTime(1)
  await expect.poll(() => text).toContain(': \n\n')
  socket.destroy()
  await expect.poll(() => vi.getTimerCount()).toBe(0)
})

test('a request that breaks off is no fault of the program', async () => {
  let taken = 0
  const served = await startHost(0, { showsOtherSide: () => ++taken < 0 })
  const cookie = await served.enter()
  const socket = connect(served.port, '127.0.0.1')
  socket.resume().write(requestText(command(served, cookie)).slice(0, -10))
  await expect.poll(() => taken).toBe(2)
  const closed = once(socket, 'close')
  socket.end()
  await closed
  expect((await served.send(command(served, cookie))).status).toBe(200)
  expect(served.logged).toEqual([])
})

test('headers without end are refused', async () => {
  const served = await startHost()
  const reply = await served.send({ target: '/', headers: { ...served.ours, 'x-long': 'x'.repeat(17_000) } })
  expect(reply.status).toBe(431)
})

test('each file is sent by its type', async () => {
  const served = await startHost()
  const headers = { ...served.ours, cookie: await served.enter() }
  for (const [name, type] of [
    ['main-1a2b.js', 'text/javascript; charset=utf-8'],
    ['a.svg', 'image/svg+xml'],
    ['a.woff2', 'font/woff2'],
    ['a.json', 'application/json'],
    ['a.bin', 'application/octet-stream'],
  ] as const) {
    const reply = await served.send({ target: `/assets/${name}`, headers })
    expect(reply).toMatchObject({ status: 200, headers: { 'content-type': type } })
  }
})

describe('what the parser refuses', () => {
  const long = 'y'.repeat(20_000)
  const head = 'Host: 127.0.0.1:PORT\r\nConnection: close'

  /** By default, Node 24 sends an empty body for all invalid requests, and no reply at all to CONNECT. */
  const refused: readonly (readonly [string, string, number, string])[] = [
    ['no HTTP', 'hello\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    ['an unknown version', `GET / HTTP/9.9\r\n${head}\r\n\r\n`, 400, 'MALFORMED_REQUEST'],
    ['an unknown method', `FOO / HTTP/1.1\r\n${head}\r\n\r\n`, 400, 'MALFORMED_REQUEST'],
    ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    ['a tunnel', `CONNECT a:1 HTTP/1.1\r\n${head}\r\n\r\n`, 405, 'METHOD_NOT_ALLOWED'],
    ['an expectation', `GET / HTTP/1.1\r\n${head}\r\nExpect: x\r\n\r\n`, 417, 'EXPECTATION_FAILED'],
    ['long headers', `GET / HTTP/1.1\r\n${head}\r\nX: ${long}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
    ['a long target', `GET /${long} HTTP/1.1\r\n${head}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
  ]

  async function startLocalApi() {
    const lines: unknown[] = []
    const log: Log = { info: (_, details) => lines.push(details), warn: () => undefined, error: () => undefined }
    const onward = () => Promise.reject(new Error('not used'))
    const common = { port: 0, token: 'token', origins: [], routes: [], timeoutMs: 1_000 }
    const api = await serveLocalApi({ ...common, onward, readiness: () => null, log })
    onTestFinished(() => api.close())
    return { url: api.url, lines: () => lines }
  }

  async function startHub() {
    const { url, logText } = await startFleet()
    const lines = (): unknown[] =>
      logText()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown)
    return { url, lines }
  }

  test.each([
    ['hub and fleet', startHub],
    ['local API', startLocalApi],
  ])('%s: the error body and a log line', async (name, start) => {
    const server = await start()
    const { port } = new URL(server.url)
    for (const [what, text, status, code] of refused) {
      const reply = await rawExchange(Number(port), text.replace('PORT', port))
      expect([what, reply.status, errorBody.parse(JSON.parse(reply.body)).error.code]).toEqual([what, status, code])
      expect(reply.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        connection: 'close',
        ...(status === 405 && { allow: expect.stringContaining('GET') as string }),
      })
      const requestId = reply.headers['x-request-id']
      expect(requestId === undefined).toBe(name === 'local API')
      expect(server.lines()).toContainEqual(expect.objectContaining({ code, ...(requestId && { requestId, status }) }))
    }
  })
})
