import { createHash, randomUUID } from 'node:crypto'
import type { Ledger } from '../../electron/ledger/ledger.ts'
import type { SaleLedger } from '../../electron/kiosk/ports/ports.ts'
import type { ChosenSeat, EventOffer, Ticket } from '../../shared/domain/seats/offer.ts'
import type { Place } from '../../shared/domain/seats/place.ts'
import { transition } from '../../shared/domain/sale/sale-transition.ts'
import type { Instant, Sale, SaleEvent } from '../../shared/domain/sale/sale.ts'
import type { IssuedSlip } from '../../shared/domain/money/credit-voucher.ts'
import type { Customer } from '../../shared/domain/customer.ts'
import type { TenderKind } from '../../shared/domain/money/tender.ts'

type Recorder = Pick<SaleLedger, 'record'>
type Now = () => Instant
type Seats = readonly ChosenSeat[]
type Change = Partial<Ticket>

export const EVENT: EventOffer = {
  eventId: '501',
  title: 'Hamana AC – Badia FC',
  category: 'Football',
  startsAt: '2025-05-17T16:00:00',
  endsAt: '2025-05-17T18:00:00',
  description: 'Championnat, 24ᵉ journée',
  venue: { name: 'Stade du 28-Septembre', city: 'Conakry', country: 'GN' },
  minPrice: 35_000,
  currency: 'GNF',
  homeTeam: 'Hamana AC',
  awayTeam: 'Badia FC',
}

export function chosenSeat(seatId: string, price = 35_000, taxRate = 18): ChosenSeat {
  return { seatId, sectionId: '12', zoneId: '3', zoneName: 'Tribune Nord', price, taxRate, place: placeOf(seatId) }
}

function placeOf(seatId: string): Place {
  return {
    seatCode: `N3-F-${seatId}`,
    sector: 'N3',
    row: 'F',
    seatNumber: Number(seatId.slice(-2)),
    gate: { code: 'C', name: 'Porte C', label: 'Porte C, côté mer' },
    tribune: { code: 'NORD', name: 'Tribune Nord', color: '#c81d25' },
    route: ['Porte C', 'Secteur N3', 'Rang F', `Place ${seatId}`],
    disputeCode: `LIT-${seatId}`,
  }
}

export function ticketOf(seat: ChosenSeat, change: Change = {}): Ticket {
  return {
    ticketId: `t-${seat.seatId}`,
    seatId: seat.seatId,
    ticketNumber: `GN-${seat.seatId}`,
    ticketCode: `C${seat.seatId}`,
    ticketReference: `REF-${seat.seatId}`,
    price: seat.price,
    status: 'SOLD',
    qrCode: createHash('sha256').update(seat.seatId).digest('hex').slice(0, 32),
    place: seat.place,
    ...change,
  }
}

/** Applies events to one sale with the domain's own transition function, and records each step as the program does. */
export interface Walk {
  readonly sale: Sale
  next(...events: readonly SaleEvent[]): Walk
}

export function startSale(
  ledger: Recorder,
  clock: Now,
  seats: Seats = [chosenSeat('1001'), chosenSeat('1002')],
  event = EVENT,
  language = 'fr',
  perSession?: number | null,
): Walk {
  const number = seats[0]?.seatId ?? '0'
  const ids = { saleId: randomUUID(), sessionId: randomUUID(), ownerRef: `demo-user-${number}` }
  const own = { register: 'kiosk-1', language, event, currency: 'GNF' }
  const choosing: Sale = { state: 'choosing', notice: null, ...ids, ...own }
  const limit = perSession === undefined ? {} : { perSession }
  return walk(ledger, clock, choosing, false).next({ type: 'seats-chosen', seats, ...limit })
}

export function resumeSale(ledger: Recorder, clock: Now, sale: Sale): Walk {
  return walk(ledger, clock, sale, true)
}

function walk(ledger: Recorder, clock: Now, from: Sale, known: boolean): Walk {
  return {
    sale: from,
    next(...events) {
      let sale = from
      let recorded = known
      for (const event of events) {
        const now = clock()
        const reached = transition(sale, event, now)
        ledger.record(recorded ? sale : null, reached, event, now)
        recorded = true
        sale = reached
      }
      return walk(ledger, clock, sale, recorded)
    },
  }
}

export function toPriced(seats: Seats): readonly SaleEvent[] {
  const items = seats.map(({ seatId, price, place: { seatCode } }) => ({
    holdId: randomUUID(),
    seatId,
    seatCode,
    price,
  }))
  const amount = seats.reduce((sum, { price }) => sum + price, 0)
  const checkout = { amount, currency: 'GNF', items, remainingSeconds: 480, checkoutToken: `token-${randomUUID()}` }
  return [{ type: 'hold-granted' }, { type: 'checkout-ready', orderId: randomUUID(), checkout }]
}

/** Starts a sale of the seats, advances it until it is priced, and then applies further events. */
export function pricedSale(ledger: Recorder, clock: Now, seats: Seats, ...events: readonly SaleEvent[]): Walk {
  return startSale(ledger, clock, seats).next(...toPriced(seats), ...events)
}

/** Event of a purchase whose outcome is unknown because the service did not answer. */
export const unclear = {
  type: 'purchase-outcome-unknown',
  reply: { status: 504, code: 'GATEWAY', detail: 'no answer' },
} as const

export const noted = (customer: Customer | null, staffId = '7'): SaleEvent => {
  return { type: 'customer-recorded', customer, staffId }
}

/** Advances a paid sale whose tickets do not match its seats until staff decide on a refund. */
export function decideRefund(paid: Walk, staffId = 'staff-9'): Walk {
  const mismatched = { type: 'tickets-mismatched', detail: 'another seat' } as const
  return paid.next(composed(paid.sale), unclear, mismatched, { type: 'refund-decided', staffId })
}

const visa = { brand: 'Visa', ending: '4242', read: 'contactless', receipt: ['AID A0000000031010'] } as const

export function toPaid(kind: TenderKind, amount: number): readonly SaleEvent[] {
  return [
    { type: 'tender-started', kind },
    kind === 'card'
      ? { type: 'tender-approved', received: amount, change: 0, approval: 'A-778812', card: visa }
      : { type: 'tender-approved', received: amount + 5_000, change: 5_000, approval: 'staff-7' },
  ]
}

export function composed(sale: Sale): SaleEvent {
  if (!('order' in sale)) throw new Error('no order yet')
  const body = JSON.stringify({
    order_id: sale.order.orderId,
    amount: sale.order.amount,
    customer: { name: 'Mariama Diallo', phone: '+224620000000', email: '' },
  })
  return { type: 'purchase-composed', request: { body, sha256: createHash('sha256').update(body).digest('hex') } }
}

export function toPrinted(tickets: readonly Ticket[]): readonly SaleEvent[] {
  return [
    { type: 'print-queued', saved: 'folder:order.pdf' },
    ...tickets.flatMap(({ ticketId }): SaleEvent[] => [
      { type: 'print-started', ticketId },
      { type: 'print-finished', ticketId, evidence: `folder:${ticketId}.pdf` },
    ]),
  ]
}

type Done = Extract<Sale, { state: 'done' }>

export function handOver(paid: Walk, change: Change = {}): { readonly sale: Done } {
  if (!('order' in paid.sale)) throw new Error('no order yet')
  const tickets = paid.sale.order.seats.map((seat) => ticketOf(seat, change))
  const { sale } = paid.next(composed(paid.sale), { type: 'purchase-confirmed', tickets }, ...toPrinted(tickets))
  if (sale.state !== 'done') throw new Error(sale.state)
  return { sale }
}

export function sellOut(ledger: Recorder, clock: Now, seats: Seats, kind: TenderKind = 'card', change: Change = {}) {
  const amount = seats.reduce((sum, { price }) => sum + price, 0)
  return handOver(pricedSale(ledger, clock, seats, ...toPaid(kind, amount)), change)
}

/** Refunds tickets of a finished sale in cash, which is owed until it is paid. Returns the refund's identifier. */
export function refundTickets(
  ledger: Pick<Ledger, 'recordAfterSale'>,
  clock: Now,
  { saleId, order }: Done,
  ticketId: string,
  amount = 35_000,
  number = 1,
) {
  const money = { saleId, reference: `${order.orderId}-R${number}`, currency: 'GNF', amount } as const
  const why = { reason: 'malade', second: '90', ticketIds: [ticketId], back: [{ kind: 'cash', amount }] } as const
  ledger.recordAfterSale({ type: 'tickets-refunded', ...money, ...why }, '7', clock())
  return money
}

/** Issues a voucher for the change of a refunded card sale. Kiosks that share a service need different seats. */
export function issueSlip(ledger: Recorder, clock: Now, slip: IssuedSlip, seatId = '900001'): void {
  pricedSale(ledger, clock, [chosenSeat(seatId)], { type: 'tender-started', kind: 'card', amount: 5_000 })
    .next({ type: 'tender-approved', received: slip.amount + 5_000, change: 0, approval: 'A', slip })
    .next({ type: 'abandoned', reason: 'cancelled' }, { type: 'released', holdIds: [] })
    .next({ type: 'refunded', refundReference: `R-${slip.slipId}`, staffId: 'counter' })
}
