import type { CountedPiece } from './cash.ts'
import type { Minor } from './money.ts'

/** Why a device takes no notes by now. */
const noteFaults = [
  /** Its cable or its power is gone, or it never answered. */
  'not-there',
  'box-full',
  /** The box was taken out. */
  'box-out',
  'jammed',
  /** It saw somebody pull a note back, or try a string. */
  'cheated',
  /** It takes no notes of the currency that is sold in. */
  'other-currency',
  /** It says so itself, without a reason that is known. */
  'out-of-order',
] as const

export type NoteFault = (typeof noteFaults)[number]

/** Whether what goes over the device's line is encrypted; `where-it-can`: where the device has it. */
export const noteEncryptions = ['always', 'where-it-can', 'never'] as const

export type NoteEncryption = (typeof noteEncryptions)[number]

/** Why a machine takes no notes by now: its device, or people who have the note box open. */
export const noteStops = [...noteFaults, 'being-emptied'] as const

export type NoteStop = (typeof noteStops)[number]

/** What a payment in notes has come to. */
export interface NotesIn {
  /** In the box, in the order in which they came. */
  readonly credited: readonly Minor[]
  /** The device holds it, or did when it was last heard of: it may be on its way in, or out. */
  readonly held?: Minor
}

export function valueOf(notes: readonly Minor[]): Minor {
  return notes.reduce((sum, value) => sum + value, 0)
}

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

/** What is looked at of a device that takes notes, in this order; it stops where it goes no further. */
export const noteSteps = ['port', 'device', 'encryption', 'notes', 'currency', 'box'] as const

export type NoteStep = (typeof noteSteps)[number]

export type NoteFinding =
  | { readonly step: NoteStep; readonly finding: 'ok' }
  /** An earlier step failed. */
  | { readonly step: NoteStep; readonly finding: 'not-reached' }
  /** `code`: the system's word. `no-port`: no such file; `no-rights`: this account may not use it; `in-use`: another program has it. */
  | {
      readonly step: 'port'
      readonly finding: 'no-port' | 'no-rights' | 'in-use' | 'no-answer'
      readonly code: string
    }
  | { readonly step: 'device'; readonly finding: 'answers'; readonly firmware: string; readonly protocol: number }
  /** `unfit`: it speaks, but takes no notes, or does not encrypt where it has to. */
  | { readonly step: 'device'; readonly finding: 'silent' | 'unfit' }
  /** Somebody at the cable could tell of notes. */
  | { readonly step: 'encryption'; readonly finding: 'plain' }
  | { readonly step: 'notes'; readonly finding: 'knows'; readonly values: readonly Minor[]; readonly currency: string }
  | { readonly step: 'currency'; readonly finding: 'other-currency'; readonly currencies: readonly string[] }
  | { readonly step: 'box'; readonly finding: NoteFault }
