import { cashMoves } from '../../../shared/domain/money/drawer.ts'
import type { CashMovement, DrawerReport } from '../../../shared/domain/money/shift-report.ts'
import type { NoteBoxEmptying } from '../../../shared/domain/money/notes.ts'
import type { CurrencyTotals } from './closures.ts'
import { countsIn, drawerCode, type DrawerRow } from './drawer.ts'

/** One currency's drawer: the sums as the closure signed them, and the rows that tell what they are made of. */
export function drawerReport(
  accounts: CurrencyTotals['accounts'],
  rows: readonly DrawerRow[],
  uncounted: boolean,
  boxes: readonly NoteBoxEmptying[],
): DrawerReport | null {
  if (accounts['drawer'] === undefined && rows.length === 0) return null
  const sums = (account: string) => accounts[account] ?? { debit: 0, credit: 0 }
  const balance = (account: string): number => sums(account).debit - sums(account).credit
  const inDrawer = balance('drawer')
  const [openingFloat, paidIn] = [sums('float').credit, sums('paid-in').credit]
  // Their account moves with sales, too.
  const slips = rows.filter(({ code }) => code === 'SLIP_PAID_OUT')
  const slipsPaid = slips.reduce((sum, { payload: { amount = 0 } }) => sum + amount, 0)
  // A note box that was emptied went into the same safe, and its difference is no drawer's.
  const [fromBoxes, boxesOver] = boxes.reduce(([sum, over], one) => [sum + one.total, over + one.difference], [0, 0])
  const [paidOut, dropped] = [sums('paid-out').debit, sums('safe').debit - fromBoxes]
  // What counts put right is no cash that was taken.
  const expected = inDrawer + balance('over-short') + boxesOver
  const counts = countsIn(rows)
  return {
    openingFloat,
    paidIn,
    paidOut,
    dropped,
    slipsPaid,
    cash: expected - openingFloat - paidIn + paidOut + dropped + slipsPaid,
    expected,
    counted: counts.length > 0 ? inDrawer : null,
    uncounted,
    counts,
    movements: rows.flatMap(movementOf),
  }
}

function movementOf({ code, atUtc, staffId, payload }: DrawerRow): readonly CashMovement[] {
  const { amount = 0, reason = '', second = null } = payload
  const kind = cashMoves.find((each) => drawerCode(each) === code)
  return kind ? [{ kind, atUtc, staffId, second, amount, reason }] : []
}
