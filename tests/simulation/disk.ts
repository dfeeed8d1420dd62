import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where a machine's ledger lies. */
export interface Disk {
  readonly ledgerPath: () => string
  /** What a power cut leaves: all that was written, and nothing of what an orderly end would have tidied. */
  loseProcess(): void
  /** Hurts the database; the roll and the anchor beside it stay as they are. */
  damage(how: Damage): void
}

/** Nothing of it can be read; it is gone; somebody put a copy from before the first sale in its place. */
export type Damage = 'noise' | 'gone' | 'put back'
export const DAMAGES: readonly Damage[] = ['noise', 'gone', 'put back']

/** What belongs to a ledger and outlives its process. */
const FILES = ['', '-wal', '.anchor', '.roll']

const NOISE_BYTES = 50_000

export function createDisk(directory: string, emptyLedger: string): Disk {
  let generation = 0
  const path = (): string => join(directory, String(generation), 'ledger.db')

  function receive(from: string): void {
    mkdirSync(join(directory, String(generation)), { recursive: true })
    for (const suffix of FILES) if (existsSync(from + suffix)) copyFileSync(from + suffix, path() + suffix)
  }

  receive(emptyLedger)
  return {
    ledgerPath: path,
    loseProcess() {
      const from = path()
      generation += 1
      receive(from)
    },
    damage(how) {
      rmSync(`${path()}-wal`, { force: true })
      if (how === 'noise') writeFileSync(path(), Buffer.alloc(NOISE_BYTES, 0xee))
      else if (how === 'gone') rmSync(path())
      else copyFileSync(emptyLedger, path())
    },
  }
}
