import type { Minor } from '../../../shared/domain/money/money.ts'
import type { Overview, ZoneOffer } from '../../../shared/domain/seats/offer.ts'
import type { VisitView } from '../../../shared/kiosk-api/views.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { valueOf } from '../state/remote.ts'
import type { OffersStep, Wishes } from '../state/steps.ts'

/** Where there is something to choose between. */
export function mayWish(visit: VisitView | null): boolean {
  return (visit?.session.overview.zones.length ?? 0) > 1
}

type OnSale = Pick<Overview, 'zones' | 'sections'>

/** Every price on sale, lowest first, without the highest: below it everything is allowed anyway. */
export function priceLimits({ zones, sections }: OnSale): readonly Minor[] {
  const prices = new Set<Minor>()
  for (const { price, remaining } of zones) if (remaining > 0) prices.add(price)
  for (const { price, highestPrice = price, remaining } of sections)
    if (remaining > 0) prices.add(price).add(highestPrice)
  return [...prices].toSorted((a, b) => a - b).slice(0, -1)
}

/** Whether anything can be found there: a section may be cheaper than its zone says. */
export function isWithin(
  { zoneId, price, remaining }: ZoneOffer,
  maxPrice: Minor | null,
  sections: OnSale['sections'],
): boolean {
  if (remaining === 0) return false
  const open = sections.filter((section) => section.zoneId === zoneId && section.remaining > 0)
  return maxPrice === null || Math.min(price, ...open.map((section) => section.price)) <= maxPrice
}

/** The wishes under another price: a tribune above it is no longer wished for. */
export function withMaxPrice(wishes: Wishes, maxPrice: Minor | null, { zones, sections }: OnSale): Wishes {
  const zone = zones.find(({ zoneId }) => zoneId === wishes.zoneId)
  return { ...wishes, zoneId: zone && isWithin(zone, maxPrice, sections) ? zone.zoneId : null, maxPrice }
}

/** `Tribune Nord, jusqu’à 50 000 GNF`; null where nothing is wished for. */
export function useWishInWords({ event, visit, wishes }: OffersStep): string | null {
  const { t, money } = useI18n()
  const zone = valueOf(visit)?.session.overview.zones.find(({ zoneId }) => zoneId === wishes.zoneId)
  const limit = wishes.maxPrice === null ? null : t.wishes.upTo(money(wishes.maxPrice, event.currency))
  return [zone?.name, limit].filter((part) => part !== undefined && part !== null).join(' · ') || null
}
