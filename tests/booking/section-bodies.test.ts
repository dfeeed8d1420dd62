import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { SectionBodies } from '../../electron/booking/http/handlers.ts'
import { SEAT_STATUS, type SectionSnapshot } from '../../electron/booking/sql/store.ts'
import { operations } from '../../shared/api/partner/operations.ts'
import { smallEvent, start, world } from './service.ts'
import { serveBookingService } from '../../electron/booking/serve.ts'
import { HttpClient } from '../../electron/partner/http-client.ts'
import { newSession } from '../contract/buyers.ts'

function snapshot(sectionId: number, statuses: readonly number[], revision = 1): SectionSnapshot {
  return {
    now: 1_000,
    session: { sessionId: crypto.randomUUID(), ownerRef: 'demo-user-1', eventId: 7, expiresAt: 2_000 },
    holds: [],
    event: smallEvent,
    sectionId,
    remaining: statuses.filter((status) => status === 0).length,
    zoneRemaining: 3,
    sectionRevision: revision,
    revision,
    statuses: Uint8Array.from(statuses),
  }
}

const compose = (bodies: SectionBodies, shown: SectionSnapshot) => bodies.of(shown, 'm').at(shown.now)
type Composed = ReturnType<typeof compose>
const read = ({ body }: Composed): unknown => JSON.parse(Buffer.concat(body).toString())
const statusesIn = (body: unknown): unknown => {
  const { data } = body as {
    data: { map: { seats: { status: string }[] }; availability: { seats: { status: string }[] } }
  }
  return [data.map.seats.map((seat) => seat.status), data.availability.seats.map((seat) => seat.status)]
}

describe('section bodies', () => {
  test('the text is the contract’s shape, whatever the names hold', () => {
    const body = read(new SectionBodies().of(snapshot(1, Array(10).fill(0)), 'Booking session').at(1_000))
    const { success, message, data } = body as { success: boolean; message: string; data: unknown }
    expect({ success, message }).toEqual({ success: true, message: 'Booking session' })
    expect(operations.viewSection.data.parse(data)).toEqual(data)
  })

  test('patched in place through any changes, it says what a text made again says', () => {
    const change = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 2 }))
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 6 }), { minLength: 1, maxLength: 12 }), (steps) => {
        const bodies = new SectionBodies()
        const statuses = Array<number>(10).fill(0)
        steps.forEach((changes, step) => {
          for (const [index, status] of changes) statuses[index] = status
          const view = snapshot(1, statuses, step)
          const patched = read(compose(bodies, view))
          expect(patched).toEqual(read(compose(new SectionBodies(), view)))
          const names = statuses.map((status) => SEAT_STATUS[status])
          expect(statusesIn(patched)).toEqual([names, names])
        })
      }),
    )
  })

  test('a body on its way is not changed under the reader’s hands; sent, its bytes are used again', () => {
    const bodies = new SectionBodies()
    const at = (status: number): Composed => compose(bodies, snapshot(1, Array(10).fill(status)))
    const first = at(0)
    const copy = Buffer.concat(first.body)
    const second = at(2)
    expect(Buffer.concat(first.body).equals(copy)).toBe(true)
    expect(statusesIn(read(second))).toEqual([Array(10).fill('sold'), Array(10).fill('sold')])
    first.sent()
    // The second body is still being sent, but the first body is fully sent and outdated.
    const third = at(1)
    expect(statusesIn(read(second))).toEqual([Array(10).fill('sold'), Array(10).fill('sold')])
    second.sent()
    third.sent()
    const fourth = at(0)
    expect(fourth.body[1]).toBe(third.body[1])
    expect(Buffer.concat(fourth.body.slice(1)).equals(copy.subarray(first.body[0]?.byteLength))).toBe(true)
  })

  test('sections are told apart, also when there is room for one only', () => {
    const bodies = new SectionBodies(1)
    for (const sectionId of [1, 2, 1, 2]) {
      const body = read(compose(bodies, snapshot(sectionId, Array(10).fill(sectionId)))) as {
        data: { map: { seats: { section_id: string; status: string }[] } }
      }
      const [seat] = body.data.map.seats
      expect(seat).toMatchObject({ section_id: String(sectionId), status: SEAT_STATUS[sectionId] })
    }
  })
})

const partner = { 'x-partner-code': 'demo' }

async function onTheWire() {
  const { options } = await world()
  const { service, client } = await start(options)
  const server = await serveBookingService({ service, host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.close())
  const { session_id: sessionId, map } = await newSession(client)
  const url = `${server.url}/api/v1/public/booking-sessions/${sessionId}?section_id=${map.sections[0]?.id}`
  return { url, ask: (headers: Readonly<Record<string, string>>) => askAt(url, { ...partner, ...headers }) }
}

async function askAt(url: string, headers: Readonly<Record<string, string>>) {
  const [reply] = (await once(get(url, { headers }), 'response')) as [IncomingMessage]
  return { status: reply.statusCode, headers: reply.headers, body: Buffer.concat(await reply.toArray()) }
}

const viewIn = (body: Buffer): unknown => {
  const { data } = JSON.parse(body.toString()) as { data: { map: unknown } }
  return data.map
}

test('a section comes compressed to who takes it, and says the same', async () => {
  const { ask } = await onTheWire()
  const plain = await ask({})
  const small = await ask({ 'accept-encoding': 'br, gzip' })
  expect(small.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(plain.headers).toMatchObject({ vary: 'accept-encoding' })
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(viewIn(gunzipSync(small.body))).toEqual(viewIn(plain.body))
  expect(small.body.length).toBe(Number(small.headers['content-length']))
  expect(small.body.length * 3).toBeLessThan(plain.body.length)
})

test('its tag is a weak one, and good for asking whether the section has changed', async () => {
  const { ask } = await onTheWire()
  const { etag } = (await ask({})).headers
  const packed = { 'accept-encoding': 'gzip' }
  expect((await ask(packed)).headers.etag).toBe(`W/${etag}`)
  const again = await ask({ ...packed, 'if-none-match': `W/${etag}` })
  expect(again).toMatchObject({ status: 304, headers: { vary: 'accept-encoding' } })
  expect(again.body).toHaveLength(0)
})

test.for(['identity', 'gzip;q=0', 'gzip; q=0.0, identity', 'x-gzipped', 'br'])(
  'who accepts "%s" gets it as it is',
  async (accepted) => {
    const { ask } = await onTheWire()
    const { headers, body } = await ask({ 'accept-encoding': accepted })
    expect(headers).not.toHaveProperty('content-encoding')
    expect(viewIn(body)).toHaveProperty('seats')
  },
)

test('what has no tag may be one customer’s own: it is not compressed, for its length could tell a secret', async () => {
  const handle = ({ target }: { readonly target: string }) => {
    const headers: Record<string, string> = target === '/tagged' ? { etag: '"1"' } : {}
    return Promise.resolve({ status: 200, headers, body: [Buffer.alloc(10_000)] })
  }
  const server = await serveBookingService({ service: { handle }, host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.close())
  const encoding = async (path: string) =>
    (await askAt(server.url + path, { 'accept-encoding': 'gzip' })).headers['content-encoding']
  expect([await encoding('/own'), await encoding('/tagged')]).toEqual([undefined, 'gzip'])
})

test('a kiosk reads it', async () => {
  const { url, ask } = await onTheWire()
  const http = new HttpClient()
  onTestFinished(() => http.close())
  const reply = await http.fetch(new Request(url, { headers: partner }))
  expect(reply.headers.get('etag')).toMatch(/^W\//u)
  expect(viewIn(Buffer.from(await reply.arrayBuffer()))).toEqual(viewIn((await ask({})).body))
})
