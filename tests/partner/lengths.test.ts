import { describe, expect, test } from 'vitest'
import type { LeftOut } from '../../electron/partner/left-out.ts'
import * as sample from './samples.ts'
import { startPartner, success } from './scripted-partner.ts'

const sessionAndSection = { ...sample.booking, sectionId: '31' }

/** A client of a partner that says this, and what it leaves out of it. */
async function leaving(data: unknown) {
  const leftOut: LeftOut[] = []
  const client = (await startPartner(() => success(data))).client({ onLeftOut: (each) => leftOut.push(each) })
  return { client, leftOut }
}
const serving = async (data: unknown) => (await leaving(data)).client

describe('texts have a length where they are read', () => {
  const long = 'Très long '.repeat(300)

  test('what people read is cut, with an ellipsis, and has no direction controls', async () => {
    const event = {
      ...sample.event,
      title: long,
      description: long,
      category: '\ud83d\ude00'.repeat(100),
      home_team: 'a\0b',
      away_team: 'Badia \u202egnp\u202c\u2066 FC\u2069\u200f\u061c',
    }
    const reply = await (await serving({ ...sample.eventList, events: [event] })).listEvents({ page: 1, limit: 12 })
    const [read] = reply.ok ? reply.value.events : []
    expect(read?.title).toBe(`${long.slice(0, 199)}…`)
    expect([read?.description.length, read?.homeTeam, read?.awayTeam]).toEqual([2000, 'ab', 'Badia gnp FC'])
    expect(read?.category).toBe(`${'\ud83d\ude00'.repeat(49)}…`)
  })

  test('a seat’s words are cut, and a way of a thousand steps ends', async () => {
    const place = { ...sample.place, rangee: long, secteur: long, porte: { code: long }, route: Array(1000).fill(long) }
    const seat = { ...sample.seat, ...place, seat_code: long, place: long }
    const reply = await (await serving({ map: { seats: [seat] } })).viewSection(sessionAndSection)
    const read = reply.ok ? reply.value?.places.get('5001') : undefined
    expect(JSON.stringify(read).length).toBeLessThan(2_500)
    expect(read?.route).toHaveLength(12)
  })

  test('what things are told apart by is refused', async () => {
    const { leftOut, client } = await leaving({
      ...sample.eventList,
      events: [{ ...sample.event, id: '1'.repeat(65) }],
    })
    expect(await client.listEvents({ page: 1, limit: 12 })).toMatchObject({ ok: true, value: { events: [] } })
    expect(leftOut).toEqual([{ what: 'event', which: '#1', field: 'id' }])
    const opened = await serving({ ...sample.openedSession, owner_ref: 'x'.repeat(201) })
    expect(await opened.openSession({ eventId: '1042', accessCode: 'x' })).toMatchObject({ error: { type: 'unclear' } })
  })

  test('what is as long as it may be is whole', async () => {
    const title = 'x'.repeat(200)
    const event = { ...sample.event, id: '1'.repeat(64), title }
    const { client, leftOut } = await leaving({ ...sample.eventList, events: [event] })
    const listed = await client.listEvents({ page: 1, limit: 12 })
    expect(listed).toMatchObject({ ok: true, value: { events: [{ eventId: '1'.repeat(64), title }] } })
    expect(leftOut).toEqual([])
    const ownerRef = 'x'.repeat(200)
    const opened = await serving({ ...sample.openedSession, owner_ref: ownerRef })
    expect(await opened.openSession({ eventId: '1042', accessCode: 'x' })).toMatchObject({ value: { ownerRef } })
  })

  test('a revision and a token are whole or nothing', async () => {
    for (const [length, read] of [
      [200, 200],
      [201, 0],
    ] as const) {
      const availability = { ...sample.sectionSession.availability, revision: 'r'.repeat(length) }
      const reply = await (await serving({ ...sample.sectionSession, availability })).viewSection(sessionAndSection)
      expect(reply.ok && reply.value?.view.revision.length).toBe(read)
    }
    for (const [length, read] of [
      [4096, 4096],
      [4097, 0],
    ] as const) {
      const client = await serving({ ...sample.checkout, checkout_token: 't'.repeat(length) })
      const reply = await client.readCheckout(sample.booking)
      expect(reply.ok && reply.value.checkoutToken.length).toBe(read)
    }
  })

  test.each([
    ['-1', 0],
    [86_401, 86_400],
    [7.9, 7],
  ])('the time left of a hold is a whole part of a day: %s', async (remaining_seconds, read) => {
    const items = sample.checkout.items.map((item) => ({ ...item, remaining_seconds }))
    const reply = await (await serving({ ...sample.checkout, items })).readCheckout(sample.booking)
    expect(reply).toMatchObject({ ok: true, value: { remainingSeconds: read } })
  })

  test('no items have no time left', async () => {
    const reply = await (await serving({ ...sample.checkout, items: [] })).readCheckout(sample.booking)
    expect(reply).toMatchObject({ ok: true, value: { items: [], remainingSeconds: 0 } })
  })

  test.each([
    ['events', { events: Array(1001).fill(sample.event), pagination: null }],
    ['events that are nothing', { events: Array(100_000).fill(null), pagination: null }],
  ])('a list of too many %s is refused', async (_, data) => {
    const { client, leftOut } = await leaving(data)
    expect(await client.listEvents({ page: 1, limit: 12 })).toMatchObject({ ok: false, error: { type: 'unclear' } })
    expect(leftOut).toEqual([])
  })
})
