import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBookingService, type BookingService } from '../../electron/booking/booking-service.ts'
import { serveBookingService, type ServedBookingService } from '../../electron/booking/serve.ts'
import type { PartnerService } from '../../electron/kiosk/ports/ports.ts'
import { PartnerClient, type PartnerOptions } from '../../electron/partner/client.ts'
import { allInOneCall, seatBySeat } from '../../electron/partner/holds.ts'
import { need } from '../world/kiosk-fixture.ts'
import { bought } from './samples.ts'
import { clientOptions } from './scripted-partner.ts'
import { hall, stadium } from '../seat-map/plans.ts'

const folder = mkdtempSync(join(tmpdir(), 'guichet-embedded-'))
let service: BookingService
let served: ServedBookingService

beforeAll(async () => {
  service = await createBookingService({ database: join(folder, 'booking-service.db'), venues: [hall, stadium] })
  served = await serveBookingService({ service, host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await served.close()
  await service.close()
  rmSync(folder, { recursive: true })
})

const connections: Record<string, () => Pick<PartnerOptions, 'baseUrl' | 'fetch'>> = {
  'inside the process': () => ({
    baseUrl: 'http://booking-service.internal',
    fetch: (request) => service.fetch(request),
  }),
  'over a socket': () => ({ baseUrl: served.url, fetch: globalThis.fetch }),
}

function clientOver(connection: string, batchHolds: boolean): PartnerService {
  const common = { ...clientOptions, partnerCode: 'demo', demo: true }
  return new PartnerClient({ ...common, ...connections[connection]!(), hold: batchHolds ? allInOneCall : seatBySeat })
}

async function open(client: PartnerService) {
  const { events } = need(await client.listEvents({ page: 1, limit: 12 }))
  const event = events[0]!
  const accessCode = (await service.accessCodes())[event.eventId] ?? ''
  const session = need(await client.openSession({ eventId: event.eventId, accessCode }))
  const { sectionId } = session.overview.sections.find(({ remaining }) => remaining > 50)!
  const { sessionId, eventId, ownerRef, currency } = session
  const booking = { sessionId, eventId, ownerRef, currency }
  const viewed = { ...booking, sectionId }
  const section = need(await client.viewSection(viewed))!
  const free = section.view.seats.filter(({ status }) => status === 'available')
  return { event, booking, viewed, section, free }
}

describe.each(Object.keys(connections))('the embedded service %s', (connection) => {
  test.each([false, true])('sells a whole order (all seats in one call: %s)', async (batchHolds) => {
    const client = clientOver(connection, batchHolds)
    const { booking, viewed, section, free } = await open(client)
    const seats = free.slice(0, 3)
    expect(seats.map(({ seatId }) => section.places.get(seatId)?.seatCode)).toEqual(seats.map(({ code }) => code))

    need(await client.holdSeats({ ...booking, seatIds: seats.map(({ seatId }) => seatId) }))
    const checkout = need(await client.readCheckout(booking))
    expect(checkout.items.map(({ seatId }) => seatId).toSorted()).toEqual(seats.map(({ seatId }) => seatId).toSorted())
    expect(checkout.amount).toBe(seats.reduce((sum, { price }) => sum + price, 0))
    expect(need(await client.viewSection({ ...viewed, knownRevision: section.view.revision }))).not.toBeNull()

    const { amount, items: wanted } = checkout
    const purchase = { ...bought, ...booking, orderId: randomUUID(), amount, seats: wanted }
    const request = client.composePurchase(purchase)
    const tickets = need(await client.sendPurchase(request, purchase))
    expect(need(await client.sendPurchase(request, purchase))).toEqual(tickets)
    expect(tickets.map(({ seatId }) => seatId).toSorted()).toEqual(seats.map(({ seatId }) => seatId).toSorted())
    const readBack = need(await client.listTickets(booking))
    expect(new Map(readBack.map(({ ticketId, qrCode, place }) => [ticketId, { qrCode, place }]))).toEqual(
      new Map(tickets.map(({ ticketId, qrCode, place }) => [ticketId, { qrCode, place }])),
    )
  })

  test.each([false, true])(
    'gives no seat twice, and keeps none of a refused wish (one call: %s)',
    async (batchHolds) => {
      const client = clientOver(connection, batchHolds)
      const [first, second] = [await open(client), await open(client)]
      const [a, b, c] = first.free.slice(-3) as [(typeof first.free)[0], (typeof first.free)[0], (typeof first.free)[0]]
      need(await client.holdSeats({ ...first.booking, seatIds: [c.seatId] }))
      const wish = { ...second.booking, seatIds: [a.seatId, b.seatId, c.seatId] }
      expect(await client.holdSeats(wish)).toEqual({ ok: false, error: { type: 'seats-taken', seatCodes: [c.code] } })
      expect(await client.readCheckout(second.booking)).toMatchObject({
        ok: false,
        error: { type: 'refused', code: 'NO_HOLDS' },
      })

      const { items } = need(await client.readCheckout(first.booking))
      const held = { sessionId: first.booking.sessionId, holdId: items[0]?.holdId ?? '' }
      expect(await client.releaseHold(held)).toEqual({ ok: true, value: null })
      expect(await client.releaseHold(held)).toEqual({ ok: true, value: null })
      need(await client.holdSeats(wish))
    },
  )

  test('says when nothing has changed, and what it refuses', async () => {
    const client = clientOver(connection, false)
    const { event, viewed, section } = await open(client)
    expect(await client.viewSection({ ...viewed, knownRevision: section.view.revision })).toEqual({
      ok: true,
      value: null,
    })
    expect(await client.openSession({ eventId: event.eventId, accessCode: 'wrong' })).toMatchObject({
      error: { type: 'refused', status: 403, code: 'ACCESS_DENIED' },
    })
    expect(await client.listTickets({ ownerRef: 'demo-user-0' })).toEqual({ ok: true, value: [] })
  })
})
