import { useState } from 'react'
import { type CountedPiece, countedTotal } from '../../shared/domain/money/cash.ts'
import type { Minor } from '../../shared/domain/money/money.ts'
import type { Result } from '../../shared/domain/result.ts'
import type { DrawerView, ShiftView } from '../../shared/api/kiosk/views.ts'
import type { Invoke } from '../app/client.ts'
import type { Credentials } from '../app/office-pages.ts'
import type { Problem } from '../app/problem.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import type { I18n } from '../i18n/i18n.ts'

/** Entry in the record of a cash drawer that does not belong to a sale. */
export type DrawerEntry =
  | { readonly type: 'float'; readonly amount: Minor }
  | { readonly type: 'in' | 'out' | 'drop'; readonly amount: Minor; readonly reason: string }
  | { readonly type: 'open'; readonly reason: string }
  | { readonly type: 'count'; readonly pieces: readonly CountedPiece[] }

/** Approver of an entry, or the colleague who takes over the drawer with a count. */
export interface Second {
  readonly staff?: string
  readonly pin: string
}

/** Records a drawer entry. Resolves to the shift after the entry. */
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
      return second ? invoke('moveCashWithApproval', { ...move, second }) : invoke('moveCash', move)
    }
    case 'open': {
      const opening = { ...who, reason: entry.reason }
      return second ? invoke('openDrawerWithApproval', { ...opening, second }) : invoke('openDrawer', opening)
    }
    case 'count': {
      const count = { ...who, currency, pieces: [...entry.pieces] }
      return second ? invoke('handOverDrawer', { ...count, second }) : invoke('countDrawer', count)
    }
  }
}

const MAX_FIGURES = 6
/**
 * Maximum number of digits of an amount in minor units, for a currency whose notes and coins are not counted
 * separately.
 */
const MAX_FIGURES_OF_A_SUM = 11

/**
 * Returns a drawer's count as typed, without the expected amount. A recount starts with the last count; an empty field
 * is left out of the count.
 */
export function useDrawerCount({ currency, pieces, counted }: DrawerView) {
  const { t, money } = useI18n()
  const [typed, setTyped] = useState<readonly string[]>(() =>
    pieces.map(({ kind, value }) => {
      const last = counted?.pieces.find((piece) => piece.kind === kind && piece.value === value)
      return last ? String(last.count) : ''
    }),
  )
  const asSum = pieces.length === 1
  const nameOf = ({ kind, value }: (typeof pieces)[number]): string =>
    kind === 'note' ? t.shift.note(money(value, currency)) : t.shift.coin(money(value, currency))
  const found = pieces.flatMap((piece, index) => (typed[index] ? [{ ...piece, count: Number(typed[index]) }] : []))
  return {
    /** True if the currency has no declared notes and coins, so that one field takes the whole amount. */
    asSum,
    fields: pieces.map((piece, index) => ({
      key: `${piece.kind} ${piece.value}`,
      label: asSum ? t.shift.sum(currency) : nameOf(piece),
      figures: typed[index] ?? '',
    })),
    type(at: number, figures: string): void {
      const most = asSum ? MAX_FIGURES_OF_A_SUM : MAX_FIGURES
      setTyped(typed.map((before, index) => (index === at ? figures.slice(0, most) : before)))
    },
    /** Pieces of the filled-in fields; empty if nothing has been counted. */
    pieces: found,
    total: money(countedTotal(found), currency),
  }
}

export function differenceText({ t, money }: I18n, difference: number, currency: string): string {
  if (difference === 0) return t.shift.exact
  return difference > 0 ? t.shift.over(money(difference, currency)) : t.shift.short(money(-difference, currency))
}
