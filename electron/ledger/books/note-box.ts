import type { Database } from 'better-sqlite3'
import { foundNotePostings, type Posting } from './postings.ts'

/** A note that a device told of; where the value is null, nobody knows it. */
interface Note {
  readonly value: number
  readonly currency: string
}

export const STRAY_NOTE = 'NOTE_STRAYED'

/** Of such a row: a note lies in the box that no sale took. */
export interface StrayPayload {
  /** Empty, and null: the device does not know which it is. */
  readonly currency: string
  readonly amount: number | null
  readonly postings: readonly Posting[]
}

export function strayPayload(note: Note | null): StrayPayload {
  return note
    ? { currency: note.currency, amount: note.value, postings: foundNotePostings(note.value) }
    : { currency: '', amount: null, postings: [] }
}

/** The last note that the ledger has the end of, for a sale or none; `note` is null where nobody knows which it was. */
export function lastNote(db: Database): { readonly note: Note | null } | null {
  const row = db
    .prepare(
      `SELECT coalesce(payload ->> '$.event.value', payload ->> '$.amount') AS value,
         coalesce(sale.currency, payload ->> '$.currency') AS currency
       FROM journal LEFT JOIN sale USING (sale_id)
       WHERE code IN ('NOTE_CREDITED', 'NOTE_UNCLEAR', 'NOTE_STRAYED') ORDER BY seq DESC LIMIT 1`,
    )
    .get() as { readonly value: number | null; readonly currency: string } | undefined
  if (!row) return null
  const { value, currency } = row
  return { note: value === null ? null : { value, currency } }
}
