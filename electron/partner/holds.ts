import { z } from 'zod'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import { contradiction } from '../../shared/domain/seats/belonging.ts'
import type { Booking } from '../../shared/domain/seats/offer.ts'
import type { ErrorCode } from '../../shared/partner-api/errors.ts'
import {
  allSeatsBody,
  fillHoldBody,
  type HoldBody,
  oneSeatBody,
  operations,
} from '../../shared/partner-api/operations.ts'
import { checkoutReading } from '../../shared/partner-api/reading.ts'
import type { PartnerError, PartnerReply, SeatsTaken } from '../core/ports/ports.ts'
import { bookingNames, namesOfCheckout } from './mapping.ts'
import { belonging, call, carryOut, type PartnerConnection, type Route } from './transport.ts'

type Refused = Extract<PartnerError, { type: 'refused' }>

/**
 * How a partner wants seats held and given back (decisions, "Hold"). `{session_id}` and `{hold_id}` stand in paths;
 * in bodies the texts `{seat_id}`, `{seat_ids}`, `{session_id}` and `{hold_id}` stand for their values.
 */
export interface HoldDialect {
  readonly hold: Route
  readonly body: HoldBody
  /** One call for all seats, all or nothing; else one call a seat, with rollback. */
  readonly batch: boolean
  /** Null: seats cannot be given back, and run out by themselves. */
  readonly release: { readonly route: Route; readonly body?: HoldBody | undefined } | null
}

const release = { route: operations.releaseHold }

/** One seat per call with rollback, as a public partner client does. */
export const seatBySeat: HoldDialect = {
  hold: operations.holdSeats,
  body: oneSeatBody,
  batch: false,
  release,
}

export const allInOneCall: HoldDialect = { ...seatBySeat, body: allSeatsBody, batch: true }

/**
 * Step 4, whose shape the specification does not show: the dialect lives here and nowhere else (decisions, "Hold").
 * Either way the outcome is all or nothing.
 */
export function createHolds(options: PartnerConnection & { readonly hold: HoldDialect }) {
  const dialect = options.hold

  function send(sessionId: string, seatIds: readonly string[]) {
    return carryOut(options, {
      route: dialect.hold,
      params: { session_id: sessionId },
      body: JSON.stringify(fillHoldBody(dialect.body, { sessionId, seatIds })),
    })
  }

  async function release(sessionId: string, holdId: string): Promise<PartnerReply<null>> {
    if (!dialect.release) return ok(null)
    const { route, body } = dialect.release
    return carryOut(options, {
      route,
      params: { session_id: sessionId, hold_id: holdId },
      ...(body && { body: JSON.stringify(fillHoldBody(body, { sessionId, holdId })) }),
    })
  }

  /**
   * Only what this call took is given back; the session held nothing before (one session per sale). What the partner does
   * not take back now, the sale releases with its next step.
   */
  async function rollBack(booking: Booking, seatIds: readonly string[]): Promise<void> {
    const checkout = await readCheckout(options, booking)
    if (!checkout.ok) return
    const taken = checkout.value.items.filter(({ seat_id }) => seatIds.includes(seat_id))
    for (const { hold_id } of taken) {
      const released = await release(booking.sessionId, hold_id)
      if (!released.ok) return
    }
  }

  return {
    release,
    async hold({
      seatIds,
      ...booking
    }: Booking & { readonly seatIds: readonly string[] }): Promise<Result<null, PartnerError | SeatsTaken>> {
      const { sessionId } = booking
      if (dialect.batch) {
        const reply = await send(sessionId, seatIds)
        return reply.ok ? ok(null) : err(takenOr(reply.error, seatIds))
      }
      for (const [index, seatId] of seatIds.entries()) {
        const reply = await send(sessionId, [seatId])
        if (reply.ok) continue
        if (index > 0) await rollBack(booking, seatIds)
        return err(takenOr(reply.error, [seatId]))
      }
      return ok(null)
    },
  }
}

/** Codes of a 409 that is not about a taken seat (decisions, "Seats per session"). */
const OTHER_CONFLICTS: ReadonlySet<string> = new Set<ErrorCode>(['SEAT_LIMIT', 'EVENT_ENDED'])

/**
 * Returns the taken seats for any other 409, whatever its code: the seats named in its details, or else all requested
 * ones. Returns other errors unchanged.
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

/** Step 5, of this booking only: no hold of another session is charged for, or given back. */
export async function readCheckout(
  connection: PartnerConnection,
  booking: Booking,
): Promise<PartnerReply<z.infer<typeof checkoutReading>>> {
  const params = { session_id: booking.sessionId }
  const reply = await call(connection, { operation: 'readCheckout', params }, checkoutReading)
  return belonging(reply, (data) => contradiction(bookingNames(booking), namesOfCheckout(data)))
}
