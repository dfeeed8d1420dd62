import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../support/postgres-server.ts'
import { newSchema } from '../support/postgres-schema.ts'
import { raceHubs } from './hub-race.ts'

/**
 * npm run race:hubs [-- --hubs 2 --clients 16 --seats 500 --store postgres://…]
 *
 * Buyers at several hub processes on one database, on SQLite and on PostgreSQL (a private one where none is named).
 */
const { values } = parseArgs({
  options: {
    hubs: { type: 'string', default: '2' },
    clients: { type: 'string', default: '16' },
    seats: { type: 'string', default: '500' },
    store: { type: 'string' },
  },
})
const [hubs, clients, seats] = [Number(values.hubs), Number(values.clients), Number(values.seats)]

const folder = mkdtempSync(join(tmpdir(), 'guichet-race-'))
const server = values.store === undefined ? await startPostgres() : null
const url = values.store ?? server?.url
process.exitCode = 0
try {
  await race('SQLite', join(folder, 'booking-service.db'))
  if (url === undefined) console.log('PostgreSQL: not installed here')
  else await race('PostgreSQL', await newSchema(url))
} finally {
  await server?.stop()
  rmSync(folder, { recursive: true })
}

async function race(name: string, database: string): Promise<void> {
  const { sold, refusals, faults, milliseconds } = await raceHubs({ database, hubs, clients, seats })
  const twice = sold.length - new Set(sold).size
  const rate = Math.round(((2 * sold.length + refusals) / milliseconds) * 1000)
  console.log(
    `${name}: ${hubs} hubs × ${clients} buyers, ${seats} seats: ${sold.length} sold, ${twice} of them twice, ` +
      `${refusals} refused, ${faults.length} faults; ${(milliseconds / 1000).toFixed(1)} s, ${rate} calls/s`,
  )
  if (twice > 0 || sold.length !== seats || faults.length > 0) process.exitCode = 1
}
