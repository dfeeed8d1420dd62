import { parseArgs } from 'node:util'
import { playFleet, type FleetReport } from './fleet.ts'

/**
 * npm run fleet [-- --kiosks 40 --seed 1]
 *
 * Kiosks with real ledgers sell over real sockets to a real hub while the line between them goes through an outage, slow
 * replies, lost replies and silence; then the control, which has to be caught.
 */
const { values } = parseArgs({
  options: { kiosks: { type: 'string', default: '40' }, seed: { type: 'string', default: '1' } },
})
const [kiosks, seed] = [Number(values.kiosks), Number(values.seed)]
const spells = ['refused', 'slow', 'thirds', 'silent'] as const
/** From the partner's return to a kiosk that sells again. */
const BACK_WITHIN_MS = 5_000

const started = performance.now()
const report = await playFleet({ kiosks, seed, timeoutMs: 15_000, spells, sales: 2 * kiosks })
describe(`${kiosks} kiosks`, report)
console.log(`  ${((performance.now() - started) / 1_000).toFixed(0)} s`)
const heedless = await playFleet({ kiosks: 4, seed, timeoutMs: 5_000, spells, sales: 4, heedless: true })
describe('control (takes silence for consent)', heedless)
const worst = Math.max(...report.backAfterMs)
process.exitCode = report.violations.length === 0 && worst <= BACK_WITHIN_MS && heedless.violations.length > 0 ? 0 : 1

function describe(what: string, { violations, sales, soldIn, turnedAway, ...ms }: FleetReport): void {
  console.log(`${what}: ${violations.length} violations; sales ${JSON.stringify(sales)}`)
  console.log(`  sold by weather ${JSON.stringify(soldIn)}; ${turnedAway} customers turned away during outages`)
  console.log(`  back after the partner's return: ${quantiles(ms.backAfterMs)}`)
  console.log(`  paid in an outage, tickets after its end: ${quantiles(ms.caughtSoldAfterMs)}`)
  for (const violation of violations.slice(0, 10)) console.log(`  ${violation}`)
}

function quantiles(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number): string => `${(sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(0)} ms`
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, worst ${at(1)} of ${sorted.length}`
}
