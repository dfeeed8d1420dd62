import { useState } from 'react'
import { compareLabels } from '../../../shared/domain/seats/place.ts'
import { NoticeCode } from '../../components/notice.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { noticeText } from '../../i18n/notice-text.ts'
import { ChartFigure, RankChart } from './chart-figure.tsx'
import { useAsked, useOffice } from '../office-context.tsx'
import styles from '../office.module.css'

/** What the service still has of an event, zone by zone. */
export function SeatsLeft() {
  const { t } = useI18n()
  const { who } = useOffice()
  const { value, problem } = useAsked('listAccess', who)
  const events = value ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const eventId = chosen ?? events.find(({ source }) => source !== null)?.eventId
  if (!value) return problem ? null : <p className={styles.quiet}>{t.common.wait}</p>
  return (
    <section className={styles.part} aria-label={t.office.seatsLeft}>
      <label className={styles.field}>
        <span>{t.office.seatsLeftOf}</span>
        <select value={eventId ?? ''} onChange={({ target }) => setChosen(target.value)}>
          {events.map((event) => (
            <option key={event.eventId} value={event.eventId}>
              {event.title}
            </option>
          ))}
        </select>
      </label>
      {eventId !== undefined && <ZonesLeft key={eventId} eventId={eventId} />}
    </section>
  )
}

function ZonesLeft({ eventId }: { eventId: string }) {
  const i18n = useI18n()
  const { t, digits } = i18n
  const { who } = useOffice()
  const { value, problem } = useAsked('viewSeatsLeft', { ...who, eventId })
  if (problem)
    return (
      <p className={styles.notice}>
        {noticeText(i18n, problem).title}
        <NoticeCode type={problem.type} />
      </p>
    )
  if (!value) return <p className={styles.quiet}>{t.common.wait}</p>
  const zones = value.zones.toSorted((a, b) => b.remaining - a.remaining || compareLabels(a.name, b.name))
  return (
    <ChartFigure
      title={t.office.left(value.remaining)}
      table={{
        head: [t.office.zone, t.office.seatsLeft],
        figures: [1],
        rows: zones.map(({ name, remaining }) => [name, digits(String(remaining))]),
      }}
    >
      <RankChart
        bars={zones.map(({ name, remaining }) => ({ name, value: remaining, said: t.common.places(remaining) }))}
      />
    </ChartFigure>
  )
}
