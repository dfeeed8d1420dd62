import { z } from 'zod'
import { BODY_ERRORS, COMMON_ERRORS, ERROR_STATUS, errorBody, type ErrorCode } from '../../shared/api/partner/errors.ts'
import {
  DEMO,
  ENVIRONMENT_HEADER,
  operations,
  PARTNER_CODE_HEADER,
  type Operation,
  type OperationName,
} from '../../shared/api/partner/operations.ts'
import * as schema from '../../shared/api/partner/schemas.ts'
import { markExtensions } from './extensions.ts'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
type JsonObject = { readonly [key: string]: Json }

export interface OperationExamples {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Json
  readonly reply: Json
  readonly refusals: Readonly<Partial<Record<ErrorCode, Json>>>
}

/** Schemas that become named components of the document. All other schemas are written inline. */
const named: Readonly<Record<string, z.ZodType>> = {
  Event: schema.event,
  Pagination: schema.pagination,
  CreatedEvent: schema.createdEvent,
  Place: schema.place,
  Seat: schema.seat,
  Hold: schema.hold,
  OpenedSession: schema.openedSession,
  SectionSession: schema.sectionSession,
  OverviewAvailability: schema.overviewAvailability,
  SectionAvailability: schema.sectionAvailability,
  Checkout: schema.checkout,
  Purchase: schema.purchase,
  PurchaseTicket: schema.purchaseTicket,
  Ticket: schema.ticket,
  CancelledTickets: schema.cancelledTickets,
  Error: errorBody,
}

const CONDITIONAL: ReadonlySet<Operation> = new Set([operations.viewSection])

/** Returns the OpenAPI 3.1 document of the Partner Ticket Booking Service, made from the operations table. */
export function openApiDocument(
  examples: Readonly<Partial<Record<OperationName, OperationExamples>>> = {},
): JsonObject {
  const paths: Record<string, Record<string, Json>> = {}
  for (const [name, operation] of Object.entries<Operation>(operations) as [OperationName, Operation][]) {
    const path = (paths[operation.path] ??= {})
    path[operation.method.toLowerCase()] = operationObject(name, operation, examples[name])
  }
  return markExtensions<JsonObject>({
    openapi: '3.1.1',
    info: {
      title: 'Partner Ticket Booking Service',
      version: '1',
      summary: 'Seated tickets: events, booking sessions, holds, purchases, tickets',
      description: [
        'Every reply is an envelope of `success`, `message`, and `data` or `error`. Amounts are numbers in the currency',
        'given with them. Event times are local to the venue; all other times are UTC. The service takes no payments.',
        'Parts with `x-guichet-extension`, and everything in them, are not in the specification: a service need not have',
        'them.',
      ].join(' '),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The service that serves this document' }],
    security: [{ partnerCode: [] }],
    paths,
    components: {
      schemas: namedSchemas(),
      responses: namedRefusals(Object.values(examples)),
      securitySchemes: {
        partnerCode: {
          type: 'apiKey',
          in: 'header',
          name: PARTNER_CODE_HEADER,
          description: 'The partner’s code, required in every request',
        },
      },
    },
  })
}

function operationObject(name: string, operation: Operation, example: OperationExamples | undefined): JsonObject {
  return {
    operationId: name,
    summary: operation.summary,
    description: operation.description,
    tags: [stepOf(operation)],
    parameters: [
      ...parameters(operation.params, 'path', example?.params),
      ...parameters(operation.query, 'query', example?.query),
      ...(operation.demoOnly ? demoSelection : []),
      ...(CONDITIONAL.has(operation) ? [ifNoneMatch] : []),
    ],
    ...(operation.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: inline(operation.body), ...exampleOf(example?.body) } },
      },
    }),
    responses: {
      '200': {
        description: operation.message,
        ...(CONDITIONAL.has(operation) && {
          headers: { etag: { description: 'The `revision` in quotes', schema: { type: 'string' } } },
        }),
        content: { 'application/json': { schema: envelope(operation), ...exampleOf(example?.reply) } },
      },
      ...(CONDITIONAL.has(operation) && {
        '304': { description: 'Nothing has changed since the revision in `If-None-Match`' },
      }),
      ...refusals(operation),
    },
  }
}

/** Returns the step of the specification for an operation, or a note that the operation is an extension. */
export function stepOf({ step, extension }: Operation): string {
  return extension ? 'Extension' : `Step ${step}`
}

const demoSelection: readonly Json[] = [
  {
    name: ENVIRONMENT_HEADER,
    in: 'header',
    description: 'Selects the demo environment; this header or the query parameter is required',
    schema: { type: 'string', enum: [DEMO] },
  },
  {
    name: 'env',
    in: 'query',
    description: 'Selects the demo environment; this query parameter or the header is required',
    schema: { type: 'string', enum: [DEMO] },
  },
]

export const retryAfter: Json = {
  'retry-after': { description: 'Seconds to wait before the next request', schema: { type: 'integer', minimum: 1 } },
}

const ifNoneMatch: Json = {
  name: 'if-none-match',
  in: 'header',
  description: 'Entity tag of an earlier reply',
  schema: { type: 'string' },
}

const exampleOf = (example: Json | undefined): JsonObject => (example === undefined ? {} : { example })

function parameters(
  shape: z.ZodType | undefined,
  place: 'path' | 'query',
  examples: Readonly<Record<string, string>> = {},
): Json[] {
  if (shape === undefined) return []
  // The input schema lists the required parameters. The output schema describes the types of the values more precisely.
  const required = new Set(objectSchema(shape, 'input').required)
  return Object.entries(objectSchema(shape, 'output').properties).map(([name, property]) => {
    const { description, ...rest } = property
    return {
      name,
      in: place,
      required: required.has(name),
      ...(description !== undefined && { description }),
      schema: rest,
      ...exampleOf(written(rest, examples[name])),
    }
  })
}

/** Converts an example to the type in the schema, because numbers are sent as text. */
const written = ({ type }: JsonObject, sent: string | undefined): Json | undefined =>
  sent !== undefined && (type === 'integer' || type === 'number') ? Number(sent) : sent

function objectSchema(shape: z.ZodType, io: 'input' | 'output') {
  const { properties, required } = z.toJSONSchema(shape, { io }) as {
    properties: Record<string, JsonObject>
    required?: readonly string[]
  }
  return { properties, required: required ?? [] }
}

function envelope({ data, message }: Operation): JsonObject {
  return {
    type: 'object',
    properties: {
      success: { const: true },
      message: { type: 'string', const: message },
      data: inline(data),
    },
    required: ['success', 'message', 'data'],
  }
}

function refusals(operation: Operation): JsonObject {
  return Object.fromEntries(
    codesByStatus(operation).map(([status, codes]) => [
      String(status),
      { $ref: `#/components/responses/${refusalName(codes)}` },
    ]),
  )
}

function namedRefusals(examples: readonly OperationExamples[]): JsonObject {
  const lists = Object.values<Operation>(operations).flatMap((operation) =>
    codesByStatus(operation).map(([, codes]) => codes),
  )
  return Object.fromEntries(
    lists.map((codes) => [
      refusalName(codes),
      {
        description: codes.map((code) => `\`${code}\``).join(', '),
        ...(codes.includes('RATE_LIMITED') && { headers: retryAfter }),
        content: { 'application/json': { schema: refusalSchema(codes), ...refusalExamples(codes, examples) } },
      },
    ]),
  )
}

function refusalExamples(codes: readonly ErrorCode[], all: readonly OperationExamples[]): JsonObject {
  const examples = codes.flatMap((code) => {
    const value = all.map(({ refusals }) => refusals[code]).find((reply) => reply !== undefined)
    return value === undefined ? [] : [[code, { value }] as const]
  })
  return examples.length === 0 ? {} : { examples: Object.fromEntries(examples) }
}

function refusalSchema(codes: readonly ErrorCode[]): JsonObject {
  const error = { type: 'object', properties: { code: { type: 'string', enum: codes } } }
  return { allOf: [{ $ref: reference('Error') }, { type: 'object', properties: { error } }] }
}

function refusalName(codes: readonly ErrorCode[]): string {
  return codes.join('.')
}

export function codesByStatus({ body, errors }: Operation): [status: number, codes: ErrorCode[]][] {
  const codes: ErrorCode[] = [...COMMON_ERRORS, ...(body ? BODY_ERRORS : []), ...errors]
  return [...Map.groupBy(codes, (code) => ERROR_STATUS[code])]
}

function namedSchemas(): JsonObject {
  const { schemas } = z.toJSONSchema(registry(named), { uri: reference, io: 'input', override: writable })
  return Object.fromEntries(Object.entries(schemas).map(([name, content]) => [name, bare(content)]))
}

/** Removes `readOnly`, which zod writes for immutable types, because generated clients omit read-only members. */
export function writable({ jsonSchema }: { readonly jsonSchema: { readOnly?: boolean | undefined } }): void {
  delete jsonSchema.readOnly
}

function inline(shape: z.ZodType): Json {
  const known = Object.entries(named).find(([, candidate]) => candidate === shape)
  if (known) return { $ref: reference(known[0]) }
  const { schemas } = z.toJSONSchema(registry({ ...named, Inline: shape }), {
    uri: reference,
    io: 'input',
    override: writable,
  })
  return bare(schemas['Inline'])
}

function registry(schemas: Readonly<Record<string, z.ZodType>>) {
  const made = z.registry<{ id: string }>()
  for (const [id, one] of Object.entries(schemas)) made.add(one, { id })
  return made
}

function reference(name: string): string {
  return `#/components/schemas/${name}`
}

function bare(content: unknown): Json {
  return Object.fromEntries(Object.entries(content as JsonObject).filter(([key]) => key !== '$schema' && key !== '$id'))
}
