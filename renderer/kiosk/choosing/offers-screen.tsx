import { type MouseEvent, useEffect, useState } from 'react'
import type { SeatProposal } from '../../../shared/api/kiosk/views.ts'
import { useUpright } from '../../app/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { StaticPanel, Waiting } from '../../ui/illustrations/drawings.tsx'
import { Slip } from '../../ui/illustrations/paper.tsx'
import { useFingersDown, useTapGuard } from '../../ui/hooks.ts'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { whyOffered } from '../../i18n/records.ts'
import type { VenueLayout } from '../../seat-map/layout/venue-layout.ts'
import { PlacePicture, SeenFrom, usePlannedVenue } from '../place-picture.tsx'
import { placeGroups, SeatNotes, type SeatsInRow } from '../places.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import { SaleStub, useSaleNotice } from '../sale-coupon.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { type MapView, noWishes, type OffersStep, valueOf, wholeVenue } from '../state/steps.ts'
import offersPictureStyles from './offers-picture.module.css'
import styles from './offers-screen.module.css'
import { mayWish, useWishInWords } from './preferences-screen.tsx'

export function OffersScreen({ step }: { step: OffersStep }) {
  const { event, count, visit, proposals } = step
  const { t } = useI18n()
  const wish = useWishInWords(step)
  const store = useKioskStore()
  const { busy } = useKioskState()
  const { notice, working } = useSaleNotice()
  const [taken, setTaken] = useState<SeatProposal | null>(null)
  const offers = useStableValue(valueOf(proposals))
  const problem = visit.state === 'failed' ? visit.problem : proposals.state === 'failed' ? proposals.problem : null
  const shown = problem ?? notice
  const searching = !offers && !problem
  const none = offers?.length === 0
  // Prevents a touch aimed at one offer from selecting another offer that has just replaced it.
  const settling = useTapGuard(offers?.flatMap(({ seats }) => seats.map(({ seatId }) => seatId)).join() ?? '')
  const occupied = busy || working
  const venue = usePlannedVenue(valueOf(visit))
  const texts = useTexts(step)
  const lead = wish ? `${wish}. ${texts.lead}` : texts.lead
  const take = (offer: SeatProposal): void => {
    setTaken(offer)
    store.hold(
      offer.sectionId,
      offer.seats.map(({ seatId }) => seatId),
    )
  }
  return (
    <Sheet
      title={none ? (wish ? t.wishes.none : texts.none) : texts.title}
      lead={none ? (wish ? t.wishes.noneBody(wish) : texts.noneBody) : lead}
      notice={shown && <ProblemNotice notice={shown} />}
      coupon={<SaleStub event={event} count={count} />}
      picture={venue && <OffersPicture {...{ venue, offers }} inert={settling || occupied} onOpen={store.openMap} />}
      actions={
        <>
          {problem && (
            <Button kind="primary" onPress={store.proposeAgain}>
              {t.common.retry}
            </Button>
          )}
          {none && wish && (
            <Button kind="primary" onPress={() => store.wish({ ...noWishes, wheelchair: step.wishes.wheelchair })}>
              {t.wishes.clear}
            </Button>
          )}
          {visit.state !== 'failed' && !(none && wish) && (
            <Button icon="map" disabled={occupied} onPress={() => store.openMap(wholeVenue)}>
              {t.offers.openMap}
            </Button>
          )}
          {mayWish(valueOf(visit)) && (
            <Button icon="filter" disabled={occupied} onPress={store.openWishes}>
              {t.wishes.open}
            </Button>
          )}
          <Button kind="quiet" icon="arrow-left" disabled={occupied} onPress={store.back}>
            {t.offers.changeCount}
          </Button>
        </>
      }
    >
      {searching && <Waiting label={t.offers.searching} />}
      {none && <StaticPanel icon="ticket" seed={event.eventId} />}
      <ul className={`${styles.offers} ${venue ? styles.mapped : ''}`} inert={settling}>
        {offers?.map((offer, index) => (
          <li key={offer.seats.map(({ seatId }) => seatId).join()}>
            <OfferSlip
              offer={offer}
              letter={venue && offerLetter(index)}
              currency={event.currency}
              busy={occupied && taken === offer}
              disabled={occupied}
              onPress={() => take(offer)}
            />
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

function useTexts({ count, wishes: { wheelchair } }: OffersStep) {
  const { t } = useI18n()
  const { lead } = t.offers
  return wheelchair
    ? { title: t.wheelchair.ask, lead, none: t.wheelchair.none, noneBody: t.wheelchair.noneBody }
    : { title: t.offers.title(count), lead, none: t.offers.none(count), noneBody: t.offers.noneBody(count) }
}

interface OfferSlipProps {
  readonly offer: SeatProposal
  /** Letter that marks the offer on the adjacent map; null without a map. */
  readonly letter: string | null
  readonly currency: string
  readonly busy: boolean
  readonly disabled: boolean
  readonly onPress: () => void
}

function OfferSlip({ offer, letter, currency, busy, disabled, onPress }: OfferSlipProps) {
  const { t, money } = useI18n()
  const upright = useUpright()
  const groups = placeGroups(offer.seats)
  const [first] = offer.seats
  if (!first) return null
  const { tribune } = first.place
  const seen = (
    <span className={styles.seen}>
      <SeenFrom seats={offer.seats} />
    </span>
  )
  return (
    <Slip
      onPress={onPress}
      tribune={tribune}
      standing
      busy={busy}
      disabled={disabled}
      stub={
        busy ? (
          <span className={styles.holding}>{t.offers.holding}</span>
        ) : (
          <>
            {upright && seen}
            <span className={styles.total}>{money(offer.total, currency)}</span>
            {offer.seats.length > 1 && (
              <span className={styles.each}>{t.offers.each(money(first.price, currency))}</span>
            )}
            <span className={styles.take}>{t.offers.take}</span>
          </>
        )
      }
    >
      <span className={styles.offer}>
        <span className={styles.tribune}>
          {letter !== null && (
            <b className={styles.letter} aria-hidden="true">
              {letter}
            </b>
          )}
          {tribune.name}
        </span>
        {groups.flatMap(({ key, sector, rows }) =>
          rows.map((row) => <OfferedRow key={`${key} ${row.row}`} sector={sector} seats={row} />),
        )}
        <SeatNotes groups={groups} />
        <span className={styles.why}>{whyOffered(t.offers, offer)}</span>
      </span>
      {!upright && seen}
    </Slip>
  )
}

function OfferedRow({ sector, seats: { row, numbers } }: { sector: string; seats: SeatsInRow }) {
  const { t } = useI18n()
  return (
    <span className={styles.row}>
      <span>{t.offers.place(sector, row)}</span>
      <span className={styles.seats}>
        <span className="unseen">{t.offers.seats(numbers)}</span>
        {numbers.map((number) => (
          <i key={number} aria-hidden="true">
            {number}
          </i>
        ))}
      </span>
    </span>
  )
}

interface OffersPictureProps {
  readonly venue: VenueLayout
  /** Offers found; null while the search is running. */
  readonly offers: readonly SeatProposal[] | null
  readonly inert: boolean
  readonly onOpen: (at: MapView) => void
}

/**
 * Offers on a map of the venue. A touch on a letter opens the map at the seats of the offer; a touch elsewhere opens
 * the whole map.
 */
function OffersPicture({ venue, offers, inert, onOpen }: OffersPictureProps) {
  const { t } = useI18n()
  if (!offers || offers.length === 0) return null
  const open = ({ target }: MouseEvent): void => {
    const mark = target instanceof Element ? target.closest<HTMLElement>('[data-section]') : null
    const offer = offers.find(({ sectionId }) => sectionId === mark?.dataset['section'])
    onOpen(offer ? { sectionId: offer.sectionId, picked: offer.seats.map(({ seatId }) => seatId) } : wholeVenue)
  }
  return (
    <button type="button" className={offersPictureStyles.open} inert={inert} onClick={open}>
      <PlacePicture
        venue={venue}
        places={offers.map(({ sectionId }, index) => ({ sectionId, letter: offerLetter(index) }))}
      />
      <span className={offersPictureStyles.words}>
        <Icon name="map" />
        {t.offers.where}
      </span>
    </button>
  )
}

function offerLetter(index: number): string {
  return String.fromCodePoint(65 + index)
}

/** Returns the latest value, but keeps the previous value while a finger is on the screen. */
export function useStableValue<T>(value: T): T {
  const fingersDown = useFingersDown()
  const [steady, setSteady] = useState(value)
  useEffect(() => fingersDown.whenNone(() => setSteady(value)), [fingersDown, value])
  return steady
}
