import type { ErrorCode } from '../../../shared/partner-api/errors.ts'
import type { OperationName } from '../../../shared/partner-api/operations.ts'
import { readBounded } from '../../../shared/json.ts'

/** A request and a reply without a transport: what `fetch` and the socket both come down to. */
export interface PlainRequest {
  readonly method: string
  /** Path and query as received: `/api/v1/public/events?page=1`. */
  readonly target: string
  /** The client's address: of the other end of the connection, or the one that a trusted proxy there names. */
  readonly remote?: string | undefined
  header(name: string): string | undefined
  /** At most `limit` bytes; null when there are more. */
  body(limit: number): Promise<Uint8Array | null>
}

export interface PlainReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Pieces in order. */
  readonly body: readonly Uint8Array[]
  /** What a log says of the request; never sent. */
  readonly about?: RequestFacts
  /** The same reply at a later moment, its partner admitted again; null once it may be another. */
  readonly again?: (request: Pick<PlainRequest, 'header'>) => PlainReply | null
  /** To be called once, when the pieces have been sent or never will be: they may be written to again from then on. */
  readonly sent?: () => void
}

export interface RequestFacts {
  readonly operation?: OperationName | 'readVenuePlan' | 'readOpenApi'
  /** A partner that is known, whether it was let in or not. */
  readonly partnerCode?: string
  /** Why it was refused. */
  readonly code?: ErrorCode
}

export type PlainHandler = (request: PlainRequest) => Promise<PlainReply>

/** RFC 9110, 13.1.2: weak comparison against any tag of the list. */
export function matchesTag(given: string | undefined, etag: string): boolean {
  return given?.split(',').some((tag) => tag.trim().replace(/^W\//u, '') === etag || tag.trim() === '*') ?? false
}

/** The same over the platform's `Request` and `Response`. */
export async function answerFetch(handle: PlainHandler, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const reply = await handle({
    method: request.method,
    target: pathname + search,
    header: (name) => request.headers.get(name) ?? undefined,
    body: (limit) => readBounded(request.body, limit),
  })
  const body = reply.body.length === 0 ? null : Buffer.concat(reply.body)
  reply.sent?.()
  return new Response(body, { status: reply.status, headers: { ...reply.headers } })
}
