import { hasNothingToClose } from '../../shared/domain/money/drawer.ts'
import type { ShiftView } from '../../shared/kiosk-api/views.ts'
import type { I18n } from './i18n.ts'
import type { ProblemText } from './problem-text.ts'

/** Returns the warning before a Z report: open items, or that there is nothing to close. Null if neither applies. */
export function beforeZ({ t, money }: I18n, shift: ShiftView): ProblemText | null {
  const { drawers, openSales, owed } = shift
  const uncounted = drawers.filter((drawer) => drawer.uncounted).map(({ currency }) => currency)
  const said = [
    ...(hasNothingToClose(shift) ? [t.shift.beforeZ.nothing(shift.shiftNo - 1)] : []),
    ...(uncounted.length > 0 ? [t.shift.beforeZ.uncounted(uncounted.join(t.common.comma))] : []),
    ...(openSales > 0 ? [t.shift.beforeZ.openSales(openSales)] : []),
    ...owed.map(({ amount, currency }) => t.shift.beforeZ.owed(money(amount, currency))),
  ]
  return said.length > 0 ? { title: t.shift.beforeZ.title, body: said.join(' ') } : null
}
