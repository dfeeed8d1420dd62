import { createHash } from 'node:crypto'
import type { Buyer } from '../../shared/domain/customer.ts'
import { minorFromWire, wireFromMinor } from '../../shared/domain/money/money.ts'
import { type Ticket, contradiction } from '../../shared/domain/seats/offer.ts'
import { qrKey } from '../../shared/domain/documents/qr-code.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import type { PurchaseRequest, UnclearReply } from '../../shared/domain/sale/sale.ts'
import { inEnglish } from '../../shared/i18n/issue-text.ts'
import { envelopeReading, purchaseReading } from '../../shared/api/partner/reading.ts'
import { parseJson } from '../../shared/json.ts'
import type { Purchase } from '../kiosk/ports/ports.ts'
import { bookingNames, identifiersOfPurchase, namesOfPurchase, placeOf, qrCodeOf } from './mapping.ts'
import { exchange, type PartnerConnection, refusal, unreadable } from './transport.ts'

/**
 * Returns the exact bytes of the purchase request (step 6), which are stored and resent unchanged. Several purchases
 * form a JSON array. Absent fields of the customer are taken from `anonymous`, because some partners refuse a paid
 * purchase without a customer.
 */
export function composePurchase(purchases: readonly Purchase[], anonymous: Buyer): PurchaseRequest {
  const bodies = purchases.map((purchase) => bodyOf(purchase, anonymous))
  const body = bodies.length === 1 ? (bodies[0] ?? '') : JSON.stringify(bodies)
  return { body, sha256: createHash('sha256').update(body).digest('hex') }
}

function bodyOf(purchase: Purchase, anonymous: Buyer): string {
  const { name, phone, email } = purchase.customer
  return JSON.stringify({
    order_id: purchase.orderId,
    amount: wireFromMinor(purchase.amount, purchase.currency),
    currency: purchase.currency,
    payment_method: purchase.paymentMethod,
    payment_reference: purchase.paymentReference,
    hold_ids: purchase.seats.map(({ holdId }) => holdId),
    customer: { name: name || anonymous.name, phone: phone || anonymous.phone, email: email || anonymous.email },
  })
}

/**
 * Sends the purchase once. The purchase is confirmed only by a readable 2xx reply with exactly our order, amount,
 * currency and seats. All other replies count as unknown, including refusals.
 */
export async function sendPurchase(
  connection: PartnerConnection,
  request: Pick<PurchaseRequest, 'body'>,
  expected: Purchase,
): Promise<Result<readonly Ticket[], { readonly type: 'unclear'; readonly reply: UnclearReply }>> {
  const reply = await exchange(connection, { operation: 'confirmPurchase', body: request.body })
  const unclear = (status: number, code: string, detail: string) =>
    err({ type: 'unclear', reply: { status, code, detail } })
  if (!reply.answered) return unclear(0, 'NO_REPLY', reply.detail)
  const { status, body } = reply
  if (status < 200 || status > 299) return unclear(status, refusal(status, body).code || `HTTP_${status}`, '')
  const envelope = envelopeReading.safeParse(parseJson(body))
  if (!envelope.success || !envelope.data.success) return unclear(status, 'UNREADABLE', 'no successful envelope')
  const purchase = purchaseReading.safeParse(envelope.data['data'], inEnglish)
  if (!purchase.success) return unclear(status, 'UNREADABLE', unreadable(purchase.error))
  const difference = differenceFrom(purchase.data, expected)
  if (difference) return unclear(status, 'MISMATCH', difference)
  return ok(ticketsOf(purchase.data, expected))
}

const TICKET_SOLD = 'SOLD'

type PurchaseData = ReturnType<typeof purchaseReading.parse>

function differenceFrom(purchase: PurchaseData, expected: Purchase): string | null {
  const { currency, orderId } = expected
  if (purchase.order_id.toLowerCase() !== orderId || purchase.currency !== currency) return 'another order or currency'
  if (purchase.status !== 'completed') return 'status is not completed'
  const ours = { ...bookingNames(expected), order: orderId }
  const foreign = contradiction(ours, namesOfPurchase(purchase), ...purchase.tickets.map(identifiersOfPurchase))
  if (foreign) return foreign
  const amount = minorFromWire(purchase.amount, currency)
  if (!amount.ok || amount.value !== expected.amount) return 'another amount'
  const seats = new Set(purchase.tickets.map(({ seat_id }) => seat_id))
  const allOurs = expected.seats.every(({ seatId }) => seats.has(seatId))
  if (purchase.tickets.length !== expected.seats.length || !allOurs) return 'other seats'
  if (purchase.tickets.some(({ status }) => status !== TICKET_SOLD)) return 'a ticket is not sold'
  const wished = new Map(expected.seats.map((seat) => [seat.seatId, seat]))
  for (const { seat_id, hold_id, price } of purchase.tickets) {
    const { holdId = '', price: ordered } = wished.get(seat_id) ?? {}
    const foreignHold = contradiction({ hold: holdId }, { hold: hold_id })
    if (foreignHold) return foreignHold
    if (typeof price !== 'number') continue
    const named = minorFromWire(price, currency)
    if (!named.ok || named.value !== ordered) return 'another price'
  }
  const codes = new Set(purchase.tickets.map((ticket) => qrKey(qrCodeOf(ticket))))
  if (codes.size !== purchase.tickets.length) return 'a qr_code is repeated'
  return new Set(purchase.tickets.map(({ id }) => id)).size === purchase.tickets.length
    ? null
    : 'a ticket id is repeated'
}

function ticketsOf(purchase: PurchaseData, expected: Purchase): readonly Ticket[] {
  const prices = new Map(expected.seats.map(({ seatId, price }) => [seatId, price]))
  return purchase.tickets.map((ticket) => ({
    ticketId: ticket.id,
    seatId: ticket.seat_id,
    ticketNumber: ticket.ticket_number,
    ticketCode: ticket.ticket_code,
    ticketReference: ticket.ticket_reference,
    price: prices.get(ticket.seat_id) ?? 0,
    status: ticket.status,
    ...(ticket.event_id && { eventId: ticket.event_id }),
    qrCode: qrCodeOf(ticket),
    place: placeOf(ticket.place, {
      code: ticket.seat_code,
      row: ticket.row,
      number: ticket.seat_number ?? 0,
    }),
  }))
}
