import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { PlacesChange, PlacesUnknown, SeatsInTheWay } from '../store/changes.ts'
import type { SalesEvent, SalesSection } from '../store/store.ts'
import type { Claim } from './holds.ts'
import type { LocatedSeat } from './seats.ts'

/** Which seats are withheld and given back: the same for every store. */

/** All seats of these zones and places, each once, in the order of their ids. */
export function seatsAt(
  event: SalesEvent,
  { zones, places }: Pick<PlacesChange, 'zones' | 'places'>,
): Result<readonly LocatedSeat[], PlacesUnknown> {
  const found = [
    ...zones.map((name) => ({ name, seats: seatsOfZone(event, name) })),
    ...places.map((name) => ({ name, seats: seatsOfPlace(event, name) })),
  ]
  const names = found.filter(({ seats }) => seats.length === 0).map(({ name }) => name)
  if (names.length > 0) return err({ type: 'places-unknown', names })
  const seats = new Map(found.flatMap((place) => place.seats).map((seat) => [seat.seatId, seat]))
  return ok([...seats.values()].toSorted((a, b) => a.seatId - b.seatId))
}

function seatsOfZone(event: SalesEvent, code: string): readonly LocatedSeat[] {
  const zone = event.zones.find((one) => one.code === code)
  return event.sections.filter(({ zoneId }) => zoneId === zone?.zoneId).flatMap((section) => seatsOf(event, section))
}

/** `N3`, `N3-F`, `N3-F-12` or `N3-F-12-16`; none where there is no such place. */
function seatsOfPlace(event: SalesEvent, place: string): readonly LocatedSeat[] {
  const [, code, row, first, last = first] =
    /^([A-Z0-9]+)(?:-([A-Z0-9]+)(?:-(\d{1,6})(?:-(\d{1,6}))?)?)?$/u.exec(place) ?? []
  const section = event.sections.find((one) => one.code === code)
  if (section === undefined) return []
  const { seats } = event.layout.section(section.code)
  return seatsOf(event, section).filter((_, index) => {
    const seat = seats[index]
    if (row !== undefined && seat?.rowLabel !== row) return false
    return first === undefined || (seat !== undefined && seat.number >= Number(first) && seat.number <= Number(last))
  })
}

function seatsOf(event: SalesEvent, section: SalesSection): readonly LocatedSeat[] {
  const layout = event.layout.section(section.code)
  return Array.from({ length: section.seatCount }, (_, index) => ({
    seatId: section.firstSeatId + index,
    section,
    seatCode: layout.seatCode(index),
  }))
}

/** Those that are not withheld yet, when nobody has one of them. */
export function seatsToWithhold(
  wanted: readonly LocatedSeat[],
  claims: ReadonlyMap<number, Claim>,
): Result<readonly LocatedSeat[], SeatsInTheWay> {
  const inTheWay = wanted.flatMap(({ seatId, seatCode }) => {
    const claim = claims.get(seatId)
    return claim === undefined || claim.withheld ? [] : [{ seatId, seatCode, status: claim.state }]
  })
  if (inTheWay.length > 0) return err({ type: 'seats-in-the-way', seats: inTheWay })
  return ok(wanted.filter(({ seatId }) => !claims.has(seatId)))
}
