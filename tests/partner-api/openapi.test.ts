import { readdir } from 'node:fs/promises'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { recordExamples } from '../../scripts/api-examples.ts'
import { apiDocuments, readDocument } from '../../scripts/openapi.ts'
import * as fields from '../../shared/api/partner/errors.ts'
import { ERROR_STATUS, errorBody, type ErrorCode } from '../../shared/api/partner/errors.ts'
import { partsOf } from '../../scripts/openapi/extensions.ts'
import { openApiDocument } from '../../scripts/openapi/partner-document.ts'
import { type Operation, type OperationName, operations } from '../../shared/api/partner/operations.ts'
import { speechManifestSchema } from '../../shared/speech/manifest.ts'
import { textForms } from '../../shared/domain/text-forms.ts'
import { languages } from '../../shared/domain/language.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { issueErrors } from '../../shared/i18n/issue-text.ts'
import { person } from '../../shared/api/kiosk/fields.ts'

const id = '6f1c1a3e-0d3b-4c58-9c8e-1c2d3e4f5a6b'

const cancellation = { request_id: id, owner_ref: 'o', ticket_ids: ['7'] }

const draft = { event_name: 'Match', event_date: '2030-01-01' }

const order = { order_id: id, amount: 1, hold_ids: [id], customer: {} }

interface Documented {
  readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: object } } }
}

describe('OpenAPI document', () => {
  test('the files are current: `npm run openapi` writes the document and a page for each operation', async () => {
    const documents = await apiDocuments()
    for (const [path, text] of documents) expect([path, await readDocument(path)]).toEqual([path, text])
    const pages = await readdir(new URL('../../docs/integrating/api/', import.meta.url))
    expect(pages.map((name) => `api/${name}`).toSorted()).toEqual(
      [...documents.keys()].filter((path) => path.startsWith('api/')).toSorted(),
    )
  })

  test('every example is an answer of the service that its schema describes', async () => {
    const examples = await recordExamples()
    const shown = new Set<ErrorCode>()
    for (const [name, { reply, refusals }] of Object.entries(examples)) {
      const operation: Operation = operations[name as keyof typeof operations]
      const { data, message } = reply as { data: unknown; message: unknown }
      expect([name, operation.data.safeParse(data).success, message]).toEqual([name, true, operation.message])
      for (const [code, refusal] of Object.entries(refusals)) {
        expect(errorBody.parse(refusal).error.code).toBe(code)
        shown.add(code as ErrorCode)
      }
    }
    const ofHttp = 'METHOD_NOT_ALLOWED REQUEST_TIMEOUT BODY_TOO_LARGE EXPECTATION_FAILED RATE_LIMITED HEADERS_TOO_LARGE'
    const hidden = ['BAD_SIGNATURE', 'NOT_FOUND', ...ofHttp.split(' '), 'INTERNAL', 'UNAVAILABLE']
    expect(Object.keys(ERROR_STATUS).filter((code) => !shown.has(code as ErrorCode))).toEqual(hidden)
  })

  test.each(['openapi.json', 'openapi-fleet.json'])(
    'a third-party validator finds %s valid OpenAPI 3.1',
    async (file) => {
      const validator = new Validator()
      expect(await validator.validate(await readDocument(file))).toMatchObject({ valid: true })
      expect(validator.version).toBe('3.1')
    },
  )

  test.each(['openapi.json', 'openapi-fleet.json'])(
    '%s marks no member as read-only: generated clients would leave it out of requests',
    async (file) => expect(await readDocument(file)).not.toContain('readOnly'),
  )

  test.each<[OperationName, object, boolean]>([
    ['holdSeats', { seat_ids: ['1', '2'] }, true],
    ['holdSeats', { seat_ids: ['1', '1'] }, false],
    ['holdSeats', { seat_id: '\u0661' }, false],
    ['holdSeats', { seat_ids: Array.from({ length: 101 }, (_, index) => `${index + 1}`) }, false],
    ['openSession', { event_id: 1, access_code: 'x' }, false],
    ['cancelTickets', { ...cancellation, ticket_ids: ['7', '7'] }, false],
    ['cancelTickets', { ...cancellation, ticket_ids: [] }, false],
    ['cancelTickets', { ...cancellation, request_id: '' }, false],
    ['cancelTickets', { ...cancellation, owner_ref: '' }, false],
    ['cancelTickets', { ...cancellation, reason: '\u{1F3DF}'.repeat(200) }, true],
    ['cancelTickets', { ...cancellation, reason: '\u{1F3DF}'.repeat(201) }, false],
    ['cancelTickets', { ...cancellation, reason: 'two\nlines' }, true],
    ['cancelTickets', { ...cancellation, reason: 'NUL \u0000' }, false],
    ['cancelTickets', { ...cancellation, reason: 'half \uD83C' }, false],
    ['createEvent', { ...draft, default_price: 50_000 }, true],
    ['createEvent', { ...draft, default_price: 0.5 }, false],
    ['createEvent', { ...draft, event_name: ' \t' }, false],
    ['createEvent', { ...draft, event_name: 'x'.repeat(201) }, false],
    ['createEvent', { ...draft, event_date: undefined }, false],
    ['confirmPurchase', { ...order, hold_ids: [id, id] }, false],
    ['confirmPurchase', { ...order, hold_ids: [] }, false],
    ['confirmPurchase', { ...order, order_id: '1' }, false],
    ['confirmPurchase', { ...order, amount: '1' }, false],
    ['confirmPurchase', { ...order, amount: -1 }, false],
    ['confirmPurchase', { ...order, customer: undefined }, false],
    ['confirmPurchase', { ...order, customer: { name: 7 } }, false],
    ['confirmPurchase', { ...order, currency: 'gnf' }, false],
  ])('the service and the document agree on %s %j: %s', (name, body, fits) => {
    const { paths } = openApiDocument() as unknown as { paths: Record<string, Record<string, Documented>> }
    const operation: Operation = operations[name]
    const { schema } =
      paths[operation.path]?.[operation.method.toLowerCase()]?.requestBody.content['application/json'] ?? {}
    const validate = new Ajv2020({ strict: false, formats: { uuid: true, date: true } }).compile(schema ?? false)
    expect([operation.body?.safeParse(body).success, validate(body)]).toEqual([fits, fits])
  })

  test('the validator notices a broken document', async () => {
    const broken = { ...openApiDocument(), paths: { '/x': { get: { responses: 'none' } } } }
    expect(await new Validator().validate(JSON.stringify(broken))).toMatchObject({ valid: false })
  })

  test('holds every operation, and no reference leads nowhere', () => {
    const document = openApiDocument() as { paths: Record<string, Record<string, { operationId: string }>> }
    const stated = Object.values(document.paths).flatMap((methods) =>
      Object.entries(methods).flatMap(([method, one]) => (method.startsWith('x-') ? [] : [one.operationId])),
    )
    expect(stated.toSorted()).toEqual(Object.keys(operations).toSorted())
    const text = JSON.stringify(document)
    const references = [...text.matchAll(/"\$ref":"#\/components\/(schemas|responses)\/([\w.]+)"/gu)]
    const components = openApiDocument()['components'] as Record<string, Record<string, unknown>>
    expect(references.filter(([, kind = '', name = '']) => components[kind]?.[name] === undefined)).toEqual([])
    expect(text.match(/"\$ref"/gu)).toHaveLength(references.length)
    expect(text).not.toContain('$defs')
  })
})

test('operations: paths carry exactly their parameters', () => {
  const all: readonly Operation[] = Object.values(operations)
  for (const operation of all) {
    const inPath = [...operation.path.matchAll(/\{(\w+)\}/gu)].map((match) => match[1])
    const shape = operation.params === undefined ? {} : (operation.params as unknown as { shape: object }).shape
    expect(Object.keys(shape)).toEqual(inPath)
  }
})

describe('extensions', () => {
  /** Returns the names of document parts whose extension mark contradicts the tables of the specification. */
  const wronglyMarked = (document: object): readonly string[] =>
    partsOf(document)
      .parts.filter(({ node, isSpecified }) => 'x-guichet-extension' in node === isSpecified)
      .map(({ name }) => name)

  test('everything that the specification lacks is marked with its reason, and nothing else', async () => {
    const document = JSON.parse(await readDocument('openapi.json')) as object
    expect(wronglyMarked(document)).toEqual([])
    const { parts, missing } = partsOf(document)
    expect(missing).toEqual([])
    const marked = parts.filter(({ isSpecified }) => !isSpecified)
    expect(marked.length).toBeGreaterThan(30)
    for (const { node } of marked)
      expect(node).toMatchObject({ 'x-guichet-extension': true, 'x-guichet-extension-reason': /^\S.*\w$/u })
    const text = JSON.stringify(document)
    expect(text.match(/"x-guichet-extension":true/gu)).toHaveLength(marked.length)
    expect(parts.filter(({ isSpecified }) => isSpecified).length).toBeGreaterThan(200)
  })

  test('a parameter, field or status that the specification lacks is noticed, and a specified one that is gone', () => {
    const planted = structuredClone(openApiDocument()) as unknown as {
      paths: Record<string, Record<string, { parameters: object[]; responses: Record<string, object> }>>
      components: { schemas: Record<string, { properties: Record<string, object> }> }
    }
    const list = planted.paths['/api/v1/public/events']?.['get']
    list?.parameters.push({ name: 'city', in: 'query', schema: { type: 'string' } })
    if (list) list.responses['206'] = { description: 'A part' }
    const { Event: event } = planted.components.schemas
    if (event) event.properties['poster'] = { type: 'string' }
    delete event?.properties['category']
    const document: object = planted
    const inList = 'GET /api/v1/public/events'
    expect(wronglyMarked(document)).toEqual([`${inList} query.city`, 'Event.poster', `${inList} 206`])
    expect(partsOf(document).missing).toEqual(['Event.category'])
  })
})

const texts: Readonly<Record<string, z.ZodType>> = {
  id: fields.id,
  localDateTime: fields.localDateTime,
  hexColor: fields.hexColor,
  qrCode: fields.qrCode,
  currency: fields.currency,
  pin: person.pin,
  staffNumber: person.staff,
  language: speechManifestSchema.shape.language,
  recordingFile: speechManifestSchema.shape.clips.valueType.shape.file,
  driver: z.string().regex(textForms.driverName),
  sha256: z.string().regex(textForms.sha256),
}

test.each(languages)('a text that does not fit is refused in words, in %s', (language) => {
  const said = Object.entries(texts).map(([name, schema]) => {
    const read = schema.safeParse('?', { error: issueErrors(catalogues[language].values) })
    return [name, read.error?.issues[0]?.message ?? 'fits'] as const
  })
  expect(said.filter(([, message]) => message === 'fits' || /[\^$\\]/u.test(message))).toEqual([])
})
