import type { ReactNode } from 'react'
import type { Minor } from '../../../shared/domain/money/money.ts'
import type { SaleView } from '../../../shared/kiosk-api/views.ts'
import { NoticeStrip } from '../../components/notice.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import { useKioskState } from '../state/kiosk-context.tsx'
import { useSaleNotice } from '../use-sale-notice.ts'

/** What the sale is still to be paid with. */
export function restOf({ amount, taken = [] }: SaleView): Minor {
  return taken.reduce((rest, part) => rest - part.amount, amount)
}

/**
 * Returns the notice that a payment waits for the printer; else how the last payment ended; else what is paid already.
 */
export function useReviewNotice(): ReactNode {
  const { t, money } = useI18n()
  const { sale, busy, info } = useKioskState()
  const { notice } = useSaleNotice()
  if (busy && info?.printer.awaited) return <NoticeStrip {...t.printing.awaited} icon="clock" />
  if (notice && !(sale?.taken && notice.type === 'payment-cancelled')) return <ProblemNotice notice={notice} />
  if (!sale?.taken) return null
  const rest = restOf(sale)
  return <NoticeStrip {...t.notes.already(money(sale.amount - rest, sale.currency), money(rest, sale.currency))} />
}
