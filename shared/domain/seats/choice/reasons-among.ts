import type { Minor } from '../../money/money.ts'
import type { SeatChoice } from './best-seats.ts'
import type { ProposalReason } from './proposal-reason.ts'

/** An offer as far as others are compared with it. */
interface Compared {
  readonly choice: SeatChoice
  readonly zoneId: string
  readonly tribune: string
  readonly total: Minor
  /** Of the venue: 0 is the best. */
  readonly penalty: number
  /** Metres from the seats to their gate as the crow flies; null without a plan. */
  readonly wayToGate: number | null
}

/** An offer is near its gate when the others' ways are longer by at least this factor. */
const CLEARLY_NEARER = 1.25

/** Why each offer is made: what is true of it alone, as far as it is beside the others, and what only the others show. */
export function reasonsAmong(
  offers: readonly Compared[],
  prices: { readonly lowest: Minor; readonly dearest: Minor },
): readonly (readonly ProposalReason[])[] {
  const [bestView] = offers.toSorted((a, b) => a.penalty - b.penalty || a.total - b.total)
  const nearest = nearestToGate(offers)
  return offers.map((offer, i) => {
    const { choice, total, zoneId, tribune } = offer
    const isBest = offer.penalty === bestView?.penalty && total === bestView.total
    const reasons = choice.reasons.map((reason) => (reason === 'best-view' && !isBest ? 'central' : reason))
    if (offers.some((other) => other.total < total && other.zoneId !== zoneId)) reasons.push('dearer-zone')
    if (total <= prices.lowest && total < prices.dearest) reasons.push('lowest-price')
    if (offer === nearest) reasons.push('near-gate')
    if (i > 0 && offers.slice(0, i).every((before) => before.tribune !== tribune)) reasons.push('other-tribune')
    return reasons
  })
}

function nearestToGate(offers: readonly Compared[]): Compared | null {
  const ways = offers
    .flatMap((offer) => (offer.wayToGate === null ? [] : [{ offer, way: offer.wayToGate }]))
    .toSorted((a, b) => a.way - b.way)
  const [first, second] = ways
  if (!first || !second || ways.length < offers.length) return null
  return second.way >= CLEARLY_NEARER * first.way ? first.offer : null
}
