import type { Database } from 'better-sqlite3'
import { venueTimeZone } from '../../shared/domain/documents/local-date.ts'
import type { Instant, Sale, SaleEvent } from '../../shared/domain/sale/sale.ts'
import type { SaleFiles } from '../core/ports/ports.ts'
import {
  bodyOf,
  maySend,
  rememberParts,
  rowsNamed,
  saleOf,
  type SaleText,
  type Sealed,
  stepOf,
  type StepPayload,
  textHash,
} from './books/entries.ts'
import { type ChainBreak, checkSinceClosure } from './chain-check.ts'
import { assertDurable, type ConnectionOptions, openConnection } from './connection.ts'
import { introduce, type Journal, type JournalEntry, type JournalRow, openJournal, type Writer } from './journal.ts'
import { type Gaps, openGaps } from './missing-rows.ts'
import { cameToNothing, openPersonalData, type PersonalData, type PersonalDataOptions } from './personal-data.ts'
import { openProjection } from './projection.ts'
import { type Conflicts, openConflicts } from './queries.ts'
import { mendSales } from './rebuild.ts'
import { openSaleFiles } from './sales/sale-files.ts'

export interface StoreOptions extends ConnectionOptions, Writer {
  readonly now: () => Instant
  /** IANA time zone of the venues; default: that of this machine. */
  readonly timeZone?: string | undefined
  /** Days after the event for which customer data is retained; default: `RETENTION_DAYS`. */
  readonly retentionDays?: number | undefined
}

export const personalDataOptions = (options: StoreOptions): PersonalDataOptions => ({
  key: options.signer.sealingKey,
  timeZone: venueTimeZone(options),
  retentionDays: options.retentionDays,
})

/** A ledger file of the newest schema, with all statements prepared on one connection. */
export interface Store {
  readonly db: Database
  /** Id from the ledger's first row. */
  readonly ledgerId: string
  /** Register name in every row. */
  readonly register: string
  readonly journal: Journal
  readonly personalData: PersonalData
  /** Runs one durable transaction. If it throws, nothing of it remains in the file. */
  transaction<T>(work: () => T): T
  /** Appends one journal row and updates the tables from it. Call it inside `transaction`. */
  append(entry: JournalEntry, now: Instant, state?: SaleText): JournalRow
  /** Appends the row of one step of a sale. Call it inside `transaction`. */
  step(previous: Sale | null, sale: Sale, event: SaleEvent, now: Instant): JournalRow
  /** Releases the cached data of a finished sale. */
  forget(saleId: string): void
  /** Runs the start-up check of the chain since the last Z closure. Returns null if the chain is intact. */
  check(): ChainBreak | null
  /** Rebuilds sales that do not match the chain and returns their ids. Call it inside `transaction`. */
  mend(now: Instant): readonly string[]
  /** Writes all data out to the database file, flushes it and checks the result. Throws if that fails. */
  settle(): void
  readonly gaps: Gaps
  readonly files: SaleFiles
  readonly conflicts: Conflicts
  find(saleId: string): Sale | null
  unfinished(): readonly Sale[]
  finishedSales(orderIds: readonly string[]): readonly Sale[]
  close(): void
}

/**
 * Opens the store. Names the ledger and its key if they are new, and asserts after this first write that the connection
 * is durable.
 */
export function openStore(path: string, options: StoreOptions): Store {
  const db = openConnection(path, options)
  try {
    const store = prepareStore(db, options)
    store.transaction(() => {
      introduce(db, store.journal, options.signer, options.now(), (entry, now) => store.append(entry, now))
      db.exec('UPDATE ledger SET opens = opens')
    })
    assertDurable(db)
    return store
  } catch (error) {
    db.close()
    throw error
  }
}

function prepareStore(db: Database, options: StoreOptions): Store {
  // A ledger keeps the name with which it was created, even if its machine now has another name.
  const made = db.prepare('SELECT register FROM ledger').pluck().get() as string | undefined
  const register = made ?? options.register
  const journal = openJournal(db, { ...options, register })
  const personalData = openPersonalData(db, personalDataOptions(options))
  const projection = openProjection(db)
  const one = db.prepare('SELECT sale_id, state, body FROM sale WHERE sale_id = ?')
  const open = db.prepare('SELECT sale_id, state, body FROM sale WHERE finished = 0 ORDER BY first_seq')
  const over = db.prepare(
    'SELECT sale_id, state, body FROM sale WHERE finished = 1 AND order_id IN (SELECT value FROM json_each(?))',
  )
  const payload = db.prepare('SELECT payload FROM journal WHERE seq = ?').pluck()
  const inTransaction = db.transaction((work: () => unknown) => work())

  function append(entry: JournalEntry, now: Instant, state: SaleText | null = null): JournalRow {
    const row = journal.append(entry, now)
    projection.apply(row, entry.payload, state)
    return row
  }

  const payloadOf = (seq: number): Partial<StepPayload> | null => {
    const text = payload.get(seq) as string | undefined
    return text === undefined ? null : (JSON.parse(text) as Partial<StepPayload>)
  }

  const read = ({ sale_id, state, body }: SaleRow): Sale =>
    saleOf({ body, request: maySend(state) ? personalData.read(sale_id) : null }, payloadOf)

  function find(saleId: string): Sale | null {
    const row = one.get(saleId) as SaleRow | undefined
    return row ? read(row) : null
  }

  const parts = rememberParts((saleId) => {
    const row = one.get(saleId) as SaleRow | undefined
    if (!row) return new Map()
    const rows = rowsNamed(JSON.parse(row.body) as Record<string, unknown>)
    const sale = read(row) as unknown as Readonly<Record<string, object>>
    return new Map([...rows].map(([name, seq]) => [name, { seq, part: sale[name] ?? {} }]))
  })

  function sealedBeside(sale: Sale, event: SaleEvent, now: Instant): Sealed {
    if (event.type === 'purchase-composed') return personalData.keep(sale, event.request, now)
    if (event.type !== 'customer-noted') return {}
    if (event.customer) return personalData.note(sale, event.customer, now)
    personalData.drop(sale.saleId)
    return {}
  }

  return {
    db,
    get ledgerId() {
      return db.prepare('SELECT ledger_id FROM ledger').pluck().get() as string
    },
    register,
    journal,
    personalData,
    transaction: <T>(work: () => T) => inTransaction.immediate(work) as T,
    append,
    step(previous, sale, event, now) {
      const { saleId } = sale
      const request = 'request' in sale ? sale.request : null
      const content = stepOf(previous, sale, event, sealedBeside(sale, event, now))
      const body = bodyOf(sale, parts.rowsFor(saleId, journal.head().seq + 1, content))
      const entry = {
        code: event.type.replaceAll('-', '_').toUpperCase(),
        saleId,
        staffId: 'staffId' in event ? event.staffId : null,
        payload: { ...content, stateSha256: textHash(body) },
      }
      const row = append(entry, now, { body, request })
      if (cameToNothing(sale.state)) personalData.drop(saleId)
      return row
    },
    forget: (saleId) => parts.drop(saleId),
    check: () => checkSinceClosure(db),
    mend: (now) => mendSales({ target: db, damaged: null, journal, projection, personalData }, now),
    settle: () => settle(db),
    gaps: openGaps(db),
    files: openSaleFiles(db, find, personalData),
    conflicts: openConflicts(db),
    find,
    unfinished: () => (open.all() as SaleRow[]).map(read),
    finishedSales: (orderIds) => (over.all(JSON.stringify(orderIds)) as SaleRow[]).map(read),
    close: () => db.close(),
  }
}

function settle(db: Database): void {
  const [checkpoint] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
  if (checkpoint?.busy !== 0) throw new Error(`${db.name}: another connection keeps it from being written out`)
  const pages = db.pragma('quick_check(1)', { simple: true })
  if (pages !== 'ok') throw new Error(`${db.name}: ${String(pages)}`)
  const broken = checkSinceClosure(db)
  if (broken) throw new Error(`${db.name}: the chain breaks at row ${broken.seq} (${broken.reason})`)
}

interface SaleRow {
  readonly sale_id: string
  readonly state: Sale['state']
  readonly body: string
}
