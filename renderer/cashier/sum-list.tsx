import { useI18n } from '../i18n/i18n-context.tsx'
import styles from './cashier-app.module.css'
import { useDesk } from './state/desk-context.tsx'
import { sumsFor } from './state/desk-state.ts'
import type { WorkAt } from './state/work.ts'

/** What customers are likely to hand over, and what they get back. */
export function SumList({
  work: {
    sale,
    sums: { chosen },
  },
}: {
  work: WorkAt<'payment'>
}) {
  const { t, money } = useI18n()
  const { store } = useDesk()
  const sums = sumsFor(sale)
  const [due = 0] = sums
  return (
    <section className={styles.list} aria-label={t.desk.cash}>
      <h2>{t.desk.cash}</h2>
      <ol>
        {sums.map((sum, index) => (
          <li key={sum}>
            <button
              type="button"
              tabIndex={-1}
              aria-current={index === chosen}
              className={styles.sum}
              onClick={() => {
                store.move(index - chosen)
                store.enter('')
              }}
            >
              <b>{money(sum, sale.currency)}</b>
              <span>{sum === due ? t.desk.nothingToGive : `${t.desk.given} ${money(sum - due, sale.currency)}`}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
