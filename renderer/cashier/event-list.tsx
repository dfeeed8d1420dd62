import { useEffect, useState } from 'react'
import { isPast } from '../../shared/domain/documents/local-date.ts'
import { type EventOffer, isEventOver, venueTime } from '../../shared/domain/seats/offer.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { ObstacleList } from '../components/findings.tsx'
import { titleInOneLine } from '../app/event-title.ts'
import styles from './cashier-app.module.css'
import { useDesk } from './state/desk-context.tsx'

export function EventList({ chosen }: { chosen: number }) {
  const { t, money, date } = useI18n()
  const { store, state } = useDesk()
  const { events, info } = state
  useEffect(() => store.lookAtEvents(), [store])
  if (events.length === 0) {
    const minutes = info?.clockOffMinutes
    if (minutes === undefined) return <p className={styles.quiet}>{t.desk.noEvents}</p>
    return <ObstacleList obstacles={[{ type: 'clock-off', minutes, refused: false }]} />
  }
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
                <b>
                  <span className="clamped" title={titleInOneLine(event)}>
                    {titleInOneLine(event)}
                  </span>
                </b>
                <small>
                  {date(event.startsAt).full} · {event.venue.name}
                </small>
              </span>
              <span className={styles.amount}>
                {money(event.minPrice, event.currency)}
                <EventStanding event={event} />
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** How an event stands: over, begun, sold out, or the seats that are left, as far as they are known. */
function EventStanding({ event }: { event: EventOffer }) {
  const { t, count } = useI18n()
  const { seatsLeft, info } = useDesk().state
  const left = seatsLeft.get(event.eventId)
  const [now] = useState(() => venueTime(info ?? {}, Date.now()))
  const { over, begun, soldOut } = t.desk.eventStands
  if (isEventOver(event, now)) return <small>{over}</small>
  const seats = left === undefined ? null : left === 0 ? soldOut : t.desk.seatsLeft(left, count(left))
  return <small>{[isPast(event.startsAt, now) ? begun : null, seats].filter(Boolean).join(' · ')}</small>
}
