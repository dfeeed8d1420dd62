import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { startDemoHub } from '../support/demo-hub.ts'
import { judge } from '../world/campaign/accountant.ts'
import { startProcess } from '../world/campaign/process.ts'
import { createMatch, roomyVenue } from '../world/campaign/service.ts'
import type { DOORS_CLOSE, FleetOrder, Step, StepKind } from './kiosk-process.ts'
import { openWeatherLine, type ConditionPhase, type NetworkCondition, type WeatherLine } from './network-conditions.ts'

interface FleetOptions {
  readonly kiosks: number
  readonly seed: number
  readonly timeoutMs: number
  /** Network conditions in order, after an initial `fair` condition. */
  readonly spells: readonly NetworkCondition[]
  /** Number of sales during each network condition, or after it if it makes sales impossible. */
  readonly sales: number
  readonly heedless?: boolean
}

const A_PROCESS = 10
/** Time in milliseconds after which a run counts as stuck. Every step is faster, even on a busy computer. */
const STUCK_MS = 180_000

/** Runs kiosks at one hub while the network condition changes, then settles all sales and checks the result. */
export async function playFleet(options: FleetOptions) {
  const root = mkdtempSync(join(tmpdir(), 'guichet-fleet-'))
  const hub = await openHub(root)
  const line = await openWeatherLine(hub.url)
  const directories = Array.from({ length: options.kiosks }, (_, index) => join(root, `kiosk-${index + 1}`))
  for (const directory of directories) mkdirSync(directory)
  const event = await createMatch(hub.url)
  const fleet = startFleet(directories, { ...options, ...event, serviceUrl: line.url })
  try {
    await playWeather(line, fleet, options)
    fleet.closeDoors()
    await fleet.until('every kiosk settled', () => fleet.count('end') === options.kiosks)
    const verdict = await judge(directories, line.issued)
    const outages = outagesOf(line.spells)
    return {
      violations: [...verdict.violations, ...fleet.faults(), ...heedlessSteps(fleet.steps, outages)],
      sales: verdict.sales,
      soldIn: soldIn(fleet.steps, line.spells),
      rejected: fleet.count('told'),
      ...returns(fleet.steps, outages),
    }
  } finally {
    await fleet.stop()
    await line.close()
    await hub.stop()
    rmSync(root, { recursive: true, force: true })
  }
}

/** Maintains each condition until sales were made or customers sent away. After an outage, waits for further sales. */
async function playWeather(line: WeatherLine, fleet: Fleet, { kiosks, heedless, spells, sales }: FleetOptions) {
  async function spell(weather: NetworkCondition): Promise<void> {
    await line.turn(weather)
    const { from = 0 } = line.spells.at(-1) ?? {}
    await fleet.until(`sales while it is ${weather}`, () => fleet.soldSince(from) >= sales)
  }

  async function outage(weather: NetworkCondition): Promise<void> {
    const before = line.spells.length
    line.turnAtPurchase(weather)
    await fleet.until('a purchase to lose', () => line.spells.length > before)
    const { from = 0 } = line.spells.at(-1) ?? {}
    await fleet.until(`every kiosk to lose a call while it is ${weather}`, () => fleet.lostSince(from) === kiosks)
    if (!heedless) await fleet.until('customers turned away', () => fleet.toldOrCaught(from) === kiosks)
    await spell('fair')
    await fleet.until(`the way back from ${weather}`, () => fleet.down() === 0)
  }

  await spell('fair')
  for (const weather of spells) await (OUTAGES.has(weather) ? outage(weather) : spell(weather))
  await line.turn('fair')
}

const OUTAGES: ReadonlySet<NetworkCondition> = new Set(['refused', 'silent'])

type Fleet = ReturnType<typeof startFleet>

type FleetTerms = Omit<FleetOrder, 'directories' | 'heedless'> & FleetOptions

function startFleet(directories: readonly string[], options: FleetTerms) {
  const steps: Step[] = []
  const partner = new Map<string, StepKind>()
  const caught = new Set<string>()
  const counts = new Map<StepKind, number>()
  const failures: string[] = []
  const processes: ReturnType<typeof startProcess<Step>>[] = []
  for (let first = 0; first < directories.length; first += A_PROCESS) {
    const some = startProcess<Step>(join(import.meta.dirname, 'kiosk-process.ts'), { onWord: note })
    void some.ended.then(({ code, lastWords }) => {
      if (code !== 0) failures.push(`a process ended with ${code}: ${lastWords}`)
    })
    const order: FleetOrder = {
      directories: directories.slice(first, first + A_PROCESS),
      serviceUrl: options.serviceUrl,
      eventId: options.eventId,
      accessCode: options.accessCode,
      seed: options.seed + first,
      timeoutMs: options.timeoutMs,
      heedless: options.heedless ?? false,
    }
    some.send(order)
    processes.push(some)
  }

  function note(step: Step): void {
    steps.push(step)
    counts.set(step.kind, (counts.get(step.kind) ?? 0) + 1)
    if (step.kind === 'down' || step.kind === 'up') partner.set(step.kiosk, step.kind)
    if (step.kind === 'paid') caught.add(step.kiosk)
    if (step.kind === 'sold') caught.delete(step.kiosk)
  }

  return {
    steps,
    count: (kind: StepKind): number => counts.get(kind) ?? 0,
    soldSince: (from: number): number => steps.filter(({ kind, at }) => kind === 'sold' && at >= from).length,
    down: (): number => [...partner.values()].filter((state) => state === 'down').length,
    lostSince: (from: number): number =>
      new Set(steps.flatMap(({ kiosk, since = 0 }) => (since >= from ? [kiosk] : []))).size,
    /** Number of kiosks that have sent a customer away since `from`, or whose customer has already paid. */
    toldOrCaught: (from: number): number =>
      new Set([...caught, ...steps.flatMap(({ kiosk, kind, at }) => (kind === 'told' && at >= from ? [kiosk] : []))])
        .size,
    faults: (): readonly string[] => [
      ...failures,
      ...steps.flatMap(({ kiosk, kind, detail }) => (kind === 'fault' ? [`${kiosk}: ${detail}`] : [])),
    ],
    async until(what: string, happened: () => boolean): Promise<void> {
      const deadline = Date.now() + STUCK_MS
      while (!happened()) {
        if (failures.length > 0) throw new Error(failures.join('\n'))
        if (Date.now() > deadline) throw new Error(`waited in vain for ${what}`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    closeDoors(): void {
      for (const some of processes) some.send('doors close' satisfies typeof DOORS_CLOSE)
    },
    async stop(): Promise<void> {
      await Promise.all(processes.map((some) => some.stop()))
    },
  }
}

type Outage = Readonly<{ from: number; to: number }>

function outagesOf(spells: readonly ConditionPhase[]): readonly Outage[] {
  return spells.flatMap(({ weather, from }, index) =>
    OUTAGES.has(weather) ? [{ from, to: spells[index + 1]?.from ?? Infinity }] : [],
  )
}

/** Returns the steps of kiosks that start a sale or payment after a call was lost and before the outage is over. */
function heedlessSteps(steps: readonly Step[], outages: readonly Outage[]): readonly string[] {
  return outages.flatMap(({ from, to }) => {
    const [knowing, paid] = [new Set<string>(), new Set<string>()]
    return steps.flatMap(({ kiosk, kind, at, saleId = '', since = 0 }) => {
      if (at < from || at >= to) return []
      if (kind === 'lost' && since >= from) knowing.add(kiosk)
      if (kind === 'paid') paid.add(saleId)
      const began = (kind === 'begun' || kind === 'charging') && knowing.has(kiosk)
      const sold = kind === 'sold' && paid.has(saleId)
      return began || sold ? [`outage: ${kiosk} has a sale "${kind}" ${at - from} ms into it`] : []
    })
  })
}

function soldIn(steps: readonly Step[], spells: readonly ConditionPhase[]): Record<NetworkCondition, number> {
  const counts: Record<NetworkCondition, number> = { fair: 0, refused: 0, silent: 0, slow: 0, thirds: 0 }
  for (const { kind, at } of steps) {
    const spell = spells.findLast(({ from }) => from <= at)
    if (kind === 'sold' && spell) counts[spell.weather] += 1
  }
  return counts
}

function returns(steps: readonly Step[], outages: readonly Outage[]) {
  /**
   * Milliseconds from the end of an outage until a kiosk reports that the service is reachable, one value for each
   * outage and kiosk.
   */
  const backAfterMs: number[] = []
  /**
   * Milliseconds from the end of an outage until the tickets are issued, for each sale paid before or during the
   * outage.
   */
  const caughtSoldAfterMs: number[] = []
  const kiosks = new Set(steps.map(({ kiosk }) => kiosk))
  for (const { to } of outages) {
    for (const name of kiosks) {
      const own = steps.filter(({ kiosk }) => kiosk === name)
      const state = own.findLast(({ kind, at }) => at < to && (kind === 'down' || kind === 'up'))
      const up = own.find(({ kind, at }) => kind === 'up' && at >= to)
      if (state?.kind === 'down' && up) backAfterMs.push(up.at - to)
    }
    const paid = new Set(steps.flatMap(({ kind, at, saleId }) => (kind === 'paid' && at < to ? [saleId] : [])))
    const lateSales = steps.filter(({ kind, at, saleId }) => kind === 'sold' && at >= to && paid.has(saleId))
    caughtSoldAfterMs.push(...lateSales.map(({ at }) => at - to))
  }
  return { backAfterMs, caughtSoldAfterMs }
}

function openHub(root: string) {
  const venues = join(root, 'venues')
  mkdirSync(venues)
  writeFileSync(join(venues, 'venue.json'), JSON.stringify(roomyVenue(10, 10, 20)))
  return startDemoHub(join(root, 'hub.db'), { resourcesDirectory: root, version: basename(root) })
}
