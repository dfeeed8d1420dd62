import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { HubStore, Partner } from '../../electron/booking/sql/administration.ts'
import { eventAt, gridVenue } from '../bench/venues.ts'
import { type Engine, onEachEngine, openStoreOf, smallVenue, start, world } from '../booking/service.ts'
import { parseVenuePlan, type VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { VENUE_PLAN_ROUTE } from '../../shared/api/partner/operations.ts'

const HOUR = 3_600_000
const by = 'user:ousmane'

onEachEngine((engine) => {
  describe('events', () => {
    test('ended: no session is opened any more, open ones go on; listed all the same', async () => {
      const { store, asked, buyer } = await onSale(engine)
      const { eventId } = asked
      expect(await store.endEvent({ eventId, by })).toEqual({ ok: true, value: null })
      expect(await store.openSession(asked)).toEqual({ ok: false, error: { type: 'event-unknown' } })
      expect(await buyer.seats(1)).toMatchObject({ ok: true })
      expect(await store.listAllEvents()).toMatchObject([{ eventId: Number(eventId), status: 'ENDED', remaining: 9 }])
      expect(await store.listEvents({ page: 1, limit: 12 })).toMatchObject({ total: 0 })
      for (const unknown of [eventId, '999', 'x', ''])
        expect(await store.endEvent({ eventId: unknown, by })).toEqual({ ok: false, error: { type: 'event-unknown' } })
    })

    test('ended by mistake: it is on sale again as it was, unless it is over', async () => {
      const { store, asked } = await onSale(engine)
      const { eventId } = asked
      const endsAt = (await store.listAllEvents())[0]!.endsAt
      const reopen = (localNow: string) => store.reopenEvent({ eventId, localNow, by })
      const unknown = { ok: false, error: { type: 'event-unknown' } }
      expect(await reopen('2000-01-01T00:00:00')).toEqual(unknown)
      expect(await store.endEvent({ eventId, by })).toMatchObject({ ok: true })
      expect(await reopen(endsAt)).toEqual(unknown)
      expect(await reopen('2000-01-01T00:00:00')).toEqual({ ok: true, value: null })
      expect(await store.openSession(asked)).toMatchObject({ ok: true })
      const [last] = await store.listAudit({ eventId, limit: 1 })
      expect(last).toMatchObject({ act: 'event-reopened', by })
      expect(await store.reopenEvent({ eventId: 'x', localNow: '', by })).toEqual(unknown)
    })
  })

  test('a new access code opens sessions, the old one no longer; who does what stands in the audit, without the code', async () => {
    const { store } = await open(engine)
    const { eventId: id, accessCode } = await store.createEvent(eventAt(gridVenue(1, 2, 5)), by)
    const eventId = String(id)
    const renewed = await store.renewAccessCode({ eventId, by })
    if (!renewed.ok) throw new Error('no code')
    const asked = { partnerCode: 'demo', eventId }
    expect(await store.openSession({ ...asked, accessCode })).toMatchObject({ ok: false })
    expect(await store.openSession({ ...asked, accessCode: renewed.value.accessCode })).toMatchObject({ ok: true })
    expect(await store.endEvent({ eventId, by })).toMatchObject({ ok: true })
    expect(await store.renewAccessCode({ eventId, by })).toMatchObject({ ok: false })
    const audit = await store.listAudit({ eventId, limit: 10 })
    const acts = audit.map((entry) => `${entry.by}: ${entry.act}`)
    expect(acts).toEqual([`${by}: event-ended`, `${by}: code-renewed`, `${by}: event-created`])
    for (const code of [accessCode, renewed.value.accessCode]) expect(JSON.stringify(audit)).not.toContain(code)
    const demo = await store.createEvent(eventAt(gridVenue(1, 2, 5)))
    expect(await store.listAudit({ eventId: String(demo.eventId), limit: 10 })).toEqual([])
  })

  test('venues are kept by name, the newest plan of each; events keep the plan they were made from', async () => {
    const { store } = await open(engine)
    expect(await store.listVenues()).toEqual([])
    await store.keepVenue(smallVenue)
    await store.keepVenue(gridVenue(2, 3, 4))
    await store.createEvent(eventAt(gridVenue(2, 3, 4)))
    await store.keepVenue(gridVenue(1, 1, 1))
    expect((await store.listVenues()).map(({ venue, sections }) => [venue.name, sections.length])).toEqual([
      ['Banc d’essai', 1],
      ['Petit Stade', 2],
    ])
    expect(await store.listAllEvents()).toMatchObject([{ remaining: 24 }])
  })

  test('partners are kept, replaced and removed whole', async () => {
    const { store, reopen } = await open(engine)
    const key = { keyId: 'k1', scheme: 'stadepass-hmac', secret: 'été "!" \\' } as const
    const nongo: Partner = { code: 'nongo', name: 'Stade de Nongo', keys: [key], rate: { perSecond: 20, burst: 40 } }
    const bare: Partner = { code: 'bare', name: '', keys: [], rate: null }
    await store.keepPartner(nongo)
    await store.keepPartner(bare)
    expect(await store.listPartners()).toEqual([bare, nongo])
    await store.keepPartner({ ...nongo, keys: [] })
    const again = await reopen()
    expect(await again.listPartners()).toEqual([bare, { ...nongo, keys: [] }])
    expect(await again.removePartner({ code: 'bare' })).toBe(true)
    expect(await again.removePartner({ code: 'bare' })).toBe(false)
    expect(await again.listPartners()).toHaveLength(1)
  })

  test('a nonce is good once, also at another process and after a restart; when it has expired it is forgotten', async () => {
    const { store, reopen, clock } = await open(engine)
    const claim = { partnerCode: 'a', nonce: 'n1', expiresAt: clock.now + 1_000 }
    const first = await Promise.all(Array.from({ length: 8 }, () => store.claimNonce(claim)))
    expect(first.filter(Boolean)).toHaveLength(1)
    expect(await store.claimNonce({ ...claim, partnerCode: 'b' })).toBe(true)
    const again = await reopen()
    expect(await again.claimNonce(claim)).toBe(false)
    clock.now += 1_000
    expect(await again.claimNonce({ ...claim, expiresAt: clock.now + 1_000 })).toBe(true)
    clock.now += 5_000
    expect((await again.purge({ before: 0 })).nonces).toBeGreaterThanOrEqual(1)
  })

  test('documents of the fleet change only from the version that was read, in any race, and survive a restart', async () => {
    const { store, reopen } = await open(engine)
    const first = { kind: 'device', name: 'gate-7', version: 0, document: '{"n":1}' }
    const made = await Promise.all(Array.from({ length: 6 }, () => store.keepRecord(first)))
    expect(made.filter(Boolean)).toHaveLength(1)
    expect(await store.findRecord(first)).toEqual({ name: 'gate-7', version: 1, document: '{"n":1}' })
    const changes = Array.from({ length: 6 }, (_, n) => store.keepRecord({ ...first, version: 1, document: String(n) }))
    expect((await Promise.all(changes)).filter(Boolean)).toHaveLength(1)
    expect(await store.keepRecord({ ...first, kind: 'enrolment' })).toBe(true)
    expect(await store.keepRecord({ ...first, name: 'a' })).toBe(true)
    const again = await reopen()
    expect((await again.listRecords('device')).map(({ name, version }) => [name, version])).toEqual([
      ['a', 1],
      ['gate-7', 2],
    ])
    expect(await again.removeRecord(first)).toBe(true)
    expect(await again.removeRecord(first)).toBe(false)
    expect(await again.findRecord(first)).toBeNull()
    expect(await again.listRecords('enrolment')).toHaveLength(1)
  })

  test('counts what is on sale, left, held and open', async () => {
    const { store, clock, buyer } = await onSale(engine)
    await store.createEvent(eventAt(gridVenue(1, 2, 5)))
    expect(await buyer.seats(3)).toMatchObject({ ok: true })
    expect(await store.counts()).toEqual({ eventsOnSale: 2, seatsRemaining: 17, seatsHeld: 3, sessionsOpen: 1 })
    clock.now += HOUR
    expect(await store.counts()).toEqual({ eventsOnSale: 2, seatsRemaining: 20, seatsHeld: 0, sessionsOpen: 0 })
    await store.check()
  })

  test('purging forgets ended sessions and customers, and nothing that was sold', async () => {
    const { store, clock, here, asked, buyer } = await onSale(engine)
    const held = await buyer.seats(2)
    if (!held.ok) throw new Error(held.error.type)
    const order = {
      partnerCode: 'demo',
      orderId: randomUUID(),
      contentSha256: 'x',
      amount: 100_000,
      currency: 'GNF',
      holdIds: held.value.map(({ holdId }) => holdId),
      paymentMethod: 'cash',
      paymentReference: undefined,
      customer: { name: 'Mariama', phone: '+224', email: 'm@example.org' },
    }
    const { amount, currency } = order
    const tickets = order.holdIds.map((holdId) => ({ hold_id: holdId }))
    const sold = await store.completePurchase(order, () => JSON.stringify({ data: { amount, currency, tickets } }))
    const looker = await sessionOf(store, await store.openSession(asked))
    expect(await looker.seats(2, 5)).toMatchObject({ ok: true })
    clock.now += HOUR
    const young = await sessionOf(store, await store.openSession(asked))
    expect(await store.purge({ before: clock.now - 1_000 })).toMatchObject({ sessions: 1, customers: 1 })
    expect(await store.purge({ before: clock.now - 1_000 })).toMatchObject({ sessions: 0, customers: 0 })
    expect(await store.completePurchase(order, () => 'another')).toEqual(sold)
    expect(await store.listTickets({ partnerCode: 'demo', ownerRef: buyer.ownerRef })).toHaveLength(2)
    expect(await looker.seats(1)).toMatchObject({ ok: false, error: { type: 'session-unknown' } })
    expect(await young.seats(1, 6)).toMatchObject({ ok: true })
    const kept = await engine.rows(here.database, 'SELECT customer_name, customer_phone, customer_email FROM purchase')
    expect(kept).toEqual([{ customer_name: null, customer_phone: null, customer_email: null }])
  })

  test('one buyer is erased, in no file of the database, and the audit says who asked', async () => {
    const { store, here, buyer } = await onSale(engine)
    const buy = async (from: number, customer: { readonly name: string; readonly phone?: string }) => {
      const held = await buyer.seats(1, from)
      if (!held.ok) throw new Error(held.error.type)
      const holdIds = held.value.map(({ holdId }) => holdId)
      const paid = { paymentMethod: 'cash', paymentReference: undefined, amount: 50_000, currency: 'GNF' }
      const contentSha256 = createHash('sha256').update(JSON.stringify(customer)).digest('hex')
      const order = { partnerCode: 'demo', orderId: randomUUID(), contentSha256, holdIds, customer, ...paid }
      const tickets = holdIds.map((holdId) => ({ hold_id: holdId, qr_code: 'r'.repeat(3_000) }))
      const reply = JSON.stringify({ data: { ...paid, tickets } })
      return { order, sold: await store.completePurchase(order, () => reply) }
    }
    const { order, sold } = await buy(0, { name: 'Fatoumata Bangoura', phone: '+224628765432' })
    await buy(1, { name: 'Sékou Camara' })
    await buy(2, { name: 'Mariama Bah' })
    const all = await store.listBuyers()
    expect(all.map(({ customer }) => customer.name)).toEqual(['Fatoumata Bangoura', 'Sékou Camara', 'Mariama Bah'])
    const event = { title: expect.any(String) as string, startsAt: expect.any(String) as string }
    expect(all[0]).toMatchObject({ orderId: order.orderId, amount: 50_000, tickets: 1, cancelled: 0, event })
    await store.noteRequest({ act: 'personal-data-searched', by, purchases: 1 })
    const purchaseIds = all.slice(0, 1).map(({ purchaseId }) => purchaseId)
    expect(await store.eraseBuyers({ purchaseIds, by })).toBe(1)
    expect((await store.listBuyers()).map(({ customer }) => customer.name)).toEqual(['Sékou Camara', 'Mariama Bah'])
    expect(await store.completePurchase(order, () => 'another')).toEqual(sold)
    for (const other of [{ amount: 60_000 }, { currency: 'XOF' }, { holdIds: [randomUUID()] }])
      expect(await store.completePurchase({ ...order, ...other }, () => 'another')).toEqual({
        ok: false,
        error: { type: 'order-differs' },
      })
    expect(await store.listAudit({ eventId: null, limit: 2 })).toMatchObject([
      { act: 'personal-data-erased', by, eventId: null, facts: { purchases: 1 } },
      { act: 'personal-data-searched', by, eventId: null, facts: { purchases: 1 } },
    ])
    if (engine.name !== 'SQLite') return
    const folder = dirname(here.database)
    for (const name of readdirSync(folder)) {
      const bytes = readFileSync(join(folder, name))
      const found = ['Fatoumata', '28765432', order.contentSha256].filter((text) => bytes.includes(text))
      expect([name, found]).toEqual([name, []])
    }
  })

  test('a backup is a whole database of its own, or the engine says what makes one', async () => {
    const { store, here } = await open(engine)
    await store.createEvent(eventAt(gridVenue(1, 2, 5)))
    const folder = join(here.folder, 'backups')
    mkdirSync(folder)
    const path = join(folder, 'copy.db')
    const made = await store.backUp(path)
    if (engine.name === 'PostgreSQL') {
      expect(made).toEqual({ ok: false, error: { type: 'backup-elsewhere', tool: 'pg_dump' } })
      return
    }
    expect(made).toMatchObject({ ok: true })
    expect(await store.backUp(path)).toMatchObject({ ok: true })
    expect(readdirSync(folder)).toEqual(['copy.db'])
    const copy = await openStoreOf(here, { database: path })
    expect(await copy.listAllEvents()).toEqual(await store.listAllEvents())
    await expect(store.backUp(join(folder, 'missing', 'copy.db'))).rejects.toThrow()
  })
})

async function open(engine: Engine) {
  const here = await world({}, engine)
  const store = await openStoreOf(here)
  return { here, store, clock: here.clock, reopen: () => openStoreOf(here) }
}

/** Opens a store with ten seats on sale, and a session of one buyer. */
async function onSale(engine: Engine) {
  const opened = await open(engine)
  const { eventId, accessCode } = await opened.store.createEvent(eventAt(gridVenue(1, 2, 5)))
  const asked = { partnerCode: 'demo', eventId: String(eventId), accessCode }
  return { ...opened, asked, buyer: await sessionOf(opened.store, await opened.store.openSession(asked)) }
}

async function sessionOf(store: HubStore, opened: Awaited<ReturnType<HubStore['openSession']>>) {
  if (!opened.ok) throw new Error(opened.error.type)
  const { sessionId, ownerRef } = opened.value.session
  const key = { partnerCode: 'demo', sessionId }
  const view = await store.viewSection({ ...key, sectionId: String(opened.value.sections[0]?.sectionId) })
  if (!view.ok) throw new Error(view.error.type)
  const first = view.value.event.sections[0]?.firstSeatId ?? 0
  return {
    ownerRef,
    seats: (count: number, from = 0) =>
      store.holdSeats({ ...key, seatIds: Array.from({ length: count }, (_, index) => String(first + from + index)) }),
  }
}

describe('plans of venues', () => {
  const rebuilt = { ...smallVenue, gates: [{ ...smallVenue.gates[0]!, name: 'Porte nord' }] }

  onEachEngine((engine) => {
    async function twoEvents() {
      const here = await world({}, engine)
      const store = await openStoreOf(here)
      const at = (venue: VenuePlan) => ({ ...eventAt(venue), prices: { Z1: 1_000, Z2: 2_000 } })
      const before = await store.createEvent(at(smallVenue))
      await store.keepVenue(rebuilt)
      const after = await store.createEvent(at(rebuilt))
      const { service } = await start(here.options)
      const ask = (eventId: number | string, headers: Record<string, string> = {}, method = 'GET') => {
        const path = VENUE_PLAN_ROUTE.path.replace('{event_id}', String(eventId))
        const sent = { 'x-partner-code': 'demo', ...headers }
        return service.fetch(new Request(`http://booking-service.internal${path}`, { method, headers: sent }))
      }
      return { before, after, ask }
    }

    test('each event has the plan that its seats were numbered from, under the hash of its text; 304 to who has it', async () => {
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
})
