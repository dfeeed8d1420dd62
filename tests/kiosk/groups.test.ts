import { expect, test } from 'vitest'
import { need, startStadium, type Machine } from './machine.ts'

/** Holds so many of the best seats; the sale as it stands once that is answered. */
async function holdBest({ api, sales }: Machine, count: number) {
  const { events } = need(await api.listEvents({ page: 1, limit: 100 }))
  const { saleId } = need(await api.startVisit({ eventId: events[0]?.eventId ?? '', language: 'fr' }))
  const offers = need(await api.proposeSeats({ saleId, count }))
  const offer = offers.find(({ seats }) => seats.length === count)
  const seatIds = offer?.seats.map(({ seatId }) => seatId) ?? []
  const held = await api.holdSeats({ saleId, sectionId: offer?.sectionId ?? '', seatIds })
  return { held, sale: await sales.settled(saleId) }
}

test('a desk takes a group in one sale, beyond what a customer may take at a kiosk', async () => {
  const desk = await startStadium({ role: 'cashier', maxSeats: 8 })
  expect(need(await desk.api.getKiosk({})).maxSeats).toBe(20)
  const { sale } = await holdBest(desk, 12)
  expect(sale).toMatchObject({ state: 'priced' })
  expect('order' in sale && sale.order.seats.length).toBe(12)

  const kiosk = await startStadium({ maxSeats: 8 })
  const { events } = need(await kiosk.api.listEvents({}))
  const { saleId } = need(await kiosk.api.startVisit({ eventId: events[0]?.eventId ?? '', language: 'fr' }))
  const refused = { error: { type: 'too-many-seats', limit: 8 } }
  expect(await kiosk.api.proposeSeats({ saleId, count: 12 })).toMatchObject(refused)
  const seatIds = Array.from({ length: 12 }, (_, index) => `seat-${index}`)
  expect(await kiosk.api.holdSeats({ saleId, sectionId: 'any', seatIds })).toMatchObject(refused)
})

test('what the service takes in one sale is told, where it takes fewer than the desk', async () => {
  const desk = await startStadium({ role: 'cashier', groupSeats: 30 })
  const { sale } = await holdBest(desk, 21)
  expect(sale).toMatchObject({ state: 'choosing', notice: { type: 'hold-refused', code: 'SEAT_LIMIT', limit: 20 } })
})
