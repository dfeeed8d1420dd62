import type { CountedPiece } from '../../../shared/domain/money/cash.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'
import type { Result } from '../../../shared/domain/result.ts'
import type { ShiftView } from '../../../shared/kiosk-api/views.ts'
import type { Invoke } from '../../app/kiosk-client.ts'
import type { Credentials } from '../../app/office-pages.ts'
import type { Problem } from '../../app/problem.ts'

/** What is written down of a drawer beside its sales. */
export type DrawerEntry =
  | { readonly type: 'float'; readonly amount: Minor }
  | { readonly type: 'in' | 'out' | 'drop'; readonly amount: Minor; readonly reason: string }
  | { readonly type: 'open'; readonly reason: string }
  | { readonly type: 'count'; readonly pieces: readonly CountedPiece[] }

/** Who answers for it beside the one who asks, where one is not enough. */
export interface Second {
  readonly staff?: string
  readonly pin: string
}

/** Answers with the shift as it is then. */
export function enterInDrawer(
  invoke: Invoke,
  who: Credentials,
  currency: string,
  entry: DrawerEntry,
  second?: Second,
): Promise<Result<ShiftView, Problem>> {
  switch (entry.type) {
    case 'float':
      return invoke('openShift', { ...who, currency, float: entry.amount })
    case 'in':
    case 'out':
    case 'drop': {
      const { type: direction, amount, reason } = entry
      const move = { ...who, direction, currency, amount, reason }
      return second ? invoke('moveCashByTwo', { ...move, second }) : invoke('moveCash', move)
    }
    case 'open': {
      const opening = { ...who, reason: entry.reason }
      return second ? invoke('openDrawerByTwo', { ...opening, second }) : invoke('openDrawer', opening)
    }
    case 'count':
      return invoke('countDrawer', { ...who, currency, pieces: [...entry.pieces] })
  }
}
