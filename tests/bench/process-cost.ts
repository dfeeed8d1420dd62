import { readdirSync, readFileSync } from 'node:fs'

export type Row = readonly [what: string, figure: string]

export const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MiB`

/** Clock tick in milliseconds. Linux counts processor time in hundredths of a second. */
const TICK_MS = 10

export function treeOf(root: number): readonly number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    const parent = Number.isInteger(pid) ? statOf(pid)?.[1] : undefined
    if (parent !== undefined) parents.set(pid, Number(parent))
  }
  const isBelow = (pid: number): boolean => pid === root || (parents.has(pid) && isBelow(parents.get(pid) ?? 0))
  return [...parents.keys()].filter(isBelow)
}

export function processorMs(pids: readonly number[]): number {
  return sum(pids.map((pid) => Number(statOf(pid)?.[11] ?? 0) + Number(statOf(pid)?.[12] ?? 0))) * TICK_MS
}

/** Returns the processor time of a process and all its descendants, including ended processes, in milliseconds. */
export const processorMsUnder = (root: number): number =>
  sum(treeOf(root).flatMap((pid) => statOf(pid)?.slice(11, 15).map(Number) ?? [])) * TICK_MS

/** Returns the memory of the given processes in bytes, with shared memory divided among its users (PSS). */
export const memory = (pids: readonly number[]): number =>
  sum(pids.map((pid) => field(pid, 'smaps_rollup', 'Pss'))) * 1024

function field(pid: number, file: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'mu').exec(textOf(pid, file) ?? '')?.[1] ?? 0)
}

/** Returns the fields of `/proc/PID/stat` after the name. Null if the process has ended. */
function statOf(pid: number): readonly string[] | null {
  const text = textOf(pid, 'stat')
  return text === null ? null : text.slice(text.lastIndexOf(')') + 2).split(' ')
}

function textOf(pid: number, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
