import { MAX_FOUND_SALES, type SaleSummary } from '../../../shared/domain/sale/sale-file.ts'
import { eventAndDate } from '../../i18n/dates.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import styles from '../cashier-app.module.css'
import own from './files.module.css'

/** Sales that fit what was typed, the latest first; the arrows choose. */
export function FoundList({
  found,
  chosen,
  onChoose,
}: {
  found: readonly SaleSummary[]
  chosen: number
  onChoose: (index: number) => void
}) {
  const i18n = useI18n()
  const { t, money, instant } = i18n
  if (found.length === 0) return <p className={styles.quiet}>{t.files.nothing}</p>
  return (
    <section className={styles.list} aria-label={t.files.found}>
      {found.length >= MAX_FOUND_SALES && <p className={styles.quiet}>{t.files.latestOnly(MAX_FOUND_SALES)}</p>}
      <ol>
        {found.map((sale, index) => (
          <li key={sale.saleId}>
            <button
              type="button"
              tabIndex={-1}
              aria-current={index === chosen}
              ref={(button) => {
                if (index === chosen) button?.scrollIntoView({ block: 'nearest' })
              }}
              className={own.found}
              onClick={() => onChoose(index)}
            >
              <b data-code>{seatsOf(sale)}</b>
              <b>{money(sale.amount, sale.currency)}</b>
              <small>
                {eventAndDate(sale, i18n)}
                <br />
                {t.files.soldAt(instant(sale.begunUtc))}
              </small>
              <small>
                {sale.owed > 0
                  ? t.files.stillOwed(money(sale.owed, sale.currency))
                  : sale.returned > 0
                    ? t.files.returned(money(sale.returned, sale.currency))
                    : t.files.states[sale.state]}
              </small>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

function seatsOf({ places }: SaleSummary): string {
  return places.map(({ sector, row, seatNumber }) => `${sector} ${row} ${seatNumber}`).join(' · ')
}
