import { useEffect, useRef } from 'react'
import { TribuneMark } from '../../components/drawn/tribune-mark.tsx'
import type { SeatMapLabels } from '../../i18n/seat-map-labels.ts'
import type { VenueLayout } from '../layout/venue-layout.ts'
import { VenueMiniature } from '../miniature/venue-miniature.tsx'
import { drawSeat } from '../paint/seat-drawing.ts'
import { looks, markOf, type SeatMark } from '../paint/seat-marks.ts'
import type { MapTheme } from '../paint/theme.ts'
import styles from './section-panel.module.css'
import type { SectionChoice } from '../use-section-choice.ts'

export interface SectionPanelProps {
  readonly choice: SectionChoice
  readonly venue: VenueLayout
  readonly theme: MapTheme
  readonly labels: SeatMapLabels
  readonly partySize: number
  readonly onCloseSection: () => void
}

/** Beside a section: where it lies in the venue, and what the seats' looks mean. */
export function SectionPanel({ choice, venue, theme, labels, partySize, onCloseSection }: SectionPanelProps) {
  const { section, prices, around } = choice
  const statuses = looks.filter(
    (look) => look === 'available' || look === 'selected' || section.seats.some(({ status }) => status === look),
  )
  const accessible = section.seats.find((seat) => seat.accessible === true)
  return (
    <section className={styles.panel} aria-label={labels.legend}>
      <button type="button" className={styles.back} onClick={onCloseSection}>
        {venue.field && (
          <span className={styles.venue}>
            <VenueMiniature venue={venue} places={[section]} />
          </span>
        )}
        <span className={styles.words}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M20 12H5M11 6l-6 6 6 6" />
          </svg>
          {labels.wholeVenue}
        </span>
      </button>
      <div className={styles.facts}>
        <p className={styles.tribune}>
          <span className={styles.mark}>
            <TribuneMark tribune={section.tribune} />
          </span>
          {section.tribune.name}
        </p>
        <p>{labels.seatsLeft(section.remaining)}</p>
        {around.gates.map(({ code, name }) => (
          <p key={code} className={styles.gate}>
            {name}
          </p>
        ))}
      </div>
      <ul className={styles.looks}>
        {prices.length > 1 ? (
          prices.map((price, category) => (
            <Entry key={price} mark={markOf({ status: 'available' }, false, false, category)} {...{ choice, theme }}>
              <b>{labels.money(price)}</b>
            </Entry>
          ))
        ) : (
          <Entry mark={markOf({ status: 'available' }, false, false, 0)} {...{ choice, theme }}>
            {labels.looks.available} <b>{labels.money(prices[0] ?? 0)}</b>
          </Entry>
        )}
        {statuses
          .filter((look) => look !== 'available')
          .map((look) => (
            <Entry
              key={look}
              mark={
                look === 'selected'
                  ? markOf({ status: 'available' }, true, false, 0)
                  : markOf({ status: look }, false, false, 0)
              }
              {...{ choice, theme }}
            >
              {labels.looks[look]}
            </Entry>
          ))}
        {choice.hasShort && (
          <Entry mark={markOf({ status: 'available' }, false, false, 0, true)} {...{ choice, theme }}>
            {labels.tooShort(partySize)}
          </Entry>
        )}
        {accessible && (
          <Entry mark={markOf({ status: 'available', accessible: true }, false, false, 0)} {...{ choice, theme }}>
            {labels.accessible}
          </Entry>
        )}
      </ul>
    </section>
  )
}

function Entry({
  mark,
  choice,
  theme,
  children,
}: {
  mark: SeatMark
  choice: SectionChoice
  theme: MapTheme
  children: React.ReactNode
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { color } = choice.section.tribune
  const { categories } = choice
  const size = Math.round(theme.textSize * 1.25)
  useEffect(() => {
    const pen = canvas.current?.getContext('2d')
    if (!canvas.current || !pen) return
    const { ratio } = theme
    const box = { width: Math.round(size * 0.9 * ratio), height: Math.round(size * ratio) }
    canvas.current.width = box.width
    canvas.current.height = box.height
    drawSeat(pen, mark, box, { free: color, theme, categories }, ratio)
  }, [mark, color, categories, theme, size])
  return (
    <li className={styles.entry}>
      <canvas ref={canvas} className={styles.seat} style={{ width: size * 0.9, height: size }} aria-hidden="true" />
      <span>{children}</span>
    </li>
  )
}
