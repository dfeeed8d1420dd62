import { randomUUID } from 'node:crypto'
import type { PartnerService } from '../core/ports/ports.ts'
import type { Booking } from '../../shared/domain/seats/offer.ts'
import type { PartnerOptions } from './client.ts'
import { failure, found, type Finding } from './doctor-finding.ts'

interface Seat {
  readonly seatId: string
  readonly code: string
}

/** Holds one seat and gives it back; where that sells nothing for real, holds it again and buys it for nobody in particular. */
export async function* examineSeat(
  client: PartnerService,
  connection: PartnerOptions,
  booking: Booking,
  seat: Seat,
): AsyncGenerator<Finding, void, void> {
  const held = await client.holdSeats({ ...booking, seatIds: [seat.seatId] })
  if (!held.ok)
    return yield held.error.type === 'seats-taken'
      ? found('hold', 'failed', 'not-held', { seat: seat.code })
      : failure('hold', held.error)
  const checkout = await client.readCheckout(booking)
  if (!checkout.ok) return yield failure('hold', checkout.error)
  const [item] = checkout.value.items
  if (!item) return yield found('hold', 'failed', 'not-held', { seat: seat.code })
  const released = await client.releaseHold({ sessionId: booking.sessionId, holdId: item.holdId })
  const isFree = released.ok && connection.hold.release !== null
  yield isFree
    ? found('hold', 'ok', 'fine', { seat: seat.code })
    : found('hold', 'warning', 'not-released', { seat: seat.code, seconds: checkout.value.remainingSeconds })
  if (!connection.demo) return yield notBought(connection)
  if (isFree) {
    const again = await client.holdSeats({ ...booking, seatIds: [seat.seatId] })
    if (!again.ok)
      return yield again.error.type === 'seats-taken'
        ? found('purchase', 'failed', 'not-held', { seat: seat.code })
        : failure('purchase', again.error)
  }
  yield await buy(client, connection, booking, seat)
}

/** Why nothing was bought: it would be for real, or nobody asked for it. */
export function notBought({ demo, anonymousCustomer: { name } }: PartnerOptions): Finding {
  return found('purchase', 'skipped', demo ? 'not-bought' : 'real-sale', { name })
}

/** Buys what the session holds, as a kiosk does. */
async function buy(
  client: PartnerService,
  { anonymousCustomer: { name } }: PartnerOptions,
  booking: Booking,
  { code: seat }: Seat,
): Promise<Finding> {
  const checkout = await client.readCheckout(booking)
  if (!checkout.ok) return failure('purchase', checkout.error)
  const purchase = {
    ...booking,
    orderId: randomUUID(),
    amount: checkout.value.amount,
    paymentMethod: 'cash',
    paymentReference: 'guichet-doctor',
    seats: checkout.value.items,
    customer: { name: '', phone: '', email: '' },
  }
  const bought = await client.sendPurchase(client.composePurchase(purchase), purchase)
  if (bought.ok) return found('purchase', 'ok', 'fine', { seat, name })
  const { status, code, detail } = bought.error.reply
  if (status === 0) return failure('purchase', { type: 'unreachable', detail })
  if (status >= 500 || status === 429) return found('purchase', 'failed', 'partner-fault', { status, code })
  return status >= 400
    ? found('purchase', 'failed', 'purchase-refused', { status, code, name })
    : failure('purchase', { type: 'unclear', status, detail })
}
