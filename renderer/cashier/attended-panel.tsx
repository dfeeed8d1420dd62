import { isMobileMoney } from '../../shared/domain/money/tender.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import styles from './cashier-app.module.css'
import type { WorkAt } from './state/work.ts'

/** What to charge on a device of its own, and what of its slip is then typed. */
export function AttendedPanel({ sale }: Pick<WorkAt<'attended'>, 'sale'>) {
  const { t, money } = useI18n()
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
