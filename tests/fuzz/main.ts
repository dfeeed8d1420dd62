import { parseArgs } from 'node:util'
import { createRandom } from '../simulation/random.ts'
import { fuzzPartner, naiveReader, shippingReader, type FuzzReport } from './partner-fuzz.ts'

/**
 * npm run fuzz:partner -- --replies 1000000 [--seed 1]
 *
 * Mutated replies of the partner against the shipping program; then fewer of them against the control, which has to fail.
 */
const { values } = parseArgs({
  options: { replies: { type: 'string', default: '50000' }, seed: { type: 'string', default: '1' } },
})

const seed = Number(values.seed)
const started = performance.now()
const shipping = await fuzzPartner(Number(values.replies), seed, shippingReader(createRandom(seed)))
describe('shipping program', shipping)
console.log(`  ${((performance.now() - started) / 1_000).toFixed(0)} s`)
const control = await fuzzPartner(2_000, seed, naiveReader)
describe('control (any 2xx sells, any 4xx is final)', control)
process.exitCode = shipping.faults.length === 0 && control.faults.length > 0 ? 0 : 1

function describe(what: string, { replies, confirmed, priced, refunds, faults }: FuzzReport): void {
  console.log(
    `${what}: ${replies} replies, ${confirmed} confirmed, ${priced} priced, ${refunds} refunds due, ${faults.length} faults`,
  )
  for (const fault of faults.slice(0, 3)) console.log(`  ${fault.slice(0, 400)}`)
}
