import { specifiedOperations, type FieldList, type Fields } from './specification.ts'

const NO_HOLD = 'The specification does not define the method, path and payload of step 4, hold'
const NO_RELEASE = 'The specification has no operation that releases a hold'
const NO_CANCELLATION = 'The specification has no operation that cancels tickets'
const NO_CONDITION = 'The specification has no conditional requests'
const NO_HOLD_FIELDS = 'The specification shows the fields of a hold only in the items of a checkout'
const NO_FLAGS = 'The specification does not have this property of a seat'
const NO_FAILURES = 'The specification defines neither the status nor the body of failures'

const SESSION = '/api/v1/public/booking-sessions/{session_id}'
const CANCELLATIONS = '/api/v1/public/cancellations'
const FLAGS = ['accessible', 'companion', 'restricted_view', 'step_free']

/** Reason for each extension, by the name that `partsOf` gives to the part of the document. */
const REASONS: Readonly<Record<string, string>> = {
  [`${SESSION}/holds`]: NO_HOLD,
  [`POST ${SESSION}/holds`]: NO_HOLD,
  [`${SESSION}/holds/{hold_id}`]: NO_RELEASE,
  [`DELETE ${SESSION}/holds/{hold_id}`]: NO_RELEASE,
  [CANCELLATIONS]: NO_CANCELLATION,
  [`POST ${CANCELLATIONS}`]: NO_CANCELLATION,
  CancelledTickets: NO_CANCELLATION,
  [`GET ${SESSION} header.if-none-match`]: NO_CONDITION,
  [`GET ${SESSION} 200 header.etag`]: NO_CONDITION,
  [`GET ${SESSION} 304`]: NO_CONDITION,
  'Hold.id': NO_HOLD_FIELDS,
  'Hold.status': NO_HOLD_FIELDS,
  'Hold.expires_at': NO_HOLD_FIELDS,
  ...Object.fromEntries(['Seat', 'Place'].flatMap((name) => FLAGS.map((flag) => [`${name}.${flag}`, NO_FLAGS]))),
  Error: NO_FAILURES,
}

type Node = Record<string, unknown>

/** A path, operation, parameter, field, status, header or schema of an OpenAPI document. */
export interface Part {
  /** For example `GET /api/v1/public/events query.page`, `Place.accessible` or `response NO_HOLDS`. */
  readonly name: string
  readonly node: Node
  readonly isSpecified: boolean
}

export const extensionMark = (reason: string) => ({
  'x-guichet-extension': true,
  'x-guichet-extension-reason': reason,
})

/**
 * Marks each extension listed in `REASONS` and each failure response in a copy of the document. Throws if a name
 * matches no part.
 */
export function markExtensions<T extends object>(document: T): T {
  const marked = structuredClone(document)
  const { parts } = partsOf(marked)
  const unknown = Object.keys(REASONS).filter((name) => !parts.some((part) => part.name === name))
  if (unknown.length > 0) throw new Error(`scripts/openapi/extensions.ts: not in the document: ${unknown.join(', ')}`)
  for (const { name, node } of parts) {
    const reason = REASONS[name] ?? (name.startsWith('response ') ? NO_FAILURES : undefined)
    if (reason !== undefined) Object.assign(node, extensionMark(reason))
  }
  return marked
}

/** Returns the parts of the document. `missing`: parts of the specification that the document lacks. */
export function partsOf(document: object): { readonly parts: readonly Part[]; readonly missing: readonly string[] } {
  const { paths, components } = document as unknown as {
    readonly paths: Readonly<Record<string, Node>>
    readonly components: { readonly schemas: Record<string, Node>; readonly responses: Record<string, Node> }
  }
  const parts = new Map<string, Part>()
  const missing = new Set<string>(Object.keys(specifiedOperations))
  const seen = new Set<string>()

  function add(name: string, node: Node, isSpecified: boolean): void {
    if (parts.get(name)?.isSpecified === !isSpecified)
      throw new Error(`${name}: specified in one place but not in another`)
    parts.set(name, { name, node, isSpecified })
  }

  function addFields(schema: Node | undefined, fields: Fields, name: string): void {
    const {
      $ref,
      items,
      properties = {},
    } = schema as { $ref?: string; items?: Node; properties?: Record<string, Node> }
    if ($ref !== undefined) {
      const component = $ref.replace(/^.*\//u, '')
      seen.add(component)
      return addFields(components.schemas[component], fields, component)
    }
    if (items) return addFields(items, fields, name)
    for (const [field, node] of Object.entries(properties)) {
      const below = fields[field]
      add(`${name}.${field}`, node, below !== undefined)
      if (typeof below === 'object') addFields(node, isList(below) ? below[0] : below, `${name}.${field}`)
    }
    for (const field of Object.keys(fields)) if (!(field in properties)) missing.add(`${name}.${field}`)
  }

  function addOperation(name: string, node: Node): void {
    const specified = specifiedOperations[name]
    add(name, node, specified !== undefined)
    if (!specified) return
    missing.delete(name)
    const { parameters, requestBody, responses } = node as unknown as Stated
    for (const parameter of parameters) {
      const place = `${parameter.in}.${parameter.name}`
      add(`${name} ${place}`, parameter, specified.parameters.includes(place))
    }
    for (const place of specified.parameters) if (!parts.has(`${name} ${place}`)) missing.add(`${name} ${place}`)
    if (requestBody) addFields(schemaIn(requestBody), specified.body, `${name} body`)
    for (const [status, response] of Object.entries(responses)) {
      if ('$ref' in response) continue
      add(`${name} ${status}`, response, status === '200')
      for (const [header, about] of Object.entries((response['headers'] ?? {}) as Record<string, Node>))
        add(`${name} ${status} header.${header}`, about, false)
      const { properties } = (schemaIn(response) ?? {}) as { properties?: Record<string, Node> }
      if (properties) addFields(properties['data'], specified.data, `${name} data`)
    }
  }

  for (const [path, methods] of Object.entries(paths)) {
    const names = Object.keys(methods)
      .filter(isMethod)
      .map((method) => [`${method.toUpperCase()} ${path}`, methods[method]] as const)
    add(
      path,
      methods,
      names.some(([name]) => specifiedOperations[name] !== undefined),
    )
    for (const [name, node] of names) addOperation(name, node as Node)
  }
  for (const [name, node] of Object.entries(components.schemas)) if (!seen.has(name)) add(name, node, false)
  for (const [name, node] of Object.entries(components.responses)) add(`response ${name}`, node, false)
  return { parts: [...parts.values()], missing: [...missing] }
}

const isMethod = (key: string): boolean => !key.startsWith('x-')

interface Stated {
  readonly parameters: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: Node
  readonly responses: Readonly<Record<string, Node>>
}

const schemaIn = (body: Node): Node | undefined =>
  (body['content'] as Record<string, { readonly schema: Node }> | undefined)?.['application/json']?.schema

function isList(fields: Fields | FieldList): fields is FieldList {
  return Array.isArray(fields)
}
