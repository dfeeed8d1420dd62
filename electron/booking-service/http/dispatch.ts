import {
  DEMO,
  ENVIRONMENT_HEADER,
  type Body,
  type OperationName,
  type Params,
  type Query,
} from '../../../shared/partner-api/operations.ts'
import { failureOf, failureReply, type Failure } from './failures.ts'
import type { AdmissionCheck } from './admission.ts'
import type { PlainHandler, PlainReply, PlainRequest, RequestFacts } from './http.ts'
import { createReplyMemory, type KnownTarget } from './reply-memory.ts'
import { check, readJsonBody, readQuery } from './requests.ts'
import { matchRoute, venuePlanEvent, type Route } from './routes.ts'
import type { VenuePlanHandler } from './venue-plans.ts'
import { StoreUnavailable } from '../store/store.ts'

/** One operation with its input checked; `header` reads what the contract leaves to the transport. */
export interface OperationInput<N extends OperationName> {
  readonly partnerCode: string
  readonly params: Params<N>
  readonly query: Query<N>
  readonly body: Body<N>
  readonly header: (name: string) => string | undefined
}

export type Handlers = { readonly [N in OperationName]: (input: OperationInput<N>) => Promise<PlainReply> }

export interface DispatchOptions {
  readonly handlers: Handlers
  readonly venuePlan: VenuePlanHandler
  readonly admission: AdmissionCheck
  /** Whether this is a demo environment, in which callers may create events. */
  readonly demo: boolean
  /** Told of every fault that is not the request's: its stack belongs into a log, never into a reply. */
  readonly report: (fault: unknown) => void
}

/** From a request to a reply: route, partner, environment, input, operation. Never rejects. */
export function createDispatch({ handlers, venuePlan, admission, demo, report }: DispatchOptions): PlainHandler {
  const replies = createReplyMemory()
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
    // The route's own schemas have just made the input what its handler takes.
    const handler = handlers[name] as (
      checked: typeof input & Pick<OperationInput<OperationName>, 'partnerCode' | 'header'>,
    ) => Promise<PlainReply>
    const work: KnownTarget['work'] = (asked, by) =>
      handler({ ...input, partnerCode: by, header: (header) => asked.header(header) })
    return replies.ask({ operation: name, work }, request, partnerCode)
  }
}

function splitTarget(target: string): [path: string, search: string] {
  const mark = target.indexOf('?')
  return mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)]
}

function selectsDemo(request: PlainRequest, search: URLSearchParams): boolean {
  return request.header(ENVIRONMENT_HEADER)?.trim().toLowerCase() === DEMO || search.get('env') === DEMO
}

/** An id in the path that cannot exist names nothing: the same answer as for one that does not exist. */
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
    what: 'Tickets are read by the customer reference they were bought for.',
    where,
    remedy: 'Give the owner_ref of the session.',
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
  what: 'The path exists, but not for this method.',
  where: 'method',
  remedy: `Use ${allow.join(' or ')}.`,
  details: { allow },
})

const demoOnly: Failure = {
  code: 'DEMO_ONLY',
  message: 'Demo only',
  what: 'Events are created in a demo environment only: this is not one, or it is not selected.',
  where: `header.${ENVIRONMENT_HEADER}`,
  remedy: `Send the header ${ENVIRONMENT_HEADER}: ${DEMO}, or the query env=${DEMO}.`,
}

const unavailable: Failure = {
  code: 'UNAVAILABLE',
  message: 'Service unavailable',
  what: 'The service cannot take the request now.',
  remedy: 'Send the same request again in a few seconds.',
}

/** Returns the reply to a request that failed by a fault of the service. */
export const faultReply = (fault: unknown): PlainReply =>
  fault instanceof StoreUnavailable ? unavailableReply() : failureReply(internal)

/** A database that changes its primary, or is restarted, is back within seconds. */
export const unavailableReply = (): PlainReply => failureReply(unavailable, { 'retry-after': '2' })

const internal: Failure = {
  code: 'INTERNAL',
  message: 'Internal fault',
  what: 'The service met a fault of its own; the request may be right. Nothing was changed.',
  remedy: 'Send the same request again; if it fails again, tell the operator the time of the call.',
}
