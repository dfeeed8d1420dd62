import { createBookingService } from '../../../electron/booking/booking-service.ts'
import type { PlainHandler } from '../../../electron/booking/http/http.ts'
import { serveBookingService } from '../../../electron/booking/serve.ts'
import type { VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import { newEvent } from '../../contract/buyers.ts'
import { contractClient } from '../../contract/target.ts'
import { smallVenue } from '../../simulation/small-venue.ts'

/** Returns the venue with `sections` copies of each section, each with `rows` rows of `seats` seats. */
export function roomyVenue(sections: number, rows: number, seats: number, venue: VenuePlan = smallVenue): VenuePlan {
  const all = Array.from({ length: rows }, (_, row) => ({ label: `R${row}`, blocks: [seats] }))
  return {
    ...venue,
    sections: venue.sections.flatMap((section) =>
      Array.from({ length: sections }, (_, part) => ({ ...section, code: `${section.code}${part}`, rows: all })),
    ),
  }
}

export async function createMatch(baseUrl: string) {
  const { open_session: session } = await newEvent(contractClient({ baseUrl, partnerCode: 'demo' }))
  return { eventId: session.event_id, accessCode: session.access_code }
}

/** Opens the booking service on a socket with one match on sale. `around`: wraps the request handler of the service. */
export async function openService(
  database: string,
  venue: VenuePlan,
  around: (handle: PlainHandler) => PlainHandler = (handle) => handle,
) {
  const service = await createBookingService({ database, venues: [venue], seed: false })
  const served = await serveBookingService({
    service: { handle: around((request) => service.handle(request)) },
    host: '127.0.0.1',
    port: 0,
  })
  return {
    url: served.url,
    event: await createMatch(served.url),
    async close() {
      await served.close()
      await service.close()
    },
  }
}
