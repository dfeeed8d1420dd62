import type { HeldNote } from '../ports/note-validator.ts'
import type { Ports } from '../ports/ports.ts'
import type { SaleService } from '../sale/sale-service.ts'

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
