import type { Database } from 'better-sqlite3'
import type { Instant, Sale, SaleEvent } from '../../shared/domain/sale/sale.ts'
import type { SaleFiles } from '../kiosk/ports/ports.ts'
import {
  bodyOf,
  rowsNamed,
  saleOf,
  SaleParts,
  type SaleText,
  type Sealed,
  stepOf,
  type StepPayload,
  textHash,
} from './accounts/entries.ts'
import { checkSinceClosure } from './chain-check.ts'
import { assertDurable, type ConnectionOptions, openConnection } from './connection.ts'
import { introduce, Journal, type JournalEntry, type JournalRow, rowCode, type Writer } from './journal.ts'
import { endedWithoutTickets, PersonalData } from './personal-data.ts'
import { Projection } from './projection.ts'
import { repairSales } from './rebuild.ts'
import { openSaleFiles } from './sales/sale-files.ts'

export interface StoreOptions extends ConnectionOptions, Writer {
  readonly now: () => Instant
  /** IANA time zone of the venues; default: the time zone of the computer. */
  readonly timeZone?: string | undefined
  /** Days after the event for which customer data is retained; default: `RETENTION_DAYS`. */
  readonly retentionDays?: number | undefined
  /** Years after the year of an invoice for which its buyer is retained; default: `INVOICE_YEARS`. */
  readonly invoiceYears?: number | undefined
}

/** Opens the store, records a new ledger or key in the journal, and then checks that the connection is durable. */
export function openStore(path: string, options: StoreOptions): Store {
  const db = openConnection(path, options)
  try {
    const store = new Store(db, options)
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

export class Store {
  readonly db: Database
  /** Register name in every row, which never changes after the ledger's creation. */
  readonly register: string
  readonly journal: Journal
  readonly personalData: PersonalData
  readonly files: SaleFiles
  readonly #projection: Projection
  readonly #sql: ReturnType<typeof prepareStore>
  readonly #parts: SaleParts

  constructor(db: Database, options: StoreOptions) {
    const made = db.prepare('SELECT register FROM ledger').pluck().get() as string | undefined
    this.db = db
    this.register = made ?? options.register
    this.journal = new Journal(db, { ...options, register: this.register })
    this.personalData = new PersonalData(db, options)
    this.files = openSaleFiles(db, this.find, this.personalData)
    this.#projection = new Projection(db)
    this.#sql = prepareStore(db)
    this.#parts = new SaleParts((saleId) => {
      const row = this.#sql.one.get(saleId) as SaleRow | undefined
      if (!row) return new Map()
      const rows = rowsNamed(JSON.parse(row.body) as Record<string, unknown>)
      const sale = this.#read(row) as unknown as Readonly<Record<string, object>>
      return new Map([...rows].map(([name, seq]) => [name, { seq, part: sale[name] ?? {} }]))
    })
  }

  get ledgerId(): string {
    return this.db.prepare('SELECT ledger_id FROM ledger').pluck().get() as string
  }

  /** Runs one durable transaction, which is rolled back if `work` throws. */
  transaction<T>(work: () => T): T {
    return this.#sql.transaction.immediate(work) as T
  }

  /** Appends one journal row and updates the tables. Must be called inside `transaction`. */
  append(entry: JournalEntry, now: Instant, state: SaleText | null = null): JournalRow {
    const row = this.journal.append(entry, now)
    this.#projection.apply(row, entry.payload, state)
    return row
  }

  /** Appends the journal row of one step of a sale. Must be called inside `transaction`. */
  step(previous: Sale | null, sale: Sale, event: SaleEvent, now: Instant): JournalRow {
    const { saleId } = sale
    const request = ('request' in sale && sale.request) || null
    const content = stepOf(previous, sale, event, this.#sealedBeside(sale, event, now))
    const body = bodyOf(sale, this.#parts.rowsFor(saleId, this.journal.head().seq + 1, content))
    const entry = {
      code: rowCode(event.type),
      saleId,
      staffId: 'staffId' in event ? event.staffId : null,
      payload: { ...content, stateSha256: textHash(body) },
    }
    const row = this.append(entry, now, { body, request })
    if (endedWithoutTickets(sale.state)) this.personalData.drop(saleId)
    return row
  }

  forget(saleId: string): void {
    this.#parts.drop(saleId)
  }

  /** Rebuilds sales that do not match the hash chain and returns their ids. Must be called inside `transaction`. */
  mend(now: Instant): readonly string[] {
    const { db, journal, personalData } = this
    return repairSales({ target: db, damaged: null, journal, projection: this.#projection, personalData }, now)
  }

  /** Writes all data to the database file, flushes the file and checks it. Throws on failure. */
  settle(): void {
    const { db } = this
    const [checkpoint] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
    if (checkpoint?.busy !== 0) throw new Error(`${db.name}: another connection prevents the checkpoint`)
    const pages = db.pragma('quick_check(1)', { simple: true })
    if (pages !== 'ok') throw new Error(`${db.name}: ${String(pages)}`)
    const broken = checkSinceClosure(db)
    if (broken) throw new Error(`${db.name}: the chain breaks at row ${broken.seq} (${broken.reason})`)
  }

  readonly find = (saleId: string): Sale | null => {
    const row = this.#sql.one.get(saleId) as SaleRow | undefined
    return row ? this.#read(row) : null
  }

  unfinished(): readonly Sale[] {
    return (this.#sql.open.all() as SaleRow[]).map(this.#read)
  }

  finishedSales(orderIds: readonly string[]): readonly Sale[] {
    return (this.#sql.over.all(JSON.stringify(orderIds)) as SaleRow[]).map(this.#read)
  }

  close(): void {
    this.db.close()
  }

  readonly #read = ({ sale_id, body }: SaleRow): Sale => {
    const payloadOf = (seq: number): Partial<StepPayload> | null => {
      const text = this.#sql.payload.get(seq) as string | undefined
      return text === undefined ? null : (JSON.parse(text) as Partial<StepPayload>)
    }
    return saleOf({ body, request: () => this.personalData.read(sale_id) }, payloadOf)
  }

  #sealedBeside(sale: Sale, event: SaleEvent, now: Instant): Sealed {
    if (event.type === 'purchase-composed') return this.personalData.keep(sale, event.request, now)
    if (event.type !== 'customer-recorded') return {}
    if (event.customer) return this.personalData.note(sale, event.customer, now)
    this.personalData.drop(sale.saleId)
    return {}
  }
}

function prepareStore(db: Database) {
  return {
    one: db.prepare('SELECT sale_id, state, body FROM sale WHERE sale_id = ?'),
    open: db.prepare('SELECT sale_id, state, body FROM sale WHERE finished = 0 ORDER BY first_seq'),
    over: db.prepare(
      'SELECT sale_id, state, body FROM sale WHERE finished = 1 AND order_id IN (SELECT value FROM json_each(?))',
    ),
    payload: db.prepare('SELECT payload FROM journal WHERE seq = ?').pluck(),
    transaction: db.transaction((work: () => unknown) => work()),
  }
}

interface SaleRow {
  readonly sale_id: string
  readonly state: Sale['state']
  readonly body: string
}
