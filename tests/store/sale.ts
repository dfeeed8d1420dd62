import { randomBytes, randomUUID } from 'node:crypto'
import type { HubStore } from '../../electron/booking/sql/administration.ts'
import type { PurchaseOrder } from '../../electron/booking/sql/store.ts'
import { eventAt, gridVenue } from '../bench/venues.ts'
import { type Engine, openStoreOf, world } from '../booking/service.ts'

const BUYERS = 24

export async function sale(engine: Engine, more: { readonly maxSeatsPerSession?: number } = {}) {
  const here = await world({}, engine)
  const store = await openStoreOf(here, more)
  const first = await event(store)
  const buyers = await Promise.all(first.seats.slice(-BUYERS).map((seat) => buyer(store, first, seat)))
  const second = await event(store)
  const { asked, sectionIds, seats } = first
  const elsewhere = await buyer(store, second, second.seats[0] ?? '')
  return { store, here, eventId: asked.eventId, sectionIds, seats, buyers, elsewhere }
}

async function event(store: HubStore) {
  const { eventId, accessCode } = await store.createEvent(eventAt(gridVenue(2, 4, 10)))
  const asked = { partnerCode: 'demo', eventId: String(eventId), accessCode }
  const { session, sections } = valueOf(await store.openSession(asked))
  const sectionIds = sections.map(({ sectionId }) => String(sectionId))
  const view = valueOf(
    await store.viewSection({ partnerCode: 'demo', sessionId: session.sessionId, sectionId: sectionIds[0] ?? '' }),
  )
  const firstSeatId = view.event.sections[0]?.firstSeatId ?? 0
  return { asked, sectionIds, seats: Array.from({ length: 80 }, (_, index) => String(firstSeatId + index)) }
}

async function buyer(store: HubStore, { asked }: Awaited<ReturnType<typeof event>>, seat: string) {
  const { session } = valueOf(await store.openSession(asked))
  const key = { partnerCode: 'demo', sessionId: session.sessionId }
  const [orderId, contentSha256] = [randomUUID(), randomBytes(32).toString('hex')]
  return {
    key,
    order: async (): Promise<PurchaseOrder> => {
      const holds = valueOf(await store.holdSeats({ ...key, seatIds: [seat] }))
      const holdIds = holds.map(({ holdId }) => holdId)
      const money = { amount: 50_000, currency: 'GNF', paymentMethod: undefined, paymentReference: undefined }
      return { partnerCode: 'demo', orderId, contentSha256, ...money, holdIds, customer: {} }
    },
    tickets: () => store.listTickets({ partnerCode: 'demo', ownerRef: session.ownerRef }),
  }
}

export function valueOf<T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: object },
): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}
