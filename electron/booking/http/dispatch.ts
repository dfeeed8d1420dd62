import {
  type Body,
  DEMO,
  ENVIRONMENT_HEADER,
  type Operation,
  type OperationName,
  operations,
  type Params,
  PARTNER_CODE_HEADER,
  type Query,
  VENUE_PLAN_ROUTE,
} from '../../../shared/api/partner/operations.ts'
import { BoundedMap } from '../sql/random.ts'
import { type BookingStore, StoreUnavailable } from '../sql/store.ts'
import {
  check,
  type Failure,
  failureOf,
  failureReply,
  matchesTag,
  type PlainHandler,
  type PlainReply,
  type PlainRequest,
  readJsonBody,
  readQuery,
  type RequestFacts,
} from './http.ts'

/**
 * Validated input of one operation. The function `header` reads request headers that are not part of the API contract.
 */
interface OperationInput<N extends OperationName> {
  readonly partnerCode: string
  readonly params: Params<N>
  readonly query: Query<N>
  readonly body: Body<N>
  readonly header: (name: string) => string | undefined
}

export type Handlers = { readonly [N in OperationName]: (input: OperationInput<N>) => Promise<PlainReply> }

interface DispatchOptions {
  readonly handlers: Handlers
  readonly venuePlan: VenuePlanHandler
  readonly admission: AdmissionCheck
  /** Whether callers may create events, as in a demo environment. */
  readonly demo: boolean
  /** Receives faults of the service. Stack traces must never be in a reply. */
  readonly report: (fault: unknown) => void
}

/** Answers a request after checking its route, partner, environment and input. Never rejects. */
export function createDispatch({ handlers, venuePlan, admission, demo, report }: DispatchOptions): PlainHandler {
  const replies = new ResponseCache()
  return async (request) => {
    try {
      return await answer(request)
    } catch (error) {
      report(error)
      return faultReply(error)
    }
  }

  async function answer(request: PlainRequest): Promise<PlainReply> {
    const { method, target } = request
    const known = replies.find(method, target)
    if (known) return forPartner(request, known.operation, (admitted, by) => replies.answer(known, admitted, by))
    const [path, search] = splitTarget(target)
    const plannedEvent = venuePlanEvent(method, path)
    if (plannedEvent !== null)
      return forPartner(request, 'readVenuePlan', (admitted) => venuePlan(plannedEvent, admitted))
    const match = matchRoute(method, path)
    if (match === null) return failureReply(unknownPath)
    if ('allow' in match) return failureReply(wrongMethod(match.allow), { allow: match.allow.join(', ') })
    return forPartner(request, match.name, (admitted, partnerCode) =>
      perform(match, admitted, new URLSearchParams(search), partnerCode),
    )
  }

  async function forPartner(
    request: PlainRequest,
    operation: NonNullable<RequestFacts['operation']>,
    work: (request: PlainRequest, partnerCode: string) => Promise<PlainReply>,
  ): Promise<PlainReply> {
    const admitted = await admission.admit(request)
    const { partnerCode } = admitted
    const reply = admitted.ok
      ? await work(admitted.request, admitted.partnerCode)
      : failureReply(admitted.failure, admitted.headers)
    const about = { ...reply.about, operation, ...(partnerCode !== undefined && { partnerCode }) }
    return { ...reply, about }
  }

  async function perform(
    { name, operation, params }: Route,
    request: PlainRequest,
    search: URLSearchParams,
    partnerCode: string,
  ): Promise<PlainReply> {
    if (operation.demoOnly && !(demo && selectsDemo(request, search))) return failureReply(demoOnly)
    const path = operation.params === undefined ? undefined : check(operation.params, params, 'path')
    if (path?.ok === false) return failureReply(unknownInPath(path.failure))
    const query = readQuery(operation, search)
    if (!query.ok) return failureReply(missingOwner(query.failure, search) ?? query.failure)
    const body = await readJsonBody(operation, request)
    if (!body.ok) return failureReply(body.failure)
    const input = { params: path?.value, query: query.value, body: body.value }
    // The type assertion is safe, because the input has been validated against the schemas of the route.
    const handler = handlers[name] as (
      checked: typeof input & Pick<OperationInput<OperationName>, 'partnerCode' | 'header'>,
    ) => Promise<PlainReply>
    const work: KnownTarget['work'] = (asked, by) =>
      handler({ ...input, partnerCode: by, header: (header) => asked.header(header) })
    return replies.perform({ operation: name, work }, request, partnerCode)
  }
}

function splitTarget(target: string): [path: string, search: string] {
  const mark = target.indexOf('?')
  return mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)]
}

function selectsDemo(request: PlainRequest, search: URLSearchParams): boolean {
  return request.header(ENVIRONMENT_HEADER)?.trim().toLowerCase() === DEMO || search.get('env') === DEMO
}

function unknownInPath({ where }: Failure): Failure {
  if (where === 'path.ticket_id') return unknownTicket
  if (where === 'path.hold_id') return { ...failureOf({ type: 'holds-unknown', holdIds: [] }), where }
  return failureOf({ type: 'session-unknown' })
}

function missingOwner({ where }: Failure, search: URLSearchParams): Failure | null {
  if (where !== 'query.owner_ref' || (search.get('owner_ref') ?? '') !== '') return null
  return {
    code: 'OWNER_REF_REQUIRED',
    message: 'owner_ref required',
    what: 'Tickets can be read only with the customer reference of their purchase.',
    where,
    remedy: 'Send the owner_ref of the session.',
  }
}

export const unknownTicket: Failure = {
  code: 'TICKET_NOT_FOUND',
  message: 'Unknown ticket',
  what: 'This customer reference has no ticket with this id.',
  where: 'path.ticket_id',
  remedy: 'Use the ticket id and the owner_ref of the purchase.',
}

const unknownPath: Failure = {
  code: 'NOT_FOUND',
  message: 'Unknown path',
  what: 'There is no operation at this path.',
  where: 'path',
  remedy: 'See the OpenAPI document for the operations.',
}

const wrongMethod = (allow: readonly string[]): Failure => ({
  code: 'METHOD_NOT_ALLOWED',
  message: 'Method not allowed',
  what: 'This path does not support this method.',
  where: 'method',
  remedy: `Use ${allow.join(' or ')}.`,
  details: { allow },
})

const demoOnly: Failure = {
  code: 'DEMO_ONLY',
  message: 'Demo only',
  what: 'Events can be created only in a demo environment, and this request does not select one.',
  where: `header.${ENVIRONMENT_HEADER}`,
  remedy: `Send the header ${ENVIRONMENT_HEADER}: ${DEMO}, or the query env=${DEMO}.`,
}

const unavailable: Failure = {
  code: 'UNAVAILABLE',
  message: 'Service unavailable',
  what: 'The service cannot process the request now.',
  remedy: 'Send the same request again in a few seconds.',
}

export const faultReply = (fault: unknown): PlainReply =>
  fault instanceof StoreUnavailable ? unavailableReply() : failureReply(internal)

/** A database that restarts or changes its primary is available again within seconds. */
export const unavailableReply = (): PlainReply => failureReply(unavailable, { 'retry-after': '2' })

const internal: Failure = {
  code: 'INTERNAL',
  message: 'Internal error',
  what: 'The service failed; the request may be correct. Nothing was changed.',
  remedy: 'Send the same request again. If it fails again, report the time of the request to the operator.',
}

/**
 * Decides whether a caller is admitted. Called once for each request that matches an operation, before its input is
 * read.
 */
export interface AdmissionCheck {
  readonly admit: (request: PlainRequest) => Promise<Admission>
}

export type Admission =
  | {
      readonly ok: true
      readonly partnerCode: string
      /** Request to use instead of the original request, whose body may have been read. */
      readonly request: PlainRequest
    }
  | {
      readonly ok: false
      readonly failure: Failure
      readonly headers?: Readonly<Record<string, string>>
      readonly partnerCode?: string
    }

export function admitNamed(partners: ReadonlySet<string>): AdmissionCheck {
  return {
    admit(request) {
      const partnerCode = request.header(PARTNER_CODE_HEADER)
      const known = partnerCode !== undefined && partners.has(partnerCode)
      return Promise.resolve(known ? { ok: true, partnerCode, request } : { ok: false, failure: unknownPartner })
    },
  }
}

export const unknownPartner: Failure = {
  code: 'UNKNOWN_PARTNER',
  message: 'Unknown partner',
  what: 'The partner code is missing or unknown.',
  where: `header.${PARTNER_CODE_HEADER}`,
  remedy: `Send your partner code in the header ${PARTNER_CODE_HEADER} of every request.`,
}

interface KnownTarget {
  readonly operation: OperationName
  readonly work: (request: PlainRequest, partnerCode: string) => Promise<PlainReply>
  /** Partner that received the last reply, and the function that repeats the reply. */
  readonly partnerCode: string
  readonly again: NonNullable<PlainReply['again']>
}

/** Targets of GET requests whose replies may be repeated. The oldest targets are dropped. */
class ResponseCache {
  readonly #known = new BoundedMap<string, KnownTarget>(2_000)

  find(method: string, target: string): KnownTarget | undefined {
    return method === 'GET' ? this.#known.get(target) : undefined
  }

  /** Performs the operation, and stores the reply if the reply may be repeated. */
  async perform(
    { operation, work }: Pick<KnownTarget, 'operation' | 'work'>,
    request: PlainRequest,
    partnerCode: string,
  ): Promise<PlainReply> {
    const { method, target } = request
    const reply = await work(request, partnerCode)
    if (reply.again === undefined || method !== 'GET') return reply
    this.#known.set(target, { operation, work, partnerCode, again: reply.again })
    return reply
  }

  /** Repeats the last reply to the partner while the reply is current, otherwise performs the operation. */
  async answer(found: KnownTarget, request: PlainRequest, partnerCode: string): Promise<PlainReply> {
    const again = found.partnerCode === partnerCode ? found.again(request) : null
    return again ?? this.perform(found, request, partnerCode)
  }
}

interface Route {
  readonly name: OperationName
  readonly operation: Operation
  readonly params: Readonly<Record<string, string>>
}

/** Null for an unknown path. `allow`: methods of a path that does not allow the requested method. */
type Match = Route | { readonly allow: readonly string[] } | null

interface Entry {
  readonly name: OperationName
  readonly operation: Operation
  readonly segments: readonly string[]
}

const table: readonly Entry[] = Object.entries<Operation>(operations).map(([name, operation]) => ({
  name: name as OperationName,
  operation,
  segments: operation.path.split('/'),
}))

function matchRoute(method: string, path: string): Match {
  const given = path.split('/')
  const onPath = table.flatMap((entry) => {
    const params = pathParams(entry.segments, given)
    return params === null ? [] : [{ ...entry, params }]
  })
  if (onPath.length === 0) return null
  const route = onPath.find(({ operation }) => operation.method === method)
  return route ?? { allow: onPath.map(({ operation }) => operation.method) }
}

function venuePlanEvent(method: string, path: string): string | null {
  if (method !== VENUE_PLAN_ROUTE.method) return null
  return pathParams(VENUE_PLAN_ROUTE.path.split('/'), path.split('/'))?.['event_id'] ?? null
}

function pathParams(segments: readonly string[], given: readonly string[]): Record<string, string> | null {
  if (segments.length !== given.length) return null
  const isParam = (segment: string): boolean => segment.startsWith('{')
  if (segments.some((segment, index) => segment !== given[index] && !isParam(segment))) return null
  const params: Record<string, string> = {}
  for (const [index, segment] of segments.entries()) {
    if (!isParam(segment)) continue
    const decoded = decodeSegment(given[index] ?? '')
    if (decoded === null || decoded === '') return null
    params[segment.slice(1, -1)] = decoded
  }
  return params
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

type VenuePlanHandler = (eventId: string, request: PlainRequest) => Promise<PlainReply>

/** Serves an event's venue plan. The entity tag is the plan's SHA-256. */
export function createVenuePlanHandler(store: Pick<BookingStore, 'findVenuePlan'>): VenuePlanHandler {
  return async (eventId, request) => {
    const plan = await store.findVenuePlan({ eventId })
    if (plan === null) return failureReply({ ...failureOf({ type: 'event-unknown' }), where: 'path.event_id' })
    const etag = `"${plan.sha256}"`
    const headers = { etag, 'cache-control': 'private, no-cache' }
    if (matchesTag(request.header('if-none-match'), etag)) return { status: 304, headers, body: [] }
    const type = { 'content-type': 'application/json; charset=utf-8' }
    return { status: 200, headers: { ...type, ...headers }, body: [Buffer.from(plan.text)] }
  }
}
