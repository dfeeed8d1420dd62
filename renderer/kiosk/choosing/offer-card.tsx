import type { VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import { seatFacts } from '../../../shared/domain/venue/seat-view.ts'
import type { SeatProposal } from '../../../shared/api/kiosk/views.ts'
import { Icon } from '../../ui/icon.tsx'
import { TribuneMark } from '../../ui/illustrations/tribune.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { whyOffered } from '../../i18n/records.ts'
import type { VenueLayout } from '../../seat-map/layout/venue-layout.ts'
import { PlacePicture, SeenFrom } from '../place-picture.tsx'
import { placeGroups, type SeatsInRow } from '../../../shared/domain/seats/place-groups.ts'
import { SeatNotes } from '../places.tsx'
import styles from './offer-card.module.css'

/** Advantage of an offer over the others, shown on its picture. */
type Label = 'cheapest' | 'bestView' | 'nearest'

export const offerKey = ({ seats }: SeatProposal): string => seats.map(({ seatId }) => seatId).join()

/** Returns the advantage of each offer over the others. Each advantage goes to one offer; some offers have none. */
export function labelsOf(offers: readonly SeatProposal[], plan: VenuePlan | null): ReadonlyMap<SeatProposal, Label> {
  const distanceOf = ({ seats: [seat] }: SeatProposal): number =>
    (plan && seat && seatFacts(plan, seat.place)?.distance) ?? Infinity
  const nearest = Math.min(...offers.map(distanceOf))
  const has = (reason: SeatProposal['reasons'][number]) => (offer: SeatProposal) => offer.reasons.includes(reason)
  const isNearest = (offer: SeatProposal): boolean => has('front-rows')(offer) && distanceOf(offer) === nearest
  const labels = new Map<SeatProposal, Label>()
  const give = (label: Label, deserves: (offer: SeatProposal) => boolean): void => {
    const offer = offers.find((each) => deserves(each) && !labels.has(each))
    if (offer) labels.set(offer, label)
  }
  give('cheapest', has('lowest-price'))
  give('bestView', has('best-view'))
  if (plan) give('nearest', isNearest)
  return labels
}

/** Minimum length of a stand's name that is set in smaller type, so that it takes at most three lines. */
const LONG_NAME = 24

/** Maximum number of rows whose seats are drawn. With more rows, the seats are listed as text. */
const MAX_ROWS = 2

interface OfferCardProps {
  readonly offer: SeatProposal
  readonly label: Label | null
  /** `row`: view beside the text. `column`: view above the text. */
  readonly shape: 'row' | 'column'
  /** Venue layout for the small map; null without a plan. */
  readonly venue: VenueLayout | null
  readonly currency: string
  readonly busy: boolean
  readonly disabled: boolean
  readonly onPress: () => void
}

/** Price of several seats at one price. The spoken form does not repeat the count. */
function EachPrice({ count, price }: { readonly count: number; readonly price: string }) {
  const { t, digits } = useI18n()
  return (
    <span className={styles.quiet}>
      <span aria-hidden="true">{t.review.each(digits(String(count)), price)}</span>
      <span className="unseen">{t.offers.each(price)}</span>
    </span>
  )
}

/** Button for an offer, drawn as a ticket: view and seats on the main part, price on the stub. */
export function OfferCard({ offer, label, shape, venue, currency, busy, disabled, onPress }: OfferCardProps) {
  const { t, money } = useI18n()
  const { seats, total, groups: blocks } = offer
  const [first] = seats
  if (!first) return null
  const { tribune } = first.place
  const groups = placeGroups(seats)
  const why = whyOffered(t.offers, offer)
  // The first reason describes how the seats are grouped.
  const apart = blocks > 1 && whyOffered(t.offers, { ...offer, reasons: offer.reasons.slice(0, 1) })
  const isOnePrice = seats.length > 1 && seats.every(({ price: own }) => own === first.price)
  const eachPrice = money(first.price, currency)
  const advantage = label && t.offers.labels[label]
  const price = money(total, currency)
  const rows = groups.flatMap(({ sector, rows: own }) => own.map((row) => ({ sector, ...row })))
  const spoken = [
    advantage,
    tribune.name,
    ...rows.map(({ sector, row, numbers }) => `${t.offers.place(sector, row)}, ${t.offers.seats(numbers)}`),
    ...groups.flatMap(({ notes }) => notes.map(({ note, numbers }) => `${t.seatNotes[note]} ${numbers.join(' ')}`)),
    why,
    isOnePrice ? t.offers.each(eachPrice) : null,
    `${t.offers.take} ${price}`,
  ]
  return (
    <button
      type="button"
      className={styles.card}
      style={{ '--tribune': tribune.color }}
      data-shape={shape}
      data-name={spoken.filter((part) => part !== null && part !== '').join('. ')}
      aria-disabled={disabled}
      aria-busy={busy}
      onClick={disabled ? undefined : onPress}
    >
      <span className={styles.main}>
        <span className={styles.view}>
          <SeenFrom seats={seats} />
          {advantage && <b className={styles.label}>{advantage}</b>}
        </span>
        <span className={styles.band}>
          <TribuneMark tribune={tribune} />
        </span>
        <span className={styles.facts}>
          <strong className={`clamped ${styles.tribune}`} data-long={tribune.name.length > LONG_NAME}>
            {tribune.name}
          </strong>
          <OfferedSeats rows={rows} />
          <SeatNotes groups={groups} />
          {apart && <span className={styles.quiet}>{apart}</span>}
          <span className={styles.foot}>
            {isOnePrice && <EachPrice count={seats.length} price={eachPrice} />}
            {venue && (
              <span className={styles.where}>
                <PlacePicture venue={venue} places={seats} />
              </span>
            )}
          </span>
        </span>
      </span>
      <span className={styles.holes} aria-hidden="true" />
      <span className={styles.bar}>
        {busy ? (
          <span>{t.offers.holding}</span>
        ) : (
          <>
            <span>{t.offers.take}</span>
            <b className={styles.price} style={{ '--letters': price.length }}>
              {price}
            </b>
            <Icon name="arrow-right" />
          </>
        )}
      </span>
    </button>
  )
}

interface RowOfSector extends SeatsInRow {
  readonly sector: string
}

function OfferedSeats({ rows }: { rows: readonly RowOfSector[] }) {
  const { t } = useI18n()
  if (rows.length > MAX_ROWS)
    return (
      <span data-code>
        {rows.map(({ sector, row, numbers }) => `${t.offers.place(sector, row)} : ${numbers.join(' ')}`).join(' · ')}
      </span>
    )
  // A section number does not help to choose between offers. It distinguishes the rows of an offer in two sections.
  const hasSectors = new Set(rows.map(({ sector }) => sector)).size > 1
  return rows.map(({ sector, row, numbers }) => (
    <span key={`${sector} ${row}`} className={styles.row}>
      <span className={styles.place}>
        {hasSectors && <span>{t.map.sectionTitle(sector)}</span>}
        <b>{t.offers.row(row)}</b>
      </span>
      <span className={styles.seats} data-code>
        {numbers.map((number) => (
          <i key={number}>{number}</i>
        ))}
      </span>
    </span>
  ))
}
