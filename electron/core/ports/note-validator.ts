import type { Minor } from '../../../shared/domain/money/money.ts'
import type { NoteFinding, NoteStop } from '../../../shared/domain/money/notes.ts'

/**
 * A device that takes bank notes one at a time, holds each before it is swallowed, and gives it back when told. It gives no change. One
 * sale uses it at a time. No call rejects for a fault of the world.
 */
export interface NoteValidator {
  /** As the settings and the ledger name its driver: `ssp`. */
  readonly name: string
  /** The notes that it knows of this currency, in minor units, smallest first; empty while it has not said. */
  denominations(currency: string): readonly Minor[]
  /** Null: it takes notes, or could. */
  fault(): NoteStop | null
  /** Each time that `fault()` may be another. */
  onChange(listener: () => void): () => void
  /**
   * Opens for notes of these values, and waits for one, until `ended` is aborted: then it closes. Every other note comes out again by
   * itself. What is held stays held until `accept` or `giveBack`.
   */
  next(taken: TakenNotes, ended: AbortSignal): Promise<NextNote>
  /** Swallows the note that is held; once, and only after it is in the ledger that it is held. */
  accept(note: HeldNote): Promise<NoteFate>
  giveBack(note: HeldNote): Promise<NoteFate>
  /** What became of a note that was held when the program stopped: asked at the next start, before the first `next`. */
  recall(note: HeldNote): Promise<NoteFate>
  /**
   * It is in the ledger what became of this note: a device that tells it until then may forget it, and takes the next one. Said after
   * each fate but `returned`, and after each stray note. Resolves once the device will not tell of it any more; a start before that
   * says it once more, so that the same note is not taken for another.
   */
  recorded(note: HeldNote | null): Promise<void>
  /**
   * A note went into the box that nobody accepted: at a power cut, or past a dead line. Null: nobody knows its value. Told from the
   * first `next` on.
   */
  onStray(listener: (note: HeldNote | null) => void): () => void
  /** Step by step; it takes no note, and waits a few seconds for a device that says nothing. */
  examine(): Promise<readonly NoteFinding[]>
  close(): Promise<void>
}

export interface TakenNotes {
  readonly currency: string
  readonly values: readonly Minor[]
}

export interface HeldNote {
  readonly value: Minor
  readonly currency: string
}

export type NextNote =
  | { readonly outcome: 'held'; readonly note: HeldNote }
  /** Nothing is held, and nothing can be put in any more. */
  | { readonly outcome: 'ended' }
  | { readonly outcome: 'fault'; readonly fault: NoteStop }

/**
 * `credited`: it is in the box. `returned`: the customer has it, or it was never taken. `unknown`: only people who look at the device
 * can tell; `credited` with another value than the held one's is told with that value.
 */
export type NoteFate =
  { readonly fate: 'credited'; readonly value: Minor } | { readonly fate: 'returned' } | { readonly fate: 'unknown' }
