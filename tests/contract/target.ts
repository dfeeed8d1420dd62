import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { createBookingService } from '../../electron/booking/booking-service.ts'
import { serveBookingService } from '../../electron/booking/serve.ts'
import { newSchema } from '../support/postgres-server.ts'
import { hall, stadium } from '../seat-map/plans.ts'
import { ERROR_STATUS, errorBody, type ErrorCode } from '../../shared/api/partner/errors.ts'
import { parseJson } from '../../shared/json.ts'
import { type Data, type Operation, type OperationName, operations } from '../../shared/api/partner/operations.ts'

/**
 * The implementation under test: the service at GUICHET_CONTRACT_URL with GUICHET_CONTRACT_PARTNER as partner code, or
 * our own service. The suite creates events, so the service must be a demo environment.
 */
export interface Target {
  readonly baseUrl: string
  readonly partnerCode: string
  /** True for our own service. The suite also checks our decisions on points that the specification does not define. */
  readonly own: boolean
  close(): Promise<void>
}

export async function contractTarget(): Promise<Target> {
  const url = process.env['GUICHET_CONTRACT_URL']
  const partnerCode = process.env['GUICHET_CONTRACT_PARTNER'] ?? 'demo'
  if (url !== undefined)
    return { baseUrl: url.replace(/\/+$/u, ''), partnerCode, own: false, close: () => Promise.resolve() }
  const folder = await mkdtemp(join(tmpdir(), 'guichet-contract-'))
  const service = await createBookingService({
    database: (await contractDatabase()) ?? join(folder, 'booking-service.db'),
    venues: [hall, stadium],
    report: (fault) => {
      throw new Error('the service met a fault of its own', { cause: fault })
    },
  })
  const server = await serveBookingService({ service, host: '127.0.0.1', port: 0 })
  return {
    baseUrl: server.url,
    partnerCode: 'demo',
    own: true,
    async close() {
      await server.close()
      await service.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** Creates a new schema in the PostgreSQL test database. Returns its URL, or null if the suite runs on SQLite. */
async function contractDatabase(): Promise<string | null> {
  const url = inject('contractStore') === 'postgres' ? inject('postgres') : null
  return url === null ? null : newSchema(url)
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: unknown
}

export interface Call {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>> | string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Bytes that are sent unchanged in place of `body`. */
  readonly bytes?: string | Uint8Array<ArrayBuffer>
}

export type Client = ReturnType<typeof contractClient>

export function contractClient(
  target: Pick<Target, 'baseUrl' | 'partnerCode'>,
  transport: (request: Request) => Promise<Response> = fetch,
) {
  async function send(method: string, path: string, call: Call = {}): Promise<Reply> {
    const search = typeof call.query === 'string' ? call.query : new URLSearchParams(call.query).toString()
    const body = call.bytes ?? (call.body === undefined ? undefined : JSON.stringify(call.body))
    const type = body !== undefined && { 'content-type': 'application/json' }
    const headers = { 'x-partner-code': target.partnerCode, ...type, ...call.headers }
    const url = `${target.baseUrl}${path}${search && `?${search}`}`
    const response = await transport(new Request(url, { method, headers, ...(body !== undefined && { body }) }))
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: parseJson(text) }
  }

  function call(name: OperationName, input: Call = {}): Promise<Reply> {
    const operation: Operation = operations[name]
    const path = operation.path.replace(/\{(\w+)\}/gu, (_, key: string) =>
      encodeURIComponent(input.params?.[key] ?? ''),
    )
    return send(operation.method, path, input)
  }

  return {
    send,
    call,
    /** Makes a call that must succeed. Checks the reply's envelope and every field of its data against the contract. */
    async succeed<N extends OperationName>(name: N, input: Call = {}): Promise<Data<N>> {
      return successOf(name, await call(name, input))
    },
    async refused(code: ErrorCode, name: OperationName, input: Call = {}): Promise<Record<string, unknown>> {
      return refusalOf(code, await call(name, input))
    },
  }
}

export function successOf<N extends OperationName>(name: N, reply: Reply): Data<N> {
  if (reply.status !== 200) throw new Error(`${name}: HTTP ${reply.status} ${reply.text}`)
  const { success, message, data } = reply.json as { success: unknown; message: unknown; data: unknown }
  const operation: Operation = operations[name]
  if (success !== true || message !== operation.message)
    throw new Error(`${name}: envelope ${reply.text.slice(0, 200)}`)
  const checked = operation.data.safeParse(data)
  if (!checked.success) throw new Error(`${name}: ${checked.error.message}`)
  return data as Data<N>
}

export function refusalOf(code: ErrorCode, reply: Reply): Record<string, unknown> {
  const body = errorBody.safeParse(reply.json)
  if (!body.success) throw new Error(`no error body: HTTP ${reply.status} ${reply.text.slice(0, 500)}`)
  const given = { status: reply.status, code: body.data.error.code }
  if (given.status !== ERROR_STATUS[code] || given.code !== code)
    throw new Error(`expected ${ERROR_STATUS[code]} ${code}, got ${given.status} ${given.code}: ${reply.text}`)
  if (/\bat .+:\d+:\d+|node_modules|\.ts\b/u.test(reply.text)) throw new Error(`a stack trace: ${reply.text}`)
  return body.data.error.details
}
