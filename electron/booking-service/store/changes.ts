import type { Minor } from '../../../shared/domain/money/money.ts'
import type { Result } from '../../../shared/domain/result.ts'
import type { EventRecord, Refusal, TakenSeat } from './store.ts'

/** What those who run a venue change of an event while it is on sale. Every change stands in the audit. */
export interface StoreChanges {
  /** What is sold or held keeps its price. Sessions see the change with the section's next revision. */
  editEvent(
    input: EventOnSale & {
      readonly changes: EventChanges
      /** The venue's local date-time: an event is not moved to before it. */
      readonly localNow: string
      readonly by: string
    },
  ): Promise<Result<null, Refusal<'event-unknown'> | EventWrong>>
  /**
   * Takes seats off sale, all or none; those withheld already stay so. Partners see them as sold. Gives how many are
   * withheld now that were not before.
   */
  withholdSeats(
    input: PlacesChange,
  ): Promise<Result<{ readonly seats: number }, Refusal<'event-unknown'> | PlacesUnknown | SeatsInTheWay>>
  /** Puts withheld seats back on sale; others that the places name are left as they are. Gives how many. */
  giveBackSeats(
    input: PlacesChange,
  ): Promise<Result<{ readonly seats: number }, Refusal<'event-unknown'> | PlacesUnknown>>
  /** Codes of the withheld seats of an event, in the order of its plan. */
  listWithheld(input: EventOnSale): Promise<Result<readonly string[], Refusal<'event-unknown'>>>
  /** The newest first, of all events or one. */
  listAudit(input: { readonly eventId: string | null; readonly limit: number }): Promise<readonly AuditEntry[]>
}

interface EventOnSale {
  readonly eventId: string
}

/** What an event says of itself. Times are local date-times of the venue. */
export type EventTexts = Pick<
  EventRecord,
  'title' | 'category' | 'description' | 'startsAt' | 'endsAt' | 'homeTeam' | 'awayTeam'
>

/** What is left out stays as it is. */
export interface EventChanges {
  readonly texts: Partial<EventTexts>
  /** New prices of zones, by zone code. */
  readonly prices: Readonly<Record<string, Minor>>
}

export interface PlacesChange extends EventOnSale {
  /** Zones by their code. */
  readonly zones: readonly string[]
  /** A section (`N3`), a row (`N3-F`), a seat (`N3-F-12`), or seats of a row from a number to another (`N3-F-12-16`). */
  readonly places: readonly string[]
  readonly reason: string
  readonly by: string
}

export type EventProblem =
  | { readonly type: 'empty'; readonly field: 'title' }
  | { readonly type: 'too-long'; readonly field: keyof EventTexts; readonly most: number }
  | { readonly type: 'not-a-date-time' | 'past'; readonly field: 'startsAt' | 'endsAt'; readonly text: string }
  | { readonly type: 'ends-before-it-starts'; readonly startsAt: string; readonly endsAt: string }
  | { readonly type: 'zone-unknown'; readonly zone: string; readonly zones: readonly string[] }
  | { readonly type: 'nothing-changes' }

export interface EventWrong {
  readonly type: 'event-wrong'
  readonly problems: readonly EventProblem[]
}

export interface PlacesUnknown {
  readonly type: 'places-unknown'
  /** Zones and places that the event does not have. */
  readonly names: readonly string[]
}

export interface SeatsInTheWay {
  readonly type: 'seats-in-the-way'
  readonly seats: readonly TakenSeat[]
}

export interface AuditEntry {
  /** Milliseconds of the Unix epoch. */
  readonly at: number
  /** `partner:CODE`, or `user:NAME` for a command. */
  readonly by: string
  readonly act: AuditAct
  /** Null for what is about a person, not an event. */
  readonly eventId: number | null
  /** What changed, in a few words of data. */
  readonly facts: Readonly<Record<string, unknown>>
}

export type AuditAct =
  | 'event-created'
  | 'event-edited'
  | 'event-ended'
  | 'event-reopened'
  | 'code-renewed'
  | 'seats-withheld'
  | 'seats-given-back'
  | 'tickets-cancelled'
  | PersonalAct

/** Audited actions on the personal data of one person. */
export type PersonalAct = 'personal-data-searched' | 'personal-data-exported' | 'personal-data-erased'
