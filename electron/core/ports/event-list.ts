import type { EventOffer, EventPage } from '../../../shared/domain/seats/offer.ts'
import { ok } from '../../../shared/domain/result.ts'
import type { PartnerReply, PartnerService } from './ports.ts'

/** Events per page, and the maximum number of pages read. */
const PAGE_LIMIT = 100
const MAX_PAGES = 50

/** All events on sale. `total` exceeds the number listed if the service has more pages than the limit. */
export type EventList = Pick<EventPage, 'events' | 'total'>

/**
 * Reads the list of events page by page to its end, which is a page that brings nothing new or the last one that the
 * service counts. An event that moves to the next page meanwhile is listed once. Fails as the first page that fails.
 */
export async function listAllEvents(partner: Pick<PartnerService, 'listEvents'>): Promise<PartnerReply<EventList>> {
  const events = new Map<string, EventOffer>()
  for (let page = 1; ; page += 1) {
    const reply = await partner.listEvents({ page, limit: PAGE_LIMIT })
    if (!reply.ok) return reply
    const before = events.size
    for (const event of reply.value.events) events.set(event.eventId, event)
    const isEnd = page >= reply.value.totalPages || events.size === before
    if (isEnd || page === MAX_PAGES)
      return ok({ events: [...events.values()], total: isEnd ? events.size : reply.value.total })
  }
}
