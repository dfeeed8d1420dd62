import { createHash } from 'node:crypto'
import { type Minor, minorFromWire, readSum } from '../../../shared/domain/money/money.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { type HubPurchase, MAX_FOUND_SALES, type SaleQuery } from '../../../shared/domain/sale/sale-file.ts'
import { parseJson } from '../../../shared/json.ts'
import type {
  Cancellation,
  CancelledTicket,
  CancellingOwner,
  Purchase,
  PurchaseOrder,
  PurchaseRefusal,
  Refusal,
  SalesEvent,
  Ticket,
} from '../sql/store.ts'
import type { Statement, Value } from '../sql/store-task.ts'
import { hexCode, type Random, readableCode } from '../sql/random.ts'
import { type HoldState, numberOf, numericId, seatOfRow, type TicketRow } from './holds.ts'

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

export interface StoredPurchase {
  readonly contentSha256: string
  readonly reply: string
}

/** A purchase without the numbers that the database assigns. */
export interface PurchaseDraft extends Pick<Purchase, 'transactionCode' | 'amount' | 'currency'> {
  readonly order: PurchaseOrder
  readonly sessionNo: number
  readonly tickets: readonly DraftTicket[]
}

export interface DraftTicket extends Pick<TicketRow, 'ticketCode' | 'ticketReference' | 'qrCode'> {
  readonly hold: OrderedHold
}

export interface KnownOrder {
  /** The stored reply of an order that was already completed; null if the order was not completed before. */
  readonly earlier: StoredPurchase | null
  readonly holds: readonly OrderedHold[]
}

/** Returns the purchase to write, or the stored reply if the order was completed before. */
export function draftPurchase(
  order: PurchaseOrder,
  { earlier, holds: known }: KnownOrder,
  currencyOf: (eventId: number) => string,
  random: Random,
): Result<string | PurchaseDraft, Refusal<PurchaseRefusal>> {
  if (earlier) return replayOf(order, earlier)
  const holds = orderedHolds(order, new Map(known.map((hold) => [hold.holdId, hold])))
  if (!holds.ok) return holds
  const [{ eventId, sessionNo }] = holds.value
  const currency = currencyOf(eventId)
  const amount = orderedAmount(order, holds.value, currency)
  if (!amount.ok) return amount
  const transactionCode = `TRX-${readableCode(random, 12)}`
  const tickets = holds.value.map((hold, index) => ({
    hold,
    ticketCode: `TCK-${readableCode(random, 12)}`,
    ticketReference: `${transactionCode}-${index + 1}`,
    qrCode: hexCode(random, 16),
  }))
  return ok({ order, sessionNo, transactionCode, amount: amount.value, currency, tickets })
}

/** Returns the stored reply. Without a hash (buyer erased), amount, currency and holds are compared. */
export function replayOf(order: PurchaseOrder, earlier: StoredPurchase): Result<string, Refusal<'order-differs'>> {
  const isSame =
    earlier.contentSha256 === '' ? isOfReply(order, earlier.reply) : earlier.contentSha256 === order.contentSha256
  return isSame ? ok(earlier.reply) : err({ type: 'order-differs' })
}

function isOfReply({ amount, currency, holdIds }: PurchaseOrder, reply: string): boolean {
  // The type of the stored reply is not checked, because the hub itself wrote the reply.
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

/** Returns the ordered holds in the sequence of the order. `known`: holds by id in lower case. */
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

export interface FoundPurchaseRow {
  readonly purchaseId: number
  readonly eventId: number
  readonly orderId: string
  readonly ownerRef: string
  readonly completedAt: number
  readonly amount: number
  readonly phone: string | null
}

export interface FoundTicketRow {
  readonly ticketId: number
  readonly seatId: number
  readonly price: number
}

/**
 * Returns one query for each possible meaning of the typed words (seat, amount in a currency, end of a telephone number),
 * because a query with OR would read every purchase. Empty words mean all purchases of the period. Returns no query if
 * the words have no meaning, or if words and period are absent.
 */
export function purchaseQueries(
  onSale: readonly SalesEvent[],
  { partnerCode, words, period }: SaleQuery & { readonly partnerCode: string },
): readonly Statement[] {
  const common = [
    partnerCode,
    period ? Date.parse(period.fromUtc) : 0,
    period ? Date.parse(period.untilUtc) : Number.MAX_SAFE_INTEGER,
  ]
  const query = (condition: string, ...values: readonly Value[]): Statement => ({
    sql: `SELECT purchase_id AS "purchaseId", event_id AS "eventId", order_id AS "orderId", owner_ref AS "ownerRef",
        completed_at AS "completedAt", amount, customer_phone AS phone
      FROM purchase JOIN session USING (session_no) JOIN event USING (event_id)
      WHERE purchase.partner_code = $1 AND completed_at >= $2 AND completed_at < $3 AND event.status = 'ON_SALE' AND ${condition}
        AND EXISTS (SELECT 1 FROM ticket WHERE ticket.purchase_id = purchase.purchase_id AND cancelled_at IS NULL)
      ORDER BY completed_at DESC, purchase_id DESC LIMIT ${MAX_FOUND_SALES}`,
    values: [...common, ...values],
  })
  if (words === '') return period ? [query('1 = 1')] : []
  const seatIds = onSale.flatMap((event) => seatNamed(event, words) ?? [])
  const amounts = [...new Set(onSale.map(({ currency }) => currency))].flatMap((currency) => {
    const sum = readSum(words, currency)
    return sum.ok ? [query('purchase.currency = $4 AND amount = $5', currency, sum.value)] : []
  })
  const phone = "replace(replace(replace(customer_phone, ' ', ''), '-', ''), '.', '')"
  return [
    ...(seatIds.length > 0
      ? [
          query(
            'purchase_id IN (SELECT purchase_id FROM ticket WHERE cancelled_at IS NULL AND seat_id IN LIST($4))',
            seatIds,
          ),
        ]
      : []),
    ...amounts,
    ...(PHONE_END.test(words) ? [query(`${phone} LIKE $4`, `%${words}`)] : []),
  ]
}

/** Last digits of a telephone number, or the whole number (at most 15 digits, E.164). */
const PHONE_END = /^\d{3,15}$/u

const bare = (text: string): string => text.replaceAll(/[ -]/gu, '').toLowerCase()

/** Returns the ID of a seat as typed by staff, such as `S5 E 14` or `s5-e-14`. Null if the event has no such seat. */
function seatNamed(event: SalesEvent, typed: string): number | null {
  const wanted = bare(typed)
  for (const { code, firstSeatId, seatCount } of event.sections) {
    if (!wanted.startsWith(bare(code))) continue
    const layout = event.layout.section(code)
    for (let index = 0; index < seatCount; index += 1)
      if (bare(layout.seatCode(index)) === wanted) return firstSeatId + index
  }
  return null
}

export function foundPurchase(
  event: SalesEvent,
  { orderId, ownerRef, completedAt, amount, phone }: FoundPurchaseRow,
  tickets: readonly FoundTicketRow[],
): HubPurchase & { readonly ownerRef: string } {
  return {
    orderId,
    ownerRef,
    eventId: String(event.eventId),
    eventTitle: event.title,
    startsAt: event.startsAt,
    boughtUtc: new Date(completedAt).toISOString(),
    amount,
    currency: event.currency,
    phoneEnd: phone?.replaceAll(/\D/gu, '').slice(-2) ?? '',
    tickets: tickets.map(({ ticketId, seatId, price }) => {
      const { seatCode, section } = seatOfRow(event, seatId)
      const zone = event.zones.find(({ zoneId }) => zoneId === section.zoneId)
      return { ticketNumber: numberOf(event.eventId, ticketId), seatCode, zoneName: zone?.name ?? '', price }
    }),
  }
}

export interface SoldTicket {
  readonly ticket: Ticket
  readonly holdNo: number
  readonly sessionNo: number
  readonly ownerRef: string
  readonly partnerCode: string
}

/** Returns the tickets to cancel in the sequence of the request. `known`: tickets by id. */
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

export function cancelledAt(tickets: readonly SoldTicket[], now: number): readonly CancelledTicket[] {
  return tickets.map(({ ticket }) => ({ ...ticket, cancelledAt: ticket.cancelledAt ?? now }))
}

/** Returns a hash that is equal for two requests of a partner only if they have the same content. */
export function cancellationHash({ ownerRef }: CancellingOwner, { ticketIds, reason }: Cancellation): string {
  return createHash('sha256')
    .update(JSON.stringify([ownerRef, ticketIds.toSorted(), reason]))
    .digest('hex')
}

export function cancellationFacts(valid: readonly SoldTicket[], { of, reason }: Cancellation) {
  const tickets = valid.map(({ ticket }) => ticket.ticketNumber)
  const seats = valid.map(({ ticket }) => seatOfRow(ticket.event, ticket.seatId).seatCode)
  return { tickets, seats, reason, ...('requestId' in of && { requestId: of.requestId }) }
}
