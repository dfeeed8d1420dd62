import { describe, expect, it } from 'vitest'
import { onlyCode } from '../support/minimal-kiosk.ts'
import {
  failure,
  HOLD_SECONDS,
  type KioskFixture,
  lineThatBreaks,
  need,
  pin,
  refusal,
  startAt,
  startSmallKiosk,
} from '../world/kiosk-fixture.ts'
import { commands } from '../../shared/api/kiosk/commands.ts'
import * as fields from '../../shared/api/kiosk/fields.ts'
import type { Customer } from '../../shared/domain/customer.ts'
import { bySection } from '../../shared/domain/seats/offer.ts'

const HOLD_MS = HOLD_SECONDS * 1000

const WRONG_STAGE = { type: 'invalid-state' }

describe('an event that the service reports as over', () => {
  const ended = (asked: RegExp) => (path: string, forward: () => Promise<Response>) =>
    asked.test(path) ? Promise.resolve(failure(409, 'EVENT_ENDED')) : forward()

  it('opens no visit', async () => {
    const kiosk = await startSmallKiosk({ line: ended(/^POST .booking-sessions$/u) })
    const start = kiosk.api.startVisit({ eventId: kiosk.eventId, language: 'fr' })
    expect(await refusal(start)).toEqual({ type: 'event-ended' })
  })

  it('holds no seats, and its seats are not reported as taken', async () => {
    const { kiosk, saleId, wish } = await startAt('visited', { line: ended(/^POST .*hold/u) })
    need(await kiosk.api.holdSeats(wish))
    expect(await kiosk.stage(saleId)).toEqual({ name: 'choosing', notice: { type: 'event-ended' } })
  })
})

describe('a visit begins', () => {
  it('only for an event that is on sale and whose code is known, at one customer’s wish', async () => {
    let known = false
    const wrong = onlyCode('WRONG')
    const accessCodes = { ...wrong, of: async (eventId: string) => (known ? wrong.of(eventId) : []) }
    const kiosk = await startSmallKiosk({ settings: { accessCodes } })
    const start = (eventId = kiosk.eventId) => kiosk.api.startVisit({ eventId, language: 'fr' })
    expect(await refusal(start())).toEqual({ type: 'no-access-code' })
    known = true
    expect(await refusal(start())).toEqual({ type: 'access-code-refused' })
    for (const id of ['9999', '__proto__']) expect(await refusal(start(id))).toEqual({ type: 'unknown-event' })
  })

  it('and ends the one before, whose seats are free again', async () => {
    const { kiosk, saleId } = await startAt('reviewed')
    need(await kiosk.api.startVisit({ eventId: kiosk.eventId, language: 'en' }))
    await expect.poll(() => kiosk.ledger.find(saleId)).toMatchObject({ state: 'abandoned', reason: 'cancelled' })
    expect(kiosk.ledger.unfinished()).toEqual([])
    expect(kiosk.asked).toContainEqual(expect.stringMatching(/^DELETE .*hold/u))
  })

  it('too late where its session was long in coming: the sale that went ahead stays, and so does one that was recalled', async () => {
    let held: PromiseWithResolvers<void> | null = null
    const kiosk = await startSmallKiosk({
      settings: { role: 'cashier' },
      async line(path, forward) {
        const door = path === 'POST /booking-sessions' ? held : null
        if (door) held = null
        await door?.promise
        return forward()
      },
    })
    const slowly = async () => {
      const door = (held = Promise.withResolvers<void>())
      const opening = kiosk.api.startVisit({ eventId: kiosk.eventId, language: 'fr' })
      await expect.poll(() => held, { interval: 1 }).toBeNull()
      return async () => (door.resolve(), refusal(opening))
    }
    const first = await slowly()
    const { saleId } = await kiosk.paying('cash')
    expect(await first()).toEqual({ type: 'sale-in-progress' })
    expect(await kiosk.stageName(saleId)).toBe('paying')

    need(await kiosk.api.cancelPayment({ saleId }))
    need(await kiosk.api.parkSale({ saleId, pin }))
    const second = await slowly()
    need(await kiosk.api.recallSale({ saleId, pin }))
    expect(await second()).toEqual({ type: 'sale-in-progress' })
    expect(await kiosk.stageName(saleId)).toBe('review')
  })

  it('not where the disk has no room for a sale, and the screens hear of it once', async () => {
    let room = true
    const kiosk = await startSmallKiosk({ ledger: (ledger) => ({ ...ledger, canStartSale: () => room }) })
    room = false
    const start = () => kiosk.api.startVisit({ eventId: kiosk.eventId, language: 'fr' })
    expect(await refusal(start())).toEqual({ type: 'storage-full' })
    expect(await refusal(start())).toEqual({ type: 'storage-full' })
    expect(need(await kiosk.api.getKiosk({})).storageFull).toBe(true)
    expect(need(await kiosk.api.viewService({ pin })).ledger).toBe('full')
    room = true
    need(await kiosk.api.listEvents({ page: 1, limit: 10 }))
    expect(kiosk.events.filter(({ name }) => name === 'storage-changed')).toEqual([
      { name: 'storage-changed', payload: { storageFull: true } },
      { name: 'storage-changed', payload: { storageFull: false } },
    ])
    expect(need(await kiosk.api.viewService({ pin })).ledger).toBe('ready')
    need(await start())
  })

  it('from the list that is known, while the service gives no other', async () => {
    const { broken, line } = lineThatBreaks()
    const kiosk = await startSmallKiosk({ line })
    const list = (page: number) => kiosk.api.listEvents({ page, limit: 10 })
    const first = need(await list(1))
    expect(first).toMatchObject({ stale: false, events: [{ eventId: kiosk.eventId }] })
    broken.add('GET /events')
    expect(need(await list(1))).toEqual({ ...first, stale: true })
    expect(await refusal(list(2))).toEqual({ type: 'partner-unreachable' })
    expect(kiosk.events).toContainEqual({ name: 'partner-changed', payload: { state: 'down' } })
    need(await kiosk.api.startVisit({ eventId: kiosk.eventId, language: 'fr' }))
    expect(kiosk.events).toContainEqual({ name: 'partner-changed', payload: { state: 'up' } })
    broken.add('POST /booking-sessions')
    const start = kiosk.api.startVisit({ eventId: kiosk.eventId, language: 'fr' })
    expect(await refusal(start)).toEqual({ type: 'partner-unreachable' })
  })

  it('to the 101st event that is on sale, which the list has without being asked for a page', async () => {
    let real: { readonly id: string } | undefined
    const kiosk = await startSmallKiosk({
      async line(path, forward, query) {
        const reply = await forward()
        if (path !== 'GET /events') return reply
        const body = JSON.parse(await reply.text()) as { data: { events: { id: string }[] } }
        real ??= body.data.events[0]!
        const [page, limit] = [Number(query?.get('page')), Number(query?.get('limit'))]
        const others = Array.from({ length: 100 }, (_, index) => ({ ...real!, id: String(9_000 + index) }))
        const events = [...others, real].slice((page - 1) * limit, page * limit)
        const pagination = { page, limit, total: 101, total_pages: Math.ceil(101 / limit) }
        return Response.json({ ...body, data: { events, pagination } })
      },
    })
    const { events, total } = need(await kiosk.api.listEvents({}))
    expect([events.length, total, events.at(-1)?.eventId]).toEqual([101, 101, kiosk.eventId])
    need(await kiosk.api.startVisit({ eventId: kiosk.eventId, language: 'fr' }))
  })

  it('to no event that is over, though the service lists it; the soonest comes first', async () => {
    const { broken, line } = lineThatBreaks()
    const times = { later: '2099-01-01', past: '2026-01-01' }
    const kiosk = await startSmallKiosk({
      settings: { timeZone: 'UTC' },
      async line(path, forward) {
        const reply = await line(path, forward)
        if (path !== 'GET /events') return reply
        const body = JSON.parse(await reply.text()) as { data: { events: object[]; pagination: object } }
        const others = Object.entries(times).map(([id, day]) => {
          return { ...body.data.events[0]!, id, starts_at: `${day}T16:00:00`, ends_at: `${day}T18:00:00` }
        })
        const { pagination } = body.data
        const events = [...others, ...body.data.events]
        return Response.json({ ...body, data: { events, pagination: { ...pagination, total: 3 } } })
      },
    })
    const listed = async (page?: number) => {
      const { events, total } = need(await kiosk.api.listEvents(page === undefined ? {} : { page, limit: 10 }))
      return [...events.map(({ eventId }) => eventId), total]
    }
    const start = (eventId: string) => refusal(kiosk.api.startVisit({ eventId, language: 'fr' }))
    expect([await listed(), await listed(1)]).toEqual([
      [kiosk.eventId, 'later', 2],
      [kiosk.eventId, 'later', 2],
    ])
    expect(await start('past')).toEqual({ type: 'unknown-event' })
    broken.add('GET /events')
    kiosk.pass(30 * 86_400_000)
    expect(await listed()).toEqual(['later', 1])
  })

  it('to all events that are not over by the clock of the service, if this machine has a wrong one', async () => {
    const ahead = 30 * 86_400
    let right = ''
    const kiosk = await startSmallKiosk({
      settings: { clockOff: () => ahead },
      async line(path, forward) {
        const reply = await forward()
        if (path !== 'GET /events') return reply
        right ||= await reply.text()
        return new Response(right)
      },
    })
    need(await kiosk.api.listEvents({}))
    kiosk.pass(ahead * 1000)
    expect(need(await kiosk.api.listEvents({})).events).toMatchObject([{ eventId: kiosk.eventId }])
    expect(need(await kiosk.api.getKiosk({})).clockOffMinutes).toBe(ahead / 60)
  })

  it('from no list of before, once the service lets this machine in no more', async () => {
    let admitted = true
    const kiosk = await startSmallKiosk({ line: async (_, forward) => (admitted ? forward() : failure(401, 'BAD')) })
    const list = () => kiosk.api.listEvents({ page: 1, limit: 10 })
    need(await list())
    admitted = false
    expect(await refusal(list())).not.toBe('not refused')
    admitted = true
    need(await list())
  })
})

async function mixedVisit(kiosk: KioskFixture) {
  const { saleId, session } = need(await kiosk.api.startVisit({ eventId: kiosk.eventId, language: 'fr' }))
  const sectionIds = session.overview.sections.map(({ sectionId }) => sectionId)
  let chosen: ReturnType<typeof bySection> = []
  for (const sectionId of [...sectionIds, sectionIds[0]!]) {
    const wish = { saleId, count: 1, sectionIds: [sectionId], ...(chosen.length > 0 && { chosen }) }
    const [offer] = need(await kiosk.api.proposeSeats(wish))
    chosen = bySection(offer!.seats)
  }
  return { saleId, groups: chosen, seatIds: chosen.flatMap(({ seatIds }) => seatIds) }
}

describe('seats of several sections in one line', () => {
  it('have one order and one payment, and each ticket names its own seat', async () => {
    const kiosk = await startSmallKiosk()
    const { saleId, groups, seatIds } = await mixedVisit(kiosk)
    expect(groups.map((group) => group.seatIds.length)).toEqual([2, 1])
    need(await kiosk.api.holdSeats({ saleId, groups }))
    const { seats, amount } = await kiosk.shown(saleId)
    expect(seats.map(({ seatId }) => seatId).toSorted()).toEqual(seatIds.toSorted())
    expect(new Set(seats.map(({ zoneName }) => zoneName)).size).toBe(2)
    expect(amount).toBe(seats.reduce((sum, { price }) => sum + price, 0))
    const [one, other] = seats.map(({ place }) => place)
    expect([one?.row, Math.abs(one!.seatNumber - other!.seatNumber)]).toEqual([other?.row, 1])
    need(await kiosk.api.pay({ saleId, tender: 'card' }))
    await kiosk.sales.settled(saleId)
    expect(kiosk.asked.filter((call) => call === 'POST /purchases')).toHaveLength(1)
    expect(kiosk.printed).toMatchObject(seats.map(({ place }) => ({ place })))
  })

  it('are all released if one of them was taken after the offer', async () => {
    const here = await startSmallKiosk()
    const there = await startSmallKiosk({ beside: here, seed: 1 })
    const { saleId, groups } = await mixedVisit(here)
    const theirs = await there.visited(1)
    const second = groups[1]!
    need(await there.api.viewSection({ saleId: theirs.saleId, sectionId: second.sectionId }))
    need(await there.api.holdSeats({ saleId: theirs.saleId, groups: [second] }))
    expect(await there.stageName(theirs.saleId)).toBe('review')
    const { seats } = await there.shown(theirs.saleId)

    need(await here.api.holdSeats({ saleId, groups }))
    const notice = { type: 'seat-taken', seatCodes: seats.map(({ place }) => place.seatCode) }
    expect(await here.stage(saleId)).toEqual({ name: 'choosing', notice })
    const statuses = groups.map(async ({ sectionId, seatIds }) => {
      const { section } = need(await here.api.viewSection({ saleId, sectionId }))
      return section?.seats.flatMap(({ seatId, status }) => (seatIds.includes(seatId) ? [status] : []))
    })
    expect(await Promise.all(statuses)).toEqual([['available', 'available'], ['held']])
  })

  it.each([
    [20, [16, 4]],
    [17, [15, 2]],
  ])('are offered to a party of %i that fits in no section, without single seats', async (count, sizes) => {
    const kiosk = await startSmallKiosk({ settings: { maxSeats: 20 } })
    const { saleId, session } = need(await kiosk.api.startVisit({ eventId: kiosk.eventId, language: 'fr' }))
    const [offer, ...others] = need(await kiosk.api.proposeSeats({ saleId, count }))
    const groups = bySection(offer!.seats)
    expect([groups.map(({ seatIds }) => seatIds.length), others]).toEqual([sizes, []])
    need(await kiosk.api.holdSeats({ saleId, groups }))
    expect(await kiosk.stageName(saleId)).toBe('review')
    const { sectionId, remaining } = session.overview.sections.at(-1)!
    need(await kiosk.api.changeSeats({ saleId }))
    await kiosk.sales.settled(saleId)
    expect(need(await kiosk.api.proposeSeats({ saleId, count: remaining + 1, sectionIds: [sectionId] }))).toEqual([])
  })

  it('can be removed one by one, in any section', async () => {
    const kiosk = await startSmallKiosk()
    const { saleId, groups } = await mixedVisit(kiosk)
    need(await kiosk.api.holdSeats({ saleId, groups }))
    await kiosk.sales.settled(saleId)
    for (const { seatIds } of groups.toReversed()) {
      need(await kiosk.api.removeSeat({ saleId, seatId: seatIds[0]! }))
      await kiosk.sales.settled(saleId)
    }
    const { seats, amount, stage } = await kiosk.shown(saleId)
    expect(stage).toMatchObject({ name: 'review', notice: null })
    expect(seats.map(({ seatId, price }) => [seatId, price])).toEqual([[groups[0]!.seatIds[1], amount]])
  })
})

describe('seats', () => {
  it('are held as they were shown: known ones, each once, and no more than a person may buy', async () => {
    const { kiosk, wish, saleId, sectionId, seatIds } = await startAt('visited', { settings: { maxSeats: 2 } }, 2)
    const hold = (...groups: typeof wish.groups) => refusal(kiosk.api.holdSeats({ saleId, groups }))
    const [first = '', second = ''] = seatIds
    const alone = { sectionId, seatIds: [first] }
    const tooMany = { type: 'too-many-seats', limit: 2 }
    expect(await hold({ sectionId, seatIds: [...seatIds, 'x'] })).toEqual(tooMany)
    expect(await hold({ sectionId, seatIds }, { sectionId: 'elsewhere', seatIds: ['x'] })).toEqual(tooMany)
    expect(await refusal(kiosk.api.proposeSeats({ saleId, count: 3 }))).toEqual(tooMany)
    expect(await refusal(kiosk.api.proposeSeats({ saleId, count: 1, chosen: wish.groups }))).toEqual(tooMany)
    for (const strange of [
      [{ sectionId, seatIds: ['x'] }],
      [{ sectionId, seatIds: [first, first] }],
      [alone, alone],
      [alone, { sectionId, seatIds: ['x'] }],
      ...['elsewhere', '__proto__', sectionId === '1' ? '2' : '1'].map((id) => [
        alone,
        { sectionId: id, seatIds: [second] },
      ]),
    ])
      expect(await hold(...strange)).toEqual({ type: 'seat-unknown' })
    expect(kiosk.codes()).not.toContain('SEATS_CHOSEN')
    need(await kiosk.api.holdSeats(wish))
    expect(await kiosk.stage(saleId)).toMatchObject({ name: 'review', tendersOffered: ['card', 'cash'] })
    expect(await hold(...wish.groups)).toMatchObject(WRONG_STAGE)
  })

  it('are not asked for while the service is out of reach', async () => {
    const { broken, line } = lineThatBreaks()
    const { kiosk, wish } = await startAt('visited', { line })
    broken.add('GET /events')
    expect(await refusal(kiosk.api.listEvents({ page: 2, limit: 1 }))).toEqual({ type: 'partner-unreachable' })
    expect(await refusal(kiosk.api.holdSeats(wish))).toEqual({ type: 'partner-unreachable' })
    broken.clear()
    await kiosk.until(() =>
      kiosk.events.some(({ name, payload }) => name === 'partner-changed' && payload.state === 'up'),
    )
    need(await kiosk.api.holdSeats(wish))
    expect(await kiosk.stageName(wish.saleId)).toBe('review')
  })

  it('that are changed are given back before others are chosen', async () => {
    const { kiosk, saleId, seatIds, wish } = await startAt('reviewed')
    need(await kiosk.api.changeSeats({ saleId }))
    expect(await kiosk.stage(saleId)).toEqual({ name: 'choosing', notice: null })
    expect(kiosk.asked.filter((path) => path.startsWith('DELETE'))).toHaveLength(seatIds.length)
    expect(kiosk.events).toContainEqual(
      expect.objectContaining({ payload: expect.objectContaining({ stage: { name: 'releasing' } }) as unknown }),
    )
    expect(await refusal(kiosk.api.changeSeats({ saleId }))).toMatchObject(WRONG_STAGE)
    need(await kiosk.api.holdSeats(wish))
    expect(await kiosk.stageName(saleId)).toBe('review')
  })

  it('that cannot be given back are left to run out', async () => {
    const { broken, line } = lineThatBreaks()
    const { kiosk, saleId } = await startAt('reviewed', { line })
    broken.add('DELETE')
    need(await kiosk.api.changeSeats({ saleId }))
    await kiosk.sales.settled(saleId)
    expect(kiosk.codes().at(-1)).toBe('RELEASE_TIMED_OUT')
    expect(kiosk.asked.filter((path) => path.startsWith('DELETE'))).toHaveLength(1)
  })

  it('that the service refuses to give back are gone, which is what was asked for', async () => {
    const { kiosk, saleId } = await startAt('reviewed', {
      line: (path, forward) => (path.startsWith('DELETE') ? Promise.resolve(failure(404, 'GONE')) : forward()),
    })
    need(await kiosk.api.abandonSale({ saleId, reason: 'idle' }))
    await expect.poll(() => kiosk.ledger.find(saleId)).toMatchObject({ state: 'abandoned', reason: 'idle' })
    expect(kiosk.codes().at(-1)).toBe('RELEASED')
  })

  it('run out while the customer reviews, and the screen says so', async () => {
    const { kiosk, saleId } = await startAt('reviewed')
    kiosk.pass(HOLD_MS - 1)
    expect(await kiosk.shown(saleId)).toMatchObject({ stage: { name: 'review' }, holdRemainingMs: 1 })
    kiosk.pass(1)
    await expect.poll(() => kiosk.state(saleId)).toBe('choosing')
    expect(await kiosk.stage(saleId)).toEqual({ name: 'choosing', notice: { type: 'hold-expired' } })
  })

  it.each([
    ['says no', () => failure(409, 'TAKEN')],
    ['says nothing', () => new Response('', { status: 409 })],
  ])('of somebody else are named by their codes, where the service %s of which', async (_, conflict) => {
    const kiosk = await startSmallKiosk({
      line: (path, forward) => (/^POST .*hold/u.test(path) ? Promise.resolve(conflict()) : forward()),
    })
    const { saleId, wish } = await kiosk.visited(1)
    const seats = need(await kiosk.api.proposeSeats({ saleId, count: 1 }))[0]!.seats
    need(await kiosk.api.holdSeats(wish))
    const expected = { name: 'choosing', notice: { type: 'seat-taken', seatCodes: [seats[0]!.place.seatCode] } }
    expect(await kiosk.stage(saleId)).toEqual(expected)
  })

  it('taken at another kiosk meanwhile are told, nothing stays held, and others are offered', async () => {
    const here = await startSmallKiosk()
    const there = await startSmallKiosk({ beside: here, seed: 1 })
    const mine = await here.visited(3)
    const { sectionId } = mine
    const [first, seat = ''] = mine.seatIds
    const offered = need(await here.api.proposeSeats({ saleId: mine.saleId, count: 3 }))[0]!.seats
    const theirs = await there.visited(3)
    need(await there.api.viewSection({ saleId: theirs.saleId, sectionId }))
    need(await there.api.holdSeats({ saleId: theirs.saleId, groups: [{ sectionId, seatIds: [seat] }] }))
    expect(await there.stageName(theirs.saleId)).toBe('review')

    need(await here.api.holdSeats(mine.wish))
    const notice = { type: 'seat-taken', seatCodes: [offered.find(({ seatId }) => seatId === seat)?.place.seatCode] }
    expect(await here.stage(mine.saleId)).toEqual({ name: 'choosing', notice })
    const { section } = need(await here.api.viewSection({ saleId: mine.saleId, sectionId }))
    const statuses = new Map(section?.seats.map(({ seatId, status }) => [seatId, status]))
    expect([first, seat].map((each = '') => statuses.get(each))).toEqual(['available', 'held'])
    const [offer] = need(await here.api.proposeSeats({ saleId: mine.saleId, count: 3 }))
    const seatIds = offer!.seats.map(({ seatId }) => seatId)
    expect(seatIds).not.toContain(seat)
    need(await here.api.holdSeats({ saleId: mine.saleId, groups: bySection(offer!.seats) }))
    expect(await here.stage(mine.saleId)).toMatchObject({ name: 'review', notice: null })
  })

  it('more than the service takes in one sale are refused with its limit', async () => {
    const body = { success: false, message: 'no', error: { code: 'SEAT_LIMIT', details: { limit: 20 } } }
    const { kiosk, saleId, wish } = await startAt('visited', {
      line: (path, forward) =>
        /^POST .*hold/u.test(path) ? Promise.resolve(Response.json(body, { status: 409 })) : forward(),
    })
    need(await kiosk.api.holdSeats(wish))
    const notice = { type: 'hold-refused', code: 'SEAT_LIMIT', limit: 20 }
    expect(await kiosk.stage(saleId)).toMatchObject({ name: 'choosing', notice })
  })
})

describe('a sale leaves the screen', () => {
  it('once it is over, and not before', async () => {
    const { kiosk, saleId } = await startAt('reviewed')
    expect(await refusal(kiosk.api.dismissSale({ saleId }))).toEqual({ type: 'invalid-state', stage: 'priced' })
    need(await kiosk.api.pay({ saleId, tender: 'card' }))
    await kiosk.sales.settled(saleId)
    expect(await refusal(kiosk.api.dismissSale({ saleId: 'another' }))).toEqual({ type: 'unknown-sale' })
    expect(kiosk.blocker()).toBe('sale')
    need(await kiosk.api.dismissSale({ saleId }))
    expect(kiosk.events.at(-1)).toEqual({ name: 'display-changed', payload: null })
    expect(need(await kiosk.api.getKiosk({})).sale).toBeNull()
    expect(await refusal(kiosk.api.dismissSale({ saleId }))).toEqual({ type: 'unknown-sale' })
    expect(await refusal(kiosk.api.abandonSale({ saleId, reason: 'idle' }))).toEqual({ type: 'unknown-sale' })
  })

  it('before anything was chosen, without a trace', async () => {
    const { kiosk, saleId } = await startAt('visited')
    const rows = kiosk.codes()
    need(await kiosk.api.abandonSale({ saleId, reason: 'cancelled' }))
    expect(need(await kiosk.api.getKiosk({})).sale).toBeNull()
    expect(kiosk.codes()).toEqual(rows)
    expect(kiosk.sales.find(saleId)).toBeNull()
  })

  it('and nobody speaks its language any more', async () => {
    const { kiosk, saleId } = await startAt('visited')
    need(await kiosk.api.setLanguage({ saleId, language: 'ar' }))
    expect(kiosk.events.at(-1)).toEqual({ name: 'display-changed', payload: null })
    expect((await kiosk.shown(saleId)).language).toBe('ar')
    need(await kiosk.api.abandonSale({ saleId, reason: 'cancelled' }))
    expect(await refusal(kiosk.api.setLanguage({ saleId, language: 'fr' }))).toEqual({ type: 'unknown-sale' })
  })
})

describe('the venue', () => {
  it('is read section by section, and what is known already is not sent again', async () => {
    const { kiosk, saleId, wish, sectionId } = await startAt('visited')
    const view = (change = {}) => kiosk.api.viewSection({ saleId, sectionId, ...change })
    const first = need(await view())
    expect(first.section?.seats.length).toBeGreaterThan(0)
    expect(need(await view({ knownRevision: first.revision }))).toEqual({ section: null, revision: first.revision })
    expect(need(await view({ knownRevision: 'older' })).section).toEqual(first.section)
    const before = need(await kiosk.api.refreshOverview({ saleId }))
    need(await kiosk.api.holdSeats(wish))
    await kiosk.sales.settled(saleId)
    expect(need(await kiosk.api.refreshOverview({ saleId })).remaining).toBe(before.remaining - 2)
    expect(need(await kiosk.api.refineProposals({ saleId }))).toBeNull()
    need(await kiosk.api.changeSeats({ saleId }))
    await kiosk.sales.settled(saleId)
    need(await view())
    expect(need(await kiosk.api.refreshOverview({ saleId })).remaining).toBe(before.remaining)
    expect(need(await kiosk.api.viewVisit({ saleId }))).toMatchObject({ saleId, event: { eventId: kiosk.eventId } })
  })

  it('shows in a round of it what other kiosks hold', async () => {
    const here = await startSmallKiosk()
    const { saleId } = await here.visited()
    const before = need(await here.api.refreshOverview({ saleId }))
    const held = await (await startSmallKiosk({ beside: here, seed: 1 })).reviewed(4)
    const after = need(await here.api.refreshOverview({ saleId }))
    const left = ({ sections }: typeof before) =>
      sections.find(({ sectionId }) => sectionId === held.sectionId)!.remaining
    expect([left(after), after.remaining]).toEqual([left(before) - 4, before.remaining - 4])
  })

  it.each([
    [410, { type: 'session-expired' }],
    [403, { type: 'partner-refused', status: 403 }],
  ])('is closed to a session that the service answers with %i', async (status, why) => {
    let closed = false
    const { kiosk, saleId, sectionId, wish } = await startAt('visited', {
      line: (_path, forward) => (closed ? Promise.resolve(failure(status, 'NO')) : forward()),
    })
    closed = true
    for (const asked of [
      kiosk.api.viewSection({ saleId, sectionId }),
      kiosk.api.refreshOverview({ saleId }),
      kiosk.api.proposeSeats({ saleId, count: 1 }),
    ])
      expect(await refusal(asked)).toMatchObject(why)
    if (status !== 410) return
    need(await kiosk.api.holdSeats(wish))
    expect(await kiosk.stage(saleId)).toEqual({ name: 'choosing', notice: { type: 'hold-expired' } })
    closed = false
    await kiosk.reviewed()
  })
})

it('a sale that is done keeps its change in the customer’s sight until the next seats are taken', async () => {
  const kiosk = await startSmallKiosk({ settings: { theme: 'night', numerals: 'arabic' } })
  const heard: string[] = []
  kiosk.displayAccess.subscribe(({ name }) => void heard.push(name))
  const display = async () => need(await kiosk.displayAccess.api.viewDisplay({}))
  expect(await display()).toEqual({ mode: 'demo', language: 'fr', theme: 'night', numerals: 'arabic', sale: null })
  const { saleId } = await kiosk.sold('cash')
  expect((await display()).sale).toMatchObject({ saleId, stage: { name: 'done' } })
  need(await kiosk.api.dismissSale({ saleId }))
  expect((await display()).sale).toMatchObject({ saleId, stage: { name: 'done' } })
  const next = await kiosk.reviewed(1)
  expect((await display()).sale).toMatchObject({ saleId: next.saleId, stage: { name: 'review' } })
  need(await kiosk.api.abandonSale({ saleId: next.saleId, reason: 'cancelled' }))
  expect((await display()).sale).toBeNull()
  expect(new Set(heard)).toEqual(new Set(['display-changed']))
})

const settings = { role: 'cashier' } as const

const customer = { name: 'Fatoumata Bangoura-Barré', phone: '+224628765432', note: 'groupe scolaire' }

it('a customer who is noted is found by name and number, and no event, view or kiosk state has either', async () => {
  const { kiosk, api, saleId } = await startAt('reviewed', { settings }, 2)
  expect(need(await api.recordCustomer({ pin, saleId, customer }))).toMatchObject({ customer: true })
  const told: object[] = []
  const look = async () => told.push(need(await api.getKiosk({})), need(await kiosk.displayAccess.api.viewDisplay({})))
  await look()
  need(await api.pay({ saleId, tender: 'card', by: { pin } }))
  expect(await kiosk.shown(saleId)).toMatchObject({ stage: { name: 'done' } })
  await look()
  expect(JSON.stringify([told, kiosk.events])).not.toMatch(/Fatoumata|28765432|scolaire/u)

  const find = async (text: string) => [text, need(await api.findSales({ pin, text })).map((sale) => sale.saleId)]
  for (const text of ['628 76 54 32', '00224628765432', 'fatoumata', 'BARRE', 'goura', 'barr fatou', 'scolaire'])
    expect(await find(text)).toEqual([text, [saleId]])
  for (const text of ['mariama', 'fatoumata diallo', 'f', '%']) expect(await find(text)).toEqual([text, []])
  expect(need(await api.openSaleFile({ pin, saleId }))).toMatchObject({ customer })
  const late = api.recordCustomer({ pin, saleId, customer: null })
  expect(await refusal(late)).toEqual({ type: 'invalid-state', stage: 'done' })
})

it('who was noted is changed and removed, and waits with a parked sale over a restart', async () => {
  const { kiosk, api, saleId } = await startAt('reviewed', { settings }, 1)
  const noted = async (who: Customer | null): Promise<unknown> => {
    need(await api.recordCustomer({ pin, saleId, customer: who }))
    return need(await api.openSaleFile({ pin, saleId })).customer
  }
  expect(await noted({ name: 'Mariama', phone: '' })).toEqual({ name: 'Mariama', phone: '' })
  expect(await noted(null)).toBe(undefined)
  expect(await noted(customer)).toEqual(customer)
  need(await api.parkSale({ pin, saleId }))

  const again = await kiosk.restart()
  expect(await again.sales.settled(saleId)).toMatchObject({ state: 'priced', customer: true })
  need(await again.api.recallSale({ pin, saleId }))
  expect(need(await again.api.openSaleFile({ pin, saleId }))).toMatchObject({ customer })
  need(await again.api.abandonSale({ saleId, reason: 'cancelled' }))
  await again.sales.settled(saleId)
  expect(need(await again.api.openSaleFile({ pin, saleId }))).not.toHaveProperty('customer')
})

it.each([
  { name: 'Mariama 4111 1111 1111 1111', phone: '' },
  { name: '', phone: '378282246310005' },
  { name: 'Mariama', phone: '', note: '4111 1111 1111 1111' },
  { name: '', phone: '62211' },
  { name: '', phone: '' },
  { name: 'x'.repeat(61), phone: '' },
])('the contract takes no customer like %j', (wrong) => {
  const wish = { pin, saleId: crypto.randomUUID(), customer: wrong }
  expect(commands.recordCustomer.input(fields).safeParse(wish).success).toBe(false)
})
