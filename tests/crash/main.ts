import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { AFTER_THE_FACT, KILL_POINTS } from './kill-points.ts'
import type { RoundReport } from './round.ts'
import { playRounds } from './rounds.ts'

/**
 * npm run crash -- --kills 200 [--seed 1] [--jobs 2]
 *
 * Kills a kiosk's process with SIGKILL at named points and starts it again; then the control, which has to lose something.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: String(Math.min(2, availableParallelism())) },
  },
})

const [seed, jobs] = [Number(values.seed), Number(values.jobs)]
const started = performance.now()
const report = await playRounds({
  seed,
  jobs,
  kills: Number(values.kills),
  onRound: (done, violations) => process.stderr.write(`${[`${done} kills`, ...violations].join('\n')}\n`),
})
describe('shipping program', report)
console.log(`  ${((performance.now() - started) / 60_000).toFixed(1)} minutes`)
const control = await playRounds({ seed, jobs, kills: 20, forgetful: true, points: AFTER_THE_FACT })
describe('control (acknowledges before it writes)', control)
process.exitCode = report.violations.length === 0 && control.violations.length > 0 ? 0 : 1

function describe(what: string, { kills, opened, settled, sales, violations }: RoundReport): void {
  const total = Object.values(kills).reduce((sum, count) => sum + count, 0)
  const missed = KILL_POINTS.filter((point) => !kills[point])
  console.log(`${what}: ${total} kills at ${Object.keys(kills).length} points, ${violations.length} violations`)
  console.log(`  sales ${JSON.stringify(sales)}`)
  console.log(
    `  from the start of the process until open: ${quantiles(opened)}; until all was settled: ${quantiles(settled)}`,
  )
  if (missed.length > 0 && missed.length < 20) console.log(`  never struck: ${missed.join(', ')}`)
  for (const violation of violations.slice(0, 10)) console.log(`  ${violation}`)
}

function quantiles(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number): string => `${(sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(0)} ms`
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, worst ${at(1)} of ${sorted.length}`
}
