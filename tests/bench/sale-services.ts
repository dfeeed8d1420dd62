import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type CallName, CALLS, type Rush, type RushOutcome } from './sale-calls.ts'
import { spreadOf } from './harness.ts'
import { figure, table } from './report.ts'

export type Service = Readonly<{ name: string; process: ChildProcess; port: number; isFixed?: boolean }>

/** Starts `node FILE DATABASE`. The process reports its port when it is ready. */
export async function service(name: string, file: string, database: string): Promise<Service> {
  const process = fork(new URL(file, import.meta.url), [database])
  const [port] = (await once(process, 'message')) as [number]
  return { name, process, port }
}

export async function ended({ process, isFixed = false }: Service): Promise<void> {
  const gone = once(process, 'exit')
  if (isFixed) process.kill()
  else process.send('stop')
  await gone
}

export const startBuyers = (): ChildProcess => fork(new URL('sale-buyers.ts', import.meta.url))

/** Runs a rush. Rejects if the buyers find an error in their sales at `seller`. */
export async function rushed(buyers: ChildProcess, seller: string, rush: Rush): Promise<RushOutcome> {
  buyers.send(rush)
  const [outcome] = (await once(buyers, 'message')) as [RushOutcome]
  if (outcome.failure !== null) throw new Error(`${seller}: ${outcome.failure}`)
  return outcome
}

export function timesTable(seen: ReadonlyMap<string, readonly RushOutcome[]>): readonly string[] {
  const rows = [...seen].map(([name, outcomes]) => [name, ...CALLS.map((call) => timesOf(call, outcomes))])
  return table(['p50 · p99 in ms', ...CALLS], rows)
}

export function timesOf(call: CallName, outcomes: readonly RushOutcome[]): string {
  const middle = (at: 'p50' | 'p99'): string => figure(spreadOf(outcomes.map(({ calls }) => calls[call][at])).median)
  return `${middle('p50')} · ${middle('p99')}`
}
