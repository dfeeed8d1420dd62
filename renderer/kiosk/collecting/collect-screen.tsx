import type { SaleStage } from '../../../shared/kiosk-api/views.ts'
import { Button } from '../../components/button.tsx'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import { SaleCoupon } from '../sale-coupon.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { ReferenceCard } from './reference-card.tsx'

/** Paid late, with the customer still or again before the screen: nothing is printed before they say so. */
export function CollectScreen({ stage }: { stage: Extract<SaleStage, { name: 'print-problem' }> }) {
  const { t } = useI18n()
  const store = useKioskStore()
  const { busy, problem } = useKioskState()
  const words = t.collecting.ready
  return (
    <Sheet
      title={words.title}
      lead={words.body}
      leadRole="alert"
      notice={problem && <ProblemNotice notice={problem} />}
      coupon={<SaleCoupon countdown={false} />}
      actions={
        <>
          <Button kind="primary" icon="printer" disabled={busy} onPress={store.retryPrint}>
            {words.print}
          </Button>
          <Button kind="quiet" disabled={busy} onPress={() => store.leave('cancelled')}>
            {words.later}
          </Button>
        </>
      }
    >
      <ReferenceCard reference={stage.reference} />
    </Sheet>
  )
}
