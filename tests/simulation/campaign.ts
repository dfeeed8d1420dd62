import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FAULT_KINDS, type FaultKind } from './faults.ts'
import type { SeedReport } from './hall.ts'
import { createTemplates, type Templates } from './templates.ts'

/** What many seeds came to. Plain data: it travels between processes. */
export interface Tally {
  seeds: number
  readonly failed: { readonly seed: number; readonly violations: readonly string[] }[]
  /** By the state they ended in. */
  readonly sales: Record<string, number>
  readonly faults: Partial<Record<FaultKind, number>>
  virtualMs: number
}

export type RunSeed = (seed: number, templates: Templates) => Promise<SeedReport>

export const emptyTally = (): Tally => ({ seeds: 0, failed: [], sales: {}, faults: {}, virtualMs: 0 })

/** Plays `count` seeds from `first` on, one after the other, and tells what each came to. */
export async function runCampaign(
  run: RunSeed,
  first: number,
  count: number,
  onSeed: (tally: Tally) => void,
): Promise<void> {
  await withTemplates(async (templates) => {
    for (let seed = first; seed < first + count; seed++) onSeed(tallyOf(await run(seed, templates)))
  })
}

/** Memory where the machine has a file system in it: real files, no waiting for a disk that is not what is tested here. */
export async function withTemplates<T>(work: (templates: Templates) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'guichet-simulation-'))
  try {
    return await work(await createTemplates(directory))
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function tallyOf({ seed, violations, sales, struck, virtualMs }: SeedReport): Tally {
  const failed =
    violations.length > 0
      ? [{ seed, violations: violations.map(({ invariant, what }) => `${invariant}: ${what}`) }]
      : []
  return { seeds: 1, failed, sales: { ...sales }, faults: Object.fromEntries(struck), virtualMs }
}

export function add(sum: Tally, more: Tally): void {
  sum.seeds += more.seeds
  sum.virtualMs += more.virtualMs
  sum.failed.push(...more.failed)
  for (const [state, count] of Object.entries(more.sales)) sum.sales[state] = (sum.sales[state] ?? 0) + count
  for (const kind of FAULT_KINDS) {
    const count = (sum.faults[kind] ?? 0) + (more.faults[kind] ?? 0)
    if (count > 0) sum.faults[kind] = count
  }
}

/** Names a story: two runs of a seed tell the same one exactly when this is equal. */
export function storyDigest({ story }: SeedReport): string {
  return createHash('sha256').update(story.join('\n')).digest('hex')
}

export function describeTally(tally: Tally): string {
  const list = (counts: Readonly<Record<string, number | undefined>>): string =>
    Object.entries(counts)
      .sort(([, a], [, b]) => (b ?? 0) - (a ?? 0))
      .map(([what, count]) => `${what} ${count}`)
      .join(' · ')
  return [
    `seeds     ${tally.seeds}, ${tally.failed.length} with a violation`,
    `time      ${(tally.virtualMs / 3_600_000).toFixed(0)} hours of selling`,
    `sales     ${list(tally.sales)}`,
    `faults    ${Object.keys(tally.faults).length} kinds: ${list(tally.faults)}`,
  ].join('\n')
}
