import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { overwriteBytes } from '../../host/files/find-bytes.ts'
import { type ConnectionOptions, openConnection } from '../storage/connection.ts'
import { faultOf } from '../storage/faults.ts'
import { listBackups } from './backup.ts'

/** Beside the ledger under its name: copies that were put aside or not finished, with their logs. */
const COPY = /^\.(?:(?:corrupt|replaced)-\w+|rebuilding|restoring|reading|lost)(?:-wal|-shm|-journal)?$/u
/** Copies that SQLite can read: their logs go with them. */
const WHOLE = /^\.replaced-\w+$/u

/**
 * Erases the customers of these sales from every copy of a ledger in its folder. What
 * is damaged stays as it is but for the sealed bytes, which are overwritten. Returns the files that were changed. Call with the
 * ledger's lock held.
 */
export function eraseInCopies({
  path,
  saleIds,
  sealed,
  nativeBinding,
}: {
  readonly path: string
  readonly saleIds: readonly string[]
  readonly sealed: readonly Buffer[]
} & ConnectionOptions): readonly string[] {
  const secrets = [...sealed]
  const changed = new Set<string>()
  const damaged: string[] = []
  for (const copy of [...listBackups(`${path}-backups`), ...besides(path, WHOLE)]) {
    try {
      const there = eraseInCopy(copy, saleIds, { nativeBinding })
      if (there.length > 0) changed.add(copy)
      secrets.push(...there)
    } catch (error) {
      if (faultOf(error) === 'other') throw error
      damaged.push(copy)
    }
  }
  // Their sealed bytes may be known from a copy alone.
  for (const file of [...damaged, ...besides(path, COPY), ...drafts(`${path}-backups`)])
    if (!changed.has(file) && existsSync(file) && overwriteBytes(file, secrets) > 0) changed.add(file)
  return [...changed]
}

/** Returns the sealed bytes that were in the copy. */
function eraseInCopy(copy: string, saleIds: readonly string[], options: ConnectionOptions): readonly Buffer[] {
  const db = openConnection(copy, options)
  try {
    const ids = JSON.stringify(saleIds)
    const tables = db
      .prepare("SELECT name FROM sqlite_schema WHERE name IN ('customer', 'customer_pii')")
      .pluck()
      .all() as string[]
    const sealed = db.transaction(() => {
      const ofSales = 'WHERE sale_id IN (SELECT value FROM json_each(?))'
      const found = tables.flatMap(
        (table) => db.prepare(`SELECT ciphertext FROM ${table} ${ofSales}`).pluck().all(ids) as Buffer[],
      )
      if (found.length === 0) return found
      for (const table of tables) db.prepare(`DELETE FROM ${table} ${ofSales}`).run(ids)
      db.prepare(`UPDATE attempt SET body_sha256 = NULL ${ofSales}`).run(ids)
      return found
    })()
    db.pragma('journal_mode = DELETE')
    return sealed
  } finally {
    db.close()
  }
}

function besides(path: string, which: RegExp): readonly string[] {
  const stem = basename(path)
  return readdirSync(dirname(path))
    .filter((name) => name.startsWith(stem) && which.test(name.slice(stem.length)))
    .map((name) => join(dirname(path), name))
}

/** Returns the paths of backups that were begun and never finished. */
function drafts(backups: string): readonly string[] {
  if (!existsSync(backups)) return []
  return readdirSync(backups)
    .filter((name) => name.startsWith('draft.db'))
    .map((name) => join(backups, name))
}
