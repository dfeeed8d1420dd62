import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Log } from '../../electron/core/ports/ports.ts'
import { serveLocalApi, type Onward, type PassedRequest } from '../../electron/partner/local-api.ts'
import { rawExchange, readReply, requestText } from '../transport/raw-http.ts'

const PURCHASES = '/api/v1/public/purchases'
const MOST = 64 * 1024

async function serve(onward: Onward, { timeoutMs = 60_000 }: { readonly timeoutMs?: number } = {}) {
  const said: string[] = []
  const log: Log = { info: () => undefined, warn: (line) => said.push(line), error: (line) => said.push(line) }
  const api = await serveLocalApi({
    port: 0,
    token: 'token',
    origins: [],
    routes: [],
    onward,
    timeoutMs,
    readiness: () => null,
    log,
  })
  onTestFinished(() => api.close())
  const port = Number(new URL(api.url).port)
  return { api, port, said, headers: { host: `127.0.0.1:${port}`, authorization: 'Bearer token' } }
}

/** A reply of these pieces. */
const replyOf = (body: AsyncIterable<Uint8Array>) => ({ status: 200, headers: {}, body })

async function* pieces(...texts: readonly string[]) {
  for (const text of texts) yield Buffer.from(text)
}

test('a body may be as large as it is said, however its length is told', async () => {
  const lengths: (number | undefined)[] = []
  const { port, headers } = await serve(async ({ body }) => (lengths.push(body?.byteLength), replyOf(pieces('{}'))))
  const told = (length: number) =>
    rawExchange(port, requestText({ method: 'POST', target: PURCHASES, headers, body: 'x'.repeat(length) }))
  const untold = (length: number) => {
    const head = { ...headers, 'transfer-encoding': 'chunked' }
    const body = `${length.toString(16)}\r\n${'x'.repeat(length)}\r\n0\r\n\r\n`
    return rawExchange(port, requestText({ method: 'POST', target: PURCHASES, headers: head }) + body)
  }
  for (const send of [told, untold]) {
    expect((await send(MOST)).status).toBe(200)
    expect((await send(MOST + 1)).status).toBe(413)
  }
  expect(lengths).toEqual([MOST, MOST])
})

test('a body that goes on beyond the limit is refused before its end, and its connection closed', async () => {
  const { port, headers } = await serve(async () => replyOf(pieces('{}')))
  const socket = connect(port, '127.0.0.1')
  const lines = Object.entries({ ...headers, 'transfer-encoding': 'chunked' }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  const chunk = `${(2 * MOST).toString(16)}\r\n${'x'.repeat(2 * MOST)}`
  socket.write([`POST ${PURCHASES} HTTP/1.1`, ...lines, '', chunk].join('\r\n'))
  expect(await readReply(socket)).toMatchObject({ status: 413, headers: { connection: 'close' } })
})

test('a caller that goes away is no longer asked for at the partner, and nobody is told of a fault', async () => {
  const asked = Promise.withResolvers<PassedRequest>()
  const { api, port, headers, said } = await serve((request) => {
    asked.resolve(request)
    return new Promise((_, reject) => {
      request.signal.addEventListener('abort', () => reject(new Error('called off')))
    })
  })
  expect(api.isBusy()).toBe(false)
  const socket = connect(port, '127.0.0.1')
  socket.write(requestText({ target: '/api/v1/public/events?page=1', headers }))
  const { signal } = await asked.promise
  expect([api.isBusy(), signal.aborted]).toEqual([true, false])
  socket.destroy()
  await expect.poll(() => api.isBusy()).toBe(false)
  expect(signal.aborted).toBe(true)
  expect(said).toEqual(['local-api.partner-unreachable'])
})

test('a reply that breaks off at the partner breaks off here, and the log says so', async () => {
  const { port, headers, said, api } = await serve(async () =>
    replyOf(
      (async function* () {
        yield Buffer.from('{"success": true, "da')
        throw new Error('the connection broke')
      })(),
    ),
  )
  const { body } = await rawExchange(port, requestText({ target: '/api/v1/public/events?page=1', headers }))
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
  socket.write(requestText({ target: '/api/v1/public/events?page=1', headers }))
  await early
  expect(seen).not.toContain('last')
  goOn.resolve(undefined)
  expect((await reply).body).toContain('last')
})

test('a reply that is not whole in time is called off', async () => {
  const called = Promise.withResolvers<undefined>()
  const { port, headers, api } = await serve(
    async ({ signal }) => {
      signal.addEventListener('abort', () => called.resolve(undefined))
      await called.promise
      throw new Error('called off')
    },
    { timeoutMs: 1 },
  )
  const { status } = await rawExchange(port, requestText({ target: '/api/v1/public/events?page=1', headers }))
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
  socket.write(requestText({ target: '/api/v1/public/events?page=1', headers }))
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
