import { useDeferredValue } from 'react'
import type { VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import { MoreBelow } from '../../components/more-below.tsx'
import { TribuneMark } from '../../components/drawn/tribune-mark.tsx'
import type { SeatMapLabels } from '../../i18n/seat-map-labels.ts'
import type { VenueLayout } from '../layout/venue-layout.ts'
import { SeatViewPicture } from '../miniature/seat-view-picture.tsx'
import { VenueMiniature } from '../miniature/venue-miniature.tsx'
import type { MapTheme } from '../paint/theme.ts'
import { SeatLooks } from './seat-looks.tsx'
import styles from './section-panel.module.css'
import type { SectionChoice } from '../use-section-choice.ts'

export interface SectionPanelProps {
  readonly choice: SectionChoice
  readonly venue: VenueLayout
  readonly plan: VenuePlan | null
  readonly theme: MapTheme
  readonly labels: SeatMapLabels
  readonly partySize: number
  readonly onCloseSection: () => void
  /** Seats of other prices stand back from now on; null: none does. */
  readonly onPrice: (price: number | null) => void
}

/** Beside a section: where it lies in the venue, and what the seats' looks mean. */
export function SectionPanel({
  choice,
  venue,
  plan,
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
      {plan && choice.layout.fromPlan && <SectionSeen {...{ choice, plan, labels }} />}
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
      <MoreBelow />
    </section>
  )
}

/** What is seen from the middle one of the chosen seats, or of all seats before: the panel keeps its size. */
function SectionSeen({ choice, plan, labels }: Pick<SectionPanelProps, 'choice' | 'labels'> & { plan: VenuePlan }) {
  const { code, chosen, layout } = choice
  const seats = chosen.length > 0 ? chosen : layout.seats
  // The map first: it answers the finger.
  const seat = useDeferredValue(seats[Math.floor(seats.length / 2)])
  if (!seat) return null
  return (
    <p className={styles.seen}>
      <span className={styles.picture}>
        <SeatViewPicture plan={plan} place={{ sector: code, row: seat.rowLabel, seatNumber: seat.number }} />
      </span>
      <span className={styles.words}>{chosen.length > 0 ? labels.seenFromSeat : labels.seenFromSection}</span>
    </p>
  )
}
