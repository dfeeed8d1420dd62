import { useI18n } from '../i18n/i18n-context.tsx'
import { titleLines } from '../app/event-title.ts'
import styles from './cashier-app.module.css'
import { useDesk } from './state/desk-context.tsx'

export function EventList({ chosen }: { chosen: number }) {
  const { t, money, date } = useI18n()
  const { store, state } = useDesk()
  const { events } = state
  if (events.length === 0) return <p className={styles.quiet}>{t.desk.noEvents}</p>
  return (
    <section className={styles.list} aria-label={t.desk.choose}>
      <h2>{t.desk.choose}</h2>
      <ol>
        {events.map((event, index) => (
          <li key={event.eventId}>
            <button
              type="button"
              tabIndex={-1}
              aria-current={index === chosen}
              className={styles.choice}
              onClick={() => store.chooseEvent(event)}
            >
              <kbd>{index + 1}</kbd>
              <span>
                <b>{titleLines(event).join(' – ')}</b>
                <small>
                  {date(event.startsAt).full} · {event.venue.name}
                </small>
              </span>
              <span className={styles.amount}>{money(event.minPrice, event.currency)}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
