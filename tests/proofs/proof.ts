export type Level = 'default' | 'ci' | 'nightly'

type Budget = Readonly<{ default: number; ci?: number; nightly: number }>

export interface Run {
  readonly seed: number
  readonly jobs: number
  /** Runs only one seed and prints its events (simulation only). */
  readonly story: boolean
  readonly level: Level
  readonly options: Readonly<Record<string, string>>
  readonly progress: (line: string) => void
}

export interface Outcome {
  /** Amount of completed work, for example "3000 seeds". */
  readonly amount: string
  readonly violations: readonly string[]
  /** Planted faults by name, at least one. False if the proof did not detect it, which fails the proof. */
  readonly controls: Readonly<Record<string, boolean>>
  readonly details: readonly string[]
  /** Arguments that reproduce the first violation. Absent if the current arguments reproduce it. */
  readonly repeat?: string
}

export interface Proof {
  readonly proves: string
  /**
   * Options by name: either a budget with a value for each level (default: that of CI), or the default value of another
   * option.
   */
  readonly options: Readonly<Record<string, Budget | string>>
  /** True if --ci runs part of the proof. --nightly runs every proof. */
  readonly isInCi: boolean
  /** First seed in CI. 1 if absent. */
  readonly ciSeed?: number
  /** Returns the reason why the proof cannot run on this computer. Null if the proof can run. */
  readonly lacks?: () => string | null
  readonly play: (run: Run) => Promise<Outcome>
}

export function quantiles(milliseconds: readonly number[]): string {
  const sorted = milliseconds.toSorted((a, b) => a - b)
  const at = (share: number): string => `${(sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(0)} ms`
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, maximum ${at(1)} of ${sorted.length}`
}

/**
 * Summarises an outcome. It is sound if there are no violations, and if at least one fault was planted and every
 * planted fault was detected.
 */
export function summarise({ amount, violations, controls }: Outcome): { isSound: boolean; line: string } {
  const all = Object.keys(controls)
  const missed = all.filter((name) => !controls[name])
  const isSound = violations.length === 0 && missed.length === 0 && all.length > 0
  const found = `${all.length - missed.length} of ${all.length} controls found`
  const names = missed.length > 0 ? ` (not ${missed.join(', ')})` : ''
  return { isSound, line: `${isSound ? '' : 'FAILED: '}${amount}, ${violations.length} violations, ${found}${names}` }
}
