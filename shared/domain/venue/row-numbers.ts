export interface Numbering {
  readonly scheme: 'consecutive' | 'odd' | 'even'
  readonly direction: 'clockwise' | 'counterclockwise'
}

/** The number on the seat at a position of a row of so many seats, counted clockwise from 0. */
export function seatNumber({ scheme, direction }: Numbering, position: number, size: number): number {
  const nth = direction === 'clockwise' ? position : size - 1 - position
  if (scheme === 'consecutive') return nth + 1
  return 2 * nth + (scheme === 'odd' ? 1 : 2)
}
