import type { Database } from 'better-sqlite3'
import type { NoteBoxReport } from '../../../shared/domain/money/shift-report.ts'
import { emptyings, openingAt } from './note-box.ts'

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
