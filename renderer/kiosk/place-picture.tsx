import type { ReactNode } from 'react'
import type { ChosenSeat, EventOffer } from '../../shared/domain/seats/offer.ts'
import { inSeatOrder, shownGate } from '../../shared/domain/seats/place.ts'
import { Icon } from '../ui/icon.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import type { VenueLayout } from '../seat-map/layout/venue-layout.ts'
import { type MarkedPlace, usePlannedVenue, VenueMiniature } from '../seat-map/miniature.tsx'
import { SeatViewFacts, SeatViewPicture } from '../seat-map/seat-view-canvas.tsx'
import { EventPicture } from './event-picture.tsx'
import styles from './place-picture.module.css'
import { useKioskState } from './state/kiosk-context.tsx'
import { visitOf } from './state/kiosk-state.ts'

/** Returns the held seats with their sections, gates and venue layout; null without seats or a suitable plan. */
export function useHeldPlaces() {
  const state = useKioskState()
  const visit = visitOf(state)
  const seats = visit?.saleId === state.sale?.saleId ? (state.sale?.seats ?? []) : []
  const venue = usePlannedVenue(visit)
  const places = seats.map(({ sectionId, place }) => ({ sectionId, gate: shownGate(place.gate) }))
  return venue && places.length > 0 ? { seats, venue, places } : null
}

interface HeldPlacesProps {
  readonly event: EventOffer
  /** Text for the advantage of the offer over the others; undefined if there is none. */
  readonly label: string | undefined
  /** True to show a small map on the view. */
  readonly mapped: boolean
}

/**
 * Shows the view from the held seats, with a small map of their sections and gates. For seats in several sections, the
 * map fills the picture. Without a plan, shows the picture of the event.
 */
export function HeldPlaces({ event, label, mapped }: HeldPlacesProps) {
  const { t } = useI18n()
  const held = useHeldPlaces()
  if (!held) return <EventPicture event={event} />
  const { seats, venue, places } = held
  return (
    <div className={styles.held} data-mapped={mapped}>
      <span className={styles.view}>
        <SeenFrom seats={seats} />
      </span>
      {label !== undefined && <b className={styles.label}>{label}</b>}
      <span className={styles.caption} data-said data-caption>
        <span className="unseen">{t.review.view}</span>
        <Icon name="eye" />
        <SeenFrom seats={seats} inWords />
      </span>
      <span className={styles.map}>
        <PlacePicture venue={venue} places={places} />
      </span>
    </div>
  )
}

/** Map of the held seats' sections and gates, with the route between them. Renders nothing without a suitable plan. */
export function HeldMap() {
  const held = useHeldPlaces()
  return held && <PlacePicture venue={held.venue} places={held.places} />
}

/**
 * View from the middle one of the given seats, as a picture or in words; empty without a plan or for seats in several
 * sections.
 */
export function SeenFrom({ seats, inWords = false }: { seats: readonly ChosenSeat[]; inWords?: boolean }) {
  const { plan, event } = visitOf(useKioskState()) ?? {}
  // The seats are sorted first, so that all screens of one offer show the same picture.
  const seat = inSeatOrder(seats)[Math.floor(seats.length / 2)]
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
