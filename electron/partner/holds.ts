import { z } from 'zod'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import { checkoutReading } from '../../shared/partner-api/reading.ts'
import type { PartnerError, SeatsTaken } from '../core/ports.ts'
import { call, carryOut, type PartnerConnection } from './transport.ts'

type Refused = Extract<PartnerError, { type: 'refused' }>

/**
 * Step 4, whose shape the specification does not show: the dialect lives here and nowhere else (decisions, "Hold").
 * Either way the outcome is all or nothing.
 */
export function createHolds(options: PartnerConnection & { readonly batchHolds: boolean }) {
  function send(sessionId: string, body: unknown) {
    const params = { session_id: sessionId }
    return carryOut(options, { operation: 'holdSeats', params, body: JSON.stringify(body) })
  }

  /**
   * Only what this call took is given back; the session held nothing before (one session per sale). What the partner does
   * not take back now, the sale releases with its next step.
   */
  async function rollBack(sessionId: string, seatIds: readonly string[]): Promise<void> {
    const params = { session_id: sessionId }
    const checkout = await call(options, { operation: 'readCheckout', params }, checkoutReading)
    if (!checkout.ok) return
    const taken = checkout.value.items.filter(({ seat_id }) => seatIds.includes(seat_id))
    for (const { hold_id } of taken) {
      const released = await carryOut(options, { operation: 'releaseHold', params: { ...params, hold_id } })
      if (!released.ok) return
    }
  }

  return {
    async hold(input: {
      readonly sessionId: string
      readonly seatIds: readonly string[]
    }): Promise<Result<null, PartnerError | SeatsTaken>> {
      const { sessionId, seatIds } = input
      if (options.batchHolds) {
        const reply = await send(sessionId, { seat_ids: seatIds })
        return reply.ok ? ok(null) : err(takenOr(reply.error, seatIds))
      }
      for (const [index, seatId] of seatIds.entries()) {
        const reply = await send(sessionId, { seat_id: seatId })
        if (reply.ok) continue
        if (index > 0) await rollBack(sessionId, seatIds)
        return err(takenOr(reply.error, [seatId]))
      }
      return ok(null)
    },
  }
}

/** A 409 that is about something else than a taken seat (decisions, "Seats per session"). */
const SEAT_LIMIT = 'SEAT_LIMIT'

/** 409 is a seat conflict whatever a partner calls it; its details name the seats where it is able to. */
function takenOr(error: PartnerError, asked: readonly string[]): PartnerError | SeatsTaken {
  if (error.type !== 'refused' || error.status !== 409 || error.code === SEAT_LIMIT) return error
  const named = namedSeats(error)
  return { type: 'seats-taken', seatCodes: named.length > 0 ? named : asked }
}

function namedSeats({ details }: Refused): readonly string[] {
  const seats = z.array(z.looseObject({ seat_code: z.string() })).safeParse(details['seats'])
  return seats.success ? seats.data.map(({ seat_code }) => seat_code) : []
}
