import { mayTakeOut } from '../../../shared/domain/seats/offer.ts'
import { inSeatOrder, notesOf } from '../../../shared/domain/seats/place.ts'
import type { SaleView } from '../../../shared/kiosk-api/views.ts'
import { Button } from '../../components/button.tsx'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { SaleCoupon } from '../sale-coupon.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import styles from './remove-screen.module.css'

/** Each held seat with its price: one of them is taken out, and the others stay held. */
export function RemoveScreen({ sale, onBack }: { sale: SaleView; onBack: () => void }) {
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
      coupon={<SaleCoupon />}
      actions={
        <Button kind="quiet" icon="arrow-left" onPress={onBack}>
          {t.common.back}
        </Button>
      }
    >
      <ul className={styles.seats}>
        {inSeatOrder(sale.seats).map(({ seatId, price, place }) => (
          <li key={seatId}>
            <span className={styles.seat}>
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
