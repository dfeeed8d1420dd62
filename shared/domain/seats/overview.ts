import type { Overview, SectionOffer, SectionView } from './offer.ts'

export interface SectionCount {
  readonly sectionId: string
  readonly remaining: number
}

/** Returns the overview updated from a reply about one section; the same object if nothing has changed. */
export function renewedOverview(overview: Overview, view: SectionView, counts: readonly SectionCount[]): Overview {
  const left = new Map(counts.map(({ sectionId, remaining }) => [sectionId, remaining]))
  left.set(view.sectionId, view.remaining)
  const gained = new Map<string, number>()
  const sections = overview.sections.map((section) => {
    const remaining = left.get(section.sectionId) ?? section.remaining
    gained.set(section.zoneId, (gained.get(section.zoneId) ?? 0) + remaining - section.remaining)
    const isRead = section.sectionId === view.sectionId
    return { ...section, remaining, ...(isRead && { ...pricesOf(view), tribune: view.tribune }) }
  })
  if (sections.every((section, i) => !differs(section, overview.sections[i]))) return overview
  const zones = overview.zones.map((zone) => ({
    ...zone,
    remaining: Math.max(0, zone.remaining + (gained.get(zone.zoneId) ?? 0)),
  }))
  const sum = [...gained.values()].reduce((total, each) => total + each, 0)
  const remaining = Math.max(0, overview.remaining + sum)
  return { ...overview, sections, zones, remaining, soldOut: remaining === 0 }
}

/** Returns whether two overviews of one venue have the same content. */
export function sameOverview(a: Overview, b: Overview): boolean {
  return a.sections.length === b.sections.length && a.sections.every((section, i) => !differs(section, b.sections[i]))
}

function differs(a: SectionOffer, b: SectionOffer | undefined): boolean {
  return (
    a.remaining !== b?.remaining ||
    a.price !== b.price ||
    a.highestPrice !== b.highestPrice ||
    a.tribune?.code !== b.tribune?.code ||
    a.tribune?.color !== b.tribune?.color
  )
}

/** Returns the price range of the free seats; null leaves the displayed price unchanged. */
function pricesOf({ seats }: SectionView): Pick<SectionOffer, 'price' | 'highestPrice'> | null {
  const prices = seats.flatMap(({ status, price }) => (status === 'available' ? [price] : []))
  if (prices.length === 0) return null
  return { price: Math.min(...prices), highestPrice: Math.max(...prices) }
}
