import type { Minor } from '../money/money.ts'
import { SOLD, type TicketReadBack, responseMismatches } from '../seats/offer.ts'
import { qrKey } from '../documents/qr-code.ts'
import type { Sale } from './sale.ts'

export interface RecordedSale {
  readonly saleId: string
  /** Id of the order; without a known order, the reference at the service. */
  readonly reference: string
  /** Owner name of the sale's tickets at the booking service. */
  readonly ownerRef: string
  /** Whether other sales have the same owner name, so that the service also lists their tickets. */
  readonly sharedOwner: boolean
  /** Seats of the last order, except seats that another sale of this register has sold since then. */
  readonly seatIds: readonly string[]
  readonly state: Sale['state']
  readonly eventId: string
  readonly eventTitle: string
  readonly currency: string
  /** Amount of the last order; 0 without a known order. */
  readonly amount: Minor
  readonly tickets: readonly RecordedTicket[]
}

export interface RecordedTicket {
  readonly ticketId: string
  readonly ticketNumber: string
  readonly qrCode: string
  readonly seatId: string
  readonly seatCode: string
  readonly price: Minor
  /** Whether the ticket was returned after the sale, and is refunded or due for a refund. */
  readonly returned: boolean
}

/**
 * `not-listed`: sold according to the ledger, but not according to the service. `not-recorded`: sold according to the
 * service, but not according to the ledger. `given-back`: refunded, but still sold at the service. `unsettled`: money
 * was taken, but the sale still waits for its tickets or for staff. `not-asked`: the service returned no usable reply.
 */
const differenceKinds = ['not-listed', 'not-recorded', 'differs', 'given-back', 'unsettled', 'not-asked'] as const

export type DifferenceKind = (typeof differenceKinds)[number]

export interface Difference {
  readonly kind: DifferenceKind
  readonly saleId: string
  readonly reference: string
  readonly ownerRef: string
  readonly state: Sale['state']
  readonly eventTitle: string
  /** Empty if the difference concerns the whole sale. */
  readonly ticketId: string
  readonly ticketNumber: string
  readonly seatCode: string
  /** Affected amount; 0 if the ledger has no price. */
  readonly amount: Minor
  readonly currency: string
  /** Differing values in the ledger and at the service, untranslated; empty if there are none. */
  readonly here: string
  readonly there: string
}

interface ComparedSale {
  /** Number of tickets without a difference. */
  readonly agreed: number
  readonly differences: readonly Difference[]
}

/** States in which money was taken but there are no tickets yet. */
const unsettled: ReadonlySet<Sale['state']> = new Set(['paid', 'confirming', 'unknown', 'needs-staff', 'refund-due'])

/** Compares the service's tickets of a sale with the ledger. `reason`: why the list is missing. */
export function compareSale(
  sale: RecordedSale,
  listed:
    | { readonly ok: true; readonly value: readonly TicketReadBack[] }
    | { readonly ok: false; readonly reason: string },
): ComparedSale {
  const { saleId, reference, ownerRef, state, eventTitle, currency, amount } = sale
  const whole = {
    saleId,
    reference,
    ownerRef,
    state,
    eventTitle,
    ticketId: '',
    ticketNumber: '',
    seatCode: '',
    currency,
  }
  if (!listed.ok) {
    return { agreed: 0, differences: [{ ...whole, kind: 'not-asked', amount, here: state, there: listed.reason }] }
  }
  const tickets = sale.sharedOwner ? listed.value.filter((ticket) => isOf(sale, ticket)) : listed.value
  if (unsettled.has(state)) {
    const there = tickets.map(({ place }) => place.seatCode).join(' · ')
    return { agreed: 0, differences: [{ ...whole, kind: 'unsettled', amount, here: state, there }] }
  }
  const there = new Map(tickets.map((ticket) => [ticket.ticketId, ticket]))
  const differences: Difference[] = []
  let agreed = 0
  for (const ticket of sale.tickets) {
    const { ticketId, ticketNumber, seatCode, price } = ticket
    const own = { ...whole, ticketId, ticketNumber, seatCode, amount: price }
    const theirs = there.get(ticketId)
    there.delete(ticketId)
    if (state === 'refunded' || ticket.returned) {
      if (theirs?.status === SOLD)
        differences.push({ ...own, kind: 'given-back', here: 'refunded', there: theirs.status })
      continue
    }
    if (!theirs) differences.push({ ...own, kind: 'not-listed', here: ticket.qrCode, there: '' })
    else {
      const said = contrast(sale, ticket, theirs)
      if (said) differences.push({ ...own, kind: 'differs', ...said })
      else agreed += 1
    }
  }
  for (const { ticketId, ticketNumber, place, status } of there.values()) {
    const own = { ...whole, ticketId, ticketNumber, seatCode: place.seatCode, amount: 0 }
    if (status === SOLD) differences.push({ ...own, kind: 'not-recorded', here: state, there: status })
  }
  return { agreed, differences }
}

/** Returns whether a ticket in a list shared with other sales belongs to the sale. */
function isOf(
  { tickets, reference, seatIds, eventId }: RecordedSale,
  { ticketId, seatId, names }: TicketReadBack,
): boolean {
  if (tickets.some((ticket) => ticket.ticketId === ticketId)) return true
  if (names.order) return names.order.toLowerCase() === reference
  return seatIds.includes(seatId) && responseMismatches({ event: eventId }, names).length === 0
}

/** Compares one ticket; shows only the beginning of a code, since the whole code is valid for entry. */
function contrast(
  { eventId, ownerRef, currency, reference }: RecordedSale,
  here: RecordedTicket,
  there: TicketReadBack,
): { readonly here: string; readonly there: string } | null {
  const beginning = beginningOf(here.qrCode)
  const ours = { event: eventId, owner: ownerRef, currency, ...(reference !== ownerRef && { order: reference }) }
  const foreign = responseMismatches(ours, there.names)
  const pairs = [
    ...foreign.map(({ name, ours: own, theirs }) => [name, own, theirs] as const),
    ['status', SOLD, there.status],
    ['seat', here.seatCode, there.seatId === here.seatId ? here.seatCode : there.place.seatCode],
    ['number', here.ticketNumber, there.ticketNumber],
    ['code', beginning, qrKey(here.qrCode) === qrKey(there.qrCode) ? beginning : `${beginningOf(there.qrCode)}…`],
  ].filter(([, ours, theirs]) => ours !== theirs)
  if (pairs.length === 0) return null
  const said = (side: 1 | 2): string => pairs.map((pair) => `${pair[0]} ${pair[side]}`).join(', ')
  return { here: said(1), there: said(2) }
}

function beginningOf(code: string): string {
  return code.slice(0, Math.min(4, Math.ceil(code.length / 8)))
}

export interface Reconciliation {
  readonly register: string
  readonly shiftNo: number
  /** `doneUtc` is null while the comparison is running. */
  readonly startedUtc: string
  readonly doneUtc: string | null
  /** Number of sales to compare, and number of sales already compared. */
  readonly sales: number
  readonly asked: number
  readonly agreed: number
  readonly differences: readonly Difference[]
}
