import { expect, test } from 'vitest'
import { openHubClient } from '../../electron/fleet/hub-client.ts'
import { endless, startEndless, UNDERWAY } from '../support/endless-service.ts'

test('a machine reads no more of an endless reply than a hub ever sends', async () => {
  const service = await startEndless(200, endless)
  const line = openHubClient(service.url, { publicKey: 'key', sign: () => 'signature', derive: () => Buffer.alloc(32) })
  const enrolled = await line.enrol('till-1', 'ABCD')
  expect(enrolled).toEqual({
    ok: false,
    error: { type: 'unreachable', detail: 'a reply of more than 8388608 bytes' },
  })
  await service.closed
  expect(service.sent).toBeLessThan(8 * 1024 * 1024 + UNDERWAY)
})
