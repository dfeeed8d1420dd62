import type { BookingService } from '../../electron/booking/booking-service.ts'
import type { WireReply, WireRequest } from '../../shared/api/partner/conformance/conformance-sale.ts'

type Mutant = (request: WireRequest, service: Answer) => Promise<WireReply>

export type Answer = (request: WireRequest) => Promise<WireReply>

export const answerOf =
  (service: Pick<BookingService, 'fetch'>): Answer =>
  async ({ method, target, headers, body }) => {
    const sent = { method, headers, ...(body !== null && { body }) }
    const reply = await service.fetch(new Request(`http://service.internal${target}`, sent))
    return { status: reply.status, headers: Object.fromEntries(reply.headers), text: await reply.text() }
  }

type Loose = Record<string, unknown>

function pick(from: unknown, ...path: readonly (string | number)[]): Loose {
  let at = from
  for (const key of path) at = (at as Record<string | number, unknown> | undefined)?.[key]
  return (at ?? {}) as Loose
}

function items(from: unknown, ...path: readonly string[]): Loose[] {
  const found: unknown = pick(from, ...path)
  return Array.isArray(found) ? (found as Loose[]) : []
}

const API = '/api/v1/public'
const isSection = ({ target }: WireRequest): boolean => target.includes('?section_id=')
const isOpening = ({ method, target }: WireRequest): boolean =>
  method === 'POST' && target === `${API}/booking-sessions`
const isCheckout = ({ target }: WireRequest): boolean => target.endsWith('/checkout')
const isPurchase = ({ target }: WireRequest): boolean => target === `${API}/purchases`
const isList = ({ method, target }: WireRequest): boolean => method === 'GET' && target.startsWith(`${API}/events`)
const isTickets = ({ target }: WireRequest): boolean => target.startsWith(`${API}/tickets?`)
const isTicket = ({ target }: WireRequest): boolean => target.startsWith(`${API}/tickets/`)

function changed(where: (request: WireRequest) => boolean, change: (data: Loose) => void): Mutant {
  return async (request, service) => {
    const reply = await service(request)
    if (!where(request) || reply.status !== 200) return reply
    const envelope = JSON.parse(reply.text) as { data: Loose }
    change(envelope.data)
    return { ...reply, text: JSON.stringify(envelope) }
  }
}

function asked(where: (request: WireRequest) => boolean, change: (body: Loose) => void): Mutant {
  return (request, service) => {
    if (!where(request) || request.body === null) return service(request)
    const body = JSON.parse(request.body) as Loose
    change(body)
    return service({ ...request, body: JSON.stringify(body) })
  }
}

const set = (object: Loose, name: string, value: unknown): void => void (object[name] = value)

/** Sets one value in matching replies. The last part of `path` is the name of the value. */
const sets = (where: (request: WireRequest) => boolean, path: readonly (string | number)[], value: unknown): Mutant =>
  changed(where, (data) => set(pick(data, ...path.slice(0, -1)), String(path.at(-1)), value))

const replies = (where: (request: WireRequest, reply: WireReply) => boolean, instead: Partial<WireReply>): Mutant => {
  return async (request, service) => {
    const reply = await service(request)
    return where(request, reply) ? { ...reply, ...instead } : reply
  }
}

const refuses =
  (words: string, status: number, text: string): Mutant =>
  async (request, service) =>
    request.body?.includes(words) === true ? { status, headers: {}, text } : service(request)

const ownerIn = ({ target }: WireRequest): string | undefined => /owner_ref=([^&]+)/u.exec(target)?.[1]

/** Returns mutants by fault and the rule that must detect it. Some store data, so each run needs new ones. */
export function mutants(): Readonly<Record<string, Mutant>> {
  const seen = { owners: [] as string[], codes: new Map<string, string>() }
  return {
    '1.pagination-count: total_pages counts one too many': changed(isList, (data) =>
      set(pick(data, 'pagination'), 'total_pages', Number(pick(data, 'pagination')['total_pages']) + 1),
    ),
    '1.pages-differ: every page is the first': (request, service) =>
      service({ ...request, target: request.target.replace('page=2', 'page=1') }),
    '1.fields: event ids are numbers': changed(isList, (data) => {
      for (const event of items(data, 'events')) set(event, 'id', Number(event['id']))
    }),
    '1b.demo-required: events are created without demo selection': (request, service) =>
      service({ ...request, headers: { ...request.headers, 'x-env': 'demo' } }),
    '1b.demo-query: env=demo in the query is overlooked': (request, service) =>
      service({ ...request, target: request.target.replace('?env=demo', '') }),
    '2.event-ended: an event that is over is refused as one that is unknown': replies(
      (request, { text }) => isOpening(request) && text.includes('EVENT_ENDED'),
      { status: 404 },
    ),
    '2.access-code: any access code opens a session': async (request, service) => {
      if (request.method === 'POST' && request.target.startsWith(`${API}/events`)) {
        const reply = await service(request)
        const { data } = JSON.parse(reply.text) as { data?: Loose }
        if (data !== undefined)
          seen.codes.set(String(pick(data, 'open_session')['event_id']), String(data['access_code']))
        return reply
      }
      return asked(isOpening, (body) => set(body, 'access_code', seen.codes.get(String(body['event_id'])) ?? 'x'))(
        request,
        service,
      )
    },
    '2.no-seats: seats come with the opened session': sets(isOpening, ['map', 'seats'], [{ id: '1' }]),
    '2.counts: the counts of the zones are stale': sets(isOpening, ['availability', 'zones', 0, 'remaining'], 1),
    '2.own: two sessions share an id': sets(isOpening, ['session_id'], '00000000-0000-4000-8000-00000000000a'),
    '3.section: seats of another section come along': sets(isSection, ['map', 'seats', 3, 'section_id'], '999'),
    '3.no-qr: seats carry a QR code': sets(isSection, ['map', 'seats', 0, 'qr_code'], 'a'.repeat(32)),
    '3.place-id: place_id is another number': sets(isSection, ['map', 'seats', 1, 'place_id'], 1),
    '3.seat-list: the seat list lags behind the map': sets(isSection, ['availability', 'seats', 0, 'status'], 'sold'),
    '4.counted: remaining counts held seats too': changed(isSection, (data) =>
      set(pick(data, 'availability'), 'remaining', items(data, 'map', 'seats').length),
    ),
    '4.held: held seats are still shown as available': changed(isSection, (data) => {
      const seats = [...items(data, 'map', 'seats'), ...items(data, 'availability', 'seats')]
      for (const seat of seats) set(seat, 'status', 'available')
    }),
    '4.counted: the revision never moves': sets(isSection, ['availability', 'revision'], '2026-01-01T00:00:00.000Z'),
    '5.amount: the checkout adds a fee': changed(isCheckout, (data) =>
      set(data, 'amount', Number(data['amount']) + 500),
    ),
    '5.needs-holds: an empty session has a checkout': replies(
      (request, { status }) => isCheckout(request) && status === 409,
      { status: 200, text: '{"success":true,"message":"","data":{"items":[],"amount":0}}' },
    ),
    '6.amount-checked: any amount is taken': replies((request, { status }) => isPurchase(request) && status === 422, {
      status: 200,
      text: '{"success":true,"message":"Purchase completed","data":{"tickets":[]}}',
    }),
    '6.holds-checked: a fault of the service in place of a refusal': replies(
      (request, { status }) => isPurchase(request) && status === 404,
      { status: 500, text: 'Internal Server Error' },
    ),
    '6.payment-method: an unusual payment method is refused': refuses('cowries', 422, '{"success":false}'),
    '6.anonymous: a purchase without an email address is refused': refuses(
      '"email":""',
      400,
      '{"success":false,"message":"customer.email is required"}',
    ),
    '6.order: the idempotency key is random': sets(isPurchase, ['idempotency_key'], 'k-17'),
    '6.tickets: one ticket for all seats': changed(isPurchase, (data) => items(data, 'tickets').splice(1)),
    '6.qr: tickets share a QR code': changed(isPurchase, (data) => {
      for (const ticket of items(data, 'tickets')) set(ticket, 'qr_code', 'b'.repeat(32))
    }),
    '6.place: the ticket names another gate': sets(isPurchase, ['tickets', 0, 'place', 'porte', 'nom'], 'Porte Z'),
    '7.tickets: tickets are read with another code': sets(isTickets, ['tickets', 0, 'qr_code'], 'c'.repeat(32)),
    '7.owner: an owner sees the tickets of every other': async (request, service) => {
      const owner = ownerIn(request)
      if (!isTickets(request) || owner === undefined) return service(request)
      seen.owners.push(owner)
      const tickets: Loose[] = []
      for (const known of new Set(seen.owners)) {
        const reply = await service({ ...request, target: request.target.replace(owner, known) })
        tickets.push(...items(JSON.parse(reply.text), 'data', 'tickets'))
      }
      const text = JSON.stringify({ success: true, message: 'Public tickets', data: { tickets } })
      return { status: 200, headers: { 'content-type': 'application/json' }, text }
    },
    '8.owner: a ticket is shown to anybody who asks': async (request, service) => {
      const owner = ownerIn(request)
      if (isTickets(request) && owner !== undefined && !seen.owners.includes(owner)) seen.owners.push(owner)
      if (!isTicket(request) || owner === undefined) return service(request)
      for (const known of [owner, ...seen.owners]) {
        const reply = await service({ ...request, target: request.target.replace(owner, known) })
        if (reply.status === 200) return reply
      }
      return service(request)
    },
    '8.owner-required: a ticket without owner_ref shows the first owner’s': async (request, service) => {
      const owner = ownerIn(request)
      if (owner !== undefined) seen.owners.push(owner)
      if (!isTicket(request) || owner !== undefined) return service(request)
      for (const known of seen.owners.toReversed()) {
        const reply = await service({ ...request, target: `${request.target}?owner_ref=${known}` })
        if (reply.status === 200) return reply
      }
      return service(request)
    },
  }
}
