import { useState } from 'react'
import type { EventOffer } from '../../../shared/domain/seats/offer.ts'
import { shownGate } from '../../../shared/domain/seats/place.ts'
import type { SeatProposal } from '../../../shared/api/kiosk/views.ts'
import { StaticPanel, Waiting } from '../../ui/illustrations/drawings.tsx'
import { TribuneMark } from '../../ui/illustrations/tribune.tsx'
import { useTapGuard } from '../../ui/hooks.ts'
import { NoticeStrip } from '../../ui/notice.tsx'
import { Paged, PageTurner } from '../../ui/paged.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { sentence } from '../../i18n/dates.ts'
import { whyOffered } from '../../i18n/records.ts'
import type { VenueLayout } from '../../seat-map/layout/venue-layout.ts'
import { offerKey } from '../choosing/offer-card.tsx'
import { useOffers } from '../choosing/offers-screen.tsx'
import { useWheelchairPlaces } from '../choosing/other-ways.tsx'
import { EventPicture } from '../event-picture.tsx'
import { usePlannedVenue } from '../../seat-map/miniature.tsx'
import { PlacePicture, SeenFrom } from '../place-picture.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { type OffersStep, valueOf } from '../state/steps.ts'
import styles from './choosing.module.css'
import { GateDrawing, Persons, Walker, WheelchairAndCompanion } from './drawings.tsx'
import { MoneyPicture } from './money.tsx'
import { PictureSheet, SpokenPrompt, useEventWords, usePlaceWords, usePriceWords } from './picture-sheet.tsx'
import { CalendarLeaf, SkyClock } from './when.tsx'

export function PictogramEvents() {
  const { t } = useI18n()
  const store = useKioskStore()
  const { events } = useKioskState()
  const [page, setPage] = useState(0)
  const [pages, setPages] = useState(1)
  const [marked, setMarked] = useState<EventOffer | null>(null)
  const list = valueOf(events)
  const none = list?.events.length === 0
  return (
    <PictureSheet
      title={none ? t.attract.nothing : t.events.title}
      lead={none ? t.attract.nothingBody : t.pictures.takeFirst}
      notice={list?.stale && <NoticeStrip title={t.events.staleTitle} body={t.events.stale} icon="clock" />}
      onYes={none ? undefined : () => marked && store.chooseEvent(marked)}
      ready={marked !== null}
      onNo={store.toAttract}
      aside={pages > 1 && <PageTurner page={page} pages={pages} onPage={setPage} />}
    >
      {none ? (
        <StaticPanel icon="calendar" seed="guichet" />
      ) : (
        <Paged
          items={list?.events ?? []}
          keyOf={({ eventId }) => eventId}
          render={(event) => (
            <EventCard event={event} marked={event.eventId === marked?.eventId} onMark={() => setMarked(event)} />
          )}
          className={styles.list}
          page={page}
          onPages={setPages}
        />
      )}
    </PictureSheet>
  )
}

interface EventCardProps {
  readonly event: EventOffer
  readonly marked: boolean
  readonly onMark: () => void
}

function EventCard({ event, marked, onMark }: EventCardProps) {
  const eventWords = useEventWords()
  const priceWords = usePriceWords()
  const { minPrice, currency, startsAt } = event
  return (
    <SpokenPrompt
      words={`${eventWords(event)}. ${priceWords(minPrice, currency)}`}
      marked={marked}
      onMark={onMark}
      look={styles.card}
    >
      <span className={styles.teams}>
        <EventPicture event={event} />
      </span>
      <span className={styles.facts}>
        <CalendarLeaf startsAt={startsAt} />
        <SkyClock startsAt={startsAt} />
        <span className={styles.price}>
          <MoneyPicture amount={minPrice} currency={currency} />
        </span>
      </span>
    </SpokenPrompt>
  )
}

/** Asks for the number of persons, and then shows the matching offers. */
export function PictogramOffers({ step }: { step: OffersStep }) {
  const { sale } = useKioskState()
  const [isCounted, setCounted] = useState(sale !== null)
  const soldOut = valueOf(step.visit)?.session.overview.soldOut
  return isCounted && !soldOut ? (
    <PictogramProposals step={step} onNo={() => setCounted(false)} />
  ) : (
    <PictogramParty step={step} onCounted={() => setCounted(true)} />
  )
}

function PictogramProposals({ step, onNo }: { step: OffersStep; onNo: () => void }) {
  const { event, count, visit, wishes } = step
  const { t } = useI18n()
  const store = useKioskStore()
  const { offers, problem, notice, occupied, settling, take } = useOffers(step)
  const [marked, setMarked] = useState<string | null>(null)
  const none = offers?.length === 0
  const venue = usePlannedVenue(valueOf(visit))
  const taken = offers?.find((offer) => offerKey(offer) === marked)
  const onYes = (): void => {
    if (problem) store.proposeAgain()
    else if (taken && !occupied) take(taken)
  }
  const noneTitle = wishes.wheelchair ? t.wheelchair.none : t.offers.none(count)
  return (
    <PictureSheet
      title={none ? noneTitle : t.offers.title(count)}
      lead={occupied ? t.offers.holding : none ? undefined : t.pictures.takeFirst}
      notice={notice && <ProblemNotice notice={notice} />}
      event={event}
      count={count}
      onYes={none && !problem ? undefined : onYes}
      ready={problem !== null || taken !== undefined}
      onNo={onNo}
    >
      {!offers && !problem && <Waiting label={t.offers.searching} />}
      {none && <StaticPanel icon="ticket" seed={event.eventId} />}
      <ul className={styles.offers} inert={settling || occupied}>
        {offers?.map((offer) => (
          <li key={offerKey(offer)}>
            <OfferCard
              offer={offer}
              venue={venue}
              currency={event.currency}
              marked={offerKey(offer) === marked}
              onMark={() => setMarked(offerKey(offer))}
            />
          </li>
        ))}
      </ul>
    </PictureSheet>
  )
}

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
    <SpokenPrompt
      words={[placeWords(seats), whyOffered(t.offers, offer), priceWords(total, currency)]
        .filter((words) => words !== '')
        .map(sentence)
        .join(' ')}
      marked={marked}
      onMark={onMark}
      look={styles.offersCard}
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
      <span className={styles.offersPrice}>
        <MoneyPicture amount={total} currency={currency} />
      </span>
    </SpokenPrompt>
  )
}

const MOST = 12

function PictogramParty({ step: { event, visit }, onCounted }: { step: OffersStep; onCounted: () => void }) {
  const { t, digits } = useI18n()
  const store = useKioskStore()
  const { info } = useKioskState()
  const [marked, setMarked] = useState<number | 'wheelchair' | null>(null)
  const most = Math.min(info?.maxSeats ?? 1, MOST, valueOf(visit)?.session.overview.remaining ?? MOST)
  const places = useWheelchairPlaces(valueOf(visit)?.saleId ?? null)
  const settling = useTapGuard(`${places === 'none'} ${most}`)
  const choiceSettling = useTapGuard(places)
  if (valueOf(visit)?.session.overview.soldOut)
    return (
      <PictureSheet title={t.party.soldOut} lead={t.party.soldOutBody} event={event} onNo={store.showEvents}>
        <StaticPanel icon="ticket" seed={event.eventId} />
      </PictureSheet>
    )
  const failed = visit.state === 'failed'
  const take = (): void => {
    if (failed) return store.chooseEvent(event)
    if (marked === 'wheelchair') store.askWheelchairPlace()
    else if (marked !== null) store.chooseCount(marked)
    onCounted()
  }
  return (
    <PictureSheet
      title={t.pictures.party}
      lead={t.pictures.takeFirst}
      notice={failed && <ProblemNotice notice={visit.problem} />}
      event={event}
      onYes={take}
      ready={failed || marked !== null}
      onNo={store.showEvents}
    >
      <ul className={styles.parties} inert={settling}>
        {Array.from({ length: most }, (_, index) => index + 1).map((count) => (
          <li key={count}>
            <SpokenPrompt
              words={t.pictures.persons(count)}
              marked={marked === count}
              onMark={() => setMarked(count)}
              look={styles.party}
            >
              <Persons count={count} />
              <b>{digits(String(count))}</b>
            </SpokenPrompt>
          </li>
        ))}
        {places !== 'none' && (
          <li className={`${styles.wheelchair} ${places === 'unknown' ? styles.unknown : ''}`} inert={choiceSettling}>
            <SpokenPrompt
              words={t.wheelchair.ask}
              marked={marked === 'wheelchair'}
              onMark={() => setMarked('wheelchair')}
              look={styles.party}
            >
              <WheelchairAndCompanion />
            </SpokenPrompt>
          </li>
        )}
      </ul>
    </PictureSheet>
  )
}
