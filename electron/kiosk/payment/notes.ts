import type { UnavailableTender } from '../../../shared/domain/fleet/readiness.ts'
import { cashPieces, piecesBelong } from '../../../shared/domain/money/cash.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'
import type { CashboxAct, CashboxState, NoteStop } from '../../../shared/domain/money/notes.ts'
import { isNotes, type TenderKind } from '../../../shared/domain/money/tender.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { notesUnderWay } from '../../../shared/domain/sale/sale-notes.ts'
import type { CashboxView } from '../../../shared/api/kiosk/views.ts'
import type { Commands } from '../access.ts'
import type { HeldNote, NoteValidator } from '../ports/devices.ts'
import { COUNTER_ID, type Person, type Ports, type SaleLedger } from '../ports/ports.ts'
import type { SaleService } from '../sale/sale-service.ts'
import type { ShiftService } from '../staff/shifts.ts'
import { watchChange } from '../monitors/device-watch.ts'

export interface CashboxSettings {
  /** Currency of the cashbox; by default, the first currency of the cash drawer. */
  readonly noteCurrency?: string | undefined
}

/** Every cashbox action needs two identified people, because the kiosk's PIN does not identify a person. */
export function cashboxCommands(
  ledger: Pick<SaleLedger, 'unfinished'>,
  box: Cashbox | null,
  { noteCurrency, shifts }: CashboxSettings & { readonly shifts: Pick<ShiftService, 'view'> },
) {
  const currency = (): string => noteCurrency ?? shifts.view().drawers[0]?.currency ?? ''
  const missing = () => err({ type: 'tender-not-offered' } as const)

  function waitsFor(): CashboxView['waitsFor'] {
    const found = ledger.unfinished().map(notesUnderWay)
    return found.find((each) => each === 'going-in') ?? found.find((each) => each === 'asked-about') ?? null
  }

  function view(of: Cashbox): CashboxView {
    const [money, pieces] = [currency(), cashPieces(currency())]
    const notes = pieces.filter(({ kind }) => kind === 'note')
    return { ...of.state(), currency: money, pieces: notes.length > 0 ? notes : pieces, waitsFor: waitsFor() }
  }

  function opened(from: Cashbox, openingSeq: number): Result<null, { readonly type: 'invalid-answer' }> {
    return from.state().open?.seq === openingSeq ? ok(null) : err({ type: 'invalid-answer' })
  }

  function boxFor(first: Person, second: Person) {
    if (!box) return missing()
    if (first.staffId === COUNTER_ID) return err({ type: 'not-allowed' } as const)
    return second.staffId === COUNTER_ID ? err({ type: 'second-person', because: 'not-allowed' } as const) : ok(box)
  }

  return {
    viewCashbox: async () => (box ? ok(view(box)) : missing()),

    async openCashbox(_input, first, second) {
      const named = boxFor(first, second)
      if (!named.ok) return named
      if (named.value.state().open) return ok(view(named.value))
      if (waitsFor()) return err({ type: 'sale-in-progress' })
      named.value.record({ type: 'cashbox-opened', second: second.staffId }, first.staffId)
      return ok(view(named.value))
    },

    async emptyCashbox({ openingSeq, pieces }, first, second) {
      const named = boxFor(first, second)
      if (!named.ok) return named
      if (named.value.state().emptied.some((each) => each.openingSeq === openingSeq)) return ok(view(named.value))
      const still = opened(named.value, openingSeq)
      if (!still.ok) return still
      if (!piecesBelong(currency(), pieces)) return err({ type: 'unknown-piece' })
      const act = { type: 'cashbox-emptied', openingSeq, currency: currency(), pieces } as const
      named.value.record({ ...act, second: second.staffId }, first.staffId)
      return ok(view(named.value))
    },

    async closeCashbox({ openingSeq }, first, second) {
      const named = boxFor(first, second)
      if (!named.ok) return named
      if (named.value.state().open === null) return ok(view(named.value))
      const still = opened(named.value, openingSeq)
      if (!still.ok) return still
      named.value.record({ type: 'cashbox-closed', openingSeq, second: second.staffId }, first.staffId)
      return ok(view(named.value))
    },
  } satisfies Partial<Commands>
}

export class Cashbox {
  /** Note acceptor that accepts no notes while its cashbox is open. */
  readonly notes: NoteValidator
  readonly #ports: Pick<Ports, 'ledger' | 'clock' | 'log'>
  readonly #listeners = new Set<() => void>()
  #isOpen: boolean

  constructor(ports: Pick<Ports, 'ledger' | 'clock' | 'log'>, notes: NoteValidator) {
    this.#ports = ports
    this.#isOpen = ports.ledger.cashbox().open !== null
    this.notes = {
      name: notes.name,
      denominations: (currency) => notes.denominations(currency),
      fault: () => (this.#isOpen ? 'cashbox-open' : notes.fault()),
      onChange: (listener) => {
        this.#listeners.add(listener)
        const off = notes.onChange(listener)
        return () => {
          this.#listeners.delete(listener)
          off()
        }
      },
      next: async (taken, ended) =>
        this.#isOpen ? { outcome: 'fault', fault: 'cashbox-open' } : notes.next(taken, ended),
      accept: (note) => notes.accept(note),
      giveBack: (note) => notes.giveBack(note),
      recall: (note) => notes.recall(note),
      recorded: (note) => notes.recorded(note),
      onStray: (listener) => notes.onStray(listener),
      examine: () => notes.examine(),
      close: () => notes.close(),
    }
  }

  state(): CashboxState {
    return this.#ports.ledger.cashbox()
  }

  /** Records a cashbox action durably before the method returns. */
  record(act: CashboxAct, staffId: string): void {
    const { ledger, clock, log } = this.#ports
    ledger.recordCashbox(act, staffId, clock.now())
    log.info('notes.cashbox-act', { act: act.type, staffId, second: act.second })
    this.#isOpen = act.type === 'cashbox-opened'
    for (const listener of this.#listeners) listener()
  }
}

/**
 * Confirms recorded notes to the device and records notes that no sale accepted. After `NOTE_EVENT_CLEARED`, a reported
 * note of equal value is a different note.
 */
export function watchNoteDevice(
  { notes, ledger, clock, log }: Pick<Ports, 'notes' | 'ledger' | 'clock' | 'log'>,
  sales: Pick<SaleService, 'subscribe'>,
  stopping: AbortSignal,
): void {
  if (!notes) return
  let told = 0
  const forget = (note: HeldNote | null): void => {
    const mine = (told += 1)
    const forgotten = (): void => {
      // The reply to an earlier confirmation does not confirm the latest note.
      if (mine === told && !stopping.aborted) ledger.note('NOTE_EVENT_CLEARED', {}, clock.now())
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
    if (event?.type === 'note-outcome-unknown') forget(null)
  })
  notes.onStray((note) => {
    log.warn('notes.unclaimed-recorded', { ...note })
    try {
      ledger.recordStrayNote(note, clock.now())
      forget(note)
    } catch (error) {
      // If a note could not be recorded, the device reports the note again.
      log.error('notes.unclaimed-not-recorded', error)
    }
  })
}

/** Withdraws the tender `notes` while the note acceptor accepts no notes. */
export class NotesWatch {
  readonly #notes: NoteValidator | undefined
  readonly #tenders: readonly TenderKind[]

  constructor(
    { notes, log }: Pick<Ports, 'notes' | 'log'>,
    tenders: readonly TenderKind[],
    changed: (offered: readonly TenderKind[]) => void,
  ) {
    this.#notes = tenders.some(isNotes) ? notes : undefined
    this.#tenders = tenders
    const report = (fault: NoteStop | null): void => {
      if (fault === null) log.info('notes.accepted-again')
      else log.warn('notes.rejected', { fault })
      changed(this.offered())
    }
    this.#notes?.onChange(watchChange(() => this.#fault(), report, this.#fault()))
  }

  offered(): readonly TenderKind[] {
    return this.#fault() === null ? this.#tenders : this.#tenders.filter((kind) => !isNotes(kind))
  }

  down(): readonly UnavailableTender[] {
    const fault = this.#fault()
    return fault === null ? [] : [{ tender: 'notes', fault }]
  }

  values(currency: string): readonly Minor[] {
    return this.#notes && this.#fault() === null ? this.#notes.denominations(currency) : []
  }

  #fault(): NoteStop | null {
    return this.#notes?.fault() ?? null
  }
}
