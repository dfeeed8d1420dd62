import { shownGate } from '../../shared/domain/venue/gate-name.ts'
import { TribuneMark } from '../components/drawn/tribune-mark.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import styles from './cashier-app.module.css'
import { useDesk } from './state/desk-context.tsx'
import type { WorkAt } from './state/work.ts'
import { rowsOf } from '../app/rows-of.ts'

/** The offers for what was typed; the arrows choose, Enter takes. */
export function OfferList({ seats: { visit, search } }: { seats: WorkAt<'seats'> }) {
  const { t, money } = useI18n()
  const { store } = useDesk()
  const { offers, chosen } = search
  if (!offers || !visit) return null
  return (
    <section className={styles.list} aria-label={t.desk.offers}>
      <h2>{t.desk.offers}</h2>
      <ol>
        {offers.map((offer, index) => {
          const [first] = offer.seats
          if (!first) return null
          const { tribune, gate, sector } = first.place
          const facts = offer.reasons.flatMap((reason) =>
            reason === 'other-tribune' ? [] : t.offers.reason(reason, offer.seats.length, shownGate(gate)),
          )
          return (
            <li key={first.seatId}>
              <button
                type="button"
                tabIndex={-1}
                aria-current={index === chosen}
                className={styles.choice}
                onClick={() => {
                  store.move(index - chosen)
                  store.enter('')
                }}
              >
                <span className={styles.tribune}>
                  <TribuneMark tribune={tribune} />
                </span>
                <span>
                  <b>
                    {tribune.name} · {sector} ·{' '}
                    {rowsOf(offer.seats)
                      .map(({ row, numbers }) => `${t.desk.row} ${row} : ${numbers.join(' ')}`)
                      .join(' · ')}
                  </b>
                  <small>
                    {t.desk.gate} {shownGate(gate)} · {t.offers.because(facts)}
                  </small>
                </span>
                <span className={styles.amount}>{money(offer.total, visit.session.currency)}</span>
              </button>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
