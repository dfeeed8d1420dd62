import { randomUUID } from 'node:crypto'
import { readBounded } from '../../../shared/json.ts'
import { REQUEST_ID_HEADER, requestIdIn } from '../../../shared/log-line.ts'
import type { Clock, Log } from '../../core/ports/ports.ts'

/** What a driver reaches its provider by. The network follows no redirect: another host would be told our secrets. */
export interface Line {
  readonly fetch: (request: Request) => Promise<Response>
  readonly clock: Pick<Clock, 'now' | 'sleep'>
  readonly log: Pick<Log, 'warn'>
  /** Called once for each HTTP request, with its outcome. */
  readonly onExchanged?: (request: ProviderRequest) => void
}

/** Log record of one HTTP request. Contains no personal data or secrets. */
export interface ProviderRequest {
  /** Sent as `x-request-id`; new for each attempt. */
  readonly requestId: string
  /** Method, host, and the path with "…" for each part that is no known word of a provider's interface. */
  readonly operation: string
  /** Null if no full reply came. */
  readonly status: number | null
  /** The provider's own id of the request, if its reply has one. */
  readonly answeredAs?: string
  /** Why no full reply came. */
  readonly detail?: string
  /** Time until the reply was read, in milliseconds. */
  readonly milliseconds: number
}

export interface Call {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export type Reply =
  | {
      readonly answered: true
      readonly status: number
      readonly body: string
      readonly date: string | null
      /** The provider's own id of the request, if its reply has one. */
      readonly answeredAs?: string
    }
  /** `sent` false: surely nothing was asked. `code`: the system's word for why, or ours. */
  | { readonly answered: false; readonly sent: boolean; readonly code: string }

/** More than this is no answer of a provider's. */
const MAX_BYTES = 1024 * 1024

/** Does some work within `ms`: then its signal is aborted, or earlier where the program stops. */
export async function within<T>(
  clock: Pick<Clock, 'sleep'>,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  stopping?: AbortSignal,
): Promise<T> {
  const [deadline, over] = [new AbortController(), new AbortController()]
  void clock.sleep(ms, over.signal).then(() => {
    if (!over.signal.aborted) deadline.abort('too late')
  })
  try {
    return await work(stopping ? AbortSignal.any([deadline.signal, stopping]) : deadline.signal)
  } finally {
    over.abort('done')
  }
}

/**
 * One call, sent once, bounded by the signal and in bytes. Never rejects. An idempotency key of the provider's is one of the
 * call's own headers.
 */
export async function exchange(
  { fetch, onExchanged }: Pick<Line, 'fetch' | 'onExchanged'>,
  call: Call,
  signal: AbortSignal,
): Promise<Reply> {
  if (signal.aborted) return { answered: false, sent: false, code: 'TOO_LATE' }
  const [requestId, began] = [randomUUID(), performance.now()]
  const reply = await send(fetch, { ...call, headers: { ...call.headers, [REQUEST_ID_HEADER]: requestId } }, signal)
  onExchanged?.({
    requestId,
    operation: operationOf(call),
    status: reply.answered ? reply.status : null,
    ...(reply.answered ? reply.answeredAs !== undefined && { answeredAs: reply.answeredAs } : { detail: reply.code }),
    milliseconds: Math.round(performance.now() - began),
  })
  return reply
}

/** Parts of the providers' paths that name an operation. Any other part may name a payment, a device or a person. */
const OPERATION_WORDS: ReadonlySet<string> = new Set(
  [
    'v0.1 v1 v1.0 v1_0 v2.1 v3 oauth auth token account merchants devices readers terminal',
    'payments links payment_intents charges transactions refund refunds status search history balance',
    'sync nexo checkout terminate process_payment_intent cancel cancel_action',
    'collection disbursement requesttopay orange-money-webpay webpayment transactionstatus',
  ].flatMap((words) => words.split(' ')),
)

function operationOf({ method, url }: Call): string {
  const { host, pathname } = new URL(url)
  const parts = pathname.split('/').map((part) => (part === '' || OPERATION_WORDS.has(part) ? part : '…'))
  return `${method} ${host}${parts.join('/')}`
}

async function send(fetch: Line['fetch'], call: Call, signal: AbortSignal): Promise<Reply> {
  const { method, url, headers, body } = call
  const over = Promise.withResolvers<Reply>()
  const stop = (): void => over.resolve({ answered: false, sent: true, code: 'TOO_LATE' })
  signal.addEventListener('abort', stop)
  try {
    const init: RequestInit = { method, headers, redirect: 'manual', signal }
    const request = new Request(url, { ...init, ...(body !== undefined && { body }) })
    return await Promise.race([fetch(request).then(read), over.promise])
  } catch (error) {
    return { answered: false, sent: !neverLeft(error), code: codeOfFault(error) }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

async function read({ status, headers, body }: Response): Promise<Reply> {
  const bytes = await readBounded(body as AsyncIterable<Uint8Array> | null, MAX_BYTES)
  if (bytes === null) return { answered: false, sent: true, code: 'TOO_LONG' }
  const answeredAs = requestIdIn(headers.get('request-id') ?? headers.get(REQUEST_ID_HEADER))
  const reply = { answered: true, status, body: new TextDecoder().decode(bytes), date: headers.get('date') } as const
  return answeredAs === null ? reply : { ...reply, answeredAs }
}

/** No connection came about: a name nobody knows, a door that is closed, a certificate that is not trusted. */
export function neverLeft(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(neverLeft)
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException
  if (syscall === 'getaddrinfo' || (syscall === 'connect' && code !== '') || isOfCertificate(code)) return true
  return error.cause !== undefined && neverLeft(error.cause)
}

/** Node's words for a certificate that it does not trust; the connection ends before anything is sent. */
export const isOfCertificate = (code: string): boolean =>
  /^(?:CERT_|ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(?:VERIFY|GET_ISSUER))/u.test(code)

function codeOfFault(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN'
  const { code } = error as NodeJS.ErrnoException
  if (typeof code === 'string' && /^\w{1,64}$/u.test(code)) return code
  return error.cause === undefined ? 'UNKNOWN' : codeOfFault(error.cause)
}
