import { shownGate } from '../../shared/domain/seats/place.ts'
import type { EventOffer } from '../../shared/domain/seats/offer.ts'
import type { SaleView } from '../../shared/api/kiosk/views.ts'
import type { Notice } from '../app/problem.ts'
import { useSecondsLeft } from '../app/hooks.ts'
import { TicketStub, type CouponField } from '../ui/illustrations/paper.tsx'
import { TribuneMark } from '../ui/illustrations/tribune.tsx'
import { useSpoken } from '../ui/speech/speech.tsx'
import { minutesAndSeconds } from '../i18n/dates.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import type { I18n } from '../i18n/i18n.ts'
import { gatesOf, placeGroups } from '../../shared/domain/seats/place-groups.ts'
import styles from './sale-coupon.module.css'
import { useKioskState } from './state/kiosk-context.tsx'

const SOON_S = 120

interface SaleCouponProps {
  readonly event?: EventOffer
  readonly count?: number
  readonly total?: number
  /** True to show the remaining time of the hold; false after the payment. Default: true. */
  readonly countdown?: boolean
}

export function SaleStub({ event, count, total, countdown = true }: SaleCouponProps) {
  const i18n = useI18n()
  const { sale } = useKioskState()
  const { t, money } = i18n
  const held = sale && sale.seats.length > 0 ? sale : null
  const amount = held?.amount ?? total ?? 0
  const shown = held?.event ?? event
  const fields: readonly CouponField[] = [
    { label: t.coupon.event, value: shown ? <EventField event={shown} i18n={i18n} /> : null },
    held
      ? { label: t.coupon.seats, value: <span className={styles.seats}>{seatsInWords(held, i18n)}</span> }
      : { label: t.coupon.places, value: count === undefined ? null : t.common.places(count) },
    { label: t.coupon.total, value: amount > 0 && shown ? money(amount, shown.currency) : null, strong: true },
  ]
  return (
    <div>
      <TicketStub label={t.coupon.label} toFill={t.coupon.toFill} fields={fields} />
      {countdown && <HoldCountdown />}
    </div>
  )
}

/** Total price of the held seats in large type, and the remaining time of the hold. */
export function SaleTotal({ sale: { seats, amount, currency } }: { sale: SaleView }) {
  const { t, money } = useI18n()
  return (
    <div className={styles.total} data-stub>
      {amount > 0 && (
        <p className={styles.sum} data-item>
          <span>{t.coupon.totalFor(seats.length)}</span>
          <Amount>{money(amount, currency)}</Amount>
        </p>
      )}
      <HoldCountdown />
    </div>
  )
}

/** Amount in a font size that shrinks to fit its line. The line's style sets the maximum font size as `--amount`. */
export function Amount({ children }: { children: string }) {
  return (
    <strong className={styles.amount} style={{ '--letters': children.length }}>
      {children}
    </strong>
  )
}

/** Maximum number of seat groups that are listed. For more groups, only the number of seats and the gates are shown. */
const MAX_LINES = 2

/** Summary of the held seats, with the mark of the first seat's stand. */
export function SeatsLine({ sale: { seats } }: { sale: SaleView }) {
  const { t } = useI18n()
  const groups = placeGroups(seats)
  const [first] = groups
  if (!first) return null
  const isBrief = groups.length <= MAX_LINES
  const gates = gatesOf(groups).map(shownGate).join(' · ')
  return (
    <div className={styles.line} data-item>
      <span className={styles.mark}>
        <TribuneMark tribune={first.tribune} />
      </span>
      <strong>
        {isBrief ? [...new Set(groups.map(({ tribune }) => tribune.name))].join(' · ') : t.common.places(seats.length)}
      </strong>
      {isBrief ? (
        groups.map(({ key, gate, sector, rows }) => (
          <span key={key} className={styles.seats}>
            {t.review.gate} {shownGate(gate)} · {t.offers.place(sector, rows.map(({ row }) => row).join(' · '))}
            {t.common.comma}
            {t.offers.seats(rows.flatMap(({ numbers }) => numbers))}
          </span>
        ))
      ) : (
        <span className={styles.seats}>
          {t.review.gate} {gates}
        </span>
      )}
    </div>
  )
}

function EventField({ event, i18n }: { event: EventOffer; i18n: I18n }) {
  const { full } = i18n.date(event.startsAt)
  return (
    <>
      {event.title}
      <span className={styles.date}>{full}</span>
    </>
  )
}

function seatsInWords({ seats }: SaleView, { t }: I18n): string {
  const groups = placeGroups(seats)
  const inRow = (sector: string, row: string) => (groups.length > 1 ? t.offers.place(sector, row) : t.offers.row(row))
  return groups
    .flatMap(({ sector, rows }) =>
      rows.map(({ row, numbers }) => `${inRow(sector, row)}${t.common.comma}${t.offers.seats(numbers)}`),
    )
    .join(' · ')
}

function whenSoon({ twoMinutes, oneMinute, halfMinute }: I18n['t']['coupon'], seconds: number): string {
  if (seconds > SOON_S) return ''
  return seconds > 60 ? twoMinutes : seconds > 30 ? oneMinute : halfMinute
}

/** Remaining time of the hold, as text and as a bar. Renders nothing without a hold. */
export function HoldCountdown() {
  const { t, digits } = useI18n()
  const { sale, saleSeenAt } = useKioskState()
  const { holdRemainingMs = null, holdGrantedMs = 0, seats = [] } = sale ?? {}
  const seconds = useSecondsLeft(holdRemainingMs === null ? null : saleSeenAt + holdRemainingMs)
  const soon = seconds !== null && seconds <= SOON_S
  useSpoken('warning', seconds === null ? '' : whenSoon(t.coupon, seconds))
  if (seconds === null || seats.length === 0) return null
  const share = Math.min(1, (seconds * 1000) / Math.max(1, holdGrantedMs))
  return (
    <div className={`${styles.countdown} ${soon ? styles.soon : ''}`} data-item>
      <span>{seats.length === 1 ? t.coupon.heldForOne : t.coupon.heldFor}</span>
      <strong role="timer">{digits(minutesAndSeconds(seconds * 1000))}</strong>
      {holdGrantedMs > 0 && <i style={{ '--share': share }} />}
      <span className="unseen" role="status">
        {soon ? t.coupon.twoMinutes : ''}
      </span>
    </div>
  )
}

/** Returns the notice of the last command or of the sale. */
export function useSaleNotice(): Notice | null {
  const { problem, sale } = useKioskState()
  const stage = sale?.stage
  return problem ?? (stage?.name === 'choosing' || stage?.name === 'review' ? stage.notice : null)
}
