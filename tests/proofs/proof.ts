/** How much of a proof is played: its default, the share of continuous integration, or the night's. */
export type Level = 'default' | 'ci' | 'nightly'

interface Budget {
  readonly default: number
  readonly ci?: number
  readonly nightly: number
}

export interface Run {
  readonly seed: number
  /** Processes at a time. */
  readonly jobs: number
  /** Play one seed only and print what happened in it; simulation only. */
  readonly story: boolean
  readonly level: Level
  readonly options: Readonly<Record<string, string>>
  /** Shown to a person at a terminal while the proof runs. */
  readonly progress: (line: string) => void
}

export interface Outcome {
  /** What was played, such as "3000 seeds". */
  readonly amount: string
  readonly violations: readonly string[]
  /** Planted faults by name, at least one. False: the judge did not find it, and the proof fails. */
  readonly controls: Readonly<Record<string, boolean>>
  /** Statistics, printed by --details and after a failure. */
  readonly details: readonly string[]
  /** Arguments of `npm run proofs` that repeat the first violation; absent if those of this run do. */
  readonly repeat?: string
}

export interface Proof {
  /** One line for --help. */
  readonly proves: string
  /** A budget at each level (the default's in CI if absent), or the default of a choice. */
  readonly options: Readonly<Record<string, Budget | string>>
  /** True if --ci plays a share of it; --nightly plays every proof. */
  readonly isInCi: boolean
  /** The first seed in CI; 1 if absent. */
  readonly ciSeed?: number
  /** Why it cannot run on this machine; null if it can. */
  readonly lacks?: () => string | null
  readonly play: (run: Run) => Promise<Outcome>
}

/** Median, 99th percentile and maximum. */
export function quantiles(milliseconds: readonly number[]): string {
  const sorted = milliseconds.toSorted((a, b) => a - b)
  const at = (share: number): string => `${(sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(0)} ms`
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, maximum ${at(1)} of ${sorted.length}`
}

/** The line of an outcome. Not sound: a violation, a planted fault that was not found, or none planted. */
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
