import type { z } from 'zod'
import type { Names } from '../../shared/domain/seats/belonging.ts'
import type { Booking } from '../../shared/domain/seats/offer.ts'
import type {
  checkoutReading,
  openedSessionReading,
  purchaseReading,
  sectionSessionReading,
  ticketListReading,
} from '../../shared/partner-api/reading.ts'

/** What each reply says of whose it is, wherever in it that stands. */

export function bookingNames({ sessionId, eventId, ownerRef, currency }: Booking): Names {
  return { session: sessionId, event: eventId, owner: ownerRef, currency }
}

export function namesOfOpened(session: z.infer<typeof openedSessionReading>): readonly Names[] {
  const { event, map, availability } = session
  return [
    { event: session.event_id, currency: event.currency },
    { event: event.id, currency: event.pricing?.currency ?? '' },
    { event: map.event_id },
    { event: availability.event_id },
  ]
}

export function namesOfSection(session: z.infer<typeof sectionSessionReading>): readonly Names[] {
  const { event, map, availability } = session
  return [
    { session: session.session_id, event: session.event_id, owner: session.owner_ref },
    { event: event?.id ?? '', currency: event?.currency ?? '' },
    { event: map.event_id },
    { event: availability.event_id, section: availability.section_id },
  ]
}

export function namesOfCheckout(checkout: z.infer<typeof checkoutReading>): Names {
  // Another currency is a price that changed, and the sale's to judge.
  return { session: checkout.session_id, event: checkout.event_id, owner: checkout.owner_ref }
}

type PurchaseData = z.infer<typeof purchaseReading>

export function namesOfPurchase(purchase: PurchaseData): Names {
  const { order_id, session_id, event_id, owner_ref, currency } = purchase
  return { order: order_id, session: session_id, event: event_id, owner: owner_ref, currency }
}

export function namesOfBought(ticket: PurchaseData['tickets'][number]): Names {
  return { hold: ticket.hold_id, event: ticket.event_id, currency: ticket.currency }
}

/** Only what it names: a ticket that says nothing of itself has none. */
export function namesOfListed(ticket: z.infer<typeof ticketListReading>['tickets'][number]): Names {
  const { order_id, hold_id, session_id, owner_ref, currency } = ticket
  const event = ticket.event?.id || ticket.event_id
  return {
    ...(event && { event }),
    ...(order_id && { order: order_id }),
    ...(hold_id && { hold: hold_id }),
    ...(session_id && { session: session_id }),
    ...(owner_ref && { owner: owner_ref }),
    ...(currency && { currency }),
  }
}
