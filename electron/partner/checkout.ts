import type { z } from 'zod'
import { contradiction } from '../../shared/domain/seats/belonging.ts'
import type { Booking } from '../../shared/domain/seats/offer.ts'
import { checkoutReading } from '../../shared/partner-api/reading.ts'
import type { PartnerReply } from '../core/ports/ports.ts'
import { bookingNames, namesOfCheckout } from './names.ts'
import { belonging, call, type PartnerConnection } from './transport.ts'

/** Step 5, of this booking only: no hold of another session is charged for, or given back. */
export async function readCheckout(
  connection: PartnerConnection,
  booking: Booking,
): Promise<PartnerReply<z.infer<typeof checkoutReading>>> {
  const params = { session_id: booking.sessionId }
  const reply = await call(connection, { operation: 'readCheckout', params }, checkoutReading)
  return belonging(reply, (data) => contradiction(bookingNames(booking), namesOfCheckout(data)))
}
