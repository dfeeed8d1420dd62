import type { CountedPiece } from './cash.ts'
import type { Minor } from './money.ts'

/** What two people do with the box that a device puts notes into. An opening is named by its row, `openedSeq`. */
export type NoteBoxAct =
  | { readonly type: 'note-box-opened'; readonly second: string }
  /** Its notes were counted, and went into the safe. */
  | {
      readonly type: 'note-box-emptied'
      readonly openedSeq: number
      readonly currency: string
      readonly pieces: readonly CountedPiece[]
      readonly second: string
    }
  /** It was put back as it was. */
  | { readonly type: 'note-box-closed'; readonly openedSeq: number; readonly second: string }

/** Two people at the box; wall time is ISO 8601 UTC. */
export interface NoteBoxPeople {
  readonly atUtc: string
  readonly staffId: string | null
  readonly second: string
}

export interface NoteBoxOpening extends NoteBoxPeople {
  /** Its row; names it. */
  readonly seq: number
}

export interface NoteBoxEmptying extends NoteBoxPeople {
  readonly openedSeq: number
  readonly currency: string
  readonly pieces: readonly CountedPiece[]
  readonly total: Minor
  /** Above 0: over; below: short. */
  readonly difference: Minor
}

/** As those may know it who are about to count: not what should be in it. */
export interface NoteBoxState {
  /** Null: it is closed. */
  readonly open: NoteBoxOpening | null
  /** The last ones, newest first. */
  readonly emptied: readonly NoteBoxEmptying[]
}
