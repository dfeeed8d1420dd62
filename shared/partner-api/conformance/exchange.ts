import { parseJson } from '../../parse-json.ts'
import { operations, PARTNER_CODE_HEADER, type Operation, type OperationName } from '../operations.ts'

export interface WireRequest {
  readonly method: string
  /** Path and query below the base URL. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export interface WireReply {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Sends one request and gives whatever comes back; rejects when nothing does. */
export type Exchange = (request: WireRequest) => Promise<WireReply>

export interface Call {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface Reply extends WireReply {
  readonly request: string
  /** The body as JSON; undefined when it is not JSON. */
  readonly json: unknown
  /** 2xx and `success: true`. */
  readonly succeeded: boolean
  /** `data` of the envelope; an empty object when there is none. */
  readonly data: Fields
}

/** A JSON object of which nothing is known. */
export type Fields = Readonly<Record<string, unknown>>

/** Calls by the operations table alone, and the one that the specification leaves open by its own method and path. */
export function createCaller(exchange: Exchange, partnerCode: string) {
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

export function fillPath(template: string, params: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/gu, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

/** The objects of a list; an empty list where there is none. */
export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : []
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
