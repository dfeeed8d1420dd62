import type { NoteBoxAct, NoteBoxState } from '../../../shared/domain/money/notes.ts'
import type { NoteValidator } from '../ports/note-validator.ts'
import type { Ports } from '../ports/ports.ts'

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
