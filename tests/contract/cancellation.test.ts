import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { availableSeats, newSession, readyToBuy, view } from './buyers.ts'
import { contractClient, contractTarget, type Client, type Target } from './target.ts'

/** The specification does not require cancellation, so other implementations may not support it. */
describe.runIf(process.env['GUICHET_CONTRACT_URL'] === undefined)('tickets that their partner cancels', () => {
  let target: Target
  let client: Client

  beforeAll(async () => {
    target = await contractTarget()
    client = contractClient(target)
  })
  afterAll(() => target.close())

  async function sold() {
    const { session, order } = await readyToBuy(client, 2)
    const purchase = await client.succeed('confirmPurchase', { body: order })
    const [first, second] = purchase.tickets
    if (!first || !second) throw new Error('no tickets')
    const body = { request_id: randomUUID(), owner_ref: session.owner_ref, ticket_ids: [first.id], reason: 'Remis' }
    return { session, order, purchase, first, second, body }
  }

  const statuses = async (owner_ref: string): Promise<string[]> =>
    (await client.succeed('listTickets', { query: { owner_ref } })).tickets.map(({ status }) => status)

  test('are good no more, their seats on sale again', async () => {
    const { session, first, second, body } = await sold()
    const { id, ticket_number, seat_id } = first
    const cancelled_at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/u) as unknown
    expect(await client.succeed('cancelTickets', { body })).toEqual({
      request_id: body.request_id,
      tickets: [{ id, ticket_number, seat_id, status: 'CANCELLED', cancelled_at }],
    })
    expect(await statuses(session.owner_ref)).toEqual(['CANCELLED', 'SOLD'])
    const { map } = await view(client, session)
    const statusOf = (id: string) => map.seats.find((seat) => seat.id === id)?.status
    expect([statusOf(first.seat_id), statusOf(second.seat_id)]).toEqual(['available', 'sold'])
  })

  test('the same request again is answered as the first time; with other content it is refused', async () => {
    const { session, second, body } = await sold()
    const first = await client.call('cancelTickets', { body })
    const again = await client.call('cancelTickets', { body: { ...body, request_id: body.request_id.toUpperCase() } })
    expect(again.text.toLowerCase()).toBe(first.text.toLowerCase())
    for (const other of [{ ticket_ids: [second.id] }, { reason: 'Doublon' }]) {
      const details = await client.refused('REQUEST_CONFLICT', 'cancelTickets', { body: { ...body, ...other } })
      expect(details['where']).toBe('body.request_id')
    }
    expect(await statuses(session.owner_ref)).toEqual(['CANCELLED', 'SOLD'])
  })

  test('one that was cancelled before stays as it is beside another', async () => {
    const { first, second, body } = await sold()
    const { tickets } = await client.succeed('cancelTickets', { body })
    const both = { ...body, request_id: randomUUID(), ticket_ids: [second.id, first.id] }
    const after = await client.succeed('cancelTickets', { body: both })
    expect(after.tickets.map(({ id }) => id)).toEqual(both.ticket_ids)
    expect(after.tickets[1]).toEqual(tickets[0])
  })

  test('a cancelled purchase sent again is answered as the first time, and sells nothing', async () => {
    const { session, order, body, first, second } = await sold()
    const { text } = await client.call('confirmPurchase', { body: order })
    await client.succeed('cancelTickets', { body: { ...body, ticket_ids: [first.id, second.id] } })
    expect((await client.call('confirmPurchase', { body: order })).text).toBe(text)
    await client.refused('HOLD_NOT_FOUND', 'confirmPurchase', { body: { ...order, order_id: randomUUID() } })
    expect(await statuses(session.owner_ref)).toEqual(['CANCELLED', 'CANCELLED'])
  })

  test('of another owner, another partner or nobody are unknown, and nothing is cancelled', async () => {
    const { session, first, body } = await sold()
    const other = await newSession(client)
    const unknown = '999999999'
    const others = [{ ticket_ids: [first.id, unknown] }, { ticket_ids: [unknown] }]
    for (const wrong of [{ owner_ref: other.owner_ref }, ...others]) {
      const details = await client.refused('TICKET_NOT_FOUND', 'cancelTickets', { body: { ...body, ...wrong } })
      expect(details['where']).toBe('body.ticket_ids')
    }
    expect(await statuses(session.owner_ref)).toEqual(['SOLD', 'SOLD'])
    await client.succeed('cancelTickets', { body })
  })

  test('many at once cancel one ticket, and one buyer gets its seat', async () => {
    const { session, first, body } = await sold()
    const requests = Array.from({ length: 6 }, () => ({ ...body, request_id: randomUUID() }))
    const replies = await Promise.all(requests.map((one) => client.succeed('cancelTickets', { body: one })))
    expect(new Set(replies.map(({ tickets }) => tickets[0]?.cancelled_at)).size).toBe(1)
    const [seat] = await availableSeats(client, session, 1)
    expect(seat?.id).toBe(first.seat_id)
  })
})
