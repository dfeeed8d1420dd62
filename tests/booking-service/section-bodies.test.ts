import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSectionBodies } from '../../electron/booking-service/http/section-bodies.ts'
import { SEAT_STATUS, type SalesEvent, type SectionSnapshot } from '../../electron/booking-service/store/store.ts'
import { venueLayout } from '../../electron/booking-service/store/venue-layout.ts'
import type { VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { operations } from '../../shared/partner-api/operations.ts'
import { smallVenue } from './service.ts'

function eventAt(plan: VenuePlan, seatCount: number): SalesEvent {
  return {
    eventId: 7,
    edition: 1,
    title: 'Hamana – « Badia »',
    startsAt: '2026-05-17T16:00:00',
    endsAt: '2026-05-17T18:00:00',
    currency: 'GNF',
    venue: plan.venue,
    layout: venueLayout(plan),
    zones: plan.zones.map((zone, index) => ({ ...zone, zoneId: index + 1, price: 50_000 })),
    sections: plan.sections.map((section, index) => ({
      sectionId: index + 1,
      zoneId: index + 1,
      code: section.code,
      name: section.name,
      price: 50_000,
      firstSeatId: 101 + index * seatCount,
      seatCount,
    })),
  }
}

const event = eventAt(smallVenue, 10)

function snapshot(sectionId: number, statuses: readonly number[], revision = 1): SectionSnapshot {
  return {
    now: 1_000,
    session: { sessionId: crypto.randomUUID(), ownerRef: 'demo-user-1', eventId: 7, expiresAt: 2_000 },
    holds: [],
    event,
    sectionId,
    remaining: statuses.filter((status) => status === 0).length,
    zoneRemaining: 3,
    sectionRevision: revision,
    revision,
    statuses: Uint8Array.from(statuses),
  }
}

type Bodies = ReturnType<typeof createSectionBodies>
const compose = (bodies: Bodies, shown: SectionSnapshot) => bodies.of(shown, 'm').at(shown.now)
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
    const body = read(
      createSectionBodies()
        .of(snapshot(1, Array(10).fill(0)), 'Booking session')
        .at(1_000),
    )
    const { success, message, data } = body as { success: boolean; message: string; data: unknown }
    expect({ success, message }).toEqual({ success: true, message: 'Booking session' })
    expect(operations.viewSection.data.parse(data)).toEqual(data)
  })

  test('patched in place through any changes, it says what a text made again says', () => {
    const change = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 2 }))
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 6 }), { minLength: 1, maxLength: 12 }), (steps) => {
        const bodies = createSectionBodies()
        const statuses = Array<number>(10).fill(0)
        steps.forEach((changes, step) => {
          for (const [index, status] of changes) statuses[index] = status
          const view = snapshot(1, statuses, step)
          const patched = read(compose(bodies, view))
          expect(patched).toEqual(read(compose(createSectionBodies(), view)))
          const names = statuses.map((status) => SEAT_STATUS[status])
          expect(statusesIn(patched)).toEqual([names, names])
        })
      }),
    )
  })

  test('a body on its way is not changed under the reader’s hands; sent, its bytes are used again', () => {
    const bodies = createSectionBodies()
    const at = (status: number): Composed => compose(bodies, snapshot(1, Array(10).fill(status)))
    const first = at(0)
    const copy = Buffer.concat(first.body)
    const second = at(2)
    expect(Buffer.concat(first.body).equals(copy)).toBe(true)
    expect(statusesIn(read(second))).toEqual([Array(10).fill('sold'), Array(10).fill('sold')])
    first.sent()
    // The second is still being read, the first is no more the current one.
    const third = at(1)
    expect(statusesIn(read(second))).toEqual([Array(10).fill('sold'), Array(10).fill('sold')])
    second.sent()
    third.sent()
    const fourth = at(0)
    expect(fourth.body[1]).toBe(third.body[1])
    expect(Buffer.concat(fourth.body.slice(1)).equals(copy.subarray(first.body[0]?.byteLength))).toBe(true)
  })

  test('sections are told apart, also when there is room for one only', () => {
    const bodies = createSectionBodies(1)
    for (const sectionId of [1, 2, 1, 2]) {
      const body = read(compose(bodies, snapshot(sectionId, Array(10).fill(sectionId)))) as {
        data: { map: { seats: { section_id: string; status: string }[] } }
      }
      const [seat] = body.data.map.seats
      expect(seat).toMatchObject({ section_id: String(sectionId), status: SEAT_STATUS[sectionId] })
    }
  })
})
