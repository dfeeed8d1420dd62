import { useI18n } from '../i18n/i18n-context.tsx'
import { ChoiceList } from './choice-list.tsx'
import { isFreeOrder, sumsFor } from './state/desk-state.ts'
import type { WorkAt } from './state/work.ts'

/** What customers are likely to hand over, and what they get back. */
export function SumList({
  work: {
    sale,
    sums: { chosen },
  },
}: {
  work: WorkAt<'payment'>
}) {
  const { t, money } = useI18n()
  const sums = sumsFor(sale)
  const [due = 0] = sums
  const rows = sums.map((sum) => ({
    key: String(sum),
    row: (
      <>
        <b>{money(sum, sale.currency)}</b>
        <span>{sum === due ? t.desk.nothingToGive : `${t.desk.given} ${money(sum - due, sale.currency)}`}</span>
      </>
    ),
  }))
  return (
    <ChoiceList title={t.desk.tenders[isFreeOrder(sale) ? 'free' : 'cash']} chosen={chosen} look="sum" rows={rows} />
  )
}
