import { tenders } from '../../shared/domain/money/tender.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import styles from './accepted-ways.module.css'
import { useKioskState } from './state/kiosk-context.tsx'

/** What can be paid with here: known before anybody chooses a seat. */
export function AcceptedWays() {
  const { t } = useI18n()
  const { info } = useKioskState()
  if (!info || info.tenders.length === 0) return null
  return (
    <span className={styles.accepted} data-item>
      <span>{t.paying.accepted}</span>{' '}
      {info.tenders.map((kind) => (
        <span key={kind} className={styles.way} style={{ '--brand': tenders[kind].color }}>
          {t.desk.tenders[kind]}
        </span>
      ))}
    </span>
  )
}
