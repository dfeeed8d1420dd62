import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBookingService, type BookingService } from '../../electron/booking-service/booking-service.ts'
import { createSystemClock } from '../../electron/host/clock.ts'
import { createPartnerClient } from '../../electron/partner/client.ts'
import { seatBySeat } from '../../electron/partner/holds.ts'
import { sectionOf } from '../../electron/partner/mapping.ts'
import { anonymousBuyer } from '../../shared/domain/customer.ts'
import { notesOf } from '../../shared/domain/seats/place.ts'
import { sectionSessionReading } from '../../shared/partner-api/reading.ts'
import { hall, stadium } from '../seat-map/plans.ts'
import * as sample from './samples.ts'

const folder = mkdtempSync(join(tmpdir(), 'guichet-special-seats-'))
let service: BookingService
beforeAll(async () => {
  service = await createBookingService({ database: join(folder, 'booking-service.db'), venues: [hall, stadium] })
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

function need<T>(reply: { ok: true; value: T } | { ok: false; error: unknown }): T {
  if (!reply.ok) throw new Error(JSON.stringify(reply.error))
  return reply.value
}

test('what the plan says of a seat comes with the seat and with its ticket', async () => {
  const client = createPartnerClient({
    partnerCode: 'demo',
    demo: true,
    timeoutMs: 15_000,
    clock: createSystemClock(),
    anonymousCustomer: anonymousBuyer('test'),
    baseUrl: 'http://booking-service.internal',
    fetch: (request) => service.fetch(request),
    hold: seatBySeat,
  })
  const { events } = need(await client.listEvents({ page: 1, limit: 12 }))
  const event = events.find(({ venue }) => venue.name === stadium.venue.name)!
  const accessCode = (await service.accessCodes())[event.eventId] ?? ''
  const session = need(await client.openSession({ eventId: event.eventId, accessCode }))
  const plan = stadium.sections.find(({ code }) => code === 'N2')!
  const { sectionId } = session.overview.sections.find(({ code }) => code === 'N2')!
  const { view, places } = need(await client.viewSection({ ...session, sectionId }))!
  const numbersWith = (trait: 'accessible' | 'companion') =>
    view.seats.filter((seat) => seat[trait]).map(({ rowLabel, number }) => `${rowLabel} ${number}`)
  const listed = (trait: 'accessible' | 'companion') =>
    plan[trait]?.flatMap(({ row, numbers }) => numbers.map((number) => `${row} ${number}`)) ?? []
  expect(numbersWith('accessible').toSorted()).toEqual(listed('accessible').toSorted())
  expect(numbersWith('companion').toSorted()).toEqual(listed('companion').toSorted())

  const space = view.seats.find(({ accessible, status }) => accessible && status === 'available')!
  const place = places.get(space.seatId)!
  expect(notesOf(place)).toEqual(['accessible', 'stepFree'])
  need(await client.holdSeats({ ...session, seatIds: [space.seatId] }))
  const checkout = need(await client.readCheckout(session))
  const purchase = {
    ...session,
    orderId: crypto.randomUUID(),
    amount: checkout.amount,
    currency: checkout.currency,
    paymentMethod: 'cash',
    paymentReference: 'r',
    seats: checkout.items.map(({ seatId, holdId, price }) => ({ seatId, holdId, price })),
    customer: { name: '', phone: '', email: '' },
  }
  const [ticket] = need(await client.sendPurchase(client.composePurchase(purchase), purchase))
  expect(ticket?.place).toEqual(place)
})

test('a partner may tell less, or write nonsense there: the seat is sold as any other', () => {
  const seat = { ...sample.sectionSession.map.seats[0], accessible: 'yes', companion: null, restricted_view: true }
  const session = { ...sample.sectionSession, map: { ...sample.sectionSession.map, seats: [seat] } }
  const { view } = sectionOf(sectionSessionReading.parse(session), '31', 'GNF')
  expect(view.seats).toMatchObject([{ status: 'available', restrictedView: true }])
  expect(view.seats[0]).not.toHaveProperty('accessible')
  expect(view.seats[0]).not.toHaveProperty('companion')
})
