import { openApiDocument } from '../../scripts/openapi/partner-document.ts'
import type { Random } from '../simulation/random.ts'
import { STRANGE as STUMBLING } from './mutator.ts'

export interface FuzzRequest {
  readonly method: string
  readonly target: string
  readonly headers: Record<string, string>
  readonly body: string | null
}

/** Values that the service has issued, by the name of the parameter or field that accepts them. */
export type KnownValues = Readonly<Record<string, readonly string[]>>

interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly format?: string
  readonly not?: unknown
}

type Parameter = Readonly<{ name: string; in: 'path' | 'query' | 'header'; schema: Schema }>

interface Operation {
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly body: Schema | undefined
}

const TEXTS = ['-1', 'constructor', '../../etc/passwd', "' OR 1=1 --", '%00', '%', '\r\nx-y: z', '🎟️', 'NaN']
const STRANGE: readonly unknown[] = [...STUMBLING, ...TEXTS, { __proto__: null }, { toJSON: 1 }]
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND']
const JSON_TYPES = ['', '; charset=utf-8', '; charset=utf-16', ', text/html'].map((rest) => `application/json${rest}`)
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']
const CONTENT_TYPES = [...JSON_TYPES, 'text/plain', ...FORM_TYPES, '']

export function createRequests(random: Random) {
  const operations = readOperations()
  const pick = <T>(list: readonly T[]): T => random.pick(list)
  const chance = (share: number): boolean => random.chance(share)

  function valid(name: string, schema: Schema, known: KnownValues): unknown {
    const given = known[name] ?? []
    if (given.length > 0 && chance(0.8)) return pick(given)
    if (schema.const !== undefined) return schema.const
    if (schema.enum !== undefined) return pick(schema.enum)
    if (schema.anyOf !== undefined) return valid(name, pick(schema.anyOf), known)
    switch (Array.isArray(schema.type) ? pick(schema.type as readonly string[]) : schema.type) {
      case 'object':
        return Object.fromEntries(
          Object.entries(schema.properties ?? {})
            .filter(([key, property]) => property.not === undefined && (schema.required?.includes(key) || chance(0.5)))
            .map(([key, property]) => [key, valid(key, property, known)]),
        )
      case 'array':
        return Array.from({ length: random.between(1, 3) }, () =>
          valid(name.replace(/s$/u, ''), schema.items ?? {}, known),
        )
      case 'integer':
      case 'number':
        return random.below(100_000)
      case 'boolean':
        return chance(0.5)
      default:
        if (schema.format === 'uuid') return random.uuid()
        return schema.format === 'date' ? '2099-01-01' : String(random.below(1e6))
    }
  }

  /** Returns a changed copy of a JSON value, or an unusual value such as a huge number in its place. */
  function broken(value: unknown, depth = 0): unknown {
    if (chance(0.25) || depth > 3) return pick(STRANGE)
    if (Array.isArray(value)) {
      const items = value as unknown[]
      return chance(0.5) ? [...items, ...items] : items.map((item) => (chance(0.5) ? broken(item, depth + 1) : item))
    }
    if (typeof value !== 'object' || value === null) return pick(STRANGE)
    const entries = Object.entries(value)
    if (chance(0.15)) return { ...value, [strangeText().slice(0, 100)]: pick(STRANGE) }
    if (chance(0.2)) return Object.fromEntries(entries.filter(() => chance(0.7)))
    return Object.fromEntries(entries.map(([key, one]) => [key, chance(0.5) ? broken(one, depth + 1) : one]))
  }

  function strangeText(): string {
    const value = pick(STRANGE)
    return typeof value === 'string' ? value : JSON.stringify(value)
  }

  function bodyText(value: unknown): string {
    const text = JSON.stringify(value) ?? ''
    if (chance(0.85)) return text
    const at = random.below(text.length + 1)
    return pick([
      text.slice(0, at),
      `${text.slice(0, at)}\u0000${text.slice(at)}`,
      `\ufeff${text}`,
      `${text},`,
      '['.repeat(5_000),
      `{"a":${'1'.repeat(5_000)}}`,
      text.replace('{', '{"__proto__":{"x":1},'),
      text.repeat(2),
    ])
  }

  return {
    broken: (value: unknown): unknown => broken(value),
    /** Returns a request. About one in four requests is valid. `known` supplies values that the service has issued. */
    next(known: KnownValues): FuzzRequest {
      const operation = pick(operations)
      const isBroken = chance(0.75)
      const headers: Record<string, string> = { 'x-partner-code': 'demo' }
      let { path } = operation
      const query = new URLSearchParams()
      for (const { name, in: place, schema } of operation.parameters) {
        const value = isBroken && chance(0.4) ? broken(valid(name, schema, known)) : valid(name, schema, known)
        const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
        if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(text.toWellFormed()))
        else if (place === 'header') {
          // Events are rarely created, because each event has all seats of a stadium.
          if (name !== 'x-env' || chance(0.02)) headers[name] = headerText(text)
        } else if (name !== 'env' && !(isBroken && chance(0.2))) query.append(name, text.toWellFormed())
        if (place === 'query' && isBroken && chance(0.1)) query.append(name, text.toWellFormed())
      }
      let body: string | null = null
      if (operation.body !== undefined) {
        const value = valid('', operation.body, known)
        body = bodyText(isBroken ? broken(value) : value)
        headers['content-type'] = isBroken && chance(0.1) ? pick(CONTENT_TYPES) : 'application/json'
        if (chance(0.001)) body = body.padEnd(70_000)
      }
      if (isBroken && chance(0.05)) headers['x-partner-code'] = headerText(strangeText())
      if (isBroken && chance(0.05)) delete headers['x-partner-code']
      if (isBroken && chance(0.05))
        headers['accept-encoding'] = pick(['gzip', 'br, gzip;q=0', '*', ';;;', 'identity;q=0'])
      if (isBroken && chance(0.05)) headers['x-request-id'] = headerText(strangeText())
      const search = query.toString()
      const method = isBroken && chance(0.05) ? pick(METHODS) : operation.method
      if (isBroken && chance(0.03))
        path = path.replace(/\/[^/]*$/u, pick(['', '/', '/..', '//', '/%2e%2e', '/%ff', '/;x']))
      const isBare = method === 'GET' || method === 'HEAD'
      return { method, target: search ? `${path}?${search}` : path, headers, body: isBare ? null : body }
    },
  }
}

const headerText = (text: string): string => text.replaceAll(/[^\t\x20-\x7e]/gu, '?').slice(0, 500)

function readOperations(): readonly Operation[] {
  const { paths } = openApiDocument() as unknown as {
    paths: Record<
      string,
      Record<string, { parameters: Parameter[]; requestBody?: { content: { 'application/json': { schema: Schema } } } }>
    >
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([key]) => !key.startsWith('x-'))
      .map(([method, { parameters, requestBody }]) => ({
        method: method.toUpperCase(),
        path,
        parameters,
        body: requestBody?.content['application/json'].schema,
      })),
  )
}
