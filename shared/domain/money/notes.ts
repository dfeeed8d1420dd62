import type { CountedPiece } from './cash.ts'
import type { Minor } from './money.ts'

/** Reasons why a note acceptor currently takes no notes. */
const noteFaults = [
  /** The device is not connected, has no power or never replied. */
  'not-there',
  'cashbox-full',
  /** The cashbox was removed. */
  'cashbox-removed',
  'jammed',
  /** The device detected a note that was pulled back, or a string on it. */
  'fraud-attempt',
  /** The device accepts no notes of the currency of sale. */
  'other-currency',
  /** The device reports a fault without a known reason. */
  'out-of-order',
] as const

export type NoteFault = (typeof noteFaults)[number]

/**
 * Encryption of the device's serial line. `where-it-can`: the line is encrypted only if the device supports encryption.
 */
export const noteEncryptions = ['always', 'where-it-can', 'never'] as const

/** Reasons why a machine currently takes no notes: a fault of the device, or an open cashbox. */
export const noteStops = [...noteFaults, 'cashbox-open'] as const

export type NoteStop = (typeof noteStops)[number]

/** Notes inserted for a payment so far. */
export interface InsertedNotes {
  /** Values of the notes in the cashbox, in the order of insertion. */
  readonly credited: readonly Minor[]
  /**
   * Value of the note that the device holds or last held, which may still move into the cashbox or back out. Absent if
   * there is none.
   */
  readonly held?: Minor
}

export function valueOf(notes: readonly Minor[]): Minor {
  return notes.reduce((sum, value) => sum + value, 0)
}

/** Cashbox operations, which require dual control. `openingSeq`: ledger row of the opening. */
export type CashboxAct =
  | { readonly type: 'cashbox-opened'; readonly second: string }
  /** The notes were counted and moved into the safe. */
  | {
      readonly type: 'cashbox-emptied'
      readonly openingSeq: number
      readonly currency: string
      readonly pieces: readonly CountedPiece[]
      readonly second: string
    }
  /** The cashbox was put back unchanged. */
  | { readonly type: 'cashbox-closed'; readonly openingSeq: number; readonly second: string }

/** The staff member and the approver at the cashbox; wall time is ISO 8601 UTC. */
export interface CashboxPeople {
  readonly atUtc: string
  readonly staffId: string | null
  readonly second: string
}

export interface CashboxOpening extends CashboxPeople {
  /** Ledger row of the opening, which identifies it. */
  readonly seq: number
}

export interface CashboxEmptying extends CashboxPeople {
  readonly openingSeq: number
  readonly currency: string
  readonly pieces: readonly CountedPiece[]
  readonly total: Minor
  /** Above 0 if there was too much cash, below 0 if cash was missing. */
  readonly difference: Minor
}

/** State of the cashbox without the expected cash, so that the count stays blind. */
export interface CashboxState {
  /** Null if the cashbox is closed. */
  readonly open: CashboxOpening | null
  /** The latest emptyings, newest first. */
  readonly emptied: readonly CashboxEmptying[]
}

/**
 * Checks of a note acceptor, in the order in which they run. They stop at the first failure that prevents the remaining
 * checks.
 */
export const noteSteps = ['port', 'device', 'encryption', 'notes', 'currency', 'box'] as const

export type NoteStep = (typeof noteSteps)[number]

export type NoteFinding =
  | { readonly step: NoteStep; readonly finding: 'ok' }
  /** An earlier step failed. */
  | { readonly step: NoteStep; readonly finding: 'not-reached' }
  /**
   * `code`: error code of the system. `no-port`: the port does not exist. `no-rights`: the program's user account lacks
   * permission. `in-use`: another program uses the port.
   */
  | {
      readonly step: 'port'
      readonly finding: 'no-port' | 'no-rights' | 'in-use' | 'no-answer'
      readonly code: string
    }
  | { readonly step: 'device'; readonly finding: 'answers'; readonly firmware: string; readonly protocol: number }
  /** `unfit`: the device responds, but cannot accept notes or lacks the required encryption. */
  | { readonly step: 'device'; readonly finding: 'silent' | 'unfit' }
  /** A device on the cable could inject false notes. */
  | { readonly step: 'encryption'; readonly finding: 'plain' }
  | { readonly step: 'notes'; readonly finding: 'knows'; readonly values: readonly Minor[]; readonly currency: string }
  | { readonly step: 'currency'; readonly finding: 'other-currency'; readonly currencies: readonly string[] }
  | { readonly step: 'box'; readonly finding: NoteFault }
