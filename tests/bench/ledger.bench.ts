import { constants, openSync, writeSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { openFileSigner, type Signer } from '../../electron/ledger/signer.ts'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { type Suite, times } from './harness.ts'
import { scratchFolder } from './venues.ts'
import type { SaleLedger } from '../../electron/kiosk/ports/ports.ts'
import type { Instant, Sale, SaleEvent } from '../../shared/domain/sale/sale.ts'
import { chosenSeat, sellOut } from '../ledger/sales.ts'
import { openStore, type Store } from '../../electron/ledger/store.ts'

/** Steps in a sale of two seats, from the seat choice to the second printed ticket. */
const STEPS_A_SALE = 12

function benchClock(): () => Instant {
  let monoMs = 0
  return () => ({ monoMs: (monoMs += 250), bootId: 'boot-1', wallUtc: '2025-05-17T14:00:00.000Z' })
}

function seller(ledger: Pick<SaleLedger, 'record'>, now: () => Instant): (sales: number) => void {
  let seat = 100_000
  return (sales) => {
    for (let sale = 0; sale < sales; sale += 1) {
      sellOut(ledger, now, [chosenSeat(`${(seat += 1)}`), chosenSeat(`${(seat += 1)}`)])
    }
  }
}

/** A minimal store for comparison, without hash chain and signature. */
function plainStore(path: string, journalMode: 'wal' | 'delete'): Pick<SaleLedger, 'record'> {
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

/** Returns a function that overwrites 8 kB of a preallocated file and flushes after each write. */
function rawWriter(path: string): () => void {
  const bytes = Buffer.alloc(8192, 0x5a)
  const blocks = 1_000
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_DSYNC)
  for (let block = 0; block < blocks; block += 1) writeSync(file, bytes, 0, bytes.length, block * bytes.length)
  let next = 0
  return () => void writeSync(file, bytes, 0, bytes.length, (next++ % blocks) * bytes.length)
}

const SALES = 20
const STEPS = SALES * STEPS_A_SALE
const PLAIN = 'plain SQLite, write-ahead log, two rows'

export const suite: Suite = {
  title: 'one durable step of a sale (synchronous = FULL), averaged over whole sales',
  unit: { one: 'step', many: 'steps' },
  clock: 'wall',
  prepare: async () => {
    const folder = await scratchFolder()
    const signer = openFileSigner(folder.path('key.json'))
    const signing = { microseconds: 0, times: 0 }
    const timed: Signer = {
      ...signer,
      sign(bytes) {
        const start = performance.now()
        const signature = signer.sign(bytes)
        signing.microseconds += (performance.now() - start) * 1000
        signing.times += 1
        return signature
      },
    }
    const nothing = Buffer.alloc(64)
    const unsigned: Signer = { ...signer, sign: () => nothing }
    const now = benchClock()
    const open = (name: string, by: Signer) =>
      openLedger({ path: folder.path(name), register: 'kiosk-1', appVersion: '0', signer: by, now })
    const ledger = await open('ledger.db', timed)
    const bare = await open('unsigned.db', unsigned)
    const sellers = {
      ledger: seller(ledger, now),
      bare: seller(bare, now),
      wal: seller(plainStore(folder.path('wal.db'), 'wal'), now),
      rollback: seller(plainStore(folder.path('rollback.db'), 'delete'), now),
    }
    const raw = rawWriter(folder.path('raw'))
    return {
      contenders: [
        { name: 'guichet but for its signature: journal, chain, tables', units: STEPS, run: () => sellers.bare(SALES) },
        { name: 'the same, signed', units: STEPS, run: () => sellers.ledger(SALES) },
        { name: PLAIN, units: STEPS, run: () => sellers.wal(SALES) },
        { name: 'plain SQLite, rollback journal, two rows', units: STEPS / 4, run: () => sellers.rollback(SALES / 4) },
        { name: 'floor: 8 kB written with O_DSYNC', units: STEPS, run: times(STEPS, raw) },
      ],
      goals: [{ against: PLAIN, ratio: 1 / 1.5 }],
      check: async () => {
        sellers.ledger(2)
        const { ok, findings } = await verifyLedger({ path: folder.path('ledger.db') })
        if (!ok) throw new Error(`the ledger does not hold: ${JSON.stringify(findings[0])}`)
      },
      facts: async () => {
        const { rows, sales } = await verifyLedger({ path: folder.path('ledger.db') })
        const each = (signing.microseconds / signing.times).toFixed(0)
        return [`A signature took ${each} µs. ${rows} rows of ${sales} sales were written and verified.`]
      },
      close: async () => {
        ledger.close()
        bare.close()
        await folder.remove()
      },
    }
  },
}

const GROUP = 32
const GROUPED_SALES = 16
const GROUPED_STEPS = GROUPED_SALES * STEPS_A_SALE

type Step = readonly [previous: Sale | null, sale: Sale, event: SaleEvent, now: Instant]

export const group: Suite = {
  title: `${GROUP} steps of sales in one transaction, against a transaction each`,
  unit: { one: 'step', many: 'steps' },
  clock: 'wall',
  prepare: async () => {
    const folder = await scratchFolder()
    const signer = openFileSigner(folder.path('key.json'))
    const now = benchClock()
    const open = async (name: string): Promise<Store> => {
      const options = { path: folder.path(name), register: 'kiosk-1', appVersion: '0', signer, now, reserveBytes: 0 }
      const made = await openLedger(options)
      made.close()
      return openStore(options.path, options)
    }
    const grouped = await open('grouped.db')
    const single = await open('single.db')
    const commit = (store: Store, steps: readonly Step[]): void =>
      store.transaction(() => {
        for (const step of steps) store.step(...step)
      })
    const waiting: Step[] = []
    const sellGrouped = seller(
      {
        record(...step) {
          waiting.push(step)
          if (waiting.length === GROUP) commit(grouped, waiting.splice(0))
        },
      },
      now,
    )
    const sellSingly = seller({ record: (...step) => commit(single, [step]) }, now)
    const raw = rawWriter(folder.path('raw'))
    return {
      contenders: [
        { name: `guichet, ${GROUP} in a transaction`, units: GROUPED_STEPS, run: () => sellGrouped(GROUPED_SALES) },
        { name: 'guichet, one in a transaction', units: GROUPED_STEPS, run: () => sellSingly(GROUPED_SALES) },
        { name: 'floor: 8 kB written with O_DSYNC', units: GROUPED_STEPS, run: times(GROUPED_STEPS, raw) },
      ],
      goals: [{ against: 'guichet, one in a transaction', ratio: 6 }],
      check: () => {
        sellGrouped(GROUP)
        const rows = grouped.journal.head().seq - 1
        if (rows % GROUP !== 0 || rows === 0) throw new Error(`${rows} rows are no whole groups`)
        return Promise.resolve()
      },
      close: async () => {
        grouped.close()
        single.close()
        await folder.remove()
      },
    }
  },
}
