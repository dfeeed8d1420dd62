import { createHash, randomUUID } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import type { Instant, Sale, SaleEvent } from '../../shared/domain/sale.ts'
import { assertDurable, type ConnectionOptions, openConnection } from './connection.ts'
import type { Json } from './canonical-json.ts'
import { entriesOf } from './entries.ts'
import { type Journal, openJournal, type Writer } from './journal.ts'
import { migrate } from './migrate.ts'
import { openPersonalData, type PersonalData } from './personal-data.ts'
import { openProjection, type Projection } from './projection.ts'

export interface StoreOptions extends ConnectionOptions, Writer {
  readonly now: () => Instant
}

/** An open ledger file with everything prepared on one connection. A new one is made after the disk failed. */
export interface Store {
  readonly db: Database
  readonly journal: Journal
  readonly personalData: PersonalData
  /** One durable transaction; when it throws, nothing of it stays. */
  write<T>(work: () => T): T
  /** The rows of one step; call inside `write`. */
  step(previous: Sale | null, sale: Sale, event: SaleEvent, now: Instant): void
  find(saleId: string): Sale | null
  unfinished(): readonly Sale[]
  close(): void
}

/** Migrates, counts the opening as a first write, and asserts after it that the connection is durable. */
export function openStore(path: string, options: StoreOptions): Store {
  const db = openConnection(path, options)
  try {
    const { wallUtc } = options.now()
    migrate(db, wallUtc)
    countOpening(db, options, wallUtc)
    assertDurable(db)
    return prepareStore(db, options)
  } catch (error) {
    db.close()
    throw error
  }
}

function countOpening(db: Database, { register, signer }: StoreOptions, wallUtc: string): void {
  db.transaction(() => {
    db.prepare(
      `INSERT INTO ledger (id, ledger_id, register, created_utc, opens) VALUES (1, ?, ?, ?, 1)
       ON CONFLICT (id) DO UPDATE SET opens = opens + 1`,
    ).run(randomUUID(), register, wallUtc)
    db.prepare('INSERT INTO signing_key (key_id, public_key) VALUES (?, ?) ON CONFLICT DO NOTHING').run(
      signer.keyId,
      signer.publicKey,
    )
  }).immediate()
}

function prepareStore(db: Database, options: StoreOptions): Store {
  const journal = openJournal(db, options)
  const personalData = openPersonalData(db, options.signer.sealingKey)
  const projection = openProjection(db)
  const step = stepWriter(journal, projection, personalData)
  const one = db.prepare('SELECT body, request_body FROM sale WHERE sale_id = ?')
  const open = db.prepare('SELECT body, request_body FROM sale WHERE finished = 0 ORDER BY first_seq')
  const transaction = db.transaction((work: () => unknown) => work()).immediate
  return {
    db,
    journal,
    personalData,
    write<T>(work: () => T): T {
      try {
        return transaction(work) as T
      } catch (error) {
        if (db.open) journal.reread()
        throw error
      }
    },
    step,
    find(saleId) {
      const row = one.get(saleId) as SaleRow | undefined
      return row ? saleOf(row) : null
    },
    unfinished: () => (open.all() as SaleRow[]).map(saleOf),
    close: () => db.close(),
  }
}

interface SaleRow {
  readonly body: string
  readonly request_body: string | null
}

function stepWriter(journal: Journal, projection: Projection, personalData: PersonalData): Store['step'] {
  return (previous, sale, event, now) => {
    const entries = entriesOf(previous, sale, event)
    const body = bodyOf(sale)
    const payload = {
      event: journalled(event),
      from: previous?.state ?? null,
      to: sale.state,
      stateSha256: createHash('sha256').update(body).digest('hex'),
      ...(event.type === 'purchase-composed' && { requestMac: personalData.keep(sale.saleId, event.request, now) }),
      ...entries,
    }
    const { seq } = journal.append(
      {
        code: event.type.replaceAll('-', '_').toUpperCase(),
        saleId: sale.saleId,
        staffId: 'staffId' in event ? event.staffId : null,
        payload: payload as unknown as Json,
      },
      now,
    )
    projection.apply({ seq, previous, sale, entries, body })
  }
}

/** What the entries already say, and what must not be in the chain, is left out of the event. */
function journalled(event: SaleEvent): Partial<SaleEvent> {
  switch (event.type) {
    case 'checkout-ready':
      return { type: event.type }
    case 'purchase-composed':
      return { type: event.type }
    case 'purchase-confirmed':
    case 'tickets-found':
      return { type: event.type }
    default:
      return event
  }
}

/** The request's bytes stand in a column of their own, only as long as they may be sent again. */
function bodyOf(sale: Sale): string {
  return JSON.stringify('request' in sale ? { ...sale, request: { sha256: sale.request.sha256 } } : sale)
}

function saleOf({ body, request_body }: SaleRow): Sale {
  const sale = JSON.parse(body) as Sale
  return 'request' in sale && request_body !== null
    ? { ...sale, request: { ...sale.request, body: request_body } }
    : sale
}
