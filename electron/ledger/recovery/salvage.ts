import { copyFileSync, existsSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import type { AnchorMark } from '../evidence/anchor.ts'
import { removeDatabase } from '../evidence/backup.ts'
import { publicKey, signedWith } from '../evidence/check.ts'
import { openConnection } from '../storage/connection.ts'
import { type MissingRows, missingRows, restoredPayload } from '../evidence/gaps.ts'
import { introduce } from '../chain/introduce.ts'
import { type JournalEntry, type JournalRow, openJournal, rowHash } from '../chain/journal.ts'
import { openPersonalData } from '../sales/personal-data.ts'
import { openProjection } from '../sales/projection.ts'
import { attempt, mendSales, restoreSale, type SaleBooks } from '../sales/restored-sale.ts'
import { rollRows } from '../evidence/roll.ts'
import type { Signer } from '../chain/signer.ts'
import type { StepPayload } from '../sales/step.ts'
import { personalDataOptions, type StoreOptions } from '../sales/store.ts'
import { contradictions, type Traces, tracesOfMarks } from '../evidence/traces.ts'

/** What could be carried over into a sound ledger. */
export interface Salvage {
  readonly rows: number
  /** What the anchor says is missing all the same. */
  readonly missing: MissingRows | null
}

export interface Wreck {
  readonly reason: string
  /** The damaged database; null where there is none. */
  readonly database: string | null
  readonly roll: string
  /** The end of the chain as the anchor has it. */
  readonly tip: AnchorMark | null
  /** What the anchor has of another key. */
  readonly foreign: readonly AnchorMark[]
  readonly traces: Traces
}

/**
 * Takes every row that follows `target`'s own chain and is signed by this register, out of the damaged database, from
 * the roll or from an archive, until the first that is whole in none, rebuilds from them what stands beside the journal, and says in a
 * RESTORED row what it did and what is gone: one transaction. The damaged file is read through a copy and stays as it is.
 */
export function salvage(wreck: Wreck, target: Database, options: StoreOptions): Salvage {
  const { database } = wreck
  const copy = database && `${database}.reading`
  if (database && copy) {
    removeDatabase(copy)
    for (const suffix of ['', '-wal']) {
      if (existsSync(`${database}${suffix}`)) copyFileSync(`${database}${suffix}`, `${copy}${suffix}`)
    }
  }
  const damaged = copy && openDamaged(copy, options)
  try {
    return target.transaction(() => carryOver(damaged || null, wreck, target, options)).immediate()
  } finally {
    if (damaged) damaged.close()
    if (copy) removeDatabase(copy)
  }
}

function openDamaged(path: string, options: StoreOptions): Database | null {
  return attempt(() => {
    const db = openConnection(path, options)
    db.prepare('SELECT count(*) FROM sqlite_schema').get()
    return db
  })
}

interface Books extends SaleBooks {
  /** The roll and an archive: rows as lines of text. */
  readonly rolls: readonly string[]
  readonly options: StoreOptions
}

function carryOver(damaged: Database | null, wreck: Wreck, target: Database, options: StoreOptions): Salvage {
  const books: Books = {
    target,
    damaged,
    rolls: [wreck.roll, ...(wreck.traces.archive === null ? [] : [wreck.traces.archive])],
    journal: openJournal(target, options),
    projection: openProjection(target),
    personalData: openPersonalData(target, personalDataOptions(options)),
    options,
  }
  const { journal, projection } = books
  const next = nextRow(books)
  const touched = new Map<string, StepPayload>()
  let rows = 0
  for (let row = next(); row; row = next()) {
    const payload = JSON.parse(row.payload) as unknown
    journal.copy(row)
    projection.apply(row, payload, { body: '', request: null })
    if (row.sale_id !== null) touched.set(row.sale_id, payload as StepPayload)
    rows += 1
  }
  const presentSeq = journal.head().seq
  const { reason, tip, foreign, traces } = wreck
  const remembered = contradictions(target, [...traces.found, ...tracesOfMarks(target, foreign)])
  const missing = missingRows(journal, tip, presentSeq, remembered)
  const now = options.now()
  for (const [saleId, last] of touched) restoreSale(books, saleId, last, now)
  mendSales(books, now)
  const append = (entry: JournalEntry): void => projection.apply(journal.append(entry, now), entry.payload, null)
  introduce(target, journal, options.signer, now, append)
  const payload = restoredPayload(journal, { reason, salvagedRows: rows, presentSeq }, tip, missing)
  append({ code: 'RESTORED', saleId: null, staffId: null, payload })
  return { rows, missing }
}

/** Gives the row that follows the target's last one, from wherever it can be had and believed. */
function nextRow(books: Books): () => JournalRow | null {
  const onRolls = books.rolls.map(findOnRoll)
  const select = attempt(() => books.damaged?.prepare('SELECT * FROM journal WHERE seq = ?'))
  const inDatabase = (seq: number): JournalRow | null =>
    attempt(() => select?.get(seq) as JournalRow | undefined) ?? null

  return () => {
    const seq = books.journal.head().seq + 1
    for (const find of [inDatabase, ...onRolls]) {
      const row = find(seq)
      if (row && believed(row, books)) return row
    }
    return null
  }
}

/** Finds rows on a roll; asked for numbers that only grow. */
function findOnRoll(roll: string): (seq: number) => JournalRow | null {
  const rolled = rollRows(roll)
  let ahead: JournalRow | null = null
  return (seq) => {
    while (ahead === null || ahead.seq < seq) {
      const next = rolled.next()
      if (next.done) return null
      ahead = next.value
    }
    return ahead.seq === seq ? ahead : null
  }
}

function believed(row: JournalRow, books: Books): boolean {
  if (!row.prev_hash.equals(books.journal.head().hash) || !row.hash.equals(rowHash(row))) return false
  const { signer } = books.options
  const key = row.key_id === signer.keyId ? signer.publicKey : formerKey(row, books)
  return key !== null && signedWith(row, publicKey(key))
}

/** A key that this register had before it got its present one: what this row stands in must name that one too. */
function formerKey(row: JournalRow, { damaged, target, rolls, options: { signer } }: Books): string | null {
  const names = (db: Database | null): unknown =>
    attempt(() => db?.prepare('SELECT 1 FROM signing_key WHERE key_id = ?').get(signer.keyId))
  if (!names(target) && !names(damaged) && !rolls.some((roll) => rollNames(roll, signer))) return null
  const named = keyNamedBy(row)
  if (named?.keyId === row.key_id) return named.publicKey
  const key = target.prepare('SELECT public_key FROM signing_key WHERE key_id = ?').pluck().get(row.key_id)
  return (key as string | undefined) ?? null
}

function rollNames(roll: string, { keyId }: Signer): boolean {
  for (const row of rollRows(roll)) if (keyNamedBy(row)?.keyId === keyId) return true
  return false
}

function keyNamedBy({ code, payload }: JournalRow): { readonly keyId: string; readonly publicKey: string } | null {
  return code === 'CREATED' || code === 'KEY_CHANGED'
    ? (JSON.parse(payload) as { keyId: string; publicKey: string })
    : null
}
