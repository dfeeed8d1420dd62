import Sqlite from 'better-sqlite3'
import type { Kiosk } from '../../electron/core/kiosk.ts'
import type { Random } from '../simulation/random.ts'
import { paths, readLines, writeLine } from './devices.ts'
import { CHIEF_PIN } from './note-people.ts'
import { touch } from './people.ts'

/** The note box wants somebody by their own number. */
export const CASHIER = { staff: '7', pin: '9751' }

/** What two people found in the box that they opened under that row. */
export interface Counted {
  readonly openedSeq: number
  readonly total: number
}

/** Two people open the note box, count it and empty it, or put it back; one that was open when the program died they finish. */
export async function tendNoteBox(
  { api }: Kiosk,
  { directory, at }: { readonly directory: string; readonly at: (point: string) => void },
  random: Random,
): Promise<void> {
  const two = { ...CASHIER, second: { staff: '90', pin: CHIEF_PIN } }
  const opened = await api.openNoteBox(two)
  // Not while notes go in, or staff are to look for one.
  if (!opened.ok || !opened.value.open) return
  const { seq: openedSeq } = opened.value.open
  at('note box open')
  if (random.chance(0.2)) {
    await touch(api.closeNoteBox({ ...two, openedSeq }))
    return
  }
  const [value, count] = [5_000, random.between(1, 40)]
  const emptied = await api.emptyNoteBox({ ...two, openedSeq, pieces: [{ kind: 'note', value, count }] })
  if (!emptied.ok) throw new Error(`the note box is open, and was not emptied: ${emptied.error.type}`)
  writeLine(paths(directory).box, { openedSeq, total: value * count } satisfies Counted)
}

/** I15: what people counted and were told of is in the ledger once, and the box is shut; the verifier looks at the money. */
export function judgeBox(directory: string): readonly string[] {
  const db = new Sqlite(paths(directory).ledger, { readonly: true })
  const rows = db
    .prepare(`SELECT code, payload FROM journal WHERE code LIKE 'NOTE!_BOX!_%' ESCAPE '!' ORDER BY seq`)
    .all() as { readonly code: string; readonly payload: string }[]
  db.close()
  const emptied = rows.flatMap(({ code, payload }) =>
    code === 'NOTE_BOX_EMPTIED' ? [JSON.parse(payload) as Counted] : [],
  )
  const lost = (readLines(paths(directory).box) as readonly Counted[]).filter(
    ({ openedSeq, total }) =>
      emptied.filter((each) => each.openedSeq === openedSeq && each.total === total).length !== 1,
  )
  const open = rows.at(-1)?.code === 'NOTE_BOX_OPENED' ? ['I15: the note box was left open'] : []
  return [
    ...lost.map(({ openedSeq }) => `I15: the count of the opening ${openedSeq} is not in the books once`),
    ...open,
  ]
}
