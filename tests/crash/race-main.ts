import { parseArgs } from 'node:util'
import { runRace } from './race.ts'
import { runSlipRace } from './slip-race.ts'

/**
 * npm run race [-- --kiosks 16 --seats 5000 --slips 200]
 *
 * Kiosk processes race for the same seats until the hall is sold out: none is sold twice, and who comes too late is told so within a second.
 * Then they are handed one credit slip at the same instant, again and again: one of them spends it.
 */
const { values } = parseArgs({
  options: {
    kiosks: { type: 'string', default: '16' },
    seats: { type: 'string', default: '5000' },
    slips: { type: 'string', default: '200' },
  },
})
const TOLD_WITHIN_MS = 1_000

const started = performance.now()
const { seats, sold, toldAfterMs, grantedAfterMs, faults } = await runRace({
  kiosks: Number(values.kiosks),
  seats: Number(values.seats),
  shared: true,
})
const twice = doubled(sold)
console.log(
  `${values.kiosks} kiosks, ${seats} seats: ${sold.length} sold, ${twice} of them twice, ${faults.length} faults`,
)
console.log(`  ${((performance.now() - started) / 1_000).toFixed(0)} s; wishes granted: ${quantiles(grantedAfterMs)}`)
console.log(`  told that it was too late: ${quantiles(toldAfterMs)}`)
for (const fault of faults.slice(0, 10)) console.log(`  ${fault}`)
const inTime = (toldAfterMs.toSorted((a, b) => a - b)[Math.floor(0.99 * toldAfterMs.length)] ?? 0) <= TOLD_WITHIN_MS
const control = await runRace({ kiosks: 2, seats: 40, shared: false })
console.log(`control (nobody decides between the kiosks): ${doubled(control.sold)} of 40 seats sold twice`)
const slips = await runSlipRace({ kiosks: Number(values.kiosks), rounds: Number(values.slips), shared: true })
const notOnce = slips.spent.filter((kiosks) => kiosks !== 1).length
console.log(
  `a credit slip, ${slips.spent.length} times: ${notOnce} times not spent once, ${slips.faults.length} faults`,
)
for (const fault of slips.faults.slice(0, 10)) console.log(`  ${fault}`)
const apart = await runSlipRace({ kiosks: 2, rounds: 1, shared: false })
console.log(`control (no hub between the kiosks): a credit slip spent at ${apart.spent.join()} of 2`)
const seatsHold = twice === 0 && sold.length === seats && faults.length === 0 && inTime && doubled(control.sold) > 0
const slipsHold = notOnce === 0 && slips.faults.length === 0 && apart.spent.some((kiosks) => kiosks > 1)
process.exitCode = seatsHold && slipsHold ? 0 : 1

function doubled(seatIds: readonly string[]): number {
  return seatIds.length - new Set(seatIds).size
}

function quantiles(ms: readonly number[]): string {
  const sorted = ms.toSorted((a, b) => a - b)
  const at = (share: number): string => `${(sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(0)} ms`
  return `${sorted.length}, p50 ${at(0.5)}, p99 ${at(0.99)}, worst ${at(1)}`
}
