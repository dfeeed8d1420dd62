import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { at, availableSeats, newEvent, newSession, orderFor } from '../contract/buyers.ts'
import { contractClient, refusalOf } from '../contract/target.ts'
import { settingsFor, sold, startMachine } from '../world/kiosk.ts'
import { shared } from '../support/clean-up.ts'
import { installPrism, prismBefore } from '../support/prism.ts'
import { startHub } from './hub.ts'

/**
 * Stoplight Prism runs between client and hub, and replaces every request and reply that does not match the OpenAPI
 * document with an error.
 */
const document = fileURLToPath(new URL('../../docs/integrating/openapi.json', import.meta.url))

beforeAll(installPrism, 300_000)

const service = shared(async () => {
  const hub = await startHub({ mode: 'demo' })
  const url = await prismBefore(document, hub.url)
  return { hub, url, client: contractClient({ baseUrl: url, partnerCode: 'demo' }) }
})

test('every operation of a sale, and its refusals, fit the document', async () => {
  const { client } = service()
  const event = await newEvent(client)
  await client.succeed('listEvents', { query: { page: '1', limit: '12' } })
  const session = await newSession(client, event)
  const [first, second, third] = await availableSeats(client, session, 3)
  await client.succeed('holdSeats', { ...at(session), body: { seat_id: first?.id } })
  await client.succeed('holdSeats', { ...at(session), body: { seat_ids: [second?.id, third?.id] } })
  const rival = await newSession(client, event)
  await client.refused('SEAT_CONFLICT', 'holdSeats', { ...at(rival), body: { seat_id: first?.id } })
  await client.refused('NO_HOLDS', 'readCheckout', at(rival))
  const { items } = await client.succeed('readCheckout', at(session))
  const params = { ...at(session).params, hold_id: items[2]?.hold_id ?? '' }
  await client.succeed('releaseHold', { params })
  const checkout = await client.succeed('readCheckout', at(session))
  const order = orderFor(checkout)
  await client.refused('AMOUNT_MISMATCH', 'confirmPurchase', { body: { ...order, amount: order.amount + 1 } })
  const { tickets } = await client.succeed('confirmPurchase', { body: order })
  await client.succeed('confirmPurchase', { body: order })
  await client.refused('HOLD_SOLD', 'releaseHold', { params: { ...params, hold_id: order.hold_ids[0] ?? '' } })
  const owner = { owner_ref: session.owner_ref }
  await client.succeed('listTickets', { query: owner })
  await client.succeed('getTicket', { params: { ticket_id: tickets[0]?.id ?? '' }, query: owner })
  await client.refused('TICKET_NOT_FOUND', 'getTicket', {
    params: { ticket_id: tickets[0]?.id ?? '' },
    query: { owner_ref: rival.owner_ref },
  })
  const asked = { ...at(session), query: { section_id: session.map.sections[0]?.id ?? '' } }
  const seen = await client.call('viewSection', asked)
  const again = await client.call('viewSection', {
    ...asked,
    headers: { 'if-none-match': seen.headers.get('etag') ?? '' },
  })
  expect([seen.status, again.status]).toEqual([200, 304])
}, 60_000)

test('a kiosk sells through it', async () => {
  const { hub, url } = service()
  const machine = await startMachine(settingsFor(url, hub.accessCodes))
  expect((await sold(machine, 2)).stage.name).toBe('done')
  expect(machine.faults).toEqual([])
}, 60_000)

test('the control: what does not fit is turned back by Prism, not by the hub', async () => {
  const { client } = service()
  const reply = await client.call('openSession', { body: { event_id: 1 } })
  expect(reply.status).toBe(422)
  expect(reply.text).toContain('stoplight.io')
  expect(() => refusalOf('MALFORMED_REQUEST', reply)).toThrow()
}, 60_000)
