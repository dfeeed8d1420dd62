import { isSameGate, shownGate } from '../../../shared/domain/seats/place.ts'
import { sectionOutline } from '../../../shared/domain/venue/venue-geometry.ts'
import type { PlanSection, Point, VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import { ink, paper, type Box, type Canvas } from '../pdf/canvas.ts'
import type { Spot } from '../documents/ticket-content.ts'
import type { TicketCanvas } from './ticket-canvas.ts'
import { paintOf } from './tribune.ts'

/** Arcs are drawn with coarse chords, because the printed venue is only a few centimetres wide. */
const chordDegrees = 6
const hairline = 0.15
/** Two dots at 203 dots per inch: thinner lines are printed with gaps. */
const thermalLine = 0.25
const gateRadius = { least: 2.1, share: 0.05 }

/** Returns whether a map can be drawn: the venue's plan must contain the seat's section and gate. */
export function hasVenueMap(spot: Spot, { planOf }: TicketCanvas): boolean {
  return find(spot, planOf(spot.venue)) !== null
}

/** A `thermal` map has no tints, because a thermal head dithers them. */
type MapKind = 'colour' | 'thermal'

export function drawVenueMap(canvas: Canvas, spot: Spot, box: Box, kind: MapKind, press: TicketCanvas): void {
  canvas.unmirrored(box, (there) => drawAsItLies(canvas, spot, there, kind, press))
}

function drawAsItLies(canvas: Canvas, spot: Spot, box: Box, kind: MapKind, press: TicketCanvas): void {
  const found = find(spot, press.planOf(spot.venue))
  if (!found) return
  const { plan, section, gate } = found
  const outlines = new Map(plan.sections.map((one) => [one, sectionOutline(one, chordDegrees)]))
  const radius = Math.max(gateRadius.least, Math.min(box.width, box.height) * gateRadius.share)
  const toPage = fitting([...outlines.values()].flat().concat(plan.gates.map(({ at }) => at)), box, radius)
  const draw = (one: PlanSection): readonly Point[] => (outlines.get(one) ?? []).map(toPage)
  const own = plan.sections.filter(({ tribune }) => tribune === section.tribune)
  const tribune = plan.tribunes.find(({ code }) => code === section.tribune)

  for (const one of plan.sections) {
    if (own.includes(one)) continue
    if (kind === 'colour') canvas.fillPolygon(draw(one), 0.88)
    if (kind === 'colour') canvas.strokePolygon(draw(one), paper, hairline)
    else canvas.strokePolygon(draw(one), ink, thermalLine / 2)
  }
  for (const one of own) canvas.strokePolygon(draw(one), ink, 0.7)
  for (const one of own) {
    canvas.fillPolygon(draw(one), kind === 'colour' && tribune ? paintOf(tribune.color) : paper)
    canvas.strokePolygon(draw(one), kind === 'colour' ? paper : ink, kind === 'colour' ? hairline : thermalLine)
  }
  canvas.strokePolygon(plan.field.outline.map(toPage), ink, thermalLine)

  const seat = middleOf(draw(section))
  const [gateX, gateY] = toPage(gate.at)
  canvas.line([gateX, gateY], seat, 0.9, undefined, paper)
  canvas.line([gateX, gateY], seat, 0.4)
  canvas.fillPolygon(draw(section), ink)
  canvas.strokePolygon(draw(section), paper, 0.25)
  canvas.fillCircle(gateX, gateY, radius + 0.35, paper)
  canvas.fillCircle(gateX, gateY, radius, ink)
  const label = press.type.fit(shownGate(gate), 'bold', { width: radius * 1.5, largest: radius * 1.6 })
  for (const line of label.lines) {
    canvas.text(line, { x: gateX, y: gateY + label.size * 0.334, size: label.size, align: 'center', paint: paper })
  }
}

function find(spot: Spot, plan: VenuePlan | null) {
  const section = plan?.sections.find(({ code }) => code === spot.sector)
  const gate = plan?.gates.find((one) => isSameGate(one, spot.gate))
  return plan && section && gate ? { plan, section, gate } : null
}

/** Returns a function from metres of the plan to millimetres in the box, with a margin for the gate. */
function fitting(points: readonly Point[], box: Box, radius: number): (point: Point) => Point {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const edge = radius + 0.4
  const scale = Math.min((box.width - 2 * edge) / (right - left), (box.height - 2 * edge) / (bottom - top))
  const [x0, y0] = [box.x + box.width / 2, box.y + box.height / 2]
  return ([x, y]) => [x0 + (x - (left + right) / 2) * scale, y0 + (y - (top + bottom) / 2) * scale]
}

function middleOf(points: readonly Point[]): Point {
  const sum = (axis: 0 | 1): number => points.reduce((total, point) => total + point[axis], 0)
  return [sum(0) / points.length, sum(1) / points.length]
}
