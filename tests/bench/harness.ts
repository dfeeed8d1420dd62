/**
 * Compares implementations in interleaved rounds (A B C, then C B A). Each result is the median ratio of all rounds.
 */
export interface Suite {
  readonly title: string
  readonly unit: { readonly one: string; readonly many: string }
  /** `cpu`: CPU time of the process, for work that only computes. `wall`: wall clock, for all other work. */
  readonly clock: 'cpu' | 'wall'
  /** `once`: does only as much work as needed to show that the suite completes. */
  readonly prepare: (once: boolean) => Promise<Trial>
  /** Set if the preparation takes minutes, so that the suite runs only if its name is given. */
  readonly onlyNamed?: true
}

export interface Watch {
  readonly title: string
  readonly watch: (once: boolean) => Promise<Watched>
}

export interface Watched {
  readonly lines: readonly string[]
  readonly figures: readonly Figure[]
  readonly curves?: readonly Curve[]
}

export interface Curve {
  readonly title: string
  /** Quantity on the horizontal axis, which is logarithmic with powers of ten. */
  readonly across: string
  readonly points: readonly {
    readonly at: number
    readonly value: number
    readonly low?: number
    readonly high?: number
  }[]
}

export type Figure = Readonly<{ what: string; value: string; goal: string; met: boolean }>

export interface Trial {
  /** The first contender is the subject. The last contender is the floor: the minimum work of any program. */
  readonly contenders: readonly Contender[]
  readonly goals: readonly Goal[]
  /** Runs before any measurement. Rejects if the result of a contender is wrong. */
  readonly check: () => Promise<void>
  readonly facts?: () => Promise<readonly (string | Figure)[]>
  readonly curves?: (results: readonly Result[]) => readonly Curve[]
  readonly close?: () => Promise<void>
}

export interface Contender {
  readonly name: string
  /** Units of work in one call. Slow contenders do fewer units. */
  readonly units: number
  /** May return its own measurement in milliseconds if another process does the work. */
  readonly run: () => number | void | Promise<number | void>
}

/** The subject does at least `ratio` times as many units per second as the contender `against`. */
export type Goal = Readonly<{ against: string; ratio: number }>

export type Spread = Readonly<{ median: number; min: number; max: number }>

export interface Result {
  readonly name: string
  readonly cost: Spread
  /** Speed of the subject as a multiple of the contender's speed. */
  readonly ratio: Spread
  readonly goal: number | null
}

const rounds = 9
const noisy = 1.6

export async function warmUp({ contenders, check }: Trial): Promise<void> {
  await check()
  for (const contender of contenders) await contender.run()
}

export async function measure(trial: Trial, clock: Suite['clock']): Promise<readonly Result[]> {
  const { contenders, goals } = trial
  await warmUp(trial)
  const costs = new Map<string, number[]>(contenders.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
      costs.get(contender.name)?.push(await costOf(contender, clock))
    }
  }
  const subject = costs.get(contenders[0]?.name ?? '') ?? []
  return contenders.map(({ name }) => {
    const own = costs.get(name) ?? []
    const ratios = own.map((cost, round) => cost / (subject[round] ?? Number.NaN))
    const goal = goals.find(({ against }) => against === name)?.ratio ?? null
    return { name, cost: spreadOf(own), ratio: spreadOf(ratios), goal }
  })
}

/** Returns a warning if the time of the last contender (the floor) varied too much to trust the results. */
export function noiseIn(results: readonly Result[]): string | null {
  const floor = results.at(-1)
  if (!floor) return null
  const spread = floor.cost.max / floor.cost.min
  return spread > noisy ? `too noisy, run again: "${floor.name}" alone varied by ${spread.toFixed(2)}×` : null
}

export async function costOf({ run, units }: Contender, clock: Suite['clock']): Promise<number> {
  const cpu = process.cpuUsage()
  const start = performance.now()
  const own = await run()
  const wall = performance.now() - start
  const { user, system } = process.cpuUsage(cpu)
  return (own ?? (clock === 'cpu' ? (user + system) / 1000 : wall)) / units
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (index: number): number => sorted[index] ?? Number.NaN
  return { median: at(sorted.length >> 1), min: at(0), max: at(sorted.length - 1) }
}

export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
}

export const atMost = (what: string, measured: number, most: number, say: (value: number) => string): Figure => ({
  what,
  value: say(measured),
  goal: `≤ ${say(most)}`,
  met: measured <= most,
})

export const inMs = (ms: number): string => `${Math.round(ms)} ms`

export const times = (count: number, work: (turn: number) => unknown) => (): void => {
  for (let turn = 0; turn < count; turn += 1) work(turn)
}
