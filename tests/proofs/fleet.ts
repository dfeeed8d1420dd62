import { playFleet } from '../fleet/fleet.ts'
import { type Outcome, quantiles, type Run } from './proof.ts'

const SPELLS = ['refused', 'slow', 'thirds', 'silent'] as const
/** From the partner's return to a kiosk that sells again. */
const BACK_WITHIN_MS = 5_000

/** Kiosks sell over real sockets to a real hub through an outage, slow replies, lost replies and silence. */
export async function playFleetProof({ seed, options }: Run): Promise<Outcome> {
  const kiosks = Number(options['kiosks'])
  const report = await playFleet({ kiosks, seed, timeoutMs: 15_000, spells: SPELLS, sales: 2 * kiosks })
  const control = await playFleet({ kiosks: 3, seed, timeoutMs: 5_000, spells: ['refused'], sales: 2, heedless: true })
  const late = report.backAfterMs.filter((ms) => ms > BACK_WITHIN_MS)
  return {
    amount: `${kiosks} kiosks, ${report.sales.done} sales`,
    violations: [...report.violations, ...late.map((ms) => `back only after ${ms.toFixed(0)} ms`)],
    controls: { 'takes silence for consent': control.violations.length > 0 },
    details: [
      `sales ${JSON.stringify(report.sales)}, by condition ${JSON.stringify(report.soldIn)}, ${report.turnedAway} turned away`,
      `back after the partner's return: ${quantiles(report.backAfterMs)}`,
      `paid in an outage, tickets after its end: ${quantiles(report.caughtSoldAfterMs)}`,
    ],
  }
}
