import { parseArgs } from 'node:util'
import { fuzzHub, type HubFuzzReport } from './hub-fuzz.ts'

/**
 * npm run fuzz:hub -- --requests 1000000 [--seed 1]
 *
 * Malformed requests, drawn from the OpenAPI document and raw, against a hub; then fewer against the control, which has
 * to fail.
 */
const { values } = parseArgs({
  options: { requests: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } },
})

const started = performance.now()
const hub = await fuzzHub(Number(values.requests), Number(values.seed))
describe('hub', hub)
console.log(`  ${((performance.now() - started) / 1_000).toFixed(0)} s`)
const control = await fuzzHub(4_000, Number(values.seed), { control: true })
describe('control (believes every body, tells everybody, forgets nothing)', control)
process.exitCode = hub.faults.length === 0 && control.faults.length > 0 ? 0 : 1

function describe(what: string, { requests, raw, statuses, memory, faults }: HubFuzzReport): void {
  const byStatus = [...statuses]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${status || 'cut off'}: ${count}`)
  console.log(`${what}: ${requests} requests (${raw} raw), ${faults.length} faults; replies ${byStatus.join(', ')}`)
  console.log(`  memory in MiB: ${memory.map((bytes) => (bytes / 1024 / 1024).toFixed(1)).join(' ')}`)
  for (const fault of faults.slice(0, 5)) console.log(`  ${fault.slice(0, 600)}`)
}
