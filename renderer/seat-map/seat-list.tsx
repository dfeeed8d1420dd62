import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { SectionOffer, ZoneOffer } from '../../shared/domain/seats/offer.ts'
import type { SeatRow } from '../../shared/domain/seats/seat-rows.ts'
import type { VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { inkOn, TribuneMark } from '../ui/illustrations/tribune.tsx'
import { Icon } from '../ui/icon.tsx'
import { ScrollHint } from '../ui/scroll-hint.tsx'
import { useSaying } from '../ui/speech/speech.tsx'
import type { SeatMapLabels } from '../i18n/fr/kiosk.ts'
import { pricesOf } from '../i18n/seat-map-labels.ts'
import styles from './list/seat-list.module.css'
import { readMark } from './paint/seat-marks.ts'
import { type SeatMapProps, type SectionChoice, useSectionChoice } from './use-section-choice.ts'
import { tribuneOf } from './venue-map.tsx'

/** `refused`: true if the announcement reports that a seat cannot be chosen. */
const nothing = { text: '', refused: false }

/** List that offers the choices of the map as buttons, for use with a keyboard, keypad or screen reader. */
export function SeatList(props: SeatMapProps) {
  const { visit, section, labels, onOpenSection, onCloseSection } = props
  const say = useSaying()
  const [told, setTold] = useState(nothing)
  const tell = useCallback((text: string, refused = false) => setTold({ text, refused }), [])
  useEffect(() => {
    if (told.refused) say('notice', told.text)
  }, [say, told])
  const choice = useSectionChoice(section, props, tell)
  return (
    <div className={styles.list}>
      {choice ? (
        <>
          <button type="button" className={styles.back} onClick={onCloseSection}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M20 12H5M11 6l-6 6 6 6" />
            </svg>
            {labels.wholeVenue}
          </button>
          <ListedRows key={choice.section.sectionId} {...{ choice, labels }} />
        </>
      ) : (
        <ListedSections {...{ labels, onOpenSection, visit }} />
      )}
      <p className="unseen" role="status">
        {told.text}
      </p>
      <ScrollHint />
    </div>
  )
}

function ListedSections({ visit, labels, onOpenSection }: Pick<SeatMapProps, 'visit' | 'labels' | 'onOpenSection'>) {
  const { zones, sections } = visit.session.overview
  const groups = zones
    .map((zone) => ({ zone, own: sections.filter(({ zoneId }) => zoneId === zone.zoneId) }))
    .filter(({ own }) => own.length > 0)
  return (
    <nav className={styles.groups} aria-label={labels.sections}>
      {groups.map(({ zone, own }) => (
        <section key={zone.zoneId} className={styles.group} aria-label={`${zone.name} ${labels.money(zone.price)}`}>
          <h2 className={styles.heading}>
            {zone.name} <span className={styles.price}>{labels.money(zone.price)}</span>
          </h2>
          <ul className={styles.sections}>
            {own.map((section) => (
              <li key={section.sectionId}>
                <ListedSection {...{ zone, section, plan: visit.plan, labels, onOpenSection }} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

interface ListedSectionProps extends Pick<SeatMapProps, 'labels' | 'onOpenSection'> {
  readonly zone: ZoneOffer
  readonly section: SectionOffer
  readonly plan: VenuePlan | null
}

function ListedSection({ zone, section, plan, labels, onOpenSection }: ListedSectionProps) {
  const tribune = tribuneOf(section, plan)
  const prices = pricesOf(section, labels)
  return (
    <button
      type="button"
      className={styles.section}
      aria-disabled={section.remaining === 0}
      onClick={section.remaining > 0 ? () => onOpenSection(section.sectionId) : undefined}
    >
      {tribune && (
        <span className={styles.mark}>
          <TribuneMark tribune={tribune} />
        </span>
      )}
      <span className={styles.code}>{labels.section(section.code)}</span>
      {prices !== labels.money(zone.price) && <span className={styles.price}>{prices}</span>}
      <span className={styles.left}>
        {section.remaining > 0 ? labels.seatsLeft(section.remaining) : labels.soldOut}
      </span>
    </button>
  )
}

interface ListedRowsProps {
  readonly choice: SectionChoice
  readonly labels: SeatMapLabels
}

function ListedRows({ choice, labels }: ListedRowsProps) {
  // Omits rows without free wheelchair spaces, which would otherwise appear as sold out.
  const rows = choice.onlyPlaces ? choice.rows.filter((row) => freeIn(row) > 0) : choice.rows
  const [opened, setOpened] = useState(() =>
    Math.max(
      0,
      rows.findIndex((row) => freeIn(row) > 0),
    ),
  )
  const row = rows[opened] ?? rows[0]
  return (
    <>
      <ul className={styles.rows} aria-label={labels.rows}>
        {rows.map((one, index) => (
          <li key={one.label}>
            <button
              type="button"
              className={styles.row}
              aria-pressed={one === row}
              aria-disabled={freeIn(one) === 0}
              onClick={() => setOpened(index)}
            >
              <span className={styles.code}>{labels.row(one.label)}</span>
              <span className={styles.left}>{freeIn(one) > 0 ? labels.seatsLeft(freeIn(one)) : labels.soldOut}</span>
            </button>
          </li>
        ))}
      </ul>
      {row && <ListedSeats row={row} choice={choice} labels={labels} />}
    </>
  )
}

function freeIn(row: SeatRow): number {
  return row.seats.filter(({ seat }) => seat.status === 'available').length
}

/** Seats of a row with one tab stop; the arrow keys move from seat to seat. */
function ListedSeats({ row, choice, labels }: ListedRowsProps & { row: SeatRow }) {
  const { layout, marks, spokenAt, press, section } = choice
  const list = useRef<HTMLUListElement>(null)
  const [stop, setStop] = useState('')
  const ids = row.seats.map(({ seat }) => seat.seatId)
  const tabStop = ids.includes(stop) ? stop : ids[0]

  const onKeyDown = (event: KeyboardEvent): void => {
    const at = ids.indexOf(tabStop ?? '')
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: ids.length - 1 }[event.key]
    const id = next === undefined ? undefined : ids[next]
    if (id === undefined) return
    event.preventDefault()
    setStop(id)
    list.current?.querySelector<HTMLElement>(`[data-seat="${CSS.escape(id)}"]`)?.focus()
  }

  return (
    <ul ref={list} className={styles.seats} aria-label={labels.seatsOfRow(row.label)}>
      {row.seats.map(({ seat, joined }) => {
        const index = layout.indexOf.get(seat.seatId) ?? 0
        const { look, lone } = readMark(marks[index] ?? 0)
        return (
          <li key={seat.seatId} className={joined ? undefined : styles.apart}>
            <button
              type="button"
              className={styles.seat}
              data-seat={seat.seatId}
              data-look={look}
              data-lone={lone}
              style={{ '--tribune': section.tribune.color, '--on-tribune': inkOn(section.tribune.color) }}
              tabIndex={seat.seatId === tabStop ? 0 : -1}
              aria-label={labels.spokenSeat(spokenAt(index))}
              aria-pressed={look === 'selected'}
              aria-disabled={look !== 'available' && look !== 'selected'}
              onFocus={() => setStop(seat.seatId)}
              onKeyDown={onKeyDown}
              onClick={() => press(seat)}
            >
              {seat.number}
              {seat.accessible && <Icon name="wheelchair" />}
              {seat.companion && <Icon name="person" />}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
