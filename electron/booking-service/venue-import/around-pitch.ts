import { rowLength } from '../../../shared/domain/venue/venue-geometry.ts'
import type { PlanSection, Point, VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'

/** A section of a list of rows: everything but where it lies. */
export type ListedSection = Omit<PlanSection, 'front'>

export interface ListedVenue {
  readonly tribunes: readonly Named[]
  readonly zones: readonly Named[]
  readonly gates: readonly Named[]
  /** In the order of the file. */
  readonly sections: readonly ListedSection[]
}

interface Named {
  readonly code: string
  readonly name: string
  readonly color: string
  readonly label: string
}

type Side = (typeof SIDES)[number]
/** In the order in which tribunes take them, clockwise from the top. */
const SIDES = ['top', 'bottom', 'right', 'left'] as const

/** Between two sections, and from the last row to a gate; metres. */
const [GAP, TO_GATE] = [2, 5]
/** Room for a tribune's name between the pitch and its first row, as a share of the pitch's length. */
const APRON = 0.14
/** What sides of a pitch are, where too few seats stand around it to say. */
const [SHORTEST, SQUAREST, SLIMMEST] = [20, 0.8, 0.5]

/** A front that lengths of rows do not depend on. */
const NOWHERE = { kind: 'line', from: [0, 0], to: [1, 0] } as const

/**
 * A plan of what a list of rows names. The list says nothing of where things lie: tribunes are set around a pitch that is
 * as large as they need, one a side and then around again, their sections side by side, each gate behind its sections.
 */
export function aroundPitch(venue: VenuePlan['venue'], listed: ListedVenue): VenuePlan {
  const { tribunes, zones, gates, sections } = listed
  const sideOf = new Map(tribunes.map(({ code }, index) => [code, SIDES[index % SIDES.length] ?? 'top']))
  const onSide = (side: Side): readonly ListedSection[] =>
    sections.filter(({ tribune }) => sideOf.get(tribune) === side)
  const ground = groundFor((side) => onSide(side).reduce((sum, section) => sum + widthOf(section), 0))
  const placed = SIDES.flatMap((side) => {
    const row = onSide(side)
    let along = (ground.lengthOf(side) - row.reduce((sum, section) => sum + widthOf(section), 0)) / 2
    return row.map((section): PlanSection => {
      const width = widthOf(section)
      const front = [along + GAP / 2, along + width - GAP / 2].map((at) => ground.pointOn(side, at, ground.apron))
      along += width
      return { ...section, front: { kind: 'line', from: front[0] ?? [0, 0], to: front[1] ?? [0, 0] } }
    })
  })
  const [x, y] = ground.half
  const behind = ([first, ...more]: readonly PlanSection[]): Point => {
    // One side of them: the middle of several sides would be the pitch.
    const own = first ? [first, ...more.filter(({ tribune }) => tribune === first.tribune)] : []
    return middleOf(own.map((section) => outermost(section)))
  }
  return {
    format: 'guichet-venue-plan/1',
    venue,
    field: {
      kind: 'pitch',
      outline: [
        [-x, -y],
        [x, -y],
        [x, y],
        [-x, y],
      ],
    },
    tribunes: tribunes.map(({ code, name, color }) => ({
      code,
      name,
      color,
      label: ground.label(placed.filter(({ tribune }) => tribune === code)),
    })),
    zones: zones.map(({ code, name, color }) => ({ code, name, color })),
    gates: gates.map(({ code, name, label }) => ({
      code,
      name,
      label,
      at: behind(placed.filter(({ gate }) => gate === code)),
    })),
    sections: sections.flatMap(({ code }) => placed.find((one) => one.code === code) ?? []),
  }
}

/** The pitch, as large as what stands along its sides. */
function groundFor(needed: (side: Side) => number) {
  const [across, down] = [Math.max(needed('top'), needed('bottom')), Math.max(needed('left'), needed('right'))]
  const length = Math.max(SHORTEST, across, down / SQUAREST)
  const width = Math.max(down, length * SLIMMEST)
  const [x, y] = [length / 2, width / 2]
  const apron = Math.max(length, width) * APRON
  const lengthOf = (side: Side): number => (side === 'top' || side === 'bottom' ? length : width)
  /** A point `along` the side, clockwise, and `out` of the pitch. */
  function pointOn(side: Side, along: number, out: number): Point {
    if (side === 'top') return [-x + along, -y - out]
    if (side === 'right') return [x + out, -y + along]
    return side === 'bottom' ? [x - along, y + out] : [-x - out, y - along]
  }
  /** In the middle of the apron, before its sections. */
  const label = (own: readonly PlanSection[]): Point => {
    const middle = middleOf(own.flatMap(({ front }) => (front.kind === 'line' ? [front.from, front.to] : [])))
    return [shrunk(middle[0], x, apron), shrunk(middle[1], y, apron)]
  }
  return { half: [x, y] as const, apron, lengthOf, pointOn, label }
}

/** Half an apron nearer to the pitch, where it lies beyond it. */
const shrunk = (at: number, half: number, apron: number): number =>
  Math.abs(at) > half ? at - Math.sign(at) * (apron / 2) : at

/** Its own room along the side, with the gap to the next one. */
function widthOf(section: ListedSection): number {
  return Math.max(...section.rows.map((row) => rowLength({ ...section, front: NOWHERE }, row))) + GAP
}

/** The point behind the middle of a section's last row where a gate may stand. */
function outermost({ front, rows, rowDepth }: PlanSection): Point {
  if (front.kind !== 'line') return front.center
  const [[ax, ay], [bx, by]] = [front.from, front.to]
  const length = Math.hypot(bx - ax, by - ay)
  const out = rows.length * rowDepth + TO_GATE
  return [(ax + bx) / 2 + ((by - ay) / length) * out, (ay + by) / 2 - ((bx - ax) / length) * out]
}

function middleOf(points: readonly Point[]): Point {
  const mean = (index: 0 | 1): number => points.reduce((sum, point) => sum + point[index], 0) / points.length
  return [mean(0), mean(1)]
}
