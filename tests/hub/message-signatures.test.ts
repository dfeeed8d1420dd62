import { createSecretKey, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto'
import { expect, test } from 'vitest'
import { anonymousBuyer } from '../../shared/domain/customer.ts'
import { createSystemClock } from '../../electron/host/clock.ts'
import { createPartnerClient } from '../../electron/partner/client.ts'
import { seatBySeat } from '../../electron/partner/holds.ts'
import { createSigner, type RequestSigner } from '../../electron/partner/signer.ts'
import type { SignatureAlgorithm } from '../../shared/partner-api/signing/message-signatures.ts'
import { besideHub, databaseFile, partner, startHub } from './hub.ts'

const EVENTS = '/api/v1/public/events'
const SESSIONS = '/api/v1/public/booking-sessions'
const whole = ['@method', '@authority', '@path', '@query', 'content-digest', 'x-partner-code']

const ed25519 = generateKeyPairSync('ed25519')
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const other = generateKeyPairSync('ed25519')
const pem = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString()
const secret = createSecretKey(Buffer.from('a shared secret'))

interface Wish {
  readonly keyId?: string
  readonly key?: KeyObject
  readonly algorithm?: SignatureAlgorithm
  readonly components?: readonly string[]
  readonly lifeSeconds?: number
  readonly uuid?: () => string
  readonly secondsAgo?: number
}

const signer = ({ keyId = 'hmac', key = secret, algorithm = 'hmac-sha256', ...wish }: Wish): RequestSigner => {
  const { components = whole, lifeSeconds = 300, uuid = randomUUID, secondsAgo = 0 } = wish
  const now = () => ({ wallUtc: new Date(Date.now() - secondsAgo * 1000).toISOString() })
  return createSigner(
    { scheme: 'rfc9421', keyId, key, algorithm, components, lifeSeconds, label: 'sig' },
    { now, uuid },
  )
}

async function startSignedHub() {
  const database = databaseFile()
  const keys = [
    { keyId: 'hmac', scheme: 'rfc9421', secret: 'a shared secret' },
    { keyId: 'ed25519', scheme: 'rfc9421', secret: pem(ed25519.publicKey) },
    { keyId: 'broken', scheme: 'rfc9421', secret: '-----BEGIN PUBLIC KEY-----' },
    { keyId: 'p256', scheme: 'rfc9421', secret: pem(p256.publicKey) },
    { keyId: 'rsa', scheme: 'rfc9421', secret: pem(rsa.publicKey) },
  ] as const
  await besideHub(database, (store) => store.keepPartner(partner('nongo', { keys })))
  const hub = await startHub({ database })
  async function send(sign: RequestSigner, path: string, body?: string, sent: { path?: string; body?: string } = {}) {
    const method = body === undefined ? 'GET' : 'POST'
    const headers = new Headers({ 'x-partner-code': 'nongo', ...(body && { 'content-type': 'application/json' }) })
    const url = new URL(hub.url + path)
    for (const [name, value] of Object.entries(sign({ method, url, headers, body }))) headers.set(name, value)
    const wire = sent.body ?? body
    const reply = await fetch(hub.url + (sent.path ?? path), {
      method,
      headers,
      ...(wire !== undefined && { body: wire }),
    })
    const { error } = (await reply.json()) as { error?: { details?: { what?: string } } }
    return [reply.status, JSON.stringify(error ?? '')] as const
  }
  return { hub, send }
}

const wish = JSON.stringify({ event_id: '1', access_code: 'x' })

test('what the program signs, the service lets in: each kind of key, with and without a body', async () => {
  const { hub, send } = await startSignedHub()
  const wishes: Wish[] = [
    {},
    { keyId: 'ed25519', key: ed25519.privateKey, algorithm: 'ed25519' },
    { keyId: 'p256', key: p256.privateKey, algorithm: 'ecdsa-p256-sha256' },
    { keyId: 'rsa', key: rsa.privateKey, algorithm: 'rsa-pss-sha512' },
    { components: [...whole, '@query-param;name="page"'] },
    { components: ['@method', '@target-uri', 'content-digest', 'x-partner-code'] },
    { components: ['@method', '@request-target', 'content-digest', 'x-partner-code'] },
  ]
  for (const each of wishes) {
    expect((await send(signer(each), `${EVENTS}?page=2`))[0]).toBe(200)
    expect((await send(signer(each), SESSIONS, wish))[0]).toBe(404)
  }
  const client = createPartnerClient({
    baseUrl: hub.url,
    partnerCode: 'nongo',
    demo: false,
    hold: seatBySeat,
    anonymousCustomer: anonymousBuyer('test'),
    timeoutMs: 10_000,
    fetch: globalThis.fetch,
    clock: createSystemClock(),
    sign: signer({}),
  })
  expect(await client.listEvents({ page: 1, limit: 12 })).toMatchObject({ ok: true })
})

test('what was changed on the way, made by somebody else, too old or covers too little is not', async () => {
  const { send } = await startSignedHub()
  const without = (component: string): Wish => ({ components: whole.filter((each) => each !== component) })
  const refused: [string, Promise<readonly [number, string]>][] = [
    ['does not fit the request', send(signer({}), `${EVENTS}?page=1`, undefined, { path: `${EVENTS}?page=2` })],
    ['does not fit the request', send(signer({ key: createSecretKey(Buffer.from('x')) }), EVENTS)],
    [
      'does not fit the request',
      send(signer({ keyId: 'ed25519', key: other.privateKey, algorithm: 'ed25519' }), EVENTS),
    ],
    ['does not fit the request', send(signer({ keyId: 'ed25519' }), EVENTS)],
    ['does not fit the request', send(signer({ keyId: 'broken' }), EVENTS)],
    ['does not fit the body', send(signer({}), SESSIONS, wish, { body: `${wish} ` })],
    ['No key of this partner', send(signer({ keyId: 'none' }), EVENTS)],
    ['more than 300 s', send(signer({ secondsAgo: 310, lifeSeconds: 900 }), EVENTS)],
    ['more than 300 s', send(signer({ secondsAgo: -3_000 }), EVENTS)],
    ['has expired', send(signer({ secondsAgo: 60, lifeSeconds: 30 }), EVENTS)],
    ['no nonce', send(signer({ uuid: () => '' }), EVENTS)],
    ['cover @method', send(signer(without('@method')), EVENTS)],
    ['cover @path', send(signer(without('@path')), EVENTS)],
    ['cover @query', send(signer(without('@query')), `${EVENTS}?page=1`)],
    [
      'cover @query',
      send(
        signer({ components: ['@method', '@authority', '@path', '@query-param;name="page"', 'x-partner-code'] }),
        `${EVENTS}?page=1&limit=2`,
      ),
    ],
    ['cover x-partner-code', send(signer(without('x-partner-code')), EVENTS)],
    ['cover content-digest', send(signer(without('content-digest')), SESSIONS, wish)],
    ['cannot be read', send(() => ({ 'signature-input': 'sig=(', signature: 'sig=:AA==:' }), EVENTS)],
    ['No key of this partner', send(() => ({}), EVENTS)],
  ]
  for (const [why, reply] of refused) {
    const [status, error] = await reply
    expect([status, error]).toEqual([401, expect.stringContaining(why)])
  }
})

test('the same signed request is let in once', async () => {
  const { send } = await startSignedHub()
  const again = signer({ uuid: () => 'the same' })
  expect([(await send(again, EVENTS))[0], (await send(again, EVENTS))[0]]).toEqual([200, 401])
})
