import { createBookingService } from '../../../electron/booking-service/booking-service.ts'
import type { PlainHandler } from '../../../electron/booking-service/http/http.ts'
import { serveBookingService } from '../../../electron/booking-service/serve.ts'
import type { VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import { newEvent } from '../../contract/buyers.ts'
import { contractClient } from '../../contract/target.ts'
import { smallVenue } from '../../simulation/small-venue.ts'

/** The small venue with so many sections in the place of each, and so many rows and seats in each section. */
export function roomyVenue(sections: number, rows: number, seats: number, venue: VenuePlan = smallVenue): VenuePlan {
  const all = Array.from({ length: rows }, (_, row) => ({ label: `R${row}`, blocks: [seats] }))
  return {
    ...venue,
    sections: venue.sections.flatMap((section) =>
      Array.from({ length: sections }, (_, part) => ({ ...section, code: `${section.code}${part}`, rows: all })),
    ),
  }
}

/** Puts an event on sale in the venue that the service knows. */
export async function createMatch(baseUrl: string) {
  const { open_session: session } = await newEvent(contractClient({ baseUrl, partnerCode: 'demo' }))
  return { eventId: session.event_id, accessCode: session.access_code }
}

/** The booking service on a socket, with one match on sale; `around`: what stands between the two. */
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
