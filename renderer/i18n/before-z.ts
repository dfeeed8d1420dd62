import type { ShiftView } from '../../shared/kiosk-api/views.ts'
import type { I18n } from './i18n.ts'
import type { ProblemText } from './problem-text.ts'

/** What a Z would leave behind: said before the shift is closed. Null: nothing. */
export function beforeZ({ t, money }: I18n, { drawers, openSales, owed }: ShiftView): ProblemText | null {
  const uncounted = drawers.filter((drawer) => drawer.uncounted).map(({ currency }) => currency)
  const said = [
    ...(uncounted.length > 0 ? [t.shift.beforeZ.uncounted(uncounted.join(t.common.comma))] : []),
    ...(openSales > 0 ? [t.shift.beforeZ.openSales(openSales)] : []),
    ...owed.map(({ amount, currency }) => t.shift.beforeZ.owed(money(amount, currency))),
  ]
  return said.length > 0 ? { title: t.shift.beforeZ.title, body: said.join(' ') } : null
}
