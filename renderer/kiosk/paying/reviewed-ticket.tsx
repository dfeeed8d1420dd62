import type { ReactNode } from 'react'
import { taxesIn } from '../../../shared/domain/money/money.ts'
import type { SaleView } from '../../../shared/api/kiosk/views.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { HeldPlaces } from '../place-picture.tsx'
import { placeGroups, priceLines } from '../../../shared/domain/seats/place-groups.ts'
import { Places } from '../places.tsx'
import { useKioskState } from '../state/kiosk-context.tsx'
import styles from './reviewed-ticket.module.css'

interface ReviewedTicketProps {
  readonly sale: SaleView
  /** Text for the advantage of the held offer over the others; undefined if there is none. */
  readonly label: string | undefined
  /** True to show a small map on the view. */
  readonly mapped: boolean
  /** True if the tenders leave little space for the ticket. */
  readonly brief: boolean
  /** Button beside the name of the stand. */
  readonly children: ReactNode
}

/** Ticket with the view, the seats and their prices. */
export function ReviewedTicket({ sale, label, mapped, brief, children }: ReviewedTicketProps) {
  const { t, language } = useI18n()
  const { info } = useKioskState()
  const refundRule = info?.refundRule?.[language]
  return (
    <div className={styles.ticket}>
      <div className={styles.picture}>
        <HeldPlaces event={sale.event} label={label} mapped={mapped} />
      </div>
      <Places groups={placeGroups(sale.seats)} brief={brief}>
        {children}
      </Places>
      {sale.amount > 0 && <Prices sale={sale} />}
      {refundRule !== undefined && <p className={styles.rule}>{refundRule}</p>}
      {info?.mode === 'demo' && <p className={styles.demo}>{t.tools.demoInFull}</p>}
    </div>
  )
}

/** Price of each category, and the tax. The booking service adds no fees to the seat prices. */
function Prices({ sale: { seats, currency } }: { sale: SaleView }) {
  const { t, money, digits, rate } = useI18n()
  const taxes = taxesIn(seats)
  return (
    <dl className={styles.prices} aria-label={t.review.prices}>
      {priceLines(seats).map(({ zoneName, count, price, sum }) => (
        <div key={`${zoneName} ${price}`}>
          <dt>
            <bdi>{zoneName}</bdi> · {t.review.each(digits(String(count)), money(price, currency))}
          </dt>
          <dd>{money(sum, currency)}</dd>
        </div>
      ))}
      {taxes.length === 0 ? (
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
          {taxes.map((share) => (
            <div key={share.rate}>
              <dt>{t.review.taxOf(rate(share.rate))}</dt>
              <dd>{money(share.tax, currency)}</dd>
            </div>
          ))}
        </>
      )}
    </dl>
  )
}
