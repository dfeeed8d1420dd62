import { parseArgs } from 'node:util'
import { CALLS, type RushOutcome } from '../bench/sale-calls.ts'
import { rushed, startBuyers } from '../bench/sale-services.ts'
import { startCluster } from './cluster.ts'
import { startHubs } from './hubs.ts'
import { findPrograms, type Programs } from './programs.ts'

/** `npm run cluster:throughput [-- --hubs 4]`: measures the sales per second of a cluster without failures. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { hubs: { type: 'string', default: '4' } } })
  const programs = findPrograms()
  if ('missing' in programs) return console.log(`skipped: needs the Debian packages ${programs.missing.join(', ')}`)
  for (const report of await rush(programs, Number(values.hubs)))
    console.log(`${values.hubs} hubs, ${formatThroughput(report)}`)
}

type RushReport = Readonly<{ eventsApart: boolean; rate: number; calls: RushOutcome['calls'] }>

const CLIENTS = 64
const SALES = 512
const EVENTS = 4
const ROUNDS = 3

/** Sells each event at one hub or at all hubs, and checks every ticket at each hub. Returns the median of three rounds. */
async function rush(programs: Programs, hubs: number): Promise<readonly RushReport[]> {
  const cluster = await startCluster(programs, true)
  const [sellers, buyers] = [startHubs(), startBuyers()]
  try {
    await cluster.whole()
    const ports: number[] = []
    while (ports.length < hubs) ports.push((await sellers.open(cluster.url, cluster.replicas)).port)
    const load = { ports, clients: CLIENTS, sales: SALES, events: EVENTS, isFixed: false }
    const sold = (eventsApart: boolean): Promise<RushOutcome> =>
      rushed(buyers, `${hubs} hubs`, { ...load, eventsApart })
    await sold(false)
    const reports: RushReport[] = []
    for (const eventsApart of [true, false]) {
      const rounds: RushOutcome[] = []
      while (rounds.length < ROUNDS) rounds.push(await sold(eventsApart))
      const [, middle = rounds[0]] = rounds.toSorted((a, b) => a.milliseconds - b.milliseconds)
      if (middle === undefined) throw new Error('nothing was sold')
      reports.push({ eventsApart, rate: (SALES * 1000) / middle.milliseconds, calls: middle.calls })
    }
    return reports
  } finally {
    buyers.kill()
    sellers.close()
    await cluster.stop()
  }
}

const formatThroughput = ({ eventsApart, rate, calls }: RushReport): string =>
  `each event at ${eventsApart ? 'one hub' : 'all hubs'}: ${rate.toFixed(0)} sales a second; ${CALLS.map((name) => `${name} ${calls[name].p50.toFixed(0)} · ${calls[name].p99.toFixed(0)} ms`).join(', ')}`

await main()
