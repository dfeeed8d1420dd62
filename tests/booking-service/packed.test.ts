import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { serveBookingService } from '../../electron/booking-service/serve.ts'
import { createHttpClient } from '../../electron/partner/http-client.ts'
import { newSession } from '../contract/buyers.ts'
import { start, world } from './service.ts'

const partner = { 'x-partner-code': 'demo' }

/** A section at a service on a socket, asked for as a client's own headers want it. */
async function onTheWire() {
  const { options } = await world()
  const { service, client } = await start(options)
  const server = await serveBookingService({ service, host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.close())
  const { session_id: sessionId, map } = await newSession(client)
  const url = `${server.url}/api/v1/public/booking-sessions/${sessionId}?section_id=${map.sections[0]?.id}`
  return { url, ask: (headers: Readonly<Record<string, string>>) => askAt(url, { ...partner, ...headers }) }
}

async function askAt(url: string, headers: Readonly<Record<string, string>>) {
  const [reply] = (await once(get(url, { headers }), 'response')) as [IncomingMessage]
  return { status: reply.statusCode, headers: reply.headers, body: Buffer.concat(await reply.toArray()) }
}

const viewIn = (body: Buffer): unknown => {
  const { data } = JSON.parse(body.toString()) as { data: { map: unknown } }
  return data.map
}

test('a section comes compressed to who takes it, and says the same', async () => {
  const { ask } = await onTheWire()
  const plain = await ask({})
  const small = await ask({ 'accept-encoding': 'br, gzip' })
  expect(small.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(plain.headers).toMatchObject({ vary: 'accept-encoding' })
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(viewIn(gunzipSync(small.body))).toEqual(viewIn(plain.body))
  expect(small.body.length).toBe(Number(small.headers['content-length']))
  expect(small.body.length * 3).toBeLessThan(plain.body.length)
})

test('its tag is a weak one, and good for asking whether the section has changed', async () => {
  const { ask } = await onTheWire()
  const { etag } = (await ask({})).headers
  const packed = { 'accept-encoding': 'gzip' }
  expect((await ask(packed)).headers.etag).toBe(`W/${etag}`)
  const again = await ask({ ...packed, 'if-none-match': `W/${etag}` })
  expect(again).toMatchObject({ status: 304, headers: { vary: 'accept-encoding' } })
  expect(again.body).toHaveLength(0)
})

test.for(['identity', 'gzip;q=0', 'gzip; q=0.0, identity', 'x-gzipped', 'br'])(
  'who accepts "%s" gets it as it is',
  async (accepted) => {
    const { ask } = await onTheWire()
    const { headers, body } = await ask({ 'accept-encoding': accepted })
    expect(headers).not.toHaveProperty('content-encoding')
    expect(viewIn(body)).toHaveProperty('seats')
  },
)

test('what has no tag may be one customer’s own: it is not compressed, for its length could tell a secret', async () => {
  const handle = ({ target }: { readonly target: string }) => {
    const headers: Record<string, string> = target === '/tagged' ? { etag: '"1"' } : {}
    return Promise.resolve({ status: 200, headers, body: [Buffer.alloc(10_000)] })
  }
  const server = await serveBookingService({ service: { handle }, host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.close())
  const encoding = async (path: string) =>
    (await askAt(server.url + path, { 'accept-encoding': 'gzip' })).headers['content-encoding']
  expect([await encoding('/own'), await encoding('/tagged')]).toEqual([undefined, 'gzip'])
})

test('a kiosk reads it', async () => {
  const { url, ask } = await onTheWire()
  const http = createHttpClient()
  onTestFinished(() => http.close())
  const reply = await http.fetch(new Request(url, { headers: partner }))
  expect(reply.headers.get('etag')).toMatch(/^W\//u)
  expect(viewIn(Buffer.from(await reply.arrayBuffer()))).toEqual(viewIn((await ask({})).body))
})
