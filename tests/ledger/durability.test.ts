import type * as FileSystem from 'node:fs'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { assertDurable, openConnection } from '../../electron/ledger/connection.ts'
import { exportLedger } from '../../electron/ledger/export.ts'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { restoreLedger } from '../../electron/ledger/salvage.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { everyEvent, storyClock } from './every-event.ts'
import { chosenSeat, sellOut } from './sales.ts'
import { damage, freshLedger, ledgerOptions } from './fixtures.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

interface Closed {
  readonly name: string
  readonly readonly: boolean
  readonly wrote: boolean
  readonly synchronous: unknown
}

const seen = vi.hoisted(() => {
  // Other test files in the same worker may have loaded the ledger with the real modules, which this file replaces.
  vi.resetModules()
  return { opened: 0, closed: [] as Closed[], flushed: [] as bigint[] }
})

afterAll(() => void vi.resetModules())

vi.mock('better-sqlite3', async (importOriginal) => {
  const { default: Real } = await importOriginal<{ default: typeof Sqlite }>()
  class Watched extends Real {
    constructor(name?: string | Buffer, options?: Sqlite.Options) {
      super(name, options)
      seen.opened += 1
    }

    override close(): this {
      if (this.open) {
        const wrote = !this.readonly && Number(this.prepare('SELECT total_changes()').pluck().get()) > 0
        const synchronous = this.pragma('synchronous', { simple: true })
        seen.closed.push({ name: this.name, readonly: this.readonly, wrote, synchronous })
      }
      return super.close()
    }
  }
  return { default: Watched }
})

// The real `node:fs`, extended to record the inodes of flushed files.
vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof FileSystem>()
  const fdatasyncSync = (file: number): void => {
    seen.flushed.push(real.fstatSync(file, { bigint: true }).ino)
    real.fdatasyncSync(file)
  }
  return { ...real, default: { ...real, fdatasyncSync }, fdatasyncSync }
})

afterEach(() => {
  seen.opened = 0
  seen.flushed.length = 0
  seen.closed.length = 0
})

it('keeps synchronous = FULL after a write on every connection the program opens', async () => {
  const FULL = 2
  const directory = temporaryFolder()
  const clock = storyClock()
  const options = ledgerOptions(directory, { now: clock.now })
  const { path, signer } = options

  const ledger = await openLedger(options)
  everyEvent(ledger, clock)
  const backup = await ledger.backup(clock.now())
  ledger.close()
  const again = await openLedger(options)
  again.close()
  await exportLedger(path, join(directory, 'archive.jsonl'), signer, { wallUtc: clock.now().wallUtc })
  await verifyLedger({ path })
  await restoreLedger(path, backup.path, clock.now().wallUtc)
  damage(path)
  const rebuilt = await openLedger(options)
  rebuilt.close()

  expect(seen.closed).toHaveLength(seen.opened)
  expect(seen.closed.filter((connection) => !connection.readonly && connection.synchronous !== FULL)).toEqual([])
  const writers = seen.closed.filter(({ wrote }) => wrote).map(({ name }) => name.slice(directory.length))
  expect(writers).toEqual(
    expect.arrayContaining(['/ledger.db', '/ledger.db.rebuilding', '/ledger.db-backups/draft.db']),
  )
})

it('flushes the second copy of every row before money can move, and then only', async () => {
  const { ledger, options } = await freshLedger()
  const { ino } = statSync(`${options.path}.journal.jsonl`, { bigint: true })
  const flushes: string[] = []
  const record: typeof ledger.record = (previous, sale, event, now) => {
    seen.flushed.length = 0
    ledger.record(previous, sale, event, now)
    if (seen.flushed.includes(ino)) flushes.push(event.type)
  }
  sellOut({ record }, options.now, [chosenSeat('1001')], 'cash')
  expect(flushes).toEqual(['tender-started'])
})

it('would be NORMAL without saying so: the trap that this watches for', () => {
  const db = new Sqlite(join(temporaryFolder(), 'trap.db'))
  db.pragma('journal_mode = WAL')
  db.exec('CREATE TABLE t (a)')
  expect(db.pragma('synchronous', { simple: true })).toBe(1)
  db.close()
})

it.each(['synchronous = NORMAL', 'foreign_keys = OFF', 'journal_mode = DELETE'])('is refused with %s', (setting) => {
  const db = openConnection(join(temporaryFolder(), 'ledger.db'), {})
  db.exec('CREATE TABLE t (a)')
  assertDurable(db)
  db.pragma(setting)
  expect(() => assertDurable(db)).toThrow('would lose data in a power cut')
  db.close()
})
