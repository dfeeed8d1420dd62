import type { ReactNode } from 'react'
import { inHalves } from '../../../shared/domain/sale/collection-code.ts'
import { holding } from '../../components/speech/private.ts'
import { Guilloche } from '../../components/drawn/guilloche.tsx'
import { QrCode } from '../../components/drawn/qr-code.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import styles from './reference-card.module.css'
import { useKioskState } from '../state/kiosk-context.tsx'

export interface ReferenceCardProps {
  readonly reference: string
  /** What else is to be seen on the photograph. */
  readonly children?: ReactNode
}

/** On the smallest glass; it is drawn larger where there is room. */
const QR_MM = 24

/** The reference of a sale, to be photographed: for people, and for scanners. */
export function ReferenceCard({ reference, children }: ReferenceCardProps) {
  const { t } = useI18n()
  const { info } = useKioskState()
  return (
    <div className={styles.card}>
      <span className={styles.ornament}>
        <Guilloche seed={reference} />
      </span>
      <dl className={styles.facts}>
        <div>
          <dt>{t.staff.reference}</dt>
          <dd className={styles.reference} dir="ltr" {...holding('reference')}>
            {inHalves(reference)}
          </dd>
        </div>
        {children}
      </dl>
      <span className={styles.code}>
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
