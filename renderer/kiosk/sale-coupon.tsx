import type { EventOffer } from '../../shared/domain/seats/offer.ts'
import type { SaleView } from '../../shared/api/kiosk/views.ts'
import type { Notice } from '../app/problem.ts'
import { useSecondsLeft } from '../app/hooks.ts'
import { TicketStub, type CouponField } from '../ui/illustrations/paper.tsx'
import { useSpoken } from '../ui/speech/speech.tsx'
import { minutesAndSeconds } from '../i18n/dates.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import type { I18n } from '../i18n/i18n.ts'
import { placeGroups } from './places.tsx'
import styles from './sale-coupon.module.css'
import { useKioskState } from './state/kiosk-context.tsx'

const SOON_S = 120

interface SaleCouponProps {
  readonly event?: EventOffer
  readonly count?: number
  readonly total?: number
  /** True if the sheet shows the ticket itself, so that the stub shows only the total. */
  readonly sumOnly?: boolean
  /** True to show the remaining time of the hold; false after the payment. Default: true. */
  readonly countdown?: boolean
}

export function SaleStub({ event, count, total, sumOnly = false, countdown = true }: SaleCouponProps) {
  const i18n = useI18n()
  const { sale } = useKioskState()
  const { t, money } = i18n
  const held = sale && sale.seats.length > 0 ? sale : null
  const amount = held?.amount ?? total ?? 0
  const shown = held?.event ?? event
  const sum: CouponField = {
    label: t.coupon.total,
    value: amount > 0 && shown ? money(amount, shown.currency) : null,
    strong: true,
  }
  const rest: CouponField[] = [
    { label: t.coupon.event, value: shown ? <EventField event={shown} i18n={i18n} /> : null },
    held
      ? { label: t.coupon.seats, value: <span className={styles.seats}>{seatsInWords(held, i18n)}</span> }
      : { label: t.coupon.places, value: count === undefined ? null : t.common.places(count) },
  ]
  return (
    <div className={sumOnly ? styles.brief : undefined}>
      <TicketStub label={t.coupon.label} toFill={t.coupon.toFill} fields={sumOnly ? [sum] : [...rest, sum]} />
      {held && countdown && <HoldCountdown sale={held} />}
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
  return placeGroups(seats)
    .flatMap(({ rows }) => rows)
    .map(({ row, numbers }) => `${t.offers.row(row)}${t.common.comma}${t.offers.seats(numbers)}`)
    .join(' · ')
}

function whenSoon({ twoMinutes, oneMinute, halfMinute }: I18n['t']['coupon'], seconds: number): string {
  if (seconds > SOON_S) return ''
  return seconds > 60 ? twoMinutes : seconds > 30 ? oneMinute : halfMinute
}

function HoldCountdown({ sale }: { sale: SaleView }) {
  const { t, digits } = useI18n()
  const { saleSeenAt } = useKioskState()
  const seconds = useSecondsLeft(sale.holdRemainingMs === null ? null : saleSeenAt + sale.holdRemainingMs)
  const soon = seconds !== null && seconds <= SOON_S
  useSpoken('warning', seconds === null ? '' : whenSoon(t.coupon, seconds))
  if (seconds === null) return null
  return (
    <div className={`${styles.countdown} ${soon ? styles.soon : ''}`} data-item>
      <span>{sale.seats.length === 1 ? t.coupon.heldForOne : t.coupon.heldFor}</span>
      <strong role="timer">{digits(minutesAndSeconds(seconds * 1000))}</strong>
      <span className="unseen" role="status">
        {soon ? t.coupon.twoMinutes : ''}
      </span>
    </div>
  )
}

/** Returns the notice of the last command or of the sale. `working`: seats are being held or released. */
export function useSaleNotice(): { readonly notice: Notice | null; readonly working: boolean } {
  const { problem, sale } = useKioskState()
  const stage = sale?.stage
  const notice = problem ?? (stage?.name === 'choosing' || stage?.name === 'review' ? stage.notice : null)
  return { notice, working: stage?.name === 'holding' || stage?.name === 'releasing' }
}
