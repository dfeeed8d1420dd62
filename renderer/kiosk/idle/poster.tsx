import { useEffect, useState } from 'react'
import { tenders } from '../../../shared/ledger-format/money.ts'
import type { EventOffer } from '../../../shared/domain/seats/offer.ts'
import { titleLines } from '../../app/in-words.ts'
import { useFingersDown } from '../../ui/hooks.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import acceptedWaysStyles from '../accepted-ways.module.css'
import { EventPicture } from '../event-picture.tsx'
import { useKioskState } from '../state/kiosk-context.tsx'
import styles from './poster.module.css'

interface AttractPosterProps {
  readonly event: EventOffer
  readonly next: boolean
  /** Number of other events on sale. */
  readonly others: number
}

export function AttractPoster({ event, next, others }: AttractPosterProps) {
  const { t, date, money } = useI18n()
  const lines = titleLines(event)
  const longest = Math.max(...lines.flatMap(unbroken).map(({ length }) => length), 6)
  return (
    <span className={styles.poster} data-event={event.eventId}>
      <span className={styles.picture}>
        <EventPicture event={event} />
      </span>
      <span className={styles.text}>
        <span className={styles.kicker}>{next ? t.attract.next : t.attract.alsoOnSale}</span>
        <span
          className={styles.title}
          data-said
          style={{
            '--letters': longest,
            '--all-letters': lines.join('').length,
            '--line-letters': lines.join(` ${t.common.versus} `).length,
          }}
        >
          {lines.map((line, index) => (
            <span key={line}>
              {index > 0 && <span className={styles.versus}>{t.common.versus}</span>}
              <span className={styles.team}>{line}</span>
            </span>
          ))}
        </span>
        <span className={styles.when} data-item>
          <span className={styles.day}>{date(event.startsAt).full}</span>
          <span className={styles.where}>{t.common.city(event.venue.name, event.venue.city)}</span>
        </span>
        <span className={styles.terms} data-item>
          <span className={styles.price}>{t.events.from(money(event.minPrice, event.currency))}</span>
          {others > 0 && <span className={styles.others}>{t.attract.others(others)}</span>}
        </span>
        <AcceptedTenders />
      </span>
    </span>
  )
}

/** Returns the parts of a line that must not be broken: a short line as a whole, or else its single words. */
function unbroken(line: string): readonly string[] {
  return line.length <= 12 ? [line] : line.split(' ')
}

export function AcceptedTenders() {
  const { t } = useI18n()
  const { info } = useKioskState()
  if (!info || info.tenders.length === 0) return null
  return (
    <span className={acceptedWaysStyles.accepted} data-item>
      <span>{t.paying.accepted}</span>{' '}
      {info.tenders.map((kind) => (
        <span key={kind} className={acceptedWaysStyles.way} style={{ '--brand': tenders[kind].color }}>
          {t.desk.tenders[kind]}
        </span>
      ))}
    </span>
  )
}

const TURN_MS = 15_000

/** Returns the index of the item to show. It advances every 15 seconds, except during a touch or if `still` is true. */
export function useRotation(count: number, still: boolean): number {
  const [turn, setTurn] = useState(0)
  const fingers = useFingersDown()
  const turns = !still && count > 1
  useEffect(() => {
    if (!turns) return undefined
    const timer = setInterval(() => {
      // A touch counts only if it ends on the element on which it began.
      if (!fingers.any()) setTurn((before) => before + 1)
    }, TURN_MS)
    return () => clearInterval(timer)
  }, [turns, fingers])
  return count === 0 ? 0 : turn % count
}
