import { useEffect, useState } from 'react'
import type { EventOffer } from '../../../shared/domain/seats/offer.ts'
import type { SeatProposal } from '../../../shared/api/kiosk/views.ts'
import type { Notice, Problem } from '../../app/problem.ts'
import { useUpright } from '../../app/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { StaticPanel, Waiting } from '../../ui/illustrations/drawings.tsx'
import { useFingersDown, useTapGuard } from '../../ui/hooks.ts'
import { Sheet } from '../../ui/sheets/sheet.tsx'
import { sentence } from '../../i18n/dates.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { EventLine } from '../event-picture.tsx'
import { usePlannedVenue } from '../../seat-map/miniature.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import { useSaleNotice } from '../sale-coupon.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { type OffersStep, valueOf } from '../state/steps.ts'
import { labelsOf, OfferCard, offerKey } from './offer-card.tsx'
import styles from './offers-screen.module.css'
import { OtherWays } from './other-ways.tsx'
import { wishInWords } from './preferences-screen.tsx'

/** Screen on which customers choose the number of seats and one of the matching offers. */
export function OffersScreen({ step }: { step: OffersStep }) {
  const { event, count, visit, wishes } = step
  const { t } = useI18n()
  const store = useKioskStore()
  const { offers, problem, notice, occupied, settling, taken, take } = useOffers(step)
  const wish = wishInWords(step)
  const opened = valueOf(visit)
  const upright = useUpright()
  const venue = usePlannedVenue(opened)
  const none = offers?.length === 0
  const noneTexts = wish
    ? { title: t.wishes.none, body: t.wishes.noneBody(wish) }
    : wishes.wheelchair
      ? { title: t.wheelchair.none, body: t.wheelchair.noneBody }
      : { title: t.offers.none(count), body: t.offers.noneBody(count) }
  const labels = labelsOf(offers ?? [], opened?.plan ?? null)
  const chosen = [wishes.wheelchair ? t.wheelchair.ask : t.common.places(count), wish]
  const told = none ? [noneTexts.title, noneTexts.body] : [...chosen, offers ? t.offers.lead : t.offers.searching]
  if (opened?.session.overview.soldOut) return <SoldOut event={event} />
  return (
    <Sheet
      title={t.party.title}
      titleUnseen
      lead={told.flatMap((part) => (part === null || part === '' ? [] : sentence(part))).join(' ')}
      leadRole="status"
      notice={notice && <ProblemNotice notice={notice} />}
    >
      <div className={styles.screen}>
        <EventLine event={event} disabled={occupied} onBack={store.showEvents} />
        <NumberStrip
          count={wishes.wheelchair ? null : count}
          remaining={opened?.session.overview.remaining ?? Infinity}
          disabled={occupied}
        />
        {!offers && !problem && (
          <div className={styles.waiting}>
            <Waiting label={t.offers.searching} />
          </div>
        )}
        {none && (
          <div className={styles.none} aria-hidden="true">
            <StaticPanel icon="ticket" seed={event.eventId} />
            <strong>{noneTexts.title}</strong>
            <span>{noneTexts.body}</span>
          </div>
        )}
        <ul className={styles.offers} inert={settling}>
          {offers?.map((offer) => (
            <li key={offerKey(offer)}>
              <OfferCard
                offer={offer}
                label={labels.get(offer) ?? null}
                shape={offers.length > (upright ? 1 : 2) === upright ? 'row' : 'column'}
                venue={venue}
                currency={event.currency}
                busy={occupied && taken === offer}
                disabled={occupied}
                onPress={() => take(offer)}
              />
            </li>
          ))}
        </ul>
        <OtherWays {...{ step, problem, none, occupied }} venue={none || problem ? null : venue} />
      </div>
    </Sheet>
  )
}

/** Returns the result of the search for seats, and the offer being held. */
export function useOffers({ visit, proposals }: OffersStep): {
  /** Offers found, cheapest first; null while the search is running. */
  readonly offers: readonly SeatProposal[] | null
  readonly problem: Problem | null
  readonly notice: Notice | null
  /** True if holding or releasing seats takes long enough to be shown. */
  readonly occupied: boolean
  /** True for a short time after the offers change, so that a touch aimed at one offer does not select another. */
  readonly settling: boolean
  readonly taken: SeatProposal | null
  readonly take: (offer: SeatProposal) => void
} {
  const store = useKioskStore()
  const { busy } = useKioskState()
  const notice = useSaleNotice()
  const [taken, setTaken] = useState<SeatProposal | null>(null)
  const found = useStableValue(valueOf(proposals))
  const offers = found && found.toSorted((a, b) => a.total - b.total)
  const settling = useTapGuard(offers?.map(offerKey).join() ?? '')
  const problem = visit.state === 'failed' ? visit.problem : proposals.state === 'failed' ? proposals.problem : null
  const take = (offer: SeatProposal): void => {
    if (store.holdOffer(offer)) setTaken(offer)
  }
  return { offers, problem, notice: problem ?? notice, occupied: busy, settling, taken, take }
}

/** Returns the latest value. While a finger is on the screen, returns the previous value. */
function useStableValue<T>(value: T): T {
  const fingersDown = useFingersDown()
  const [steady, setSteady] = useState(value)
  useEffect(() => fingersDown.whenNone(() => setSteady(value)), [fingersDown, value])
  return steady
}

/** Maximum number of buttons per row. A higher purchase limit is divided into two rows. */
const ROW = 8

interface NumberStripProps {
  /** Chosen number; null if the customer requested a wheelchair space. */
  readonly count: number | null
  readonly remaining: number
  readonly disabled: boolean
}

function NumberStrip({ count, remaining, disabled }: NumberStripProps) {
  const { t, digits } = useI18n()
  const store = useKioskStore()
  const { info } = useKioskState()
  const limit = info?.maxSeats ?? 1
  const numbers = Array.from({ length: Math.min(limit, remaining) }, (_, index) => index + 1)
  // Depends only on the purchase limit, so that the buttons do not move if fewer seats are left.
  const columns = limit > ROW ? Math.ceil(limit / 2) : limit
  return (
    <div className={styles.party}>
      <span className={styles.question} aria-hidden="true">
        {t.party.title}
      </span>
      {numbers.length === limit && <span className={styles.more}>{t.party.more(limit)}</span>}
      <div className={styles.numbers} style={{ '--columns': columns }} role="group" aria-label={t.party.title}>
        {numbers.map((number) => (
          <button
            key={number}
            type="button"
            className={styles.number}
            aria-label={t.common.places(number)}
            aria-pressed={number === count}
            aria-disabled={disabled}
            onClick={disabled || number === count ? undefined : () => store.chooseCount(number)}
          >
            {digits(String(number))}
          </button>
        ))}
      </div>
    </div>
  )
}

function SoldOut({ event }: { event: EventOffer }) {
  const { t } = useI18n()
  const store = useKioskStore()
  return (
    <Sheet
      title={t.party.soldOut}
      lead={t.party.soldOutBody}
      above={<EventLine event={event} />}
      actions={
        <Button kind="primary" onPress={store.showEvents}>
          {t.party.otherEvent}
        </Button>
      }
    >
      <StaticPanel icon="ticket" seed={event.eventId} />
    </Sheet>
  )
}
