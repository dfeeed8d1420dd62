import { z } from 'zod'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { textForms } from '../../../shared/domain/text-forms.ts'
import { seatCount } from '../../../shared/domain/venue/venue-geometry.ts'
import { parseVenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import { catalogues } from '../../../shared/i18n/catalogues.ts'
import { issueLines, parseInEnglish } from '../../../shared/i18n/issue-text.ts'
import type {
  AuditEntry,
  EventChanges,
  EventProblem,
  EventTexts,
  EventWrong,
  Partner,
  PlacesChange,
  PlacesUnknown,
  SeatsInTheWay,
} from '../sql/administration.ts'
import {
  type EventDraft,
  type SalesEvent,
  type SalesSection,
  type ZoneRecord,
  venueLayout,
  type VenueLayout,
} from '../sql/store.ts'
import type { Claim, LocatedSeat } from './holds.ts'

interface EventRows {
  readonly minPrice: number
  readonly remaining: number
  readonly zones: readonly { readonly code: string; readonly price: number; readonly remaining: number }[]
  readonly sections: readonly {
    readonly code: string
    readonly zone: string
    readonly firstSeatId: number
    readonly seatCount: number
    readonly remaining: number
  }[]
  readonly sold: readonly { readonly seatId: number; readonly section: string }[]
}

/** Returns the rows of a new event. Throws if a zone with seats has no price. */
export function eventRows({ venue, title, prices, soldElsewhere }: EventDraft, firstSeatId: number): EventRows {
  let next = firstSeatId
  const sections = venue.sections.map((section) => {
    const first = next
    const count = seatCount(section)
    next += count
    const sold = (soldElsewhere?.(section.code) ?? []).map((index) => first + index)
    const { code, zone } = section
    return { code, zone, firstSeatId: first, seatCount: count, remaining: count - sold.length, sold }
  })
  const zones = venue.zones.flatMap(({ code }) => {
    const own = sections.filter((section) => section.zone === code)
    if (own.length === 0) return []
    const price = prices[code]
    if (price === undefined) throw new Error(`${title}: zone ${code} has no price`)
    return [{ code, price, remaining: sum(own.map((section) => section.remaining)) }]
  })
  return {
    minPrice: Math.min(...zones.map((zone) => zone.price)),
    remaining: sum(zones.map((zone) => zone.remaining)),
    zones,
    sections,
    sold: sections.flatMap(({ code, sold }) => sold.map((seatId) => ({ seatId, section: code }))),
  }
}

export function salesEventOf(
  row: Pick<SalesEvent, 'eventId' | 'edition' | 'title' | 'startsAt' | 'endsAt' | 'currency'>,
  layout: VenueLayout,
  zones: readonly Pick<ZoneRecord, 'zoneId' | 'code' | 'price'>[],
  sections: readonly Omit<SalesSection, 'name'>[],
): SalesEvent {
  const { eventId, edition, title, startsAt, endsAt, currency } = row
  return {
    eventId,
    edition,
    title,
    startsAt,
    endsAt,
    currency,
    venue: layout.plan.venue,
    layout,
    zones: zones.map((zone) => {
      const planned = layout.plan.zones.find(({ code }) => code === zone.code)
      return { ...zone, name: planned?.name ?? zone.code, color: planned?.color ?? '#808080' }
    }),
    sections: sections.map((section) => ({ ...section, name: layout.section(section.code).section.name })),
  }
}

/** Returns the layout of a stored plan. Throws if the database is damaged. */
export function storedLayout(venueId: number, text: string): VenueLayout {
  const plan = parseVenuePlan(JSON.parse(text))
  if (!plan.ok) throw new Error(`venue ${venueId}: ${issueLines(plan.error.issues, catalogues.en.values).join('; ')}`)
  return venueLayout(plan.value)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

const MAX_LENGTHS = { title: 200, homeTeam: 100, awayTeam: 100, category: 100, description: 2_000 } as const

export function eventProblems(
  texts: EventTexts,
  changed: Partial<EventTexts>,
  localNow: string,
): readonly EventProblem[] {
  const problems: EventProblem[] = []
  if (texts.title.trim() === '') problems.push({ type: 'empty', field: 'title' })
  for (const [field, most] of Object.entries(MAX_LENGTHS) as [keyof typeof MAX_LENGTHS, number][]) {
    if (texts[field].length > most) problems.push({ type: 'too-long', field, most })
  }
  const times = (['startsAt', 'endsAt'] as const).map((field) => ({ field, text: texts[field] }))
  const unreadable = times.filter(({ text }) => !isDateTime(text))
  problems.push(...unreadable.map((time) => ({ type: 'not-a-date-time', ...time }) as const))
  if (unreadable.length > 0) return problems
  const { startsAt, endsAt } = texts
  if (endsAt <= startsAt) problems.push({ type: 'ends-before-it-starts', startsAt, endsAt })
  const past = times.filter(({ field, text }) => changed[field] !== undefined && text <= localNow)
  return [...problems, ...past.map((time) => ({ type: 'past', ...time }) as const)]
}

/** Returns whether the text is a date-time such as `2026-12-05T16:00:00` on an existing day. */
function isDateTime(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/u.test(text)) return false
  const time = Date.parse(`${text}Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Result of changing an event. `before` and `after` contain the changed values for the audit log. */
interface ChangedEvent {
  readonly texts: EventTexts
  readonly zones: SalesEvent['zones']
  readonly minPrice: number
  readonly before: Readonly<Record<string, string | number>>
  readonly after: Readonly<Record<string, string | number>>
}

export function changedEvent(
  current: EventTexts,
  { zones }: Pick<SalesEvent, 'zones'>,
  { texts: wanted, prices }: EventChanges,
  localNow: string,
): Result<ChangedEvent, EventWrong> {
  const texts = { ...current, ...wanted }
  const codes = zones.map(({ code }) => code)
  const problems = [
    ...eventProblems(texts, wanted, localNow),
    ...Object.keys(prices)
      .filter((zone) => !codes.includes(zone))
      .map((zone) => ({ type: 'zone-unknown', zone, zones: codes }) as const),
  ]
  const priced = zones.map((zone) => ({ ...zone, price: prices[zone.code] ?? zone.price }))
  const [before, after] = [factsOf(current, zones), factsOf(texts, priced)]
  const different = Object.keys(after).filter((name) => before[name] !== after[name])
  if (problems.length === 0 && different.length === 0) problems.push({ type: 'nothing-changes' })
  if (problems.length > 0) return err({ type: 'event-wrong', problems })
  const only = (facts: Readonly<Record<string, string | number>>) =>
    Object.fromEntries(Object.entries(facts).filter(([name]) => different.includes(name)))
  const minPrice = Math.min(...priced.map(({ price }) => price))
  return ok({ texts, zones: priced, minPrice, before: only(before), after: only(after) })
}

function factsOf(texts: EventTexts, zones: SalesEvent['zones']): Record<string, string | number> {
  return { ...texts, ...Object.fromEntries(zones.map(({ code, price }) => [`price ${code}`, price])) }
}

export function factsOfNew({ title, startsAt, prices }: EventDraft): AuditEntry['facts'] {
  return {
    title,
    startsAt,
    ...Object.fromEntries(Object.entries(prices).map(([zone, price]) => [`price ${zone}`, price])),
  }
}

export const partnerDocument = z.object({
  code: z.string().regex(textForms.partnerCode),
  name: z.string().max(200),
  keys: z.array(
    z.object({
      keyId: z.string().regex(textForms.headerText),
      scheme: z.enum(['stadepass-hmac', 'rfc9421']),
      secret: z.string('encrypted with a key that is not available').min(1),
    }),
  ),
  rate: z.object({ perSecond: z.number().positive(), burst: z.number().min(1) }).nullable(),
})

export function storedPartner(text: string): Partner {
  return parseInEnglish(partnerDocument, JSON.parse(text))
}

/** Returns all seats of the zones and places, without duplicates, in the order of their ids. */
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

/**
 * Returns the seats of a section (`N3`), row (`N3-F`), seat (`N3-F-12`) or range (`N3-F-12-16`); none for an unknown
 * place.
 */
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

/** Returns the seats that are not withheld yet; refuses if a seat is held or sold. */
export function seatsToWithhold(
  wanted: readonly LocatedSeat[],
  claims: ReadonlyMap<number, Pick<Claim, 'state' | 'withheld'>>,
): Result<readonly LocatedSeat[], SeatsInTheWay> {
  const inTheWay = wanted.flatMap(({ seatId, seatCode }) => {
    const claim = claims.get(seatId)
    return claim === undefined || claim.withheld ? [] : [{ seatId, seatCode, status: claim.state }]
  })
  if (inTheWay.length > 0) return err({ type: 'seats-in-the-way', seats: inTheWay })
  return ok(wanted.filter(({ seatId }) => !claims.has(seatId)))
}
