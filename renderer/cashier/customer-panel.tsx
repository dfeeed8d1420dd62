import { useI18n } from '../i18n/i18n-context.tsx'
import styles from './cashier-app.module.css'

/** What the line is for while a customer says who they are, and what becomes of it. */
export function CustomerPanel() {
  const { t } = useI18n()
  const { title, body, kept } = t.desk.customer
  return (
    <section className={styles.question} aria-label={title}>
      <h2>{title}</h2>
      <p>{body}</p>
      <p className={styles.quiet}>{kept}</p>
    </section>
  )
}
