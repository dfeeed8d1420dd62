import { collectionCode, inHalves } from '../../shared/domain/sale/collection-code.ts'
import type { SaleView } from '../../shared/kiosk-api/views.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import styles from './cashier-app.module.css'

/** Paid, and not confirmed: what happened, and what the customer is told. */
export function LatePanel({ sale: { amount, currency, saleId } }: { sale: SaleView }) {
  const { t, money } = useI18n()
  const { late } = t.desk
  const paid = money(amount, currency)
  const number = inHalves(collectionCode(saleId))
  return (
    <section className={styles.question} aria-label={late.title(paid)} role="alert">
      <h2>{late.title(paid)}</h2>
      <p>{late.body}</p>
      <dl>
        <div>
          <dt>{late.number}</dt>
          <dd className={styles.number} data-code>
            {number}
          </dd>
        </div>
      </dl>
      <h3>{late.tell}</h3>
      <p className={styles.words}>{late.words(paid, number)}</p>
    </section>
  )
}
