import { anonymousBuyer, type Buyer } from '../domain/customer.ts'
import { parseJson } from '../json.ts'
import {
  fillHoldBody,
  type HoldBody,
  singleSeatBody,
  type Operation,
  type OperationName,
  operations,
  PARTNER_CODE_HEADER,
} from '../partner-api/operations.ts'

/** A session with seats held, ready to be bought. */
interface Basket {
  readonly session: Reply
  readonly sessionId: string
  readonly ownerRef: string
  /** Seats as step 3 showed them before they were held. */
  readonly seats: readonly Fields[]
  readonly checkout: Reply
}

/** A completed sale, with the replies of the steps before it. */
interface Sale extends Basket {
  readonly order: Fields
  readonly purchase: Reply
}

const NO_SUCH_UUID = '00000000-0000-4000-8000-000000000000'
const NO_SUCH_ID = '9007199254740991'

/**
 * Returns the steps and replies that the rules examine. Replies that several rules need are requested once and cached.
 */
export function createWalk(options: WalkOptions) {
  const { uuid, demo = true, anonymousCustomer = anonymousBuyer('conformance') } = options
  const steps = createSteps(options)
  const { call, need, createEvent, openSession, viewSection, roomySection } = steps
  const till = createTill(steps, uuid)

  return {
    ...steps,
    ...till,
    noSuchUuid: NO_SUCH_UUID,
    noSuchId: NO_SUCH_ID,
    uuid,
    anonymousCustomer,
    tickets: (ownerRef: string): Promise<Reply> => call('listTickets', { query: { owner_ref: ownerRef } }),
    ticket: (id: string, ownerRef: string): Promise<Reply> =>
      call('getTicket', { params: { ticket_id: id }, query: { owner_ref: ownerRef } }),
    events: once(async () => {
      // A demo environment may have no event on sale yet. The rules need two events.
      if (demo) await Promise.all([createEvent('header'), createEvent('header')])
      const list = await need('listEvents', call('listEvents', { query: { page: '1', limit: '12' } }))
      if (listOf(list.data['events']).length === 0) throw new NotTestable('no event is on sale')
      return list
    }),
    session: once(openSession),
    view: once(async () => {
      const session = await openSession()
      const sectionId = roomySection(session, 1)
      return { session, sectionId, view: await viewSection(session, sectionId) }
    }),
    held: once(() => till.basket(2)),
    sale: once(() => till.sell(2)),
    /** A sale of another customer. */
    otherSale: once(() => till.sell(1)),
  }
}

export type Walk = ReturnType<typeof createWalk>

/** Holds seats and sells them. */
function createTill({ call, need, openSession, viewSection, roomySection, holdSeats }: Steps, uuid: () => string) {
  /** Returns a new session that holds `count` seats. */
  async function basket(count: number): Promise<Basket> {
    const session = await openSession()
    const view = await viewSection(session, roomySection(session, count))
    const seats = seatsOf(view)
      .filter(({ status }) => status === 'available')
      .slice(0, count)
    if (seats.length < count) throw new NotTestable(`step 3 shows fewer than ${count} available seats`)
    await holdSeats(
      session,
      seats.map(({ id }) => textOf(id)),
    )
    const checkout = await need('readCheckout', call('readCheckout', { params: sessionParams(session) }))
    return {
      session,
      sessionId: textOf(session.data['session_id']),
      ownerRef: textOf(session.data['owner_ref']),
      seats,
      checkout,
    }
  }

  function orderFor({ checkout }: Basket): Fields {
    return {
      order_id: uuid(),
      amount: checkout.data['amount'],
      currency: checkout.data['currency'],
      payment_method: 'cash',
      payment_reference: 'conformance-1',
      hold_ids: listOf(checkout.data['items']).map((item) => item['hold_id']),
      customer: { name: 'Conformance', phone: '+224 000 00 00 00', email: 'conformance@example.org' },
    }
  }

  const confirm = (order: Fields): Promise<Reply> => call('confirmPurchase', { body: order })

  async function sell(count: number): Promise<Sale> {
    const held = await basket(count)
    const order = orderFor(held)
    return { ...held, order, purchase: await need('confirmPurchase', confirm(order)) }
  }

  return { basket, orderFor, confirm, sell }
}

export interface WireRequest {
  readonly method: string
  /** Path and query below the base URL. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export interface WireReply {
  readonly status: number
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Sends one request and returns any reply. Rejects if there is none. */
export type Exchange = (request: WireRequest) => Promise<WireReply>

interface Call {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface Reply extends WireReply {
  readonly request: string
  /** The body as JSON; undefined when it is not JSON. */
  readonly json: unknown
  /** Whether the status is 2xx and the envelope has `success: true`. */
  readonly succeeded: boolean
  /** `data` of the envelope; an empty object when there is none. */
  readonly data: Fields
}

/** A JSON object with unknown members. */
export type Fields = Readonly<Record<string, unknown>>

/**
 * Calls operations by the operations table. `send` takes a method and path for the one call that the specification
 * leaves open.
 */
function createCaller(exchange: Exchange, partnerCode: string) {
  async function send(method: string, path: string, { query, headers, body }: Call = {}): Promise<Reply> {
    const search = Object.entries(query ?? {})
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .join('&')
    const reply = await exchange({
      method,
      target: search === '' ? path : `${path}?${search}`,
      headers: {
        [PARTNER_CODE_HEADER]: partnerCode,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const json = parseJson(reply.text)
    const envelope = fieldsOf(json)
    const succeeded = reply.status >= 200 && reply.status < 300 && envelope['success'] === true
    return { ...reply, request: `${method} ${path}`, json, succeeded, data: fieldsOf(envelope['data']) }
  }

  return {
    send,
    call: (name: OperationName, input: Call = {}): Promise<Reply> => {
      const { method, path }: Operation = operations[name]
      return send(method, fillPath(path, input.params ?? {}), input)
    },
  }
}

function fillPath(template: string, params: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/gu, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

/** Returns the items of a list as objects; an empty list if the value is not a list. */
export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : []
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/**
 * Thrown if a rule cannot be tested on this service because something that it needs is missing. The message gives the
 * reason.
 */
export class NotTestable extends Error {
  override readonly name = 'NotTestable'
}

/** How seats are held. The specification leaves this open, so the caller of the suite sets it. */
export interface HoldCall {
  readonly method: string
  /** Path template; `{session_id}` is replaced by the session's id. */
  readonly path: string
  readonly body: HoldBody
  /** True if one call holds all seats, false if each seat needs a call. */
  readonly batch: boolean
}

/** Default for what the specification leaves open: one call for each seat. */
const defaultHoldCall: HoldCall = {
  method: operations.holdSeats.method,
  path: operations.holdSeats.path,
  body: singleSeatBody,
  batch: false,
}

export interface WalkOptions {
  readonly exchange: Exchange
  readonly partnerCode: string
  readonly uuid: () => string
  readonly hold?: HoldCall
  /** Customer data that a kiosk sends for a customer without a name. */
  readonly anonymousCustomer?: Buyer
  /** Event to sell if the service has no demo environment that creates one. */
  readonly event?: { readonly eventId: string; readonly accessCode: string } | undefined
  /** If false, no demo event is requested. */
  readonly demo?: boolean
}

const EVENT_DATE = '2099-05-17'
const PAST_DATE = '2000-05-17'

type Steps = ReturnType<typeof createSteps>

/** Creates the single steps through the service. A step that later ones depend on throws `NotTestable` if it fails. */
function createSteps(options: WalkOptions) {
  const { hold = defaultHoldCall, demo = true } = options
  const caller = createCaller(options.exchange, options.partnerCode)
  const { call } = caller

  async function need(name: OperationName, reply: Promise<Reply>): Promise<Reply> {
    const { succeeded, status, text, ...rest } = await reply
    if (!succeeded) throw new NotTestable(`${operations[name].summary}: HTTP ${status} ${text.slice(0, 200)}`)
    return { succeeded, status, text, ...rest }
  }

  const createEvent = (selection: 'header' | 'query' | 'none', date = EVENT_DATE): Promise<Reply> =>
    call('createEvent', {
      ...(selection === 'header' && { headers: { 'x-env': 'demo' } }),
      ...(selection === 'query' && { query: { env: 'demo' } }),
      body: {
        event_name: 'Conformance',
        event_date: date,
        home_team: 'A',
        away_team: 'B',
        default_price: 50_000,
      },
    })

  const demoEvent = (date: string) => async (): Promise<Reply> => {
    if (!demo) throw new NotTestable('no demo event was asked for')
    return need('createEvent', createEvent('header', date))
  }
  const created = once(demoEvent(EVENT_DATE))
  const createdInThePast = demoEvent(PAST_DATE)

  /** Returns the body of the request that opens a session. */
  const opening = once(async (): Promise<{ event_id: string; access_code: string }> => {
    if (options.event !== undefined) return { event_id: options.event.eventId, access_code: options.event.accessCode }
    const { data } = await created()
    return { event_id: textOf(fieldsOf(data['event'])['id']), access_code: textOf(data['access_code']) }
  })

  const openSession = async (): Promise<Reply> => need('openSession', call('openSession', { body: await opening() }))

  const viewSection = (session: Reply, sectionId: string): Promise<Reply> =>
    need('viewSection', call('viewSection', { params: sessionParams(session), query: { section_id: sectionId } }))

  /** Returns the first section with enough available seats, by the counts of step 2. */
  function roomySection(session: Reply, seats: number): string {
    const sections = listOf(fieldsOf(session.data['availability'])['sections'])
    const roomy = sections.find(({ remaining }) => typeof remaining === 'number' && remaining >= seats)
    if (roomy === undefined) throw new NotTestable(`no section has ${seats} seats left`)
    return textOf(roomy['id'])
  }

  const holdSeat = (session: Reply, seatIds: readonly string[]): Promise<Reply> =>
    caller.send(hold.method, fillPath(hold.path, sessionParams(session)), {
      body: fillHoldBody(hold.body, { sessionId: textOf(session.data['session_id']), seatIds }),
    })

  async function holdSeats(session: Reply, seatIds: readonly string[]): Promise<void> {
    const calls = hold.batch ? [seatIds] : seatIds.map((id) => [id])
    for (const ids of calls) {
      const { succeeded, status, text } = await holdSeat(session, ids)
      if (!succeeded) {
        throw new NotTestable(
          `seats cannot be held by ${hold.method} ${hold.path}: HTTP ${status} ${text.slice(0, 200)}`,
        )
      }
    }
  }

  return {
    ...caller,
    need,
    createEvent,
    created,
    createdInThePast,
    opening,
    openSession,
    viewSection,
    roomySection,
    holdSeat,
    holdSeats,
  }
}

export const sessionParams = (session: Reply): Readonly<Record<string, string>> => ({
  session_id: textOf(session.data['session_id']),
})

export const seatsOf = (view: Reply): readonly Fields[] => listOf(fieldsOf(view.data['map'])['seats'])

/**
 * Returns a function that starts the work on its first call and returns the same promise to all callers, also if it
 * rejects.
 */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let outcome: Promise<T> | undefined
  return () => (outcome ??= work())
}

/**
 * A requirement of the interface specification and its check. Rules use only the calls and fields of the specification.
 * They require nothing that it leaves open, such as how seats are held or the format of a refusal.
 */
export interface Rule {
  /** Step and name of the rule, such as `3.place-id`. */
  readonly id: string
  /** Heading of the specification that contains the requirement. */
  readonly section: string
  /** Requirement in one sentence. */
  readonly says: string
  /**
   * Returns findings that contradict the rule; an empty list if it holds. Throws `NotTestable` if it cannot be tested.
   */
  readonly check: (walk: Walk) => Promise<readonly string[]>
}

export type Verdict = 'pass' | 'fail' | 'not-testable'

export interface RuleResult {
  readonly id: string
  readonly section: string
  readonly says: string
  readonly verdict: Verdict
  /** Contradictions of the rule, or the reason why it cannot be tested. */
  readonly findings: readonly string[]
}

/**
 * Creates a rule. Its check returns one item for each requirement: a finding, or any other value if the requirement is
 * met.
 */
export function rule(
  id: string,
  section: string,
  says: string,
  check: (walk: Walk) => Promise<readonly (string | false | null | undefined)[]>,
): Rule {
  return {
    id,
    section,
    says,
    check: async (walk) => (await check(walk)).filter((finding): finding is string => typeof finding === 'string'),
  }
}

/** Returns a finding if two values differ, otherwise false. */
export function differs(what: string, found: unknown, expected: unknown): string | false {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)]
  return a !== b && `${what}: ${a ?? 'nothing'}, expected ${b ?? 'nothing'}`
}
