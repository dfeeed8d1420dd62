import { setImmediate as nextTurn } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSystemClock } from '../../electron/host/system.ts'
import type { Clock, PartnerError } from '../../electron/kiosk/ports/ports.ts'
import { type ExchangedRequest, textOfReply } from '../../electron/partner/transport.ts'
import { freePort } from '../support/free-port.ts'
import * as sample from './samples.ts'
import { type Answer, clientOptions, failure, startPartner, success } from './scripted-partner.ts'
import { MAX_REPLY_BYTES } from '../../shared/json.ts'
import { PartnerClient } from '../../electron/partner/client.ts'
import { examinePartner } from '../../electron/partner/doctor.ts'
import { HttpClient } from '../../electron/partner/http-client.ts'
import { endless, repeated, startEndless, UNDERWAY } from '../support/infinite-response-server.ts'

const firstPage = { page: 1, limit: 12 }

const viewed = { ...sample.booking, sectionId: '31' }

const HTML = '<html><title>Please log in</title></html>'

async function errorOf(answer: Answer): Promise<PartnerError> {
  const partner = await startPartner(() => answer)
  const reply = await partner.client().listEvents(firstPage)
  if (reply.ok) throw new Error('read as a reply')
  return reply.error
}

describe('what every call says of itself', () => {
  test('partner code, JSON, and the demo environment only when it is selected', async () => {
    const partner = await startPartner(() => success(sample.openedSession))
    const opened = await partner.client().openSession({ eventId: '1042', accessCode: 'a "code" é' })
    const tried = await partner.client({ demo: true }).openSession({ eventId: '1042', accessCode: 'x' })
    expect([opened.ok, tried.ok]).toEqual([true, true])
    const [live, demo] = partner.asked
    expect(live?.line).toBe('POST /api/v1/public/booking-sessions')
    expect(live?.headers).toMatchObject({ 'x-partner-code': 'nongo', 'content-type': 'application/json' })
    expect(live?.headers['x-env']).toBeUndefined()
    expect(JSON.parse(live?.body ?? '')).toEqual({ event_id: '1042', access_code: 'a "code" é' })
    expect(demo?.headers['x-env']).toBe('demo')
  })

  test('a base address may have a path of its own; ids cannot leave theirs', async () => {
    const partner = await startPartner(() => success(null))
    const client = partner.client({ baseUrl: `${partner.url}/tenant/a` })
    const released = await client.releaseHold({ sessionId: '../../admin?x=1#', holdId: 'a/b\ud800' })
    const listed = await client.listTickets({ ownerRef: 'a&owner_ref=b' })
    expect([released.ok, listed.ok]).toEqual([true, false])
    expect(partner.asked.map(({ line }) => line)).toEqual([
      'DELETE /tenant/a/api/v1/public/booking-sessions/..%2F..%2Fadmin%3Fx%3D1%23/holds/a%2Fb%EF%BF%BD',
      'GET /tenant/a/api/v1/public/tickets?owner_ref=a%26owner_ref%3Db',
    ])
  })
})

describe('replies that say nothing', () => {
  test.each<[string, Answer, PartnerError['type']]>([
    ['a page of HTML', { body: HTML, headers: { 'content-type': 'text/html' } }, 'unclear'],
    ['nothing', { body: '' }, 'unclear'],
    ['no content', { status: 204 }, 'unclear'],
    ['JSON of something else', { body: { events: [] } }, 'unclear'],
    ['half of JSON', { body: '{"success":true,"data":{"events":[' }, 'unclear'],
    ['JSON that is no object', { body: '"ok"' }, 'unclear'],
    ['success in words', { body: { success: 'true', data: sample.eventList } }, 'unclear'],
    ['a broken connection in the middle', 'cut', 'unreachable'],
    ['a fault of the service', { status: 500, body: HTML }, 'unreachable'],
    ['a gateway without a service', { status: 502, body: HTML }, 'unreachable'],
    ['out of service', failure(503, 'UNAVAILABLE'), 'unreachable'],
    ['too many requests', failure(429, 'RATE_LIMITED'), 'unreachable'],
    ['a request that came too slowly', failure(408, 'TIMEOUT'), 'unreachable'],
    ['a request that came too early', failure(425, 'TOO_EARLY'), 'unreachable'],
    ['what is neither done nor refused', { status: 304 }, 'unclear'],
  ])('%s', async (_, answer, type) => {
    expect((await errorOf(answer)).type).toBe(type)
  })

  test('nobody listens', async () => {
    const partner = await startPartner(() => 'hang')
    const reply = await partner.client({ baseUrl: `http://127.0.0.1:${await freePort()}` }).listEvents(firstPage)
    const detail = expect.stringContaining('ECONNREFUSED') as string
    expect(reply).toMatchObject({ ok: false, error: { type: 'unreachable', detail } })
  })

  test('a lost read is sent once more, a lost command is not', async () => {
    const partner = await startPartner(() => 'cut')
    expect((await partner.client().listEvents(firstPage)).ok).toBe(false)
    expect(partner.asked).toHaveLength(2)
    expect((await partner.client().openSession({ eventId: '1', accessCode: 'x' })).ok).toBe(false)
    expect(partner.asked).toHaveLength(3)
  })

  test('each attempt has a request id of its own, and is reported under it', async () => {
    const exchanged: ExchangedRequest[] = []
    const onExchanged = (request: ExchangedRequest): void => void exchanged.push(request)
    const answers: Answer[] = ['cut', { headers: { 'x-request-id': 'theirs-1' }, body: '<html>' }]
    const partner = await startPartner(() => answers.shift() ?? { headers: { 'x-request-id': 'a "b"' }, status: 503 })
    const client = partner.client({ onExchanged })
    expect((await client.listEvents(firstPage)).ok).toBe(false)
    expect((await client.openSession({ eventId: '1', accessCode: 'x' })).ok).toBe(false)
    const ids = partner.asked.map(({ headers }) => headers['x-request-id'])
    expect(new Set(ids).size).toBe(3)
    expect(exchanged).toMatchObject([
      { requestId: ids[0], operation: 'listEvents', status: null, detail: expect.any(String) as string },
      { requestId: ids[1], operation: 'listEvents', status: 200, answeredAs: 'theirs-1' },
      { requestId: ids[2], operation: 'openSession', status: 503 },
    ])
    expect(exchanged.at(-1)).not.toHaveProperty('answeredAs')
  })

  test('a read that was lost waits before it is sent again, so that many machines do not ask at once', async () => {
    const slept: number[] = []
    const real = createSystemClock()
    const clock: Pick<Clock, 'sleep'> = {
      sleep: (ms, signal) => (slept.push(ms), ms === 15_000 ? real.sleep(ms, signal) : Promise.resolve()),
    }
    const partner = await startPartner(() => 'cut')
    expect((await partner.client({ clock, jitterMs: () => 70 }).listEvents(firstPage)).ok).toBe(false)
    expect(slept).toEqual([15_000, 70, 15_000])
  })

  test('a call that was answered is not called off afterwards, and nobody waits for its time-out', async () => {
    const signals: (AbortSignal | undefined)[] = []
    const real = createSystemClock()
    const clock: Pick<Clock, 'sleep'> = { sleep: (ms, signal) => (signals.push(signal), real.sleep(ms, signal)) }
    const partner = await startPartner(() => 'hang')
    const fetch = async ({ signal }: Request) => (signals.push(signal), new Response(null, { status: 204 }))
    const client = partner.client({ clock, fetch })
    expect(await client.releaseHold({ sessionId: 's', holdId: 'h' })).toMatchObject({ ok: true })
    await nextTurn()
    const [timeOut, call] = signals
    expect([timeOut?.aborted, call?.aborted]).toEqual([true, false])
  })
})

describe('refusals', () => {
  test.each<[string, Answer, string]>([
    ['the error body of the decisions page', failure(403, 'ACCESS_DENIED', { what: 'wrong code' }), 'ACCESS_DENIED'],
    ['a code at the top', { status: 403, body: { code: 'DENIED' } }, 'DENIED'],
    ['a long code', failure(403, 'A'.repeat(65)), 'A'.repeat(64)],
    ['an empty code in the error', { status: 403, body: { error: { code: '' }, code: 'DENIED' } }, 'DENIED'],
    ['a code that is a number', { status: 403, body: { error: { code: 17 } } }, '17'],
    ['an error that is a sentence', { status: 403, body: { success: false, error: 'denied' } }, ''],
    ['HTML', { status: 403, body: HTML }, ''],
    ['nothing', { status: 403, body: '' }, ''],
  ])('by status, whatever the body: %s', async (_, answer, code) => {
    expect(await errorOf(answer)).toMatchObject({ type: 'refused', status: 403, code })
  })

  test('success: false under status 200 is one', async () => {
    const { body } = failure(200, 'SOLD_OUT') as { body: object }
    expect(await errorOf({ status: 200, body })).toMatchObject({ type: 'refused', status: 200, code: 'SOLD_OUT' })
  })
})

describe('a refusal that repeats what it refuses', () => {
  const repeated = (status: number) => failure(status, 'NO nongo, not by open-sesame')

  test.each([200, 403])('comes without the partner code and the access code (HTTP %s)', async (status) => {
    const partner = await startPartner(() => repeated(status))
    const reply = await partner.client().openSession({ eventId: '1', accessCode: 'open-sesame' })
    expect(reply).toMatchObject({ error: { type: 'refused', status, code: 'NO […], not by […]' } })
  })

  test('and with nothing else changed', async () => {
    expect(await errorOf(repeated(403))).toMatchObject({ code: 'NO […], not by open-sesame' })
  })

  test('a success is not touched: a name of the partner’s own may well be in it', async () => {
    const partner = await startPartner(() => success({ ...sample.openedSession, owner_ref: 'nongo-user-17' }))
    const reply = await partner.client().openSession({ eventId: '1042', accessCode: 'user' })
    expect(reply).toMatchObject({ ok: true, value: { ownerRef: 'nongo-user-17' } })
  })
})

test('a redirect is not followed: neither codes nor purchases go to another address', async () => {
  const elsewhere = await startPartner(() => success(sample.eventList))
  for (const status of [301, 302, 303, 307, 308]) {
    const there = (line: string) => ({ location: `${elsewhere.url}${line.split(' ')[1]}` })
    const partner = await startPartner(({ line }) => ({ status, headers: there(line) }))
    const client = partner.client()
    expect(await client.listEvents(firstPage)).toMatchObject({ ok: false, error: { type: 'unclear', status } })
    expect(await client.openSession({ eventId: '1', accessCode: 'secret' })).toMatchObject({ ok: false })
    expect(await client.viewSection(viewed)).toMatchObject({ ok: false, error: { type: 'unclear', status } })
  }
  expect(elsewhere.asked).toEqual([])
})

describe('revisions', () => {
  test('the known one is sent; 304 and an equal one both mean that nothing changed', async () => {
    const unchanged = await startPartner(() => ({ status: 304 }))
    expect(await unchanged.client().viewSection({ ...viewed, knownRevision: 'r-7' })).toEqual({ ok: true, value: null })
    expect(unchanged.asked[0]).toMatchObject({
      line: `GET /api/v1/public/booking-sessions/${sample.sessionId}?section_id=31`,
      headers: { 'if-none-match': '"r-7"' },
    })
    const unaware = await startPartner(() => success(sample.sectionSession))
    expect(await unaware.client().viewSection({ ...viewed, knownRevision: 'r-7' })).toEqual({ ok: true, value: null })
    const news = await unaware.client().viewSection({ ...viewed, knownRevision: 'r-6' })
    expect(news).toMatchObject({ ok: true, value: { view: { revision: 'r-7' } } })
  })

  test('one that no header can carry is compared only', async () => {
    const { availability } = sample.sectionSession
    for (const revision of ['é\n1', '10 h', '"7"', '→']) {
      const partner = await startPartner(() =>
        success({ ...sample.sectionSession, availability: { ...availability, revision } }),
      )
      const reply = await partner.client().viewSection({ ...viewed, knownRevision: revision })
      expect(reply).toEqual({ ok: true, value: null })
      expect(partner.asked[0]?.headers['if-none-match']).toBeUndefined()
    }
  })

  test('a refusal stays one', async () => {
    const partner = await startPartner(() => failure(410, 'SESSION_EXPIRED'))
    const reply = await partner.client().viewSection(viewed)
    expect(reply).toMatchObject({ ok: false, error: { type: 'refused', status: 410, code: 'SESSION_EXPIRED' } })
  })
})

const KIB = 1024

const REFUSAL = 64 * KIB

function bodyOf(...lengths: readonly number[]) {
  const taken = { pieces: 0 }
  async function* pieces() {
    for (const [index, length] of lengths.entries()) {
      taken.pieces += 1
      yield Buffer.from('a'.repeat(length - 1) + (index === lengths.length - 1 ? 'z' : 'a'))
    }
  }
  return { taken, body: pieces() }
}

test('a success is read whole up to the limit, and not a byte further', async () => {
  const whole = await textOfReply(200, bodyOf(MAX_REPLY_BYTES - KIB, KIB).body)
  expect([whole.length, whole.at(-1)]).toEqual([MAX_REPLY_BYTES, 'z'])
  const { taken, body } = bodyOf(MAX_REPLY_BYTES, 1, 1)
  await expect(textOfReply(299, body)).rejects.toThrow('a reply of more than 8388608 bytes')
  expect(taken.pieces).toBe(2)
})

test('of anything else the first part is the text, and the rest is left unread', async () => {
  expect(await textOfReply(403, bodyOf(REFUSAL - 1, 1).body)).toBe(`${'a'.repeat(REFUSAL - 1)}z`)
  const { taken, body } = bodyOf(REFUSAL - KIB, 2 * KIB, 1)
  expect(await textOfReply(300, body)).toBe('a'.repeat(REFUSAL))
  expect(taken.pieces).toBe(2)
})

const dripping = () => repeated(Buffer.from(' '))

const packed = () => repeated(gzipSync(Buffer.alloc(10 * 1024 * 1024, ' ')))

function connectionTo(baseUrl: string, timeoutMs = 60_000) {
  const line = new HttpClient()
  onTestFinished(() => line.close())
  const fetch = (request: Request) => line.fetch(request)
  const connection = { ...clientOptions, baseUrl, timeoutMs, fetch }
  return { line, connection, client: new PartnerClient(connection) }
}

const opening = { eventId: '1', accessCode: 'x' }

test('an endless reply is read to the limit, and its connection closed', async () => {
  const service = await startEndless(200, endless)
  expect(await connectionTo(service.url).client.openSession(opening)).toMatchObject({
    ok: false,
    error: { type: 'unreachable', detail: expect.stringContaining('of more than 8388608 bytes') as string },
  })
  await service.closed
  expect(service.sent).toBeGreaterThanOrEqual(MAX_REPLY_BYTES)
  expect(service.sent).toBeLessThan(MAX_REPLY_BYTES + UNDERWAY)
})

test('an endless refusal is a refusal, and little of it is read', async () => {
  const service = await startEndless(403, endless)
  const reply = await connectionTo(service.url).client.openSession(opening)
  expect(reply).toMatchObject({ ok: false, error: { type: 'refused', status: 403 } })
  await service.closed
  expect(service.sent).toBeLessThan(UNDERWAY)
})

test('a small reply that unpacks to an endless one is read to the limit of what comes out', async () => {
  const service = await startEndless(200, packed, { 'content-encoding': 'gzip' })
  const reply = await connectionTo(service.url).client.openSession(opening)
  expect(reply).toMatchObject({ ok: false, error: { detail: expect.stringContaining('of more than') as string } })
  await service.closed
})

test('a dripping reply is given up in time, and its connection closed', async () => {
  const service = await startEndless(200, dripping)
  const reply = await connectionTo(service.url, 100).client.openSession(opening)
  expect(reply).toMatchObject({ ok: false, error: { type: 'unreachable', detail: 'no complete reply within 100 ms' } })
  await service.closed
})

test('the examination of a partner reads no further either', async () => {
  const service = await startEndless(200, endless)
  const { connection, line } = connectionTo(service.url)
  const terms = { codesOf: async () => [], hubSendsCodes: false, nowMs: Date.now, timeZone: 'UTC', hold: false }
  const { findings } = await examinePartner({ connection, line, ...terms })
  expect(findings.find(({ outcome }) => outcome === 'failed')).toMatchObject({ step: 'certificate', says: 'no-answer' })
  await service.closed
  expect(service.sent).toBeLessThan(MAX_REPLY_BYTES + UNDERWAY)
})
