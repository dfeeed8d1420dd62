import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSystemClock } from '../../electron/host/clock.ts'
import { keepStatus, readStatus, type Observed } from '../../electron/host/status-file.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const well: Observed = {
  version: '1.0.0',
  mode: 'demo',
  deviceId: 'nongo-07',
  partner: 'up',
  printer: 'ready',
  canSell: true,
  unfinished: 0,
  serving: false,
  settings: { running: 0, waiting: false, waitsFor: null, givenUp: null },
}

test('its stop waits for the look that is being taken: afterwards nothing is asked, and nothing is told', async () => {
  const folder = temporaryFolder()
  const errors: unknown[] = []
  const look = Promise.withResolvers<Observed>()
  const status = keepStatus(
    folder,
    createSystemClock(),
    () => look.promise,
    (error) => void errors.push(error),
  )
  let stopped = false
  const stopping = status.stop().then(() => void (stopped = true))
  await new Promise((resolve) => setImmediate(resolve))
  expect(stopped).toBe(false)
  look.resolve(well)
  await stopping
  expect(existsSync(join(folder, 'status.json'))).toBe(false)
  expect(errors).toEqual([])
})

test('it is told while the program runs, and no longer', async () => {
  const folder = temporaryFolder()
  const status = keepStatus(
    folder,
    createSystemClock(),
    async () => well,
    (error) => {
      throw error
    },
  )
  await expect.poll(() => readStatus(folder, Date.now())).toMatchObject({ ...well, pid: process.pid })
  await status.stop()
  expect(readStatus(folder, Date.now())).toBeNull()
})
