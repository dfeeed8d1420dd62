import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openVenuePlans } from '../../electron/app/partner.ts'
import { openStore } from '../../electron/booking/booking-service.ts'
import { readVenue } from '../../electron/booking/venue-import/read-venue.ts'
import { bookingFile, createSystemClock } from '../../electron/host/system.ts'
import { readVenuePlan } from '../../electron/partner/client.ts'
import { bySection, type EventOffer, type SectionView } from '../../shared/domain/seats/offer.ts'
import { searchSections } from '../../shared/domain/seats/section-choice.ts'
import type { VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import type { SeatProposal } from '../../shared/api/kiosk/views.ts'
import { startLine } from '../partner/scripted-partner.ts'
import { stadium } from '../seat-map/plans.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import {
  type Machine,
  noLog,
  settingsFor,
  startHub,
  startMachine,
  startStadium,
  startStadiumHub,
} from '../world/kiosk.ts'
import { need } from '../world/kiosk-fixture.ts'

const seatsOf = (offers: readonly { readonly seats: readonly { readonly seatId: string }[] }[]): unknown =>
  offers.map(({ seats }) => seats.map(({ seatId }) => seatId))

async function open({ api }: Machine) {
  const { events } = need(await api.listEvents({ page: 1, limit: 12 }))
  const { eventId } = events.find(({ homeTeam }) => homeTeam !== '')!
  return need(await api.startVisit({ eventId, language: 'fr' }))
}

async function searched(machine: Machine, { saleId, session, plan }: Awaited<ReturnType<typeof open>>) {
  const sections: SectionView[] = []
  for (const { sectionId } of session.overview.sections) {
    const { section } = need(await machine.api.viewSection({ saleId, sectionId }))
    sections.push(section!)
  }
  return (count: number): unknown => {
    const search = searchSections({ count, overview: session.overview, plan })
    for (const section of sections) search.look(section)
    return seatsOf(search.offers())
  }
}

async function improved({ api }: Machine, saleId: string): Promise<readonly (readonly SeatProposal[])[]> {
  const better = need(await api.refineProposals({ saleId }))
  return better ? [better, ...(await improved({ api } as Machine, saleId))] : []
}

describe('best seats', () => {
  test('are the best of the whole venue', async () => {
    const machine = await startStadium()
    const visit = await open(machine)
    const bestOf = await searched(machine, visit)
    for (const count of [1, 2, 5, 8]) {
      const first = need(await machine.api.proposeSeats({ saleId: visit.saleId, count }))
      const last = (await improved(machine, visit.saleId)).at(-1) ?? first
      expect(seatsOf(last)).toEqual(bestOf(count))
    }
  })

  test('on a slow line come with the first answers, a few questions at a time, and become better', async () => {
    const hub = await startStadiumHub()
    let [asking, most, asked] = [0, 0, 0]
    /** Requests for a section are answered only after this promise resolves. */
    let answers: Promise<unknown> = Promise.resolve()
    const line = await startLine(hub.url, async ({ line: request }, forward) => {
      if (!request.includes('section_id=')) return forward()
      asked += 1
      most = Math.max(most, ++asking)
      await answers
      asking -= 1
      return forward()
    })
    const machine = await startStadium(settingsFor(line.url, hub.accessCodes))
    const visit = await open(machine)
    const { saleId } = visit
    const best = (await searched(machine, visit))(7)
    const arrival = Promise.withResolvers<undefined>()
    ;[most, asked, answers] = [0, 0, arrival.promise]
    const proposed = machine.api.proposeSeats({ saleId, count: 7 })
    await expect.poll(() => asking).toBe(6)
    // The wait exceeds the time limit of the search for the first offers.
    await wait(800)
    arrival.resolve(undefined)
    const first = need(await proposed)
    expect([first.length > 0, asked]).toEqual([true, 6])
    const better = await improved(machine, saleId)
    expect(seatsOf(first)).not.toEqual(best)
    expect(seatsOf(better.at(-1) ?? [])).toEqual(best)
    expect(most).toBe(6)
  })

  test('are looked for no longer once others are wished for', async () => {
    const machine = await startStadium()
    const { saleId } = await open(machine)
    const older = machine.api.proposeSeats({ saleId, count: 2 })
    need(await machine.api.proposeSeats({ saleId, count: 3 }))
    need(await older)
    const offers = await improved(machine, saleId)
    expect(offers.flat().filter(({ seats }) => seats.length !== 3)).toEqual([])
  })
})

const NONGO = { name: 'Stade de Nongo', city: 'Conakry', country: 'Guinée' }

const LIST = ['section,tribune,zone,gate,row,seats', 'NORD1,N,Z1,P5,A,2+2', 'NORD1,N,Z1,P5,B,3'].join('\n')

function venueOf(list: string): VenuePlan {
  const read = readVenue(Buffer.from(list), 'csv', { facts: NONGO, texts: catalogues.en })
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return read.plan
}

const plain = venueOf(LIST)
const wider = venueOf(LIST.replace('2+2', '5+5'))

test('of venues from a list of rows the hub has each version’s plan, and seats across an aisle are not offered as one', async () => {
  const dataDirectory = temporaryFolder()
  const hub = await startHub(0, dataDirectory)
  const random = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count))
  const store = await openStore({ database: bookingFile(dataDirectory), random, report: () => undefined })
  const text = { title: 'Gala', category: 'football', description: '', homeTeam: '', awayTeam: '', currency: 'GNF' }
  const hours = { startsAt: '2099-12-05T16:00:00', endsAt: '2099-12-05T18:00:00' }
  const codes: Record<string, string> = {}
  for (const venue of [plain, wider]) {
    await store.keepVenue(venue)
    const event = await store.createEvent({ ...text, ...hours, venue, prices: { Z1: 5_000 } })
    codes[event.eventId] = event.accessCode
  }
  await store.close()
  const { api } = await startMachine(settingsFor(hub.url, codes))
  const [eventId = '', other = ''] = Object.keys(codes)
  expect(need(await api.startVisit({ eventId: other, language: 'fr' })).plan).toEqual(wider)
  const { saleId, plan } = need(await api.startVisit({ eventId, language: 'fr' }))
  expect(plan).toEqual(plain)
  const rowsOf = async (count: number) => {
    const [best] = need(await api.proposeSeats({ saleId, count }))
    return [best?.groups, best?.seats.map(({ place }) => `${place.row}${place.seatNumber}`).join(' ')]
  }
  expect(await rowsOf(3)).toEqual([1, 'B3 B2 B1'])
  expect((await rowsOf(4))[0]).toBe(2)
})

describe('the plan of a venue', () => {
  /** Opens the venue plans of a service that replies with the result of `answer.now`. */
  function plansIn(folder = join(temporaryFolder(), 'venue-plans'), own: readonly VenuePlan[] = []) {
    const clock = { ...createSystemClock(), now: () => ({ monoMs: at.minute * 60_000, bootId: '', wallUtc: '' }) }
    const at = { minute: 0 }
    const answer: { now: () => Response } = { now: () => Response.json(plain) }
    const asked: (string | null)[] = []
    const reported: string[] = []
    const connection = { baseUrl: 'http://hub', partnerCode: 'demo', demo: true, clock, timeoutMs: 1_000 }
    const fetch = async ({ headers }: Request) => (asked.push(headers.get('if-none-match')), answer.now())
    const plans = openVenuePlans({
      folder,
      own,
      read: (event, known) => readVenuePlan({ ...connection, fetch }, event, known),
      clock,
      log: noLog,
      report: (remark) => void reported.push(remark),
    })
    const of = (eventId = '7') => plans.of({ eventId, venue: NONGO } as EventOffer)
    return { folder, at, answer, asked, reported, of, named: plans.named }
  }

  test('is kept: while the hub cannot give it, the last good one is shown, also after a restart', async () => {
    const first = plansIn()
    expect(await first.of()).toEqual(plain)
    const second = plansIn(first.folder)
    second.answer.now = () => new Response('', { status: 503 })
    expect(await second.of()).toEqual(plain)
    const third = plansIn(first.folder)
    third.answer.now = () => new Response(null, { status: 304 })
    expect(await third.of()).toEqual(plain)
    expect(third.asked).toEqual([expect.stringMatching(/^"[0-9a-f]{64}"$/u)])
    expect(second.reported).toEqual([])
  })

  test('is that of the event’s version, the newer one of the same name without a restart', async () => {
    const { answer, of } = plansIn()
    expect(await of('1')).toEqual(plain)
    answer.now = () => Response.json(wider)
    expect(await of('2')).toEqual(wider)
    expect(await of('1')).toEqual(plain)
  })

  test('comes from the hub before the program', async () => {
    const { answer, of } = plansIn(undefined, [plain])
    expect(await of()).toEqual(plain)
    answer.now = () => Response.json(wider)
    expect(await of('8')).toEqual(wider)
  })

  test.each<[string, () => Response]>([
    ['a partner without plans', () => Response.json({ success: false }, { status: 404 })],
    ['a page for people', () => new Response('<!doctype html><p>Bienvenue')],
    ['a plan of another venue', () => Response.json({ ...plain, venue: { ...NONGO, name: 'Ailleurs' } })],
    ['half a plan', () => Response.json({ ...plain, sections: [] })],
    [
      'a plan of millions of seats',
      () => {
        const rows = [{ label: 'A', blocks: [5_000_000] }]
        return Response.json({ ...plain, sections: plain.sections.map((one) => ({ ...one, rows })) })
      },
    ],
    [
      'a line that breaks',
      () => {
        throw new TypeError('fetch failed')
      },
    ],
  ])('%s: there is none, and no second question', async (_, reply) => {
    const { answer, asked, reported, of } = plansIn()
    answer.now = reply
    expect(await of()).toBeNull()
    const once = asked.length
    expect(await of()).toBeNull()
    expect([asked.length, reported]).toEqual([once, []])
  })

  test('whose kept file is broken is set aside, and the hub asked for another', async () => {
    const first = plansIn()
    await first.of()
    const [file = ''] = readdirSync(first.folder)
    writeFileSync(join(first.folder, file), '{"sha256":"')
    expect(await plansIn(first.folder).of()).toEqual(plain)
    expect(readdirSync(first.folder).some((name) => name.startsWith(`${file}.broken-`))).toBe(true)
  })

  test('is shown although a file is in the place of the folder', async () => {
    const folder = join(temporaryFolder(), 'venue-plans')
    writeFileSync(folder, '')
    const { of, reported } = plansIn(folder)
    expect(await of()).toEqual(plain)
    expect(reported).toContainEqual(expect.stringContaining(folder))
  })

  test('is asked for again after ten minutes, and a service without one after an hour', async () => {
    const { at, answer, asked, of, named } = plansIn()
    const seen = async (minute: number) => {
      at.minute = minute
      return [(await of())?.sections[0]?.rows[0]?.blocks.join('+') ?? null, asked.length]
    }
    answer.now = () => new Response('', { status: 404 })
    expect([await seen(0), await seen(59)]).toEqual([
      [null, 1],
      [null, 1],
    ])
    answer.now = () => Response.json(plain)
    expect([await seen(60), await seen(69)]).toEqual([
      ['2+2', 2],
      ['2+2', 2],
    ])
    answer.now = () => new Response('', { status: 503 })
    const [shown, before] = await seen(70)
    expect([shown, before]).toEqual(['2+2', expect.any(Number)])
    answer.now = () => Response.json(wider)
    expect(await seen(71)).toEqual(['5+5', Number(before) + 1])
    expect(new Set(asked.slice(2))).toEqual(new Set([expect.stringMatching(/^"[0-9a-f]{64}"$/u)]))
    expect(named(NONGO.name)).toEqual(wider)
  })
})

describe('wheelchair places', () => {
  /** Three days before the stadium's first match, which `spaceReleaseMinutes` (at most seven days) can cover. */
  const WEDNESDAY = new Date('2026-03-11T12:00:00Z')

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: WEDNESDAY })
    return () => void vi.useRealTimers()
  })

  async function ask({ api }: Machine) {
    const { events } = need(await api.listEvents({ page: 1, limit: 100 }))
    const event = events.find(({ venue }) => venue.name === stadium.venue.name)
    const visit = need(await api.startVisit({ eventId: event?.eventId ?? '', language: 'fr' }))
    const { saleId } = visit
    const [offer] = need(await api.proposeSeats({ saleId, count: 2, wheelchair: true }))
    const space = offer?.seats.find(({ place }) => place.accessible)?.seatId ?? ''
    const companion = offer?.seats.find(({ place }) => place.companion)?.seatId ?? ''
    return { visit, saleId, groups: bySection(offer?.seats ?? []), space, companion }
  }

  test('a party that fits in no section gets its space and a companion in one, the others nearby', async () => {
    const kiosk = await startMachine({ maxSeats: 12 })
    const { saleId } = await ask(kiosk)
    const [offer, ...others] = need(await kiosk.api.proposeSeats({ saleId, count: 12, wheelchair: true }))
    const groups = bySection(offer?.seats ?? [])
    expect([offer?.seats.length, groups.length, others]).toEqual([12, 2, []])
    expect(offer?.seats.filter(({ place }) => place.accessible || place.companion)).toHaveLength(2)
    need(await kiosk.api.holdSeats({ saleId, groups: groups.map((group) => ({ ...group, wheelchair: true })) }))
    expect(await kiosk.sales.settled(saleId)).toMatchObject({ state: 'priced' })
  })

  test('who asks is told that such places are left, and holds a space with its companion’s seat', async () => {
    const kiosk = await startMachine({})
    const { saleId, groups, space, companion } = await ask(kiosk)
    expect(need(await kiosk.api.viewWheelchairPlaces({ saleId }))).toEqual({ left: true })
    expect([space, companion].toSorted()).toEqual(groups[0]?.seatIds.toSorted())
    need(await kiosk.api.holdSeats({ saleId, groups: groups.map((group) => ({ ...group, wheelchair: true })) }))
    expect(await kiosk.sales.settled(saleId)).toMatchObject({ state: 'priced' })

    expect(await kiosk.api.removeSeat({ saleId, seatId: space })).toMatchObject({ error: { type: 'seat-unknown' } })
    need(await kiosk.api.removeSeat({ saleId, seatId: companion }))
    const sale = await kiosk.sales.settled(saleId)
    expect('order' in sale && sale.order.seats.map(({ seatId }) => seatId)).toEqual([space])
  })

  test('who did not ask is refused them, until the venue releases them', async () => {
    const kiosk = await startMachine({})
    const kept = await ask(kiosk)
    expect(kept.visit).not.toHaveProperty('released')
    expect(await kiosk.api.holdSeats(kept)).toMatchObject({ error: { type: 'seat-unknown' } })

    const late = await startMachine({ spaceReleaseMinutes: 10_080 })
    const released = await ask(late)
    expect(released.visit.released).toBe(true)
    need(await late.api.holdSeats(released))
    expect(await late.sales.settled(released.saleId)).toMatchObject({ state: 'priced' })
  })

  test('a family is offered one place, with ordinary seats near it for the others', async () => {
    const kiosk = await startMachine({})
    const { saleId } = await ask(kiosk)
    const [offer] = need(await kiosk.api.proposeSeats({ saleId, count: 5, wheelchair: true }))
    const places = offer?.seats.map(({ place }) => place) ?? []
    const counts = (['accessible', 'companion'] as const).map((note) => places.filter((place) => place[note]).length)
    expect([places.length, ...counts]).toEqual([5, 1, 1])
    const groups = bySection(offer?.seats ?? []).map((group) => ({ ...group, wheelchair: true as const }))
    need(await kiosk.api.holdSeats({ saleId, groups }))
    expect(await kiosk.sales.settled(saleId)).toMatchObject({ state: 'priced' })
  })
})
