import type { SaleStage } from '../../../shared/kiosk-api/views.ts'
import { Button } from '../../components/button.tsx'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useDeviceCode } from '../problem-notice.tsx'
import { SaleCoupon } from '../sale-coupon.tsx'
import { useKioskStore } from '../state/kiosk-context.tsx'
import { ReferenceCard } from './reference-card.tsx'
import styles from './collecting.module.css'

interface ComeBackScreenProps {
  readonly stage: Extract<SaleStage, { name: 'needs-staff' }>
}

/** Nobody knows yet whether the payment was made: the customer may go, and come back with the code. */
export function ComeBackScreen({ stage }: ComeBackScreenProps) {
  const { t } = useI18n()
  const store = useKioskStore()
  const device = useDeviceCode('payment-unconfirmed')
  const words = t.collecting
  return (
    <Sheet
      title={words.comeBack.title}
      lead={words.comeBack.body}
      coupon={<SaleCoupon countdown={false} />}
      actions={
        <>
          <Button kind="primary" onPress={() => store.leave('cancelled')}>
            {t.staff.finish}
          </Button>
          <Button kind="quiet" icon="person" onPress={store.openStaff}>
            {t.staff.enter}
          </Button>
        </>
      }
    >
      <div className={styles.leaving}>
        <ReferenceCard reference={stage.reference} />
        <p className={styles.todo} role="status">
          {words.slip[stage.slip ?? 'none']}
        </p>
        <p>{words.comeBack.later}</p>
        <p className={styles.device}>{device}</p>
      </div>
    </Sheet>
  )
}
