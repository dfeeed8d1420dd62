import type { CountedPiece } from './cash.ts'
import type { Minor } from './money.ts'

const noteFaults = [
  /** The device is not connected, has no power or never replied. */
  'not-there',
  'cashbox-full',
  'cashbox-removed',
  'jammed',
  /** The device detected an attempt to pull a note back, or a string on the note. */
  'fraud-attempt',
  /** The device accepts no notes of the sale's currency. */
  'other-currency',
  /** The device reports a fault without a known reason. */
  'out-of-order',
] as const

export type NoteFault = (typeof noteFaults)[number]

/** `where-it-can`: the serial line is encrypted only if the device supports encryption. */
export const noteEncryptions = ['always', 'where-it-can', 'never'] as const

export const noteStops = [...noteFaults, 'cashbox-open'] as const

export type NoteStop = (typeof noteStops)[number]

export interface InsertedNotes {
  /** Values of the notes in the cashbox, in the order of insertion. */
  readonly credited: readonly Minor[]
  /** Value of a note that may still move into the cashbox or back out; absent if there is none. */
  readonly held?: Minor
}

export function valueOf(notes: readonly Minor[]): Minor {
  return notes.reduce((sum, value) => sum + value, 0)
}

/** Cashbox operations, which require dual control. `openingSeq`: ledger row of the opening. */
export type CashboxAct =
  | { readonly type: 'cashbox-opened'; readonly second: string }
  | {
      readonly type: 'cashbox-emptied'
      readonly openingSeq: number
      readonly currency: string
      readonly pieces: readonly CountedPiece[]
      readonly second: string
    }
  /** The cashbox was put back without a change of its content. */
  | { readonly type: 'cashbox-closed'; readonly openingSeq: number; readonly second: string }

export interface CashboxPeople {
  readonly atUtc: string
  readonly staffId: string | null
  readonly second: string
}

export interface CashboxOpening extends CashboxPeople {
  /** Ledger row that identifies the opening. */
  readonly seq: number
}

export interface CashboxEmptying extends CashboxPeople {
  readonly openingSeq: number
  readonly currency: string
  readonly pieces: readonly CountedPiece[]
  readonly total: Minor
  /** Counted minus expected cash: above 0 for too much cash, below 0 for missing cash. */
  readonly difference: Minor
}

/** State of the cashbox without the expected cash, which must not be visible during a blind count. */
export interface CashboxState {
  /** Null if the cashbox is closed. */
  readonly open: CashboxOpening | null
  /** Latest emptyings of the cashbox, newest first. */
  readonly emptied: readonly CashboxEmptying[]
}

/** Checks of a note acceptor, in the order in which they run. */
export const noteSteps = ['port', 'device', 'encryption', 'notes', 'currency', 'box'] as const

export type NoteStep = (typeof noteSteps)[number]

export type NoteFinding =
  | { readonly step: NoteStep; readonly finding: 'ok' }
  /** The step was not reached, because an earlier step failed. */
  | { readonly step: NoteStep; readonly finding: 'not-reached' }
  /** `code`: error code of the system. `no-rights`: the program's user account lacks permission. */
  | {
      readonly step: 'port'
      readonly finding: 'no-port' | 'no-rights' | 'in-use' | 'no-answer'
      readonly code: string
    }
  | { readonly step: 'device'; readonly finding: 'answers'; readonly firmware: string; readonly protocol: number }
  /** `unfit`: the device responds, but cannot accept notes or lacks the required encryption. */
  | { readonly step: 'device'; readonly finding: 'silent' | 'unfit' }
  /** Without encryption, a device connected to the cable could report notes that were never inserted. */
  | { readonly step: 'encryption'; readonly finding: 'plain' }
  | { readonly step: 'notes'; readonly finding: 'knows'; readonly values: readonly Minor[]; readonly currency: string }
  | { readonly step: 'currency'; readonly finding: 'other-currency'; readonly currencies: readonly string[] }
  | { readonly step: 'box'; readonly finding: NoteFault }
