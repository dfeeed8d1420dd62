import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { VisitView } from '../../shared/api/kiosk/views.ts'
import type { SeatOffer } from '../../shared/domain/seats/offer.ts'
import { viewCone } from '../../shared/domain/venue/seat-view.ts'
import { Icon } from '../ui/icon.tsx'
import { inkOn, TribuneMark } from '../ui/illustrations/tribune.tsx'
import type { SeatMapLabels } from '../i18n/fr/kiosk.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import type { VenueLayout } from './layout/venue-layout.ts'
import { VenueMiniature } from './miniature.tsx'
import { drawSeat } from './paint/seat-drawing.ts'
import { markOf, type SeatMark } from './paint/seat-marks.ts'
import type { MapTheme } from './paint/theme.ts'
import { SeatViewFacts, SeatViewPicture } from './seat-view-canvas.tsx'
import styles from './section/section-panel.module.css'
import type { SectionChoice } from './use-section-choice.ts'

interface SectionSeenProps {
  readonly choice: SectionChoice
  readonly visit: VisitView
  readonly labels: SeatMapLabels
  /** Seat under the finger or cursor, otherwise the last chosen seat, otherwise the best free seat; null for none. */
  readonly seat: SeatOffer | null
  readonly onCloseSection: () => void
  readonly eventPicture?: ReactNode
}

/** Minimum time between two pictures, in milliseconds. */
const PICTURE_MS = 125

/** View from a seat, with a button that returns to the venue, and the section with its stand and gate. */
export function SectionSeen({ choice, visit, labels, seat: latest, onCloseSection, eventPicture }: SectionSeenProps) {
  const { t } = useI18n()
  const { section, around, code, layout } = choice
  const seat = usePaced(latest, PICTURE_MS)
  const { plan, event } = visit
  const seen = layout.fromPlan && plan && seat ? { plan, seat } : null
  const place = { sector: code, row: seat?.rowLabel ?? '', seatNumber: seat?.number ?? 0 }
  const { tribune } = section
  const [gate] = around.gates
  return (
    <div className={styles.seen} data-drawn={seen !== null || eventPicture !== undefined}>
      {seen && (
        <div className={styles.picture}>
          <SeatViewPicture plan={seen.plan} place={place} event={event} fades />
          <p className={styles.words}>
            <SeatViewFacts plan={seen.plan} place={place} />
          </p>
        </div>
      )}
      {!seen && eventPicture && (
        <div className={styles.picture} data-event>
          {eventPicture}
        </div>
      )}
      <div className={styles.over}>
        <button type="button" className={styles.back} data-back aria-label={labels.wholeVenue} onClick={onCloseSection}>
          <Icon name="arrow-left" />
        </button>
        {seen && (
          <p className={styles.from}>
            <Icon name="eye" />
            <span data-code>{labels.seenFrom(labels.seatCode(seen.seat.rowLabel, seen.seat.number))}</span>
          </p>
        )}
      </div>
      <div className={styles.band} style={{ '--tribune': tribune.color, '--on-tribune': inkOn(tribune.color) }}>
        <p>
          {tribune.name}
          <span data-code>{labels.section(code)}</span>
        </p>
        {gate && <p>{gate.name}</p>}
        <span className={styles.pattern}>
          <TribuneMark tribune={tribune} />
        </span>
      </div>
      {seat && (
        <dl className={styles.figures}>
          {(
            [
              [t.review.sector, code],
              [t.review.row, seat.rowLabel],
              [t.review.seat, seat.number],
            ] as const
          ).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd data-code>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

/** Returns the value, updated at most once every `everyMs` milliseconds. */
function usePaced<T>(value: T, everyMs: number): T {
  const [paced, setPaced] = useState(value)
  const changedAt = useRef(-Infinity)
  useEffect(() => {
    const wait = Math.max(0, changedAt.current + everyMs - performance.now())
    const timer = setTimeout(() => {
      changedAt.current = performance.now()
      setPaced(() => value)
    }, wait)
    return () => clearTimeout(timer)
  }, [value, everyMs])
  return paced
}

interface SectionKeyProps extends Pick<SectionSeenProps, 'choice' | 'visit' | 'labels' | 'seat'> {
  readonly venue: VenueLayout
  readonly theme: MapTheme
  /** Called with the price to highlight, or with null to remove the highlight. */
  readonly onPrice: (price: number | null) => void
}

/** Map with the position of the seat in the venue, legend of the seat symbols, and number of free seats. */
export function SectionKey({ choice, visit, venue, theme, labels, seat, onPrice }: SectionKeyProps) {
  const { section, code } = choice
  const cone = visit.plan && seat && viewCone(visit.plan, { sector: code, row: seat.rowLabel, seatNumber: seat.number })
  return (
    <section className={styles.key} aria-label={labels.legend}>
      {venue.field && (
        <span className={styles.venue}>
          <VenueMiniature venue={venue} places={[section]} cone={cone} />
        </span>
      )}
      <div className={styles.meaning}>
        <SeatLooks {...{ choice, theme, labels, onPrice }} />
        <p className={styles.left}>{labels.freeSeats(section.remaining)}</p>
      </div>
    </section>
  )
}

type SeatLooksProps = Pick<SectionKeyProps, 'choice' | 'theme' | 'labels' | 'onPrice'>

function SeatLooks({ choice, theme, labels, onPrice }: SeatLooksProps) {
  const { section, prices, onlyPrice } = choice
  const free = { status: 'available' } as const
  const sample = { choice, theme }
  return (
    <ul className={styles.looks}>
      {prices.length > 1 ? (
        prices.map((price, category) => (
          <Entry
            key={price}
            mark={markOf(free, false, false, category)}
            {...sample}
            pressed={price === onlyPrice}
            onPress={() => onPrice(price === onlyPrice ? null : price)}
          >
            <b>{labels.money(price)}</b>
          </Entry>
        ))
      ) : (
        <Entry mark={markOf(free, false, false, 0)} {...sample}>
          {labels.looks.available}
        </Entry>
      )}
      <Entry mark={markOf(free, true, false, 0)} {...sample}>
        {labels.looks.selected}
      </Entry>
      {section.seats.some(({ status }) => status === 'sold') && (
        <Entry mark={markOf({ status: 'sold' }, false, false, 0)} {...sample}>
          {labels.looks.sold}
        </Entry>
      )}
      {section.seats.some(({ accessible }) => accessible === true) && (
        <Entry mark={markOf({ ...free, accessible: true }, false, false, 0)} {...sample}>
          {labels.accessible}
        </Entry>
      )}
    </ul>
  )
}

interface EntryProps {
  readonly mark: SeatMark
  readonly choice: SectionChoice
  readonly theme: MapTheme
  readonly pressed?: boolean
  /** If present, the legend entry is a button that turns the highlighting of its seats on or off. */
  readonly onPress?: () => void
  readonly children: ReactNode
}

function Entry({ mark, choice, theme, pressed, onPress, children }: EntryProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { color } = choice.section.tribune
  const categories = choice.prices.length
  const size = Math.round(theme.textSize * 1.35)
  useEffect(() => {
    const pen = canvas.current?.getContext('2d')
    if (!canvas.current || !pen) return
    const { ratio } = theme
    const box = { width: Math.round(size * 0.95 * ratio), height: Math.round(size * ratio) }
    canvas.current.width = box.width
    canvas.current.height = box.height
    drawSeat(pen, mark, box, { free: color, theme, categories })
  }, [mark, color, categories, theme, size])
  const shown = (
    <>
      <canvas ref={canvas} className={styles.seat} style={{ width: size * 0.95, height: size }} aria-hidden="true" />
      <span>{children}</span>
    </>
  )
  if (!onPress) return <li className={styles.entry}>{shown}</li>
  return (
    <li>
      <button type="button" className={styles.price} aria-pressed={pressed} onClick={onPress}>
        {shown}
      </button>
    </li>
  )
}
