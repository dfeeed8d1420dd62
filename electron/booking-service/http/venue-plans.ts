import { failureOf, failureReply } from './failures.ts'
import { matchesTag, type PlainReply, type PlainRequest } from './http.ts'
import type { BookingStore } from '../store/store.ts'

export type VenuePlanHandler = (eventId: string, request: PlainRequest) => Promise<PlainReply>

/** The plan that an event's seats were numbered from; its SHA-256 is its entity tag, so that it is sent once. */
export function createVenuePlanHandler(store: Pick<BookingStore, 'findVenuePlan'>): VenuePlanHandler {
  return async (eventId, request) => {
    const plan = await store.findVenuePlan({ eventId })
    if (plan === null) return failureReply({ ...failureOf({ type: 'event-unknown' }), where: 'path.event_id' })
    const etag = `"${plan.sha256}"`
    const headers = { etag, 'cache-control': 'private, no-cache' }
    if (matchesTag(request.header('if-none-match'), etag)) return { status: 304, headers, body: [] }
    const type = { 'content-type': 'application/json; charset=utf-8' }
    return { status: 200, headers: { ...type, ...headers }, body: [Buffer.from(plan.text)] }
  }
}
