import { goesBackAsSlip, owedFor } from '../../../shared/domain/money/tender.ts'
import { notesOf } from '../../../shared/domain/seats/place.ts'
import type { SaleFile } from '../../../shared/domain/sale/sale-file.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import type { SaleSlip } from '../ports/ports.ts'

/**
 * The slip of that reference, as the ledger has it: of tickets that came back, or of all that was taken for a sale without
 * tickets. Each paper of it says the same, but for its number and for what the booking service has answered since. Null: the
 * sale has no such slip.
 */
export function saleSlip(
  sale: Sale,
  file: SaleFile,
  { reference, copyNumber, register }: Pick<SaleSlip, 'reference' | 'copyNumber' | 'register'>,
): SaleSlip | null {
  if (!('order' in sale) || !file.slips.some((slip) => slip.reference === reference)) return null
  const { order, currency, event } = sale
  const same = {
    reference,
    copyNumber,
    register,
    orderId: order.orderId,
    eventTitle: event.title,
    startsAt: event.startsAt,
    venue: event.venue,
    currency,
  }
  const given = file.returns.find((each) => each.reference === reference)
  if (given) {
    const { kind, atUtc, staffId, second, reason, ticketIds, amount, back, cancellation } = given
    const tickets = file.tickets.filter(({ ticketId }) => ticketIds.includes(ticketId))
    return {
      ...same,
      kind,
      atUtc,
      staffId: staffId ?? '',
      second,
      reason,
      amount,
      back: back.map((way) => ({ kind: way.kind, amount: way.amount })),
      cancellation: cancellation === 'cancelled' || cancellation === 'asked' ? cancellation : 'none',
      lines: tickets.map(({ place, ticketNumber, price }) => ({
        seatCode: place.seatCode,
        notes: notesOf(place),
        ticketNumber,
        price,
      })),
    }
  }
  const last = file.acts.findLast(({ code }) => code === 'REFUNDED' || code === 'CREDITED')
  if (sale.state !== 'refunded' || !last) return null
  const { tender, refundReference, returned = [] } = sale
  const back = [...returned, { ...tender, refundReference }].map((part) => ({
    kind: goesBackAsSlip(part.kind) ? ('credit-slip' as const) : part.kind,
    amount: owedFor(part),
    reference: part.refundReference,
  }))
  return {
    ...same,
    kind: 'unsold',
    atUtc: last.atUtc,
    staffId: last.staffId ?? '',
    second: null,
    cancellation: 'none',
    reason: '',
    amount: back.reduce((sum, part) => sum + part.amount, 0),
    back,
    lines: order.seats.map(({ place, price }) => ({
      seatCode: place.seatCode,
      notes: notesOf(place),
      ticketNumber: '',
      price,
    })),
  }
}
