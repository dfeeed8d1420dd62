import { join } from 'node:path'
import { createBookingService } from '../../electron/booking-service/booking-service.ts'
import type { PlainHandler } from '../../electron/booking-service/http/http.ts'
import { serveBookingService } from '../../electron/booking-service/serve.ts'
import { smallVenue } from '../simulation/small-venue.ts'
import type { Random } from '../simulation/random.ts'

export interface IssuedTicket {
  readonly ticketId: string
  readonly orderId: string
  readonly seatId: string
  readonly qrCode: string
}

/** The service on a socket: it forgets replies now and then. */
export interface Hub {
  readonly url: string
  readonly event: { readonly eventId: string; readonly accessCode: string }
  /** Every ticket that was really made. */
  readonly issued: ReadonlyMap<string, IssuedTicket>
  /** Answers everything from now on. */
  beGood(): void
  close(): Promise<void>
}

/** Room for all the sales of a round. */
export const roomyVenue = {
  ...smallVenue,
  sections: smallVenue.sections.map((section) => ({
    ...section,
    rows: ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J', 'K'].map((label) => ({ label, blocks: [25] })),
  })),
}

/** `pass` is told of each call, when it has arrived and when it is done. */
export async function openHub(directory: string, random: Random, pass: (point: string) => void): Promise<Hub> {
  const service = await createBookingService({
    database: join(directory, 'service.db'),
    venues: [roomyVenue],
    seed: false,
  })
  const issued = new Map<string, IssuedTicket>()
  let good = false

  const handle: PlainHandler = async (request) => {
    const name = nameOf(request.method, request.target)
    pass(`service has ${name}`)
    if (!good && name === 'confirmPurchase' && random.chance(0.1)) return unavailable
    const reply = await service.handle(request)
    if (name === 'confirmPurchase' && reply.status === 200) {
      noteTickets(issued, Buffer.concat(reply.body).toString())
    }
    pass(`service did ${name}`)
    return !good && name === 'confirmPurchase' && random.chance(0.15) ? unavailable : reply
  }

  const server = await serveBookingService({ service: { handle }, host: '127.0.0.1', port: 0 })
  const event = await createMatch(server.url)
  return {
    url: server.url,
    event,
    issued,
    beGood() {
      good = true
    },
    async close() {
      await server.close()
      await service.close()
    },
  }
}

/** Takes the tickets out of the reply to a purchase. */
export function noteTickets(issued: Map<string, IssuedTicket>, reply: string): void {
  const { data } = JSON.parse(reply) as { data: PurchaseData }
  for (const { id, seat_id, qr_code } of data.tickets) {
    issued.set(id, { ticketId: id, orderId: data.order_id, seatId: seat_id, qrCode: qr_code })
  }
}

const unavailable = {
  status: 503,
  headers: { 'content-type': 'application/json' },
  body: [Buffer.from('{"success":false,"message":"Service unavailable","error":{"code":"UNAVAILABLE","details":{}}}')],
}

function nameOf(method: string, target: string): string {
  const path = target.replace(/\?.*$/u, '')
  if (path.endsWith('/booking-sessions')) return 'openSession'
  if (path.endsWith('/holds')) return 'holdSeats'
  if (path.endsWith('/checkout')) return 'readCheckout'
  if (path.endsWith('/purchases')) return 'confirmPurchase'
  if (path.endsWith('/tickets')) return 'listTickets'
  return `${method} something else`
}

/** Puts an event on sale in the venue that the service knows. */
export async function createMatch(url: string): Promise<Hub['event']> {
  const reply = await fetch(`${url}/api/v1/public/events`, {
    method: 'POST',
    headers: { 'x-partner-code': 'demo', 'x-env': 'demo', 'content-type': 'application/json' },
    body: JSON.stringify({ event_name: 'Finale', event_date: '2099-03-20' }),
  })
  const { data } = (await reply.json()) as { data: { open_session: { event_id: string; access_code: string } } }
  return { eventId: data.open_session.event_id, accessCode: data.open_session.access_code }
}

interface PurchaseData {
  readonly order_id: string
  readonly tickets: readonly { readonly id: string; readonly seat_id: string; readonly qr_code: string }[]
}
