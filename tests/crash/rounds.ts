import { playRound, type RoundOptions, type RoundReport } from './round.ts'

export interface CrashOptions extends RoundOptions {
  /** Rounds at the same time. */
  readonly jobs: number
  readonly onRound?: (killsSoFar: number, violations: readonly string[]) => void
}

/** So many that the seats of a round last. */
const KILLS_A_ROUND = 40

/** Rounds until enough were killed. */
export async function playRounds({ jobs, onRound, ...options }: CrashOptions): Promise<RoundReport> {
  const { seed, kills } = options
  const reports: RoundReport[] = []
  const count = Math.ceil(kills / KILLS_A_ROUND)
  let next = 0
  async function work(): Promise<void> {
    while (next < count) {
      const round = next++
      const left = Math.min(KILLS_A_ROUND, kills - round * KILLS_A_ROUND)
      const report = await playRound({ ...options, seed: seed * 1_000_003 + round, kills: left })
      reports.push(report)
      onRound?.(
        reports.reduce((sum, one) => sum + totalOf(one), 0),
        report.violations,
      )
    }
  }
  await Promise.all(Array.from({ length: jobs }, work))
  return {
    kills: summed(reports.map((report) => report.kills)),
    sales: summed(reports.map((report) => report.sales)),
    opened: reports.flatMap((report) => report.opened),
    settled: reports.flatMap((report) => report.settled),
    violations: reports.flatMap((report) => report.violations),
  }
}

const totalOf = ({ kills }: RoundReport): number => Object.values(kills).reduce((sum, count) => sum + count, 0)

function summed(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const counts of all) {
    for (const [key, count] of Object.entries(counts)) sums[key] = (sums[key] ?? 0) + count
  }
  return sums
}
