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
  | { readonly type: 'in' | 'out'; readonly amount: Minor; readonly reason: string }
  | { readonly type: 'open'; readonly reason: string }
  | { readonly type: 'count'; readonly pieces: readonly CountedPiece[] }

/** Answers with the shift as it is then. */
export function enterInDrawer(
  invoke: Invoke,
  who: Credentials,
  currency: string,
  entry: DrawerEntry,
): Promise<Result<ShiftView, Problem>> {
  switch (entry.type) {
    case 'float':
      return invoke('openShift', { ...who, currency, float: entry.amount })
    case 'in':
    case 'out':
      return invoke('moveCash', { ...who, direction: entry.type, currency, amount: entry.amount, reason: entry.reason })
    case 'open':
      return invoke('openDrawer', { ...who, reason: entry.reason })
    case 'count':
      return invoke('countDrawer', { ...who, currency, pieces: [...entry.pieces] })
  }
}
