import { createHash } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../electron/booking-service/open-store.ts'
import { parseVenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { VENUE_PLAN_ROUTE } from '../../shared/partner-api/venue-plan-route.ts'
import { onEachEngine, smallVenue, start, world } from '../booking-service/service.ts'

const draft = {
  title: 'Gala',
  category: 'football',
  description: '',
  startsAt: '2026-12-05T16:00:00',
  endsAt: '2026-12-05T18:00:00',
  homeTeam: '',
  awayTeam: '',
  currency: 'GNF',
  prices: { Z1: 1000, Z2: 2000 },
}
const rebuilt = { ...smallVenue, gates: [{ ...smallVenue.gates[0]!, name: 'Porte nord' }] }

onEachEngine((engine) => {
  async function twoEvents() {
    const { options, database, clock } = await world({}, engine)
    const random = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count))
    const store = await openStore({ database, clock: clock.read, random, report: () => undefined })
    onTestFinished(() => store.close())
    const before = await store.createEvent({ ...draft, venue: smallVenue })
    await store.keepVenue(rebuilt)
    const after = await store.createEvent({ ...draft, venue: rebuilt })
    const { service } = await start(options)
    const ask = (eventId: number | string, headers: Record<string, string> = {}, method = 'GET') => {
      const path = VENUE_PLAN_ROUTE.path.replace('{event_id}', String(eventId))
      const sent = { 'x-partner-code': 'demo', ...headers }
      return service.fetch(new Request(`http://booking-service.internal${path}`, { method, headers: sent }))
    }
    return { before, after, ask }
  }

  test('each event has the plan that its seats were numbered from, under the hash of its text', async () => {
    const { before, after, ask } = await twoEvents()
    for (const [{ eventId }, venue] of [
      [before, smallVenue],
      [after, rebuilt],
    ] as const) {
      const reply = await ask(eventId)
      const text = await reply.text()
      expect(reply.status).toBe(200)
      expect(reply.headers.get('etag')).toBe(`"${createHash('sha256').update(text).digest('hex')}"`)
      expect(parseVenuePlan(JSON.parse(text))).toEqual({ ok: true, value: venue })
    }
  })

  test('who has it already is told so, and who has another version gets the right one', async () => {
    const { before, after, ask } = await twoEvents()
    const etag = (await ask(before.eventId)).headers.get('etag') ?? ''
    const again = await ask(before.eventId, { 'if-none-match': `W/${etag}` })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect((await ask(after.eventId, { 'if-none-match': etag })).status).toBe(200)
  })

  test('nobody else gets one, and no event that is not there has one', async () => {
    const { before, ask } = await twoEvents()
    const codeOf = async (reply: Response): Promise<unknown> => [
      reply.status,
      ((await reply.json()) as { error: { code: string } }).error.code,
    ]
    expect(await codeOf(await ask(before.eventId, { 'x-partner-code': 'nobody' }))).toEqual([401, 'UNKNOWN_PARTNER'])
    for (const id of [9_999, 'x', '01'])
      expect(await codeOf(await ask(id)), String(id)).toEqual([404, 'EVENT_NOT_FOUND'])
    expect(await codeOf(await ask(before.eventId, {}, 'DELETE'))).toEqual([404, 'NOT_FOUND'])
  })
})
