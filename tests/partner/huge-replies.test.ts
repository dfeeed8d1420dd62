import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { anonymousBuyer } from '../../shared/domain/customer.ts'
import { createSystemClock } from '../../electron/host/clock.ts'
import { createPartnerClient } from '../../electron/partner/client.ts'
import { examinePartner } from '../../electron/partner/doctor.ts'
import { seatBySeat } from '../../electron/partner/holds.ts'
import { createHttpClient } from '../../electron/partner/http-client.ts'
import { MAX_REPLY_BYTES } from '../../shared/read-bounded.ts'
import { endless, repeated, startEndless, UNDERWAY } from '../support/endless-service.ts'

const dripping = () => repeated(Buffer.from(' '))
/** A thousandth of what it unpacks to goes over the line. */
const packed = () => repeated(gzipSync(Buffer.alloc(10 * 1024 * 1024, ' ')))

function connectionTo(baseUrl: string, timeoutMs = 60_000) {
  const line = createHttpClient()
  onTestFinished(() => line.close())
  const clock = createSystemClock()
  const fetch = (request: Request) => line.fetch(request)
  const common = { partnerCode: 'demo', demo: true, hold: seatBySeat, anonymousCustomer: anonymousBuyer('test') }
  const connection = { ...common, baseUrl, timeoutMs, clock, fetch }
  return { line, connection, client: createPartnerClient(connection) }
}

const opening = { eventId: '1', accessCode: 'x' }

test('an endless reply is read to the limit, and its connection closed', async () => {
  const service = await startEndless(200, endless)
  const reply = await connectionTo(service.url).client.openSession(opening)
  expect(reply).toMatchObject({
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
  expect(reply).toMatchObject({ ok: false, error: { type: 'unreachable', detail: 'no full reply in 100 ms' } })
  await service.closed
})

test('the examination of a partner reads no further either', async () => {
  const service = await startEndless(200, endless)
  const { connection, line } = connectionTo(service.url)
  const { findings } = await examinePartner({
    connection,
    line,
    codesOf: async () => [],
    hubSendsCodes: false,
    nowMs: Date.now,
    timeZone: 'Africa/Conakry',
    hold: false,
  })
  expect(findings.find(({ outcome }) => outcome === 'failed')).toMatchObject({ step: 'certificate', says: 'no-answer' })
  await service.closed
  expect(service.sent).toBeLessThan(MAX_REPLY_BYTES + UNDERWAY)
})
