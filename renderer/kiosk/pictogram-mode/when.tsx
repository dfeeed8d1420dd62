import { useState } from 'react'
import { parseLocalDate } from '../../../shared/domain/documents/local-date.ts'
import { venueTime } from '../../../shared/domain/seats/offer.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskState } from '../state/kiosk-context.tsx'
import styles from './drawings/when.module.css'

/** Maximum number of beds drawn; more cannot be counted at a glance. */
const MAX_BEDS = 6

/**
 * Calendar page for the day of the event, highlighted if that is today. A bed is drawn for each night until the event.
 */
export function CalendarLeaf({ startsAt }: { startsAt: string }) {
  const { date } = useI18n()
  const { dayOfMonth, month } = date(startsAt)
  const { info } = useKioskState()
  const [now] = useState(() => venueTime(info ?? {}, Date.now()))
  const nights = nightsUntil(startsAt, now)
  const beds = nights !== null && nights <= MAX_BEDS ? nights : 0
  return (
    <span className={styles.day} aria-hidden="true">
      <svg className={styles.leaf} viewBox="0 0 100 108" data-today={nights === 0 || undefined}>
        <rect className={styles.sheet} x="3" y="12" width="94" height="93" rx="9" />
        <path className={styles.head} d="M3 44V21a9 9 0 0 1 9-9h76a9 9 0 0 1 9 9v23z" />
        <path className={styles.rings} d="M28 4v16M72 4v16" />
        <text className={styles.month} x="50" y="32">
          {month}
        </text>
        <text className={styles.number} x="50" y="76">
          {dayOfMonth}
        </text>
      </svg>
      {beds > 0 && (
        <span className={styles.beds}>
          {Array.from({ length: beds }, (_, night) => (
            <svg key={night} viewBox="0 0 40 26">
              <path d="M3 4v20M3 18h34M37 24V14a4 4 0 0 0-4-4H16v8" />
              <circle cx="9.5" cy="12" r="3.2" />
            </svg>
          ))}
        </span>
      )}
    </span>
  )
}

/** Time of the event on a clock, with a sky that shows the sun by day and the moon by night. */
export function SkyClock({ startsAt }: { startsAt: string }) {
  const clock = clockOf(startsAt)
  if (!clock) return null
  const { hour, minute, sun } = clock
  return (
    <svg className={styles.clock} viewBox="0 0 120 108" data-sky={sun ? 'day' : 'night'} aria-hidden="true">
      <rect className={styles.sky} x="2" y="2" width="116" height="104" rx="10" />
      {sun ? (
        <g className={styles.sun}>
          <circle cx="94" cy="26" r="11" />
          <path d="M94 7v4M94 41v4M75 26h4M109 26h4M80.5 12.5l3 3M104.5 36.5l3 3M80.5 39.5l3-3M104.5 15.5l3-3" />
        </g>
      ) : (
        <g className={styles.moon}>
          <path d="M100 12a15 15 0 1 0 8 25a18 18 0 0 1-8-25z" />
          <circle cx="104" cy="58" r="2" />
          <circle cx="16" cy="18" r="2" />
          <circle cx="108" cy="88" r="1.6" />
        </g>
      )}
      <circle className={styles.face} cx="54" cy="56" r="42" />
      <g className={styles.marks}>
        {Array.from({ length: 12 }, (_, at) => (
          <path key={at} d={at % 3 === 0 ? 'M54 17v9' : 'M54 17v4'} transform={`rotate(${at * 30} 54 56)`} />
        ))}
      </g>
      <path className={styles.hour} d="M54 58V35" transform={`rotate(${(hour % 12) * 30 + minute / 2} 54 56)`} />
      <path className={styles.minute} d="M54 58V24" transform={`rotate(${minute * 6} 54 56)`} />
    </svg>
  )
}

/**
 * Returns the nights between two local date-times (`2027-05-17T16:00:00`). Null if one of them is invalid or the day of
 * the event is past.
 */
export function nightsUntil(startsAt: string, localNow: string): number | null {
  const [today, day] = [dayOf(localNow), dayOf(startsAt)]
  return today === null || day === null || day < today ? null : day - today
}

function dayOf(local: string): number | null {
  const at = parseLocalDate(local)
  return at && Date.UTC(at.year, at.month, at.day) / 86_400_000
}

/** Returns the hour and minute of a local time, and whether it is daylight; null if the time is unknown. */
export function clockOf(
  local: string,
): { readonly hour: number; readonly minute: number; readonly sun: boolean } | null {
  const [hour, minute] = (/T(\d{2}):(\d{2})/u.exec(local) ?? []).slice(1).map(Number)
  if (hour === undefined || minute === undefined) return null
  // Daylight near the equator: from 6:00 to 18:30.
  return { hour, minute, sun: hour >= 6 && hour * 60 + minute < 18 * 60 + 30 }
}
