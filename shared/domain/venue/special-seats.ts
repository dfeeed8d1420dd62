export const specialKinds = ['accessible', 'companion', 'restrictedView'] as const
export type SpecialKind = (typeof specialKinds)[number]

type Listed = Readonly<
  Partial<Record<SpecialKind, readonly { readonly row: string; readonly numbers: readonly number[] }[] | undefined>>
>

interface Section extends Listed {
  readonly numbering: Numbering
  readonly rows: readonly { readonly label: string; readonly blocks: readonly number[] }[]
}

/** Returns a function that checks by row label and number whether a seat is of the given kind. */
export function specialSeats(section: Listed, kind: SpecialKind): (rowLabel: string, number: number) => boolean {
  const listed = new Set((section[kind] ?? []).flatMap(({ row, numbers }) => numbers.map((each) => keyOf(row, each))))
  return (rowLabel, number) => listed.has(keyOf(rowLabel, number))
}

/** A listed seat that does not exist, or cannot be of its listed kind. */
export interface SeatFault {
  readonly type: 'no-seat' | 'companion-in-space' | 'companion-alone'
  readonly row: string
  readonly number: number
}

/** Returns the faults of a section's lists, each with the path of the seat number. */
export function seatFaults(
  section: Section,
): readonly { readonly path: readonly (string | number)[]; readonly fault: SeatFault }[] {
  if (specialKinds.every((kind) => section[kind] === undefined)) return []
  const seats = new Map(
    seatsOf(section).map(
      (seat, index, all) => [keyOf(seat.row, seat.number), [seat, all[index - 1], all[index + 1]]] as const,
    ),
  )
  const isAccessible = specialSeats(section, 'accessible')
  const faultOf = (kind: SpecialKind, row: string, number: number): SeatFault['type'] | null => {
    const [seat, ...beside] = seats.get(keyOf(row, number)) ?? []
    if (!seat) return 'no-seat'
    if (kind !== 'companion') return null
    if (isAccessible(row, number)) return 'companion-in-space'
    const isSpaceBeside = beside.some(
      (next) => next?.row === row && next.block === seat.block && isAccessible(next.row, next.number),
    )
    return isSpaceBeside ? null : 'companion-alone'
  }
  return specialKinds.flatMap((kind) =>
    (section[kind] ?? []).flatMap(({ row, numbers }, list) =>
      numbers.flatMap((number, place) => {
        const type = faultOf(kind, row, number)
        return type === null ? [] : [{ path: [kind, list, 'numbers', place], fault: { type, row, number } }]
      }),
    ),
  )
}

/** Returns the seats row by row, in physical order. */
function seatsOf({ rows, numbering }: Section) {
  return rows.flatMap(({ label, blocks }) => {
    const size = blocks.reduce((sum, count) => sum + count, 0)
    return blocks
      .flatMap((count, block) => Array.from({ length: count }, () => block))
      .map((block, position) => ({ row: label, block, number: seatNumber(numbering, position, size) }))
  })
}

const keyOf = (rowLabel: string, number: number): string => `${rowLabel} ${number}`

interface Numbering {
  readonly scheme: 'consecutive' | 'odd' | 'even'
  readonly direction: 'clockwise' | 'counterclockwise'
}

/** Returns the seat number at a position in a row of `size` seats, counted clockwise from 0. */
export function seatNumber({ scheme, direction }: Numbering, position: number, size: number): number {
  const nth = direction === 'clockwise' ? position : size - 1 - position
  if (scheme === 'consecutive') return nth + 1
  return 2 * nth + (scheme === 'odd' ? 1 : 2)
}

/** Returns the letters at the beginning of a section code, which name the side (N for N1 and N2). */
export const codeSide = (code: string): string => /^\p{L}*/u.exec(code)?.[0] ?? ''
