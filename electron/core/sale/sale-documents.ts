import type { Customer } from '../../../shared/domain/customer.ts'
import { notesOf, withNotes } from '../../../shared/domain/seats/place.ts'
import { bookingOf } from '../../../shared/domain/sale/sale-base.ts'
import type { Confirmed, Order, Sale } from '../../../shared/domain/sale/sale.ts'
import { isCash, roundingOf, tendersOf, type Payment } from '../../../shared/domain/money/tender.ts'
import type { Purchase, SaleReceipt, SaleTicket } from '../ports/ports.ts'

/** Returns the purchase of step 6 for an order and its payment; a split payment is named by its last reference. */
export function purchaseOf(sale: Sale, order: Order, payment: Payment, customer: Customer | null): Purchase {
  const kinds = new Set(tendersOf(payment).map(({ kind }) => kind))
  return {
    ...bookingOf(sale),
    orderId: order.orderId,
    amount: order.amount,
    paymentMethod: [...kinds].join('+'),
    paymentReference: payment.tender.reference,
    seats: order.seats.map(({ seatId, holdId, price }) => ({ seatId, holdId, price })),
    customer: { name: customer?.name ?? '', phone: customer?.phone ?? '', email: '' },
  }
}

/** What the ticket of one seat says. The partner's word on place and numbers wins over what was chosen on screen. */
export function ticketDocument(sale: Sale, ticketId: string, copyNumber: number): SaleTicket {
  if (!('tickets' in sale)) throw new Error(`sale ${sale.saleId} has no tickets while "${sale.state}"`)
  const index = sale.tickets.findIndex((ticket) => ticket.ticketId === ticketId)
  const ticket = sale.tickets[index]
  if (!ticket) throw new Error(`sale ${sale.saleId} has no ticket ${ticketId}`)
  const seat = sale.order.seats.find(({ seatId }) => seatId === ticket.seatId)
  return {
    eventTitle: sale.event.title,
    startsAt: sale.event.startsAt,
    venue: sale.event.venue,
    zoneName: seat?.zoneName ?? '',
    place: seat ? withNotes(ticket.place, seat.place) : ticket.place,
    qrCode: ticket.qrCode,
    ticketNumber: ticket.ticketNumber,
    ticketReference: ticket.ticketReference,
    price: ticket.price,
    currency: sale.currency,
    orderId: sale.order.orderId,
    copyNumber,
    index: index + 1,
    count: sale.tickets.length,
  }
}

/** Returns the receipt of a sale: what was sold and how it was paid. `soldAt` is wall time, ISO 8601 UTC. */
export function receiptDocument(sale: Confirmed, soldAt: string): SaleReceipt {
  const { order } = sale
  const rounding = roundingOf(sale)
  return {
    eventTitle: sale.event.title,
    startsAt: sale.event.startsAt,
    venue: sale.event.venue,
    orderId: order.orderId,
    register: sale.register,
    soldAt,
    lines: order.seats.map(({ place, zoneName, price }) => ({
      seatCode: place.seatCode,
      notes: notesOf(place),
      zoneName,
      price,
    })),
    amount: order.amount,
    currency: sale.currency,
    ...(rounding !== 0 && { rounding }),
    tenders: tendersOf(sale).map(({ kind, received, change, approval, card }) => ({
      kind,
      received,
      change,
      // Of cash it names the member of staff, which is nobody else's business.
      approval: isCash(kind) ? '' : approval,
      ...(card && { card }),
    })),
  }
}
