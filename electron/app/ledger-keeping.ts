import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { ledgerFile } from '../host/system.ts'
import { readTextFile, textOfFile } from '../host/files/file-text.ts'
import { type Backup, backupLedger } from '../ledger/backup.ts'
import { type Archive, exportLedger } from '../ledger/export.ts'
import { renewKey, restoreLedger } from '../ledger/salvage.ts'
import { openFileSigner } from '../ledger/signer.ts'
import {
  readKeyId,
  readKnownElsewhere,
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

/** Roots of trust for a ledger from outside its machine, as entered by a person. */
interface ToldTrust {
  /** Key ids, or files with a public key. */
  readonly keys: readonly string[]
  /** Trust files, or archives stored elsewhere. */
  readonly files: readonly string[]
  /** Codes of printed Z reports, or files with one code per line. */
  readonly papers: readonly string[]
}

/** A given root of trust that cannot be read. */
export interface NoTrust {
  readonly type: 'no-trust'
  readonly what: string
  readonly why: string
}

/** Maintenance of a machine's ledger by a technician. The program may run unless a method states otherwise. */
export interface LedgerKeeping {
  /** Path of the machine's ledger. */
  readonly path: string
  /** Verifies the machine's ledger, or a database or archive at `path`. */
  verify(path?: string, told?: ToldTrust): Promise<Result<VerifyReport, NoLedger | NoTrust>>
  export(to: string): Promise<Result<Archive, NoLedger>>
  backup(): Promise<Result<Backup, NoLedger>>
  /** Restores a backup. The program must be stopped. Rejects with the ledger's own errors. */
  restore(backup: string): Promise<Result<Backup & { readonly setAsideAs: string | null }, NoLedger>>
  /**
   * Replaces the key and returns the id of the new one. The program must be stopped. Throws the ledger's own errors.
   */
  renewKey(): Result<string, NoLedger>
}

export function createLedgerKeeping(directory: string, nativeBinding: string | undefined): LedgerKeeping {
  const path = ledgerFile(directory)
  const wallUtc = (): string => new Date().toISOString()
  const missing = (file: string) => err({ type: 'no-ledger', path: file })
  return {
    path,
    async verify(other = path, told = NOTHING_TOLD) {
      if (!existsSync(other)) return missing(other)
      const trust = await readTrust(told)
      return trust.ok ? ok(await verifyLedger({ path: other, trust: trust.value, nativeBinding })) : trust
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
    renewKey() {
      if (!existsSync(path)) return missing(path)
      return ok(renewKey({ path, keyFile: join(directory, 'ledger-key.pem'), nativeBinding }))
    },
  }
}

const NOTHING_TOLD: ToldTrust = { keys: [], files: [], papers: [] }

async function readTrust({ keys, files, papers }: ToldTrust): Promise<Result<Trust, NoTrust>> {
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
      files: await each(files, (file) => readKnownElsewhere(file, readTextFile)),
      papers: (await each(papers, papersIn)).flat(),
    })
  } catch (error) {
    return err({ type: 'no-trust', what, why: (error as Error).message })
  }
}

/** Decodes a file. Returns an empty text if it is not text, such as a key in DER. */
function textIn(bytes: Uint8Array): string {
  const read = textOfFile(bytes, catalogues.en.files)
  return read.ok ? read.text : ''
}

function papersIn(given: string) {
  const lines = existsSync(given) ? readTextFile(given).split('\n') : [given]
  return lines.filter((line) => line.trim() !== '').map(readPaper)
}
