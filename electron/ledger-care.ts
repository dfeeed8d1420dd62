import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { err, ok, type Result } from '../shared/domain/result.ts'
import { backupLedger, type Backup } from './ledger/backup.ts'
import { exportLedger, type Archive } from './ledger/export.ts'
import { openFileSigner } from './ledger/file-signer.ts'
import { restoreLedger } from './ledger/restore.ts'
import { verifyLedger, type VerifyReport } from './verify/verify.ts'

export interface NoLedger {
  readonly type: 'no-ledger'
  readonly path: string
}

/** A machine's ledger as its technician handles it, with the program running or not. */
export interface LedgerCare {
  /** The ledger itself, or a database or archive elsewhere. */
  verify(path?: string): Promise<Result<VerifyReport, NoLedger>>
  export(to: string): Promise<Result<Archive, NoLedger>>
  backup(): Promise<Result<Backup, NoLedger>>
  /** With the program stopped. Rejects with the ledger's own errors. */
  restore(backup: string): Promise<Result<Backup & { readonly setAsideAs: string | null }, NoLedger>>
}

export function createLedgerCare(directory: string, nativeBinding: string | undefined): LedgerCare {
  const path = join(directory, 'ledger.db')
  const wallUtc = (): string => new Date().toISOString()
  const missing = (file: string) => err({ type: 'no-ledger', path: file })
  return {
    async verify(other = path) {
      return existsSync(other) ? ok(await verifyLedger({ path: other, nativeBinding })) : missing(other)
    },
    async export(to) {
      if (!existsSync(path)) return missing(path)
      const signer = openFileSigner(join(directory, 'ledger-key.pem'))
      return ok(await exportLedger({ path, to, signer, wallUtc: wallUtc(), nativeBinding }))
    },
    async backup() {
      if (!existsSync(path)) return missing(path)
      return ok(await backupLedger({ path, directory: `${path}-backups`, wallUtc: wallUtc(), nativeBinding }))
    },
    async restore(backup) {
      if (!existsSync(backup)) return missing(backup)
      return ok(await restoreLedger({ path, backup, wallUtc: wallUtc(), nativeBinding }))
    },
  }
}
