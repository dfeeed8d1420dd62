import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { HttpClient, type HttpClientOptions, proxyOf } from '../../electron/partner/http-client.ts'
import { cert, key } from './certificates.ts'
import { listen } from './scripted-partner.ts'

const plain = (listener: RequestListener) => listen(createServer(listener))
const secure = (listener: RequestListener) => listen(createTlsServer({ key, cert }, listener))

function lineOf(options: HttpClientOptions = {}) {
  const line = new HttpClient(options)
  onTestFinished(() => line.close())
  return (url: string, init?: RequestInit) => line.fetch(new Request(url, init))
}

test('a partner with an authority of its own is reached by its certificate, and by no other', async () => {
  const port = await secure((_, reply) => reply.end('hello'))
  const reply = await lineOf({ ca: cert })(`https://localhost:${port}/`)
  expect(await reply.text()).toBe('hello')
  const refused = await lineOf()(`https://localhost:${port}/`).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
})

test('connections are used again', async () => {
  const ports = new Set<number>()
  const port = await plain((request, reply) => {
    ports.add(request.socket.remotePort ?? 0)
    reply.end('x')
  })
  const fetch = lineOf()
  for (let call = 0; call < 5; call++) await (await fetch(`http://127.0.0.1:${port}/`)).text()
  expect(ports.size).toBe(1)
})

test.each([
  ['gzip', gzipSync],
  ['X-GZip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
])('a reply that is packed with %s is unpacked; one that breaks off is no reply', async (encoding, pack) => {
  const text = 'place '.repeat(20_000)
  const packed = pack(text)
  const port = await plain((request, reply) => {
    expect(request.headers['accept-encoding']).toBe('br, gzip')
    reply.writeHead(200, { 'content-encoding': encoding, 'content-length': packed.byteLength })
    if (request.url === '/') return void reply.end(packed)
    reply.write(packed.subarray(0, packed.byteLength >> 1), () => reply.destroy())
  })
  const fetch = lineOf()
  const reply = await fetch(`http://127.0.0.1:${port}/`)
  expect(reply.headers.get('content-encoding')).toBeNull()
  expect(await reply.text()).toBe(text)
  const broken = await fetch(`http://127.0.0.1:${port}/cut`)
  await expect(broken.text()).rejects.toThrow()
})

test('a proxy of the house carries both http and https, the latter unread', async () => {
  const seen: string[] = []
  const proxy = createServer((request, reply) => {
    seen.push(`${request.method} ${request.url} ${request.headers.host} ${request.headers['proxy-authorization']}`)
    reply.end('by proxy')
  })
  proxy.on('connect', (request, socket) => {
    seen.push(`CONNECT ${request.url} ${request.headers['proxy-authorization']}`)
    if (request.url === 'forbidden.example:443') return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    const [, port] = (request.url ?? '').split(':')
    const onward = connect(Number(port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    for (const end of [onward, socket]) end.on('error', () => undefined)
    onTestFinished(() => void onward.destroy())
  })
  const httpProxy = `http://kiosk:p%40ss@127.0.0.1:${await listen(proxy)}`
  const port = await secure((_, reply) => reply.end('hello'))
  const fetch = lineOf({ ca: cert, httpProxy })
  expect(await (await fetch('http://partner.example/api')).text()).toBe('by proxy')
  expect(await (await fetch(`https://localhost:${port}/`)).text()).toBe('hello')
  expect(await (await fetch(`https://localhost:${port}/`)).text()).toBe('hello')
  await expect(fetch('https://forbidden.example/')).rejects.toThrow(
    'does not connect to forbidden.example:443 (status 403)',
  )
  const who = `Basic ${Buffer.from('kiosk:p@ss').toString('base64')}`
  const connects = [`localhost:${port}`, 'forbidden.example:443'].map((host) => `CONNECT ${host} ${who}`)
  expect(seen).toEqual([`GET http://partner.example/api partner.example ${who}`, ...connects])
})

test('a redirect is an answer, and a request that is called off ends', async () => {
  const port = await plain((request, reply) => {
    if (request.url === '/') reply.writeHead(302, { location: '/elsewhere' }).end()
  })
  const fetch = lineOf()
  expect((await fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' })).status).toBe(302)
  const off = new AbortController()
  const hanging = fetch(`http://127.0.0.1:${port}/hang`, { signal: off.signal })
  off.abort()
  await expect(hanging).rejects.toThrow()
})

test.each([204, 205, 304])('a reply that has no body by its status is read (HTTP %s)', async (status) => {
  const port = await plain((_, reply) => reply.writeHead(status, { etag: '"r-1"', 'x-way': ['a', 'b'] }).end())
  const reply = await lineOf()(`http://127.0.0.1:${port}/`)
  expect([reply.status, reply.body, reply.headers.get('etag')]).toEqual([status, null, '"r-1"'])
  expect(reply.headers.get('x-way')).toBe('a, b')
})

test.each([
  ['http://proxy.example', { host: 'proxy.example', port: 80, headers: {} }],
  ['http://proxy.example:3128', { host: 'proxy.example', port: 3128, headers: {} }],
  ['http://[::1]:3128', { host: '::1', port: 3128, headers: {} }],
])('the address of a proxy: %s', (address, expected) => {
  expect(proxyOf(address)).toEqual(expected)
})
