import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Database } from 'better-sqlite3'
import { beforeAll, describe, expect, it } from 'vitest'
import { canonicalJson, type JournalRow, rowHash } from '../../electron/ledger/journal.ts'
import { type Ledger, openLedger } from '../../electron/ledger/ledger.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { CODES, stories, storyClock } from './every-event.ts'
import { gapScenario } from './gap-scenario.ts'
import { chosenSeat, pricedSale, sellOut, toPaid } from './sales.ts'
import type { Instant } from '../../shared/domain/sale/sale.ts'
import { oneIn } from '../support/share.ts'
import { ledgerOptions, runSql } from './fixtures.ts'
import { suiteFolder } from '../support/temporary-folder.ts'

/**
 * Simulates an attacker who changes a ledger's file without the register's key. Every change must be detected;
 * undetected changes are listed by name. Each story has its own ledger for speed.
 */
interface Victim {
  readonly rows: readonly JournalRow[]
  /** One row for each row code that does not occur in an earlier `Victim`. */
  readonly samples: readonly JournalRow[]
  /** Makes one change in a fresh copy while the triggers are removed. Returns whether the change is detected. */
  noticed(change: (db: Database) => void): Promise<boolean>
  readonly path: string
}

type Change = readonly [name: string, change: (db: Database) => void]

const victims: Victim[] = []
const directory = suiteFolder()

beforeAll(async () => {
  const sampled = new Set<string>()
  for (const [index, story] of stories.entries()) {
    const path = join(directory, `${index}.db`)
    const clock = storyClock()
    const options = ledgerOptions(directory, { path, now: clock.now })
    const ledger = await openLedger(options)
    story(ledger, clock)
    ledger.close()
    add(path, options.signer.keyId)
  }
  const clock = storyClock()
  const options = ledgerOptions(directory, { path: join(directory, 'gap.db'), now: clock.now })
  const ledger = await gapScenario(options, clock)
  ledger.close()
  add(options.path, options.signer.keyId)

  function add(path: string, keyId: string): void {
    const made = victimOf(path, keyId, sampled)
    for (const { code } of made.samples) sampled.add(code)
    victims.push(made)
  }
})

function victimOf(path: string, keyId: string, sampled: ReadonlySet<string>): Victim {
  const db = new Sqlite(path)
  db.pragma('journal_mode = DELETE')
  const rows = db.prepare('SELECT * FROM journal ORDER BY seq').all() as JournalRow[]
  const triggers = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all() as {
    readonly name: string
    readonly sql: string
  }[]
  db.close()
  const changed = `${path}.changed`
  copyFileSync(`${path}.anchor`, `${changed}.anchor`)
  return {
    path,
    rows,
    samples: [...new Map(rows.map((row) => [row.code, row])).values()].filter(({ code }) => !sampled.has(code)),
    async noticed(change) {
      copyFileSync(path, changed)
      const db = new Sqlite(changed)
      db.pragma('synchronous = OFF')
      db.pragma('foreign_keys = OFF')
      db.pragma('ignore_check_constraints = ON')
      try {
        db.transaction(() => {
          for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`)
          change(db)
          for (const { sql } of triggers) db.exec(sql)
        })()
      } catch (error) {
        // The database itself rejects the change. Removing the unique index would change the schema of the database.
        if (error instanceof Sqlite.SqliteError && error.code === 'SQLITE_CONSTRAINT_UNIQUE') return true
        throw error
      } finally {
        db.close()
      }
      return isNoticed(changed, keyId)
    },
  }
}

/** Returns true if rows, tables or anchor reveal the change, without journal file and backups. */
async function isNoticed(path: string, keyId: string): Promise<boolean> {
  const { findings } = await verifyLedger({ path, trust: { keys: [keyId] } })
  return findings.some(({ severity, check }) => severity === 'error' && check !== 'beside')
}

const all = oneIn(1)
const share = oneIn(96)

async function unnoticed({ take }: typeof all, changesOf: (victim: Victim) => readonly Change[]) {
  const changes = victims.flatMap((victim) => changesOf(victim).map(([name, change]) => ({ victim, name, change })))
  expect(changes).not.toHaveLength(0)
  const missed: string[] = []
  for (const { victim, name, change } of take(expect.getState().currentTestName ?? '', changes))
    if (!(await victim.noticed(change))) missed.push(name)
  return missed
}

function other(value: unknown): string | number | Buffer {
  if (value === null) return 'x'
  if (typeof value === 'number') return value + 1000
  if (Buffer.isBuffer(value)) return Buffer.from(value.map((byte, index) => (index === 0 ? byte ^ 1 : byte)))
  if (typeof value !== 'string') throw new Error(`no other value for a ${typeof value}`)
  return `${value}x`
}

function setColumn(seq: number, column: string, value: unknown): (db: Database) => void {
  return (db) => void db.prepare(`UPDATE journal SET ${column} = ? WHERE seq = ?`).run(value, seq)
}

/** Rewrites the whole journal with valid hashes from the first row on. */
function rechain(db: Database, changedRows: readonly JournalRow[]): void {
  db.exec('DELETE FROM journal')
  const insert = db.prepare(
    `INSERT INTO journal VALUES (@seq, @register, @code, @sale_id, @staff_id, @wall_utc, @mono_ms, @boot_id, @app_version,
       @payload, @prev_hash, @hash, @sig, @key_id)`,
  )
  let prev_hash: Buffer = Buffer.alloc(32)
  for (const row of changedRows) {
    const { hash: _hash, sig, ...hashed } = { ...row, prev_hash }
    const hash = rowHash(hashed)
    insert.run({ ...hashed, hash, sig })
    prev_hash = hash
  }
}

const COLUMNS =
  'seq register code sale_id staff_id wall_utc mono_ms boot_id app_version payload prev_hash hash sig key_id'.split(
    ' ',
  ) as readonly (keyof JournalRow)[]

/** Returns payloads that each differ from `value` in one member, at any depth. */
function payloadEdits(value: unknown, path = ''): readonly (readonly [path: string, edited: unknown])[] {
  if (Array.isArray(value)) {
    const inside = value.flatMap((item, index) =>
      payloadEdits(item, `${path}[${index}]`).map(([name, edited]) => [name, value.with(index, edited)] as const),
    )
    return [...inside, [`${path} shortened`, value.slice(1)] as const].slice(value.length === 0 ? 1 : 0)
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, member]) => [
      ...payloadEdits(member, `${path}.${key}`).map(([name, edited]) => [name, { ...value, [key]: edited }] as const),
      [`${path}.${key} removed`, Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))] as const,
    ])
  }
  return [[path, typeof value === 'boolean' ? !value : other(value)]]
}

describe('tampering without the key', { timeout: 300_000 }, () => {
  it('has every journal type to tamper with, and untouched copies pass', async () => {
    const codes = victims.flatMap(({ samples }) => samples.map(({ code }) => code))
    expect(codes.sort()).toEqual([...CODES].sort())
    expect(await unnoticed(all, () => [['nothing', () => {}]])).toHaveLength(victims.length)
  })

  it(`is noticed in every column of every type of row (${share.said})`, async () => {
    const missed = await unnoticed(share, ({ samples }) =>
      samples.flatMap((row) =>
        COLUMNS.map((column): Change => [`${row.code} ${column}`, setColumn(row.seq, column, other(row[column]))]),
      ),
    )
    expect(missed).toEqual([])
  })

  it(`is noticed in every column of every type of row when all hashes are computed again (${share.said})`, async () => {
    const hashed = COLUMNS.filter((column) => !['seq', 'prev_hash', 'hash', 'sig'].includes(column))
    const missed = await unnoticed(share, ({ rows, samples }) =>
      samples.flatMap((row) =>
        hashed.map((column): Change => {
          const edited = rows.map((each) => (each === row ? { ...row, [column]: other(row[column]) } : each))
          return [`${row.code} ${column}`, (db) => rechain(db, edited)]
        }),
      ),
    )
    expect(missed).toEqual([])
  })

  it(`is noticed in every member of every type of payload (${share.said})`, async () => {
    const missed = await unnoticed(share, ({ samples }) =>
      samples.flatMap((row) =>
        payloadEdits(JSON.parse(row.payload)).map(([name, edited]): Change => [
          `${row.code}${name}`,
          setColumn(row.seq, 'payload', canonicalJson(edited)),
        ]),
      ),
    )
    expect(missed).toEqual([])
  })

  it(`is noticed when a row is deleted, with and without closing the gap (${share.said})`, async () => {
    const missed = await unnoticed(share, ({ rows }) =>
      rows.flatMap((row): Change[] => {
        const rest = rows.filter((each) => each !== row).map((each, index) => ({ ...each, seq: index + 1 }))
        return [
          [`delete ${row.seq}`, (db) => void db.prepare('DELETE FROM journal WHERE seq = ?').run(row.seq)],
          [`close the gap of ${row.seq}`, (db) => rechain(db, rest)],
        ]
      }),
    )
    expect(missed).toEqual([])
  })

  it(`is noticed when two rows change places (${share.said})`, async () => {
    const missed = await unnoticed(share, ({ rows }) =>
      rows.slice(1).map((row, index): Change => {
        const before = rows[index]
        const swapped = rows.map((each) => {
          if (each === row) return { ...before, seq: row.seq } as JournalRow
          return each === before ? { ...row, seq: before.seq } : each
        })
        return [`swap ${row.seq}`, (db) => rechain(db, swapped)]
      }),
    )
    expect(missed).toEqual([])
  })

  it(`is noticed when the journal is cut short at any row (${share.said})`, async () => {
    const missed = await unnoticed(share, ({ rows }) =>
      rows.map(({ seq }): Change => [
        `cut at ${seq}`,
        (db) => void db.prepare('DELETE FROM journal WHERE seq >= ?').run(seq),
      ]),
    )
    expect(missed).toEqual([])
  })

  it.each([
    [
      'a finished sale',
      (record: Ledger['record'], now: () => Instant) => sellOut({ record }, now, [chosenSeat('2001')]),
    ],
    [
      'a sale that runs',
      (record: Ledger['record'], now: () => Instant) => {
        pricedSale({ record }, now, [chosenSeat('2002')], ...toPaid('card', 35_000))
      },
    ],
  ])('is noticed when the whole file is put back to any moment of %s', async (name, sell) => {
    const { now } = storyClock()
    const options = ledgerOptions(directory, { path: join(directory, `${name}.db`), now })
    const ledger = await openLedger(options)
    const copies: string[] = []
    sell((...step) => {
      copies.push(`${options.path}.${copies.length}`)
      runSql(options.path, `VACUUM INTO '${copies.at(-1)}'`)
      ledger.record(...step)
    }, now)
    ledger.close()
    expect(await verifyLedger({ path: options.path })).toMatchObject({ ok: true })
    const missed: string[] = []
    for (const copy of copies) {
      copyFileSync(`${options.path}.anchor`, `${copy}.anchor`)
      if (!(await isNoticed(copy, options.signer.keyId))) missed.push(copy)
    }
    expect(copies).not.toHaveLength(0)
    expect(missed).toEqual([])
  })

  it(`is noticed in every column of every other table, and in rows that are gone (${share.said})`, async () => {
    const missed = await unnoticed(share, ({ path }) => {
      const db = new Sqlite(path, { readonly: true })
      const tables = db
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'journal'")
        .pluck()
        .all() as string[]
      const changes = tables.flatMap((table) => tableChanges(db, table))
      db.close()
      return changes
    })
    expect(missed).toEqual([])
  })
})

/** Changes that a verifier cannot detect: the number of times a file was opened, and encrypted content. */
const UNVOUCHED = new Set(['ledger opens', 'customer_pii ciphertext'])

function tableChanges(db: Database, table: string): readonly Change[] {
  const info = db.pragma(`table_info(${table})`) as { name: string; type: string }[]
  const types = new Map(info.map(({ name, type }) => [name, type]))
  const found = db.prepare(`SELECT * FROM ${table}`).all() as Record<string, unknown>[]
  return found.flatMap((row, index) => {
    const columns = Object.keys(row)
    const where = columns.map((column) => `${column} IS @${column}`).join(' AND ')
    const edits = columns
      .filter((column) => !UNVOUCHED.has(`${table} ${column}`))
      .map((column): Change => {
        const to = row[column] === null && types.get(column) === 'INTEGER' ? 7 : other(row[column])
        const sql = `UPDATE ${table} SET ${column} = @to WHERE ${where}`
        return [`${table}[${index}].${column}`, (target) => void target.prepare(sql).run({ ...row, to })]
      })
    const gone = (target: Database): void => void target.prepare(`DELETE FROM ${table} WHERE ${where}`).run(row)
    return [...edits, [`${table}[${index}] deleted`, gone]]
  })
}
