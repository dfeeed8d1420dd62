import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** Where a machine's ledger lies. */
export interface Disk {
  readonly ledgerPath: () => string
  /** What a power cut leaves: all that was written, and nothing of what an orderly end would have tidied. */
  loseProcess(): void
}

/** What belongs to a ledger and outlives its process. */
const FILES = ['', '-wal', '.anchor', '.roll']

export function createDisk(directory: string, emptyLedger: string | null): Disk {
  let generation = 0
  const path = (): string => join(directory, String(generation), 'ledger.db')

  function receive(from: string): void {
    mkdirSync(join(directory, String(generation)), { recursive: true })
    for (const suffix of FILES) if (existsSync(from + suffix)) copyFileSync(from + suffix, path() + suffix)
  }

  receive(emptyLedger ?? '')
  return {
    ledgerPath: path,
    loseProcess() {
      const from = path()
      generation += 1
      receive(from)
    },
  }
}
