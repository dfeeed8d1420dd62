import { createHash, createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { SignedRequest } from '../../electron/booking/hub/partner-admission.ts'
import { checkSignature } from '../../electron/booking/hub/signature-check.ts'
import type { PartnerKey } from '../../electron/booking/sql/administration.ts'
import { signatureBase, writeSignatureParams, type SignatureParams } from '../../shared/api/partner/signatures.ts'

const SESSIONS = '/api/v1/public/booking-sessions'
const NOW = 1_800_000_000
const SECRET = 'a shared secret'

interface Sketch {
  readonly method?: string
  readonly target?: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

function requestOf({ method = 'GET', target = '/events?page=2', body = '', headers = {} }: Sketch): SignedRequest {
  const known = new Headers({ host: 'hub.test', 'x-partner-code': 'nongo', ...headers })
  return { method, target, header: (name) => known.get(name) ?? undefined, body: Buffer.from(body) }
}

const refused = (part: string, where?: string): object => ({
  ok: false,
  what: expect.stringContaining(part) as string,
  ...(where && { where }),
})

describe('stadepass-hmac', () => {
  const key: PartnerKey = { keyId: 'k', scheme: 'stadepass-hmac', secret: SECRET }

  function signed(sketch: Sketch & { readonly time?: string; readonly id?: string } = {}): SignedRequest {
    const { method = 'GET', target = '/events?page=2', body = '', time = String(NOW), id = 'id-1' } = sketch
    const bodyHash = createHash('sha256').update(body).digest('hex')
    const text = [time, method, target.split('?')[0], bodyHash].join('\n')
    const signature = createHmac('sha256', SECRET).update(text).digest('hex')
    const own = { 'x-api-key': 'k', 'x-api-timestamp': time, 'x-request-id': id, 'x-api-signature': signature }
    return requestOf({ ...sketch, headers: { ...own, ...sketch.headers } })
  }
  const judge = (request: SignedRequest, keys: readonly PartnerKey[] = [key]) =>
    checkSignature(request, keys, NOW * 1000)

  test.each([
    ['as it is', {}],
    ['with a body', { method: 'POST', target: '/holds', body: '{"a":1}' }],
    ['at the window’s beginning', { time: String(NOW - 300) }],
    ['at its end', { time: String(NOW + 300) }],
    ['with the longest id', { id: 'x'.repeat(200) }],
  ])('is let in %s, and remembered until its time is over', (_, sketch) => {
    const time = Number('time' in sketch ? sketch.time : NOW)
    expect(judge(signed(sketch))).toMatchObject({ ok: true, expiresAt: (time + 301) * 1000 })
  })

  test('is let in with its signature in capitals, and by whichever key it names', () => {
    const capitals = (signed().header('x-api-signature') ?? '').toUpperCase()
    const others: PartnerKey[] = [{ ...key, keyId: 'old', secret: 'another' }, key]
    expect(judge(signed({ headers: { 'x-api-signature': capitals } }), others)).toMatchObject({ ok: true })
  })

  const changed = requestOf({
    body: 'changed',
    headers: Object.fromEntries(
      ['x-api-key', 'x-api-timestamp', 'x-request-id', 'x-api-signature'].map((name) => [
        name,
        signed().header(name) ?? '',
      ]),
    ),
  })

  test.each([
    ['an unknown key', signed({ headers: { 'x-api-key': 'none' } }), 'no key', 'x-api-key'],
    ['too old a time', signed({ time: String(NOW - 301) }), 'more than 300 s', 'x-api-timestamp'],
    ['a time to come', signed({ time: String(NOW + 301) }), 'more than 300 s', 'x-api-timestamp'],
    ['no time', signed({ time: '' }), 'time is missing', 'x-api-timestamp'],
    ['a time in words', signed({ time: `${NOW}x` }), 'time is missing', 'x-api-timestamp'],
    ['a time with a sign', signed({ time: `+${NOW}` }), 'time is missing', 'x-api-timestamp'],
    ['no unique id', signed({ id: '' }), 'no unique id', 'x-request-id'],
    ['too long an id', signed({ id: 'x'.repeat(201) }), 'no unique id', 'x-request-id'],
    ['no signature', signed({ headers: { 'x-api-signature': '' } }), 'does not match', 'x-api-signature'],
    ['a changed body', changed, 'does not match', 'x-api-signature'],
  ])('is refused with %s', (_, request, what, header) => {
    expect(judge(request)).toMatchObject(refused(what, `header.${header}`))
  })

  test('is refused where its key cannot be opened, or is of the other scheme', () => {
    expect(judge(signed(), [{ ...key, secret: null }])).toMatchObject(refused('no key'))
    expect(judge(signed(), [{ ...key, scheme: 'rfc9421' }])).toMatchObject(refused('no key'))
  })

  test.each([
    ['GET', '/events?page=2', true],
    ['POST', SESSIONS, true],
    ['POST', `${SESSIONS}/1/holds`, false],
    ['DELETE', SESSIONS, false],
  ])('%s %s is another request under another id: %s', (method, target, another) => {
    const nonces = ['a', 'b'].map((id) => {
      const verdict = judge(signed({ method, target, id }))
      return verdict.ok && verdict.nonce
    })
    expect(nonces).not.toContain(false)
    expect(nonces[0] !== nonces[1]).toBe(another)
  })
})

describe('rfc9421', () => {
  const key: PartnerKey = { keyId: 'k', scheme: 'rfc9421', secret: SECRET }
  const hmac = (base: Buffer): Buffer => createHmac('sha256', SECRET).update(base).digest()
  const digestOf = (body: string, kind = 'sha256'): string => createHash(kind).update(body).digest('base64')

  interface Wish extends Sketch {
    readonly params?: Partial<SignatureParams>
    readonly without?: keyof SignatureParams
    readonly scheme?: string
    readonly sign?: (base: Buffer) => Buffer
    readonly before?: readonly [input: string, signature: string]
  }

  function signed(wish: Wish = {}): SignedRequest {
    const { method = 'GET', target = '/events?page=2', body = '', scheme = 'https' } = wish
    const components = ['@method', '@path', '@query', 'x-partner-code', ...(body === '' ? [] : ['content-digest'])]
    const all: SignatureParams = { components, created: NOW, nonce: 'once', keyid: 'k', ...wish.params }
    const params = Object.fromEntries(Object.entries(all).filter(([name]) => name !== wish.without))
    const written = writeSignatureParams(params as unknown as SignatureParams)
    const digest = { ...(body && { 'content-digest': `sha-256=:${digestOf(body)}:` }), ...wish.headers }
    const bare = requestOf({ ...wish, headers: digest })
    const facts = { method, url: new URL(`${scheme}://hub.test${target}`), header: bare.header }
    const base = Buffer.from(signatureBase(facts, all.components, written) ?? '')
    const signature = `sig=:${(wish.sign ?? hmac)(base).toString('base64')}:`
    const fields = {
      'signature-input': [...(wish.before ? [wish.before[0]] : []), `sig=${written}`].join(', '),
      signature: [...(wish.before ? [wish.before[1]] : []), signature].join(', '),
    }
    return requestOf({ ...wish, headers: { ...digest, ...fields } })
  }
  const judge = (request: SignedRequest, keys: readonly PartnerKey[] = [key]) =>
    checkSignature(request, keys, NOW * 1000)

  const post = { method: 'POST', target: '/holds', body: '{"a":1}' }
  const right = `sha-256=:${digestOf(post.body)}:`
  const long = `sha-512=:${digestOf(post.body, 'sha512')}:`
  const foreign: readonly [string, string] = ['other=("@method");created=1;keyid="theirs"', 'other=:AAAA:']

  test.each<[string, Wish]>([
    ['as it is', {}],
    [
      'over plain HTTP behind a proxy',
      { scheme: 'http', params: { components: ['@target-uri', '@method', 'x-partner-code'] } },
    ],
    ['by its whole target', { params: { components: ['@request-target', '@method', 'x-partner-code'] } }],
    ['without a query', { target: '/events', params: { components: ['@path', '@method', 'x-partner-code'] } }],
    ['that names its algorithm', { params: { alg: 'hmac-sha256' } }],
    ['with the longest nonce', { params: { nonce: 'x'.repeat(200) } }],
    ['in its last second', { params: { expires: NOW } }],
    ['at the window’s beginning', { params: { created: NOW - 300 } }],
    ['at its end', { params: { created: NOW + 300 } }],
    ['beside one of somebody else', { before: foreign }],
    ['with a body', post],
    ['with the longer digest', { ...post, headers: { 'content-digest': long } }],
    [
      'with both digests, and one of a kind unknown here',
      { ...post, headers: { 'content-digest': `${right}, ${long}, unixsum=:AAAA:` } },
    ],
  ])('a request is let in %s, and remembered until its time is over', (_, wish) => {
    const { created = NOW, nonce = 'once' } = wish.params ?? {}
    expect(judge(signed(wish))).toEqual({ ok: true, nonce: `k ${nonce}`, expiresAt: (created + 301) * 1000 })
  })

  const covering = (...components: readonly string[]): Wish => ({ params: { components } })
  const digest = (value: string): Wish => ({ ...post, headers: { 'content-digest': value } })

  test.each<[string, Wish, string]>([
    ['of an unknown key', { params: { keyid: 'none' } }, 'no key'],
    ['too old', { params: { created: NOW - 301 } }, 'more than 300 s'],
    ['from later', { params: { created: NOW + 301 } }, 'more than 300 s'],
    ['without its time', { without: 'created' }, '"created" is missing'],
    ['that has expired', { params: { expires: NOW - 1 } }, 'expired'],
    ['without a nonce', { without: 'nonce' }, 'no unique nonce'],
    ['with an empty one', { params: { nonce: '' } }, 'no unique nonce'],
    ['with too long a one', { params: { nonce: 'x'.repeat(201) } }, 'no unique nonce'],
    ['that leaves the method open', covering('@target-uri', 'x-partner-code'), 'cover @method'],
    ['the path', covering('@method', 'x-partner-code'), 'cover @path'],
    ['the query', covering('@method', '@path', 'x-partner-code'), 'cover @query'],
    ['the partner', covering('@method', '@target-uri'), 'cover x-partner-code'],
    ['the body', { ...post, ...covering('@method', '@path', 'x-partner-code') }, 'cover content-digest'],
  ])('a request is refused %s', (_, wish, what) => {
    expect(judge(signed(wish))).toMatchObject(refused(what, 'header.signature-input'))
  })

  test.each<[string, Wish]>([
    ['with another algorithm than its key’s', { params: { alg: 'ed25519' } }],
    ['with half a signature', { sign: (base) => hmac(base).subarray(0, 16) }],
    ['with another’s signature', { sign: () => Buffer.alloc(32) }],
    ['that covers what it does not have', covering('@method', '@target-uri', 'x-partner-code', 'x-gone')],
  ])('a request is refused %s', (_, wish) => {
    expect(judge(signed(wish))).toMatchObject(refused('match the request', 'header.signature'))
  })

  test.each([
    ['a wrong digest', `sha-256=:${digestOf('{}')}:`],
    ['a right digest and a wrong one', `${right}, sha-512=:${digestOf('{}', 'sha512')}:`],
    ['no digest that is known', 'unixsum=:AAAA:'],
    ['an unreadable one', 'sha-256'],
  ])('a request is refused with %s', (_, value) => {
    expect(judge(signed(digest(value)))).toMatchObject(refused('match the body', 'header.content-digest'))
  })

  test('a request whose fields cannot be read, or that has no signature, is refused', () => {
    expect(judge(requestOf({ headers: { 'signature-input': 'sig=(', signature: 'sig=:AAAA:' } }))).toMatchObject(
      refused('cannot be read', 'header.signature-input'),
    )
    expect(judge(requestOf({ headers: { 'signature-input': 'sig=("@method");keyid="k"' } }))).toMatchObject(
      refused('cannot be read'),
    )
    // A request without the `signature-input` field is checked by the older scheme, for which the partner has no key.
    expect(judge(requestOf({}))).toMatchObject(refused('no key', 'header.x-api-key'))
    expect(judge(signed(), [{ ...key, scheme: 'stadepass-hmac' }])).toMatchObject(refused('no key', 'header.x-api-key'))
    expect(judge(signed(), [{ ...key, secret: null }])).toMatchObject(refused('no key', 'header.x-api-key'))
  })

  test('a secret that is no text is written in base64', () => {
    const secret = `base64:${Buffer.from(SECRET).toString('base64')}`
    expect(judge(signed(), [{ ...key, secret }])).toMatchObject({ ok: true })
  })

  const ed25519 = generateKeyPairSync('ed25519')
  const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' })
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pss = (saltLength: number) => (base: Buffer) =>
    sign('sha512', base, { key: rsa.privateKey, padding: 6, saltLength })
  const dsa = (privateKey: KeyObject) => (base: Buffer) =>
    sign('sha256', base, { key: privateKey, dsaEncoding: 'ieee-p1363' })

  test.each<[string, KeyObject, (base: Buffer) => Buffer, boolean]>([
    ['Ed25519', ed25519.publicKey, (base) => sign(null, base, ed25519.privateKey), true],
    ['P-256', p256.publicKey, dsa(p256.privateKey), true],
    ['RSA-PSS', rsa.publicKey, pss(64), true],
    ['RSA-PSS with a short salt', rsa.publicKey, pss(32), false],
    ['P-384, which no algorithm of the standard takes with SHA-256', p384.publicKey, dsa(p384.privateKey), false],
    ['another’s key', p256.publicKey, (base) => sign(null, base, ed25519.privateKey), false],
    ['the public key as a shared secret', ed25519.publicKey, hmac, false],
  ])('a request signed by %s', (_, publicKey, signing, letIn) => {
    const secret = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    expect(judge(signed({ sign: signing }), [{ ...key, secret }])).toMatchObject({ ok: letIn })
  })

  test('what only begins like a key signs nothing', () => {
    const secret = '-----BEGIN PUBLIC KEY-----'
    const by = (base: Buffer): Buffer => createHmac('sha256', secret).update(base).digest()
    expect(judge(signed({ sign: by }), [{ ...key, secret }])).toMatchObject(refused('match the request'))
  })
})
