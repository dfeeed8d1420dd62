import { contradictions } from '../seats/belonging.ts'
import type { Minor } from '../money/money.ts'
import { SOLD, type TicketReadBack } from '../seats/offer.ts'
import { qrKey } from '../documents/qr-code.ts'
import type { Sale } from './sale.ts'

/** A sale as the register's ledger has it, as far as the service's tickets can be held against it. */
export interface RecordedSale {
  readonly saleId: string
  /** The order's id; the service's reference where no order is known. */
  readonly reference: string
  /** Under this name the service lists the sale's tickets. */
  readonly ownerRef: string
  /** Other sales have that name too: the service lists their tickets with it. */
  readonly sharedOwner: boolean
  /** Of the last order, without what another sale here has sold since. */
  readonly seatIds: readonly string[]
  readonly state: Sale['state']
  readonly eventId: string
  readonly eventTitle: string
  readonly currency: string
  /** Of the last order; 0 where none is known. */
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
  /** It was brought back after the sale, and its money is owed or paid back. */
  readonly returned: boolean
}

/**
 * `not-listed`: a ticket was sold here, and the service does not list it. `not-recorded`: the service lists a ticket that nobody
 * bought here. `differs`: both have the ticket, and say different things of it. `given-back`: the money was given back, and the
 * service still has the ticket as sold. `unsettled`: money was taken, and the sale still waits for its tickets or for a person.
 * `not-asked`: the service gave no usable answer.
 */
const differenceKinds = ['not-listed', 'not-recorded', 'differs', 'given-back', 'unsettled', 'not-asked'] as const

export type DifferenceKind = (typeof differenceKinds)[number]

/** One thing that somebody has to look into. */
export interface Difference {
  readonly kind: DifferenceKind
  readonly saleId: string
  readonly reference: string
  readonly ownerRef: string
  readonly state: Sale['state']
  readonly eventTitle: string
  /** Empty where the whole sale is meant. */
  readonly ticketId: string
  readonly ticketNumber: string
  readonly seatCode: string
  /** What hangs on it; 0 where nobody here knows a price. */
  readonly amount: Minor
  readonly currency: string
  /** What the ledger and the service say of the same thing, in their own words; empty: nothing. */
  readonly here: string
  readonly there: string
}

/** What came of comparing one sale. */
interface ComparedSale {
  /** Tickets of which both say the same. */
  readonly agreed: number
  readonly differences: readonly Difference[]
}

/** Money was taken and no ticket is there yet. */
const unsettled: ReadonlySet<Sale['state']> = new Set(['paid', 'confirming', 'unknown', 'needs-staff', 'refund-due'])

/** Holds what the service lists under a sale's name against what the ledger has of it. `reason`: why it listed nothing. */
export function compareSale(
  sale: RecordedSale,
  listed:
    { readonly ok: true; readonly value: readonly TicketReadBack[] } | { readonly ok: false; readonly reason: string },
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

/** What of a list that other sales are in is this sale's: its own tickets, its order's, its seats' at its event. */
function isOf(
  { tickets, reference, seatIds, eventId }: RecordedSale,
  { ticketId, seatId, names }: TicketReadBack,
): boolean {
  if (tickets.some((ticket) => ticket.ticketId === ticketId)) return true
  if (names.order) return names.order.toLowerCase() === reference
  return seatIds.includes(seatId) && contradictions({ event: eventId }, names).length === 0
}

/** What the two say of one ticket, where that is not the same. The code is named, not shown: it opens a gate. */
function contrast(
  { eventId, ownerRef, currency, reference }: RecordedSale,
  here: RecordedTicket,
  there: TicketReadBack,
): { readonly here: string; readonly there: string } | null {
  const beginning = beginningOf(here.qrCode)
  const ours = { event: eventId, owner: ownerRef, currency, ...(reference !== ownerRef && { order: reference }) }
  const foreign = contradictions(ours, there.names)
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

/** Four digits of a hexadecimal code; of a shorter text as small a share. */
function beginningOf(code: string): string {
  return code.slice(0, Math.min(4, Math.ceil(code.length / 8)))
}

/** What was compared, and what came of it. */
export interface Reconciliation {
  readonly register: string
  readonly shiftNo: number
  /** Wall time, ISO 8601 UTC; `doneUtc` is null while the service is still being asked. */
  readonly startedUtc: string
  readonly doneUtc: string | null
  /** Sales, and how many of them were asked about. */
  readonly sales: number
  readonly asked: number
  /** Tickets of which both say the same. */
  readonly agreed: number
  readonly differences: readonly Difference[]
}
