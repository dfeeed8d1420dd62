import { useMemo, type ReactNode } from 'react'
import { pitchMarkings } from '../../../shared/domain/venue/pitch-markings.ts'
import type { Point } from '../../../shared/domain/venue/venue-plan.ts'
import { gateWay } from '../layout/gate-way.ts'
import { nearestOnEdge } from '../layout/shapes.ts'
import type { GateMark, VenueLayout, VenueSection } from '../layout/venue-layout.ts'
import tokens from '../map-tokens.module.css'
import { drawn } from './drawn.ts'
import styles from './venue-miniature.module.css'

export interface MarkedPlace {
  readonly sectionId: string
  /** What stands on it: the letter of an offer. */
  readonly letter?: string
  /** As it stands on the gate's pin: the way from there is drawn. */
  readonly gate?: string
}

export interface VenueMiniatureProps {
  readonly venue: VenueLayout
  readonly places: readonly MarkedPlace[]
  /** A figure before each gate, on the way in; the tribunes that it goes to then stand out as a whole. */
  readonly walker?: ReactNode
}

/**
 * The venue in small: the sections of these places stand out. It is a drawing for the eye, as large as the element it stands in, which
 * has to have a size; what it shows stands in words beside it.
 */
export function VenueMiniature({ venue, places, walker }: VenueMiniatureProps) {
  const { left, top, right, bottom } = venue.bounds
  const [width, height] = [right - left, bottom - top]
  const lit = (section: VenueSection): boolean =>
    section.offer !== null && places.some(({ sectionId }) => sectionId === section.offer?.sectionId)
  const tribunes = new Set(venue.sections.filter(lit).map(({ tribune }) => tribune?.code))
  const marks = marksOf(venue, places)
  const at = ([x, y]: Point) => ({ left: `${((x - left) / width) * 100}%`, top: `${((y - top) / height) * 100}%` })
  return (
    <span className={`${tokens.map} ${styles.miniature}`} style={{ '--ratio': width / height }} aria-hidden="true">
      <svg viewBox={`${left} ${top} ${width} ${height}`} data-marked={places.length > 0}>
        <Ground venue={venue} />
        {venue.sections
          .toSorted((a, b) => Number(lit(a)) - Number(lit(b)))
          .map((section) => (
            <path
              key={section.plan?.code ?? section.offer?.sectionId}
              className={styles.section}
              d={drawn(section.outline, true, 1)}
              fill={section.tribune?.color}
              data-lit={lit(section)}
              data-own={walker !== undefined && section.tribune !== null && tribunes.has(section.tribune.code)}
            />
          ))}
        {marks.ways.map((way) => (
          <Way key={way} d={way} />
        ))}
      </svg>
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
      {marks.letters.map(({ letters, section }) => (
        <b key={letters} className={styles.letter} style={at(section.middle)} data-section={section.offer?.sectionId}>
          {letters}
        </b>
      ))}
    </span>
  )
}

/** What never changes: the building, and what everybody looks at. */
function Ground({ venue: { ground, field } }: { venue: VenueLayout }) {
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

function Way({ d }: { d: string }) {
  return (
    <>
      <path className={styles.casing} d={d} />
      <path className={styles.way} d={d} />
    </>
  )
}

interface Marks {
  /** Sections with the letters of all the places in them. */
  readonly letters: readonly { readonly letters: string; readonly section: VenueSection }[]
  readonly gates: readonly GateMark[]
  /** Paths, one for each section and its gate. */
  readonly ways: readonly string[]
}

function marksOf({ sections, gates, ground }: VenueLayout, places: readonly MarkedPlace[]): Marks {
  const bySection = [...Map.groupBy(places, ({ sectionId }) => sectionId)].flatMap(([sectionId, own]) => {
    const section = sections.find(({ offer }) => offer?.sectionId === sectionId)
    return section ? [{ section, own }] : []
  })
  const ways = bySection.flatMap(({ section, own }) =>
    gates
      .filter(({ shown }) => own.some(({ gate }) => gate === shown))
      .map(({ at }) => drawn(gateWay(ground, at, nearestOnEdge(section.outline, at)), false, 1)),
  )
  return {
    letters: bySection.flatMap(({ section, own }) => {
      const letters = own
        .map(({ letter = '' }) => letter)
        .join(' ')
        .trim()
      return letters === '' ? [] : [{ letters, section }]
    }),
    gates: gates.filter(({ shown }) => places.some(({ gate }) => gate === shown)),
    ways,
  }
}

/** Which way leads from a gate out of the venue. */
function outwards([x, y]: Point, { left, top, right, bottom }: VenueLayout['bounds']) {
  const [away, down] = [x - (left + right) / 2, y - (top + bottom) / 2]
  const length = Math.max(Math.hypot(away, down), 1e-6)
  return { '--away': away / length, '--down': down / length }
}
