import type { ReactNode } from 'react'
import type { Tribune } from '../../shared/domain/seats/place.ts'
import { TribuneMark } from '../components/drawn/tribune-mark.tsx'
import styles from './callouts.module.css'
import type { SeatMapLabels, SpokenSeat, SpokenSection } from '../i18n/seat-map-labels.ts'

/** What stands over the seat under the finger or the cursor. */
export function SeatCallout({ seat, tribune, labels }: { seat: SpokenSeat; tribune: Tribune; labels: SeatMapLabels }) {
  return (
    <Card tribune={tribune}>
      <span className={styles.title}>
        {labels.row(seat.row)} · {labels.seat(seat.number)}
      </span>
      <span className={styles.facts}>{seat.look === 'available' ? seat.price : labels.looks[seat.look]}</span>
      {seat.gate !== '' && <span className={styles.facts}>{seat.gate}</span>}
      {seat.accessible && <span className={styles.facts}>{labels.accessible}</span>}
      {seat.note !== '' && <span className={styles.facts}>{seat.note}</span>}
    </Card>
  )
}

export function VenueCallout({
  section,
  tribune,
  labels,
}: {
  section: SpokenSection
  tribune: Tribune | null
  labels: SeatMapLabels
}) {
  return (
    <Card tribune={tribune}>
      <span className={styles.title}>{labels.section(section.code)}</span>
      <span className={styles.facts}>{section.zone}</span>
      <span className={styles.facts}>
        {section.remaining > 0 ? `${section.price} · ${labels.seatsLeft(section.remaining)}` : labels.soldOut}
      </span>
      {section.gate !== '' && <span className={styles.facts}>{section.gate}</span>}
    </Card>
  )
}

function Card({ tribune, children }: { tribune: Tribune | null; children: ReactNode }) {
  return (
    <div className={styles.card}>
      {tribune && (
        <span className={styles.mark}>
          <TribuneMark tribune={tribune} />
        </span>
      )}
      <span className={styles.lines}>{children}</span>
    </div>
  )
}
