import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { ensureInstalled } from '../../scripts/install.mjs'
import { settingsFor, startHub, startMachine } from '../world/kiosk.ts'
import { freePort } from '../support/free-port.ts'

type Json = Readonly<Record<string, unknown>>

/** Calls an operation of a client that was generated from the document alone. Returns the `data` of the reply. */
type Call = (operationId: string, parameters?: Json, body?: Json) => Promise<Json>

type Make = (url: string, headers: Readonly<Record<string, string>>) => Promise<Call>

const require = createRequire(new URL('clients/package.json', import.meta.url))
const document = JSON.parse(
  readFileSync(new URL('../../docs/integrating/openapi.json', import.meta.url), 'utf8'),
) as Json

const dataOf = (content: unknown): Json => (content as { readonly data: Json }).data

const generators: Readonly<Record<string, Make>> = {
  async 'swagger-client'(url, headers) {
    interface Request {
      headers: Record<string, string>
    }
    interface SwaggerClient {
      execute(options: object): Promise<{ readonly body: unknown }>
    }
    const SwaggerClient = require('swagger-client') as (options: object) => Promise<SwaggerClient>
    const requestInterceptor = (request: Request): Request => {
      Object.assign(request.headers, headers)
      return request
    }
    const client = await SwaggerClient({ spec: { ...document, servers: [{ url }] }, requestInterceptor })
    return async (operationId, parameters = {}, requestBody) =>
      dataOf((await client.execute({ operationId, parameters, requestBody })).body)
  },
  async 'openapi-client-axios'(url, headers) {
    type Client = Readonly<Record<string, (parameters: Json, body?: Json) => Promise<{ readonly data: unknown }>>>
    const { default: OpenAPIClientAxios } = require('openapi-client-axios') as {
      readonly default: new (options: object) => { init(): Promise<Client> }
    }
    const options = { definition: document, withServer: { url }, axiosConfigDefaults: { headers } }
    const client = await new OpenAPIClientAxios(options).init()
    return async (operationId, parameters = {}, body) => dataOf((await client[operationId]!(parameters, body)).data)
  },
}

beforeAll(() => ensureInstalled('tests/interop/clients'), 300_000)

async function buy(call: Call, accessCodes: Readonly<Record<string, string>>): Promise<Json> {
  const first = (list: unknown): Json => (list as readonly Json[])[0]!
  const { events } = await call('listEvents', { page: 1, limit: 1 })
  const { id } = first(events) as { id: string }
  const session = await call('openSession', {}, { event_id: id, access_code: accessCodes[id] })
  const { session_id } = session
  const { map } = session as { map: { sections: readonly Json[] } }
  const view = await call('viewSection', { session_id, section_id: first(map.sections)['id'] })
  const { seats } = view['map'] as { seats: readonly Json[] }
  const seat = seats.find(({ status }) => status === 'available')!
  await call('holdSeats', { session_id }, { seat_ids: [seat['id']] })
  const { amount, items } = (await call('readCheckout', { session_id })) as { amount: number; items: readonly Json[] }
  const order = { order_id: crypto.randomUUID(), amount, hold_ids: [first(items)['hold_id']], customer: {} }
  const { tickets } = await call('confirmPurchase', {}, order)
  return call('getTicket', { ticket_id: first(tickets)['id'], owner_ref: session['owner_ref'] })
}

describe.each(Object.entries(generators))('%s', (_, make) => {
  test('sells at the hub', async () => {
    const hub = await startHub()
    const call = await make(hub.url, { 'x-partner-code': 'demo' })
    expect(await buy(call, hub.accessCodes)).toMatchObject({ status: 'SOLD' })
  })

  test('sells through the local API', async () => {
    const hub = await startHub()
    const port = await freePort()
    const { directory } = await startMachine({ ...settingsFor(hub.url, hub.accessCodes), localApi: { port } })
    const token = readFileSync(join(directory, 'demo', 'local-api-token'), 'utf8').trim()
    const call = await make(`http://127.0.0.1:${port}`, { authorization: `Bearer ${token}` })
    expect(await buy(call, hub.accessCodes)).toMatchObject({ status: 'SOLD' })
  })
})
