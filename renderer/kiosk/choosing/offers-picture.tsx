import type { MouseEvent } from 'react'
import type { SeatProposal } from '../../../shared/kiosk-api/views.ts'
import { Icon } from '../../components/icon.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import type { VenueLayout } from '../../seat-map/layout/venue-layout.ts'
import { PlacePicture } from '../place-picture.tsx'
import { wholeVenue, type MapView } from '../state/steps.ts'
import styles from './offers-picture.module.css'

export interface OffersPictureProps {
  readonly venue: VenueLayout
  /** Null while they are looked for. */
  readonly offers: readonly SeatProposal[] | null
  readonly inert: boolean
  readonly onOpen: (at: MapView) => void
}

/** Where the offers are: a touch on a letter opens the map at those seats, anywhere else the whole venue. */
export function OffersPicture({ venue, offers, inert, onOpen }: OffersPictureProps) {
  const { t } = useI18n()
  if (!offers || offers.length === 0) return null
  const open = ({ target }: MouseEvent): void => {
    const mark = target instanceof Element ? target.closest<HTMLElement>('[data-section]') : null
    const offer = offers.find(({ sectionId }) => sectionId === mark?.dataset['section'])
    onOpen(offer ? { sectionId: offer.sectionId, picked: offer.seats.map(({ seatId }) => seatId) } : wholeVenue)
  }
  return (
    <button type="button" className={styles.open} inert={inert} onClick={open}>
      <PlacePicture
        venue={venue}
        places={offers.map(({ sectionId }, index) => ({ sectionId, letter: offerLetter(index) }))}
      />
      <span className={styles.words}>
        <Icon name="map" />
        {t.offers.where}
      </span>
    </button>
  )
}

/** A, B, C … */
export function offerLetter(index: number): string {
  return String.fromCodePoint(65 + index)
}
