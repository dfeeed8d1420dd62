import type { DrawerReport } from '../../../shared/domain/money/shift-report.ts'
import type { CurrencyTotals } from './closures.ts'
import type { DrawerRow } from './drawer.ts'

/** One currency's drawer: the sums as the closure signed them, and the rows that tell what they are made of. */
export function drawerReport(
  accounts: CurrencyTotals['accounts'],
  rows: readonly DrawerRow[],
  uncounted: boolean,
): DrawerReport | null {
  if (accounts['drawer'] === undefined && rows.length === 0) return null
  const sums = (account: string) => accounts[account] ?? { debit: 0, credit: 0 }
  const balance = (account: string): number => sums(account).debit - sums(account).credit
  const inDrawer = balance('drawer')
  const [openingFloat, paidIn, paidOut] = [sums('float').credit, sums('paid-in').credit, sums('paid-out').debit]
  // What counts put right is no cash that was taken.
  const expected = inDrawer + balance('over-short')
  const count = rows.findLast(({ code }) => code === 'DRAWER_COUNTED')
  return {
    openingFloat,
    paidIn,
    paidOut,
    cash: expected - openingFloat - paidIn + paidOut,
    expected,
    counted: count ? inDrawer : null,
    uncounted,
    pieces: count?.payload.pieces ?? [],
    movements: rows.flatMap(({ code, atUtc, staffId, payload: { amount = 0, reason = '' } }) =>
      code === 'PAID_IN' || code === 'PAID_OUT'
        ? [{ kind: code === 'PAID_IN' ? 'paid-in' : 'paid-out', atUtc, staffId, amount, reason } as const]
        : [],
    ),
  }
}
