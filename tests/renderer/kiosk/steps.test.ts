import { expect, test } from 'vitest'
import { noWishes, ready, type Step, stepAfter, type StepEvent, waiting } from '../../../renderer/kiosk/state/steps.ts'
import { eventsView, proposals, visit } from '../../world/scenes/answers.ts'

const event = eventsView.events[0]!
const wishes = { ...noWishes, zoneId: 'N' }
const chosen = { type: 'event-chosen', event, count: 2 } as const
const opened = { type: 'visit-updated', visit: ready(visit) } as const
const three = { type: 'count-chosen', count: 3 } as const
const found = { type: 'proposed', proposals: ready(proposals) } as const
const atMap = [chosen, opened, three, found, { type: 'map-opened', sectionId: null }] as const

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
  const onMap = after(chosen, opened, three, asked, { type: 'map-opened', sectionId: null })
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
  expect(after(chosen, three, left(9), left(0))).toMatchObject({ count: 3 })
})

test('the map opens once there is one', () => {
  const onMap = { type: 'map-opened', sectionId: null } as const
  expect(after(chosen, opened, onMap)).toMatchObject({ name: 'map', sectionId: null, picked: [] })
  expect(after(chosen, onMap)).toMatchObject({ name: 'offers' })
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
  for (const told of [opened, three, found, { type: 'map-opened', sectionId: null }, { type: 'back' }] as const)
    expect(stepAfter(nowhere, told)).toBe(nowhere)
  const onMap = after(...atMap)
  for (const told of [{ type: 'wishes-opened' }, { type: 'wished', wishes }] as const)
    expect(stepAfter(onMap, told)).toBe(onMap)
  const offers = after(chosen, three)
  expect(stepAfter(offers, { type: 'section-opened', sectionId: 'O5' })).toBe(offers)
  expect(stepAfter(offers, { type: 'picked', picked: ['O5-F-12'] })).toBe(offers)
})
