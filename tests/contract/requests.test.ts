import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations, type Operation, type OperationName } from '../../shared/partner-api/operations.ts'
import { newEvent } from './buyers.ts'
import { contractClient, contractTarget, refusalOf, type Call, type Client, type Target } from './target.ts'

/** What is refused before an operation is even asked: wrong partners, malformed requests, unknown paths. */

let target: Target
let client: Client

beforeAll(async () => {
  target = await contractTarget()
  client = contractClient(target)
})
afterAll(() => target.close())

const names = Object.keys(operations) as OperationName[]
const withBody = names.filter((name) => (operations[name] as Operation).body !== undefined)

/** Parameters that every operation finds its own among. */
function complete(): Call {
  const params = { session_id: randomUUID(), hold_id: randomUUID(), ticket_id: '1' }
  const query = { section_id: '1', owner_ref: 'nobody', env: 'demo' }
  return { params, query }
}

describe('partner code', () => {
  test.each(names)('%s: missing, empty or unknown: 401', async (name) => {
    const stranger = contractClient({ baseUrl: target.baseUrl, partnerCode: 'stranger' })
    await stranger.refused('UNKNOWN_PARTNER', name, complete())
    await stranger.refused('UNKNOWN_PARTNER', name, { ...complete(), headers: { 'x-partner-code': '' } })
    const { method, path }: Operation = operations[name]
    const reply = await fetch(target.baseUrl + path.replaceAll(/\{\w+\}/gu, randomUUID()), { method })
    const text = await reply.text()
    refusalOf('UNKNOWN_PARTNER', { status: reply.status, headers: reply.headers, text, json: JSON.parse(text) })
  })
})

describe('malformed requests', () => {
  test.each(withBody)('%s: a body that is not JSON in UTF-8', async (name) => {
    const bodies = ['', '{', 'null', '[]', '"text"', '42', '\u0000', new Uint8Array([0x7b, 0xff, 0x7d])]
    for (const bytes of bodies) {
      const details = await client.refused('MALFORMED_REQUEST', name, { ...complete(), bytes })
      expect(details['where']).toMatch(/^body/u)
    }
  })

  test('text with bytes that are not UTF-8', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"event_date":"2099-01-01","event_name":"'),
      Buffer.from([0xff]),
      Buffer.from('"}'),
    ])
    const details = await client.refused('MALFORMED_REQUEST', 'createEvent', { query: { env: 'demo' }, bytes })
    expect(details['where']).toBe('body')
  })

  test.each(withBody)('%s: another content type, or none', async (name) => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1']) {
      const headers = { 'content-type': type }
      await client.refused('UNSUPPORTED_MEDIA_TYPE', name, { ...complete(), bytes: '{}', headers })
    }
    // Bytes without a type: fetch declares none.
    const { method, path }: Operation = operations[name]
    const reply = await fetch(`${target.baseUrl}${path.replaceAll(/\{\w+\}/gu, randomUUID())}?env=demo`, {
      method,
      body: new Uint8Array([0x7b, 0x7d]),
      headers: { 'x-partner-code': target.partnerCode },
    })
    const text = await reply.text()
    refusalOf('UNSUPPORTED_MEDIA_TYPE', { status: reply.status, headers: reply.headers, text, json: JSON.parse(text) })
  })

  test('JSON with its charset named is JSON', async () => {
    const { open_session } = await newEvent(client)
    const headers = { 'content-type': 'Application/JSON; charset="UTF-8"' }
    await client.succeed('openSession', { body: open_session, headers })
  })

  test.each(withBody)('%s: a body of two megabytes, and the connection still serves', async (name) => {
    const bytes = JSON.stringify({ filler: 'x'.repeat(2_000_000) })
    await client.refused('BODY_TOO_LARGE', name, { ...complete(), bytes })
    await client.succeed('listEvents')
  })

  test('names every wrong field with its place', async () => {
    const body = { event_name: ' ', event_date: '2099-02-30', home_team: 7, default_price: -1 }
    const details = await client.refused('MALFORMED_REQUEST', 'createEvent', { query: { env: 'demo' }, body })
    const issues = details['issues'] as { where: string; what: string }[]
    expect(issues).toEqual([
      { where: 'body.event_name', what: 'expected a title' },
      { where: 'body.event_date', what: 'expected a date such as 2026-11-22' },
      { where: 'body.home_team', what: 'expected a text in quotes' },
      { where: 'body.default_price', what: 'expected at least 0' },
    ])
    expect(details['where']).toBe('body.event_name')
  })

  test.each([
    ['page', ['0', '-1', '1.5', 'x', '', ' 1', '0x10', '1e3']],
    ['limit', ['0', '101', '-5', 'all', '']],
  ])('%s of the event list', async (name, values) => {
    for (const value of values) {
      const details = await client.refused('MALFORMED_REQUEST', 'listEvents', { query: { [name]: value } })
      expect(details).toMatchObject({ where: `query.${name}`, what: expect.stringMatching(/^expected /u) as string })
    }
  })

  test('a parameter given twice', async () => {
    await client.refused('MALFORMED_REQUEST', 'listEvents', { query: 'page=1&page=2' })
    await client.refused('MALFORMED_REQUEST', 'listTickets', { query: 'owner_ref=a&owner_ref=b' })
  })

  test.each(['\u0000', 'a\u0000b', '\ud800'])('text that is not Unicode: %j', async (text) => {
    const query = { env: 'demo' }
    await client.refused('MALFORMED_REQUEST', 'createEvent', {
      query,
      bytes: `{"event_name":${JSON.stringify(text)},"event_date":"2099-01-01"}`,
    })
    await client.refused('MALFORMED_REQUEST', 'openSession', { body: { event_id: '1', access_code: text } })
  })

  test('owner_ref with NUL', async () => {
    await client.refused('MALFORMED_REQUEST', 'listTickets', { query: 'owner_ref=demo%00' })
  })
})

describe('paths and methods', () => {
  test.each([
    '/',
    '/api',
    '/api/v1/public',
    '/api/v1/public/events/',
    '/api/v2/public/events',
    '//',
    '/%',
    '/../etc/passwd',
  ])('%s: 404', async (path) => {
    refusalOf('NOT_FOUND', await client.send('GET', path))
  })

  test.each([
    ['PUT', '/api/v1/public/events', 'GET, POST'],
    ['GET', '/api/v1/public/purchases', 'POST'],
    ['DELETE', `/api/v1/public/booking-sessions/${randomUUID()}`, 'GET'],
    ['PATCH', `/api/v1/public/booking-sessions/${randomUUID()}/holds/${randomUUID()}`, 'DELETE'],
    ['OPTIONS', '/api/v1/public/tickets', 'GET'],
  ])('%s %s: 405 with the methods there are', async (method, path, allow) => {
    const reply = await client.send(method, path)
    refusalOf('METHOD_NOT_ALLOWED', reply)
    expect(reply.headers.get('allow')).toBe(allow)
  })
})
