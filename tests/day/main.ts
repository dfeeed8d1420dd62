import { parseArgs } from 'node:util'
import { playDay, type DayReport } from './day.ts'

/**
 * npm run day [-- --sales 2000 --seed 1]
 *
 * Three cashiers and two kiosks sell two shifts long, with parked sales, tickets that come back and power cuts; every Z is held
 * against the journal, the drawer and the service's tickets. Then the control, a cashier who pilfers, with a card taken by hand, which both have to be caught.
 */
const { values } = parseArgs({
  options: { sales: { type: 'string', default: '2000' }, seed: { type: 'string', default: '1' } },
})
const [sales, seed] = [Number(values.sales), Number(values.seed)]
const started = performance.now()
const report = await playDay({ sales, seed, onProgress: (line) => void process.stderr.write(`${line}\n`) })
describe(`${sales} sales`, report)
console.log(`  ${((performance.now() - started) / 1000).toFixed(0)} s`)
const control = await playDay({ sales: 100, seed, pilfers: true })
describe('control (a cashier pilfers)', control)
process.exitCode = report.violations.length === 0 && control.violations.length > 0 ? 0 : 1

function describe(what: string, { violations, ...counts }: DayReport): void {
  console.log(`${what}: ${violations.length} violations; ${JSON.stringify(counts)}`)
  for (const violation of violations.slice(0, 10)) console.log(`  ${violation}`)
}
