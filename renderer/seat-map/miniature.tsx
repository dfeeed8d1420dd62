import { Fragment, type ReactNode, useMemo } from 'react'
import { pitchMarkings } from '../../shared/domain/venue/pitch.ts'
import type { Point } from '../../shared/domain/venue/venue-plan.ts'
import type { VisitView } from '../../shared/api/kiosk/views.ts'
import { nearestOnEdge } from './layout/shapes.ts'
import { type VenueLayout, venueLayout, type VenueSection } from './layout/venue-layout.ts'
import tokens from './map-tokens.module.css'
import styles from './miniature/venue-miniature.module.css'

export interface MarkedPlace {
  readonly sectionId: string
  /** Text on the gate's pin; if present, the way from the gate is drawn. */
  readonly gate?: string
}

/** Returns the venue layout as shown by the seat map; null if no plan contains every section on sale. */
export function usePlannedVenue(visit: VisitView | null): VenueLayout | null {
  return useMemo(() => {
    if (!visit?.plan) return null
    const venue = venueLayout(visit.plan, visit.session.overview, 1, visit.here)
    return venue.field && venue
  }, [visit])
}

interface VenueMiniatureProps {
  readonly venue: VenueLayout
  readonly places: readonly MarkedPlace[]
  /** Triangle of the view from a seat: the seat, and the two far corners. Null or absent for none. */
  readonly cone?: readonly [Point, Point, Point] | null
  /** Drawing of a person at each gate. */
  readonly walker?: ReactNode
}

/**
 * Small map of the venue, hidden from screen readers: adjacent text must state its content. Highlights the stands of
 * the places and marks each place with a dot. The map is never rotated. Sections with free seats
 * have their ID in `data-section`.
 */
export function VenueMiniature({ venue, places, cone, walker }: VenueMiniatureProps) {
  const { left, top, right, bottom } = venue.bounds
  const [width, height] = [right - left, bottom - top]
  const lit = (section: VenueSection): boolean =>
    section.offer !== null && places.some(({ sectionId }) => sectionId === section.offer?.sectionId)
  const tribunes = new Set(venue.sections.filter(lit).map(({ tribune }) => tribune?.code))
  const marks = marksOf(venue, places, cone?.[0])
  const at = ([x, y]: Point) => ({ left: `${((x - left) / width) * 100}%`, top: `${((y - top) / height) * 100}%` })
  return (
    <span className={`${tokens.map} ${styles.miniature}`} style={{ '--ratio': width / height }} aria-hidden="true">
      <svg viewBox={`${left} ${top} ${width} ${height}`} data-marked={places.length > 0}>
        <PitchAndGround venue={venue} />
        {venue.sections
          .toSorted((a, b) => Number(lit(a)) - Number(lit(b)))
          .map((section) => (
            <path
              key={section.plan?.code ?? section.offer?.sectionId}
              className={styles.section}
              d={outlinePath(section.outline)}
              fill={section.tribune?.color}
              data-section={section.offer?.remaining ? section.offer.sectionId : undefined}
              data-lit={lit(section)}
              data-own={section.tribune !== null && tribunes.has(section.tribune.code)}
            />
          ))}
        {cone && <path className={styles.cone} d={drawn(cone, true, 1)} />}
        {marks.ways.map((way) => (
          <Fragment key={way}>
            <path className={styles.casing} d={way} />
            <path className={styles.way} d={way} />
          </Fragment>
        ))}
      </svg>
      {marks.dots.map((dot) => (
        <i key={dot.join()} className={styles.dot} style={at(dot)} />
      ))}
      {marks.here && (
        <i className={styles.here} style={{ ...at(marks.here.at), ...outwards(marks.here.at, venue.bounds) }} />
      )}
      {marks.gates.map((gate) => (
        <b key={gate.shown} className={styles.gate} style={at(gate.at)}>
          {gate.shown}
        </b>
      ))}
      {walker &&
        marks.gates.map((gate) => (
          <span
            key={gate.shown}
            className={styles.walker}
            style={{ ...at(gate.at), ...outwards(gate.at, venue.bounds) }}
          >
            {walker}
          </span>
        ))}
    </span>
  )
}

function PitchAndGround({ venue: { ground, field } }: { venue: VenueLayout }) {
  const paths = useMemo(() => {
    const markings = field?.kind === 'pitch' ? pitchMarkings(field.outline) : null
    return {
      ground: ground && drawn(ground, true, 1),
      field: field && drawn(field.outline, true, 1),
      lines: markings?.lines.map((line) => drawn(line, false, 1)).join(''),
    }
  }, [ground, field])
  return (
    <>
      {paths.ground && <path className={styles.ground} d={paths.ground} />}
      {paths.field && <path className={field?.kind === 'stage' ? styles.stage : styles.grass} d={paths.field} />}
      <path className={styles.lines} d={paths.lines} />
    </>
  )
}

function marksOf({ sections, gates, ground }: VenueLayout, places: readonly MarkedPlace[], seat?: Point) {
  const bySection = [...Map.groupBy(places, ({ sectionId }) => sectionId)].flatMap(([sectionId, own]) => {
    const section = sections.find(({ offer }) => offer?.sectionId === sectionId)
    return section ? [{ section, own }] : []
  })
  const here = gates.find(({ isHere }) => isHere) ?? null
  const toReach = gates.filter(({ shown }) => places.some(({ gate }) => gate === shown))
  return {
    here,
    dots: bySection.map(({ section }) => seat ?? section.middle),
    gates: toReach,
    ways: [
      ...bySection.flatMap(({ section, own }) =>
        gates
          .filter(({ shown }) => own.some(({ gate }) => gate === shown))
          .map(({ at }) => gateWay(ground, at, nearestOnEdge(section.outline, at))),
      ),
      ...(here ? toReach.filter((gate) => gate !== here).map(({ at }) => gateWay(ground, here.at, at)) : []),
    ].map((way) => drawn(way, false, 1)),
  }
}

/** Returns the direction from the centre of the venue to a gate, as CSS variables. */
function outwards([x, y]: Point, { left, top, right, bottom }: VenueLayout['bounds']) {
  const [away, down] = [x - (left + right) / 2, y - (top + bottom) / 2]
  const length = Math.max(Math.hypot(away, down), 1e-6)
  return { '--away': away / length, '--down': down / length }
}

/** Distance between the building and the drawn route to the gate, and length of one dash of the route, in metres. */
const OFF_THE_WALL = 5
const STEP = 3

/**
 * Returns the way from a gate to a place among the seats, in metres of the map. The way leads around the building on
 * the shorter side and then straight in; without a building, it is a straight line.
 */
export function gateWay(ground: readonly Point[] | null, gate: Point, place: Point): readonly Point[] {
  if (!ground || ground.length < 3) return [gate, place]
  const round = aroundWall(ground)
  const length = round.lengths.at(-1) ?? 0
  const [from, to] = [nearest(round, gate), nearest(round, place)]
  const forward = (to - from + length) % length
  const distance = forward > length / 2 ? forward - length : forward
  const steps = Math.max(1, Math.ceil(Math.abs(distance) / STEP))
  const walked = Array.from({ length: steps + 1 }, (_, i) =>
    pointAt(round, (from + (distance * i) / steps + length) % length),
  )
  return [gate, ...walked, place]
}

/** Closed line whose first point is repeated at the end. `lengths`: distance of each point along the line. */
interface Round {
  readonly points: readonly Point[]
  readonly lengths: readonly number[]
}

function aroundWall(ground: readonly Point[]): Round {
  const count = ground.length
  const [x, y] = ground.reduce(([sumX, sumY], [px, py]): Point => [sumX + px / count, sumY + py / count], [0, 0])
  const points = [...ground, ...ground.slice(0, 1)].map(([px, py]): Point => {
    const away = Math.hypot(px - x, py - y)
    const share = (away + OFF_THE_WALL) / Math.max(away, 1e-6)
    return [x + (px - x) * share, y + (py - y) * share]
  })
  const lengths: number[] = []
  for (const [i, point] of points.entries()) {
    const before = points[i - 1]
    lengths.push(before ? (lengths[i - 1] ?? 0) + Math.hypot(point[0] - before[0], point[1] - before[1]) : 0)
  }
  return { points, lengths }
}

/** Returns the distance along the line to its point nearest to a place, in metres. */
function nearest({ points, lengths }: Round, [x, y]: Point): number {
  let [best, at] = [Infinity, 0]
  for (const [i, [bx, by]] of points.entries()) {
    const before = points[i - 1]
    if (!before) continue
    const [dx, dy] = [bx - before[0], by - before[1]]
    const along = ((x - before[0]) * dx + (y - before[1]) * dy) / Math.max(dx * dx + dy * dy, 1e-12)
    const share = Math.min(Math.max(along, 0), 1)
    const distance = Math.hypot(before[0] + dx * share - x, before[1] + dy * share - y)
    if (distance < best) [best, at] = [distance, (lengths[i - 1] ?? 0) + Math.hypot(dx, dy) * share]
  }
  return at
}

function pointAt({ points, lengths }: Round, at: number): Point {
  const end = Math.max(
    1,
    lengths.findIndex((length) => length >= at),
  )
  const [a = [0, 0], b = a] = [points[end - 1], points[end]]
  const [from, to] = [lengths[end - 1] ?? 0, lengths[end] ?? 0]
  const share = to > from ? (at - from) / (to - from) : 0
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]
}

/** Cache of the paths of sections, whose outlines do not change while the plan is the same. */
const outlinePaths = new WeakMap<readonly Point[], string>()

function outlinePath(outline: readonly Point[]): string {
  const path = outlinePaths.get(outline) ?? drawn(outline, true, 1)
  outlinePaths.set(outline, path)
  return path
}

function drawn(points: readonly Point[], closed: boolean, decimals: number): string {
  const line = points.map(([x, y]) => `${x.toFixed(decimals)} ${y.toFixed(decimals)}`).join('L')
  return `M${line}${closed ? 'Z' : ''}`
}
