import { ordeal, type OrdealBlow, type OrdealReport } from '../cluster/ordeal.ts'
import { findPrograms } from '../cluster/programs.ts'
import type { Outcome, Run } from './proof.ts'

const WITHIN_MS = 15_000
/** After two failures at once. */
const ALONE_WITHIN_MS = 60_000
const BLOWS: readonly OrdealBlow[] = ['machine', 'network', 'server', 'frozen', 'alone']

/** Kiosks sell through hubs on a PostgreSQL cluster (Patroni, etcd, HAProxy) whose primary dies again and again. */
export async function playCluster({ options, progress }: Run): Promise<Outcome> {
  const programs = findPrograms()
  if ('missing' in programs) throw new Error(`missing: ${programs.missing.join(', ')}`)
  const blows = Array.from({ length: Number(options['kills']) }, (_, index) => BLOWS[index % BLOWS.length]!)
  const onBlow = (blow: OrdealBlow, ms: number | null): void => progress(`${blow}: sales after ${ms} ms`)
  const [kiosks, hubs] = [Number(options['kiosks']), Number(options['hubs'])]
  const report = await ordeal({ programs, hubs, kiosks, blows, isSynchronous: true, onBlow })
  const control = await ordeal({ programs, hubs: 1, kiosks: 8, blows: ['alone'], isSynchronous: false, onBlow })
  const { sold, refused, turnedAway, reads, goneOnAfterMs, backup } = report
  return {
    amount: `${kiosks} kiosks at ${hubs} hubs, ${blows.length} kills, ${sold} purchases`,
    violations: violationsOf(report, blows),
    controls: { 'acknowledges before a replica has it': control.lost.length > 0 },
    details: [
      `sales continued after ms: ${goneOnAfterMs.join(', ')}`,
      `${turnedAway} calls answered 503, ${refused} orders refused, ${reads.replica} reads by replicas, ${reads.primary} by the primary`,
      `restored to the middle: ${backup.before} purchases before it, ${backup.after} after it; hub: ${backup.health}`,
    ],
  }
}

function violationsOf(report: OrdealReport, blows: readonly OrdealBlow[]): readonly string[] {
  const { sold, lost, twice, refusedButSold, faults, goneOnAfterMs, backup } = report
  const counts = {
    'acknowledged purchases lost': lost.length,
    'seats sold twice': twice.length,
    'refused orders sold': refusedButSold.length,
    'purchases lost by the restore': backup.lost.length,
    'purchases restored from after the moment': backup.tooNew,
  }
  const wrong = Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []))
  const late = goneOnAfterMs.flatMap((ms, index) =>
    ms !== null && ms <= (blows[index] === 'alone' ? ALONE_WITHIN_MS : WITHIN_MS) ? [] : [`${blows[index]}: ${ms} ms`],
  )
  if (sold === 0 || backup.before === 0 || backup.after === 0) wrong.push('nothing was sold before or after the moment')
  if (backup.health !== 'ok') wrong.push(`a hub on the restored database reports ${backup.health}`)
  return [...wrong, ...late, ...faults]
}
