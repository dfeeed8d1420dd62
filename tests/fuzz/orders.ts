import { wireFromMinor } from '../../shared/domain/money/money.ts'
import type { ChosenSeat } from '../../shared/domain/seats/offer.ts'
import type { Order, Sale, SaleBase } from '../../shared/domain/sale/sale.ts'
import type { Random } from '../simulation/random.ts'

/** An order that was paid for, and the replies of a service that does what it should. */
export interface PaidOrder {
  readonly base: SaleBase
  readonly order: Order
  readonly replies: {
    readonly purchase: object
    readonly tickets: object
    readonly noTickets: object
    readonly checkout: object
    readonly hold: object
  }
}

export type ReplyKind = keyof PaidOrder['replies']

export const HOLD_MS = 480_000

export function drawOrder(random: Random): PaidOrder {
  const currency = random.pick(['GNF', 'GNF', 'EUR', 'XOF'])
  const seats = drawSeats(random, currency === 'EUR' ? 1 : 500).map((seat) => ({ ...seat, holdId: random.uuid() }))
  const amount = seats.reduce((sum, { price }) => sum + price, 0)
  const order: Order = {
    orderId: random.uuid(),
    seats,
    amount,
    hold: { remainingMs: HOLD_MS, monoMs: 0, bootId: 'boot' },
    checkoutToken: 'token',
  }
  const base: SaleBase = {
    saleId: random.uuid(),
    register: 'kiosk-1',
    language: 'fr',
    event: match,
    sessionId: random.uuid(),
    ownerRef: 'demo-user-7',
    currency,
  }
  const wire = (minor: number): number => wireFromMinor(minor, currency)
  const sold = seats.map((seat, index) => ({
    id: String(1_000_000 + random.below(1_000_000_000) * 4 + index),
    qr_code: Buffer.from(random.bytes(16)).toString('hex'),
    seat,
  }))
  return { base, order, replies: { ...saleReplies(base, order, sold, wire), ...holdReplies(base, order, wire) } }
}

type Sold = readonly { readonly id: string; readonly qr_code: string; readonly seat: Order['seats'][number] }[]

function saleReplies({ currency }: SaleBase, { orderId, amount }: Order, sold: Sold, wire: (minor: number) => number) {
  const success = (message: string, data: object): object => ({ success: true, message, data })
  const purchaseTickets = sold.map(({ id, qr_code, seat }) => ({
    id,
    hold_id: seat.holdId,
    event_id: '501',
    seat_id: seat.seatId,
    ticket_code: `C-${id}`,
    ticket_number: `N-${id}`,
    ticket_reference: `R-${id}`,
    status: 'SOLD',
    price: wire(seat.price),
    currency,
    zone_id: seat.zoneId,
    section_id: seat.sectionId,
    section_code: 'N3',
    seat_code: seat.place.seatCode,
    row: 'F',
    seat_number: String(seat.place.seatNumber),
    gate_id: '4',
    qr_code,
    place: wirePlace(seat),
  }))
  const readBack = sold.map(({ id, qr_code, seat }) => ({
    id,
    ticket_number: `N-${id}`,
    status: 'SOLD',
    event: { id: '501', title: match.title, starts_at: match.startsAt, venue: match.venue },
    section: { id: seat.sectionId, name: 'N3', code: 'N3' },
    seat: { id: seat.seatId, row: 'F', number: String(seat.place.seatNumber), code: seat.place.seatCode },
    zone: { id: seat.zoneId, name: 'Populaire' },
    qr_code,
    place: wirePlace(seat),
  }))
  return {
    purchase: success('Purchase completed', {
      order_id: orderId,
      idempotency_key: `partner-order-${orderId}`,
      transaction_id: '77',
      transaction_code: 'TX-77',
      status: 'completed',
      amount: wire(amount),
      currency,
      tickets: purchaseTickets,
    }),
    tickets: success('Public tickets', { tickets: readBack }),
    noTickets: success('Public tickets', { tickets: [] }),
  }
}

function holdReplies(base: SaleBase, { seats, amount }: Order, wire: (minor: number) => number) {
  const items = seats.map(({ holdId, seatId, place, price }) => ({
    hold_id: holdId,
    seat_id: seatId,
    seat_code: place.seatCode,
    price: wire(price),
    remaining_seconds: HOLD_MS / 1_000,
  }))
  const session = { session_id: base.sessionId, event_id: '501', owner_ref: base.ownerRef }
  return {
    checkout: {
      success: true,
      message: 'Booking checkout ready',
      data: {
        ...session,
        currency: base.currency,
        amount: wire(amount),
        items,
        hold_expires_at: '2026-03-14T12:08:00.000Z',
        checkout_token: 'token',
        payment_domain: 'https://payment.example',
        next_step: 'collect_payment_then_confirm',
      },
    },
    hold: {
      success: true,
      message: 'Seats held',
      data: { session_id: base.sessionId, holds: items.map((item) => ({ ...item, id: item.hold_id, status: 'held' })) },
    },
  }
}

function drawSeats(random: Random, step: number): readonly ChosenSeat[] {
  const first = random.between(1, 5_000)
  return Array.from({ length: random.between(1, 4) }, (_, index) => {
    const number = first + index
    const place = {
      seatCode: `N3-F-${number}`,
      sector: 'N3',
      row: 'F',
      seatNumber: number,
      gate: { code: 'C', name: 'Porte C', label: 'Porte C' },
      tribune: { code: 'NORD', name: 'Tribune Nord', color: '#c81d25' },
      route: ['Porte C', 'N3', 'F', String(number)],
      disputeCode: '',
    }
    const price = step * random.between(1, 200)
    return { seatId: String(number), sectionId: '12', zoneId: '3', zoneName: 'Populaire', price, place }
  })
}

function wirePlace({ place, seatId }: ChosenSeat): object {
  return {
    place_id: Number(seatId),
    place: place.seatCode,
    numero_place: place.seatNumber,
    rangee: place.row,
    secteur: place.sector,
    porte: { code: place.gate.code, nom: place.gate.name, libelle: place.gate.label },
    tribune: { code: place.tribune.code, nom: place.tribune.name, couleur: place.tribune.color },
    route: place.route,
    route_texte: place.route.join(' → '),
    code_litige: '',
  }
}

const match = {
  eventId: '501',
  title: 'Hamana AC – Badia FC',
  category: 'Football',
  startsAt: '2026-03-14T16:00:00',
  endsAt: '2026-03-14T18:00:00',
  description: '',
  venue: { name: 'Stade du 28-Septembre', city: 'Conakry', country: 'GN' },
  minPrice: 500,
  currency: 'GNF',
  homeTeam: 'Hamana AC',
  awayTeam: 'Badia FC',
}

/** The sale of that order, waiting for the answer to a purchase it sent. */
export function confirmingSale({ base, order }: PaidOrder, request: { body: string; sha256: string }) {
  const tender = { kind: 'card', reference: order.orderId, amount: order.amount } as const
  const paid = { ...tender, received: order.amount, change: 0, approval: 'A1' }
  return { ...base, state: 'confirming', order, tender: paid, request, attempt: 1 } as const satisfies Sale
}
