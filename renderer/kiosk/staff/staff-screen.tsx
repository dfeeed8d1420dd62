import type { ReactNode } from 'react'
import type { SaleStage } from '../../../shared/api/kiosk/views.ts'
import type { SupportCase } from '../../app/problem.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { useDeviceCode } from '../problem-notice.tsx'
import { ReferenceCard } from '../collecting/collect-screen.tsx'
import styles from '../collecting/collecting.module.css'
import { SaleStub } from '../sale-coupon.tsx'

type Stage<N extends SaleStage['name']> = Extract<SaleStage, { readonly name: N }>

export function RefundDueScreen({ stage }: { stage: Stage<'refund-due'> }) {
  const { t } = useI18n()
  const code = useDeviceCode('refund-due')
  return (
    <Referred stage={stage} title={t.refundDue.title} body={t.refundDue.body} code={code}>
      {t.refundDue.todo}
    </Referred>
  )
}

/**
 * Returns the support case for a `needs-staff` reason. If the partner rejects a purchase, all purchases are suspended.
 */
export const needsStaffCase = (reason: Stage<'needs-staff'>['reason']): SupportCase =>
  reason === 'purchase-refused' ? 'purchasing-suspended' : reason

export function NeedsStaffScreen({ stage }: { stage: Stage<'needs-staff'> }) {
  const { t } = useI18n()
  const code = useDeviceCode(needsStaffCase(stage.reason))
  return (
    <Referred stage={stage} title={t.needsStaff.title} body={t.needsStaff.body(stage.reason)} code={code}>
      {t.needsStaff.todo}
    </Referred>
  )
}

interface ReferredProps {
  readonly stage: Stage<'refund-due' | 'needs-staff'>
  readonly title: string
  readonly body: string
  readonly code: string
  readonly children: ReactNode
}

function Referred({ stage, title, body, code, children }: ReferredProps) {
  const { t, money } = useI18n()
  const store = useKioskStore()
  const { sale } = useKioskState()
  return (
    <Sheet
      title={title}
      lead={body}
      coupon={<SaleStub countdown={false} />}
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
        <p className={styles.todo}>{children}</p>
        <ReferenceCard reference={stage.reference}>
          {stage.amount > 0 && (
            <div>
              <dt>{t.staff.amount}</dt>
              <dd className={styles.amount}>{money(stage.amount, sale?.currency ?? '')}</dd>
            </div>
          )}
        </ReferenceCard>
        <p role="status">{t.collecting.slip[stage.slip ?? 'none']}</p>
        <p className={styles.device}>{code}</p>
      </div>
    </Sheet>
  )
}
