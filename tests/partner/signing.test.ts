import {
  constants,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  verify,
} from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { requestSigner, type SignerSettings } from '../../electron/partner/signer.ts'
import {
  readSignatures,
  signatureBase,
  STADEPASS_HEADERS,
  stadepassText,
  writeSignatureParams,
} from '../../shared/api/partner/signatures.ts'
import { booking } from './samples.ts'
import { type Asked, startPartner } from './scripted-partner.ts'

/** RFC 9421, appendix B.2: the request that every example signs. */
const fields: Readonly<Record<string, string>> = {
  date: 'Tue, 20 Apr 2021 02:07:55 GMT',
  'content-type': 'application/json',
  'content-digest':
    'sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:',
  'content-length': '18',
}
const example = {
  method: 'POST',
  url: new URL('https://example.com/foo?param=Value&Pet=dog'),
  header: (name: string) => fields[name],
}

/** RFC 9421, appendix B.1.2: the public key. */
const rsaPss = createPublicKey(
  '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAr4tmm3r20Wd/PbqvP1s2+QEtvpuRaV8Yq40gjUR8y2Rjxa6dpG2GXHbPfvMs8ct+Lh1GH45x28Rw3Ry53mm+oAXjyQ86OnDkZ5N8lYbggD4O3w6M6pAvLkhk95AndTrifbIFPNU8PPMO7OyrFAHqgDsznjPFmTOtCEcN2Z1FpWgchwuYLPL+Wokqltd11nqqzi+bJ9cvSKADYdUAAN5WUtzdpiy6LbTgSxP7ociU4Tn0g5I6aDZJ7A8Lzo0KSyZYoA485mqcO0GVAdVw9lq4aOT9v6d+nb4bnNkQVklLQ3fVAvJm+xdDOp9LCNCN48V2pnDOkFV6+U9nV5oyc6XI2wIDAQAB\n-----END PUBLIC KEY-----',
)
/** RFC 9421, appendix B.1.4 and B.1.5: the Ed25519 key and the shared secret. */
const ed25519 = createPrivateKey(
  '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF\n-----END PRIVATE KEY-----',
)
const sharedSecret = createSecretKey(
  Buffer.from('uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ==', 'base64'),
)

const clock = { now: () => ({ wallUtc: '2026-05-17T16:00:00.9Z' }), uuid: () => 'b3f0a1de-0000-4000-8000-000000000001' }
const created = Date.parse('2026-05-17T16:00:00Z') / 1000

const messageSettings = (settings: Partial<Extract<SignerSettings, { scheme: 'rfc9421' }>>): SignerSettings => ({
  scheme: 'rfc9421',
  keyId: 'kiosk-1',
  key: sharedSecret,
  algorithm: 'hmac-sha256',
  components: ['@method', '@authority', '@path', '@query', 'content-digest', 'x-partner-code'],
  validSeconds: 300,
  label: 'guichet',
  ...settings,
})

/** RFC 9421, appendix B.2.1 to B.2.3: signatures by test-key-rsa-pss. */
const byRsa: readonly (readonly [section: string, written: string, signature: string])[] = [
  [
    'B.2.1: nothing covered',
    '();created=1618884473;keyid="test-key-rsa-pss";nonce="b3k2pp5k7z-50gnwp.yemd"',
    'd2pmTvmbncD3xQm8E9ZV2828BjQWGgiwAaw5bAkgibUopemLJcWDy/lkbbHAve4cRAtx31Iq786U7it++wgGxbtRxf8Udx7zFZsckzXaJMkA7ChG52eSkFxykJeNqsrWH5S+oxNFlD4dzVuwe8DhTSja8xxbR/Z2cOGdCbzR72rgFWhzx2VjBqJzsPLMIQKhO4DGezXehhWwE56YCE+O6c0mKZsfxVrogUvA4HELjVKWmAvtl6UnCh8jYzuVG5WSb/QEVPnP5TmcAnLH1g+s++v6d4s8m0gCw1fV5/SITLq9mhho8K3+7EPYTU8IU1bLhdxO5Nyt8C8ssinQ98Xw9Q==',
  ],
  [
    'B.2.2: some covered, one of them a parameter of the query',
    '("@authority" "content-digest" "@query-param";name="Pet");created=1618884473;keyid="test-key-rsa-pss";tag="header-example"',
    'LjbtqUbfmvjj5C5kr1Ugj4PmLYvx9wVjZvD9GsTT4F7GrcQEdJzgI9qHxICagShLRiLMlAJjtq6N4CDfKtjvuJyE5qH7KT8UCMkSowOB4+ECxCmT8rtAmj/0PIXxi0A0nxKyB09RNrCQibbUjsLS/2YyFYXEu4TRJQzRw1rLEuEfY17SARYhpTlaqwZVtR8NV7+4UKkjqpcAoFqWFQh62s7Cl+H2fjBSpqfZUJcsIk4N6wiKYd4je2U/lankenQ99PZfB4jY3I5rSV2DSBVkSFsURIjYErOs0tFTQosMTAoxk//0RoKUqiYY8Bh0aaUEb0rQl3/XaVe4bXTugEjHSw==',
  ],
  [
    'B.2.3: all covered',
    '("date" "@method" "@path" "@query" "@authority" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-rsa-pss"',
    'bbN8oArOxYoyylQQUU6QYwrTuaxLwjAC9fbY2F6SVWvh0yBiMIRGOnMYwZ/5MR6fb0Kh1rIRASVxFkeGt683+qRpRRU5p2voTp768ZrCUb38K0fUxN0O0iC59DzYx8DFll5GmydPxSmme9v6ULbMFkl+V5B1TP/yPViV7KsLNmvKiLJH1pFkh/aYA2HXXZzNBXmIkoQoLd7YfW91kE9o/CCoC1xMy7JA1ipwvKvfrs65ldmlu9bpG6A9BmzhuzF8Eim5f8ui9eH8LZH896+QIF61ka39VBrohr9iyMUJpvRX2Zbhl5ZJzSRxpJyoEZAFL2FUo5fTIztsDZKEgM4cUA==',
  ],
]

describe("RFC 9421's own examples", () => {
  test.for(byRsa)('%s', ([, written, signature]) => {
    const [read] = readSignatures(`sig=${written}`, `sig=:${signature}:`) ?? []
    if (!read) throw new Error('not read')
    const holds = (facts: typeof example): boolean => {
      const text = signatureBase(facts, read.params.components, read.written) ?? ''
      const pss = { key: rsaPss, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 }
      return verify('sha512', Buffer.from(text), pss, Buffer.from(read.signature, 'base64'))
    }
    expect(holds(example)).toBe(true)
    const elsewhere = { ...example, url: new URL('https://example.org/foo?param=Value&Pet=cat') }
    expect(holds(elsewhere)).toBe(read.params.components.length === 0)
  })

  test('2.2.8: a parameter of the query is encoded again, and has to be there once', () => {
    const url = new URL('https://www.example.com/parameters?var=this%20is%20a%20big%0Amultiline%20value&bar=with+plus')
    const value = (component: string, of = url) =>
      signatureBase({ ...example, url: of }, [component], '()')?.split('\n')[0]
    expect(value('@query-param;name="var"')).toBe('"@query-param";name="var": this%20is%20a%20big%0Amultiline%20value')
    expect(value('@query-param;name="bar"')).toBe('"@query-param";name="bar": with%20plus')
    expect(value('@query-param;name="none"')).toBeUndefined()
    expect(value('@query-param;name="a"', new URL('https://example.com/?a=1&a=2'))).toBeUndefined()
    expect(value('@query-param;name="a"', new URL('https://example.com/?a=%E0%A4%A'))).toBeUndefined()
  })

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

  test('what belongs to a component is not the signature’s', () => {
    const [read] = readSignatures('sig=("@query-param";name="a";keyid="k";nonce="n");created=5', 'sig=:AA==:') ?? []
    expect(read?.params).toEqual({ components: ['@query-param;name="a";keyid="k";nonce="n"'], created: 5 })
  })

  test('what was written is read again', () => {
    const named = { nonce: 'n', alg: 'a', keyid: 'say "k"\\', tag: 't' }
    const params = { components: ['@method', 'date'], created: 1, expires: 2, ...named }
    const [read] = readSignatures(`sig=${writeSignatureParams(params)}`, 'sig=:AA==:') ?? []
    expect(read?.params).toEqual(params)
  })

  test.for(['sig', 'sig=', 'sig="@method"', 'sig=("@method"', 'sig=("@method");created=x', '=()', 'sig=(@method)'])(
    'garbage is not read: %s',
    (input) => {
      expect(readSignatures(input, 'sig=:AA==:')).toBeNull()
    },
  )

  test('nor are bytes that are no key', () => {
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
    const sign = requestSigner({ scheme: 'stadepass-hmac', keyId: 'kiosk-1', key, headers }, clock)
    expect((await partner.client({ sign }).holdSeats({ ...booking, sessionId: 's', seatIds: ['7'] })).ok).toBe(false)
    const asked = partner.asked[0]!
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
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/u) as string,
      'x-api-signature': createHmac('sha256', key).update(text).digest('hex'),
    })
  })

  test('rfc9421: the signature covers digest, query and partner code as they arrive', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const partner = await startPartner(() => ({ status: 503 }))
    const sign = requestSigner(
      messageSettings({ key: privateKey, algorithm: 'ecdsa-p256-sha256', tag: 'booking' }),
      clock,
    )
    expect((await partner.client({ sign }).holdSeats({ ...booking, sessionId: 's', seatIds: ['7'] })).ok).toBe(false)
    const asked = partner.asked[0]!
    const { header, ...request } = facts(asked, partner.url)
    const [signature] = readSignatures(header('signature-input') ?? '', header('signature') ?? '') ?? []
    expect(signature?.params).toEqual({
      components: ['@method', '@authority', '@path', '@query', 'content-digest', 'x-partner-code'],
      created,
      expires: created + 300,
      nonce: clock.uuid(),
      alg: 'ecdsa-p256-sha256',
      keyid: 'kiosk-1',
      tag: 'booking',
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

  test('a request without a body is signed without a digest, each time for itself', async () => {
    const partner = await startPartner(() => 'cut')
    let made = 0
    const sign = requestSigner(messageSettings({}), { ...clock, uuid: () => `id-${(made += 1)}` })
    expect((await partner.client({ sign }).listEvents({ page: 1, limit: 12 })).ok).toBe(false)
    const inputs = partner.asked.map(({ headers }) => String(headers['signature-input']))
    expect(inputs).toHaveLength(2)
    expect(inputs[0]).toContain('guichet=("@method" "@authority" "@path" "@query" "x-partner-code");')
    expect(inputs.map((text) => /nonce="([^"]+)"/u.exec(text)?.[1])).toEqual(['id-1', 'id-2'])
    expect(partner.asked.map(({ headers }) => headers['content-digest'])).toEqual([undefined, undefined])
  })
})
