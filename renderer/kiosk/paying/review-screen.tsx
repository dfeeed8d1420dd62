import { useState } from 'react'
import { isSlip, type TenderKind } from '../../../shared/domain/money/tender.ts'
import type { SaleStage, SaleView } from '../../../shared/kiosk-api/views.ts'
import { useUpright } from '../../app/use-upright.ts'
import { Button } from '../../components/button.tsx'
import { Guilloche } from '../../components/drawn/guilloche.tsx'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { taxIncluded } from '../../../shared/domain/money/money.ts'
import { placeGroups, priceLines } from '../place-groups.ts'
import { PlaceTable } from '../place-table.tsx'
import styles from './review-screen.module.css'
import { HeldPlaces } from '../place-picture.tsx'
import { SaleCoupon } from '../sale-coupon.tsx'
import { useSlipScanner } from '../tickets/use-slip-scanner.ts'
import { SlipScreen } from './slip-screen.tsx'
import { Acceptance } from '../terms/acceptance.tsx'
import { useReviewNotice } from '../notes/use-review-notice.tsx'
import { RemoveScreen } from './remove-screen.tsx'
import { NumberScreen } from './number-screen.tsx'
import { wayOf, WayTile } from './way-tile.tsx'

/** From this number on, payment methods are in two columns, and the picture of the seats is beside the event. */
const MANY_WAYS = 4

/** The ticket as it will be, before it is paid; who pays over their telephone types its number first. */
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
      coupon={<SaleCoupon sumOnly />}
      picture={upright && !many && <HeldPlaces />}
      actions={
        <div
          className={styles.actions}
          data-broad={ways.length > 2 || info?.terms !== undefined || undefined}
          data-columns={many ? 2 : undefined}
        >
          <div className={styles.ways}>
            {ways.map((kind) => (
              <WayTile key={kind} kind={kind} sale={sale} onPress={() => choose(kind)} />
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
  /** True if the payment methods leave little room. */
  readonly manyWays: boolean
  readonly demo: boolean
  readonly refundRule: string | undefined
  /** In percent; null: the seller is not liable. */
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

/** What each seat costs, and what is in the total: the service adds nothing to the prices of its seats. */
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
