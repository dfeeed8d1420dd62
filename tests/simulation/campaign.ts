import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FAULT_KINDS, type FaultKind } from './faults.ts'
import { createTemplates, type SeedReport, type Templates } from './simulation-world.ts'
import { runNaiveSeed } from './naive-kiosk.ts'
import { runSeed } from './run-seed.ts'

type RunSeed = (seed: number, templates: Templates) => Promise<SeedReport>

/**
 * `shipping`: the real program. `notes`: the real program with a note acceptor at every kiosk. `invoices`: long days with
 * many invoices and returns. `telephones`: long days with many tickets on telephones and printer faults. `sessions`: a
 * service that allows two seats per session. All other kinds are faulty programs that must fail.
 */
export const kindsOfKiosk = {
  shipping: (seed, templates) => runSeed(seed, templates),
  naive: runNaiveSeed,
  'early-timeout': (seed, templates) => runSeed(seed, templates, { control: 'early-timeout' }),
  'drops-open-payment': (seed, templates) => runSeed(seed, templates, { control: 'drops-open-payment' }),
  'forgets-refund': (seed, templates) => runSeed(seed, templates, { control: 'forgets-refund' }),
  invoices: (seed, templates) => runSeed(seed, templates, { busy: 'invoices' }),
  telephones: (seed, templates) => runSeed(seed, templates, { busy: 'telephones' }),
  notes: (seed, templates) => runSeed(seed, templates, { notes: 'everywhere' }),
  // Every second seed has only the faults of `BUSY.sessions`, such as crashes. The others have every kind of fault.
  sessions: (seed, templates) =>
    runSeed(seed, templates, { perSession: 2, ...(seed % 2 === 0 && { busy: 'sessions' }) }),
  'composes-again': (seed, templates) => runSeed(seed, templates, { control: 'composes-again', perSession: 2 }),
  'counts-invoices': (seed, templates) => runSeed(seed, templates, { control: 'counts-invoices' }),
  'forgets-account-entries': (seed, templates) => runSeed(seed, templates, { control: 'forgets-account-entries' }),
  'renumbers-unsigned': (seed, templates) => runSeed(seed, templates, { control: 'renumbers-unsigned' }),
  'repeats-copies': (seed, templates) => runSeed(seed, templates, { control: 'repeats-copies' }),
  'credits-escrow': (seed, templates) => runSeed(seed, templates, { control: 'credits-escrow' }),
} satisfies Readonly<Record<string, RunSeed>>

export type KindOfKiosk = keyof typeof kindsOfKiosk
export const isKindOfKiosk = (kind: unknown): kind is KindOfKiosk =>
  typeof kind === 'string' && Object.hasOwn(kindsOfKiosk, kind)

interface Tally {
  seeds: number
  readonly failed: { readonly seed: number; readonly violations: readonly string[] }[]
  readonly sales: Record<string, number>
  readonly faults: Partial<Record<FaultKind, number>>
  virtualMs: number
}

const emptyTally = (): Tally => ({ seeds: 0, failed: [], sales: {}, faults: {}, virtualMs: 0 })

/** Creates the templates in `/dev/shm` if it exists, so that writes do not wait for a disk. */
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

function add(sum: Tally, more: Tally): void {
  sum.seeds += more.seeds
  sum.virtualMs += more.virtualMs
  sum.failed.push(...more.failed)
  for (const [state, count] of Object.entries(more.sales)) sum.sales[state] = (sum.sales[state] ?? 0) + count
  for (const kind of FAULT_KINDS) {
    const count = (sum.faults[kind] ?? 0) + (more.faults[kind] ?? 0)
    if (count > 0) sum.faults[kind] = count
  }
}

interface CampaignOptions {
  readonly first: number
  readonly seeds: number
  readonly jobs: number
  readonly kiosks: KindOfKiosk
  readonly onProgress?: (tally: Tally) => void
}

/** Runs seeds in several processes. The result of a seed does not depend on its process. */
export async function runInParallel({ first, seeds, jobs, kiosks, onProgress }: CampaignOptions): Promise<Tally> {
  const sum = emptyTally()
  const share = Math.ceil(seeds / jobs)
  const runJob = async (_: unknown, job: number): Promise<void> => {
    const count = Math.min(share, seeds - job * share)
    if (count > 0) await runShare(first + job * share, count, kiosks, onTally)
  }
  await Promise.all(Array.from({ length: jobs }, runJob))
  return sum

  function onTally(tally: Tally): void {
    add(sum, tally)
    onProgress?.(sum)
  }
}

/** Enlarges V8's young generation, so that most objects of a seed are garbage before the next collection. */
const ROOM_FOR_YOUNG_OBJECTS = ['--max-semi-space-size=64']

function runShare(from: number, count: number, kiosks: string, onTally: (tally: Tally) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(import.meta.filename, [`${from}`, `${count}`, kiosks], { execArgv: ROOM_FOR_YOUNG_OBJECTS })
    child.on('message', (tally) => onTally(tally as Tally))
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`seeds ${from}…: the process ended with ${code}`)),
    )
  })
}

if (import.meta.main) await playShare()

async function playShare(): Promise<void> {
  const STRIDE = 25
  const [first = '', count = '', kiosks] = process.argv.slice(2)
  if (!isKindOfKiosk(kiosks)) throw new Error(`no such kiosks: ${kiosks}`)
  const onOrphaned = (): never => process.exit(1)
  process.once('disconnect', onOrphaned)
  let sum = emptyTally()
  await withTemplates(async (templates) => {
    for (let seed = Number(first); seed < Number(first) + Number(count); seed++) {
      add(sum, tallyOf(await kindsOfKiosk[kiosks](seed, templates)))
      if (sum.seeds < STRIDE) continue
      process.send?.(sum)
      sum = emptyTally()
    }
  })
  process.send?.(sum)
  process.off('disconnect', onOrphaned)
  process.disconnect()
}

/** Returns true if a faulty program fails on `failed` of the first seeds. Skips the remaining seeds. */
export async function isCaught(kind: KindOfKiosk, { seeds, failed }: { seeds: number; failed: number }) {
  return withTemplates(async (templates) => {
    let caught = 0
    for (let seed = 1; seed <= seeds && caught < failed; seed++)
      if ((await kindsOfKiosk[kind](seed, templates)).violations.length > 0) caught += 1
    return caught >= failed
  })
}

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
