import { type KeyboardEvent, useRef, useState } from 'react'
import type { SeatOffer } from '../../../shared/domain/seats/offer.ts'
import type { SeatRow } from '../../../shared/domain/seats/seat-rows.ts'
import { inkOn } from '../../components/drawn/tribune-colors.ts'
import { Icon } from '../../components/icon.tsx'
import type { SeatMapLabels } from '../../i18n/seat-map-labels.ts'
import { readMark } from '../paint/seat-marks.ts'
import type { SectionChoice } from '../use-section-choice.ts'
import styles from './seat-list.module.css'

export interface ListedRowsProps {
  readonly choice: SectionChoice
  readonly partySize: number
  readonly labels: SeatMapLabels
}

/** The rows of a section, and the seats of the one that is open. */
export function ListedRows({ choice, partySize, labels }: ListedRowsProps) {
  const { isShort, onlyPlaces } = choice
  // Rows without such places are not sold out.
  const rows = onlyPlaces ? choice.rows.filter((row) => freeIn(row) > 0) : choice.rows
  const hasBlock = (row: SeatRow): boolean => row.seats.some(({ seat }) => isFree(seat) && !isShort(seat))
  const [opened, setOpened] = useState(() => Math.max(0, rows.findIndex(hasBlock)))
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
              data-short={freeIn(one) > 0 && !hasBlock(one)}
              onClick={() => setOpened(index)}
            >
              <span className={styles.code}>{labels.row(one.label)}</span>
              <span className={styles.left}>{freeIn(one) > 0 ? labels.seatsLeft(freeIn(one)) : labels.soldOut}</span>
              {freeIn(one) > 0 && !hasBlock(one) && <span className="unseen">{labels.tooShort(partySize)}</span>}
            </button>
          </li>
        ))}
      </ul>
      {row && <ListedSeats row={row} choice={choice} labels={labels} />}
      {choice.hasShort && (
        <p className={styles.note}>
          <i className={styles.sample} style={{ '--tribune': choice.section.tribune.color }} />
          {labels.tooShort(partySize)}
        </p>
      )}
    </>
  )
}

function isFree({ status }: SeatOffer): boolean {
  return status === 'available'
}

function freeIn(row: SeatRow): number {
  return row.seats.filter(({ seat }) => isFree(seat)).length
}

/** One stop for the Tab key; the arrow keys move from seat to seat. */
function ListedSeats({ row, choice, labels }: Omit<ListedRowsProps, 'partySize'> & { row: SeatRow }) {
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
        const { look, lone, short } = readMark(marks[index] ?? 0)
        return (
          <li key={seat.seatId} className={joined ? undefined : styles.apart}>
            <button
              type="button"
              className={styles.seat}
              data-seat={seat.seatId}
              data-look={look}
              data-lone={lone}
              data-short={short}
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
