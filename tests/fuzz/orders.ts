import { wireFromMinor } from '../../shared/domain/money/money.ts'
import type { ChosenSeat } from '../../shared/domain/seats/offer.ts'
import type { Order, Sale, SaleBase } from '../../shared/domain/sale/sale.ts'
import { choosing, seat } from '../domain/sale-samples.ts'
import * as samples from '../partner/samples.ts'
import type { Random } from '../simulation/random.ts'

export type PaidOrder = ReturnType<typeof drawOrder>

export type ReplyKind = keyof PaidOrder['replies']

export const HOLD_MS = 480_000

export function drawOrder(random: Random) {
  const currency = random.pick(['GNF', 'GNF', 'EUR', 'XOF'])
  const seats = drawSeats(random, currency === 'EUR' ? 1 : 500).map((seat) => ({ ...seat, holdId: random.uuid() }))
  const amount = seats.reduce((sum, { price }) => sum + price, 0)
  const hold = { remainingMs: HOLD_MS, monoMs: 0, bootId: 'boot' }
  const checkoutToken = samples.checkout.checkout_token
  const order: Order = { orderId: random.uuid(), seats, amount, hold, checkoutToken }
  const [saleId, sessionId] = [random.uuid(), random.uuid()]
  const known = { register: 'kiosk-1', language: 'fr', event: choosing.event, ownerRef: 'demo-user-7' } as const
  const base: SaleBase = { ...known, saleId, sessionId, currency }
  const wire = (minor: number): number => wireFromMinor(minor, currency)
  const success = (message: string, data: object): object => ({ success: true, message, data })
  const sold = seats.map((seat, index) => {
    const id = String(1_000_000 + random.below(1_000_000_000) * 4 + index)
    return { id, ticket_number: `N-${id}`, qr_code: Buffer.from(random.bytes(16)).toString('hex'), seat }
  })
  const remaining_seconds = HOLD_MS / 1_000
  const items = seats.map(({ holdId: hold_id, seatId: seat_id, place: { seatCode: seat_code }, price }) => {
    return { hold_id, seat_id, seat_code, price: wire(price), remaining_seconds }
  })
  const priced = { amount: wire(amount), currency }
  const booking = { session_id: base.sessionId, event_id: base.event.eventId, owner_ref: base.ownerRef }
  return {
    base,
    order,
    replies: {
      purchase: success('Purchase completed', {
        ...samples.purchase,
        ...priced,
        order_id: order.orderId,
        idempotency_key: `partner-order-${order.orderId}`,
        tickets: sold.map(({ seat, ...ticket }) => ({
          ...samples.purchase.tickets[0],
          ...ticket,
          hold_id: seat.holdId,
          event_id: base.event.eventId,
          seat_id: seat.seatId,
          price: wire(seat.price),
          currency,
          seat_code: seat.place.seatCode,
          seat_number: String(seat.place.seatNumber),
          place: wirePlace(seat),
        })),
      }),
      tickets: success('Public tickets', {
        tickets: sold.map(({ seat, ...ticket }) => ({
          ...samples.ticketList.tickets[0],
          ...ticket,
          event: { ...samples.ticketList.tickets[0]?.event, id: base.event.eventId },
          seat: { id: seat.seatId, row: 'F', number: String(seat.place.seatNumber), code: seat.place.seatCode },
          place: wirePlace(seat),
        })),
      }),
      noTickets: success('Public tickets', { tickets: [] }),
      checkout: success('Booking checkout ready', { ...samples.checkout, ...booking, ...priced, items }),
      hold: success('Seats held', {
        session_id: base.sessionId,
        holds: items.map((item) => ({ ...item, id: item.hold_id, status: 'held' })),
      }),
    },
  }
}

function drawSeats(random: Random, step: number): readonly ChosenSeat[] {
  const first = random.between(1, 5_000)
  return Array.from({ length: random.between(1, 4) }, (_, index) =>
    seat(String(first + index), step * random.between(1, 200)),
  )
}

const wirePlace = ({ place, seatId }: ChosenSeat): object => ({
  ...samples.place,
  place_id: Number(seatId),
  place: place.seatCode,
  numero_place: place.seatNumber,
})

export function confirmingSale({ base, order }: PaidOrder, request: { body: string; sha256: string }) {
  const tender = { kind: 'card', reference: order.orderId, amount: order.amount } as const
  const paid = { ...tender, received: order.amount, change: 0, approval: 'A1' }
  return { ...base, state: 'confirming', order, tender: paid, request, attempt: 1 } as const satisfies Sale
}
