import type { Customer } from '../../../shared/domain/customer.ts'
import { MAX_PAGE_MS } from '../../../shared/api/fleet/ticket-pages.ts'
import { qrKey } from '../../../shared/domain/documents/qr-code.ts'
import { isCash, type Payment, roundingOf, sumOf, tendersOf } from '../../../shared/domain/money/tender.ts'
import {
  bookingOf,
  bySession,
  currentPurchase,
  holdRemainingMs,
  isHoldGuaranteed,
  purchasesOf,
} from '../../../shared/domain/sale/sale-base.ts'
import type { SaleEffect } from '../../../shared/domain/sale/sale-effects.ts'
import type {
  Confirmed,
  HoldNotice,
  Instant,
  Order,
  OrderedSeat,
  Sale,
  SaleBase,
  SaleEvent,
  TicketLink,
} from '../../../shared/domain/sale/sale.ts'
import {
  type ChosenSeat,
  SOLD,
  type Ticket,
  type TicketReadBack,
  contradiction,
  responseMismatches,
  type Names,
} from '../../../shared/domain/seats/offer.ts'
import { notesOf, withNotes } from '../../../shared/domain/seats/place.ts'
import { newSlip } from '../payment/slips.ts'
import {
  askTender,
  beginTender,
  driverOf,
  pollTender,
  HOLD_MARGIN_MS,
  resumeTender,
  settleTender,
  type BeginOptions,
} from '../payment/tender.ts'
import type { NoteOutcome } from '../ports/devices.ts'
import { ok } from '../../../shared/domain/result.ts'
import type { PartnerError, Purchase, SaleReceipt, SaleTicket, SeatsTaken } from '../ports/ports.ts'
import type { WatchedPorts } from '../monitors/partner-watch.ts'
import {
  requestBodyAt,
  type Checkouts,
  combineResults,
  openSessions,
  readCheckouts,
  release,
  type SalePorts,
  SEAT_LIMIT,
} from './booking-sessions.ts'

export const NO_OWNER = 'the service sends no owner_ref'

/** Shown next to a seat that may belong to another customer, because its ticket does not contain an order number. */
const WHOSE = 'order_id ?'

interface Reading {
  readonly asked: Instant
  readonly answered: Instant
  /** IDs of listed tickets of other sales of this register; null if no other sale has this owner. */
  readonly othersHere: ReadonlySet<string> | null
}

/**
 * Accepts listed tickets that contain the order number, or that no other customer can have bought; otherwise, staff
 * decide.
 */
export function ticketsListed(
  listed: readonly TicketReadBack[],
  sale: SaleBase,
  order: Order | null,
  { asked, answered, othersHere }: Reading,
): SaleEvent {
  const unknown = listed.filter(({ ticketId }) => !othersHere?.has(ticketId))
  // If one ticket of a reply contains the order number, the partner sends the order number with every ticket.
  const shared = othersHere !== null || listed.some(({ names }) => isOrder(names, order))
  const tickets = shared ? unknown.filter((ticket) => !isStrangers(ticket, sale, order)) : listed
  if (tickets.length === 0) return { type: 'tickets-not-found', asked }
  if (!order) return differing(tickets)
  const strangers = tickets.length < unknown.length
  const seats = new Map(order.seats.map((seat) => [seat.seatId, seat]))
  const doubtOf = (ticket: TicketReadBack): string | null => {
    const { names, status } = ticket
    const [foreign] = responseMismatches(namesOf(sale, order, seats.get(ticket.seatId)), names)
    if (foreign) return `${foreign.name} ${foreign.theirs}`
    if (status !== SOLD) return status
    const told = names.order ?? names.hold ?? (names.event && isHoldGuaranteed(order.hold, answered))
    return told || !strangers ? null : WHOSE
  }
  const ours = tickets.flatMap((ticket): Ticket[] => {
    const seat = seats.get(ticket.seatId)
    if (!seat || doubtOf(ticket) !== null) return []
    const { names, ...read } = ticket
    return [{ ...read, price: seat.price, ...(names.event && { eventId: names.event }) }]
  })
  const count = (of: (ticket: Ticket) => string): number => new Set(ours.map(of)).size
  const counts = [
    count(({ seatId }) => seatId),
    count(({ ticketId }) => ticketId),
    count(({ qrCode }) => qrKey(qrCode)),
  ]
  return [tickets.length, ...counts].every((each) => each === order.seats.length)
    ? { type: 'tickets-found', tickets: ours }
    : differing(tickets, doubtOf)
}

/** Returns whether a ticket belongs to another event, session, order or hold, or to a seat that was not ordered. */
function isStrangers({ names, seatId }: TicketReadBack, sale: SaleBase, order: Order | null): boolean {
  const { event, session, owner } = namesOf(sale, order)
  const holds = order?.seats.map(({ holdId }) => holdId)
  if (isOrder(names, order)) return false
  if (names.hold && holds?.includes(names.hold)) return false
  // A list that contains a ticket of another owner is not accepted.
  if (contradiction({ owner }, names) !== null) return false
  if (contradiction({ event, session, order: order?.orderId }, names) !== null) return true
  return order !== null && (names.hold !== undefined || order.seats.every((seat) => seat.seatId !== seatId))
}

function isOrder(names: Names, order: Order | null): boolean {
  return names.order !== undefined && names.order.toLowerCase() === order?.orderId
}

function namesOf({ event, sessionId, ownerRef, currency }: SaleBase, order: Order | null, seat?: OrderedSeat): Names {
  const booking = { event: event.eventId, session: sessionId, owner: ownerRef, currency }
  return { ...booking, ...(order && { order: order.orderId }), ...(seat && { hold: seat.holdId }) }
}

function differing(
  tickets: readonly TicketReadBack[],
  doubtOf = ({ status }: TicketReadBack): string | null => (status === SOLD ? null : status),
): SaleEvent {
  const shown = tickets.map((ticket) => {
    const doubt = doubtOf(ticket)
    return doubt === null ? ticket.place.seatCode : `${ticket.place.seatCode} (${doubt})`
  })
  return { type: 'tickets-mismatched', detail: shown.join(' · ') }
}

const NOTE_INSERT_TIMEOUT_MS = 90_000

/** Waits for a note until the customer cancels, the timeout ends, or the seat holds expire. */
async function awaitNote(
  { notes, ledger, clock, log }: WatchedPorts,
  sale: Sale,
  giveUp: AbortSignal,
  stopping: AbortSignal,
): Promise<SaleEvent> {
  if (!notes || notes.fault() || !('order' in sale)) return { type: 'tender-unavailable' }
  // Another sale may have stopped with a note in escrow, which would be mistaken for the next note.
  const holdsNote = (other: Sale): boolean => other.state === 'paying' && other.notes?.held !== undefined
  if (ledger.unfinished().some((other) => other.saleId !== sale.saleId && holdsNote(other))) {
    log.warn('notes.blocked-by-other-sale')
    return { type: 'tender-unavailable' }
  }
  const left = holdRemainingMs(sale.order.hold, clock.now()) - HOLD_MARGIN_MS
  const over = new AbortController()
  const waited = new AbortController()
  void clock
    .sleep(Math.max(0, Math.min(NOTE_INSERT_TIMEOUT_MS, left)), AbortSignal.any([waited.signal, stopping]))
    .then(() => over.abort())
  const taken = { currency: sale.currency, values: notes.denominations(sale.currency) }
  const next = await notes.next(taken, AbortSignal.any([over.signal, giveUp, stopping]))
  waited.abort()
  switch (next.outcome) {
    case 'held': {
      const { value, currency } = next.note
      // A note that was not requested, or would not be recorded, is given back.
      if (!stopping.aborted && currency === sale.currency && value > 0) return { type: 'note-held', value }
      log.warn('notes.given-back', { value, currency, fate: (await notes.giveBack(next.note)).fate })
      return { type: 'tender-unavailable' }
    }
    case 'ended':
      return { type: 'tender-cancelled' }
    case 'fault':
      log.warn('notes.stopped', { fault: next.fault })
      return { type: 'tender-unavailable' }
  }
}

function fateEvent(fate: NoteOutcome | undefined): SaleEvent {
  if (fate?.fate === 'credited') return { type: 'note-credited', value: fate.value }
  return { type: fate?.fate === 'returned' ? 'note-returned' : 'note-outcome-unknown' }
}

/** Uses the reference of the last payment if the payment is split (specification, step 6). */
function purchaseOf(sale: Sale, order: Order, payment: Payment, customer: Customer | null): Purchase {
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

/** Uses the place and numbers from the partner, which may differ from the seats chosen on the screen. */
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

type ReceiptSale = Pick<Confirmed, 'event' | 'order' | 'register' | 'currency' | 'tender' | 'parts' | 'unsold'>

/** `soldAt`: wall time, ISO 8601 UTC. */
export function receiptDocument(sale: ReceiptSale, soldAt: string): SaleReceipt {
  const { order, unsold } = sale
  const rounding = roundingOf(sale)
  const sold = order.seats.filter(({ seatId }) => !unsold?.seatIds.includes(seatId))
  return {
    eventTitle: sale.event.title,
    startsAt: sale.event.startsAt,
    venue: sale.event.venue,
    orderId: order.orderId,
    register: sale.register,
    soldAt,
    lines: sold.map(({ place, zoneName, price, taxRate }) => ({
      seatCode: place.seatCode,
      notes: notesOf(place),
      zoneName,
      price,
      ...(taxRate !== undefined && { taxRate }),
    })),
    amount: order.amount - (unsold?.amount ?? 0),
    ...(unsold && { unsold: sumOf(unsold.back) }),
    currency: sale.currency,
    ...(rounding !== 0 && { rounding }),
    tenders: tendersOf(sale).map(({ kind, received, change, approval, card }) => ({
      kind,
      received,
      change,
      // The approval of a cash payment is the staff number, which customers must not see.
      approval: isCash(kind) ? '' : approval,
      ...(card && { card }),
    })),
  }
}

/** Saves the tickets of a sale as a file, before the first is printed. */
async function queueTickets(ports: SalePorts, sale: Sale): Promise<SaleEvent> {
  if (sale.state !== 'confirmed') throw new Error(`sale ${sale.saleId}: no tickets to save while "${sale.state}"`)
  const documents = sale.tickets.map(({ ticketId }) => ticketDocument(sale, ticketId, 0))
  const { wallUtc } = ports.clock.now()
  const receipt = receiptDocument(sale, wallUtc)
  const saved = await ports.tickets.save(documents, sale.language, receipt)
  // If the customer has left, or ledger rows were lost, the tickets are printed, so that staff can hand them over. They
  // are also printed if the computer's clock was set after the choice, so that the page would last too long or not at all.
  const isAttended = !sale.customerLeft && !sale.rowsLost
  const lastsMs = sale.page ? Date.parse(sale.page.untilUtc) - Date.parse(wallUtc) : 0
  const isUsable = lastsMs > 0 && lastsMs <= MAX_PAGE_MS
  const page = isAttended && isUsable && ports.ticketPages?.isOffered() && sale.page
  return { type: 'print-queued', saved: saved.outcome === 'printed' ? saved.evidence : '', ...page }
}

/** Executes one effect and returns its event. Rejects only on bugs, which stop the sale. */
export async function performEffect(
  ports: SalePorts,
  sale: Sale,
  effect: SaleEffect,
  stopping: AbortSignal,
  options: BeginOptions = { signal: stopping },
): Promise<SaleEvent> {
  const { clock, partner, notes } = ports
  switch (effect.type) {
    case 'hold':
      return holdSeats(ports, sale, effect)
    case 'open-sessions':
      return openSessions(ports, sale, effect)
    case 'read-checkout': {
      if (effect.delayMs > 0) await partner.pause(effect.delayMs, stopping)
      return readCheckout(ports, sale, effect.seats)
    }
    case 'release':
      return release(ports, sale, effect.holdIds)
    case 'begin-tender':
      return beginTender(ports, sale, effect.tender, options, stopping)
    case 'follow-tender': {
      const { tender } = effect
      const driver = driverOf(ports.tenders, tender)
      if (!driver) return { type: 'tender-unknown', forGood: true }
      const settled = await settleTender(ports, sale, tender, options, stopping)
      if (settled) return settled
      return pollTender(ports, driver, effect, sale.currency, { giveUp: options.signal, stopping })
    }
    case 'ask-tender':
      await clock.sleep(effect.delayMs, stopping)
      return askTender(ports.tenders, effect.tender, sale.currency, stopping)
    case 'recall-tender':
      await clock.sleep(effect.delayMs, stopping)
      return resumeTender(ports, effect, sale, stopping)
    case 'await-note':
      return awaitNote(ports, sale, options.signal, stopping)
    case 'take-note': {
      const note = { value: effect.value, currency: sale.currency }
      return fateEvent(await (options.signal.aborted ? notes?.giveBack(note) : notes?.accept(note)))
    }
    case 'resume-note':
      return fateEvent(await notes?.recall({ value: effect.value, currency: sale.currency }))
    case 'end-notes':
      return { type: 'tender-cancelled' }
    case 'count-notes': {
      const { received, over } = effect
      const slip = over > 0 && { slip: newSlip(ports.ids, over, sale.currency) }
      return { type: 'tender-approved', received, change: 0, approval: '', ...slip }
    }
    case 'compose-purchase':
      return composePurchases(ports, sale, effect)
    case 'send-purchase':
      return sendPurchase(ports, sale, effect, stopping)
    case 'read-tickets':
      return readTickets(ports, sale, effect, stopping)
    case 'credit-slip':
      return { type: 'voucher-issued', slip: newSlip(ports.ids, effect.amount, sale.currency) }
    case 'credit-account':
      return { type: 'refunded', refundReference: effect.reference }
    case 'queue-tickets':
      return queueTickets(ports, sale)
    case 'start-print':
      return { type: 'print-started', ticketId: effect.ticketId }
    case 'print': {
      const { ticketId, copyNumber } = effect
      const printed = await ports.tickets.print(ticketDocument(sale, ticketId, copyNumber), sale.language)
      if (printed.outcome === 'printed') return { type: 'print-finished', ticketId, evidence: printed.evidence }
      if (printed.outcome === 'failed') return { type: 'print-failed', ticketId, reason: printed.reason }
      return { type: 'print-outcome-unknown', ticketId, reason: printed.detail }
    }
    case 'publish-tickets': {
      const { link } = effect.page
      const unpublished = sale.state === 'printing' ? 'queued' : 'spooling'
      const jobs = 'jobs' in sale ? sale.jobs.filter(({ state }) => state === unpublished) : []
      const reason = await publishTickets(ports, sale, jobs, effect.page)
      return reason === null ? { type: 'link-issued', link } : { type: 'link-failed', link, reason }
    }
  }
}

/**
 * Publishes tickets at the hub. Resolves with null if they were published, so that the customer may see their address,
 * otherwise with the reason.
 */
export async function publishTickets(
  { ticketPages }: Pick<WatchedPorts, 'ticketPages'>,
  sale: Sale,
  copies: readonly { readonly ticketId: string; readonly copyNumber: number }[],
  page: TicketLink,
): Promise<string | null> {
  if (!ticketPages) return 'no hub'
  const tickets = copies.map(({ ticketId, copyNumber }) => ticketDocument(sale, ticketId, copyNumber))
  return ticketPages.publish(page, tickets, sale.language)
}

type EffectOf<T extends SaleEffect['type']> = Extract<SaleEffect, { type: T }>

/** Holds the seats session by session, until a hold is refused. */
async function holdSeats({ partner }: WatchedPorts, sale: Sale, effect: EffectOf<'hold'>): Promise<SaleEvent> {
  const whole = { ...bookingOf(sale), seatIds: effect.seats.map(({ seatId }) => seatId) }
  const wanted = sale.sessions?.map((session) => ({ ...bookingOf(sale), ...session })) ?? [whole]
  for (const session of wanted) {
    const reply = await partner.holdSeats(session)
    if (!reply.ok) return holdFailed(sale, effect, reply.error)
  }
  return { type: 'hold-granted' }
}

function holdFailed(sale: Sale, effect: EffectOf<'hold'>, error: PartnerError | SeatsTaken): SaleEvent {
  if (error.type !== 'seats-taken') {
    const notice = holdNotice(error)
    const limit = notice.type === 'hold-refused' && notice.code === SEAT_LIMIT ? notice.limit : undefined
    const mayDivide = sale.state === 'holding' && sale.perSession !== undefined && !sale.sessions
    const before = mayDivide ? Math.min(sale.perSession ?? Infinity, effect.seats.length) : 0
    return limit !== undefined && limit < before ? { type: 'seat-limit-found', limit } : { type: 'hold-failed', notice }
  }
  // The reply may identify seats by ID, but staff and customers use seat codes.
  const codes = new Map(effect.seats.map(({ seatId, place }) => [seatId, place.seatCode]))
  const seatCodes = error.seatCodes.map((named) => codes.get(named) ?? named)
  return { type: 'hold-failed', notice: { type: 'seat-taken', seatCodes } }
}

async function readCheckout(ports: WatchedPorts, sale: Sale, seats: readonly ChosenSeat[]): Promise<SaleEvent> {
  const { partner, ledger, ids } = ports
  const whole = async (): Promise<Checkouts> => {
    const reply = await partner.readCheckout(bookingOf(sale))
    return reply.ok ? ok({ checkout: reply.value }) : reply
  }
  const reply = await (sale.sessions ? readCheckouts(ports, sale, seats) : whole())
  if (!reply.ok) return { type: 'checkout-failed', notice: holdNotice(reply.error) }
  const { checkout, purchases } = reply.value
  const { items } = checkout
  const refused = (code: string) => ({ type: 'checkout-failed', notice: { type: 'hold-refused', code } }) as const
  const holdIds = items.map(({ holdId }) => holdId)
  if (ledger.conflictingHolds(sale.saleId, holdIds).length > 0) return refused('HOLD_REPEATED')
  // The partner may offer a seat of an earlier sale of this register, which must be refunded first.
  const seatIds = items.map(({ seatId }) => seatId)
  if (ledger.seatsSoldHere(sale, seatIds).length > 0) return refused('SEAT_SOLD_HERE')
  const orderId = purchases?.[0]?.orderId ?? ids.uuid()
  return { type: 'checkout-ready', orderId, checkout, ...(purchases && { purchases }) }
}

function composePurchases(
  { partner, ledger }: WatchedPorts,
  sale: Sale,
  { order, payment }: EffectOf<'compose-purchase'>,
): SaleEvent {
  const customer = sale.customer ? ledger.customerOf(sale.saleId) : null
  const [first, ...others] = purchasesOf(sale, order).map((each) =>
    purchaseOf(each.sale, each.order, payment, customer),
  )
  if (!first) throw new Error(`sale ${sale.saleId} has no purchase`)
  return { type: 'purchase-composed', request: partner.composePurchase(first, ...others) }
}

async function sendPurchase(
  { partner, ledger }: WatchedPorts,
  sale: Sale,
  effect: EffectOf<'send-purchase'>,
  stopping: AbortSignal,
): Promise<SaleEvent> {
  await partner.pause(effect.delayMs, stopping)
  if (sale.state !== 'confirming') throw new Error(`sale ${sale.saleId}: nothing to send while "${sale.state}"`)
  const current = currentPurchase(sale)
  const body = requestBodyAt(effect.request, sale.order, sale.progress?.at ?? 0)
  const reply = await partner.sendPurchase({ body }, purchaseOf(current.sale, current.order, sale, null))
  if (!reply.ok) return { type: 'purchase-outcome-unknown', reply: reply.error.reply }
  const borrowed = ledger.conflictingTickets(sale, reply.value)
  if (borrowed.length === 0) return { type: 'purchase-confirmed', tickets: reply.value }
  const detail = `tickets of another sale: ${borrowed.join(', ')}`
  return { type: 'purchase-outcome-unknown', reply: { status: 200, code: 'CONFLICT', detail } }
}

async function readTickets(
  ports: WatchedPorts,
  sale: Sale,
  effect: EffectOf<'read-tickets'>,
  stopping: AbortSignal,
): Promise<SaleEvent> {
  await ports.partner.pause(effect.delayMs, stopping)
  if (stopping.aborted) return { type: 'ticket-lookup-failed', detail: 'not asked' }
  const current = 'progress' in sale && sale.progress ? [currentPurchase(sale)] : null
  const all = effect.order
    ? purchasesOf(sale, effect.order)
    : bySession(sale).map((each) => ({ sale: each, order: null }))
  const found: SaleEvent[] = []
  for (const each of current ?? all) found.push(await readTicketsOf(ports, each.sale, each.order))
  return combineResults(found)
}

async function readTicketsOf(
  { partner, clock, ledger }: WatchedPorts,
  sale: Sale,
  order: Order | null,
): Promise<SaleEvent> {
  const { ownerRef, sessions = [] } = sale
  // Without a customer reference, only a repeated purchase or staff can find the tickets.
  if (ownerRef === '') return { type: 'ticket-lookup-failed', detail: NO_OWNER }
  const asked = clock.now()
  const reply = await partner.listTickets({ ownerRef })
  if (!reply.ok) return { type: 'ticket-lookup-failed', detail: describe(reply.error) }
  const others = ledger.othersOfOwner(sale, reply.value)
  const isShared = sessions.filter((session) => session.ownerRef === ownerRef).length > 1
  const own = 'progress' in sale ? (sale.progress?.results.flatMap((result) => result?.tickets ?? []) ?? []) : []
  const othersHere = others || isShared ? new Set([...(others ?? []), ...own.map(({ ticketId }) => ticketId)]) : null
  const found = ticketsListed(reply.value, sale, order, { asked, answered: clock.now(), othersHere })
  const believed = found.type !== 'tickets-found' || ledger.conflictingTickets(sale, found.tickets).length === 0
  return believed ? found : differing(reply.value)
}

function holdNotice(error: PartnerError): HoldNotice {
  if (error.type !== 'refused') return { type: 'partner-unreachable' }
  if (error.status === 410) return { type: 'hold-expired' }
  if (error.code === 'EVENT_ENDED') return { type: 'event-ended' }
  const limit = error.details['limit']
  return { type: 'hold-refused', code: error.code, ...(typeof limit === 'number' && limit > 0 && { limit }) }
}

function describe(error: PartnerError): string {
  return error.type === 'refused' ? `${error.status} ${error.code}` : error.detail
}
