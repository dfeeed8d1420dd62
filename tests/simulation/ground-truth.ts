import type { Minor } from '../../shared/domain/money/money.ts'

export type IssuedTicket = Readonly<{ ticketId: string; orderId: string; seatId: string; qrCode: string }>

/** Seller of the ticket: a kiosk of the simulation, or the web. */
type Sold = 'here' | 'elsewhere'

export function ticketsIn(reply: string): readonly IssuedTicket[] {
  const { data } = JSON.parse(reply) as {
    data: { order_id: string; tickets: readonly { id: string; seat_id: string; qr_code: string }[] }
  }
  const orderId = data.order_id
  return data.tickets.map(({ id, seat_id, qr_code }) => ({ ticketId: id, orderId, seatId: seat_id, qrCode: qr_code }))
}

type Sheet = Readonly<{ machine: string; ticketNumber: string; qrCode: string; copyNumber: number }>

export interface Violation {
  /** `I1` … of `sale-safety.md`, `budget` (hold time), `ledger` (verifier) or `bug` (exception). */
  readonly invariant: string
  readonly what: string
}

const orderOf = (reference: string): string => reference.slice(0, 36)

/** Records what really happened to money, tickets and paper, for comparison with the ledgers. */
export function createGroundTruth() {
  const money = new Map<string, Minor>()
  const surpluses = new Map<string, Minor>()
  const issued = new Map<string, IssuedTicket & { readonly sold: Sold }>()
  const byOrder = new Map<string, IssuedTicket[]>()
  const seats = new Map<string, string>()
  const cancelled = new Set<string>()
  const names = new Map<string, string>()
  const sheets: Sheet[] = []
  const violations: Violation[] = []
  const violate = (invariant: string, what: string): void => void violations.push({ invariant, what })

  const ours = (named: string): string => names.get(named) ?? named
  const charged = (): readonly string[] => [...money].filter(([, net]) => net !== 0).map(([reference]) => reference)
  const chargesOf = (orderId: string) => charged().filter((reference) => orderOf(reference) === orderId)

  return {
    /** Records the provider's own reference for a payment. */
    calls(theirs: string, reference: string) {
      if (names.has(theirs)) violate('I4', `reference ${theirs} was used for two payments`)
      names.set(theirs, reference)
    },
    /** Takes money from a customer. `named`: reference of Guichet or the provider. `asked`: requested amount. */
    take(named: string, amount: Minor, asked: Minor = amount) {
      const reference = ours(named)
      surpluses.set(reference, amount - asked)
      money.set(reference, (money.get(reference) ?? 0) + amount)
      if (money.get(reference) !== amount) violate('I4', `payment ${reference} was taken twice`)
    },
    giveBack(named: string) {
      money.set(ours(named), 0)
      surpluses.delete(ours(named))
    },
    /** Refunds an amount through the provider. A payment must not be refunded twice. */
    refund(named: string, amount: Minor) {
      const left = (money.get(ours(named)) ?? 0) - amount
      if (left < 0) violate('I12', `payment ${ours(named)} was given back by its provider, and had been before`)
      money.set(ours(named), left)
    },
    /** Returns the amount taken beyond the requested amount, because of a fault of the operator. */
    surplus: (named: string) => surpluses.get(ours(named)) ?? 0,
    /** Returns the final cost of a payment to its customer. */
    net: (named: string) => money.get(ours(named)) ?? 0,
    charged,
    /** Returns the charged payment references of an order: the order ID, `<order id>-2` and so on. */
    chargesOf,
    issue(purchase: string, sold: Sold) {
      for (const ticket of ticketsIn(purchase)) {
        const { ticketId, orderId, seatId } = ticket
        if (issued.get(ticketId)?.orderId === orderId) continue
        if (issued.has(ticketId)) violate('I3', `ticket ${ticketId} was issued for two orders`)
        if (seats.has(seatId)) violate('I3', `seat ${seatId} was sold to ${seats.get(seatId)} and ${orderId}`)
        issued.set(ticketId, { ...ticket, sold })
        seats.set(seatId, orderId)
        byOrder.set(orderId, [...(byOrder.get(orderId) ?? []), ticket])
      }
    },
    isCancelled: (ticketId: string) => cancelled.has(ticketId),
    /** Cancels the tickets, so that their seats may be sold again. */
    cancel(ticketIds: readonly string[]) {
      for (const ticketId of ticketIds) cancelled.add(ticketId)
      for (const ticket of ticketIds.flatMap((ticketId) => issued.get(ticketId) ?? []))
        if (seats.get(ticket.seatId) === ticket.orderId) seats.delete(ticket.seatId)
    },
    ticketsOf: (orderId: string): readonly IssuedTicket[] => byOrder.get(orderId) ?? [],
    issued,
    emit(sheet: Sheet) {
      const same = (other: Sheet): boolean =>
        other.qrCode === sheet.qrCode && other.copyNumber === sheet.copyNumber && other.machine === sheet.machine
      if (sheets.some(same)) violate('I10', `ticket ${sheet.ticketNumber} came out twice as copy ${sheet.copyNumber}`)
      sheets.push(sheet)
    },
    sheets,
    violate,
    violations,
  }
}

export type GroundTruth = ReturnType<typeof createGroundTruth>
