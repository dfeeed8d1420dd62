import type { Minor } from '../../../shared/domain/money/money.ts'
import type { ZoneOffer } from '../../../shared/domain/seats/offer.ts'
import type { VisitView } from '../../../shared/kiosk-api/views.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { valueOf } from '../state/remote.ts'
import type { OffersStep, Wishes } from '../state/steps.ts'

/** More steps than these tell nobody more. */
const MOST_LIMITS = 3

/** Where there is something to choose between. */
export function mayWish(visit: VisitView | null): boolean {
  return (visit?.session.overview.zones.length ?? 0) > 1
}

/** The prices that part the seats on sale, lowest first, without the highest: below it everything is allowed anyway. */
export function priceLimits(zones: readonly ZoneOffer[]): readonly Minor[] {
  const onSale = zones.filter(({ remaining }) => remaining > 0)
  const prices = [...new Set(onSale.map(({ price }) => price))].sort((a, b) => a - b)
  return prices.slice(0, -1).slice(0, MOST_LIMITS)
}

/** Whether anything can be found there. */
export function isWithin({ price, remaining }: ZoneOffer, maxPrice: Minor | null): boolean {
  return remaining > 0 && (maxPrice === null || price <= maxPrice)
}

/** The wishes under another price: a tribune above it is no longer wished for. */
export function withMaxPrice(wishes: Wishes, maxPrice: Minor | null, zones: readonly ZoneOffer[]): Wishes {
  const zone = zones.find(({ zoneId }) => zoneId === wishes.zoneId)
  return { zoneId: zone && isWithin(zone, maxPrice) ? zone.zoneId : null, maxPrice }
}

/** `Tribune Nord, jusqu’à 50 000 GNF`; null where nothing is wished for. */
export function useWishInWords({ event, visit, wishes }: OffersStep): string | null {
  const { t, money } = useI18n()
  const zone = valueOf(visit)?.session.overview.zones.find(({ zoneId }) => zoneId === wishes.zoneId)
  const limit = wishes.maxPrice === null ? null : t.wishes.upTo(money(wishes.maxPrice, event.currency))
  return [zone?.name, limit].filter((part) => part !== undefined && part !== null).join(' · ') || null
}
