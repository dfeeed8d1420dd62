import type { ReactNode } from 'react'
import { inHalves } from '../../../shared/domain/sale/collection-code.ts'
import type { SaleStage } from '../../../shared/api/kiosk/views.ts'
import { Button } from '../../ui/button.tsx'
import { Guilloche } from '../../ui/illustrations/guilloche.tsx'
import { QrCode } from '../../ui/illustrations/paper.tsx'
import { Sheet } from '../../ui/sheets/sheet.tsx'
import { holding } from '../../ui/speech/speech.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { ProblemNotice, useDeviceCode } from '../problem-notice.tsx'
import { SaleStub } from '../sale-coupon.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import styles from './collecting.module.css'
import referenceCardStyles from './reference-card.module.css'

/** Screen for a payment that was confirmed late. Nothing is printed before the customer confirms. */
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
      coupon={<SaleStub countdown={false} />}
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

interface ReferenceCardProps {
  readonly reference: string
  /** Further details below the reference, to be included in the customer's photograph. */
  readonly children?: ReactNode
}

/** Size of the QR code on the smallest screen, in millimetres. The code is drawn larger if there is space. */
const QR_MM = 24

/** Reference of a sale as text and as a QR code, for the customer to photograph. */
export function ReferenceCard({ reference, children }: ReferenceCardProps) {
  const { t } = useI18n()
  const { info } = useKioskState()
  return (
    <div className={referenceCardStyles.card}>
      <span className={referenceCardStyles.ornament}>
        <Guilloche seed={reference} />
      </span>
      <dl className={referenceCardStyles.facts}>
        <div>
          <dt>{t.staff.reference}</dt>
          <dd className={referenceCardStyles.reference} dir="ltr" {...holding('reference')}>
            {inHalves(reference)}
          </dd>
        </div>
        {children}
      </dl>
      <span className={referenceCardStyles.code}>
        <QrCode
          text={reference}
          label={t.staff.qr}
          pixelsPerMillimetre={info?.pixelsPerMillimetre ?? 4}
          millimetres={QR_MM}
        />
      </span>
    </div>
  )
}

interface ComeBackScreenProps {
  readonly stage: Extract<SaleStage, { name: 'needs-staff' }>
}

/** Screen while the payment status is unknown. The customer may leave and return with the code. */
export function CollectLaterScreen({ stage }: ComeBackScreenProps) {
  const { t } = useI18n()
  const store = useKioskStore()
  const device = useDeviceCode('payment-unconfirmed')
  const words = t.collecting
  return (
    <Sheet
      title={words.comeBack.title}
      lead={words.comeBack.body}
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
