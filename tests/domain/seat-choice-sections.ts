import type { SeatOffer, SeatStatus, SectionView } from '../../shared/domain/seats/offer.ts'

export interface RowSketch {
  readonly label?: string
  readonly numbers: readonly number[]
  /**
   * One letter a seat: `.` free, `h` held, `s` sold, `b` blocked, `a` free and accessible, `c` its free companion’s, `r` free with
   * a restricted view. Left out: all free.
   */
  readonly states?: string
  readonly price?: number
  readonly prices?: readonly number[]
}

const statuses: Readonly<Record<string, SeatStatus>> = {
  '.': 'available',
  a: 'available',
  c: 'available',
  r: 'available',
  h: 'held',
  s: 'sold',
  b: 'blocked',
}

/** A section out of sketched rows, the first one in front. Seat ids are `<row label><number>`: `A7`. */
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

/** 1 to `count`. */
export function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => i + 1)
}
