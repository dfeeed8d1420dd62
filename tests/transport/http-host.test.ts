import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { ok } from '../../shared/domain/result.ts'
import { rawExchange, readReply, requestText, type RawRequest } from './raw-http.ts'
import { SECRET_TEXT, startHost, type ServedHost } from './served-host.ts'

let served: ServedHost
let port: number
let ours: Readonly<Record<string, string>>
let logged: readonly string[]
let send: ServedHost['send']
let enter: ServedHost['enter']

beforeEach(async () => {
  served = await startHost()
  ;({ port, ours, logged, send, enter } = served)
})

const saleId = '8d1f0ac5-4f2e-4f7a-9a39-0d9df3a9a2f1'
const command = (cookie: string, change: Partial<RawRequest> = {}): RawRequest => ({
  method: 'POST',
  target: '/api/setLanguage',
  headers: { ...ours, origin: `http://127.0.0.1:${port}`, cookie, 'content-type': 'application/json' },
  body: JSON.stringify({ saleId, language: 'en' }),
  ...change,
})

describe('the way in', () => {
  test('the token opens the kiosk once; the cookie is for this page alone and the address forgets the token', async () => {
    const { pathname, search } = new URL(served.host.entryUrl)
    const reply = await send({ target: pathname + search, headers: ours })
    expect(reply).toMatchObject({ status: 303, body: '' })
    expect(reply.headers['location']).toBe('/')
    const [pair = '', ...attributes] = reply.headers['set-cookie']?.split('; ') ?? []
    expect(pair).toMatch(new RegExp(`^guichet-${port}=[\\w-]{43}$`, 'u'))
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Strict'])

    const again = await send({ target: pathname + search, headers: ours })
    expect(again.status).toBe(403)
    expect(again.headers['set-cookie']).toBeUndefined()
    const page = await send({ target: '/', headers: { ...ours, cookie: `other=1; ${pair}` } })
    expect(page).toMatchObject({ status: 200, body: '<!doctype html><title>Guichet</title>' })
  })

  test('a second tab that brings the used address and the cookie is let in', async () => {
    const cookie = await enter()
    const { pathname, search } = new URL(served.host.entryUrl)
    const reply = await send({ target: pathname + search, headers: { ...ours, cookie } })
    expect(reply.status).toBe(303)
    expect((await send({ target: '/', headers: { ...ours, cookie } })).status).toBe(200)
  })

  test.each(['', 'guichet=', 'wrong', 'a'.repeat(43)])(
    'a wrong token (%j) opens nothing and uses nothing up',
    async (token) => {
      expect((await send({ target: `/?token=${token}`, headers: ours })).status).toBe(403)
      expect(await enter()).not.toBe('')
    },
  )

  test.each(['/', '/index.html', '/assets/main-1a2b.js', '/api/events', '/api/getKiosk', '/nowhere'])(
    'without the cookie %s is closed',
    async (target) => {
      for (const cookie of ['', `guichet-${port}=`, `guichet-${port}=${'a'.repeat(43)}`]) {
        const reply = await send({ target, headers: { ...ours, ...(cookie && { cookie }) } })
        expect(reply.status).toBe(403)
        expect(reply.body).not.toContain('Guichet</title>')
      }
    },
  )
})

describe('who may call', () => {
  test.each([
    ['a name that was pointed at this machine', { host: 'evil.example' }],
    ['that name with our port', { host: 'evil.example:PORT' }],
    ['our name without a port', { host: '127.0.0.1' }],
    ['another port', { host: '127.0.0.1:1' }],
    ['another way to write loopback', { host: '2130706433:PORT' }],
    ['user information', { host: 'evil@127.0.0.1:PORT' }],
    ['an empty name', { host: '' }],
  ])('Host with %s is misdirected, the token included', async (_, headers) => {
    const forged = { host: headers.host.replace('PORT', String(port)) }
    const { pathname, search } = new URL(served.host.entryUrl)
    const reply = await send({ target: pathname + search, headers: forged })
    expect(reply).toMatchObject({ status: 421, body: 'wrong host\n' })
    expect(reply.headers['content-security-policy']).toContain("default-src 'none'")
    // The host name is checked first, so a request from another origin also receives 421.
    const foreign = await send({ target: '/', headers: { ...forged, origin: 'https://evil.example' } })
    expect(foreign.status).toBe(421)
    expect(await enter()).not.toBe('')
    expect(logged).toEqual([])
  })

  test('no Host at all is refused: HTTP/1.1 as malformed, HTTP/1.0 as misdirected', async () => {
    expect((await rawExchange(port, 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n')).status).toBe(400)
    expect((await rawExchange(port, 'GET / HTTP/1.0\r\n\r\n')).status).toBe(421)
    expect(logged).toEqual([])
  })

  test('an absolute target does not stand in for the Host header', async () => {
    const cookie = await enter()
    const target = `http://127.0.0.1:${port}/`
    expect((await send({ target, headers: { host: 'evil.example', cookie } })).status).toBe(421)
  })

  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
    ['our address with another scheme', { origin: 'https://127.0.0.1:PORT' }],
    ['a name that begins like ours', { origin: 'http://127.0.0.1:PORT.evil.example' }],
    ['nobody (sandboxed frame, file)', { origin: 'null' }],
    ['another site, by fetch metadata alone', { 'sec-fetch-site': 'cross-site' }],
    ['another port of this machine, by fetch metadata alone', { 'sec-fetch-site': 'same-site' }],
  ])('a command or page asked for by %s is refused, cookie or not', async (_, forged) => {
    const cookie = await enter()
    const headers = Object.fromEntries(
      Object.entries(forged).map(([name, value]) => [name, value.replace('PORT', String(port))]),
    )
    const { origin, ...good } = command(cookie).headers ?? {}
    expect(origin).toBeDefined()
    expect((await send(command(cookie, { headers: { ...good, ...headers } }))).status).toBe(403)
    expect((await send({ target: '/api/events', headers: { ...ours, cookie, ...headers } })).status).toBe(403)
    expect((await send({ target: '/', headers: { ...ours, cookie, ...headers } })).status).toBe(403)
  })

  test('our own page may call, by either name of this machine', async () => {
    const cookie = await enter()
    for (const name of ['127.0.0.1', 'localhost']) {
      const headers = {
        ...command(cookie).headers,
        host: `${name}:${port}`,
        origin: `http://${name}:${port}`,
        'sec-fetch-site': 'same-origin',
      }
      const reply = await send(command(cookie, { headers }))
      expect(reply.status).toBe(200)
      expect(JSON.parse(reply.body)).toEqual({ ok: true, value: null })
    }
  })

  test.each(['application/json', 'application/json; charset=utf-8', 'application/json ;charset=utf-8'])(
    'what the address bar or our own page sends as %s is taken',
    async (type) => {
      const headers = { ...command(await enter()).headers, 'content-type': type, 'sec-fetch-site': 'none' }
      expect((await send(command('', { headers }))).status).toBe(200)
    },
  )

  test('only loopback is bound', async () => {
    const outside = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
    const reached = await Promise.all(
      ['127.0.0.2', ...outside.map(({ address }) => address)].map(
        (address) =>
          new Promise<string>((resolve) => {
            const socket = connect(port, address, () => resolve(`${address} answers`))
            socket.on('error', ({ message }) => resolve(message.includes('ECONNREFUSED') ? 'refused' : message))
          }),
      ),
    )
    expect(new Set(reached)).toEqual(new Set(['refused']))
  })

  test('a port in use is said in words', async () => {
    await expect(startHost(port)).rejects.toThrow(`port ${port} at 127.0.0.1 is in use`)
  })
})

describe('pages', () => {
  test.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/%252e%252e%252fsecret.txt',
    '/..%5csecret.txt',
    '/..\\secret.txt',
    '/....//secret.txt',
    '//secret.txt',
    '/assets/..%00/secret.txt',
    '/index.html%00.js',
    '/assets',
    '/assets/',
    '/__proto__',
    '/constructor',
  ])('%s is no page', async (target) => {
    const cookie = await enter()
    const reply = await send({ target, headers: { ...ours, cookie } })
    expect([400, 404]).toContain(reply.status)
    expect(reply.body).not.toContain(SECRET_TEXT)
    expect(logged).toEqual([])
  })

  test('one that cannot be read is told as no more than that', async () => {
    const cookie = await enter()
    rmSync(join(served.rendererDirectory, 'index.html'))
    expect(await send({ target: '/', headers: { ...ours, cookie } })).toMatchObject({ status: 500, body: 'internal\n' })
    expect(logged).toEqual(['screen.request-failed'])
  })

  test('every answer forbids what a page does not need; only hashed files are kept', async () => {
    const cookie = await enter()
    const page = { ...ours, cookie }
    const replies = await Promise.all([
      send({ target: '/', headers: page }),
      send({ target: '/assets/main-1a2b.js', headers: page }),
      send({ target: '/nowhere', headers: page }),
      send({ target: '/', headers: ours }),
      send({ target: '/?token=x', headers: ours }),
      send({ target: '/', headers: { host: 'evil.example' } }),
      send({ method: 'PUT', target: '/', headers: page }),
      send(command(cookie)),
      send(command(cookie, { body: '{' })),
      send(command(cookie, { target: '/api/dismissSale', body: JSON.stringify({ saleId }) })),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 404, 403, 403, 421, 405, 200, 400, 200])
    for (const { headers } of replies) {
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
      })
      const directives = (headers['content-security-policy'] ?? '').split('; ')
      expect(directives).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "frame-ancestors 'none'",
          "base-uri 'none'",
          "form-action 'none'",
          "require-trusted-types-for 'script'",
          'sandbox allow-scripts allow-same-origin allow-forms',
        ]),
      )
      const sources = directives.filter((each) => /-src /u.test(each)).flatMap((each) => each.split(' ').slice(1))
      expect(new Set(sources)).toEqual(new Set(["'none'", "'self'", 'data:', 'blob:']))
    }
    const [start, asset, ...others] = replies.map(({ headers }) => headers['cache-control'])
    expect(asset).toBe('public, max-age=31536000, immutable')
    expect(new Set([start, ...others])).toEqual(new Set(['no-store']))
  })
})

describe('the tickets of a sale', () => {
  const pdf = Buffer.from('%PDF-1.7')
  const api = { drawTickets: () => Promise.resolve(ok({ document: pdf.toString('base64') })) }
  const start = async (opensTickets?: () => boolean) => {
    const access = { api, subscribe: () => () => undefined }
    const host = await startHost(0, { access, ...(opensTickets && { opensTickets }) })
    const headers = { ...host.ours, cookie: await host.enter() }
    return (target: string) => host.send({ target, headers })
  }

  test('have an address of their own where they may be opened, and the page may open another tab there', async () => {
    const get = await start(() => true)
    const reply = await get(`/tickets/${saleId}.pdf`)
    expect(reply).toMatchObject({ status: 200, body: pdf.toString(), headers: { 'content-type': 'application/pdf' } })
    expect(reply.headers['content-security-policy']).toBe("frame-ancestors 'none'")
    for (const junk of ['/tickets/x.pdf', `/tickets/${saleId}`, `/tickets/../${saleId}.pdf`])
      expect((await get(junk)).status).toBe(404)
    const [page, asset] = [await get('/'), await get('/assets/main-1a2b.js')]
    const sandbox = 'sandbox allow-scripts allow-same-origin allow-forms'
    expect(page.headers['content-security-policy']).toContain(`${sandbox} allow-popups allow-popups-to-escape-sandbox`)
    expect(asset.headers['content-security-policy']).toMatch(new RegExp(`${sandbox}$`, 'u'))
  })

  test.each([undefined, () => false])('are nowhere else', async (opensTickets) => {
    const get = await start(opensTickets)
    expect((await get(`/tickets/${saleId}.pdf`)).status).toBe(404)
    expect((await get('/')).headers['content-security-policy']).not.toContain('allow-popups')
  })
})

describe('commands', () => {
  test.each([
    ['not JSON', { body: '{"saleId":' }, 400],
    ['an empty body', { body: '' }, 400],
    ['what is as long as a command may be, and none', { body: 'x'.repeat(65_536) }, 400],
    ['what is a byte longer', { body: 'x'.repeat(65_537) }, 413],
    ['a page instead of a command', { method: 'GET' }, 405],
    ['another method', { method: 'DELETE' }, 405],
  ])('%s is refused', async (_, change, status) => {
    expect((await send(command(await enter(), change))).status).toBe(status)
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    undefined,
  ])('content type %s is refused: a form of another page cannot be a command', async (type) => {
    const { 'content-type': _, ...headers } = command(await enter()).headers ?? {}
    const reply = await send(command('', { headers: { ...headers, ...(type && { 'content-type': type }) } }))
    expect(reply.status).toBe(415)
  })

  test.each(['__proto__', 'setLanguage/', 'SetLanguage', 'getKiosk%00'])('no method is called "%s"', async (method) => {
    const reply = await send(command(await enter(), { target: `/api/${method}` }))
    expect(JSON.parse(reply.body)).toEqual({ ok: false, error: { type: 'forbidden' } })
  })

  test('a bug is an incident number and nothing else', async () => {
    const reply = await send(command(await enter(), { target: '/api/dismissSale', body: JSON.stringify({ saleId }) }))
    const { error } = JSON.parse(reply.body) as { error: { type: string; incident: string } }
    expect(error).toEqual({ type: 'internal', incident: expect.stringMatching(/^[0-9a-f]{8}$/u) as string })
    expect(logged).toEqual(['command.failed'])
  })

  test('a body that is declared too large is refused before it is read', async () => {
    const cookie = await enter()
    const head = requestText(command(cookie, { body: '' })).replace('content-length: 0', 'content-length: 100000000')
    expect((await rawExchange(port, head)).status).toBe(413)
  })

  test('a body that only turns out too large is refused once it has, and not waited for', async () => {
    const cookie = await enter()
    const { headers } = command(cookie)
    const chunked = { ...headers, 'transfer-encoding': 'chunked' }
    const head = requestText({ method: 'POST', target: '/api/setLanguage', headers: chunked })
    const socket = connect(port, '127.0.0.1')
    const reply = readReply(socket)
    socket.write(head + `4000\r\n${' '.repeat(0x4000)}\r\n`.repeat(5))
    expect((await reply).status).toBe(413)
  })

  test('what comes too slowly is cut off, header or body', async () => {
    ;({ port, ours, enter } = await startHost(0, { requestMs: 500 }))
    const cookie = await enter()
    const text = requestText(command(cookie))
    const beginnings = ['GET / HTTP/1.1\r\nHost: ', text.slice(0, -10)]
    const replies = await Promise.all(
      beginnings.map((beginning) => {
        const socket = connect(port, '127.0.0.1')
        socket.write(beginning)
        return readReply(socket)
      }),
    )
    expect(replies.map(({ status }) => status)).toEqual([408, 408])
  })
})
