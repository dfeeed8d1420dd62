/**
 * The field tables of the interface specification, copied by hand and apart from `shared/partner-api`: a field that
 * the contract forgot would be missing here from what the service answers.
 */
type Kind =
  'string' | 'number' | 'integer' | 'boolean' | 'strings' | 'id' | 'uuid' | 'timestamp' | 'local' | 'hex' | 'qr'
export interface Fields {
  readonly [name: string]: Kind | Fields | readonly [Fields]
}

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

const session: Fields = {
  session_id: 'uuid',
  event_id: 'id',
  owner_ref: 'string',
  status: 'string',
  expires_at: 'timestamp',
  requires_access_code: 'boolean',
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
  items: [{ hold_id: 'uuid', seat_id: 'id', seat_code: 'string', price: 'number', remaining_seconds: 'integer' }],
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

const kinds: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  strings: (value) => Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string'),
  id: (value) => matches(value, /^\d+$/u),
  uuid: (value) => matches(value, /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/iu),
  timestamp: (value) => matches(value, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u),
  local: (value) => matches(value, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/u),
  hex: (value) => matches(value, /^#[\da-f]{6}$/iu),
  qr: (value) => matches(value, /^[\da-f]{32}$/iu),
}

/** Every field that is missing or of another type, by its path; lists are looked at in every item and must not be empty. */
export function misfits(value: unknown, fields: Fields, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path || 'the value']
  return Object.entries(fields).flatMap(([name, kind]) => {
    const at = path ? `${path}.${name}` : name
    const own = (value as Record<string, unknown>)[name]
    if (typeof kind === 'string') return kinds[kind](own) ? [] : [at]
    if (!isList(kind)) return misfits(own, kind, at)
    if (!Array.isArray(own) || own.length === 0) return [at]
    return own.flatMap((item, index) => misfits(item, kind[0], `${at}[${index}]`))
  })
}

function isList(kind: Fields | readonly [Fields]): kind is readonly [Fields] {
  return Array.isArray(kind)
}

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value)
}
