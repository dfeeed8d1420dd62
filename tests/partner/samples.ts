import type { Purchase } from '../../electron/kiosk/ports/ports.ts'

/** Replies of an independent partner, with every field of the specification and none specific to Guichet. */

export const event = {
  id: '1042',
  title: 'Hamana AC – Badia FC',
  category: 'football',
  starts_at: '2027-05-17T16:00:00',
  ends_at: '2027-05-17T18:00:00',
  description: 'Ligue 1',
  venue: { name: 'Stade du 28-Septembre', city: 'Conakry', country: 'Guinée' },
  min_price: 25000,
  currency: 'GNF',
  home_team: 'Hamana AC',
  away_team: 'Badia FC',
}

export const eventList = { events: [event], pagination: { page: 1, limit: 12, total: 1, total_pages: 1 } }

export const sessionId = '5f0c7a5e-90f1-4f8e-8a53-3d8f2b7d4c11'
export const ownerRef = 'nongo-user-17'

export const booking = { sessionId, eventId: '1042', ownerRef, currency: 'GNF' }

const open = { status: 'ACTIVE', expires_at: '2027-05-10T10:30:00.000Z', requires_access_code: true, holds: [] }
const session = { session_id: sessionId, event_id: '1042', owner_ref: ownerRef, ...open }

export const openedSession = {
  ...session,
  event: {
    id: '1042',
    title: event.title,
    min_price: 25000,
    currency: 'GNF',
    pricing: { currency: 'GNF', min_price: 25000, zones: [{ name: 'Tribune Nord', code: 'N', price: 25000 }] },
    availability: { status: 'ON_SALE', remaining: 2 },
  },
  map: {
    event_id: '1042',
    zones: [{ id: '3', name: 'Tribune Nord', sales_price_num: 25000, sales_available_seats: 2 }],
    sections: [{ id: '31', zone_id: '3', price: 25000 }],
    seats: [],
  },
  availability: {
    event_id: '1042',
    scope: 'overview',
    generated_at: '2027-05-10T10:00:00.000Z',
    revision: '2027-05-10T10:00:00.000Z',
    sold_out: false,
    remaining: 2,
    zones: [{ id: '3', remaining: 2 }],
    sections: [{ id: '31', zone_id: '3', remaining: 2, code: 'N1', name: 'Nord 1' }],
  },
}

export const place = {
  place_id: 5001,
  place: 'N1-F-12',
  numero_place: 12,
  rangee: 'F',
  secteur: 'N1',
  porte: { code: 'C', nom: 'Porte C', libelle: 'Porte C, côté mer' },
  tribune: { code: 'N', nom: 'Tribune Nord', couleur: '#0b6e4f' },
  route: ['Porte C', 'Secteur N1', 'Rang F', 'Place 12'],
  route_texte: 'Porte C → Secteur N1 → Rang F → Place 12',
  code_litige: 'L-5001',
}

const ids = { id: '5001', zone_id: '3', section_id: '31', seat_code: 'N1-F-12' }
export const seat = { ...ids, row: 6, number: 12, status: 'available', price: 25000, ...place }

export const sectionSession = {
  ...session,
  event: { id: '1042', title: event.title, currency: 'GNF' },
  map: {
    event_id: '1042',
    zones: [{ id: '3', name: 'Tribune Nord', code: 'N', display_color: '#0b6e4f' }],
    sections: [{ id: '31', zone_id: '3', code: 'N1', price: 25000 }],
    seats: [seat],
  },
  availability: {
    event_id: '1042',
    scope: 'section',
    section_id: '31',
    generated_at: '2027-05-10T10:00:05.000Z',
    revision: 'r-7',
    sold_out: false,
    remaining: 1,
    zones: [{ id: '3', remaining: 1 }],
    sections: [{ id: '31', zone_id: '3', remaining: 1 }],
    seats: [{ id: '5001', status: 'available', seat_code: 'N1-F-12' }],
  },
}

export const holdId = '0a3f5f0e-1111-4c1c-9b1e-000000000001'
export const otherHoldId = '0a3f5f0e-1111-4c1c-9b1e-000000000002'

export const checkout = {
  session_id: sessionId,
  event_id: '1042',
  owner_ref: ownerRef,
  currency: 'GNF',
  amount: 50000,
  items: [
    { hold_id: holdId, seat_id: '5001', seat_code: 'N1-F-12', price: 25000, remaining_seconds: 470 },
    { hold_id: otherHoldId, seat_id: '5002', seat_code: 'N1-F-13', price: 25000, remaining_seconds: 468 },
  ],
  hold_expires_at: '2027-05-10T10:08:00.000Z',
  checkout_token: 'opaque',
  payment_domain: 'https://pay.example',
  next_step: 'collect_payment_then_confirm',
}

export const qrCode = '0123456789abcdef0123456789abcdef'
export const otherQrCode = 'fedcba9876543210fedcba9876543210'

export const orderId = '7d1c2f7a-2222-4d7b-8a57-000000000001'

const purchaseTicket = {
  id: '90001',
  hold_id: holdId,
  event_id: '1042',
  seat_id: '5001',
  ticket_code: 'TC-90001',
  ticket_number: 'TN-90001',
  ticket_reference: 'REF-90001',
  status: 'SOLD',
  price: 25000,
  currency: 'GNF',
  zone_id: '3',
  section_id: '31',
  section_code: 'N1',
  seat_code: 'N1-F-12',
  row: 'F',
  seat_number: '12',
  gate_id: '4',
  qr_code: qrCode,
  place,
}

const otherPlace = { ...place, place_id: 5002, place: 'N1-F-13', numero_place: 13, code_litige: 'L-5002' }

const otherSeat = { seat_id: '5002', seat_code: 'N1-F-13', seat_number: '13', place: otherPlace }
const otherIds = { id: '90002', hold_id: otherHoldId, ticket_number: 'TN-90002', qr_code: otherQrCode }
const otherTicket = { ...purchaseTicket, ...otherIds, ...otherSeat }

export const purchase = {
  order_id: orderId,
  idempotency_key: `partner-order-${orderId}`,
  transaction_id: '777',
  transaction_code: 'TX-777',
  status: 'completed',
  amount: 50000,
  currency: 'GNF',
  tickets: [purchaseTicket, otherTicket],
}

export const ticketList = {
  tickets: [
    {
      id: '90001',
      ticket_number: 'TN-90001',
      status: 'SOLD',
      event: { id: '1042', title: event.title, starts_at: event.starts_at, venue: event.venue },
      section: { id: '31', name: 'Nord 1', code: 'N1' },
      seat: { id: '5001', row: 'F', number: '12', code: 'N1-F-12' },
      zone: { id: '3', name: 'Tribune Nord' },
      qr_code: qrCode,
      place,
    },
  ],
}

export const bought: Purchase = {
  ...booking,
  orderId,
  amount: 50000,
  paymentMethod: 'cash',
  paymentReference: `${orderId}-2`,
  seats: [
    { seatId: '5001', holdId, price: 25000 },
    { seatId: '5002', holdId: otherHoldId, price: 25000 },
  ],
  customer: { name: '', phone: '', email: '' },
}
