import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { errorBody } from '../../shared/api/partner/errors.ts'
import { operations, type Operation, type OperationName } from '../../shared/api/partner/operations.ts'
import { readyToBuy } from '../contract/buyers.ts'
import type { Client, Reply } from '../contract/target.ts'
import { brokenInvariants, pathOf, start, world } from './service.ts'

const names = Object.keys(operations) as OperationName[]

function expectAnswered(reply: Reply): void {
  expect(reply.status).toBeLessThan(500)
  if (reply.status >= 400) expect(errorBody.safeParse(reply.json).error).toBeUndefined()
}

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e999',
    '\0',
    '%00',
    '../..',
    "' OR 1=1 --",
    '\ud800',
    '__proto__',
    'x'.repeat(3_000),
  ),
)

test('any method, path and query', async () => {
  const { options, faults } = await world()
  const { client } = await start(options)
  const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD')
  const segment = fc.oneof(
    fc.constantFrom('api', 'v1', 'public', 'events', 'tickets', 'purchases'),
    text.map(encodedSegment),
  )
  await fc.assert(
    fc.asyncProperty(
      method,
      fc.array(segment, { maxLength: 7 }),
      fc.dictionary(text, text, { maxKeys: 4 }),
      async (verb, path, query) => {
        const reply = await client.send(verb, `/${path.join('/')}`, { query: new URLSearchParams(query).toString() })
        expectAnswered(reply)
      },
    ),
    { numRuns: 400 },
  )
  expect(faults).toEqual([])
})

test('any parameters and any JSON for each operation', async () => {
  const here = await world()
  const { options, faults } = here
  const { client } = await start(options)
  const value = fc.jsonValue({ maxDepth: 3 })
  const keys = [
    'event_id',
    'access_code',
    'seat_id',
    'seat_ids',
    'order_id',
    'amount',
    'hold_ids',
    'customer',
    'event_name',
  ]
  const body = fc.oneof(value, fc.dictionary(fc.constantFrom(...keys, 'event_date', 'default_price'), value))
  const parameter = fc.oneof(text, fc.constant(randomUUID()), fc.constantFrom('1', '2'))
  const params = fc.record({ session_id: parameter, hold_id: parameter, ticket_id: parameter })
  const query = fc.record(
    { section_id: text, owner_ref: text, page: text, env: fc.constantFrom('demo', 'x') },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), params, query, body, async (name, values, search, content) => {
      const path = pathOf(name, mapValues(values, encodedSegment))
      const { method, body: shape }: Operation = operations[name]
      const call = { query: new URLSearchParams(search).toString(), ...(shape && { body: content ?? null }) }
      expectAnswered(await client.send(method, path, call))
    }),
    { numRuns: 800 },
  )
  expect(faults).toEqual([])
  expect(await brokenInvariants(here)).toEqual([])
})

test('a purchase with any one field replaced: sold only where nothing that counts has changed', async () => {
  const here = await world({ maxSeatsPerSession: 1_000 })
  const { options, faults } = here
  const { client } = await start(options)
  const { order, session } = await readyToBuy(client, 2)
  const field = fc.constantFrom('order_id', 'amount', 'hold_ids', 'customer')
  await fc.assert(
    fc.asyncProperty(field, fc.jsonValue({ maxDepth: 2 }), async (key, value) => {
      const reply = await client.call('confirmPurchase', { body: { ...order, [key]: value } })
      expectAnswered(reply)
      if (key !== 'customer') expect(reply.status).toBeGreaterThanOrEqual(400)
      else if (reply.status === 200) await resume(client, session.owner_ref)
    }),
    { numRuns: 300 },
  )
  expect(faults).toEqual([])
  expect(await brokenInvariants(here)).toEqual([])
})

async function resume(client: Client, ownerRef: string): Promise<void> {
  const { tickets } = await client.succeed('listTickets', { query: { owner_ref: ownerRef } })
  expect(tickets).toHaveLength(2)
}

function encodedSegment(segment: string): string {
  return encodeURIComponent(segment.toWellFormed())
}

function mapValues<T>(record: Readonly<Record<string, T>>, map: (value: T) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}
