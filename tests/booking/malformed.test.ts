import fc from 'fast-check'
import { expect, test } from 'vitest'
import { errorBody } from '../../shared/api/partner/errors.ts'
import { readyToBuy } from '../contract/buyers.ts'
import { start, world } from './service.ts'

test('a purchase with any one field replaced: sold only where nothing that counts has changed', async () => {
  const { options, faults } = await world({ maxSeatsPerSession: 1_000 })
  const { client } = await start(options)
  const { order, session } = await readyToBuy(client, 2)
  const field = fc.constantFrom('order_id', 'amount', 'hold_ids', 'customer')
  await fc.assert(
    fc.asyncProperty(field, fc.jsonValue({ maxDepth: 2 }), async (key, value) => {
      const reply = await client.call('confirmPurchase', { body: { ...order, [key]: value } })
      expect(reply.status).toBeLessThan(500)
      if (reply.status >= 400) expect(errorBody.safeParse(reply.json).error).toBeUndefined()
      if (key !== 'customer') expect(reply.status).toBeGreaterThanOrEqual(400)
      else if (reply.status === 200) {
        const { tickets } = await client.succeed('listTickets', { query: { owner_ref: session.owner_ref } })
        expect(tickets).toHaveLength(2)
      }
    }),
    { numRuns: 300 },
  )
  expect(faults).toEqual([])
})
