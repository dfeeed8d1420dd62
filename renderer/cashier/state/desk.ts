import type { Invoke } from '../../app/kiosk-client.ts'
import type { DeskNotice } from '../../i18n/desk-notice.ts'
import type { DeskEvent, DeskState, Known } from './desk-state.ts'

/** What each part of the desk works with. */
export interface Desk {
  readonly invoke: Invoke
  readonly getState: () => DeskState
  readonly set: (change: Partial<Known>) => void
  /** What happened, and what the desk knows since then. */
  readonly happen: (happened: DeskEvent, change?: Partial<Known>) => void
  /** One thing at a time; what it met is told. */
  readonly run: (work: () => Promise<DeskNotice | null>) => Promise<void>
}
