import type { Minor } from './money.ts'

/** Why a device takes no notes by now. */
export const noteFaults = [
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
