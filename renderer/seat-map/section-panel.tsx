import { type ReactNode, useDeferredValue, useEffect, useRef } from 'react'
import type { VisitView } from '../../shared/api/kiosk/views.ts'
import { TribuneMark } from '../ui/illustrations/tribune.tsx'
import { ScrollHint } from '../ui/scroll-hint.tsx'
import type { SeatMapLabels } from '../i18n/fr/kiosk.ts'
import type { VenueLayout } from './layout/venue-layout.ts'
import { VenueMiniature } from './miniature.tsx'
import { drawSeat } from './paint/seat-drawing.ts'
import { markOf, type SeatMark } from './paint/seat-marks.ts'
import type { MapTheme } from './paint/theme.ts'
import { SeatViewFacts, SeatViewPicture } from './seat-view-canvas.tsx'
import styles from './section/section-panel.module.css'
import type { SectionChoice } from './use-section-choice.ts'

interface SectionPanelProps {
  readonly choice: SectionChoice
  readonly venue: VenueLayout
  readonly visit: VisitView
  readonly theme: MapTheme
  readonly labels: SeatMapLabels
  readonly partySize: number
  readonly onCloseSection: () => void
  /** Called with the price to highlight, or with null to remove the highlight. */
  readonly onPrice: (price: number | null) => void
}

export function SectionPanel({
  choice,
  venue,
  visit,
  theme,
  labels,
  partySize,
  onCloseSection,
  onPrice,
}: SectionPanelProps) {
  const { section, around } = choice
  return (
    <section className={styles.panel} aria-label={labels.legend}>
      <button type="button" className={styles.back} onClick={onCloseSection}>
        {venue.field && (
          <span className={styles.venue}>
            <VenueMiniature venue={venue} places={[section]} />
          </span>
        )}
        <span className={styles.label}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M20 12H5M11 6l-6 6 6 6" />
          </svg>
          {labels.wholeVenue}
        </span>
      </button>
      {choice.layout.fromPlan && <SectionSeen {...{ choice, visit, labels }} />}
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
      <SeatLooks {...{ choice, theme, labels, partySize, onPrice }} />
      <ScrollHint />
    </section>
  )
}

/** View from the middle one of the selected seats, or from the middle of the section if no seat is selected. */
function SectionSeen({ choice, visit, labels }: Pick<SectionPanelProps, 'choice' | 'visit' | 'labels'>) {
  const { plan, event } = visit
  const { code, chosen, layout } = choice
  const seats = chosen.length > 0 ? chosen : layout.seats
  // The view from the seat is rendered later, because the map must respond to the finger first.
  const seat = useDeferredValue(seats[Math.floor(seats.length / 2)])
  if (!plan || !seat) return null
  const place = { sector: code, row: seat.rowLabel, seatNumber: seat.number }
  return (
    <p className={styles.seen}>
      <span className={styles.picture}>
        <SeatViewPicture {...{ plan, place, event }} />
      </span>
      <span className={styles.words}>
        {chosen.length > 0 ? labels.seenFromSeat : labels.seenFromSection}
        <SeatViewFacts {...{ plan, place }} />
      </span>
    </p>
  )
}

type SeatLooksProps = Pick<SectionPanelProps, 'choice' | 'theme' | 'labels' | 'partySize' | 'onPrice'>

function SeatLooks({ choice, theme, labels, partySize, onPrice }: SeatLooksProps) {
  const { section, prices, onlyPrice } = choice
  const free = { status: 'available' } as const
  const taken = (['held', 'sold', 'blocked'] as const).filter((look) =>
    section.seats.some(({ status }) => status === look),
  )
  const entry = (mark: SeatMark, text: ReactNode) => (
    <Entry key={mark} {...{ mark, choice, theme }}>
      {text}
    </Entry>
  )
  return (
    <ul className={styles.looks}>
      {prices.length > 1
        ? prices.map((price, category) => (
            <Entry
              key={price}
              mark={markOf(free, false, false, category)}
              {...{ choice, theme }}
              pressed={price === onlyPrice}
              onPress={() => onPrice(price === onlyPrice ? null : price)}
            >
              <b>{labels.money(price)}</b>
            </Entry>
          ))
        : entry(
            markOf(free, false, false, 0),
            <>
              {labels.looks.available} <b>{labels.money(prices[0] ?? 0)}</b>
            </>,
          )}
      {taken.map((status) => entry(markOf({ status }, false, false, 0), labels.looks[status]))}
      {entry(markOf(free, true, false, 0), labels.looks.selected)}
      {choice.hasShort && entry(markOf(free, false, false, 0, true), labels.tooShort(partySize))}
      {section.seats.some((seat) => seat.accessible === true) &&
        entry(markOf({ ...free, accessible: true }, false, false, 0), labels.accessible)}
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
  const size = Math.round(theme.textSize * 1.25)
  useEffect(() => {
    const pen = canvas.current?.getContext('2d')
    if (!canvas.current || !pen) return
    const { ratio } = theme
    const box = { width: Math.round(size * 0.9 * ratio), height: Math.round(size * ratio) }
    canvas.current.width = box.width
    canvas.current.height = box.height
    drawSeat(pen, mark, box, { free: color, theme, categories })
  }, [mark, color, categories, theme, size])
  const shown = (
    <>
      <canvas ref={canvas} className={styles.seat} style={{ width: size * 0.9, height: size }} aria-hidden="true" />
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
