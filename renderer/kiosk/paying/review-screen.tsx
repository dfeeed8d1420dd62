import { useState } from 'react'
import { isSlip, type TenderKind } from '../../../shared/domain/money/tender.ts'
import type { SaleStage, SaleView } from '../../../shared/kiosk-api/views.ts'
import { useUpright } from '../../app/use-upright.ts'
import { Button } from '../../components/button.tsx'
import { Guilloche } from '../../components/drawn/guilloche.tsx'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { placeGroups } from '../place-groups.ts'
import { PlaceTable } from '../place-table.tsx'
import styles from './review-screen.module.css'
import { HeldPlaces } from '../place-picture.tsx'
import { SaleCoupon } from '../sale-coupon.tsx'
import { useSlipScanner } from '../tickets/use-slip-scanner.ts'
import { SlipScreen } from './slip-screen.tsx'
import { useReviewNotice } from '../notes/use-review-notice.tsx'
import { RemoveScreen } from './remove-screen.tsx'
import { NumberScreen } from './number-screen.tsx'
import { wayOf, WayTile } from './way-tile.tsx'

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
  return (
    <Sheet
      title={sale.amount === 0 ? t.review.freeTitle : t.review.title}
      notice={notice}
      background={
        <span className={styles.ornament}>
          <Guilloche seed={sale.event.eventId} />
        </span>
      }
      coupon={<SaleCoupon sumOnly />}
      picture={upright && <HeldPlaces />}
      actions={
        <div className={styles.actions} data-broad={ways.length > 2 || undefined}>
          <div className={styles.ways}>
            {ways.map((kind) => (
              <WayTile key={kind} kind={kind} sale={sale} onPress={() => choose(kind)} />
            ))}
          </div>
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
      <ReviewedTicket sale={sale} demo={info?.mode === 'demo'} refundRule={info?.refundRule?.[language]} />
    </Sheet>
  )
}

interface ReviewedTicketProps {
  readonly sale: SaleView
  readonly demo: boolean
  readonly refundRule: string | undefined
}

function ReviewedTicket({ sale, demo, refundRule }: ReviewedTicketProps) {
  const { t, date } = useI18n()
  const upright = useUpright()
  const { event } = sale
  return (
    <div className={styles.ticket}>
      <div className={styles.head}>
        <div className={styles.event}>
          <p className={styles.title}>{event.title}</p>
          <p>{date(event.startsAt).full}</p>
          <p>{t.common.city(event.venue.name, event.venue.city)}</p>
        </div>
        {!upright && (
          <div className={styles.picture}>
            <HeldPlaces />
          </div>
        )}
      </div>
      {placeGroups(sale.seats).map((group) => (
        <PlaceTable key={group.key} group={group} />
      ))}
      {refundRule !== undefined && <p className={styles.rule}>{refundRule}</p>}
      {demo && <p className={styles.demo}>{t.tools.demoInFull}</p>}
    </div>
  )
}
