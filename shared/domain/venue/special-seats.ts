import { planSeats } from './venue-geometry.ts'
import type { PlanSection } from './venue-plan.ts'

const placeKey = (rowLabel: string, number: number): string => `${rowLabel} ${number}`

export const specialKinds = ['accessible', 'companion', 'restrictedView'] as const
export type SpecialKind = (typeof specialKinds)[number]

/** Whether a seat of the section is one of these, by the label of its row and its number. */
export function specialSeats(section: PlanSection, kind: SpecialKind): (rowLabel: string, number: number) => boolean {
  const listed = new Set(
    (section[kind] ?? []).flatMap(({ row, numbers }) => numbers.map((number) => placeKey(row, number))),
  )
  return (rowLabel, number) => listed.has(placeKey(rowLabel, number))
}

/** One sentence a seat that is listed and cannot be what the list says. */
export function specialSeatProblems(section: PlanSection): readonly string[] {
  if (specialKinds.every((kind) => section[kind] === undefined)) return []
  const seats = planSeats(section)
  const known = new Set(seats.map(({ rowLabel, number }) => placeKey(rowLabel, number)))
  const problems = specialKinds.flatMap((kind) =>
    (section[kind] ?? []).flatMap(({ row, numbers }) =>
      numbers
        .filter((number) => !known.has(placeKey(row, number)))
        .map((number) => `${kind}: no seat ${row} ${number}`),
    ),
  )
  const [isAccessible, isCompanion] = [specialSeats(section, 'accessible'), specialSeats(section, 'companion')]
  seats.forEach(({ row, rowLabel, number, block }, index) => {
    if (!isCompanion(rowLabel, number)) return
    const beside = [seats[index - 1], seats[index + 1]].filter((seat) => seat?.row === row && seat.block === block)
    if (isAccessible(rowLabel, number)) problems.push(`companion: ${rowLabel} ${number} is a space for a wheelchair`)
    else if (!beside.some((seat) => seat !== undefined && isAccessible(seat.rowLabel, seat.number)))
      problems.push(`companion: no space for a wheelchair beside ${rowLabel} ${number}`)
  })
  return problems
}
