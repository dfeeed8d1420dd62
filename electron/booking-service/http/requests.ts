import type { z } from 'zod'
import { inEnglish } from '../../../shared/i18n/issue-text.ts'
import type { Operation } from '../../../shared/partner-api/operations.ts'
import type { Failure } from './failures.ts'
import type { PlainRequest } from './http.ts'

/** Longer bodies are refused unread; the longest sensible purchase is a tenth of it. */
export const BODY_LIMIT = 64 * 1024
const MOST_ISSUES = 10

export type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure }

/** The query as a plain object; a parameter given twice has no meaning and is refused. */
export function readQuery(operation: Operation, search: URLSearchParams): Reading<unknown> {
  if (operation.query === undefined) return { ok: true, value: undefined }
  const twice = [...search.keys()].find((name) => search.getAll(name).length > 1)
  if (twice !== undefined) return { ok: false, failure: malformed(`query.${twice}`, 'It is given more than once.') }
  return check(operation.query, Object.fromEntries(search), 'query')
}

export async function readJsonBody(operation: Operation, request: PlainRequest): Promise<Reading<unknown>> {
  if (operation.body === undefined) return { ok: true, value: undefined }
  if (!isJson(request.header('content-type'))) {
    return {
      ok: false,
      failure: {
        code: 'UNSUPPORTED_MEDIA_TYPE',
        message: 'Not JSON',
        what: 'The body is not declared as JSON in UTF-8.',
        where: 'header.content-type',
        remedy: 'Send the body with content-type: application/json.',
      },
    }
  }
  let bytes: Uint8Array | null
  try {
    bytes = await request.body(BODY_LIMIT)
  } catch {
    return { ok: false, failure: brokenOff }
  }
  if (bytes === null) return { ok: false, failure: bodyTooLarge }
  const parsed = parseJson(bytes)
  if (parsed === undefined) return { ok: false, failure: malformed('body', 'It is not a JSON text in UTF-8.') }
  return check(operation.body, parsed.value, 'body')
}

export function check(shape: z.ZodType, value: unknown, part: 'query' | 'body' | 'path'): Reading<unknown> {
  const parsed = shape.safeParse(value, inEnglish)
  if (parsed.success) return { ok: true, value: parsed.data }
  const issues = parsed.error.issues.slice(0, MOST_ISSUES).map(({ path, message }) => ({
    where: part + path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join(''),
    what: message,
  }))
  const [first = { where: part, what: 'It does not fit.' }] = issues
  return { ok: false, failure: { ...malformed(first.where, first.what), details: { issues } } }
}

export function malformed(where: string, what: string): Failure {
  return {
    code: 'MALFORMED_REQUEST',
    message: 'Malformed request',
    what,
    where,
    remedy: 'Correct this part of the request; the OpenAPI document has the shapes.',
  }
}

/** The client's connection failed, not the service. */
export const brokenOff: Failure = malformed('body', 'It broke off.')

export const bodyTooLarge: Failure = {
  code: 'BODY_TOO_LARGE',
  message: 'Body too large',
  what: `The body is longer than ${BODY_LIMIT} bytes.`,
  where: 'body',
  remedy: 'Send only the fields that the operation takes.',
  details: { limit: BODY_LIMIT },
}

function isJson(contentType: string | undefined): boolean {
  const [type = '', ...parameters] = (contentType ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))
  return type === 'application/json' && (charset === undefined || /^charset="?utf-8"?$/u.test(charset))
}

function parseJson(bytes: Uint8Array): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown }
  } catch {
    return undefined
  }
}
