import { createSecretKey, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { PartnerClient } from '../../electron/partner/client.ts'
import { requestSigner, type RequestSigner } from '../../electron/partner/signer.ts'
import type { SignatureAlgorithm } from '../../shared/api/partner/signatures.ts'
import { clientOptions } from '../partner/scripted-partner.ts'
import { codeOf, besideHub, databaseFile, partner, startHub } from './hub.ts'
import type { HubOptions } from '../../electron/app/hub.ts'

const EVENTS = '/api/v1/public/events'
const SESSIONS = '/api/v1/public/booking-sessions'
const whole = ['@method', '@authority', '@path', '@query', 'content-digest', 'x-partner-code']

const ed25519 = generateKeyPairSync('ed25519')
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString()
const secret = createSecretKey(Buffer.from('a shared secret'))

interface Wish {
  readonly keyId?: string
  readonly key?: KeyObject
  readonly algorithm?: SignatureAlgorithm
  readonly components?: readonly string[]
  readonly uuid?: () => string
}

const signer = ({ keyId = 'hmac', key = secret, algorithm = 'hmac-sha256', ...wish }: Wish): RequestSigner => {
  const { components = whole, uuid = randomUUID } = wish
  const signing = { scheme: 'rfc9421', keyId, key, algorithm, components, validSeconds: 300, label: 'sig' } as const
  return requestSigner(signing, { now: () => ({ wallUtc: new Date().toISOString() }), uuid })
}

async function startSignedHub() {
  const database = databaseFile()
  const keys = [
    { keyId: 'hmac', scheme: 'rfc9421', secret: 'a shared secret' },
    { keyId: 'ed25519', scheme: 'rfc9421', secret: pem(ed25519.publicKey) },
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
    const asked = { method, headers, ...(wire !== undefined && { body: wire }) }
    const reply = await fetch(hub.url + (sent.path ?? path), asked)
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
  const client = new PartnerClient({ ...clientOptions, baseUrl: hub.url, sign: signer({}) })
  expect(await client.listEvents({ page: 1, limit: 12 })).toMatchObject({ ok: true })
})

/** tests/booking/signature-check.test.ts covers each part of a signature. */
test('what was changed on the way, has no signature, or was sent again, is not', async () => {
  const { send } = await startSignedHub()
  const refused: [string, Promise<readonly [number, string]>][] = [
    ['does not match the request', send(signer({}), `${EVENTS}?page=1`, undefined, { path: `${EVENTS}?page=2` })],
    ['does not match the body', send(signer({}), SESSIONS, wish, { body: `${wish} ` })],
    ['no key of this partner', send(() => ({}), EVENTS)],
  ]
  for (const [why, reply] of refused) expect(await reply).toEqual([401, expect.stringContaining(why)])
  const again = signer({ uuid: () => 'the same' })
  expect([(await send(again, EVENTS))[0], (await send(again, EVENTS))[0]]).toEqual([200, 401])
})

async function withUnsigned(more: Partial<HubOptions>) {
  const database = databaseFile()
  await besideHub(database, (store) => store.keepPartner(partner('coleah')))
  return startHub({ database, ...more })
}

test('a live hub refuses a partner without a key, uses nothing of its rate, and says so at each start', async () => {
  const hub = await withUnsigned({ rate: { perSecond: 0.001, burst: 1 } })
  const ask = (url: string, path = EVENTS) => fetch(url + path, { headers: { 'x-partner-code': 'coleah' } })
  for (const path of [EVENTS, EVENTS, '/api/v1/public/tickets?owner_ref=coleah-user-1'])
    expect(await codeOf(await ask(hub.url, path))).toEqual([401, 'BAD_SIGNATURE'])
  expect(hub.warnings).toEqual([expect.stringMatching(/refused: coleah; create a key for each .*--unsigned-from/u)])
  expect(hub.lines).toContainEqual(
    expect.objectContaining({ level: 'warn', event: 'hub.warning', warning: hub.warnings[0] }),
  )
  const open = await startHub({ database: hub.database, unsignedFrom: ['10.0.0.0/8', '127.0.0.1'] })
  expect((await ask(open.url)).status).toBe(200)
  expect(open.warnings).toEqual([expect.stringMatching(/\(coleah\) are accepted from 10\.0\.0\.0\/8, 127\.0\.0\.1/u)])
  const elsewhere = await startHub({ database: hub.database, unsignedFrom: ['192.168.0.0/16'] })
  expect(await codeOf(await ask(elsewhere.url))).toEqual([401, 'BAD_SIGNATURE'])
  await besideHub(hub.database, (store) => store.removePartner({ code: 'coleah' }))
  expect((await startHub({ database: hub.database })).warnings).toEqual([])
})

const tooWide = ['0.0.0.0/0', '8.8.8.8', '10.0.0.0/7', '172.16.0.0/11', '::/0', '2001:db8::1', '::ffff:10.0.0.0/96']
const malformed = ['localhost', '10.0.0.0/33', '10.0.0.0/', '10.0.0', '127.0.0.1,8.8.8.8', 'fe80::1%eth0']

test.each([...tooWide, ...malformed])('unsigned partners are let in from no such place: "%s"', async (place) => {
  await expect(startHub({ unsignedFrom: [place] })).rejects.toThrow(place)
})

test('behind a proxy an unsigned partner is let in by the address that this proxy names, and by no other word', async () => {
  const more = { unsignedFrom: ['10.1.0.0/16'] }
  const proxies = { header: 'X-Forwarded-For', addresses: ['127.0.0.1', '10.9.9.9'] }
  const status = async (hub: { url: string }, named: string): Promise<number> => {
    const others = { 'x-real-ip': '10.1.2.3', forwarded: 'for=10.1.2.3' }
    const headers = { 'x-partner-code': 'coleah', 'x-forwarded-for': named, ...others }
    return (await fetch(hub.url + EVENTS, { headers })).status
  }
  const hub = await withUnsigned({ ...more, proxies })
  expect(await status(hub, '10.1.2.3')).toBe(200)
  expect(await status(hub, '10.1.2.3, 10.9.9.9')).toBe(200)
  const foreign = ['10.1.2.3, 203.0.113.5', '203.0.113.5, 10.9.9.9']
  for (const forged of [...foreign, '10.1.2.3, junk', '10.1.2.3,', '', '10.1.2.3:80'])
    expect([forged, await status(hub, forged)]).toEqual([forged, 401])
  const lines = hub.lines.filter(({ event }) => event === 'request.answered').map(({ remote }) => remote)
  expect(lines).toEqual(['10.1.2.3', '10.1.2.3', '203.0.113.5', '203.0.113.5', ...Array<string>(4).fill('127.0.0.1')])
  for (const other of [undefined, { ...proxies, addresses: ['127.0.0.2'] }, { ...proxies, header: 'x-client' }])
    expect(await status(await startHub({ ...more, database: hub.database, proxies: other }), '10.1.2.3')).toBe(401)
})
