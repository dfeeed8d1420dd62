import type { Invoke } from '../../app/kiosk-client.ts'
import type { KioskState } from './kiosk-state.ts'

/** What the parts of the store share. */
export interface Page {
  readonly invoke: Invoke
  readonly getState: () => KioskState
  readonly set: (change: Partial<KioskState>) => void
  /** Whether it is still the same customer at the same event: an answer for an older one is too late. */
  readonly thisTurn: () => () => boolean
  readonly newTurn: () => () => boolean
}
