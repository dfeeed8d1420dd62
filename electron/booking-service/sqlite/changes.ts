import type { Database } from 'better-sqlite3'
import type { StoreChanges } from '../store/changes.ts'
import type { BookingStore } from '../store/store.ts'
import { createAudit } from './audit.ts'
import { createCancellations } from './cancellations.ts'
import type { Catalog } from './catalog.ts'
import type { Claims } from './claims.ts'
import { createEventEdits } from './event-edits.ts'
import type { SeatBook } from './seat-book.ts'
import type { Transactions } from './transactions.ts'
import { createWithheldSeats } from './withheld-seats.ts'

interface Parts {
  readonly catalog: Catalog
  readonly claims: Claims
  readonly seats: SeatBook
  readonly transactions: Transactions
}

/** What is changed of an event on sale, and of what was sold of it. */
export function createChanges(
  db: Database,
  { transactions: { read, write }, ...parts }: Parts,
): StoreChanges & Pick<BookingStore, 'cancelTickets'> {
  const audit = createAudit(db)
  const edits = createEventEdits(db, { ...parts, audit })
  const withheld = createWithheldSeats(db, { ...parts, audit })
  const cancellations = createCancellations(db, { ...parts, audit })
  return {
    editEvent: (input) => write((now) => edits.edit(input, now)),
    withholdSeats: (input) => write((now, transaction) => withheld.withhold(input, now, transaction)),
    giveBackSeats: (input) => write((now, transaction) => withheld.giveBack(input, now, transaction)),
    listWithheld: ({ eventId }) => read(() => withheld.list(eventId)),
    listAudit: (input) => read(() => audit.list(input)),
    cancelTickets: (input) => write((now, transaction) => cancellations.cancel(input, now, transaction)),
  }
}
