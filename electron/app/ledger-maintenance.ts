import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Err, err, ok, type Result } from '../../shared/domain/result.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { ledgerFile } from '../host/system.ts'
import { readTextFile, textOfFile } from '../host/files/file-text.ts'
import { type Backup, backupLedger } from '../ledger/backup.ts'
import type { ConnectionOptions } from '../ledger/connection.ts'
import { type Archive, exportLedger } from '../ledger/export.ts'
import { renewKey, restoreLedger } from '../ledger/salvage.ts'
import { readSalesList, type SalesListFilter } from '../ledger/sales/sales-list.ts'
import { openFileSigner } from '../ledger/signer.ts'
import {
  readKeyId,
  readTrustEvidence,
  readPaper,
  type Trust,
  verifyLedger,
  type VerifyReport,
} from '../verify/verify.ts'

export type { Root } from '../verify/verify.ts'

export interface NoLedger {
  readonly type: 'no-ledger'
  readonly path: string
}

/**
 * Trusted keys and records that do not come from the kiosk's computer. A technician provides them to verify a ledger.
 */
interface TrustOptions {
  /** Ids of trusted keys, or paths of public key files. */
  readonly keys: readonly string[]
  /** Paths of trust files, or of ledger archives that are stored on another computer. */
  readonly files: readonly string[]
  /** Codes of printed Z reports, or files with one code per line. */
  readonly papers: readonly string[]
}

/** A trust source that was given on the command line and cannot be read. */
export interface NoTrust {
  readonly type: 'no-trust'
  readonly what: string
  readonly why: string
}

/** Maintenance of a kiosk's ledger by a technician. The program may be running unless a method requires a stop. */
export class LedgerMaintenance {
  readonly path: string
  readonly #keyFile: string
  readonly #options: ConnectionOptions

  constructor(directory: string, nativeBinding: string | undefined) {
    this.path = ledgerFile(directory)
    this.#keyFile = join(directory, 'ledger-key.pem')
    this.#options = { nativeBinding }
  }

  async verify(path = this.path, told = NOTHING_TOLD): Promise<Result<VerifyReport, NoLedger | NoTrust>> {
    if (!existsSync(path)) return missing(path)
    const trust = await readTrust(told)
    if (!trust.ok) return trust
    return ok(await verifyLedger({ path, trust: trust.value, ...this.#options }))
  }

  /** Reads the sales list of a ledger file. The result contains null if the shift does not exist. */
  salesList(path: string, filter: SalesListFilter) {
    const signer = existsSync(this.#keyFile) ? openFileSigner(this.#keyFile) : null
    return existsSync(path) ? ok(readSalesList(path, filter, { ...this.#options, signer })) : missing(path)
  }

  async export(to: string): Promise<Result<Archive, NoLedger>> {
    if (!existsSync(this.path)) return missing(this.path)
    const options = { ...this.#options, wallUtc: new Date().toISOString() }
    return ok(await exportLedger(this.path, to, openFileSigner(this.#keyFile), options))
  }

  async backup(): Promise<Result<Backup, NoLedger>> {
    if (!existsSync(this.path)) return missing(this.path)
    return ok(await backupLedger(this.path, `${this.path}-backups`, new Date().toISOString(), this.#options))
  }

  /** Restores a backup. The program must be stopped. Rejects with ledger errors such as `LedgerInUse`. */
  async restore(backup: string): Promise<Result<Backup & { readonly setAsideAs: string | null }, NoLedger>> {
    if (!existsSync(backup)) return missing(backup)
    return ok(await restoreLedger(this.path, backup, new Date().toISOString(), this.#options))
  }

  /**
   * Replaces the key and returns the new key's id. The program must be stopped. Throws ledger errors such as
   * `LedgerInUse`.
   */
  renewKey(): Result<string, NoLedger> {
    if (!existsSync(this.path)) return missing(this.path)
    return ok(renewKey(this.path, this.#keyFile, this.#options))
  }
}

const missing = (path: string): Err<NoLedger> => err({ type: 'no-ledger', path })

const NOTHING_TOLD: TrustOptions = { keys: [], files: [], papers: [] }

async function readTrust({ keys, files, papers }: TrustOptions): Promise<Result<Trust, NoTrust>> {
  let what = ''
  async function each<T>(given: readonly string[], read: (one: string) => T | Promise<T>): Promise<readonly T[]> {
    const all: T[] = []
    for (const one of given) {
      what = one
      all.push(await read(one))
    }
    return all
  }
  try {
    return ok({
      keys: await each(keys, (key) => readKeyId(key, textIn)),
      files: await each(files, (file) => readTrustEvidence(file, readTextFile)),
      papers: (await each(papers, papersIn)).flat(),
    })
  } catch (error) {
    return err({ type: 'no-trust', what, why: (error as Error).message })
  }
}

function textIn(bytes: Uint8Array): string {
  const read = textOfFile(bytes, catalogues.en.files)
  return read.ok ? read.text : ''
}

function papersIn(given: string) {
  const lines = existsSync(given) ? readTextFile(given).split('\n') : [given]
  return lines.filter((line) => line.trim() !== '').map(readPaper)
}
