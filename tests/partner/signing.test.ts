import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  verify,
} from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createSigner, type SignerSettings } from '../../electron/partner/signer.ts'
import {
  readSignatures,
  signatureBase,
  writeSignatureParams,
} from '../../shared/partner-api/signing/message-signatures.ts'
import { STADEPASS_HEADERS, stadepassText } from '../../shared/partner-api/signing/stadepass-hmac.ts'
import { startPartner, type Asked } from './scripted-partner.ts'

/** RFC 9421, appendix B.2: the request every example signs. */
const fields: Readonly<Record<string, string>> = {
  date: 'Tue, 20 Apr 2021 02:07:55 GMT',
  'content-type': 'application/json',
  'content-length': '18',
}
const example = {
  method: 'POST',
  url: new URL('https://example.com/foo?param=Value&Pet=dog'),
  header: (name: string) => fields[name],
}

/** Appendix B.1.4 and B.1.5. */
const ed25519 = createPrivateKey(
  '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF\n-----END PRIVATE KEY-----',
)
const sharedSecret = createSecretKey(
  Buffer.from('uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ==', 'base64'),
)

const clock = {
  now: () => ({ wallUtc: '2026-05-17T16:00:00.900Z' }),
  uuid: () => 'b3f0a1de-0000-4000-8000-000000000001',
}
const created = Date.parse('2026-05-17T16:00:00Z') / 1000

const messageSettings = (settings: Partial<Extract<SignerSettings, { scheme: 'rfc9421' }>>): SignerSettings => ({
  scheme: 'rfc9421',
  keyId: 'kiosk-1',
  key: sharedSecret,
  algorithm: 'hmac-sha256',
  components: ['@method', '@authority', '@path', '@query', 'content-digest', 'x-partner-code'],
  lifeSeconds: 300,
  label: 'guichet',
  ...settings,
})

describe("RFC 9421's own examples", () => {
  const base = (components: readonly string[], keyid: string): string => {
    const written = writeSignatureParams({ components, created: 1618884473, keyid })
    return signatureBase(example, components, written) ?? ''
  }

  test('B.2.5: HMAC with SHA-256', () => {
    const text = base(['date', '@authority', 'content-type'], 'test-shared-secret')
    expect(createHmac('sha256', sharedSecret).update(text).digest('base64')).toBe(
      'pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=',
    )
  })

  test('B.2.6: Ed25519', () => {
    const components = ['date', '@method', '@path', '@authority', 'content-type', 'content-length']
    const signature = 'wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw=='
    const text = base(components, 'test-key-ed25519')
    expect(verify(null, Buffer.from(text), createPublicKey(ed25519), Buffer.from(signature, 'base64'))).toBe(true)
  })

  test.for([
    ['@target-uri', 'https://example.com/foo?param=Value&Pet=dog'],
    ['@request-target', '/foo?param=Value&Pet=dog'],
    ['@scheme', 'https'],
    ['@query', '?param=Value&Pet=dog'],
  ])('2.2: %s', ([component = '', value]) => {
    expect(signatureBase(example, [component], '()')).toBe(`"${component}": ${value}\n"@signature-params": ()`)
  })

  test('2.2.7: no query is an empty one', () => {
    const bare = { ...example, url: new URL('https://example.com/foo') }
    expect(signatureBase(bare, ['@query'], '()')).toContain('"@query": ?\n')
  })

  test('a component that is not there makes no base', () => {
    expect(signatureBase(example, ['x-missing'], '()')).toBeNull()
    expect(signatureBase(example, ['@unknown'], '()')).toBeNull()
  })
})

describe('what a verifier reads', () => {
  test('several signatures, their times and texts', () => {
    const input = 'a=("@method" "x-b");created=5;expires=9;nonce="q;r,\\"s";keyid="k", other=("@path");alg="ed25519"'
    expect(readSignatures(input, 'other=:BBBB:, a=:AAA=:')).toEqual([
      {
        label: 'a',
        signature: 'AAA=',
        written: '("@method" "x-b");created=5;expires=9;nonce="q;r,\\"s";keyid="k"',
        params: { components: ['@method', 'x-b'], created: 5, expires: 9, nonce: 'q;r,"s', keyid: 'k' },
      },
      {
        label: 'other',
        signature: 'BBBB',
        written: '("@path");alg="ed25519"',
        params: { components: ['@path'], alg: 'ed25519' },
      },
    ])
  })

  test('what was written is read again', () => {
    const params = {
      components: ['@method', 'date'],
      created: 1,
      expires: 2,
      nonce: 'n',
      alg: 'a',
      keyid: 'say "k"\\',
      tag: 't',
    }
    const [read] = readSignatures(`sig=${writeSignatureParams(params)}`, 'sig=:AA==:') ?? []
    expect(read?.params).toEqual(params)
  })

  test.for(['sig', 'sig=', 'sig="@method"', 'sig=("@method"', 'sig=("@method");created=x', '=()', 'sig=(@method)'])(
    'garbage is not read: %s',
    (input) => {
      expect(readSignatures(input, 'sig=:AA==:')).toBeNull()
    },
  )

  test('nor are bytes that are none', () => {
    expect(readSignatures('sig=()', 'sig=AA==')).toBeNull()
  })
})

const facts = ({ line, headers }: Asked, url: string) => {
  const [method = '', target = ''] = line.split(' ')
  const header = (name: string): string | undefined => {
    const value = headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }
  return { method, url: new URL(target, url), header }
}

describe('requests on the wire', () => {
  test('stadepass-hmac: key, time, id and signature of what was sent, by configured names', async () => {
    const partner = await startPartner(() => ({ status: 503 }))
    const headers = { ...STADEPASS_HEADERS, key: 'x-our-key' }
    const key = createSecretKey(Buffer.from('correct horse'))
    const sign = createSigner({ scheme: 'stadepass-hmac', keyId: 'kiosk-1', key, headers }, clock)
    expect((await partner.client({ sign }).holdSeats({ sessionId: 's', seatIds: ['7'] })).ok).toBe(false)
    const [asked] = partner.asked
    if (!asked) throw new Error('nothing was sent')
    expect(asked.body).toBe('{"seat_id":"7"}')
    const text = stadepassText({
      time: String(created),
      method: 'POST',
      path: '/api/v1/public/booking-sessions/s/holds',
      bodySha256: createHash('sha256').update(asked.body).digest('hex'),
    })
    expect(asked.headers).toMatchObject({
      'x-our-key': 'kiosk-1',
      'x-api-timestamp': String(created),
      'x-request-id': clock.uuid(),
      'x-api-signature': createHmac('sha256', key).update(text).digest('hex'),
    })
  })

  test('rfc9421: the signature covers digest, query and partner code as they arrive', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const partner = await startPartner(() => ({ status: 503 }))
    const sign = createSigner(messageSettings({ key: privateKey, algorithm: 'ecdsa-p256-sha256' }), clock)
    expect((await partner.client({ sign }).holdSeats({ sessionId: 's', seatIds: ['7'] })).ok).toBe(false)
    const [asked] = partner.asked
    if (!asked) throw new Error('nothing was sent')
    const { header, ...request } = facts(asked, partner.url)
    const [signature] = readSignatures(header('signature-input') ?? '', header('signature') ?? '') ?? []
    expect(signature?.params).toEqual({
      components: ['@method', '@authority', '@path', '@query', 'content-digest', 'x-partner-code'],
      created,
      expires: created + 300,
      nonce: clock.uuid(),
      alg: 'ecdsa-p256-sha256',
      keyid: 'kiosk-1',
    })
    expect(header('content-digest')).toBe(`sha-256=:${createHash('sha256').update(asked.body).digest('base64')}:`)
    const holds = (partnerCode: string): boolean => {
      const altered = { ...request, header: (name: string) => (name === 'x-partner-code' ? partnerCode : header(name)) }
      const base = signatureBase(altered, signature?.params.components ?? [], signature?.written ?? '') ?? ''
      const bytes = Buffer.from(signature?.signature ?? '', 'base64')
      return verify('sha256', Buffer.from(base), { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes)
    }
    expect(holds('nongo')).toBe(true)
    expect(holds('other')).toBe(false)
  })

  test('a request without a body is signed without a digest, and each time anew', async () => {
    const partner = await startPartner(() => 'cut')
    let made = 0
    const sign = createSigner(messageSettings({}), { ...clock, uuid: () => `id-${(made += 1)}` })
    expect((await partner.client({ sign }).listEvents({ page: 1, limit: 12 })).ok).toBe(false)
    const inputs = partner.asked.map(({ headers }) => String(headers['signature-input']))
    expect(inputs).toHaveLength(2)
    expect(inputs[0]).toContain('guichet=("@method" "@authority" "@path" "@query" "x-partner-code");')
    expect(inputs.map((text) => /nonce="([^"]+)"/u.exec(text)?.[1])).toEqual(['id-1', 'id-2'])
    expect(partner.asked.map(({ headers }) => headers['content-digest'])).toEqual([undefined, undefined])
  })
})
