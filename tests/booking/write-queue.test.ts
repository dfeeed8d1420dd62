import { join } from 'node:path'
import Sqlite, { type Database } from 'better-sqlite3'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { WriteQueue } from '../../electron/booking/sql/sqlite/write-queue.ts'
import { StoreUnavailable } from '../../electron/booking/sql/store.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

let path: string
let db: Database

beforeEach(() => {
  path = join(temporaryFolder(), 'queue.db')
  db = new Sqlite(path, { timeout: 0 })
  db.pragma('journal_mode = WAL')
  db.exec('CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT')
  onTestFinished(() => void db.close())
})

/** Returns only the committed rows, read through another connection. */
function committed(): string[] {
  const other = new Sqlite(path, { readonly: true })
  try {
    return other.prepare<[], string>('SELECT text FROM note ORDER BY id').pluck().all()
  } finally {
    other.close()
  }
}

const write = (text: string) => (): string => {
  db.prepare('INSERT INTO note (text) VALUES (?)').run(text)
  return text
}

describe('group commit', () => {
  test('operations of one turn share a transaction; each resolves when it is committed', async () => {
    let flushes = 0
    const queue = new WriteQueue(db, (flush) => {
      flushes += 1
      setImmediate(flush)
    })
    const all = ['a', 'b', 'c'].map((text) => queue.run(write(text)))
    expect(committed()).toEqual([])
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c'])
    expect(committed()).toEqual(['a', 'b', 'c'])
    expect(flushes).toBe(1)
    await queue.run(write('d'))
    expect(flushes).toBe(2)
  })

  test('one that throws is undone alone', async () => {
    const queue = new WriteQueue(db)
    const fine = queue.run(write('fine'))
    const broken = queue.run(() => {
      write('half')()
      throw new Error('a bug')
    })
    const twice = queue.run(write('fine'))
    const after = queue.run(write('after'))
    await expect(broken).rejects.toThrow('a bug')
    await expect(twice).rejects.toThrow('UNIQUE')
    expect(await Promise.all([fine, after])).toEqual(['fine', 'after'])
    expect(committed()).toEqual(['fine', 'after'])
  })

  test('afterCommit runs once it is durable, and never for what was undone', async () => {
    const queue = new WriteQueue(db)
    const seen: string[] = []
    const kept = queue.run(({ afterCommit }) => {
      write('kept')()
      afterCommit(() => seen.push(...committed()))
    })
    const undone = queue.run(({ afterCommit }) => {
      afterCommit(() => seen.push('undone'))
      throw new Error('a bug')
    })
    await kept
    await expect(undone).rejects.toThrow('a bug')
    expect(seen).toEqual(['kept'])
  })

  test('flush commits what waits', async () => {
    const queue = new WriteQueue(db)
    const waiting = queue.run(write('a'))
    queue.flush()
    expect(committed()).toEqual(['a'])
    await waiting
  })
})

describe('a database that cannot take it', () => {
  test('locked by another: all of the group are told, nothing is kept, and it goes on later', async () => {
    const queue = new WriteQueue(db)
    const other = new Sqlite(path)
    other.exec('BEGIN IMMEDIATE')
    const all = ['a', 'b'].map((text) => queue.run(write(text)))
    const outcomes = await Promise.allSettled(all)
    const reasons = outcomes.map(
      (outcome) => outcome.status === 'rejected' && outcome.reason instanceof StoreUnavailable,
    )
    expect(reasons).toEqual([true, true])
    other.exec('ROLLBACK')
    other.close()
    await queue.run(write('later'))
    expect(committed()).toEqual(['later'])
  })

  test('full: none of the group is kept', async () => {
    const queue = new WriteQueue(db)
    const pages = db.pragma('page_count', { simple: true }) as number
    db.pragma(`max_page_count = ${pages + 1}`)
    const small = queue.run(write('small'))
    const large = queue.run(write('x'.repeat(100_000)))
    await expect(large).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(small).rejects.toBeInstanceOf(StoreUnavailable)
    expect(committed()).toEqual([])
    db.pragma('max_page_count = 100000')
    await queue.run(write('room'))
    expect(committed()).toEqual(['room'])
  })

  test('a disk that fails within an operation is no bug of the operation: its whole group is told', async () => {
    const queue = new WriteQueue(db)
    const fine = queue.run(write('fine'))
    const failing = queue.run(() => {
      throw new Sqlite.SqliteError('disk I/O error', 'SQLITE_IOERR_WRITE')
    })
    await expect(failing).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(fine).rejects.toBeInstanceOf(StoreUnavailable)
    expect(committed()).toEqual([])
  })
})
