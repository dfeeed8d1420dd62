import { type ReactNode, useId, useState } from 'react'
import type { Minor } from '../../../shared/domain/money/money.ts'
import type { Overview, ZoneOffer } from '../../../shared/domain/seats/offer.ts'
import type { VisitView } from '../../../shared/api/kiosk/views.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Sheet } from '../../ui/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { commonTribune } from '../../seat-map/venue-map.tsx'
import { SaleStub } from '../sale-coupon.tsx'
import { useKioskStore } from '../state/kiosk-context.tsx'
import { type OffersStep, valueOf, type SeatPreferences, type WishesStep } from '../state/steps.ts'
import { useOverview } from './map-screen.tsx'
import styles from './preferences-screen.module.css'

const nothing = { zones: [], sections: [] }

/** Screen on which customers select a stand and a maximum price for the best seats; both are optional. */
export function PreferencesScreen({ step: { event, count, visit, wishes } }: { step: WishesStep }) {
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
      coupon={<SaleStub event={event} count={count} />}
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

/** Returns whether the venue has more than one zone to choose from. */
export function mayWish(visit: VisitView | null): boolean {
  return (visit?.session.overview.zones.length ?? 0) > 1
}

type OnSale = Pick<Overview, 'zones' | 'sections'>

/** Returns all prices on sale in ascending order, except the highest, which would not exclude any seats. */
export function priceLimits({ zones, sections }: OnSale): readonly Minor[] {
  const prices = new Set<Minor>()
  for (const { price, remaining } of zones) if (remaining > 0) prices.add(price)
  for (const { price, highestPrice = price, remaining } of sections)
    if (remaining > 0) prices.add(price).add(highestPrice)
  return [...prices].toSorted((a, b) => a - b).slice(0, -1)
}

/** Returns whether a zone has seats within a price limit. A section may be cheaper than its zone. */
function isWithin(
  { zoneId, price, remaining }: ZoneOffer,
  maxPrice: Minor | null,
  sections: OnSale['sections'],
): boolean {
  if (remaining === 0) return false
  const open = sections.filter((section) => section.zoneId === zoneId && section.remaining > 0)
  return maxPrice === null || Math.min(price, ...open.map((section) => section.price)) <= maxPrice
}

/**
 * Returns the preferences with another maximum price. Removes the selected zone if it has no seats within that price.
 */
export function withMaxPrice(
  wishes: SeatPreferences,
  maxPrice: Minor | null,
  { zones, sections }: OnSale,
): SeatPreferences {
  const zone = zones.find(({ zoneId }) => zoneId === wishes.zoneId)
  return { ...wishes, zoneId: zone && isWithin(zone, maxPrice, sections) ? zone.zoneId : null, maxPrice }
}

/** Returns text such as `Tribune Nord · jusqu’à 50 000 GNF`; null without preferences. */
export function useWishInWords({ event, visit, wishes }: OffersStep): string | null {
  const { t, money } = useI18n()
  const zone = valueOf(visit)?.session.overview.zones.find(({ zoneId }) => zoneId === wishes.zoneId)
  const limit = wishes.maxPrice === null ? null : t.wishes.upTo(money(wishes.maxPrice, event.currency))
  return [zone?.name, limit].filter((part) => part !== undefined && part !== null).join(' · ') || null
}
