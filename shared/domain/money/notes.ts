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
