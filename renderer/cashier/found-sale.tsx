import type { SaleSummary } from '../../shared/domain/sale/sale-file.ts'
import { shownGate } from '../../shared/domain/venue/way.ts'
import { eventAndDate } from '../i18n/dates.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import styles from './cashier-app.module.css'

/** The sale of the ticket that was scanned. */
export function FoundSale({ found }: { found: SaleSummary }) {
  const i18n = useI18n()
  const { t, money, instant } = i18n
  return (
    <section className={styles.question} aria-label={t.desk.found}>
      <h2>{t.desk.found}</h2>
      <p>{eventAndDate(found, i18n)}</p>
      <ul>
        {found.places.map(({ seatCode, tribune, gate }) => (
          <li key={seatCode}>
            <span data-code>
              <b>{seatCode}</b> · {tribune.name} · {t.desk.gate} {shownGate(gate)}
            </span>
          </li>
        ))}
      </ul>
      <dl>
        <div>
          <dt>{instant(found.begunUtc)}</dt>
          <dd>{money(found.amount, found.currency)}</dd>
        </div>
        <div>
          <dt>{t.desk.reference}</dt>
          <dd className={styles.reference} data-code>
            {found.orderId ?? ''}
          </dd>
        </div>
      </dl>
    </section>
  )
}
