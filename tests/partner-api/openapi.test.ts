import { readFile } from 'node:fs/promises'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { openApiFile, openApiText } from '../../scripts/openapi.ts'
import { openApiDocument } from '../../shared/partner-api/openapi.ts'
import { operations, type Operation } from '../../shared/partner-api/operations.ts'

describe('OpenAPI document', () => {
  test('the file is current: `npm run openapi` writes it', async () => {
    expect(await readFile(openApiFile, 'utf8')).toBe(openApiText())
  })

  test('a third-party validator finds it valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const outcome = await validator.validate(openApiText())
    expect(outcome).toMatchObject({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  test('the validator notices a broken document', async () => {
    const broken = { ...openApiDocument(), paths: { '/x': { get: { responses: 'none' } } } }
    expect(await new Validator().validate(JSON.stringify(broken))).toMatchObject({ valid: false })
  })

  test('holds every operation, and no reference leads nowhere', () => {
    const document = openApiDocument() as { paths: Record<string, Record<string, { operationId: string }>> }
    const stated = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((one) => one.operationId),
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
