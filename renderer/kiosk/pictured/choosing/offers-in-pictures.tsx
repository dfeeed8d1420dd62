import { useState } from 'react'
import { shownGate } from '../../../../shared/domain/venue/way.ts'
import type { SeatProposal } from '../../../../shared/kiosk-api/views.ts'
import { Still } from '../../../components/drawn/still.tsx'
import { Waiting } from '../../../components/drawn/waiting.tsx'
import { TribuneMark } from '../../../components/drawn/tribune-mark.tsx'
import { useTapGuard } from '../../../components/use-tap-guard.ts'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import { sentence } from '../../../i18n/sentence.ts'
import { whyOffered } from '../../../i18n/why-offered.ts'
import type { VenueLayout } from '../../../seat-map/layout/venue-layout.ts'
import { useSteady } from '../../choosing/use-steady.ts'
import { PlacePicture, SeenFrom, usePlannedVenue } from '../../place-picture.tsx'
import { ProblemNotice } from '../../problem-notice.tsx'
import { useKioskState, useKioskStore } from '../../state/kiosk-context.tsx'
import { valueOf } from '../../state/remote.ts'
import type { OffersStep } from '../../state/steps.ts'
import { useSaleNotice } from '../../use-sale-notice.ts'
import { Walker } from '../drawings/people.tsx'
import { GateDrawing } from '../drawings/places.tsx'
import { MoneyPicture } from '../money-to-count.tsx'
import styles from './offers-in-pictures.module.css'
import { PictureSheet } from '../picture-sheet.tsx'
import { Said } from '../said.tsx'
import { usePlaceWords, usePriceWords } from '../words.ts'

/** Where to sit: the tribune in its colour, somebody on the way to it, what is seen from there, and its notes. */
export function OffersInPictures({ step }: { step: OffersStep }) {
  const { event, count, visit, proposals, wishes } = step
  const { t } = useI18n()
  const store = useKioskStore()
  const { busy } = useKioskState()
  const { notice, working } = useSaleNotice()
  const [marked, setMarked] = useState<string | null>(null)
  const offers = useSteady(valueOf(proposals))
  const problem = visit.state === 'failed' ? visit.problem : proposals.state === 'failed' ? proposals.problem : null
  const shown = problem ?? notice
  const none = offers?.length === 0
  const settling = useTapGuard(offers?.map(keyOf).join() ?? '')
  const venue = usePlannedVenue(valueOf(visit))
  const occupied = busy || working
  const taken = offers?.find((offer) => keyOf(offer) === marked)
  const take = (): void => {
    if (problem) store.proposeAgain()
    else if (taken && !occupied)
      store.hold(
        taken.sectionId,
        taken.seats.map(({ seatId }) => seatId),
      )
  }
  const noneTitle = wishes.wheelchair ? t.wheelchair.none : t.offers.none(count)
  return (
    <PictureSheet
      title={none ? noneTitle : t.offers.title(count)}
      lead={occupied ? t.offers.holding : none ? undefined : t.pictures.takeFirst}
      notice={shown && <ProblemNotice notice={shown} />}
      event={event}
      count={count}
      onYes={none && !problem ? undefined : take}
      ready={problem !== null || taken !== undefined}
      onNo={store.back}
    >
      {!offers && !problem && <Waiting label={t.offers.searching} />}
      {none && <Still icon="ticket" seed={event.eventId} />}
      <ul className={styles.offers} inert={settling || occupied}>
        {offers?.map((offer) => (
          <li key={keyOf(offer)}>
            <OfferCard
              offer={offer}
              venue={venue}
              currency={event.currency}
              marked={keyOf(offer) === marked}
              onMark={() => setMarked(keyOf(offer))}
            />
          </li>
        ))}
      </ul>
    </PictureSheet>
  )
}

const keyOf = ({ seats }: SeatProposal): string => seats.map(({ seatId }) => seatId).join()

interface OfferCardProps {
  readonly offer: SeatProposal
  readonly venue: VenueLayout | null
  readonly currency: string
  readonly marked: boolean
  readonly onMark: () => void
}

function OfferCard({ offer, venue, currency, marked, onMark }: OfferCardProps) {
  const { t } = useI18n()
  const placeWords = usePlaceWords()
  const priceWords = usePriceWords()
  const { seats, total } = offer
  const [first] = seats
  if (!first) return null
  const { tribune, gate } = first.place
  const places = seats.map(({ sectionId, place }) => ({ sectionId, gate: shownGate(place.gate) }))
  return (
    <Said
      words={[placeWords(seats), whyOffered(t.offers, offer), priceWords(total, currency)]
        .filter((words) => words !== '')
        .map(sentence)
        .join(' ')}
      marked={marked}
      onMark={onMark}
      look={styles.card}
    >
      <span className={styles.band}>
        <TribuneMark tribune={tribune} />
      </span>
      <span className={styles.where}>
        {venue ? (
          <PlacePicture venue={venue} places={places} walker={<Walker />} />
        ) : (
          <span className={styles.onFoot}>
            <Walker />
            <GateDrawing name={shownGate(gate)} />
            <span className={styles.block}>
              <TribuneMark tribune={tribune} />
            </span>
          </span>
        )}
      </span>
      <span className={styles.view}>
        <SeenFrom seats={seats} />
      </span>
      <span className={styles.price}>
        <MoneyPicture amount={total} currency={currency} />
      </span>
    </Said>
  )
}
