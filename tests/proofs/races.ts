import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runRace, runSlipRace } from '../crash/race.ts'
import { raceHubs } from '../store/hub-race.ts'
import { newSchema } from '../support/postgres-schema.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { type Outcome, quantiles, type Run } from './proof.ts'

/** From a wish that came too late to the answer (99th percentile). */
const REFUSED_WITHIN_MS = 1_000

/** Kiosk processes race for the same seats until none is left, then for one credit slip, again and again. */
export async function playRace({ options }: Run): Promise<Outcome> {
  const kiosks = Number(options['kiosks'])
  const seats = await runRace({ kiosks, seats: Number(options['seats']), shared: true })
  const slips = await runSlipRace({ kiosks, rounds: Number(options['slips']), shared: true })
  const apart = await runRace({ kiosks: 2, seats: 40, shared: false })
  const slipApart = await runSlipRace({ kiosks: 2, rounds: 1, shared: false })
  const late = seats.toldAfterMs.toSorted((a, b) => a - b)[Math.floor(0.99 * seats.toldAfterMs.length)] ?? 0
  return {
    amount: `${kiosks} kiosks, ${seats.seats} seats, ${slips.spent.length} slips`,
    violations: [
      ...oversold(seats.sold, seats.seats),
      ...(late > REFUSED_WITHIN_MS ? [`refused after ${late.toFixed(0)} ms (p99)`] : []),
      ...slips.spent.flatMap((times, round) => (times === 1 ? [] : [`slip ${round + 1} was spent ${times} times`])),
      ...seats.faults,
      ...slips.faults,
    ],
    controls: {
      'seats without a common service': oversold(apart.sold, apart.sold.length).length > 0,
      'slips without a hub': slipApart.spent.some((times) => times > 1),
    },
    details: [`granted: ${quantiles(seats.grantedAfterMs)}`, `refused: ${quantiles(seats.toldAfterMs)}`],
  }
}

/** Buyers at several hub processes, on SQLite and on PostgreSQL (a private server without `--store URL`). */
export async function playHubRace({ options }: Run): Promise<Outcome> {
  const [hubs, clients, seats] = [Number(options['hubs']), Number(options['clients']), Number(options['seats'])]
  const folder = mkdtempSync(join(tmpdir(), 'guichet-race-'))
  const server = options['store'] ? null : await startPostgres()
  try {
    const url = options['store'] || (server?.url ?? '')
    const databases = { SQLite: join(folder, 'booking-service.db'), PostgreSQL: await newSchema(url) }
    const violations: string[] = []
    const details: string[] = []
    for (const [name, database] of Object.entries(databases)) {
      const { sold, refusals, faults, milliseconds } = await raceHubs({ database, hubs, clients, seats })
      violations.push(...[...oversold(sold, seats), ...faults].map((violation) => `${name}: ${violation}`))
      const rate = ((2 * sold.length + refusals) / milliseconds) * 1000
      details.push(`${name}: ${sold.length} sold, ${refusals} refused, ${rate.toFixed(0)} calls/s`)
    }
    const apart = await raceHubs({ database: join(folder, 'apart.db'), hubs: 2, clients: 2, seats: 8, isApart: true })
    return {
      amount: `${hubs} hubs of ${clients} buyers, ${seats} seats on SQLite and PostgreSQL`,
      violations,
      controls: { 'a database for each hub': new Set(apart.sold).size < apart.sold.length },
      details,
    }
  } finally {
    await server?.stop()
    rmSync(folder, { recursive: true })
  }
}

function oversold(sold: readonly string[], seats: number): readonly string[] {
  const twice = sold.length - new Set(sold).size
  return [
    ...(twice > 0 ? [`${twice} seats sold twice`] : []),
    ...(sold.length === seats ? [] : [`${sold.length} of ${seats} seats sold`]),
  ]
}
