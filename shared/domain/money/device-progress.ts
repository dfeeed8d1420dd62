/**
 * What a device beside the screen wants, or does, while it takes a payment. For the screen of this moment alone: it is in no
 * ledger, and decides nothing.
 */
export const devicePhases = [
  /** It is being woken up. */
  'waking',
  /** It takes a card: held to it, put in, or drawn through. */
  'present-card',
  /** The same card, but put in: contactless is not enough. */
  'insert-card',
  /** What was held or put in could not be read. */
  'card-unread',
  'enter-pin',
  'wrong-pin',
  /** The customer has to look at their own telephone. */
  'look-at-telephone',
  /** It asks something on its own display. */
  'choose-there',
  /** It asks the bank: the card stays where it is. */
  'authorising',
  'remove-card',
  'removed-too-early',
] as const

export type DevicePhase = (typeof devicePhases)[number]

export interface DeviceProgress {
  readonly phase: DevicePhase
  /** What stands on its own display, in its own words: at most a few short lines, or nothing. */
  readonly text?: string
}

/** From here on the terminal decides, and nothing that is touched on a screen changes it. */
export const terminalDecides = (phase: DevicePhase | undefined): boolean =>
  phase === 'authorising' || phase === 'remove-card'
