import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { ChainCheck } from '../chain/chain.ts'
import type { VerifyOptions } from '../trust/options.ts'
import type { Findings } from '../format/report.ts'

const NAME = /^ledger-\d{6}-\d{8}T\d{6}Z-\d+\.db$/u

/** The last row of a copy; null where it cannot be read. */
export interface BackupEnd {
  readonly path: string
  readonly last: { readonly seq: number; readonly hash: string } | null
}

/** A copy among a ledger's backups: it has no anchor, roll or backups, and says nothing of what came after it. */
export function isBackup(path: string): boolean {
  return NAME.test(basename(path)) && dirname(path).endsWith('-backups')
}

/** Where each of the ledger's copies ends, at this moment. */
export function backupEnds({ path, nativeBinding }: VerifyOptions): readonly BackupEnd[] {
  const directory = `${path}-backups`
  const names = existsSync(directory) ? readdirSync(directory).filter((name) => NAME.test(name)) : []
  return names.map((name) => {
    const copy = join(directory, name)
    try {
      const db = new Sqlite(copy, { readonly: true, fileMustExist: true, ...(nativeBinding && { nativeBinding }) })
      try {
        const last = db.prepare('SELECT seq, lower(hex(hash)) AS hash FROM journal ORDER BY seq DESC LIMIT 1').get()
        return { path: copy, last: (last as BackupEnd['last'] | undefined) ?? null }
      } finally {
        db.close()
      }
    } catch (error) {
      if (!(error instanceof Sqlite.SqliteError)) throw error
      return { path: copy, last: null }
    }
  })
}

/** `beside`: no copy knows a row that the ledger has not, unless a row says that it is gone; after a Z there is a copy. */
export function checkBackups(
  findings: Findings,
  ends: readonly BackupEnd[],
  chain: ChainCheck,
  { hashOf, due, lostFrom }: BackupView,
): void {
  if (ends.length === 0 && due)
    findings.notice('beside', null, 'backups', 'there is no copy of a ledger that was closed')
  for (const { path, last } of ends) {
    if (last === null) {
      findings.notice('beside', null, path, 'this copy cannot be read')
      continue
    }
    const found = hashOf(last.seq)
    if (found === last.hash) continue
    const why =
      found === null
        ? `this copy knows row ${last.seq}, and the journal ends at ${chain.length}`
        : `this copy knows another row ${last.seq}`
    if (last.seq >= lostFrom) findings.notice('beside', last.seq, path, why)
    else findings.error('beside', last.seq, path, why)
  }
}

export interface BackupView {
  readonly hashOf: (seq: number) => string | null
  /** Whether there has to be a copy by now. */
  readonly due: boolean
  /** The first row that a RESTORED row says may be gone for good; infinite without one. */
  readonly lostFrom: number
}
