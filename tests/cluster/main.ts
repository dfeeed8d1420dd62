import { parseArgs } from 'node:util'
import { ordeal, type OrdealBlow, type OrdealReport } from './ordeal.ts'
import { findPrograms } from './programs.ts'
import { rush, sayRush } from './rush.ts'

/**
 * npm run cluster [-- --kills 10 --kiosks 40 --hubs 4]      what befalls its primary
 * npm run cluster -- --rush [--hubs 4]                       how many sales it makes a second
 *
 * Kiosks sell through hubs on a PostgreSQL cluster (Patroni, etcd, HAProxy) whose primary dies again and again; then the
 * control, a cluster that acknowledges before a replica has it, which has to be caught.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '10' },
    kiosks: { type: 'string', default: '40' },
    hubs: { type: 'string', default: '4' },
    rush: { type: 'boolean', default: false },
  },
})
const WITHIN_MS = 15_000
/** Where two things failed at once. */
const ALONE_WITHIN_MS = 60_000
/** What befalls the primary: its machine dies, the network drops it, its server dies, it freezes, it dies after a while alone. */
const BLOWS: readonly OrdealBlow[] = ['machine', 'network', 'server', 'frozen', 'alone']

const programs = findPrograms()
if ('missing' in programs) {
  console.log(`skipped: this needs the Debian packages ${programs.missing.join(', ')}`)
} else if (values.rush) {
  for (const report of await rush(programs, Number(values.hubs))) console.log(`${values.hubs} hubs, ${sayRush(report)}`)
} else {
  const started = performance.now()
  const blows = Array.from({ length: Number(values.kills) }, (_, index) => BLOWS[index % BLOWS.length] ?? 'machine')
  const onBlow = (blow: OrdealBlow, ms: number | null): void => {
    process.stderr.write(`${blow}: ${ms === null ? 'no sale any more' : `sales after ${ms} ms`}\n`)
  }
  const [kiosks, hubs] = [Number(values.kiosks), Number(values.hubs)]
  const report = await ordeal({ programs, hubs, kiosks, blows, isSynchronous: true, onBlow })
  describe(`${kiosks} kiosks at ${hubs} hubs, ${blows.length} kills`, report)
  console.log(`  ${((performance.now() - started) / 60_000).toFixed(1)} minutes`)
  const control = await ordeal({ programs, hubs: 1, kiosks: 8, blows: ['alone'], isSynchronous: false, onBlow })
  describe('control (acknowledges before a replica has it)', control)
  const isInTime = report.goneOnAfterMs.every(
    (ms, index) => ms !== null && ms <= (blows[index] === 'alone' ? ALONE_WITHIN_MS : WITHIN_MS),
  )
  const isSound = [report.lost, report.twice, report.refusedButSold, report.faults].every(({ length }) => length === 0)
  const { backup } = report
  const isRestored =
    backup.before > 0 && backup.after > 0 && backup.tooNew + backup.lost.length === 0 && backup.health === 'ok'
  process.exitCode = isSound && isInTime && isRestored && report.sold > 0 && control.lost.length > 0 ? 0 : 1
}

function describe(what: string, report: OrdealReport): void {
  const { sold, refused, turnedAway, reads, lost, twice, refusedButSold, faults, backup } = report
  console.log(`${what}: ${sold} purchases acknowledged, ${lost.length} of them lost, ${twice.length} seats sold twice`)
  console.log(`  sales go on: ${spread(report.goneOnAfterMs)}`)
  console.log(
    `  ${turnedAway} calls told to come again; ${refused} orders refused since their holds were gone, ${refusedButSold.length} of them sold`,
  )
  console.log(`  ${reads.replica} of ${reads.primary + reads.replica} reads for those who only look came from replicas`)
  console.log(
    `  restored as it was in the middle: ${backup.before} purchases before it, ${backup.lost.length} of them lost; ` +
      `${backup.after} after it, ${backup.tooNew} of them there; a hub on it says ${backup.health}`,
  )
  console.log(`  ${faults.length} faults`)
  for (const fault of faults.slice(0, 10)) console.log(`  ${fault}`)
}

function spread(times: readonly (number | null)[]): string {
  const sorted = times.flatMap((ms) => ms ?? []).toSorted((a, b) => a - b)
  const at = (share: number): string =>
    `${((sorted[Math.floor(share * (sorted.length - 1))] ?? 0) / 1_000).toFixed(1)} s`
  const never = times.length - sorted.length
  return `first after ${at(0)}, median ${at(0.5)}, last ${at(1)} of ${sorted.length}${never > 0 ? `, ${never} times never` : ''}`
}
