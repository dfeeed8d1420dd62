import type { WayDown } from '../../../shared/domain/fleet/readiness.ts'
import { cashPieces, piecesBelong } from '../../../shared/domain/money/cash.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'
import type { NoteBoxAct, NoteBoxState } from '../../../shared/domain/money/notes.ts'
import { isNotes, type TenderKind } from '../../../shared/domain/money/tender.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { notesUnderWay } from '../../../shared/domain/sale/sale-notes.ts'
import type { NoteBoxView } from '../../../shared/kiosk-api/views.ts'
import type { Commands } from '../access.ts'
import type { HeldNote, NoteValidator } from '../ports/devices.ts'
import { COUNTER_ID, type Person, type Ports, type SaleLedger } from '../ports/ports.ts'
import type { SaleService } from '../sale/sale-service.ts'
import type { ShiftService } from '../staff/shifts.ts'

export interface NoteBoxSettings {
  /** What the note box is counted in; absent: what the drawer holds first. */
  readonly noteCurrency?: string | undefined
}

/**
 * Two people open the note box, and empty it or put it back, each by their own number: the machine's PIN is nobody's. They are told what the books had in it once they have counted. No sale
 * has notes in it then that are not in the books: one that is being paid in notes keeps it shut, and once it is open no other begins.
 */
export function noteBoxCommands(
  ledger: Pick<SaleLedger, 'unfinished'>,
  box: NoteBox | null,
  { noteCurrency, shifts }: NoteBoxSettings & { readonly shifts: Pick<ShiftService, 'view'> },
) {
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
  } satisfies Partial<Commands>
}

/** The box of the device for notes, as the ledger has it. */
export interface NoteBox {
  state(): NoteBoxState
  /** Durable when it returns: a device that is to take no notes takes none from here on. */
  record(act: NoteBoxAct, staffId: string): void
  /** The device, which takes no notes while people have its box open. */
  readonly notes: NoteValidator
}

export function createNoteBox(
  { ledger, clock, log }: Pick<Ports, 'ledger' | 'clock' | 'log'>,
  notes: NoteValidator,
): NoteBox {
  let open = ledger.noteBox().open !== null
  const listeners = new Set<() => void>()
  return {
    state: () => ledger.noteBox(),
    record(act, staffId) {
      ledger.recordNoteBox(act, staffId, clock.now())
      log.info('notes.cashbox-act', { act: act.type, staffId, second: act.second })
      open = act.type === 'note-box-opened'
      for (const listener of listeners) listener()
    },
    notes: {
      name: notes.name,
      denominations: (currency) => notes.denominations(currency),
      fault: () => (open ? 'being-emptied' : notes.fault()),
      onChange(listener) {
        listeners.add(listener)
        const off = notes.onChange(listener)
        return () => {
          listeners.delete(listener)
          off()
        }
      },
      next: async (taken, ended) => (open ? { outcome: 'fault', fault: 'being-emptied' } : notes.next(taken, ended)),
      accept: (note) => notes.accept(note),
      giveBack: (note) => notes.giveBack(note),
      recall: (note) => notes.recall(note),
      recorded: (note) => notes.recorded(note),
      onStray: (listener) => notes.onStray(listener),
      examine: () => notes.examine(),
      close: () => notes.close(),
    },
  }
}

/**
 * Tells the device for notes what is in the ledger, so that it may forget it; and writes down what it took past every sale. What the
 * last program may have had no time to tell is told once more, until it is written down that the device forgot it: a note of the same
 * value is another one then.
 */
export function keepNotes(
  { notes, ledger, clock, log }: Pick<Ports, 'notes' | 'ledger' | 'clock' | 'log'>,
  sales: Pick<SaleService, 'subscribe'>,
  stopping: AbortSignal,
): void {
  if (!notes) return
  let told = 0
  const forget = (note: HeldNote | null): void => {
    const mine = (told += 1)
    const forgotten = (): void => {
      // Of an earlier one it says nothing about the last.
      if (mine === told && !stopping.aborted) ledger.note('NOTE_FORGOTTEN', {}, clock.now())
    }
    notes
      .recorded(note)
      .then(forgotten)
      .catch((error: unknown) => log.error('notes.device-failed', error))
  }
  const last = ledger.lastNote()
  if (last) forget(last.note)
  sales.subscribe(({ currency }, event) => {
    if (event?.type === 'note-credited') forget({ value: event.value, currency })
    if (event?.type === 'note-unclear') forget(null)
  })
  notes.onStray((note) => {
    log.warn('notes.unclaimed-recorded', { ...note })
    try {
      ledger.recordStrayNote(note, clock.now())
      forget(note)
    } catch (error) {
      // It tells of it again.
      log.error('notes.unclaimed-not-recorded', error)
    }
  })
}

/** What the device for notes says of itself. While it takes none, nobody is offered to pay with them. */
export interface NotesWatch {
  /** Of the tenders of this machine those that can be paid with now. */
  offered(): readonly TenderKind[]
  down(): readonly WayDown[]
  /** What can be put in; empty where nothing can. */
  values(currency: string): readonly Minor[]
}

/** `changed`: told each time that another list may be offered. */
export function watchNotes(
  { notes, log }: Pick<Ports, 'notes' | 'log'>,
  tenders: readonly TenderKind[],
  changed: (offered: readonly TenderKind[]) => void,
): NotesWatch {
  const takes = tenders.some(isNotes)
  const fault = () => (takes ? (notes?.fault() ?? null) : null)
  const offered = () => (fault() === null ? tenders : tenders.filter((kind) => !isNotes(kind)))
  let told = fault()
  if (takes)
    notes?.onChange(() => {
      const now = fault()
      if (now === told) return
      told = now
      if (now === null) log.info('notes.accepted-again')
      else log.warn('notes.rejected', { fault: now })
      changed(offered())
    })
  return {
    offered,
    down() {
      const why = fault()
      return why === null ? [] : [{ tender: 'notes', fault: why }]
    },
    values: (currency) => (takes && notes && fault() === null ? notes.denominations(currency) : []),
  }
}
