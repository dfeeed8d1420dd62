import { minorFromWire } from '../../../shared/domain/money/money.ts'
import { operations, type Body, type Data, type OperationName } from '../../../shared/partner-api/operations.ts'
import { createHash } from 'node:crypto'
import { createdEventDraft, DEMO_CURRENCY } from '../demo/events.ts'
import { unknownTicket, type Handlers } from './dispatch.ts'
import { failureOf, failureReply } from './failures.ts'
import { matchesTag, type PlainReply, type PlainRequest } from './http.ts'
import { hexCode, type Random } from '../store/random.ts'
import { malformed } from './requests.ts'
import { createSectionBodies, type SectionBody } from './section-bodies.ts'
import type { BookingStore, PurchaseOrder, SectionSnapshot } from '../store/store.ts'
import type { VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import {
  cancellationData,
  checkoutData,
  eventListData,
  holdData,
  openedSessionData,
  purchaseData,
  ticketData,
  timestamp,
} from './wire.ts'

export interface HandlerParts {
  readonly store: BookingStore
  readonly random: Random
  readonly venues: readonly VenuePlan[]
  readonly paymentDomain: string
}

/** The operations of the specification over the store. */
export function createHandlers({ store, random, venues, paymentDomain }: HandlerParts): Handlers {
  const bodies = createSectionBodies()
  return {
    async listEvents({ query: { page, limit } }) {
      return success('listEvents', eventListData(await store.listEvents({ page, limit }), page, limit))
    },

    async createEvent({ body }) {
      const price = body.default_price === undefined ? undefined : minorFromWire(body.default_price, DEMO_CURRENCY)
      if (price?.ok === false)
        return failureReply(malformed('body.default_price', `Not an amount of ${DEMO_CURRENCY}.`))
      const created = await store.createEvent(createdEventDraft(venues, body, price?.value))
      const eventId = String(created.eventId)
      return success('createEvent', {
        event: { id: eventId, status: 'ON_SALE', event_date: body.event_date },
        access_code: created.accessCode,
        open_session: { event_id: eventId, access_code: created.accessCode },
      })
    },

    async openSession({ partnerCode, body }) {
      const opened = await store.openSession({ partnerCode, eventId: body.event_id, accessCode: body.access_code })
      return opened.ok ? success('openSession', openedSessionData(opened.value)) : failureReply(failureOf(opened.error))
    },

    async viewSection({ partnerCode, params, query, header }) {
      const view = await store.viewSection({
        partnerCode,
        sessionId: params.session_id,
        sectionId: query.section_id,
      })
      if (!view.ok) return failureReply(failureOf(view.error))
      return sectionReply(view.value, bodies.of(view.value, operations.viewSection.message), header)
    },

    async holdSeats({ partnerCode, params, body }) {
      const seatIds = body.seat_ids ?? [body.seat_id]
      const held = await store.holdSeats({ partnerCode, sessionId: params.session_id, seatIds })
      if (!held.ok) return failureReply(failureOf(held.error))
      const holds = held.value.map(holdData)
      const [hold] = holds
      const single = body.seat_ids === undefined && hold !== undefined
      return success('holdSeats', { session_id: params.session_id.toLowerCase(), holds, ...(single && { hold }) })
    },

    async releaseHold({ partnerCode, params }) {
      const left = await store.releaseHold({ partnerCode, sessionId: params.session_id, holdId: params.hold_id })
      if (!left.ok) return failureReply(failureOf(left.error))
      return success('releaseHold', { session_id: params.session_id.toLowerCase(), holds: left.value.map(holdData) })
    },

    async readCheckout({ partnerCode, params }) {
      const checkout = await store.readCheckout({ partnerCode, sessionId: params.session_id })
      if (!checkout.ok) return failureReply(failureOf(checkout.error))
      return success('readCheckout', checkoutData(checkout.value, { token: hexCode(random, 24), paymentDomain }))
    },

    async confirmPurchase({ partnerCode, body }) {
      const completed = await store.completePurchase(orderOf(partnerCode, body), (purchase) =>
        envelope('confirmPurchase', purchaseData(purchase)),
      )
      return completed.ok ? reply([Buffer.from(completed.value)]) : failureReply(failureOf(completed.error))
    },

    async listTickets({ partnerCode, query }) {
      const tickets = await store.listTickets({ partnerCode, ownerRef: query.owner_ref })
      return success('listTickets', { tickets: tickets.map(ticketData) })
    },

    async getTicket({ partnerCode, params, query }) {
      const ticket = await store.findTicket({ partnerCode, ownerRef: query.owner_ref, ticketId: params.ticket_id })
      return ticket === null ? failureReply(unknownTicket) : success('getTicket', ticketData(ticket))
    },

    async cancelTickets({ partnerCode, body }) {
      const { request_id, owner_ref: ownerRef, ticket_ids: ticketIds, reason = '' } = body
      const of = { partnerCode, ownerRef, requestId: request_id.toLowerCase() }
      const cancelled = await store.cancelTickets({ of, ticketIds, reason, by: `partner:${partnerCode}` })
      return cancelled.ok
        ? success('cancelTickets', cancellationData(request_id, cancelled.value))
        : failureReply(failureOf(cancelled.error))
    },
  }
}

/** With the body at hand for as long as the store knows that the view stands. */
function sectionReply(
  { now, still, revision }: SectionSnapshot,
  section: SectionBody,
  header: PlainRequest['header'],
): PlainReply {
  const etag = `"${timestamp(revision)}"`
  const headers = { etag, 'cache-control': 'private, no-cache' }
  const whole = reply([], headers)
  const at = (moment: number, has: PlainRequest['header']): PlainReply =>
    matchesTag(has('if-none-match'), etag)
      ? { status: 304, headers, body: [], ...more }
      : { ...whole, ...section.at(moment), ...more }
  function again(request: Pick<PlainRequest, 'header'>): PlainReply | null {
    const moment = still?.() ?? null
    return moment === null ? null : at(moment, request.header)
  }
  const more = still && { again }
  return at(now, header)
}

function success<N extends OperationName>(name: N, data: Data<N>): PlainReply {
  return reply([Buffer.from(envelope(name, data))])
}

function envelope<N extends OperationName>(name: N, data: Data<N>): string {
  return JSON.stringify({ success: true, message: operations[name].message, data })
}

function reply(body: readonly Uint8Array[], headers: Readonly<Record<string, string>> = {}): PlainReply {
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body,
  }
}

function orderOf(partnerCode: string, body: Body<'confirmPurchase'>): PurchaseOrder {
  return {
    partnerCode,
    orderId: body.order_id,
    contentSha256: contentHash(body),
    amount: body.amount,
    currency: body.currency,
    holdIds: body.hold_ids,
    paymentMethod: body.payment_method,
    paymentReference: body.payment_reference,
    customer: body.customer,
  }
}

/** What makes two orders the same: every field that is kept, ids without regard to case, holds in any order. */
function contentHash(body: Body<'confirmPurchase'>): string {
  const content = [
    body.amount,
    body.currency ?? null,
    body.payment_method ?? null,
    body.payment_reference ?? null,
    body.hold_ids.map((holdId) => holdId.toLowerCase()).toSorted(),
    body.customer.name ?? null,
    body.customer.phone ?? null,
    body.customer.email ?? null,
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
