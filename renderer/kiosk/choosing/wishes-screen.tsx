import { useId, useState, type ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { Choice } from '../../components/choice.tsx'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { commonTribune } from '../../seat-map/tribune-of.ts'
import { useKioskStore } from '../state/kiosk-context.tsx'
import { valueOf } from '../state/remote.ts'
import type { WishesStep } from '../state/steps.ts'
import { SaleCoupon } from '../sale-coupon.tsx'
import { useOverview } from './use-overview.ts'
import { isWithin, priceLimits, withMaxPrice } from './wishes.ts'
import styles from './wishes-screen.module.css'

const nothing = { zones: [], sections: [] }

/** Which tribune and which price the best seats are looked for in: one of each, everything to begin with. */
export function WishesScreen({ step: { event, count, visit, wishes } }: { step: WishesStep }) {
  const { t, money } = useI18n()
  const store = useKioskStore()
  const [wish, setWish] = useState(wishes)
  const opened = valueOf(visit)
  useOverview(opened?.saleId ?? null)
  const onSale = opened?.session.overview ?? nothing
  const { zones, sections } = onSale
  const limits = priceLimits(onSale)
  const price = (maxPrice: number | null): void => setWish(withMaxPrice(wish, maxPrice, onSale))
  return (
    <Sheet
      title={t.wishes.title}
      lead={t.wishes.lead}
      coupon={<SaleCoupon event={event} count={count} />}
      actions={
        <>
          <Button kind="primary" icon="check" onPress={() => store.wish(wish)}>
            {t.wishes.show}
          </Button>
          <Button kind="quiet" icon="arrow-left" onPress={store.back}>
            {t.wishes.back}
          </Button>
        </>
      }
    >
      <div className={styles.wishes}>
        <Choices title={t.wishes.zones} many>
          <Choice chosen={wish.zoneId === null} onPress={() => setWish({ ...wish, zoneId: null })}>
            <strong>{t.wishes.anyZone}</strong>
          </Choice>
          {zones.map((zone) => (
            <Choice
              key={zone.zoneId}
              tribune={commonTribune(
                sections.filter(({ zoneId }) => zoneId === zone.zoneId),
                opened?.plan ?? null,
              )}
              chosen={wish.zoneId === zone.zoneId}
              disabled={!isWithin(zone, wish.maxPrice, sections)}
              onPress={() => setWish({ ...wish, zoneId: zone.zoneId })}
            >
              <strong>{zone.name}</strong>
              <span>
                {money(zone.price, event.currency)} · {t.wishes.left(zone.remaining)}
              </span>
            </Choice>
          ))}
        </Choices>
        {limits.length > 0 && (
          <Choices title={t.wishes.prices}>
            <Choice chosen={wish.maxPrice === null} onPress={() => price(null)}>
              <strong>{t.wishes.anyPrice}</strong>
            </Choice>
            {limits.map((limit) => (
              <Choice key={limit} chosen={wish.maxPrice === limit} onPress={() => price(limit)}>
                <strong>{t.wishes.upTo(money(limit, event.currency))}</strong>
              </Choice>
            ))}
          </Choices>
        )}
      </div>
    </Sheet>
  )
}

function Choices({ title, many = false, children }: { title: string; many?: boolean; children: ReactNode }) {
  const titleId = useId()
  return (
    <section className={many ? styles.many : styles.few} role="group" aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <div className={styles.choices}>{children}</div>
    </section>
  )
}
