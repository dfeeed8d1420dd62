import { z } from 'zod'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import { type Booking, contradiction } from '../../shared/domain/seats/offer.ts'
import type { ErrorCode } from '../../shared/api/partner/errors.ts'
import {
  allSeatsBody,
  fillHoldBody,
  type HoldBody,
  singleSeatBody,
  operations,
} from '../../shared/api/partner/operations.ts'
import { checkoutReading } from '../../shared/api/partner/reading.ts'
import type { PartnerError, PartnerReply, SeatsTaken } from '../kiosk/ports/ports.ts'
import { bookingNames, namesOfCheckout } from './mapping.ts'
import { belonging, call, carryOut, type PartnerConnection, type Route } from './transport.ts'

type Refused = Extract<PartnerError, { type: 'refused' }>

/**
 * A partner's calls for holding and releasing seats. Placeholders are `{session_id}` and `{hold_id}` in paths, and also
 * `{seat_id}` and `{seat_ids}` in bodies.
 */
export interface HoldDialect {
  readonly hold: Route
  readonly body: HoldBody
  /**
   * Whether one call holds all seats or none. Otherwise each seat has its own call, and a failure releases the seats
   * already held.
   */
  readonly batch: boolean
  /** Null if holds cannot be released and only expire. */
  readonly release: { readonly route: Route; readonly body?: HoldBody | undefined } | null
}

const release = { route: operations.releaseHold }

export const seatBySeat: HoldDialect = {
  hold: operations.holdSeats,
  body: singleSeatBody,
  batch: false,
  release,
}

export const allInOneCall: HoldDialect = { ...seatBySeat, body: allSeatsBody, batch: true }

type HoldConnection = PartnerConnection & { readonly hold: HoldDialect }

/** Holds all seats or none (step 4). The specification leaves the call's format to the partner. */
export async function holdSeats(
  connection: HoldConnection,
  { seatIds, ...booking }: Booking & { readonly seatIds: readonly string[] },
): Promise<Result<null, PartnerError | SeatsTaken>> {
  const { sessionId } = booking
  const groups = connection.hold.batch ? [seatIds] : seatIds.map((seatId) => [seatId])
  for (const [index, group] of groups.entries()) {
    const reply = await carryOut(connection, {
      route: connection.hold.hold,
      params: { session_id: sessionId },
      body: JSON.stringify(fillHoldBody(connection.hold.body, { sessionId, seatIds: group })),
    })
    if (reply.ok) continue
    if (index > 0) await rollBack(connection, booking, seatIds)
    return err(takenOr(reply.error, group))
  }
  return ok(null)
}

export async function releaseHold(
  connection: HoldConnection,
  sessionId: string,
  holdId: string,
): Promise<PartnerReply<null>> {
  if (!connection.hold.release) return ok(null)
  const { route, body } = connection.hold.release
  return carryOut(connection, {
    route,
    params: { session_id: sessionId, hold_id: holdId },
    ...(body && { body: JSON.stringify(fillHoldBody(body, { sessionId, holdId })) }),
  })
}

/**
 * Releases the holds of a failed call. Each sale has its own session, which held no seats before the call. The next
 * step of the sale releases any remaining holds.
 */
async function rollBack(connection: HoldConnection, booking: Booking, seatIds: readonly string[]): Promise<void> {
  const checkout = await readCheckout(connection, booking)
  if (!checkout.ok) return
  for (const { hold_id, seat_id } of checkout.value.items) {
    if (!seatIds.includes(seat_id)) continue
    const released = await releaseHold(connection, booking.sessionId, hold_id)
    if (!released.ok) return
  }
}

/** Error codes of a 409 reply that does not mean that a seat is taken. */
const OTHER_CONFLICTS: ReadonlySet<string> = new Set<ErrorCode>(['SEAT_LIMIT', 'EVENT_ENDED'])

/**
 * Converts a 409 reply about seats into the list of taken seats: those named in the reply's details, otherwise all
 * requested seats. Returns other errors unchanged.
 */
function takenOr(error: PartnerError, asked: readonly string[]): PartnerError | SeatsTaken {
  if (error.type !== 'refused' || error.status !== 409 || OTHER_CONFLICTS.has(error.code)) return error
  const named = namedSeats(error)
  return { type: 'seats-taken', seatCodes: named.length > 0 ? named : asked }
}

function namedSeats({ details }: Refused): readonly string[] {
  const seats = z.array(z.looseObject({ seat_code: z.string() })).safeParse(details['seats'])
  return seats.success ? seats.data.map(({ seat_code }) => seat_code) : []
}

/**
 * Reads the checkout (step 5). Rejects a reply about another booking, because the holds of other bookings must not be
 * changed.
 */
export async function readCheckout(
  connection: PartnerConnection,
  booking: Booking,
): Promise<PartnerReply<z.infer<typeof checkoutReading>>> {
  const params = { session_id: booking.sessionId }
  const reply = await call(connection, { operation: 'readCheckout', params }, checkoutReading)
  return belonging(reply, (data) => contradiction(bookingNames(booking), namesOfCheckout(data)))
}
