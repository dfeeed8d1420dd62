import type { Overview, SeatOffer, SeatStatus, SectionView } from '../../shared/domain/seats/offer.ts'
import { halfWidth, type RowSeat, seatRows } from '../../shared/domain/seats/seat-rows.ts'
import type { PlanSection } from '../../shared/domain/venue/venue-plan.ts'

export interface RowSketch {
  readonly label?: string
  readonly numbers: readonly number[]
  /**
   * One letter per seat: `.` free, `h` held, `s` sold, `b` blocked, `a` accessible, `c` companion seat, `r` restricted
   * view. Seats marked `a`, `c` or `r` are free. If absent, all seats are free.
   */
  readonly states?: string
  readonly price?: number
  readonly prices?: readonly number[]
}

const statuses: Readonly<Record<string, SeatStatus>> = { h: 'held', s: 'sold', b: 'blocked' }

/** Returns a section with the given rows, front row first. Seat ids are `<row label><number>`, such as `A7`. */
export function sectionOf(rows: readonly RowSketch[], extra: Partial<SectionView> = {}): SectionView {
  const seats = rows.flatMap(({ label, numbers, states = '', price = 50_000, prices = [] }, index) =>
    numbers.map((number, i): SeatOffer => {
      const rowLabel = label ?? String.fromCharCode(65 + index)
      return {
        seatId: `${rowLabel}${number}`,
        code: `N1-${rowLabel}-${number}`,
        row: index + 1,
        rowLabel,
        number,
        status: statuses[states[i] ?? '.'] ?? 'available',
        price: prices[i] ?? price,
        gate: 0,
        ...(states[i] === 'a' && { accessible: true }),
        ...(states[i] === 'c' && { companion: true }),
        ...(states[i] === 'r' && { restrictedView: true }),
      }
    }),
  )
  return {
    sectionId: '11',
    zoneId: '1',
    revision: 'r1',
    remaining: seats.filter(({ status }) => status === 'available').length,
    tribune: { code: 'N', name: 'Tribune Nord', color: '#0b6e4f' },
    gates: [{ code: 'C', name: 'Porte C', label: 'Porte C' }],
    seats,
    ...extra,
  }
}

export const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i + 1)

/** Returns the overview of sections whose ids are `id-<code>`. `price`: price of a section that has no free seat. */
export function overviewOf(sections: readonly SectionView[], price = 900_000): Overview {
  return {
    revision: 'r1',
    soldOut: false,
    remaining: sections.reduce((sum, { remaining }) => sum + remaining, 0),
    zones: [],
    sections: sections.map(({ sectionId, zoneId, seats, remaining }) => ({
      sectionId,
      zoneId,
      code: sectionId.slice(3),
      name: sectionId,
      price: Math.min(...seats.flatMap((seat) => (seat.status === 'available' ? [seat.price] : [])), price),
      remaining,
    })),
  }
}

export const planSection = (change: Partial<PlanSection> = {}): PlanSection => ({
  code: 'N1',
  name: 'Secteur',
  tribune: 'N',
  zone: 'Z',
  gate: 'C',
  numbering: { scheme: 'consecutive', direction: 'counterclockwise' },
  front: { kind: 'line', from: [-10, -40], to: [10, -40] },
  rowDepth: 0.8,
  seatPitch: 0.5,
  aisleWidth: 1,
  rows: [],
  ...change,
})

/** Returns rows of a plan, labelled from A. */
export const planRows = (rows: readonly (readonly number[])[]): PlanSection['rows'] =>
  rows.map((blocks, i) => ({ label: String.fromCharCode(65 + i), blocks: [...blocks] }))

export interface Spot extends RowSeat {
  readonly rowIndex: number
  readonly index: number
}

export type Cost = readonly number[]

export function spotsOf(section: SectionView): readonly Spot[] {
  return seatRows(section).flatMap(({ seats }, rowIndex) => seats.map((seat, index) => ({ ...seat, rowIndex, index })))
}

const isFree = (spot: Spot): boolean => spot.seat.status === 'available'

/** Returns the lowest cost of any subset of free, affordable seats. Null if too few seats are free and affordable. */
export function lowestCost(section: SectionView, count: number, maxPrice = Infinity): Cost | null {
  const spots = spotsOf(section)
  const cost = costOf(section, spots)
  const offered = spots.filter(
    (spot) => isFree(spot) && spot.seat.price <= maxPrice && (!spot.seat.accessible || isRestGone(section)),
  )
  let lowest: Cost | null = null
  for (const subset of subsets(offered, count)) {
    const own = cost(subset)
    if (!lowest || compare(own, lowest) < 0) lowest = own
  }
  return lowest
}

/** Returns true if all seats are sold or blocked, except wheelchair and companion spaces, if any are left. */
export function isRestGone({ seats }: SectionView): boolean {
  const rest = seats.filter(({ accessible, companion }) => !accessible && !companion)
  return rest.length > 0 && rest.every(({ status }) => ['sold', 'blocked'].includes(status))
}

/**
 * Returns a function that calculates the cost of seats. The grouping of the seats (block, two groups close to each
 * other, groups, scattered) counts first, followed by the criteria for seats with the same grouping.
 */
export function costOf(section: SectionView, spots: readonly Spot[]): (subset: readonly Spot[]) => Cost {
  const rows = seatRows(section)
  const at = new Map(spots.map((spot) => [`${spot.rowIndex} ${spot.index}`, spot]))
  const neighbours = ({ rowIndex, index, joined }: Spot): Spot[] => {
    const [before, after] = [at.get(`${rowIndex} ${index - 1}`), at.get(`${rowIndex} ${index + 1}`)]
    return [...(before && joined ? [before] : []), ...(after?.joined ? [after] : [])]
  }
  const view = (members: readonly Spot[]): number => {
    const x = mean(members.map((spot) => spot.x))
    const depth = mean(members.map((spot) => spot.rowIndex)) / Math.max(rows.length - 1, 1)
    return 0.6 * (Math.abs(x) / halfWidth(rows)) + 0.4 * (Math.abs(depth - 0.35) / 0.65)
  }

  return (subset) => {
    const chosen = new Set(subset)
    const stays = (spot: Spot): boolean => isFree(spot) && !chosen.has(spot)
    const lone = spots.filter(
      (spot) => stays(spot) && neighbours(spot).some(isFree) && !neighbours(spot).some(stays),
    ).length
    const groups = groupsOf(subset, neighbours)
    const price = subset.reduce((sum, spot) => sum + spot.seat.price, 0)
    if (groups.length === 1) return [0, lone, view(subset), price]
    const [a, b] = groups
    if (groups.length === 2 && a && b && isClose(a, b)) {
      const alone = a.length === 1 || b.length === 1 ? 1 : 0
      const rowsApart = Math.abs((a[0]?.rowIndex ?? 0) - (b[0]?.rowIndex ?? 0))
      const spread = Math.abs(mean(a.map(({ x }) => x)) - mean(b.map(({ x }) => x))) + 1.5 * rowsApart
      return [1, alone, lone, spread, view(subset)]
    }
    const kind = groups.every(({ length }) => length > 1) ? 2 : 3
    return [
      kind,
      groups.length,
      Math.min(...subset.map((anchor) => subset.reduce((sum, spot) => sum + distance(anchor, spot), 0))),
    ]
  }
}

function isClose(a: readonly Spot[], b: readonly Spot[]): boolean {
  const between = Math.max(
    Math.min(...b.map(({ x }) => x)) - Math.max(...a.map(({ x }) => x)),
    Math.min(...a.map(({ x }) => x)) - Math.max(...b.map(({ x }) => x)),
  )
  return Math.abs((a[0]?.rowIndex ?? 0) - (b[0]?.rowIndex ?? 0)) <= 1 && between <= 3
}

function groupsOf(subset: readonly Spot[], neighbours: (spot: Spot) => readonly Spot[]): readonly (readonly Spot[])[] {
  const left = new Set(subset)
  const groups: Spot[][] = []
  for (const seed of subset) {
    if (!left.delete(seed)) continue
    const group = [seed]
    for (const member of group) group.push(...neighbours(member).filter((spot) => left.delete(spot)))
    groups.push(group)
  }
  return groups
}

const distance = (a: Spot, b: Spot): number => Math.abs(a.x - b.x) + 1.5 * Math.abs(a.rowIndex - b.rowIndex)

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

export function compare(a: Cost, b: Cost): number {
  for (const [i, value] of a.entries()) {
    const difference = value - (b[i] ?? 0)
    if (Math.abs(difference) > 5e-6) return difference
  }
  return 0
}

function* subsets<T>(items: readonly T[], count: number, start = 0): Generator<readonly T[]> {
  if (count === 0) {
    yield []
    return
  }
  for (let i = start; i <= items.length - count; i++) {
    for (const rest of subsets(items, count - 1, i + 1)) yield [items[i] as T, ...rest]
  }
}
