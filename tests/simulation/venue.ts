import type { Network } from './network.ts'
import type { World } from './world.ts'

/** The match that is on sale, as everybody sees it. */
export interface Venue {
  readonly eventId: string
  readonly accessCode: string
  readonly sectionIds: readonly string[]
  /** Somebody on the web holds that seat, and mostly buys it. */
  takeElsewhere(seatId: string): Promise<void>
}

export function createVenue(
  { time, random, tell }: World,
  network: Network,
  event: Pick<Venue, 'eventId' | 'accessCode' | 'sectionIds'>,
): Venue {
  async function take(seatId: string): Promise<void> {
    const opened = await network.call('openSession', '/api/v1/public/booking-sessions', {
      event_id: event.eventId,
      access_code: event.accessCode,
    })
    const { session_id: session } = opened.data as { session_id: string }
    const holds = `/api/v1/public/booking-sessions/${session}/holds`
    const held = await network.call('holdSeats', holds, { seat_id: seatId })
    tell('web', `holds seat ${seatId}: ${held.status}`)
    if (held.status !== 200 || random.chance(0.3)) return
    const { hold } = held.data as { hold: { hold_id: string; price: number } }
    const bought = await network.call('confirmPurchase', '/api/v1/public/purchases', {
      order_id: random.uuid(),
      amount: hold.price,
      hold_ids: [hold.hold_id],
      customer: {},
    })
    tell('web', `buys seat ${seatId}: ${bought.status}`)
  }

  return {
    ...event,
    takeElsewhere: (seatId) =>
      new Promise((resolve) => {
        time.after(0, async () => {
          await take(seatId)
          resolve()
        })
      }),
  }
}
