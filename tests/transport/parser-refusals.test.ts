import { describe, expect, onTestFinished, test } from 'vitest'
import type { Log } from '../../electron/core/ports/ports.ts'
import { serveLocalApi } from '../../electron/partner/local-api.ts'
import { errorBody } from '../../shared/partner-api/errors.ts'
import { startFleet } from '../hub/fleet.ts'
import { rawExchange } from './raw-http.ts'

const long = 'y'.repeat(20_000)
const head = 'Host: 127.0.0.1:PORT\r\nConnection: close'

/** Node 24 answers all of these by itself with an empty body, and CONNECT not at all. */
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

describe.each([
  ['hub and fleet', startHub],
  ['local API', startLocalApi],
])('%s', (_, start) => {
  test.each(refused)('%s: the error body and a log line', async (_name, text, status, code) => {
    const server = await start()
    const { port } = new URL(server.url)
    const reply = await rawExchange(Number(port), text.replace('PORT', port))
    expect(reply.status).toBe(status)
    expect(errorBody.parse(JSON.parse(reply.body)).error.code).toBe(code)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      connection: 'close',
      ...(status === 405 && { allow: expect.stringContaining('GET') as string }),
    })
    expect(server.lines()).toContainEqual(expect.objectContaining({ code }))
  })
})

test('the hub gives such a reply its request id', async () => {
  const { url, lines } = await startHub()
  const { headers } = await rawExchange(Number(new URL(url).port), 'hello\r\n\r\n')
  expect(lines()).toContainEqual(expect.objectContaining({ requestId: headers['x-request-id'], status: 400 }))
})
