import { expect, test } from 'vitest'
import {
  noWishes,
  ready,
  type Step,
  stepAfter,
  type StepEvent,
  waiting,
  wholeVenue,
} from '../../../renderer/kiosk/state/steps.ts'
import { eventsView, proposals, visit } from '../../world/scenes/answers.ts'
import { priceLimits, withMaxPrice } from '../../../renderer/kiosk/choosing/preferences-screen.tsx'

const event = eventsView.events[0]!
const wishes = { ...noWishes, zoneId: 'N', maxPrice: 50_000 }
const chosen = { type: 'event-chosen', event, count: 2 } as const
const opened = { type: 'visit-updated', visit: ready(visit) } as const
const three = { type: 'count-chosen', count: 3 } as const
const found = { type: 'proposed', proposals: ready(proposals) } as const
const atMap = [chosen, opened, three, found, { type: 'map-opened', at: wholeVenue }] as const

const after = (...events: readonly StepEvent[]): Step => events.reduce<Step>(stepAfter, { name: 'attract' })

test('an event begins with its offers, with nothing of the one before', () => {
  const fresh = { name: 'offers', event, visit: waiting, wishes: noWishes, count: 2, proposals: waiting }
  expect(after(chosen)).toEqual(fresh)
  expect(after(chosen, opened, three, { type: 'wished', wishes }, chosen)).toEqual(fresh)
})

test('offers are waited for again with each count and each wish', () => {
  const offers = { name: 'offers', count: 3, proposals: waiting }
  expect(after(chosen, opened, three)).toMatchObject({ ...offers, visit: opened.visit })
  expect(after(chosen, three, found)).toMatchObject({ name: 'offers', proposals: found.proposals })
  expect(after(chosen, three, found, { ...three, count: 2 })).toMatchObject({ count: 2, proposals: waiting })
  const wished = after(chosen, three, found, { type: 'wishes-opened' }, { type: 'wished', wishes })
  expect(wished).toMatchObject({ ...offers, wishes })
})

test('a place for a wheelchair is asked for until a number is chosen', () => {
  const asked = { ...three, count: 2, wheelchair: true } as const
  expect(after(chosen, opened, asked)).toMatchObject({ name: 'offers', count: 2, wishes: { wheelchair: true } })
  const onMap = after(chosen, opened, three, asked, { type: 'map-opened', at: wholeVenue })
  expect(onMap).toMatchObject({ wishes: { wheelchair: true } })
  expect(after(chosen, opened, asked, three)).toMatchObject({ wishes: { wheelchair: false } })
})

test('seats are picked on the map, in one section', () => {
  const picked = { type: 'picked', picked: ['O5-F-12'] } as const
  const section = { type: 'section-opened', sectionId: 'O5' } as const
  expect(after(...atMap)).toMatchObject({ name: 'map', sectionId: null, picked: [] })
  expect(after(...atMap, section, picked)).toMatchObject({ sectionId: 'O5', picked: ['O5-F-12'] })
  const left = after(...atMap, section, picked, { ...section, sectionId: null })
  expect(left).toMatchObject({ sectionId: null, picked: [] })
})

test('no more seats are offered than are left, but the number of one', () => {
  const left = (remaining: number) => {
    const { session } = visit
    const overview = { ...session.overview, remaining }
    return { type: 'visit-updated', visit: ready({ ...visit, session: { ...session, overview } }) } as const
  }
  expect(after(chosen, three, left(2))).toMatchObject({ count: 2 })
  expect(after(chosen, three, left(0))).toMatchObject({ count: 1 })
  expect(after(chosen, three, left(9))).toMatchObject({ count: 3 })
})

test('the map opens once there is one', () => {
  const onMap = { type: 'map-opened', at: wholeVenue } as const
  expect(after(chosen, opened, onMap)).toMatchObject({ name: 'map', sectionId: null, picked: [] })
  expect(after(chosen, onMap)).toMatchObject({ name: 'offers' })
})

test('from the offers the map opens at the seats of one', () => {
  const at = { sectionId: 'O5', picked: ['O5-F-12', 'O5-F-13'] }
  const onMap = after(chosen, opened, three, found, { type: 'map-opened', at })
  expect(onMap).toMatchObject({ name: 'map', count: 3, ...at })
})

test('each step leads back to the one before, and wishes are kept', () => {
  const back = { type: 'back' } as const
  expect(after(...atMap, back)).toMatchObject({ name: 'offers', count: 3, proposals: waiting })
  const unwished = after(chosen, three, found, { type: 'wishes-opened' }, back)
  expect(unwished).toMatchObject({ name: 'offers', wishes: noWishes })
  const wished = after(chosen, opened, three, { type: 'wished', wishes }, back)
  expect(wished).toEqual(after(chosen, opened, three, { type: 'wished', wishes }))
  expect(after(chosen, back)).toEqual(after(chosen))
})

test('what means nothing at a step leaves the very step as it was', () => {
  const nowhere: Step = { name: 'events' }
  for (const told of [opened, three, found, { type: 'map-opened', at: wholeVenue }, { type: 'back' }] as const)
    expect(stepAfter(nowhere, told)).toBe(nowhere)
  const onMap = after(...atMap)
  for (const told of [{ type: 'wishes-opened' }, { type: 'wished', wishes }] as const)
    expect(stepAfter(onMap, told)).toBe(onMap)
  const offers = after(chosen, three)
  expect(stepAfter(offers, { type: 'section-opened', sectionId: 'O5' })).toBe(offers)
  expect(stepAfter(offers, { type: 'picked', picked: ['O5-F-12'] })).toBe(offers)
})

const zone = (zoneId: string, price: number, remaining = 10) => {
  return { zoneId, name: zoneId, code: zoneId, price, remaining }
}

const section = (zoneId: string, price: number, highestPrice: number, remaining = 10) => {
  return { sectionId: `${zoneId}-${price}`, zoneId, code: '', name: '', price, highestPrice, remaining }
}

const none: readonly ReturnType<typeof section>[] = []

test('offers every price on sale but the highest', () => {
  const limits = (zones: readonly ReturnType<typeof zone>[], sections = none) => priceLimits({ zones, sections })
  expect(limits([zone('a', 70), zone('b', 50), zone('c', 50), zone('d', 60)])).toEqual([50, 60])
  expect(limits([zone('a', 50), zone('b', 50)])).toEqual([])
  expect(limits([zone('a', 10, 0), zone('b', 50), zone('c', 60)])).toEqual([50])
  expect(limits([1, 2, 3, 4, 5].map((price) => zone(String(price), price)))).toEqual([1, 2, 3, 4])
  expect(limits([zone('a', 50)], [section('a', 40, 65), section('a', 30, 80, 0)])).toEqual([40, 50])
})

test('a tribune above the price, or sold out, is no longer wished for', () => {
  const zones = [zone('a', 70), zone('b', 50), zone('c', 40, 0), zone('d', 70)]
  const sections = [section('a', 60, 70), section('d', 45, 70)]
  const wishing = (zoneId: string) => withMaxPrice({ ...noWishes, zoneId }, 50, { zones, sections })
  expect(wishing('d')).toMatchObject({ zoneId: 'd', maxPrice: 50 })
  expect(wishing('a')).toMatchObject({ zoneId: null, maxPrice: 50 })
  expect(wishing('b')).toMatchObject({ zoneId: 'b', maxPrice: 50 })
  expect(wishing('c')).toMatchObject({ zoneId: null, maxPrice: 50 })
})
