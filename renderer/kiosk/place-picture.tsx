import { type ReactNode, useMemo } from 'react'
import { shownGate } from '../../shared/domain/venue/way.ts'
import type { ChosenSeat } from '../../shared/domain/seats/offer.ts'
import type { VisitView } from '../../shared/api/kiosk/views.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { type VenueLayout, venueLayout } from '../seat-map/layout/venue-layout.ts'
import { type MarkedPlace, VenueMiniature } from '../seat-map/miniature.tsx'
import { SeatViewFacts, SeatViewPicture } from '../seat-map/seat-view-canvas.tsx'
import styles from './place-picture.module.css'
import { useKioskState } from './state/kiosk-context.tsx'
import { visitOf } from './state/kiosk-state.ts'

/**
 * Shows the sections of the held seats, their gates and the way between them. Renders nothing without a suitable plan.
 */
export function HeldPlaces() {
  const { t } = useI18n()
  const state = useKioskState()
  const visit = visitOf(state)
  const seats = visit?.saleId === state.sale?.saleId ? (state.sale?.seats ?? []) : []
  const places = seats.map(({ sectionId, place }) => ({ sectionId, gate: shownGate(place.gate) }))
  const venue = usePlannedVenue(visit)
  if (!venue || places.length === 0) return null
  return (
    <span className={styles.held}>
      <PlacePicture venue={venue} places={places} />
      <span className={styles.view}>
        <SeenFrom seats={seats} />
        <span data-said data-caption>
          {t.review.view}
          <SeenFrom seats={seats} inWords />
        </span>
      </span>
    </span>
  )
}

/**
 * View from the middle one of the given seats, as a picture or in words; empty without a plan or for seats in several
 * sections.
 */
export function SeenFrom({ seats, inWords = false }: { seats: readonly ChosenSeat[]; inWords?: boolean }) {
  const { plan, event } = visitOf(useKioskState()) ?? {}
  const seat = seats[Math.floor(seats.length / 2)]
  const isOneLook = seats.every(({ sectionId }) => sectionId === seat?.sectionId)
  if (!plan || !event || !seat || !isOneLook) return null
  return inWords ? (
    <SeatViewFacts plan={plan} place={seat.place} />
  ) : (
    <SeatViewPicture plan={plan} place={seat.place} event={event} />
  )
}

interface PlacePictureProps {
  readonly venue: VenueLayout
  readonly places: readonly MarkedPlace[]
  readonly walker?: ReactNode
}

export function PlacePicture(picture: PlacePictureProps) {
  return (
    <span className={styles.picture}>
      <VenueMiniature {...picture} />
    </span>
  )
}

/** Returns the venue layout as shown by the seat map; null if no plan contains every section on sale. */
export function usePlannedVenue(visit: VisitView | null): VenueLayout | null {
  return useMemo(() => {
    if (!visit?.plan) return null
    const venue = venueLayout(visit.plan, visit.session.overview, 1, visit.here)
    return venue.field && venue
  }, [visit])
}
