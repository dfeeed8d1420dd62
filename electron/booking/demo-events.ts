import type { Minor } from '../../shared/domain/money/money.ts'
import { type EventOffer, isEventOver } from '../../shared/domain/seats/offer.ts'
import type { PlanSeat } from '../../shared/domain/venue/venue-geometry.ts'
import type { VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import type { Body } from '../../shared/api/partner/operations.ts'
import { type EventDraft, venueLayout } from './sql/store.ts'

const DAY_MS = 86_400_000
export const [SUNDAY, WEDNESDAY, FRIDAY, SATURDAY] = [0, 3, 5, 6] as const

/** Returns the first date on `weekday` at least `days` days after `day` (`YYYY-MM-DD`). */
export function weekdayAfter(day: string, days: number, weekday: number): string {
  const earliest = Date.parse(`${day}T00:00:00Z`) + days * DAY_MS
  const ahead = (weekday - new Date(earliest).getUTCDay() + 7) % 7
  return new Date(earliest + ahead * DAY_MS).toISOString().slice(0, 10)
}

export const DEMO_CURRENCY = 'GNF'
const PRICE_OF_AN_UNKNOWN_ZONE: Minor = 50_000
const [STADIUM, HALL] = ['Stade de la Corniche', 'Palais des Arts de Kaloum'] as const

const LEAGUE_PRICES = { HON: 100_000, SB: 50_000, SH: 30_000, NB: 40_000, NH: 25_000, EV: 20_000, OV: 20_000 }

interface DemoEvent {
  readonly key: string
  readonly venue: string
  readonly title: string
  readonly category: 'football' | 'concert'
  readonly description: string
  readonly teams: readonly [home: string, away: string]
  /**
   * Date of the event: the first `weekday` at least `days` days after the previous event (after today for the first
   * event).
   */
  readonly when: { readonly days: number; readonly weekday: number; readonly from: string; readonly to: string }
  readonly prices: Readonly<Record<string, Minor>>
  readonly sold: Readonly<Record<string, number>>
  readonly soldOutSections?: readonly string[]
}

const demoEvents: readonly DemoEvent[] = [
  {
    key: 'hamana-badia',
    venue: STADIUM,
    title: 'Hamana AC – Badia FC',
    category: 'football',
    description:
      'Championnat de Guinée, Ligue 1. Le derby de Conakry. Ouverture des portes deux heures avant le match.',
    teams: ['Hamana AC', 'Badia FC'],
    when: { days: 1, weekday: SATURDAY, from: '16:00:00', to: '18:00:00' },
    prices: LEAGUE_PRICES,
    sold: { HON: 0.35, SB: 0.4, SH: 0.45, NB: 0.4, NH: 0.5, EV: 0.6, OV: 0.55 },
    soldOutSections: ['E3', 'O14'],
  },
  {
    key: 'kaporo-kogo',
    venue: STADIUM,
    title: 'AS Kaporo – Kogo FC',
    category: 'football',
    description: 'Championnat de Guinée, Ligue 1.',
    teams: ['AS Kaporo', 'Kogo FC'],
    when: { days: 1, weekday: SUNDAY, from: '16:00:00', to: '18:00:00' },
    prices: LEAGUE_PRICES,
    sold: { HON: 0.04, SB: 0.08, SH: 0.05, NB: 0.08, NH: 0.06, EV: 0.12, OV: 0.1 },
  },
  {
    key: 'nuit-de-la-kora',
    venue: HALL,
    title: 'La nuit de la kora',
    category: 'concert',
    description: 'Trois générations de griots sur une même scène. Durée : deux heures et demie, avec entracte.',
    teams: ['', ''],
    when: { days: 1, weekday: FRIDAY, from: '20:30:00', to: '23:00:00' },
    prices: { OR: 150_000, LOG: 200_000, PAR: 100_000, B1: 80_000, B2: 50_000 },
    sold: { OR: 0.7, LOG: 0.3, PAR: 0.55, B1: 0.5, B2: 0.65 },
  },
  {
    key: 'littoral-savanes',
    venue: STADIUM,
    title: 'Littoral – Savanes',
    category: 'football',
    description: 'Match de gala : la sélection du Littoral reçoit celle des Savanes. Les dernières places.',
    teams: ['Littoral', 'Savanes'],
    when: { days: 8, weekday: SATURDAY, from: '19:00:00', to: '21:00:00' },
    prices: { HON: 200_000, SB: 100_000, SH: 60_000, NB: 80_000, NH: 50_000, EV: 30_000, OV: 30_000 },
    sold: { HON: 0.93, SB: 0.97, SH: 0.98, NB: 0.97, NH: 0.985, EV: 1, OV: 0.995 },
  },
  {
    key: 'walanta-tamara',
    venue: STADIUM,
    title: 'Walanta AC – CI Tamara',
    category: 'football',
    description: 'Coupe nationale, quart de finale. Match en soirée.',
    teams: ['Walanta AC', 'CI Tamara'],
    when: { days: 1, weekday: WEDNESDAY, from: '20:00:00', to: '22:00:00' },
    prices: LEAGUE_PRICES,
    sold: { HON: 0.1, SB: 0.15, SH: 0.1, NB: 0.15, NH: 0.12, EV: 0.25, OV: 0.2 },
  },
  {
    key: 'grand-orchestre',
    venue: HALL,
    title: 'Le grand orchestre de la Corniche',
    category: 'concert',
    description: 'Les cuivres et les guitares des années soixante-dix, rejoués par douze musiciens.',
    teams: ['', ''],
    when: { days: 1, weekday: SATURDAY, from: '20:00:00', to: '22:30:00' },
    prices: { OR: 120_000, LOG: 150_000, PAR: 80_000, B1: 60_000, B2: 40_000 },
    sold: { OR: 0.2, LOG: 0.1, PAR: 0.15, B1: 0.1, B2: 0.25 },
  },
]

/** Draft of a demo event. An event with a `demoKey` is replaced by a new event after it has ended. */
export type DemoDraft = EventDraft & { readonly demoKey: string }

/** Returns the demo's events after `today` (`YYYY-MM-DD`), without events of unknown venues. */
export function demoEventDrafts(venues: readonly VenuePlan[], today: string): DemoDraft[] {
  let day = today
  return demoEvents.flatMap((event) => {
    const venue = venues.find((plan) => plan.venue.name === event.venue)
    const { days, weekday, from, to } = event.when
    day = weekdayAfter(day, days, weekday)
    if (venue === undefined) return []
    const [homeTeam, awayTeam] = event.teams
    return {
      demoKey: event.key,
      venue,
      title: event.title,
      category: event.category,
      description: event.description,
      startsAt: `${day}T${from}`,
      endsAt: `${day}T${to}`,
      homeTeam,
      awayTeam,
      currency: DEMO_CURRENCY,
      prices: pricesFor(venue, event.prices),
      soldElsewhere: soldElsewhere(venue, event),
    }
  })
}

/** Returns training copies, with all seats free, of the events that end after `localNow` and whose plan is known. */
export function eventsLike(
  offers: readonly EventOffer[],
  planOf: (venueName: string) => VenuePlan | null,
  localNow: string,
): readonly DemoDraft[] {
  return offers.flatMap((offer) => {
    const { eventId, title, category, description, startsAt, endsAt, homeTeam, awayTeam, currency, minPrice } = offer
    const venue = planOf(offer.venue.name)
    if (venue === null || isEventOver(offer, localNow)) return []
    const prices = Object.fromEntries(venue.zones.map(({ code }) => [code, minPrice || PRICE_OF_AN_UNKNOWN_ZONE]))
    const match = { title, category, description, startsAt, endsAt, homeTeam, awayTeam, currency }
    return { demoKey: `live-${eventId}`, venue, ...match, prices }
  })
}

function soldElsewhere(venue: VenuePlan, event: DemoEvent): (sectionCode: string) => readonly number[] {
  const layout = venueLayout(venue)
  return (sectionCode) => {
    const { seats, zone, is } = layout.section(sectionCode)
    const random = seededNumbers(`${event.key} ${sectionCode}`)
    const share = event.soldOutSections?.includes(sectionCode) ? 1 : (event.sold[zone.code] ?? 0)
    // Varies the share of sold seats between neighbouring sections. A sold-out section (share 1) stays sold out.
    const uneven = share ** (0.7 + 0.6 * random())
    const sold = soldSeats(seats, uneven, random)
    // Wheelchair spaces stay free unless the section is sold out.
    const stays = ({ rowLabel, number }: PlanSeat): boolean =>
      share < 1 && (is.accessible(rowLabel, number) || is.companion(rowLabel, number))
    return sold.filter((index) => !seats[index] || !stays(seats[index]))
  }
}

/**
 * Returns the draft of an event that a partner creates (step 1b of the specification), preferably in a venue with a
 * pitch.
 */
export function createdEventDraft(
  venues: readonly VenuePlan[],
  { event_name, event_date, home_team = '', away_team = '' }: Body<'createEvent'>,
  price: Minor | undefined,
): EventDraft {
  const venue = venues.find(({ field }) => field.kind === 'pitch') ?? venues[0]
  if (venue === undefined) throw new Error('a booking service needs a venue')
  const prices = price === undefined ? LEAGUE_PRICES : Object.fromEntries(venue.zones.map(({ code }) => [code, price]))
  return {
    venue,
    title: event_name,
    category: home_team === '' && away_team === '' ? 'event' : 'football',
    description: '',
    startsAt: `${event_date}T16:00:00`,
    endsAt: `${event_date}T18:00:00`,
    homeTeam: home_team,
    awayTeam: away_team,
    currency: DEMO_CURRENCY,
    prices: pricesFor(venue, prices),
  }
}

function pricesFor(venue: VenuePlan, known: Readonly<Record<string, Minor>>): Record<string, Minor> {
  return Object.fromEntries(venue.zones.map(({ code }) => [code, known[code] ?? PRICE_OF_AN_UNKNOWN_ZONE]))
}

/** Returns reproducible pseudo-random numbers in [0, 1) for a seed (FNV-1a, then mulberry32). */
export function seededNumbers(seed: string): () => number {
  let state = 0x811c9dc5
  for (const byte of Buffer.from(seed)) state = Math.imul(state ^ byte, 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const PARTIES = [
  [1, 0.14],
  [2, 0.4],
  [3, 0.17],
  [4, 0.19],
  [5, 0.06],
  [6, 0.04],
] as const

/**
 * Simulates sales in a section: parties sit side by side, the front and the middle of rows sell first, and single seats
 * remain. Returns the indexes of the sold share of `seats`.
 */
export function soldSeats(seats: readonly PlanSeat[], share: number, random: () => number): number[] {
  const target = Math.round(seats.length * share)
  const sold = new Set<number>()
  const rows = [...Map.groupBy(seats.keys(), (index) => seats[index]?.row ?? 0).values()]
  const tries = target * 4
  for (let attempt = 0; attempt < tries && sold.size < target; attempt++) {
    // The mean of two random numbers favours the middle of a row; the power favours the front rows.
    const row = rows[Math.floor(random() ** 1.5 * rows.length)] ?? []
    const start = Math.floor(((random() + random()) / 2) * row.length)
    for (const index of freeTogether(seats, row, start, partySize(random), sold)) {
      if (sold.size < target) sold.add(index)
    }
  }
  for (let index = 0; sold.size < target; index++) sold.add(index)
  return [...sold].toSorted((a, b) => a - b)
}

/** Returns `size` adjacent free seats of one block, or an empty array. */
function freeTogether(
  seats: readonly PlanSeat[],
  row: readonly number[],
  start: number,
  size: number,
  sold: ReadonlySet<number>,
): readonly number[] {
  for (let step = 0; step < row.length; step++) {
    const from = (start + step) % row.length
    if (areFree(seats, row, from, size, sold)) return row.slice(from, from + size)
  }
  return []
}

function areFree(
  seats: readonly PlanSeat[],
  row: readonly number[],
  from: number,
  size: number,
  sold: ReadonlySet<number>,
): boolean {
  if (from + size > row.length) return false
  const block = seats[row[from] ?? -1]?.block
  for (let at = from; at < from + size; at++) {
    const index = row[at] ?? -1
    if (sold.has(index) || seats[index]?.block !== block) return false
  }
  return true
}

function partySize(random: () => number): number {
  let left = random()
  for (const [size, share] of PARTIES) {
    left -= share
    if (left < 0) return size
  }
  return 2
}
