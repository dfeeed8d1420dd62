import { sumOf } from '../../../shared/domain/money/tender.ts'
import { err, ok } from '../../../shared/domain/result.ts'
import { bookingOf, bySession } from '../../../shared/domain/sale/sale-base.ts'
import type { SaleEffect } from '../../../shared/domain/sale/sale-effects.ts'
import type { Order, PurchaseRequest, Sale, SaleEvent } from '../../../shared/domain/sale/sale.ts'
import type { Booking, Checkout, ChosenSeat } from '../../../shared/domain/seats/offer.ts'
import { type EventSessions, isCodeMissing } from '../monitors/offer-watch.ts'
import type { WatchedPorts } from '../monitors/partner-watch.ts'
import type { PartnerReply } from '../ports/ports.ts'

/** `sessions`: opens further booking sessions for a sale with more seats than the service allows in one session. */
export type SalePorts = WatchedPorts & { readonly sessions: Pick<EventSessions, 'open'> }

/** Error code of the service if a hold exceeds the seats allowed in one session (contract of `holdSeats`). */
export const SEAT_LIMIT = 'SEAT_LIMIT'

/**
 * Opens as many sessions as the number of seats requires, and divides the seats among them. The first is the session of
 * the visit.
 */
export async function openSessions(
  { sessions }: SalePorts,
  sale: Sale,
  { seats, perSession }: Extract<SaleEffect, { type: 'open-sessions' }>,
): Promise<SaleEvent> {
  const { sessionId, ownerRef, currency, event } = sale
  const opened: { readonly sessionId: string; readonly ownerRef: string }[] = [{ sessionId, ownerRef }]
  while (opened.length * perSession < seats.length) {
    const reply = await sessions.open(event.eventId)
    if (!reply.ok) {
      const refused = reply.error.type === 'refused' || isCodeMissing(reply.error)
      const code = reply.error.type === 'refused' ? reply.error.code : 'SESSION_REFUSED'
      return { type: 'hold-failed', notice: refused ? { type: 'hold-refused', code } : { type: 'partner-unreachable' } }
    }
    const isNew = opened.every((known) => known.sessionId !== reply.value.sessionId)
    if (!isNew || reply.value.currency !== currency)
      return { type: 'hold-failed', notice: { type: 'hold-refused', code: 'SESSION_REPEATED' } }
    opened.push({ sessionId: reply.value.sessionId, ownerRef: reply.value.ownerRef })
  }
  // Without a customer reference, the tickets of one of several purchases could not be found.
  if (opened.some((session) => session.ownerRef === ''))
    return { type: 'hold-failed', notice: { type: 'hold-refused', code: SEAT_LIMIT, limit: perSession } }
  const seatIds = seats.map(({ seatId }) => seatId)
  const shares = opened.map((session, index) => ({
    ...session,
    seatIds: seatIds.slice(index * perSession, (index + 1) * perSession),
  }))
  return { type: 'sessions-opened', sessions: shares }
}

export type Checkouts = PartnerReply<Pick<Extract<SaleEvent, { type: 'checkout-ready' }>, 'checkout' | 'purchases'>>

/**
 * Reads the checkouts of all sessions of the sale and combines them. The combined checkout has the shortest remaining
 * hold time, measured when the last reply arrived. `seats`: the seats that the sale holds.
 */
export async function readCheckouts(
  { partner, clock, ids }: WatchedPorts,
  sale: Sale,
  seats: readonly ChosenSeat[],
): Promise<Checkouts> {
  const read: { readonly sessionId: string; readonly checkout: Checkout; readonly atMs: number }[] = []
  for (const session of bySession(sale)) {
    const reply = await partner.readCheckout(bookingOf(session))
    const own = sale.sessions?.find(({ sessionId }) => sessionId === session.sessionId)
    // A session that holds no seats of the sale has no checkout.
    const isEmpty = own && !seats.some(({ seatId }) => own.seatIds.includes(seatId))
    if (!reply.ok && isEmpty && reply.error.type === 'refused') continue
    if (!reply.ok) return reply
    const { sessionId } = session
    if (reply.value.items.length > 0) read.push({ sessionId, checkout: reply.value, atMs: clock.now().monoMs })
  }
  const [first] = read
  if (!first) return err({ type: 'refused', status: 410, code: 'NO_HOLDS', details: {} })
  const nowMs = clock.now().monoMs
  const purchases = read.map(({ sessionId, checkout: { amount, items, remainingSeconds }, atMs }) => ({
    orderId: ids.uuid(),
    sessionId,
    seatIds: items.map(({ seatId }) => seatId),
    amount,
    remainingSeconds: Math.floor(remainingSeconds - (nowMs - atMs) / 1000),
  }))
  const checkouts = read.map(({ checkout }) => checkout)
  const differing = checkouts.find(({ currency }) => currency !== sale.currency)
  const checkout = {
    ...first.checkout,
    currency: differing?.currency ?? sale.currency,
    items: checkouts.flatMap(({ items }) => items),
    amount: sumOf(checkouts),
    remainingSeconds: Math.min(...purchases.map(({ remainingSeconds }) => remainingSeconds)),
  }
  return ok({ checkout, purchases })
}

/** Returns the request body of the purchase at `index` (see `PurchaseRequest`). */
export function requestBodyAt({ body }: PurchaseRequest, { purchases = [] }: Order, index: number): string {
  if (purchases.length < 2) return body
  const found = (JSON.parse(body) as readonly string[])[index]
  if (found === undefined) throw new Error(`no request for purchase ${index + 1}`)
  return found
}

/** Returns the result for all purchases. If only some of them have tickets, staff decide. */
export function combineResults(results: readonly SaleEvent[]): SaleEvent {
  const [first = { type: 'ticket-lookup-failed', detail: 'no purchase to query' }] = results
  const failed = results.find(({ type }) => type === 'ticket-lookup-failed')
  if (results.length < 2 || failed) return failed ?? first
  if (results.every(({ type }) => type === 'tickets-not-found')) return first
  const tickets = results.flatMap((result) => (result.type === 'tickets-found' ? result.tickets : []))
  if (results.every(({ type }) => type === 'tickets-found')) return { type: 'tickets-found', tickets }
  const details = results.flatMap((result) => (result.type === 'tickets-mismatched' ? result.detail : []))
  return { type: 'tickets-mismatched', detail: [...tickets.map(({ place }) => place.seatCode), ...details].join(' · ') }
}

/**
 * Releases `holdIds` in each session; all holds if the list is empty. Continues with the next session after a failure.
 */
export async function release(ports: WatchedPorts, sale: Sale, holdIds: readonly string[]): Promise<SaleEvent> {
  if (!sale.sessions) return releaseSession(ports, bookingOf(sale), holdIds)
  const released: string[] = []
  let isFailed = false
  for (const session of bySession(sale)) {
    const booking = bookingOf(session)
    const checkout = await ports.partner.readCheckout(booking)
    const held = checkout.ok ? checkout.value.items.map(({ holdId }) => holdId) : []
    const wanted = held.filter((holdId) => holdIds.length === 0 || holdIds.includes(holdId))
    const isUnknown = !checkout.ok && checkout.error.type !== 'refused'
    const result = wanted.length > 0 ? await releaseSession(ports, booking, wanted) : null
    if (result?.type === 'released') released.push(...result.holdIds)
    isFailed ||= isUnknown || result?.type === 'release-timed-out'
  }
  return isFailed ? { type: 'release-timed-out' } : { type: 'released', holdIds: released }
}

/** If the release fails, the holds expire automatically, so the sale does not wait for the release. */
async function releaseSession(
  { partner }: WatchedPorts,
  booking: Booking,
  known: readonly string[],
): Promise<SaleEvent> {
  let holdIds = known
  if (holdIds.length === 0) {
    const checkout = await partner.readCheckout(booking)
    if (!checkout.ok)
      return checkout.error.type === 'refused' ? { type: 'released', holdIds: [] } : { type: 'release-timed-out' }
    holdIds = checkout.value.items.map(({ holdId }) => holdId)
  }
  for (const holdId of holdIds) {
    const reply = await partner.releaseHold({ sessionId: booking.sessionId, holdId })
    if (!reply.ok && reply.error.type !== 'refused') return { type: 'release-timed-out' }
  }
  return { type: 'released', holdIds }
}
