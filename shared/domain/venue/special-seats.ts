import { seatNumber, type Numbering } from './row-numbers.ts'

export const specialKinds = ['accessible', 'companion', 'restrictedView'] as const
export type SpecialKind = (typeof specialKinds)[number]

/** Seats that are not like the others, by the label of their row and their numbers. */
type Listed = Readonly<
  Partial<Record<SpecialKind, readonly { readonly row: string; readonly numbers: readonly number[] }[] | undefined>>
>

interface Section extends Listed {
  readonly numbering: Numbering
  readonly rows: readonly { readonly label: string; readonly blocks: readonly number[] }[]
}

/** Whether a seat of the section is one of these, by the label of its row and its number. */
export function specialSeats(section: Listed, kind: SpecialKind): (rowLabel: string, number: number) => boolean {
  const listed = new Set((section[kind] ?? []).flatMap(({ row, numbers }) => numbers.map((each) => keyOf(row, each))))
  return (rowLabel, number) => listed.has(keyOf(rowLabel, number))
}

/** One sentence a seat that is listed and cannot be what the list says. */
export function specialSeatProblems(section: Section): readonly string[] {
  if (specialKinds.every((kind) => section[kind] === undefined)) return []
  const seats = seatsOf(section)
  const known = new Set(seats.map(({ row, number }) => keyOf(row, number)))
  const problems = specialKinds.flatMap((kind) =>
    (section[kind] ?? []).flatMap(({ row, numbers }) =>
      numbers.filter((number) => !known.has(keyOf(row, number))).map((number) => `${kind}: no seat ${row} ${number}`),
    ),
  )
  const [isAccessible, isCompanion] = [specialSeats(section, 'accessible'), specialSeats(section, 'companion')]
  seats.forEach(({ row, number, block }, index) => {
    if (!isCompanion(row, number)) return
    const beside = [seats[index - 1], seats[index + 1]].filter((seat) => seat?.row === row && seat.block === block)
    if (isAccessible(row, number)) problems.push(`companion: ${row} ${number} is a space for a wheelchair`)
    else if (!beside.some((seat) => seat !== undefined && isAccessible(seat.row, seat.number)))
      problems.push(`companion: no space for a wheelchair beside ${row} ${number}`)
  })
  return problems
}

/** Row by row, side by side. */
function seatsOf({ rows, numbering }: Section) {
  return rows.flatMap(({ label, blocks }) => {
    const size = blocks.reduce((sum, count) => sum + count, 0)
    return blocks
      .flatMap((count, block) => Array.from({ length: count }, () => block))
      .map((block, position) => ({ row: label, block, number: seatNumber(numbering, position, size) }))
  })
}

const keyOf = (rowLabel: string, number: number): string => `${rowLabel} ${number}`
