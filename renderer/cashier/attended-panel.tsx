import { isMobileMoney } from '../../shared/domain/money/tender.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import styles from './cashier-app.module.css'
import { useDesk } from './state/desk-context.tsx'

/** What to charge on a device of its own, and what of its slip is then typed. */
export function AttendedPanel() {
  const { t, money } = useI18n()
  const { sale } = useDesk().state
  if (sale?.stage.name !== 'paying') return null
  const { tender, due } = sale.stage
  const { title, body } = isMobileMoney(tender) ? t.desk.attended.byTelephone : t.desk.attended.card
  return (
    <section className={styles.attended} aria-label={title}>
      <h2>{title}</h2>
      <p className={styles.charge}>
        <span>{t.desk.tenders[tender]}</span>
        <strong>{money(due, sale.currency)}</strong>
      </p>
      <p>{body}</p>
    </section>
  )
}
