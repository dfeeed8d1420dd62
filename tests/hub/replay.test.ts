import { createSecretKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSigner } from '../../electron/partner/signer.ts'
import { checkSignature } from '../../electron/booking-service/hub/signature-check.ts'
import type { SignedRequest } from '../../electron/booking-service/hub/partner-admission.ts'
import { signed } from './hub.ts'

const EVENTS = '/api/v1/public/events'
const signedAt = 1_800_000_000_000

function requestWith(headers: Readonly<Record<string, string>>): SignedRequest {
  const known = new Headers({ host: 'hub.test', ...headers })
  return { method: 'GET', target: EVENTS, header: (name) => known.get(name) ?? undefined, body: new Uint8Array() }
}

function stadepass(): SignedRequest {
  const signing = { partnerCode: 'nongo', keyId: 'k', secret: 'a shared secret' }
  return requestWith(signed(signing, 'GET', EVENTS, { seconds: signedAt / 1000 }))
}

function rfc9421(): SignedRequest {
  const sign = createSigner(
    {
      scheme: 'rfc9421',
      keyId: 'k',
      key: createSecretKey(Buffer.from('a shared secret')),
      algorithm: 'hmac-sha256',
      components: ['@method', '@authority', '@path', '@query', 'content-digest', 'x-partner-code'],
      lifeSeconds: 300,
      label: 'sig',
    },
    { now: () => ({ wallUtc: new Date(signedAt).toISOString() }), uuid: () => 'once' },
  )
  const headers = { 'x-partner-code': 'nongo' }
  const url = new URL(`https://hub.test${EVENTS}`)
  return requestWith({ ...headers, ...sign({ method: 'GET', url, headers: new Headers(headers), body: undefined }) })
}

test.each([
  ['stadepass-hmac', stadepass],
  ['rfc9421', rfc9421],
] as const)('%s: a request is remembered for as long as it would be let in', (scheme, request) => {
  const judge = (now: number) => checkSignature(request(), [{ keyId: 'k', scheme, secret: 'a shared secret' }], now)
  const verdict = judge(signedAt)
  if (!verdict.ok) throw new Error(verdict.what)
  expect(judge(verdict.expiresAt - 2_000)).toMatchObject({ ok: true })
  expect(judge(verdict.expiresAt)).toMatchObject({ ok: false })
})
