import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openVenuePlans } from '../../electron/app/partner.ts'
import { openStore } from '../../electron/booking/booking-service.ts'
import { readVenue } from '../../electron/booking/venue-import/read-venue.ts'
import { createSystemClock } from '../../electron/host/system.ts'
import type { VenuePlanReply } from '../../electron/partner/client.ts'
import type { EventOffer, SectionView } from '../../shared/domain/seats/offer.ts'
import { searchSections } from '../../shared/domain/seats/section-choice.ts'
import type { VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import type { SeatProposal } from '../../shared/api/kiosk/views.ts'
import { VENUE_PLAN_ROUTE } from '../../shared/api/partner/operations.ts'
import { type Answer, startLine } from '../partner/scripted-partner.ts'
import { stadium } from '../seat-map/plans.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import {
  type Machine,
  resourcesDirectory,
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

const [planPath = ''] = VENUE_PLAN_ROUTE.path.split('{')

const LIST = ['section,tribune,zone,gate,row,seats', 'NORD1,N,Z1,P5,A,2+2', 'NORD1,N,Z1,P5,B,3'].join('\n')

function venueOf(list: string): VenuePlan {
  const read = readVenue(Buffer.from(list), 'csv', { facts: NONGO, texts: catalogues.en })
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return read.plan
}

async function hubWith(...venues: readonly VenuePlan[]) {
  const dataDirectory = temporaryFolder()
  const hub = await startHub(0, dataDirectory)
  const random = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count))
  const database = join(dataDirectory, 'booking-service.db')
  const store = await openStore({ database, random, report: () => undefined })
  async function sell(venue: VenuePlan) {
    await store.keepVenue(venue)
    const text = { title: 'Gala', category: 'football', description: '', homeTeam: '', awayTeam: '', currency: 'GNF' }
    const hours = { startsAt: '2099-12-05T16:00:00', endsAt: '2099-12-05T18:00:00' }
    return store.createEvent({ ...text, ...hours, venue, prices: { Z1: 5_000 } })
  }
  const events = []
  for (const venue of venues) events.push(await sell(venue))
  await store.close()
  const codes = Object.fromEntries(events.map(({ eventId, accessCode }) => [String(eventId), accessCode]))
  return { url: hub.url, eventIds: events.map(({ eventId }) => String(eventId)), codes }
}

async function onLine(hub: Awaited<ReturnType<typeof hubWith>>, plans: { answer: Answer | null }) {
  const line = await startLine(hub.url, ({ line: asked }, forward) =>
    asked.includes(planPath) && plans.answer !== null ? plans.answer : forward(),
  )
  const asked = (eventId: string) => line.asked.filter((one) => one.line === `GET ${planPath}${eventId}`)
  return { settings: settingsFor(line.url, hub.codes), asked }
}

async function planAt({ api }: Machine, eventId: string) {
  const { saleId, plan } = need(await api.startVisit({ eventId, language: 'fr' }))
  return { saleId, plan }
}

const keptIn = ({ directory }: Machine): string => join(directory, 'demo', 'venue-plans')

test('a venue from a list of rows: the hub has its plan, and seats across an aisle are not offered as one', async () => {
  const hub = await hubWith(venueOf(LIST))
  const machine = await startMachine(settingsFor(hub.url, hub.codes))
  const { saleId, plan } = await planAt(machine, hub.eventIds[0]!)
  expect(plan).toEqual(venueOf(LIST))
  const rowsOf = async (count: number) => {
    const [best] = need(await machine.api.proposeSeats({ saleId, count }))
    return [best?.groups, best?.seats.map(({ place }) => `${place.row}${place.seatNumber}`).join(' ')]
  }
  expect(await rowsOf(3)).toEqual([1, 'B3 B2 B1'])
  expect((await rowsOf(4))[0]).toBe(2)
})

test('the plan is kept: while the hub cannot give it, the last good one is shown, also after a restart', async () => {
  const hub = await hubWith(venueOf(LIST))
  const plans: { answer: Answer | null } = { answer: null }
  const { settings, asked } = await onLine(hub, plans)
  const [eventId = ''] = hub.eventIds
  const first = await startMachine(settings)
  expect((await planAt(first, eventId)).plan).toEqual(venueOf(LIST))
  plans.answer = { status: 503 }
  const second = await first.restart()
  expect((await planAt(second, eventId)).plan).toEqual(venueOf(LIST))
  plans.answer = null
  const third = await second.restart()
  expect((await planAt(third, eventId)).plan).toEqual(venueOf(LIST))
  expect(asked(eventId).at(-1)?.headers['if-none-match']).toMatch(/^"[0-9a-f]{64}"$/u)
  expect(second.faults).toEqual([])
})

test('each event is shown by its own version, and the newer one of the same name without a restart', async () => {
  const wider = venueOf(LIST.replace('2+2', '5+5'))
  const hub = await hubWith(venueOf(LIST), wider)
  const machine = await startMachine(settingsFor(hub.url, hub.codes))
  const [before = '', after = ''] = hub.eventIds
  expect((await planAt(machine, before)).plan).toEqual(venueOf(LIST))
  expect((await planAt(machine, after)).plan).toEqual(wider)
  expect((await planAt(machine, before)).plan).toEqual(venueOf(LIST))
})

test('the plan of the hub comes before that of the program', async () => {
  const own = readFileSync(join(resourcesDirectory, 'venues/stadium.json'), 'utf8')
  const { venue } = JSON.parse(own) as VenuePlan
  const other = { ...venueOf(LIST), venue }
  const hub = await hubWith(other)
  const machine = await startMachine(settingsFor(hub.url, hub.codes))
  expect((await planAt(machine, hub.eventIds[0]!)).plan).toEqual(other)
})

test.each<[string, Answer]>([
  ['a partner without plans', { status: 404, body: { success: false } }],
  ['a page for people', { headers: { 'content-type': 'text/html' }, body: '<!doctype html><p>Bienvenue' }],
  ['a plan of another venue', { body: { ...venueOf(LIST), venue: { ...NONGO, name: 'Ailleurs' } } }],
  ['half a plan', { body: { ...venueOf(LIST), sections: [] } }],
  ['a plan of millions of seats', { body: crowded() }],
  ['a line that breaks', 'cut'],
])('%s: there is none, and no second question', async (_, answer) => {
  const hub = await hubWith(venueOf(LIST))
  const plans = { answer }
  const { settings, asked } = await onLine(hub, plans)
  const [eventId = ''] = hub.eventIds
  const machine = await startMachine(settings)
  expect((await planAt(machine, eventId)).plan).toBeNull()
  const once = asked(eventId).length
  expect((await planAt(machine, eventId)).plan).toBeNull()
  expect(asked(eventId)).toHaveLength(once)
  expect(machine.faults).toEqual([])
})

test('a kept file that is broken is set aside, and the hub asked for another', async () => {
  const hub = await hubWith(venueOf(LIST))
  const first = await startMachine(settingsFor(hub.url, hub.codes))
  await planAt(first, hub.eventIds[0]!)
  const [file = ''] = readdirSync(keptIn(first))
  writeFileSync(join(keptIn(first), file), '{"sha256":"')
  const second = await first.restart()
  expect((await planAt(second, hub.eventIds[0]!)).plan).toEqual(venueOf(LIST))
  expect(readdirSync(keptIn(second)).some((name) => name.startsWith(`${file}.broken-`))).toBe(true)
})

test('a file in the place of the folder keeps no plan from being shown', async () => {
  const hub = await hubWith(venueOf(LIST))
  const first = await startMachine(settingsFor(hub.url, hub.codes))
  const folder = keptIn(first)
  rmSync(folder, { recursive: true, force: true })
  writeFileSync(folder, '')
  const second = await first.restart()
  expect((await planAt(second, hub.eventIds[0]!)).plan).toEqual(venueOf(LIST))
  expect(second.faults).toEqual([])
})

test('a plan is asked for again after ten minutes, and a service without one after an hour', async () => {
  let minutes = 0
  const asked: (string | null)[] = []
  const answers: VenuePlanReply[] = []
  const plans = openVenuePlans({
    folder: join(temporaryFolder(), 'venue-plans'),
    own: [],
    read: (_, known) => {
      asked.push(known)
      return Promise.resolve(answers.shift() ?? { type: 'none', detail: 'HTTP 404' })
    },
    clock: { ...createSystemClock(), now: () => ({ monoMs: minutes * 60_000, bootId: '', wallUtc: '' }) },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    report: (remark) => {
      throw new Error(remark)
    },
  })
  const event = { eventId: '7', venue: NONGO } as EventOffer
  const at = async (minute: number) => {
    minutes = minute
    const plan = await plans.of(event)
    return [plan?.sections[0]?.rows[0]?.blocks.join('+') ?? null, asked.length]
  }
  const [old, wider] = [venueOf(LIST), venueOf(LIST.replace('2+2', '5+5'))]
  answers.push({ type: 'none', detail: 'HTTP 404' }, { type: 'plan', found: { sha256: 'a'.repeat(64), plan: old } })
  expect(await at(0)).toEqual([null, 1])
  expect(await at(59)).toEqual([null, 1])
  expect(await at(60)).toEqual(['2+2', 2])
  expect(await at(69)).toEqual(['2+2', 2])
  answers.push({ type: 'unreachable' }, { type: 'plan', found: { sha256: 'b'.repeat(64), plan: wider } })
  expect(await at(70)).toEqual(['2+2', 3])
  expect(await at(71)).toEqual(['5+5', 4])
  expect(asked).toEqual([null, null, 'a'.repeat(64), 'a'.repeat(64)])
  expect(plans.named(NONGO.name)).toEqual(wider)
})

function crowded(): VenuePlan {
  const plan = venueOf(LIST)
  return { ...plan, sections: plan.sections.map((one) => ({ ...one, rows: [{ label: 'A', blocks: [5_000_000] }] })) }
}

describe('wheelchair places', () => {
  /** Three days before the stadium's first match, because the maximum of `spaceReleaseMinutes` is seven days. */
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
    const seatIds = offer?.seats.map(({ seatId }) => seatId) ?? []
    const space = offer?.seats.find(({ place }) => place.accessible)?.seatId ?? ''
    const companion = offer?.seats.find(({ place }) => place.companion)?.seatId ?? ''
    return { visit, saleId, place: { saleId, sectionId: offer?.sectionId ?? '', seatIds }, space, companion }
  }

  test('who asks is told that such places are left, and holds a space with its companion’s seat', async () => {
    const kiosk = await startMachine({})
    const { saleId, place, space, companion } = await ask(kiosk)
    expect(need(await kiosk.api.viewWheelchairPlaces({ saleId }))).toEqual({ left: true })
    expect([space, companion].toSorted()).toEqual(place.seatIds.toSorted())
    need(await kiosk.api.holdSeats({ ...place, wheelchair: true }))
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
    expect(await kiosk.api.holdSeats(kept.place)).toMatchObject({ error: { type: 'seat-unknown' } })

    const late = await startMachine({ spaceReleaseMinutes: 10_080 })
    const released = await ask(late)
    expect(released.visit.released).toBe(true)
    need(await late.api.holdSeats(released.place))
    expect(await late.sales.settled(released.saleId)).toMatchObject({ state: 'priced' })
  })

  test('a family is offered one place, with ordinary seats near it for the others', async () => {
    const kiosk = await startMachine({})
    const { saleId } = await ask(kiosk)
    const [offer] = need(await kiosk.api.proposeSeats({ saleId, count: 5, wheelchair: true }))
    const places = offer?.seats.map(({ place }) => place) ?? []
    const counts = (['accessible', 'companion'] as const).map((note) => places.filter((place) => place[note]).length)
    expect([places.length, ...counts]).toEqual([5, 1, 1])
    const seatIds = offer?.seats.map(({ seatId }) => seatId) ?? []
    need(await kiosk.api.holdSeats({ saleId, sectionId: offer?.sectionId ?? '', seatIds, wheelchair: true }))
    expect(await kiosk.sales.settled(saleId)).toMatchObject({ state: 'priced' })
  })
})
