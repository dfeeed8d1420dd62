import { type ChildProcess, execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { type Contender, type Figure, measure, noiseIn, spreadOf, warmUp, type Watch } from './harness.ts'
import { figure, table } from './report.ts'
import { ended, rushed, service, type Service, startBuyers, timesOf } from './sale-services.ts'
import { newSchema, type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { treeOf } from './process-cost.ts'
import type { Rush, RushOutcome } from './sale-calls.ts'
import { weakMachine, type WeakMachine } from './weak-machine.ts'

/** Returns the numbers of the available cores. Empty if pinning is impossible: no `taskset`, or not on Linux. */
function coresToPin(): readonly number[] {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' })
  } catch {
    return []
  }
  const list = /^Cpus_allowed_list:\s+(\S+)/mu.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? ''
  return list.split(',').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number)
    return Array.from({ length: to - from + 1 }, (_, index) => from + index)
  })
}

function keepOnCore(core: number, pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)], { stdio: 'ignore' })
    } catch (error) {
      if (existsSync(`/proc/${pid}`)) throw error
    }
  }
}

interface HubRow {
  sell(hubs: number, rush: Omit<Rush, 'ports' | 'roots' | 'isFixed'>): Promise<Sold>
  close(): Promise<void>
}

interface Sold extends RushOutcome {
  readonly hubsMs: number
  readonly databaseMs: number
  readonly buyersMs: number
}

/** With a longer period, hubs would wait longer for a lock held by a hub that has used up its share of the core. */
const PERIOD_MS = 10

/**
 * Starts the hubs on one core, each with `share` of it, and all else on another core. If this is impossible, returns
 * the reason as text.
 */
async function startRow(hubs: number, share: number): Promise<HubRow | string> {
  const [core, other] = coresToPin()
  if (core === undefined || other === undefined) return 'Only with two cores and taskset can processes be kept apart.'
  const machines = await weakMachines(hubs, share)
  if (machines === null) return 'Only who may make control groups can give each hub its share of a core.'
  const postgres = await startPostgres()
  if (postgres === null) {
    await removeAll(machines)
    return 'Only where PostgreSQL is installed can several hubs share it.'
  }
  const buyers = startBuyers()
  for (const { pid = 0 } of [postgres, buyers]) keepOnCore(core, treeOf(pid))
  const services = await hubsOn(postgres, machines, other)
  return {
    async sell(count, rush) {
      const sellers = services.slice(0, count)
      const ports = sellers.map(({ port }) => port)
      const roots = [postgres, buyers, ...sellers.map((seller) => seller.process)].map(({ pid = 0 }) => pid)
      const outcome = await rushed(buyers, `${count} hubs`, { ...rush, ports, roots, isFixed: false })
      const [databaseMs = 0, buyersMs = 0, ...hubsMs] = outcome.processorMs
      return { ...outcome, databaseMs, buyersMs, hubsMs: hubsMs.reduce((sum, ms) => sum + ms, 0) }
    },
    close: () => closed(buyers, { services, postgres, machines }),
  }
}

type Row = Readonly<{ services: readonly Service[]; postgres: PostgresServer; machines: readonly WeakMachine[] }>

async function closed(buyers: ChildProcess, { services, postgres, machines }: Row): Promise<void> {
  buyers.kill()
  await Promise.all(services.map(ended))
  await postgres.stop()
  await removeAll(machines)
}

async function weakMachines(count: number, share: number): Promise<readonly WeakMachine[] | null> {
  const machines: WeakMachine[] = []
  for (let index = 0; index < count; index += 1) {
    const machine = await weakMachine(`guichet-hub-${process.pid}-${index}`, { share, periodMs: PERIOD_MS })
    if (machine === null) {
      await removeAll(machines)
      return null
    }
    machines.push(machine)
  }
  return machines
}

async function removeAll(machines: readonly WeakMachine[]): Promise<void> {
  for (const machine of machines) await machine.remove()
}

/** Starts the hubs on the whole core, and limits each hub to its share afterwards. */
async function hubsOn(
  postgres: PostgresServer,
  machines: readonly WeakMachine[],
  core: number,
): Promise<readonly Service[]> {
  const schema = await newSchema(postgres.url)
  const hubs: Service[] = []
  for (const [index, machine] of machines.entries()) {
    const hub = await service(`hub ${index + 1}`, 'sale-hub.ts', schema)
    const { pid = 0 } = hub.process
    keepOnCore(core, [pid])
    await machine.take([pid])
    hubs.push(hub)
  }
  return hubs
}

const SHARE = 0.15
const EVENTS = 4

interface Crowd {
  readonly buyers: number
  readonly sales: number
  /** Sections of each event, few enough for a hub to cache the text of all of them. */
  readonly sections: number
}

const FULL: Crowd = { buyers: 128, sales: 256, sections: 6 }
const ONCE: Crowd = { buyers: 4, sales: 4, sections: 1 }

/** Minimum throughput relative to one hub, by number of hubs. */
const GOALS: ReadonlyMap<number, number> = new Map([
  [2, 1.8],
  [4, 3.2],
])

type Way = Readonly<{ name: string; hubs: number; eventsApart: boolean }>

const ONE: Way = { name: '1 hub', hubs: 1, eventsApart: false }
const WAYS: readonly Way[] = [
  ...[4, 2].map((hubs) => ({ name: `${hubs} hubs, each event at one of them`, hubs, eventsApart: true })),
  ...[4, 2].map((hubs) => ({ name: `${hubs} hubs, each event at all of them`, hubs, eventsApart: false })),
  ONE,
]

type Seen = ReadonlyMap<Way, Sold[]>

export const suite: Watch = {
  title: `whole sales of ${EVENTS} events at 1, 2 and 4 hubs on one PostgreSQL, each hub with ${SHARE * 100} % of a core and buyers of its own; Linux`,
  async watch(once) {
    const ways = once ? WAYS.filter(({ hubs }) => hubs <= 2) : WAYS
    const row = await startRow(Math.max(...ways.map(({ hubs }) => hubs)), once ? 1 : SHARE)
    if (typeof row === 'string') return { lines: [row], figures: [] }
    const seen: Seen = new Map(ways.map((way) => [way, []]))
    try {
      const contenders = [...seen].map(([way, solds]) => contender(row, way, once ? ONCE : FULL, solds))
      // `sale-buyers.ts` checks that no seat is sold twice and that each hub shows each ticket as sold.
      const trial = { contenders, goals: [], check: () => Promise.resolve() }
      if (once) await warmUp(trial)
      const noise = once ? null : noiseIn(await measure(trial, 'wall'))
      return { lines: [...growthTable(seen), ...(noise ? [noise] : [])], figures: once ? [] : figuresOf(seen) }
    } finally {
      await row.close()
    }
  },
}

function contender(row: HubRow, { name, hubs, eventsApart }: Way, crowd: Crowd, solds: Sold[]): Contender {
  const [clients, sales] = [crowd.buyers * hubs, crowd.sales * hubs]
  return {
    name,
    units: sales,
    async run() {
      const sold = await row.sell(hubs, { clients, sales, events: EVENTS, sections: crowd.sections, eventsApart })
      solds.push(sold)
      return sold.milliseconds
    },
  }
}

function growthTable(seen: Seen): readonly string[] {
  const rows = [...seen].toReversed().map(([{ name, hubs }, solds]) => {
    const sales = FULL.sales * hubs
    const middle = (of: (sold: Sold) => number): number => spreadOf(solds.map(of)).median
    const parts = (['hubsMs', 'databaseMs', 'buyersMs'] as const).map((part) => {
      const busy = middle((sold) => sold[part] / sold.milliseconds)
      return `${figure(middle((sold) => sold[part] / sales))} ms · ${percent(busy)}`
    })
    const full = middle(({ hubsMs, milliseconds }) => hubsMs / milliseconds / (hubs * SHARE))
    const rate = middle(({ milliseconds }) => (sales * 1000) / milliseconds)
    return [name, figure(rate), timesOf('hold', solds), timesOf('purchase', solds), ...parts, percent(full)]
  })
  const times = ['hold, p50 · p99 in ms', 'purchase']
  const parts = ['hubs: processor a sale · of a core', 'database', 'buyers', 'hubs, of their shares']
  return table(['', 'sales/s', ...times, ...parts], rows)
}

function figuresOf(seen: Seen): readonly Figure[] {
  const one = seen.get(ONE) ?? []
  return [...seen].toReversed().flatMap(([{ name, hubs }, solds]) => {
    const goal = GOALS.get(hubs)
    if (goal === undefined) return []
    const ratios = solds.map(({ milliseconds }, round) => (hubs * (one[round]?.milliseconds ?? NaN)) / milliseconds)
    const { median, min, max } = spreadOf(ratios)
    const value = `${median.toFixed(2)}× (${min.toFixed(2)}–${max.toFixed(2)})`
    return [{ what: `${name}, against one hub`, value, goal: `≥ ${goal}×`, met: median >= goal }]
  })
}

const percent = (of: number): string => `${Math.round(of * 100)} %`
