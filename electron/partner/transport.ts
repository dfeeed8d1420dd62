import { err, ok } from '../../shared/domain/result.ts'
import {
  DEMO,
  ENVIRONMENT_HEADER,
  operations,
  PARTNER_CODE_HEADER,
  type OperationName,
} from '../../shared/partner-api/operations.ts'
import { envelopeReading, refusalReading } from '../../shared/partner-api/reading.ts'
import type { Clock, PartnerReply } from '../core/ports.ts'

export interface PartnerConnection {
  /** Where the paths of the specification start; no trailing slash. */
  readonly baseUrl: string
  readonly partnerCode: string
  /** Sends `x-env: demo` with every call. */
  readonly demo: boolean
  /** The network, or the embedded service's own `fetch`. */
  readonly fetch: (request: Request) => Promise<Response>
  readonly clock: Pick<Clock, 'sleep'>
  /** A call without a full reply after this long counts as unanswered. */
  readonly timeoutMs: number
}

/** One HTTP exchange as bytes: what became of it, before anybody reads meaning into it. */
export type Exchange =
  | { readonly answered: true; readonly status: number; readonly body: string }
  | { readonly answered: false; readonly detail: string }

export interface Call {
  readonly operation: OperationName
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** Exact bytes of a JSON body. */
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Reads are safe to repeat: a lost one is sent again at once, once. */
const READ_TRIES = 2

export async function exchange(connection: PartnerConnection, call: Call): Promise<Exchange> {
  const { method } = operations[call.operation]
  const tries = method === 'GET' ? READ_TRIES : 1
  let last: Exchange = { answered: false, detail: 'not sent' }
  for (let attempt = 1; attempt <= tries; attempt++) {
    last = await once(connection, call)
    if (last.answered) return last
  }
  return last
}

async function once(
  { baseUrl, partnerCode, demo, fetch, clock, timeoutMs }: PartnerConnection,
  call: Call,
): Promise<Exchange> {
  const { method, path } = operations[call.operation]
  const url = new URL(baseUrl + fillPath(path, call.params ?? {}))
  for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value)
  const headers = new Headers({ accept: 'application/json', [PARTNER_CODE_HEADER]: partnerCode, ...call.headers })
  if (demo) headers.set(ENVIRONMENT_HEADER, DEMO)
  if (call.body !== undefined) headers.set('content-type', 'application/json')
  const deadline = new AbortController()
  const over = new AbortController()
  void clock.sleep(timeoutMs, over.signal).then(() => deadline.abort(new Error(`no full reply in ${timeoutMs} ms`)))
  try {
    const { signal } = deadline
    const request = new Request(url, { method, headers, signal, ...(call.body !== undefined && { body: call.body }) })
    const response = await fetch(request)
    return { answered: true, status: response.status, body: await response.text() }
  } catch (error) {
    return { answered: false, detail: describe(error) }
  } finally {
    over.abort()
  }
}

function fillPath(template: string, params: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/gu, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${template} needs ${name}`)
    return encodeURIComponent(value)
  })
}

/** `fetch failed` says nothing; its cause names the host, the port and the reason. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}

/** Calls an operation and reads `data` by a tolerant schema. */
export async function call<T>(
  connection: PartnerConnection,
  request: Call,
  reading: { safeParse(data: unknown): { success: true; data: T } | { success: false; error: { message: string } } },
): Promise<PartnerReply<T>> {
  const reply = await exchange(connection, request)
  if (!reply.answered) return err({ type: 'unreachable', detail: reply.detail })
  const { status, body } = reply
  if (status >= 500) return err({ type: 'unreachable', detail: `HTTP ${status}` })
  if (status >= 400) return err(refusal(status, body))
  const envelope = envelopeReading.safeParse(parseJson(body))
  if (!envelope.success) return err({ type: 'unclear', status, detail: 'no readable envelope' })
  if (!envelope.data.success) return err(refusal(status, body))
  const data = reading.safeParse(envelope.data['data'])
  return data.success ? ok(data.data) : err({ type: 'unclear', status, detail: data.error.message })
}

export function refusal(status: number, body: string) {
  const read = refusalReading.safeParse(parseJson(body))
  const code = read.success ? read.data.error?.code || read.data.code : ''
  const details = read.success ? (read.data.error?.details ?? {}) : {}
  return { type: 'refused', status, code, details } as const
}

/** Undefined for anything that is not JSON: HTML, an empty body, a cut reply. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body) as unknown
  } catch {
    return undefined
  }
}
