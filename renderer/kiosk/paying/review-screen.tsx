import { selfServiceTenders, tenders } from '../../../shared/domain/money/tender.ts'
import type { SaleStage, SaleView } from '../../../shared/kiosk-api/views.ts'
import { Button } from '../../components/button.tsx'
import { Guilloche } from '../../components/drawn/guilloche.tsx'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { placeGroups } from '../place-groups.ts'
import { PlaceTable } from '../place-table.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import styles from './review-screen.module.css'
import { SaleCoupon } from '../sale-coupon.tsx'
import { useSaleNotice } from '../use-sale-notice.ts'

/** The ticket as it will be, before it is paid. */
export function ReviewScreen({ stage }: { stage: Extract<SaleStage, { name: 'review' }> }) {
  const { t } = useI18n()
  const store = useKioskStore()
  const { sale, busy, info } = useKioskState()
  const { notice } = useSaleNotice()
  if (!sale) return null
  const offered = selfServiceTenders.filter((kind) => stage.tendersOffered.includes(kind))
  return (
    <Sheet
      title={t.review.title}
      notice={notice && <ProblemNotice notice={notice} />}
      background={
        <span className={styles.ornament}>
          <Guilloche seed={sale.event.eventId} />
        </span>
      }
      coupon={<SaleCoupon sumOnly />}
      actions={
        <>
          {offered.map((kind, index) => (
            <Button
              key={kind}
              kind={index === 0 ? 'primary' : 'secondary'}
              icon={tenders[kind].icon}
              disabled={busy}
              onPress={() => store.pay(kind)}
            >
              {t.review.pay[kind]}
            </Button>
          ))}
          <Button kind="quiet" icon="arrow-left" disabled={busy} onPress={store.changeSeats}>
            {t.review.change}
          </Button>
        </>
      }
    >
      <ReviewedTicket sale={sale} demo={info?.mode === 'demo'} />
    </Sheet>
  )
}

function ReviewedTicket({ sale, demo }: { sale: SaleView; demo: boolean }) {
  const { t, date } = useI18n()
  const { event } = sale
  return (
    <div className={styles.ticket}>
      <div className={styles.event}>
        <p className={styles.title}>{event.title}</p>
        <p>{date(event.startsAt).full}</p>
        <p>{t.common.city(event.venue.name, event.venue.city)}</p>
      </div>
      {placeGroups(sale.seats).map((group) => (
        <PlaceTable key={group.key} group={group} />
      ))}
      {demo && <p className={styles.demo}>{t.tools.demoInFull}</p>}
    </div>
  )
}
