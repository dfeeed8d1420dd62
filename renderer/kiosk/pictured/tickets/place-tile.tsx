import { shownGate } from '../../../../shared/domain/venue/way.ts'
import type { ChosenSeat } from '../../../../shared/domain/seats/offer.ts'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import { placeGroups } from '../../place-groups.ts'
import { PlacePicture, SeenFrom, usePlannedVenue } from '../../place-picture.tsx'
import { useKioskState } from '../../state/kiosk-context.tsx'
import { visitOf } from '../../state/kiosk-state.ts'
import { Walker } from '../drawings/people.tsx'
import styles from './place-tile.module.css'
import { Said } from '../said.tsx'
import { WayTiles } from './way-tiles.tsx'
import { usePlaceWords } from '../words.ts'

/** The held seats: the venue with somebody on the way, the view from there, and the way in drawings. */
export function PlaceTile({ seats }: { seats: readonly ChosenSeat[] }) {
  const { t } = useI18n()
  const placeWords = usePlaceWords()
  const state = useKioskState()
  const visit = visitOf(state)
  const venue = usePlannedVenue(visit?.saleId === state.sale?.saleId ? visit : null)
  const places = seats.map(({ sectionId, place }) => ({ sectionId, gate: shownGate(place.gate) }))
  return (
    <div className={styles.place}>
      {venue && (
        <div className={styles.pictures}>
          <Said words={`${t.pictures.walk}. ${placeWords(seats)}`} look={styles.picture}>
            <PlacePicture venue={venue} places={places} walker={<Walker />} />
          </Said>
          <Said words={t.review.view} look={styles.view}>
            <SeenFrom seats={seats} />
          </Said>
        </div>
      )}
      {placeGroups(seats).map((group) => (
        <WayTiles key={group.key} group={group} />
      ))}
    </div>
  )
}
