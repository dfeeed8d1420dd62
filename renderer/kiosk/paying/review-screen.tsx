import { useState } from 'react'
import { inHalves } from '../../../shared/domain/sale/collection-code.ts'
import { taxIncluded } from '../../../shared/domain/money/money.ts'
import { isSlip, type TenderKind } from '../../../shared/domain/money/tender.ts'
import { mayTakeOut } from '../../../shared/domain/seats/offer.ts'
import { inSeatOrder, notesOf } from '../../../shared/domain/seats/place.ts'
import type { SaleStage, SaleView } from '../../../shared/api/kiosk/views.ts'
import { useUpright } from '../../app/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Guilloche } from '../../ui/illustrations/guilloche.tsx'
import { Sheet } from '../../ui/sheets/sheet.tsx'
import { holding } from '../../ui/speech/speech.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { HeldPlaces } from '../place-picture.tsx'
import { placeGroups, PlaceTable, priceLines } from '../places.tsx'
import { SaleStub } from '../sale-coupon.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { Acceptance } from '../terms/terms-dialog.tsx'
import { useSlipScanner } from '../tickets/scanner.ts'
import { useReviewNotice } from './notes-screen.tsx'
import { NumberScreen, SlipScreen } from './number-screen.tsx'
import owedSlipsStyles from './owed-slips.module.css'
import { wayOf, ProviderTile } from './paying-sheet.tsx'
import removeScreenStyles from './remove-screen.module.css'
import styles from './review-screen.module.css'

/** Minimum number of payment methods for a layout with two columns. */
const MANY_WAYS = 4

export function ReviewScreen({ stage }: { stage: Extract<SaleStage, { name: 'review' }> }) {
  const { t, language } = useI18n()
  const store = useKioskStore()
  const { sale, busy, info } = useKioskState()
  const notice = useReviewNotice()
  const upright = useUpright()
  const [asked, setAsked] = useState<TenderKind | null>(null)
  const [removing, setRemoving] = useState(false)
  const [slipAsked, setSlipAsked] = useState(false)
  useSlipScanner()
  if (!sale) return null
  const way = asked === null ? undefined : wayOf(info, asked)
  if (way) return <NumberScreen way={way} sale={sale} onBack={() => setAsked(null)} />
  if (slipAsked) return <SlipScreen onBack={() => setSlipAsked(false)} />
  if (removing) return <RemoveScreen sale={sale} onBack={() => setRemoving(false)} />
  const ways: readonly TenderKind[] = [...stage.tendersOffered, ...(stage.takesSlips ? (['credit-slip'] as const) : [])]
  const choose = (kind: TenderKind): void => {
    if (isSlip(kind)) return setSlipAsked(true)
    if (wayOf(info, kind)?.payer === 'phone') setAsked(kind)
    else store.pay(kind)
  }
  const many = ways.length >= MANY_WAYS
  return (
    <Sheet
      title={t.review.title}
      notice={notice}
      background={
        <span className={styles.ornament}>
          <Guilloche seed={sale.event.eventId} />
        </span>
      }
      coupon={<SaleStub sumOnly />}
      picture={upright && !many && <HeldPlaces />}
      actions={
        <div
          className={styles.actions}
          data-broad={ways.length > 2 || info?.terms !== undefined || undefined}
          data-columns={many ? 2 : undefined}
        >
          <div className={styles.ways}>
            {ways.map((kind) => (
              <ProviderTile key={kind} kind={kind} sale={sale} onPress={() => choose(kind)} />
            ))}
          </div>
          <Acceptance free={sale.amount === 0} />
          <div className={styles.others}>
            {!sale.taken && (
              <Button kind="quiet" icon="arrow-left" disabled={busy} onPress={store.changeSeats}>
                {t.review.change}
              </Button>
            )}
            {!sale.taken && sale.seats.length > 1 && (
              <Button kind="quiet" disabled={busy} onPress={() => setRemoving(true)}>
                {t.review.remove}
              </Button>
            )}
          </div>
        </div>
      }
    >
      <ReviewedTicket
        sale={sale}
        manyWays={many}
        demo={info?.mode === 'demo'}
        refundRule={info?.refundRule?.[language]}
        taxRate={info?.taxRate ?? null}
      />
    </Sheet>
  )
}

interface ReviewedTicketProps {
  readonly sale: SaleView
  /** True if the number of payment methods leaves little space for the ticket. */
  readonly manyWays: boolean
  readonly demo: boolean
  readonly refundRule: string | undefined
  /** Tax rate in percent; null if the seller is not liable for tax. */
  readonly taxRate: number | null
}

function ReviewedTicket({ sale, manyWays, demo, refundRule, taxRate }: ReviewedTicketProps) {
  const { t, date } = useI18n()
  const upright = useUpright()
  const { event } = sale
  const groups = placeGroups(sale.seats)
  const hasPicture = manyWays || !upright
  return (
    <div className={styles.ticket}>
      <div className={styles.head}>
        <div className={styles.event}>
          <p className={styles.title}>{event.title}</p>
          <p>{date(event.startsAt).full}</p>
          <p>{t.common.city(event.venue.name, event.venue.city)}</p>
        </div>
        {hasPicture && (
          <div className={styles.picture}>
            <HeldPlaces />
          </div>
        )}
      </div>
      {groups.map((group) => (
        <PlaceTable key={group.key} group={group} compact={manyWays || groups.length > 1} />
      ))}
      {sale.amount > 0 && <Prices sale={sale} taxRate={taxRate} />}
      {refundRule !== undefined && <p className={styles.rule}>{refundRule}</p>}
      {demo && <p className={styles.demo}>{t.tools.demoInFull}</p>}
    </div>
  )
}

/** The booking service adds no fees to the seat prices. */
function Prices({ sale, taxRate }: Pick<ReviewedTicketProps, 'sale' | 'taxRate'>) {
  const { t, money, digits } = useI18n()
  const { seats, currency, amount } = sale
  const lines = priceLines(seats)
  return (
    <dl className={styles.prices} aria-label={t.review.prices}>
      {lines.map(({ zoneName, count, price, sum }) => (
        <div key={`${zoneName} ${price}`}>
          <dt>
            <bdi>{zoneName}</bdi> {t.review.each(digits(String(count)), money(price, currency))}
          </dt>
          <dd>{money(sum, currency)}</dd>
        </div>
      ))}
      {taxRate === null ? (
        <div>
          <dt>{t.review.feesAndTaxes}</dt>
          <dd>{t.review.noFeesAndTaxes}</dd>
        </div>
      ) : (
        <>
          <div>
            <dt>{t.review.fees}</dt>
            <dd>{t.review.noFees}</dd>
          </div>
          <div>
            <dt>{t.review.taxOf(digits(String(taxRate)))}</dt>
            <dd>{money(taxIncluded(amount, taxRate).tax, currency)}</dd>
          </div>
        </>
      )}
    </dl>
  )
}

function RemoveScreen({ sale, onBack }: { sale: SaleView; onBack: () => void }) {
  const { t, money } = useI18n()
  const store = useKioskStore()
  const { busy } = useKioskState()
  const remove = (seatId: string): void => {
    store.removeSeat(seatId)
    onBack()
  }
  return (
    <Sheet
      title={t.review.removeTitle}
      lead={t.review.removeLead}
      coupon={<SaleStub />}
      actions={
        <Button kind="quiet" icon="arrow-left" onPress={onBack}>
          {t.common.back}
        </Button>
      }
    >
      <ul className={removeScreenStyles.seats}>
        {inSeatOrder(sale.seats).map(({ seatId, price, place }) => (
          <li key={seatId}>
            <span className={removeScreenStyles.seat}>
              <b>
                {t.offers.row(place.row)}
                {t.common.comma}
                {t.offers.seats([String(place.seatNumber)])}
              </b>
              <span>
                {t.review.sector} {place.sector} · {money(price, sale.currency)}
                {notesOf(place).map((note) => ` · ${t.seatNotes[note]}`)}
              </span>
            </span>
            <Button
              disabled={busy || !mayTakeOut(sale.seats, seatId)}
              onPress={() => remove(seatId)}
              label={`${t.review.takeOut} ${place.seatCode}`}
            >
              {t.review.takeOut}
            </Button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

export function OutstandingVouchers() {
  const { t, money } = useI18n()
  const { sale } = useKioskState()
  const words = t.paying.slip
  if (!sale?.credits) return null
  return (
    <ul className={owedSlipsStyles.slips}>
      {sale.credits.map(({ slipId, amount, paper }) => (
        <li key={slipId} data-said>
          <p>{words.owed(money(amount, sale.currency))}</p>
          <p className={owedSlipsStyles.number} {...holding('reference')}>
            <bdi>{inHalves(slipId)}</bdi>
          </p>
          <p role="status">{words.paper[paper]}</p>
        </li>
      ))}
    </ul>
  )
}
