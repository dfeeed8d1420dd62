import type { ApprovalError, FreeTextError } from '../../shared/domain/desk/typed-numbers.ts'
import type { CustomerLineError, DeskCommandError, SeatsNamedError } from '../../shared/domain/desk/desk-command.ts'
import type { Minor } from '../../shared/domain/money/money.ts'
import type { Notice } from '../app/problem.ts'

/** Whatever the desk has to tell: what a command met, or what was wrong with the line that was typed. */
export type DeskNotice =
  | Notice
  | DeskCommandError
  | SeatsNamedError
  | CustomerLineError
  | ApprovalError
  | FreeTextError
  | { readonly type: 'nothing-free' }
  /** More than notes explain: see `notesExplain`. */
  | { readonly type: 'much-received'; readonly received: Minor; readonly due: Minor; readonly currency: string }
  | { readonly type: 'no-such-event' }
  /** A field of a form that Enter cannot pass. */
  | { readonly type: 'incomplete'; readonly field: 'reason' | 'receipt' | 'pin' }
  | { readonly type: 'nothing-parked' }
  | { readonly type: 'nothing-behind' }
  | { readonly type: 'nothing-to-repeat' }
  | { readonly type: 'nothing-to-reprint' }
  | { readonly type: 'last-goes-on' }
  /** Tickets of the last sale are printed again. */
  | { readonly type: 'copies-ordered'; readonly count: number }
  | { readonly type: 'copies-out'; readonly count: number; readonly wanted: number }
  | { readonly type: 'no-such-sale' }
  | { readonly type: 'no-such-ticket' }
  | { readonly type: 'one-or-two' }
  /** An error of the program ended what the key began. */
  | { readonly type: 'key-failed' }
