/** Amount of a proof to play: the default, the share for continuous integration, or the nightly amount. */
export type Level = 'default' | 'ci' | 'nightly'

interface Budget {
  readonly default: number
  readonly ci?: number
  readonly nightly: number
}

export interface Run {
  readonly seed: number
  /** Maximum number of simultaneous processes. */
  readonly jobs: number
  /** Play one seed only and print what happened in it; simulation only. */
  readonly story: boolean
  readonly level: Level
  readonly options: Readonly<Record<string, string>>
  /** Prints a line while the proof runs, if the output is a terminal. */
  readonly progress: (line: string) => void
}

export interface Outcome {
  /** What was played, such as "3000 seeds". */
  readonly amount: string
  readonly violations: readonly string[]
  /** Planted faults by name, at least one. False if the proof did not detect the fault. The proof then fails. */
  readonly controls: Readonly<Record<string, boolean>>
  /** Statistics, printed by --details and after a failure. */
  readonly details: readonly string[]
  /** Arguments of `npm run proofs` that repeat the first violation. Absent if the arguments of this run repeat it. */
  readonly repeat?: string
}

export interface Proof {
  /** One line for --help. */
  readonly proves: string
  /** A budget for each level, or the default of a choice. If `ci` is absent, CI uses the default budget. */
  readonly options: Readonly<Record<string, Budget | string>>
  /** True if --ci plays a share of this proof. --nightly plays every proof. */
  readonly isInCi: boolean
  /** The first seed in CI; 1 if absent. */
  readonly ciSeed?: number
  /** Returns why the proof cannot run on this machine. Null if it can run. */
  readonly lacks?: () => string | null
  readonly play: (run: Run) => Promise<Outcome>
}

/** Returns the median, the 99th percentile and the maximum. */
export function quantiles(milliseconds: readonly number[]): string {
  const sorted = milliseconds.toSorted((a, b) => a - b)
  const at = (share: number): string => `${(sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(0)} ms`
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, maximum ${at(1)} of ${sorted.length}`
}

/**
 * Summarises an outcome in one line. An outcome is not sound after a violation, after an undetected planted fault, or
 * without planted faults.
 */
export function summarise({ amount, violations, controls }: Outcome): {
  readonly isSound: boolean
  readonly line: string
} {
  const all = Object.keys(controls)
  const missed = all.filter((name) => !controls[name])
  const isSound = violations.length === 0 && missed.length === 0 && all.length > 0
  const found = `${all.length - missed.length} of ${all.length} controls found`
  const names = missed.length > 0 ? ` (not ${missed.join(', ')})` : ''
  return { isSound, line: `${isSound ? '' : 'FAILED: '}${amount}, ${violations.length} violations, ${found}${names}` }
}
