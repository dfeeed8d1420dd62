import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBookingService } from '../electron/booking/booking-service.ts'
import type { VenuePlan } from '../shared/domain/venue/venue-plan.ts'
import type { ErrorBody, ErrorCode } from '../shared/api/partner/errors.ts'
import type { Json, OperationExamples } from './openapi/partner-document.ts'
import { operations, type Operation, type OperationName } from '../shared/api/partner/operations.ts'

/** Plan of a stand with only four seats, because the documentation pages show complete replies. */
const venue: VenuePlan = {
  format: 'guichet-venue-plan/1',
  venue: { name: 'Stade de la Corniche', city: 'Conakry', country: 'Guinée' },
  field: {
    kind: 'pitch',
    outline: [
      [-5, -5],
      [5, -5],
      [5, 5],
    ],
  },
  tribunes: [{ code: 'N', name: 'Tribune Nord', color: '#1d4f9c', label: [0, 0] }],
  zones: [{ code: 'NORD', name: 'Nord', color: '#1d4f9c' }],
  gates: [{ code: 'A', name: 'Porte A', label: 'Porte A, côté ville', at: [0, 9] }],
  sections: [
    {
      code: 'N1',
      name: 'Nord 1',
      tribune: 'N',
      zone: 'NORD',
      gate: 'A',
      numbering: { scheme: 'consecutive', direction: 'clockwise' },
      front: { kind: 'line', from: [0, 0], to: [10, 0] },
      rowDepth: 1,
      seatPitch: 0.5,
      aisleWidth: 1,
      rows: [
        { label: 'A', blocks: [2] },
        { label: 'B', blocks: [2] },
      ],
    },
  ],
}

interface Asked {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Json
}

const ORDER = '6f1c2d3e-4a5b-4c6d-8e7f-9a0b1c2d3e4f'
const REQUEST = '2b7e1d5a-93c4-4f08-a6d1-5e0c8b3f7a92'
const UNUSED_ID = '00000000-0000-4000-8000-000000000000'

type Service = Awaited<ReturnType<typeof createBookingService>>
type Recorder = ReturnType<typeof createRecorder>

interface Session {
  readonly session_id: string
  readonly owner_ref: string
  readonly map: { readonly sections: readonly { readonly id: string }[] }
}

/**
 * Records a sale and its possible errors, by running them against the real service with a fixed clock and fixed random
 * numbers.
 */
export async function recordExamples(): Promise<Readonly<Record<OperationName, OperationExamples>>> {
  const folder = await mkdtemp(join(tmpdir(), 'guichet-examples-'))
  let now = Date.parse('2026-05-16T09:30:00Z')
  let drawn = 0
  const service = await createBookingService({
    database: join(folder, 'examples.db'),
    venues: [venue],
    clock: () => now,
    timeZone: 'Africa/Conakry',
    random: (count) =>
      Buffer.concat(
        Array.from({ length: Math.ceil(count / 32) }, () =>
          createHash('sha256')
            .update(`${(drawn += 1)}`)
            .digest(),
        ),
      ).subarray(0, count),
    seed: false,
    maxSeatsPerSession: 3,
  })
  const recorder = createRecorder(service)
  const pass = (milliseconds: number): void => {
    now += milliseconds
  }
  try {
    const opening = await playEvents(recorder)
    const shown = await playSession(recorder, opening)
    const held = await playHolds(recorder, shown)
    const { order, cancellation } = await playPurchase(recorder, shown, held)
    await playCancellation(recorder, cancellation)
    await playExpiry(recorder, { ...held, order, pass })
    now = Date.parse('2026-05-17T17:59:00Z')
    await playEnd(recorder, { ...shown, opening, pass })
  } finally {
    await service.close()
    await rm(folder, { recursive: true })
  }
  const missing = (Object.keys(operations) as OperationName[]).filter((name) => recorder.recorded[name] === undefined)
  if (missing.length > 0) throw new Error(`no example recorded for ${missing.join(', ')}`)
  return recorder.recorded as Record<OperationName, OperationExamples>
}

function createRecorder(service: Service) {
  const recorded: Partial<Record<OperationName, { -readonly [K in keyof OperationExamples]: OperationExamples[K] }>> =
    {}

  async function send(name: OperationName, { params = {}, query = {}, headers = {}, body }: Asked): Promise<Json> {
    const operation: Operation = operations[name]
    const path = operation.path.replaceAll(/\{(\w+)\}/gu, (_, key: string) => params[key] ?? '')
    const search = new URLSearchParams(query).toString()
    const request = new Request(`http://service.example${path}${search && `?${search}`}`, {
      method: operation.method,
      headers: {
        'x-partner-code': 'demo',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return (await (await service.fetch(request)).json()) as Json
  }
  async function right<T>(name: OperationName, asked: Asked = {}): Promise<T> {
    const reply = await send(name, asked)
    const { success, data } = reply as { success: boolean; data: T }
    if (!success) throw new Error(`${name}: ${JSON.stringify(reply)}`)
    recorded[name] ??= { ...asked, reply, refusals: {} }
    return data
  }
  async function wrong(name: OperationName, code: ErrorCode, asked: Asked = {}): Promise<void> {
    const reply = (await send(name, asked)) as unknown as ErrorBody
    if (reply.error.code !== code) throw new Error(`${name}: ${JSON.stringify(reply)} instead of ${code}`)
    const example = recorded[name]
    if (example) example.refusals = { ...example.refusals, [code]: reply }
  }

  return { recorded, right, wrong }
}

async function playEvents({ right, wrong }: Recorder): Promise<{ event_id: string; access_code: string }> {
  const draft = {
    event_name: 'Hamana AC – AS Kaporo Star',
    event_date: '2026-05-17',
    home_team: 'Hamana AC',
    away_team: 'AS Kaporo Star',
    default_price: 70_000,
  }
  const demo = { 'x-env': 'demo' }
  const { open_session } = await right<{ open_session: { event_id: string; access_code: string } }>('createEvent', {
    headers: demo,
    body: draft,
  })
  await wrong('createEvent', 'DEMO_ONLY', { body: draft })
  await wrong('createEvent', 'MALFORMED_REQUEST', { headers: demo, body: { ...draft, event_date: '17/05/2026' } })
  await wrong('createEvent', 'UNSUPPORTED_MEDIA_TYPE', {
    headers: { ...demo, 'content-type': 'text/plain' },
    body: draft,
  })
  await right('listEvents', { query: { page: '1', limit: '12' } })
  await wrong('listEvents', 'MALFORMED_REQUEST', { query: { limit: '1000' } })
  await wrong('listEvents', 'UNKNOWN_PARTNER', { headers: { 'x-partner-code': 'nobody' } })
  return open_session
}

async function playSession({ right, wrong }: Recorder, opening: { event_id: string; access_code: string }) {
  const session = await right<Session>('openSession', { body: opening })
  await wrong('openSession', 'ACCESS_DENIED', { body: { ...opening, access_code: 'WRONG' } })
  await wrong('openSession', 'EVENT_NOT_FOUND', { body: { ...opening, event_id: '999' } })
  const params = { session_id: session.session_id }
  const query = { section_id: session.map.sections[0]?.id ?? '' }
  const { map } = await right<{ map: { seats: readonly { id: string }[] } }>('viewSection', { params, query })
  await wrong('viewSection', 'SECTION_NOT_FOUND', { params, query: { section_id: '999' } })
  await wrong('viewSection', 'SESSION_NOT_FOUND', { params: { session_id: UNUSED_ID }, query })
  const other = async (): Promise<Session> => right<Session>('openSession', { body: opening })
  return { params, ownerRef: session.owner_ref, seatIds: map.seats.map(({ id }) => id), other }
}

async function playHolds(
  { right, wrong }: Recorder,
  { params, seatIds, other }: Awaited<ReturnType<typeof playSession>>,
) {
  const [one = '', two = '', three = '', four = ''] = seatIds
  const { hold } = await right<{ hold: { hold_id: string } }>('holdSeats', { params, body: { seat_id: one } })
  await wrong('holdSeats', 'SEAT_NOT_FOUND', { params, body: { seat_id: '999' } })
  await wrong('holdSeats', 'SEAT_LIMIT', { params, body: { seat_ids: [one, two, three, four] } })
  const elsewhere = { session_id: (await other()).session_id }
  await wrong('holdSeats', 'SEAT_CONFLICT', { params: elsewhere, body: { seat_ids: [one, two] } })
  const lent = await right<{ hold: { hold_id: string } }>('holdSeats', { params, body: { seat_id: two } })
  await right('releaseHold', { params: { ...params, hold_id: lent.hold.hold_id } })
  await wrong('releaseHold', 'HOLD_NOT_FOUND', { params: { ...params, hold_id: UNUSED_ID } })
  return { hold, seat: two, elsewhere }
}

async function playPurchase(
  { right, wrong }: Recorder,
  { params, ownerRef: owner_ref }: Awaited<ReturnType<typeof playSession>>,
  { hold, elsewhere }: Awaited<ReturnType<typeof playHolds>>,
) {
  const checkout = await right<{ amount: number }>('readCheckout', { params })
  await wrong('readCheckout', 'NO_HOLDS', { params: elsewhere })
  const order = {
    order_id: ORDER,
    amount: checkout.amount,
    currency: 'GNF',
    payment_method: 'cash',
    payment_reference: `GUICHET-${ORDER.slice(0, 8)}`,
    hold_ids: [hold.hold_id],
    customer: { name: 'Mariama Diallo', phone: '+224620000000', email: 'mariama@example.org' },
  }
  const { tickets } = await right<{ tickets: readonly { id: string }[] }>('confirmPurchase', { body: order })
  await wrong('confirmPurchase', 'ORDER_CONFLICT', { body: { ...order, amount: 1 } })
  await wrong('confirmPurchase', 'HOLD_NOT_FOUND', { body: { ...order, order_id: UNUSED_ID, hold_ids: [UNUSED_ID] } })
  await wrong('releaseHold', 'HOLD_SOLD', { params: { ...params, hold_id: hold.hold_id } })

  await right('listTickets', { query: { owner_ref } })
  await wrong('listTickets', 'OWNER_REF_REQUIRED')
  const ticket = { params: { ticket_id: tickets[0]?.id ?? '' }, query: { owner_ref } }
  await right('getTicket', ticket)
  await wrong('getTicket', 'TICKET_NOT_FOUND', { ...ticket, query: { owner_ref: 'demo-user-999' } })
  return { order, cancellation: { owner_ref, ticket_ids: [tickets[0]?.id ?? ''] } }
}

async function playCancellation(
  { right, wrong }: Recorder,
  tickets: { readonly owner_ref: string; readonly ticket_ids: readonly string[] },
): Promise<void> {
  const body = { request_id: REQUEST, ...tickets, reason: 'Match remis' }
  await right('cancelTickets', { body })
  await wrong('cancelTickets', 'REQUEST_CONFLICT', { body: { ...body, reason: 'Doublon' } })
  await wrong('cancelTickets', 'TICKET_NOT_FOUND', { body: { ...body, request_id: UNUSED_ID, ticket_ids: ['999'] } })
}

async function playExpiry(
  { right, wrong }: Recorder,
  {
    order,
    seat,
    elsewhere,
    pass,
  }: {
    readonly order: Awaited<ReturnType<typeof playPurchase>>['order']
    readonly seat: string
    readonly elsewhere: { readonly session_id: string }
    readonly pass: (milliseconds: number) => void
  },
): Promise<void> {
  const late = await right<{ hold: { hold_id: string } }>('holdSeats', { params: elsewhere, body: { seat_id: seat } })
  await wrong('confirmPurchase', 'AMOUNT_MISMATCH', {
    body: { ...order, order_id: UNUSED_ID, hold_ids: [late.hold.hold_id], amount: 1 },
  })
  await wrong('confirmPurchase', 'CURRENCY_MISMATCH', {
    body: { ...order, order_id: UNUSED_ID, hold_ids: [late.hold.hold_id], currency: 'EUR' },
  })
  pass(480_000)
  await wrong('confirmPurchase', 'HOLD_EXPIRED', {
    body: { ...order, order_id: UNUSED_ID, hold_ids: [late.hold.hold_id] },
  })
  pass(1_800_000)
  await wrong('readCheckout', 'SESSION_EXPIRED', { params: elsewhere })
  await wrong('holdSeats', 'SESSION_EXPIRED', { params: elsewhere, body: { seat_id: seat } })
}

async function playEnd(
  { wrong }: Recorder,
  {
    opening,
    seatIds: [seat = ''],
    other,
    pass,
  }: Pick<Awaited<ReturnType<typeof playSession>>, 'seatIds' | 'other'> & {
    readonly opening: { event_id: string; access_code: string }
    readonly pass: (milliseconds: number) => void
  },
): Promise<void> {
  const params = { session_id: (await other()).session_id }
  pass(60_000)
  await wrong('openSession', 'EVENT_ENDED', { body: opening })
  await wrong('holdSeats', 'EVENT_ENDED', { params, body: { seat_id: seat } })
}
