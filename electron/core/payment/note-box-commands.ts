import { cashPieces, piecesBelong } from '../../../shared/domain/money/cash.ts'
import { notesUnderWay } from '../../../shared/domain/sale/sale-notes.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { NoteBoxView } from '../../../shared/kiosk-api/views.ts'
import type { Commands } from '../access/access.ts'
import { COUNTER_ID, type Person, type SaleLedger } from '../ports/ports.ts'
import type { ShiftService } from '../staff/shift-service.ts'
import type { NoteBox } from './note-box.ts'

export interface NoteBoxSettings {
  /** What the note box is counted in; absent: what the drawer holds first. */
  readonly noteCurrency?: string | undefined
}

type NoteBoxCommand = 'viewNoteBox' | 'openNoteBox' | 'emptyNoteBox' | 'closeNoteBox'

/**
 * Two people open the note box, and empty it or put it back, each by their own number: the machine's PIN is nobody's. They are told what the books had in it once they have counted. No sale
 * has notes in it then that are not in the books: one that is being paid in notes keeps it shut, and once it is open no other begins.
 */
export function noteBoxCommands(
  ledger: Pick<SaleLedger, 'unfinished'>,
  box: NoteBox | null,
  { noteCurrency, shifts }: NoteBoxSettings & { readonly shifts: Pick<ShiftService, 'view'> },
): Pick<Commands, NoteBoxCommand> {
  const currency = (): string => noteCurrency ?? shifts.view().drawers[0]?.currency ?? ''
  const missing = () => err({ type: 'tender-not-offered' } as const)

  function waitsFor(): NoteBoxView['waitsFor'] {
    const found = ledger.unfinished().map(notesUnderWay)
    return found.find((each) => each === 'going-in') ?? found.find((each) => each === 'asked-about') ?? null
  }

  function view(of: NoteBox): NoteBoxView {
    const [money, pieces] = [currency(), cashPieces(currency())]
    const notes = pieces.filter(({ kind }) => kind === 'note')
    return { ...of.state(), currency: money, pieces: notes.length > 0 ? notes : pieces, waitsFor: waitsFor() }
  }

  /** That opening, if the box is still open by it. */
  function opened(from: NoteBox, openedSeq: number): Result<null, { readonly type: 'wrong-answer' }> {
    return from.state().open?.seq === openedSeq ? ok(null) : err({ type: 'wrong-answer' })
  }

  /** Why these two may not: both are to be somebody. */
  function unnamed(first: Person, second: Person) {
    if (first.staffId === COUNTER_ID) return err({ type: 'not-allowed' } as const)
    return second.staffId === COUNTER_ID ? err({ type: 'second-person', because: 'not-allowed' } as const) : null
  }

  return {
    async viewNoteBox() {
      return box ? ok(view(box)) : missing()
    },

    async openNoteBox(_input, first, second) {
      if (!box) return missing()
      const refused = unnamed(first, second)
      if (refused) return refused
      // Told twice, it is open once.
      if (box.state().open) return ok(view(box))
      if (waitsFor()) return err({ type: 'sale-in-progress' })
      box.record({ type: 'note-box-opened', second: second.staffId }, first.staffId)
      return ok(view(box))
    },

    async emptyNoteBox({ openedSeq, pieces }, first, second) {
      if (!box) return missing()
      const refused = unnamed(first, second)
      if (refused) return refused
      // Told twice, it was emptied once.
      if (box.state().emptied.some((each) => each.openedSeq === openedSeq)) return ok(view(box))
      const still = opened(box, openedSeq)
      if (!still.ok) return still
      if (!piecesBelong(currency(), pieces)) return err({ type: 'unknown-piece' })
      box.record(
        { type: 'note-box-emptied', openedSeq, currency: currency(), pieces, second: second.staffId },
        first.staffId,
      )
      return ok(view(box))
    },

    async closeNoteBox({ openedSeq }, first, second) {
      if (!box) return missing()
      const refused = unnamed(first, second)
      if (refused) return refused
      const { open } = box.state()
      if (open === null) return ok(view(box))
      const still = opened(box, openedSeq)
      if (!still.ok) return still
      box.record({ type: 'note-box-closed', openedSeq, second: second.staffId }, first.staffId)
      return ok(view(box))
    },
  }
}
