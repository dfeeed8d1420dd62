import type { Database } from 'better-sqlite3'
import { type CountedPiece, countedTotal } from '../../../shared/domain/money/cash.ts'
import type {
  NoteBoxAct,
  NoteBoxEmptying,
  NoteBoxOpening,
  NoteBoxPeople,
  NoteBoxState,
} from '../../../shared/domain/money/notes.ts'
import type { NoteBoxReport } from '../../../shared/domain/money/shift-report.ts'
import type { UnallocatedNote } from '../../core/ports/ports.ts'
import { LedgerConflict } from '../connection.ts'
import type { JournalEntry } from '../journal.ts'
import { boxEmptiedPostings, drawerPostings, foundNotePostings, type Posting } from './entries.ts'

/** A note that a device told of; where the value is null, nobody knows it. */
interface Note {
  readonly value: number
  readonly currency: string
}

export const STRAY_NOTE = 'NOTE_STRAYED'

/** Staff said whose it was. */
export const STRAY_SETTLED = 'STRAY_SETTLED'

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

/** Of the row that says so; `straySeq` is the one that tells of the note. */
export function straySettledPayload({ seq, note }: UnallocatedNote, paidOut: boolean) {
  const postings = paidOut && note ? drawerPostings(-note.value, 'notes-found') : []
  return { straySeq: seq, paidOut, currency: note?.currency ?? '', postings }
}

/** Those that nobody has settled, oldest first. */
export function strayNotes(db: Database): readonly UnallocatedNote[] {
  const rows = db
    .prepare(
      `SELECT seq, wall_utc AS foundUtc, payload ->> '$.amount' AS value, payload ->> '$.currency' AS currency
       FROM journal WHERE code = '${STRAY_NOTE}' AND sale_id IS NULL AND seq NOT IN
         (SELECT payload ->> '$.straySeq' FROM journal WHERE code = '${STRAY_SETTLED}' AND sale_id IS NULL)
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
 * The last note that the ledger has the end of, for a sale or none, unless its device forgot it; `note` is null where nobody knows which
 * it was.
 */
export function lastNote(db: Database): { readonly note: Note | null } | null {
  const row = db
    .prepare(
      `SELECT code, coalesce(payload ->> '$.event.value', payload ->> '$.amount') AS value,
         coalesce(sale.currency, payload ->> '$.currency') AS currency
       FROM journal LEFT JOIN sale USING (sale_id)
       WHERE code IN ('NOTE_CREDITED', 'NOTE_UNCLEAR', 'NOTE_STRAYED', 'NOTE_FORGOTTEN') ORDER BY seq DESC LIMIT 1`,
    )
    .get() as { readonly code: string; readonly value: number | null; readonly currency: string } | undefined
  if (!row || row.code === 'NOTE_FORGOTTEN') return null
  const { value, currency } = row
  return { note: value === null ? null : { value, currency } }
}

export const BOX_EMPTIED = 'NOTE_BOX_EMPTIED'
const BOX_OPENED = 'NOTE_BOX_OPENED'
const BOX_CODES = `('${BOX_OPENED}', '${BOX_EMPTIED}', 'NOTE_BOX_CLOSED')`

/** The payload of a row about the box. */
interface BoxPayload {
  readonly second: string
  /** But of `NOTE_BOX_OPENED`: its row. */
  readonly openedSeq: number
}

/** Of `NOTE_BOX_EMPTIED`: what was found, and what the books had in it when it was opened. */
export interface EmptiedPayload extends BoxPayload {
  readonly currency: string
  readonly pieces: readonly CountedPiece[]
  readonly total: number
  readonly expected: number
  readonly postings: readonly Posting[]
}

/** The row that an act becomes. Throws where the box is not so that it can be done: nothing is booked twice. */
export function noteBoxEntry(db: Database, act: NoteBoxAct, staffId: string): JournalEntry {
  const { open } = noteBoxState(db)
  const named = act.type === 'note-box-opened' ? null : act.openedSeq
  if ((open?.seq ?? null) !== named) throw new LedgerConflict(`${act.type}: the note box is not so`)
  const code = act.type.replaceAll('-', '_').toUpperCase()
  return { code, saleId: null, staffId, payload: boxPayload(db, act) }
}

function boxPayload(db: Database, act: NoteBoxAct): object {
  const { type, ...payload } = act
  if (type !== 'note-box-emptied') return payload
  const pieces = act.pieces.filter(({ count }) => count > 0)
  const [total, expected] = [countedTotal(pieces), boxBalance(db, act.currency, act.openedSeq)]
  return { ...payload, pieces, total, expected, postings: boxEmptiedPostings(total, expected) }
}

/** What the books had in the box when it was opened. What comes after that is the next emptying's. */
function boxBalance(db: Database, currency: string, openedSeq: number): number {
  return db
    .prepare(
      `SELECT coalesce(sum(debit) - sum(credit), 0) FROM posting
       WHERE account = 'note-box' AND currency = ? AND seq < ?`,
    )
    .pluck()
    .get(currency, openedSeq) as number
}

const BOX_ROWS = 'SELECT seq, code, staff_id AS staffId, wall_utc AS atUtc, payload FROM journal WHERE sale_id IS NULL'

interface BoxRow {
  readonly seq: number
  readonly code: string
  readonly staffId: string | null
  readonly atUtc: string
  readonly payload: string
}

const peopleOf = ({ staffId, atUtc }: BoxRow, { second }: BoxPayload): NoteBoxPeople => ({ staffId, atUtc, second })

/** So many emptyings are told of. */
const EMPTYINGS_TOLD = 20

export function noteBoxState(db: Database): NoteBoxState {
  return {
    open: openingAt(db, Number.MAX_SAFE_INTEGER),
    emptied: emptyings(db, { firstSeq: 0, lastSeq: Number.MAX_SAFE_INTEGER }, EMPTYINGS_TOLD),
  }
}

/** Null: it was closed after that row. */
function openingAt(db: Database, lastSeq: number): NoteBoxOpening | null {
  const row = db.prepare(`${BOX_ROWS} AND code IN ${BOX_CODES} AND seq <= ? ORDER BY seq DESC LIMIT 1`).get(lastSeq) as
    BoxRow | undefined
  if (row?.code !== BOX_OPENED) return null
  return { ...peopleOf(row, JSON.parse(row.payload) as BoxPayload), seq: row.seq }
}

/** Newest first. */
function emptyings(
  db: Database,
  { firstSeq, lastSeq }: { readonly firstSeq: number; readonly lastSeq: number },
  limit: number,
): readonly NoteBoxEmptying[] {
  const rows = db
    .prepare(`${BOX_ROWS} AND code = '${BOX_EMPTIED}' AND seq BETWEEN ? AND ? ORDER BY seq DESC LIMIT ?`)
    .all(firstSeq, lastSeq, limit) as BoxRow[]
  return rows.map((row) => {
    const payload = JSON.parse(row.payload) as EmptiedPayload
    const { openedSeq, currency, pieces, total, expected } = payload
    return { ...peopleOf(row, payload), openedSeq, currency, pieces, total, difference: total - expected }
  })
}

interface NoteRow {
  readonly code: string
  readonly saleId: string | null
  readonly value: number | null
  readonly currency: string
  /** Of `STAFF_ANSWERED`. */
  readonly moved: 0 | 1 | null
}

/** A note that lies in the box; `value` is null where nobody knows it. */
interface NoteIn {
  readonly value: number | null
  readonly currency: string
}

/** What the rows from one to another say that a device swallowed, note by note. */
function notesBetween(db: Database, afterSeq: number, lastSeq: number): readonly NoteIn[] {
  const rows = db
    .prepare(
      `SELECT code, sale_id AS saleId, coalesce(payload ->> '$.event.value', payload ->> '$.amount') AS value,
         coalesce(sale.currency, payload ->> '$.currency') AS currency, payload ->> '$.event.moneyMoved' AS moved
       FROM journal LEFT JOIN sale USING (sale_id)
       WHERE code IN ('NOTE_HELD', 'NOTE_CREDITED', 'NOTE_RETURNED', 'NOTE_STRAYED', 'STAFF_ANSWERED')
         AND seq > ? AND seq <= ? ORDER BY seq`,
    )
    .all(afterSeq, lastSeq) as NoteRow[]
  const held = new Map<string | null, number | null>()
  return rows.flatMap(({ code, saleId, value, currency, moved }): readonly NoteIn[] => {
    if (code === 'NOTE_HELD') {
      held.set(saleId, value)
      return []
    }
    // Staff looked for the note that was held last.
    const found = code === 'STAFF_ANSWERED' && moved === 1 ? held.get(saleId) : undefined
    if (code !== 'NOTE_STRAYED') held.delete(saleId)
    if (code === 'NOTE_CREDITED' || code === 'NOTE_STRAYED') return [{ value, currency }]
    return found === undefined ? [] : [{ value: found, currency }]
  })
}

/** By currency, the note box as it stood after the last of those rows, and what was done with it in them. */
export function noteBoxReports(
  db: Database,
  range: { readonly firstSeq: number; readonly lastSeq: number },
): ReadonlyMap<string, NoteBoxReport> {
  const { lastSeq } = range
  const [last] = emptyings(db, { firstSeq: 0, lastSeq }, 1)
  const notes = notesBetween(db, last?.openedSeq ?? 0, lastSeq)
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

/** How many notes the device put into the box since it was emptied last. */
export function notesInBox(db: Database): number {
  const everything = { firstSeq: 0, lastSeq: Number.MAX_SAFE_INTEGER }
  const [last] = emptyings(db, everything, 1)
  return notesBetween(db, last?.openedSeq ?? 0, everything.lastSeq).length
}
