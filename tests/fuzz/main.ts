import { parseArgs } from 'node:util'
import { createRandom } from '../simulation/random.ts'
import { lieToTheKiosk, namesAnother, type LiarReport } from './liar.ts'
import { fuzzPartner, naiveReader, shippingReader, type FuzzReport } from './partner-fuzz.ts'

/**
 * npm run fuzz:partner -- --replies 1000000 [--lies 2000] [--seed 1]
 *
 * Mutated replies of the partner against the shipping program, then a partner that lies in one way all the time, from a
 * first sale to the end of the day; each followed by a control, which has to fail.
 */
const { values } = parseArgs({
  options: {
    replies: { type: 'string', default: '50000' },
    lies: { type: 'string', default: '120' },
    seed: { type: 'string', default: '1' },
  },
})

const seed = Number(values.seed)
const started = performance.now()
const shipping = await fuzzPartner(Number(values.replies), seed, shippingReader(createRandom(seed)))
describe('shipping program', shipping)
console.log(`  ${((performance.now() - started) / 1_000).toFixed(0)} s`)
const control = await fuzzPartner(2_000, seed, naiveReader)
describe('control (any 2xx sells, any 4xx is final)', control)
const liar = await lieToTheKiosk({ most: Number(values.lies), seed })
describeLies('shipping program', liar)
if (liar.faults[0]) console.log(`The story of the first:\n${liar.faults[0]}`)
const blind = await lieToTheKiosk({ only: namesAnother, blind: true })
describeLies('control (sees nothing by which a reply says whose it is)', blind)
const held = shipping.faults.length === 0 && liar.faults.length === 0
process.exitCode = held && control.faults.length > 0 && blind.faults.length > 0 ? 0 : 1

function describe(what: string, { replies, confirmed, priced, refunds, faults }: FuzzReport): void {
  console.log(
    `${what}: ${replies} replies, ${confirmed} confirmed, ${priced} priced, ${refunds} refunds due, ${faults.length} faults`,
  )
  for (const fault of faults.slice(0, 3)) console.log(`  ${fault.slice(0, 400)}`)
}

function describeLies(what: string, { lies, told, ended, faults }: LiarReport): void {
  const ends = Object.entries(ended).map(([end, times]) => `${end} ${times}`)
  console.log(`${what}: ${lies} lies, ${told} replies; sales: ${ends.join(', ')}; ${faults.length} faults`)
  for (const fault of faults.slice(0, 3)) console.log(`  ${fault.split('\n', 1)[0]}`)
}
