/** The tables of the interface specification, copied by hand and independent of `shared/api/partner`. */
export type Kind =
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'strings'
  | 'id'
  | 'uuid'
  | 'timestamp'
  | 'local'
  | 'hex'
  | 'qr'
export interface Fields {
  readonly [name: string]: Kind | Fields | FieldList
}

/** Type of a list: the fields of each item, followed by a second element if the list may be empty. */
export type FieldList = readonly [Fields, 'may be empty'?]

const venue: Fields = { name: 'string', city: 'string', country: 'string' }

export const event: Fields = {
  id: 'id',
  title: 'string',
  category: 'string',
  starts_at: 'local',
  ends_at: 'local',
  description: 'string',
  venue,
  min_price: 'number',
  currency: 'string',
  home_team: 'string',
  away_team: 'string',
}

export const eventList: Fields = {
  events: [event],
  pagination: { page: 'integer', limit: 'integer', total: 'integer', total_pages: 'integer' },
}

export const createdEvent: Fields = {
  event: { id: 'id', status: 'string', event_date: 'string' },
  access_code: 'string',
  open_session: { event_id: 'id', access_code: 'string' },
}

/** The specification shows the fields of a hold only in the items of a checkout. */
const checkoutItem: Fields = {
  hold_id: 'uuid',
  seat_id: 'id',
  seat_code: 'string',
  price: 'number',
  remaining_seconds: 'integer',
}

const session: Fields = {
  session_id: 'uuid',
  event_id: 'id',
  owner_ref: 'string',
  status: 'string',
  expires_at: 'timestamp',
  requires_access_code: 'boolean',
  holds: [checkoutItem, 'may be empty'],
}

const availability: Fields = {
  event_id: 'id',
  scope: 'string',
  generated_at: 'timestamp',
  revision: 'timestamp',
  sold_out: 'boolean',
  remaining: 'integer',
  zones: [{ id: 'id', remaining: 'integer' }],
}

export const openedSession: Fields = {
  ...session,
  event: {
    id: 'id',
    title: 'string',
    min_price: 'number',
    currency: 'string',
    pricing: { currency: 'string', min_price: 'number', zones: [{ name: 'string', code: 'string', price: 'number' }] },
    availability: { status: 'string', remaining: 'integer' },
  },
  map: {
    event_id: 'id',
    zones: [{ id: 'id', name: 'string', sales_price_num: 'number', sales_available_seats: 'integer' }],
    sections: [{ id: 'id', zone_id: 'id', price: 'number' }],
    seats: [{}, 'may be empty'],
  },
  availability: {
    ...availability,
    sections: [{ id: 'id', zone_id: 'id', remaining: 'integer', code: 'string', name: 'string' }],
  },
}

export const place: Fields = {
  place_id: 'number',
  place: 'string',
  numero_place: 'number',
  rangee: 'string',
  secteur: 'string',
  porte: { code: 'string', nom: 'string', libelle: 'string' },
  tribune: { code: 'string', nom: 'string', couleur: 'hex' },
  route: 'strings',
  route_texte: 'string',
  code_litige: 'string',
}

export const sectionSession: Fields = {
  ...session,
  event: { id: 'id', title: 'string', currency: 'string' },
  map: {
    event_id: 'id',
    zones: [{ id: 'id', name: 'string', code: 'string', display_color: 'hex' }],
    sections: [{ id: 'id', zone_id: 'id', code: 'string', price: 'number' }],
    seats: [
      {
        id: 'id',
        zone_id: 'id',
        section_id: 'id',
        seat_code: 'string',
        row: 'number',
        number: 'number',
        status: 'string',
        price: 'number',
        ...place,
      },
    ],
  },
  availability: {
    ...availability,
    section_id: 'id',
    sections: [{ id: 'id', zone_id: 'id', remaining: 'integer' }],
    seats: [{ id: 'id', status: 'string', seat_code: 'string' }],
  },
}

export const checkout: Fields = {
  session_id: 'uuid',
  event_id: 'id',
  owner_ref: 'string',
  currency: 'string',
  amount: 'number',
  items: [checkoutItem],
  hold_expires_at: 'timestamp',
  checkout_token: 'string',
  payment_domain: 'string',
  next_step: 'string',
}

export const purchase: Fields = {
  order_id: 'uuid',
  idempotency_key: 'string',
  transaction_id: 'id',
  transaction_code: 'string',
  status: 'string',
  amount: 'number',
  currency: 'string',
  tickets: [
    {
      id: 'id',
      hold_id: 'uuid',
      event_id: 'id',
      seat_id: 'id',
      ticket_code: 'string',
      ticket_number: 'string',
      ticket_reference: 'string',
      status: 'string',
      price: 'number',
      currency: 'string',
      zone_id: 'id',
      section_id: 'id',
      section_code: 'string',
      seat_code: 'string',
      row: 'string',
      seat_number: 'string',
      gate_id: 'id',
      qr_code: 'qr',
      place,
    },
  ],
}

export const ticket: Fields = {
  id: 'id',
  ticket_number: 'string',
  status: 'string',
  event: { id: 'id', title: 'string', starts_at: 'local', venue },
  section: { id: 'id', name: 'string', code: 'string' },
  seat: { id: 'id', row: 'string', number: 'string', code: 'string' },
  zone: { id: 'id', name: 'string' },
  qr_code: 'qr',
  place,
}

/** Parameters, body and replies of an operation. Parameter names include their place, for example `query.page`. */
export interface SpecifiedOperation {
  readonly parameters: readonly string[]
  readonly body: Fields
  /** The `data` of a reply with status 200, the only status in the specification. */
  readonly data: Fields
}

const SESSION = '/api/v1/public/booking-sessions/{session_id}'

/**
 * Operations in the section "Endpoints" of the specification. For step 4 (hold), the section gives no method, path,
 * payload or failures. Every call has the header `x-partner-code`.
 */
export const specifiedOperations: Readonly<Record<string, SpecifiedOperation>> = {
  'GET /api/v1/public/events': { parameters: ['query.page', 'query.limit'], body: {}, data: eventList },
  'POST /api/v1/public/events': {
    parameters: ['header.x-env', 'query.env'],
    body: {
      event_name: 'string',
      event_date: 'string',
      home_team: 'string',
      away_team: 'string',
      default_price: 'number',
    },
    data: createdEvent,
  },
  'POST /api/v1/public/booking-sessions': {
    parameters: [],
    body: { event_id: 'id', access_code: 'string' },
    data: openedSession,
  },
  [`GET ${SESSION}`]: { parameters: ['path.session_id', 'query.section_id'], body: {}, data: sectionSession },
  [`GET ${SESSION}/checkout`]: { parameters: ['path.session_id'], body: {}, data: checkout },
  'POST /api/v1/public/purchases': {
    parameters: [],
    body: {
      order_id: 'uuid',
      amount: 'number',
      currency: 'string',
      payment_method: 'string',
      payment_reference: 'string',
      hold_ids: 'strings',
      customer: { name: 'string', phone: 'string', email: 'string' },
    },
    data: purchase,
  },
  'GET /api/v1/public/tickets': { parameters: ['query.owner_ref'], body: {}, data: { tickets: [ticket] } },
  'GET /api/v1/public/tickets/{ticket_id}': {
    parameters: ['path.ticket_id', 'query.owner_ref'],
    body: {},
    data: ticket,
  },
}
