import Sqlite from 'better-sqlite3'
import { expect, test, vi } from 'vitest'
import { createBookingService } from '../../electron/booking-service/booking-service.ts'
import { newEvent, readyToBuy } from '../contract/buyers.ts'
import { inProcessClient, world } from './service.ts'

const closed: { readonly wrote: boolean; readonly synchronous: unknown }[] = []
const close = Reflect.get(Sqlite.prototype, 'close')

// What a connection says of itself just before it is closed, all its writes done, is kept.
vi.spyOn(Sqlite.prototype, 'close').mockImplementation(function (this: Sqlite.Database) {
  if (this.open && !this.readonly) {
    const wrote = Number(this.prepare('SELECT total_changes()').pluck().get()) > 0
    closed.push({ wrote, synchronous: this.pragma('synchronous', { simple: true }) })
  }
  return close.call(this)
})

test('keeps synchronous = FULL after holds and purchases, in a new file and in an old one', async () => {
  const { options } = await world()
  for (const file of ['new', 'old']) {
    const service = await createBookingService(options)
    const client = inProcessClient(service)
    const { order } = await readyToBuy(client, 2, await newEvent(client, { event_name: file }))
    await client.succeed('confirmPurchase', { body: order })
    await service.close()
  }
  expect(closed).toEqual([
    { wrote: true, synchronous: 2 },
    { wrote: true, synchronous: 2 },
  ])
})
