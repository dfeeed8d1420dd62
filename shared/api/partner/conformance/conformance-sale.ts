import { anonymousBuyer, type Buyer } from '../../../domain/customer.ts'
import { parseJson } from '../../../json.ts'
import {
  fillHoldBody,
  type HoldBody,
  singleSeatBody,
  type Operation,
  type OperationName,
  operations,
  PARTNER_CODE_HEADER,
} from '../operations.ts'

interface Basket {
  readonly session: Reply
  readonly ownerRef: string
  readonly seats: readonly Fields[]
  readonly checkout: Reply
}

interface Sale extends Basket {
  readonly order: Fields
  readonly purchase: Reply
}

const EVENT_DATE = '2099-05-17'

/** Requests and caches the replies that the rules examine. Throws `NotTestable` if a required step fails. */
export class ConformanceSale {
  readonly noSuchUuid = '00000000-0000-4000-8000-000000000000'
  readonly noSuchId = '9007199254740991'
  readonly anonymousCustomer: Buyer
  readonly uuid: () => string
  readonly #options: WalkOptions & { readonly demo: boolean; readonly hold: HoldCall }

  constructor(options: WalkOptions) {
    const { demo = true, hold = defaultHoldCall } = options
    this.#options = { ...options, demo, hold }
    this.uuid = options.uuid
    this.anonymousCustomer = options.anonymousCustomer ?? anonymousBuyer('conformance')
  }

  readonly created = once(() => this.#demoEvent(EVENT_DATE))
  readonly createdInThePast = once(() => this.#demoEvent('2000-05-17'))
  readonly opening = once(async (): Promise<{ event_id: string; access_code: string }> => {
    const { event } = this.#options
    if (event !== undefined) return { event_id: event.eventId, access_code: event.accessCode }
    const { data } = await this.created()
    return { event_id: textOf(fieldsOf(data['event'])['id']), access_code: textOf(data['access_code']) }
  })
  readonly events = once(async () => {
    // A demo environment may have no event on sale yet, and the rules need two events.
    if (this.#options.demo) await Promise.all([this.createEvent('header'), this.createEvent('header')])
    const list = await this.#need('listEvents', { query: { page: '1', limit: '12' } })
    if (listOf(list.data['events']).length === 0) throw new NotTestable('no event is on sale')
    return list
  })
  readonly session = once(() => this.openSession())
  readonly view = once(async () => {
    const session = await this.openSession()
    const sectionId = this.roomySection(session, 1)
    return { session, sectionId, view: await this.viewSection(session, sectionId) }
  })
  readonly held = once(() => this.basket(2))
  readonly sale = once(() => this.#sell(2))
  readonly otherSale = once(() => this.#sell(1))

  call(name: OperationName, input: Call = {}): Promise<Reply> {
    const { method, path }: Operation = operations[name]
    return this.#send(method, fillPath(path, input.params ?? {}), input)
  }

  createEvent(selection: 'header' | 'query' | 'none', date = EVENT_DATE): Promise<Reply> {
    return this.call('createEvent', eventCall(selection, date))
  }

  async openSession(): Promise<Reply> {
    return this.#need('openSession', { body: await this.opening() })
  }

  viewSection(session: Reply, sectionId: string): Promise<Reply> {
    return this.#need('viewSection', { params: sessionParams(session), query: { section_id: sectionId } })
  }

  /** Returns the first section with enough available seats, according to the seat counts in the reply to step 2. */
  roomySection(session: Reply, seats: number): string {
    const sections = listOf(fieldsOf(session.data['availability'])['sections'])
    const roomy = sections.find(({ remaining }) => typeof remaining === 'number' && remaining >= seats)
    if (roomy === undefined) throw new NotTestable(`no section has ${seats} seats left`)
    return textOf(roomy['id'])
  }

  holdSeat(session: Reply, seatIds: readonly string[]): Promise<Reply> {
    const { method, path, body } = this.#options.hold
    return this.#send(method, fillPath(path, sessionParams(session)), {
      body: fillHoldBody(body, { sessionId: textOf(session.data['session_id']), seatIds }),
    })
  }

  async holdSeats(session: Reply, seatIds: readonly string[]): Promise<void> {
    const { method, path, batch } = this.#options.hold
    for (const ids of batch ? [seatIds] : seatIds.map((id) => [id])) {
      const { succeeded, status, text } = await this.holdSeat(session, ids)
      if (!succeeded)
        throw new NotTestable(`seats cannot be held with ${method} ${path}: HTTP ${status} ${text.slice(0, 200)}`)
    }
  }

  async basket(count: number): Promise<Basket> {
    const session = await this.openSession()
    const view = await this.viewSection(session, this.roomySection(session, count))
    const available = seatsOf(view).filter(({ status }) => status === 'available')
    const seats = available.slice(0, count)
    if (seats.length < count) throw new NotTestable(`step 3 returns fewer than ${count} available seats`)
    const ids = seats.map(({ id }) => textOf(id))
    await this.holdSeats(session, ids)
    const checkout = await this.#need('readCheckout', { params: sessionParams(session) })
    return { session, ownerRef: textOf(session.data['owner_ref']), seats, checkout }
  }

  orderFor({ checkout }: Basket): Fields {
    return {
      order_id: this.uuid(),
      amount: checkout.data['amount'],
      currency: checkout.data['currency'],
      payment_method: 'cash',
      payment_reference: 'conformance-1',
      hold_ids: listOf(checkout.data['items']).map((item) => item['hold_id']),
      customer: { name: 'Conformance', phone: '+224 000 00 00 00', email: 'conformance@example.org' },
    }
  }

  readonly confirm = (body: Fields) => this.call('confirmPurchase', { body })
  readonly tickets = (owner_ref: string) => this.call('listTickets', { query: { owner_ref } })
  readonly ticket = (ticket_id: string, owner_ref: string) =>
    this.call('getTicket', { params: { ticket_id }, query: { owner_ref } })

  async #sell(count: number): Promise<Sale> {
    const held = await this.basket(count)
    const order = this.orderFor(held)
    return { ...held, order, purchase: await this.#need('confirmPurchase', { body: order }) }
  }

  async #demoEvent(date: string): Promise<Reply> {
    if (!this.#options.demo) throw new NotTestable('demo events are disabled')
    return this.#need('createEvent', eventCall('header', date))
  }

  async #need(name: OperationName, input: Call): Promise<Reply> {
    const reply = await this.call(name, input)
    if (reply.succeeded) return reply
    throw new NotTestable(`${operations[name].summary}: HTTP ${reply.status} ${reply.text.slice(0, 200)}`)
  }

  async #send(method: string, path: string, { query, headers, body }: Call): Promise<Reply> {
    const search = Object.entries(query ?? {})
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .join('&')
    const reply = await this.#options.exchange({
      method,
      target: search === '' ? path : `${path}?${search}`,
      headers: {
        [PARTNER_CODE_HEADER]: this.#options.partnerCode,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const json = parseJson(reply.text)
    const envelope = fieldsOf(json)
    const succeeded = reply.status >= 200 && reply.status < 300 && envelope['success'] === true
    return { ...reply, json, succeeded, data: fieldsOf(envelope['data']) }
  }
}

const eventCall = (selection: 'header' | 'query' | 'none', date: string): Call => ({
  ...(selection === 'header' && { headers: { 'x-env': 'demo' } }),
  ...(selection === 'query' && { query: { env: 'demo' } }),
  body: { event_name: 'Conformance', event_date: date, home_team: 'A', away_team: 'B', default_price: 50_000 },
})

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

/** Sends one request and returns any reply. Rejects if no reply arrives. */
export type Exchange = (request: WireRequest) => Promise<WireReply>

interface Call {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface Reply extends WireReply {
  /** The body as JSON; undefined if the body is not JSON. */
  readonly json: unknown
  readonly succeeded: boolean
  /** `data` of the envelope; an empty object if missing. */
  readonly data: Fields
}

export type Fields = Readonly<Record<string, unknown>>

function fillPath(template: string, params: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/gu, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

/** Returns the items of a list as objects; an empty list for any other value. */
export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : []
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** Thrown if the tested service does not meet a precondition of a rule. The message gives the reason. */
export class NotTestable extends Error {
  override readonly name = 'NotTestable'
}

/** Call that holds seats, set by the caller of the test suite because the specification does not define the call. */
export interface HoldCall {
  readonly method: string
  /** Path template; `{session_id}` is replaced by the session's id. */
  readonly path: string
  readonly body: HoldBody
  /** True if one call holds all seats, false if each seat needs its own call. */
  readonly batch: boolean
}

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
  readonly anonymousCustomer?: Buyer
  /** Event to sell if the service has no demo environment. */
  readonly event?: { readonly eventId: string; readonly accessCode: string } | undefined
  /** If false, no demo event is requested. */
  readonly demo?: boolean
}

export const sessionParams = (session: Reply): Readonly<Record<string, string>> => ({
  session_id: textOf(session.data['session_id']),
})

export const seatsOf = (view: Reply): readonly Fields[] => listOf(fieldsOf(view.data['map'])['seats'])

/** Returns a function that starts `work` once and returns its promise to all callers, even after a rejection. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let outcome: Promise<T> | undefined
  return () => (outcome ??= work())
}

/** A requirement of the interface specification and its check. */
export interface Rule {
  /** Step and name of the rule, such as `3.place-id`. */
  readonly id: string
  /** Heading of the specification that contains the requirement. */
  readonly section: string
  readonly says: string
  /** Returns findings that contradict the rule. Throws `NotTestable` if the rule cannot be tested. */
  readonly check: (walk: ConformanceSale) => Promise<readonly string[]>
}

export type Verdict = 'pass' | 'fail' | 'not-testable'

export interface RuleResult {
  readonly id: string
  readonly section: string
  readonly says: string
  readonly verdict: Verdict
  /** Violations of the rule, or the reason why the rule cannot be tested. */
  readonly findings: readonly string[]
}

/** Creates a rule. `check` returns one item for each requirement, which is a string if the requirement is not met. */
export function rule(
  id: string,
  section: string,
  says: string,
  check: (walk: ConformanceSale) => Promise<readonly (string | false | null | undefined)[]>,
): Rule {
  return {
    id,
    section,
    says,
    check: async (walk) => (await check(walk)).filter((finding): finding is string => typeof finding === 'string'),
  }
}

export function differs(what: string, found: unknown, expected: unknown): string | false {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)]
  return a !== b && `${what}: ${a ?? 'missing'}, expected ${b ?? 'nothing'}`
}
