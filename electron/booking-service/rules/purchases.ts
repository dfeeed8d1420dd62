import { createHash } from 'node:crypto'
import { type Minor, minorFromWire } from '../../../shared/domain/money/money.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { parseJson } from '../../../shared/json.ts'
import type { Cancellation, CancelledTicket, CancellingOwner, PurchaseOrder, Refusal, Ticket } from '../store/store.ts'
import { type HoldState, numericId, seatOfRow } from './holds.ts'

/** What step 6 decides from what is in the database: the same for every store. */

/** A hold that an order names, with whose it is. */
export interface OrderedHold {
  readonly holdNo: number
  readonly holdId: string
  readonly sectionId: number
  readonly seatId: number
  readonly price: number
  readonly state: HoldState
  readonly sessionNo: number
  readonly eventId: number
}

/** An order that was completed before. */
export interface StoredPurchase {
  readonly contentSha256: string
  readonly reply: string
}

/**
 * Returns the reply again. An order whose buyer was erased has no hash any more: what it bought, by amount, currency and hold
 * ids, has to be what the reply says.
 */
export function replayOf(order: PurchaseOrder, earlier: StoredPurchase): Result<string, Refusal<'order-differs'>> {
  const isSame =
    earlier.contentSha256 === '' ? isOfReply(order, earlier.reply) : earlier.contentSha256 === order.contentSha256
  return isSame ? ok(earlier.reply) : err({ type: 'order-differs' })
}

function isOfReply({ amount, currency, holdIds }: PurchaseOrder, reply: string): boolean {
  // The hub wrote the reply itself, so its form is known.
  const { data } = parseJson(reply) as {
    readonly data: {
      readonly amount: number
      readonly currency: string
      readonly tickets: readonly { readonly hold_id: string }[]
    }
  }
  const bought = data.tickets.map((ticket) => ticket.hold_id.toLowerCase())
  const named = holdIds.map((holdId) => holdId.toLowerCase())
  return (
    amount === data.amount &&
    (currency === undefined || currency === data.currency) &&
    JSON.stringify(named.toSorted()) === JSON.stringify(bought.toSorted())
  )
}

/** The holds that the order names, in its order, if it may have them. `known` are by hold id in lower case. */
export function orderedHolds(
  order: PurchaseOrder,
  known: ReadonlyMap<string, OrderedHold>,
): Result<
  readonly [OrderedHold, ...OrderedHold[]],
  Refusal<'holds-unknown' | 'holds-of-several-sessions' | 'holds-expired' | 'holds-sold'>
> {
  const named = order.holdIds.map((text) => ({ text, hold: known.get(text.toLowerCase()) }))
  const inState = (...states: (HoldState | undefined)[]): string[] =>
    named.filter(({ hold }) => states.includes(hold?.state)).map(({ text }) => text)
  const unknown = inState(undefined, 'released')
  const [first, ...others] = named.flatMap(({ hold }) => hold ?? [])
  if (unknown.length > 0 || first === undefined) return err({ type: 'holds-unknown', holdIds: unknown })
  if (others.some((hold) => hold.sessionNo !== first.sessionNo)) return err({ type: 'holds-of-several-sessions' })
  const sold = inState('sold')
  if (sold.length > 0) return err({ type: 'holds-sold', holdIds: sold })
  const expired = inState('expired')
  if (expired.length > 0) return err({ type: 'holds-expired', holdIds: expired })
  return ok([first, ...others])
}

/** What the holds cost together, when the order says the same. */
export function orderedAmount(
  order: PurchaseOrder,
  holds: readonly OrderedHold[],
  currency: string,
): Result<Minor, Refusal<'currency-differs' | 'amount-differs'>> {
  if (order.currency !== undefined && order.currency !== currency) return err({ type: 'currency-differs', currency })
  const expected = holds.reduce((sum, hold) => sum + hold.price, 0)
  const given = minorFromWire(order.amount, currency)
  return given.ok && given.value === expected ? ok(expected) : err({ type: 'amount-differs', expected, currency })
}

/** Which tickets are cancelled: the same for every store. */

/** A ticket with what the database knows beside it. */
export interface SoldTicket {
  readonly ticket: Ticket
  readonly holdNo: number
  readonly sessionNo: number
  readonly ownerRef: string
  readonly partnerCode: string
}

/** The tickets that the request names, in its order, if it may have them. `known` are by ticket id. */
export function ticketsToCancel(
  { of, ticketIds }: Cancellation,
  eventId: number,
  known: ReadonlyMap<number, SoldTicket>,
): Result<readonly SoldTicket[], Refusal<'tickets-unknown'>> {
  const named = [...new Set(ticketIds)].map((text) => ({ text, sold: known.get(numericId(text) ?? 0) }))
  const isTheirs = (sold: SoldTicket): boolean =>
    'eventId' in of
      ? String(eventId) === of.eventId
      : of.partnerCode === sold.partnerCode && of.ownerRef === sold.ownerRef
  const unknown = named.filter(({ sold }) => sold?.ticket.event.eventId !== eventId || !isTheirs(sold))
  if (unknown.length > 0) return err({ type: 'tickets-unknown', ticketIds: unknown.map(({ text }) => text) })
  return ok(named.flatMap(({ sold }) => sold ?? []))
}

/** The tickets as they are once the good ones among them were cancelled at `now`. */
export function cancelledAt(tickets: readonly SoldTicket[], now: number): readonly CancelledTicket[] {
  return tickets.map(({ ticket }) => ({ ...ticket, cancelledAt: ticket.cancelledAt ?? now }))
}

/** Equal for two requests of a partner exactly when they ask for the same. */
export function cancellationHash({ ownerRef }: CancellingOwner, { ticketIds, reason }: Cancellation): string {
  return createHash('sha256')
    .update(JSON.stringify([ownerRef, ticketIds.toSorted(), reason]))
    .digest('hex')
}

/** For the audit. */
export function cancellationFacts(good: readonly SoldTicket[], { of, reason }: Cancellation) {
  const tickets = good.map(({ ticket }) => ticket.ticketNumber)
  const seats = good.map(({ ticket }) => seatOfRow(ticket.event, ticket.seatId).seatCode)
  return { tickets, seats, reason, ...('requestId' in of && { requestId: of.requestId }) }
}
