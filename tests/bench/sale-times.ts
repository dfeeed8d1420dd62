import { spreadOf } from './harness.ts'
import { figure, table } from './report.ts'
import { CALLS, type CallName, type RushOutcome } from './sale-calls.ts'

/** How long each call took, at the middle and at the slow end: medians of the rounds. */
export function timesTable(seen: ReadonlyMap<string, readonly RushOutcome[]>): readonly string[] {
  const rows = [...seen].map(([name, outcomes]) => [name, ...CALLS.map((call) => timesOf(call, outcomes))])
  return table(['p50 · p99 in ms', ...CALLS], rows)
}

/** `p50 · p99` in milliseconds. */
export function timesOf(call: CallName, outcomes: readonly RushOutcome[]): string {
  const middle = (at: 'p50' | 'p99'): string => figure(spreadOf(outcomes.map(({ calls }) => calls[call][at])).median)
  return `${middle('p50')} · ${middle('p99')}`
}
