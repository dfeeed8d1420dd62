import type { Database } from 'better-sqlite3'
import { type CountedPiece, countedTotal } from '../../../shared/domain/money/cash.ts'
import type {
  CashboxAct,
  CashboxEmptying,
  CashboxOpening,
  CashboxPeople,
  CashboxState,
} from '../../../shared/domain/money/notes.ts'
import type { CashboxReport } from '../../../shared/domain/money/shift-report.ts'
import type { UnallocatedNote } from '../../kiosk/ports/ports.ts'
import { LedgerConflict } from '../connection.ts'
import { rowCodes } from '../../../shared/ledger-format/rows.ts'
import { type JournalEntry, rowCode } from '../journal.ts'
import { boxEmptiedPostings, drawerPostings, foundNotePostings, type Posting } from './entries.ts'

interface Note {
  readonly value: number
  readonly currency: string
}

/** Returns the payload of a `NOTE_UNALLOCATED` row. `note`: null if the value of the note is unknown. */
export function strayPayload(note: Note | null) {
  return note
    ? { currency: note.currency, amount: note.value, postings: foundNotePostings(note.value) }
    : { currency: '', amount: null, postings: [] }
}

/** Returns the payload of an `UNALLOCATED_NOTE_SETTLED` row; `noteSeq` is the row that reported the note. */
export function straySettledPayload({ seq, note }: UnallocatedNote, paidOut: boolean) {
  const postings = paidOut && note ? drawerPostings(-note.value, 'notes-found') : []
  return { noteSeq: seq, paidOut, currency: note?.currency ?? '', postings }
}

export function strayNotes(db: Database): readonly UnallocatedNote[] {
  const rows = db
    .prepare(
      `SELECT seq, wall_utc AS foundUtc, payload ->> '$.amount' AS value, payload ->> '$.currency' AS currency
       FROM journal WHERE code = 'NOTE_UNALLOCATED' AND sale_id IS NULL AND seq NOT IN
         (SELECT payload ->> '$.noteSeq' FROM journal WHERE code = 'UNALLOCATED_NOTE_SETTLED' AND sale_id IS NULL)
       ORDER BY seq`,
    )
    .all() as (Pick<UnallocatedNote, 'seq' | 'foundUtc'> & {
    readonly value: number | null
    readonly currency: string
  })[]
  return rows.map(({ seq, foundUtc, value, currency }) => ({
    seq,
    foundUtc,
    note: value === null ? null : { value, currency },
  }))
}

/**
 * Returns the last note with a recorded outcome. Returns null if no outcome is recorded, or if the device will not
 * report the note again. `note`: null if the value of the note is unknown.
 */
export function lastNote(db: Database): { readonly note: Note | null } | null {
  const row = db
    .prepare(
      `SELECT code, coalesce(payload ->> '$.event.value', payload ->> '$.amount') AS value,
         coalesce(sale.currency, payload ->> '$.currency') AS currency
       FROM journal LEFT JOIN sale USING (sale_id)
       WHERE code IN ('NOTE_CREDITED', 'NOTE_OUTCOME_UNKNOWN', 'NOTE_UNALLOCATED', 'NOTE_EVENT_CLEARED') ORDER BY seq DESC LIMIT 1`,
    )
    .get() as { readonly code: string; readonly value: number | null; readonly currency: string } | undefined
  if (!row || row.code === 'NOTE_EVENT_CLEARED') return null
  const { value, currency } = row
  return { note: value === null ? null : { value, currency } }
}

interface BoxPayload {
  readonly second: string
  /** Number of the matching `CASHBOX_OPENED` row, which itself does not contain this field. */
  readonly openingSeq: number
}

/** Payload of `CASHBOX_EMPTIED`: the counted amount, and the expected amount in the books at the opening. */
interface EmptiedPayload extends BoxPayload {
  readonly currency: string
  readonly pieces: readonly CountedPiece[]
  readonly total: number
  readonly expected: number
  readonly postings: readonly Posting[]
}

/** Throws `LedgerConflict` if the cashbox is not in the required state, so that no action is booked twice. */
export function cashboxEntry(db: Database, act: CashboxAct, staffId: string): JournalEntry {
  const { open } = cashboxState(db)
  const named = act.type === 'cashbox-opened' ? null : act.openingSeq
  if ((open?.seq ?? null) !== named) throw new LedgerConflict(`${act.type}: does not match the state of the cashbox`)
  return { code: rowCode(act.type), saleId: null, staffId, payload: boxPayload(db, act) }
}

function boxPayload(db: Database, act: CashboxAct): object {
  const { type, ...payload } = act
  if (type !== 'cashbox-emptied') return payload
  const pieces = act.pieces.filter(({ count }) => count > 0)
  const [total, expected] = [countedTotal(pieces), boxBalance(db, act.currency, act.openingSeq)]
  return { ...payload, pieces, total, expected, postings: boxEmptiedPostings(total, expected) }
}

/** Returns the book amount of the cashbox at its opening. Notes accepted later belong to the next emptying. */
function boxBalance(db: Database, currency: string, openingSeq: number): number {
  return db
    .prepare(
      `SELECT coalesce(sum(debit) - sum(credit), 0) FROM posting
       WHERE account = 'cashbox' AND currency = ? AND seq < ?`,
    )
    .pluck()
    .get(currency, openingSeq) as number
}

const BOX_ROWS = 'SELECT seq, code, staff_id AS staffId, wall_utc AS atUtc, payload FROM journal WHERE sale_id IS NULL'

interface BoxRow {
  readonly seq: number
  readonly code: string
  readonly staffId: string | null
  readonly atUtc: string
  readonly payload: string
}

const peopleOf = ({ staffId, atUtc }: BoxRow, { second }: BoxPayload): CashboxPeople => ({ staffId, atUtc, second })

const EMPTYINGS_TOLD = 20

export function cashboxState(db: Database): CashboxState {
  return {
    open: openingAt(db, Number.MAX_SAFE_INTEGER),
    emptied: emptyings(db, { firstSeq: 0, lastSeq: Number.MAX_SAFE_INTEGER }, EMPTYINGS_TOLD),
  }
}

/** Returns the last cashbox opening up to row `lastSeq`; null if the cashbox was closed afterwards or never opened. */
function openingAt(db: Database, lastSeq: number): CashboxOpening | null {
  const row = db
    .prepare(`${BOX_ROWS} AND code IN ('${rowCodes.cashbox.join("', '")}') AND seq <= ? ORDER BY seq DESC LIMIT 1`)
    .get(lastSeq) as BoxRow | undefined
  if (row?.code !== 'CASHBOX_OPENED') return null
  return { ...peopleOf(row, JSON.parse(row.payload) as BoxPayload), seq: row.seq }
}

function emptyings(
  db: Database,
  { firstSeq, lastSeq }: { readonly firstSeq: number; readonly lastSeq: number },
  limit: number,
): readonly CashboxEmptying[] {
  const rows = db
    .prepare(`${BOX_ROWS} AND code = 'CASHBOX_EMPTIED' AND seq BETWEEN ? AND ? ORDER BY seq DESC LIMIT ?`)
    .all(firstSeq, lastSeq, limit) as BoxRow[]
  return rows.map((row) => {
    const payload = JSON.parse(row.payload) as EmptiedPayload
    const { openingSeq, currency, pieces, total, expected } = payload
    return { ...peopleOf(row, payload), openingSeq, currency, pieces, total, difference: total - expected }
  })
}

interface NoteIn {
  readonly value: number | null
  readonly currency: string
}

interface NoteRow extends NoteIn {
  readonly code: string
  readonly saleId: string | null
  /** Whether staff answered that the money moved; set only for rows with the code `STAFF_ANSWERED`. */
  readonly moved: 0 | 1 | null
}

/** Returns each note put into the cashbox according to the rows after `afterSeq` up to `lastSeq`. */
function notesBetween(db: Database, afterSeq: number, lastSeq: number): readonly NoteIn[] {
  const rows = db
    .prepare(
      `SELECT code, sale_id AS saleId, coalesce(payload ->> '$.event.value', payload ->> '$.amount') AS value,
         coalesce(sale.currency, payload ->> '$.currency') AS currency, payload ->> '$.event.moneyMoved' AS moved
       FROM journal LEFT JOIN sale USING (sale_id)
       WHERE code IN ('NOTE_HELD', 'NOTE_CREDITED', 'NOTE_RETURNED', 'NOTE_UNALLOCATED', 'STAFF_ANSWERED')
         AND seq > ? AND seq <= ? ORDER BY seq`,
    )
    .all(afterSeq, lastSeq) as NoteRow[]
  const held = new Map<string | null, number | null>()
  return rows.flatMap(({ code, saleId, value, currency, moved }): readonly NoteIn[] => {
    if (code === 'NOTE_HELD') {
      held.set(saleId, value)
      return []
    }
    // The staff's answer refers to the last note of the sale that the device had not yet accepted or returned.
    const found = code === 'STAFF_ANSWERED' && moved === 1 ? held.get(saleId) : undefined
    if (code !== 'NOTE_UNALLOCATED') held.delete(saleId)
    if (code === 'NOTE_CREDITED' || code === 'NOTE_UNALLOCATED') return [{ value, currency }]
    return found === undefined ? [] : [{ value: found, currency }]
  })
}

/** Returns, by currency, the state of the cashbox after the last row of a range, and its emptyings in the range. */
export function cashboxReports(
  db: Database,
  range: { readonly firstSeq: number; readonly lastSeq: number },
): ReadonlyMap<string, CashboxReport> {
  const { lastSeq } = range
  const [last] = emptyings(db, { firstSeq: 0, lastSeq }, 1)
  const notes = notesBetween(db, last?.openingSeq ?? 0, lastSeq)
  const emptied = emptyings(db, range, -1).toReversed()
  const known = Map.groupBy(
    notes.filter(({ value }) => value !== null),
    ({ currency }) => currency,
  )
  const unknown = notes.length - [...known.values()].flat().length
  const open = openingAt(db, lastSeq)
  const currencies = new Set([...known.keys(), ...emptied.map(({ currency }) => currency)])
  return new Map(
    [...currencies].map((currency) => {
      const counts = Map.groupBy(known.get(currency) ?? [], ({ value }) => value ?? 0)
      const piles = [...counts].map(([value, same]) => ({ value, count: same.length }))
      const report = {
        sinceUtc: last?.atUtc ?? null,
        notes: piles.sort((one, other) => other.value - one.value),
        unknown,
        open,
        emptied: emptied.filter((each) => each.currency === currency),
      }
      return [currency, report] as const
    }),
  )
}

export function notesInBox(db: Database): number {
  const everything = { firstSeq: 0, lastSeq: Number.MAX_SAFE_INTEGER }
  const [last] = emptyings(db, everything, 1)
  return notesBetween(db, last?.openingSeq ?? 0, everything.lastSeq).length
}
