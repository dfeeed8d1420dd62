import type Sqlite from 'better-sqlite3'
import { expect, test, vi } from 'vitest'
import { createBookingService } from '../../electron/booking-service/booking-service.ts'
import { newEvent, readyToBuy } from '../contract/buyers.ts'
import { inProcessClient, world } from './service.ts'

const seen = vi.hoisted(() => ({ closed: [] as { wrote: boolean; synchronous: unknown }[] }))

// The real module; what a connection says of itself just before it is closed, all its writes done, is kept.
vi.mock('better-sqlite3', async (importOriginal) => {
  const { default: Real } = await importOriginal<{ default: typeof Sqlite }>()
  class Watched extends Real {
    override close(): this {
      if (this.open && !this.readonly) {
        const wrote = Number(this.prepare('SELECT total_changes()').pluck().get()) > 0
        seen.closed.push({ wrote, synchronous: this.pragma('synchronous', { simple: true }) })
      }
      return super.close()
    }
  }
  return { default: Watched }
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
  expect(seen.closed).toEqual([
    { wrote: true, synchronous: 2 },
    { wrote: true, synchronous: 2 },
  ])
})
