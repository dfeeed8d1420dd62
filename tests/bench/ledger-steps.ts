import { constants, openSync, writeSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import type { SaleLedger } from '../../electron/core/ports/ports.ts'
import type { Instant, Sale } from '../../shared/domain/sale/sale.ts'
import { chosenSeat, sellOut } from '../ledger/sales.ts'

/** Steps of a sale of two seats, from the choice to the second printed ticket. */
export const STEPS_A_SALE = 12

export function benchClock(): () => Instant {
  let monoMs = 0
  return () => ({ monoMs: (monoMs += 250), bootId: 'boot-1', wallUtc: '2025-05-17T14:00:00.000Z' })
}

/** Sells seats that nobody sold before; every sale has another pair. */
export function seller(ledger: Pick<SaleLedger, 'record'>, now: () => Instant): (sales: number) => void {
  let seat = 100_000
  return (sales) => {
    for (let sale = 0; sale < sales; sale += 1) {
      sellOut(ledger, now, [chosenSeat(`${(seat += 1)}`), chosenSeat(`${(seat += 1)}`)])
    }
  }
}

/** The least that any register would write: the event as a row, the sale's state in place. No chain, no signature. */
export function plainStore(path: string, journalMode: 'wal' | 'delete'): Pick<SaleLedger, 'record'> {
  const db = new Sqlite(path)
  db.pragma(`journal_mode = ${journalMode}`)
  db.pragma('synchronous = FULL')
  db.exec('CREATE TABLE event (seq INTEGER PRIMARY KEY, text TEXT); CREATE TABLE sale (id TEXT PRIMARY KEY, text TEXT)')
  const event = db.prepare('INSERT INTO event (text) VALUES (?)')
  const sale = db.prepare('INSERT INTO sale VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET text = excluded.text')
  const write = db.transaction((id: string, happened: string, state: string) => {
    event.run(happened)
    sale.run(id, state)
  })
  return {
    record(_previous: Sale | null, next: Sale, happened) {
      write.immediate(next.saleId, JSON.stringify(happened), JSON.stringify(next))
    },
  }
}

/** 8 kB at a time to a file that has its blocks already, each flushed by the write itself. */
export function rawWriter(path: string): () => void {
  const bytes = Buffer.alloc(8192, 0x5a)
  const blocks = 1_000
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_DSYNC)
  for (let block = 0; block < blocks; block += 1) writeSync(file, bytes, 0, bytes.length, block * bytes.length)
  let next = 0
  return () => void writeSync(file, bytes, 0, bytes.length, (next++ % blocks) * bytes.length)
}
