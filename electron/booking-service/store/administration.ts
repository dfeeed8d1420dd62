import type { SlipStore } from '../../../shared/domain/money/credit-slip.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'
import type { Result } from '../../../shared/domain/result.ts'
import type { VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import type { BookingStore, EventRecord, Refusal, TakenSeat } from './store.ts'

/** The store as a hub needs it: what sells, and what those who run the venue do beside it. */
export interface HubStore extends BookingStore, StoreAdministration, StoreChanges, SlipStore {}

/** Coarse operations like those of BookingStore: each one atomic, and durable when its promise resolves. */
export interface StoreAdministration {
  /** Resolves when the database answers; rejects with StoreUnavailable. */
  check(): Promise<void>
  counts(): Promise<StoreCounts>
  /** Those on sale and those that have ended, by start. */
  listAllEvents(): Promise<readonly EventStatus[]>
  /** Takes the event off sale: no session is opened any more, open ones are served to their end. */
  endEvent(input: { readonly eventId: string; readonly by: string }): Promise<Result<null, Refusal<'event-unknown'>>>
  /** Puts an ended event back on sale. `localNow`: current local date-time of the venue; the event must end after it. */
  reopenEvent(input: {
    readonly eventId: string
    readonly localNow: string
    readonly by: string
  }): Promise<Result<null, Refusal<'event-unknown'>>>
  /** The valid tickets of an event, on sale or ended, in the order of its seats; none if there is no such event. */
  listBought(input: { readonly eventId: string }): Promise<readonly BoughtTicket[]>
  /** A new access code; the old one opens no session from now on. */
  renewAccessCode(input: {
    readonly eventId: string
    readonly by: string
  }): Promise<Result<{ readonly accessCode: string }, Refusal<'event-unknown'>>>
  /** Keeps a venue under its name. Events made from an earlier plan of that name keep theirs. */
  keepVenue(plan: VenuePlan): Promise<void>
  /** The newest plan of each name, by name. */
  listVenues(): Promise<readonly VenuePlan[]>
  listPartners(): Promise<readonly Partner[]>
  /** Adds the partner, or replaces what was known of it. */
  keepPartner(partner: Partner): Promise<void>
  /** False when there was none. What it has sold stays. */
  removePartner(input: { readonly code: string }): Promise<boolean>
  /** True the first time a nonce is named before it expires: a request that comes again is told by it. */
  claimNonce(input: {
    readonly partnerCode: string
    readonly nonce: string
    readonly expiresAt: number
  }): Promise<boolean>
  /**
   * Forgets sessions that ended before `before` without a purchase, with their holds, and the personal data of
   * customers whose purchases were completed before it. Sales and tickets stay.
   */
  purge(input: { readonly before: number }): Promise<Purged>
  /** Purchases that still have personal data, the oldest first. */
  listBuyers(): Promise<readonly StoredBuyer[]>
  /** Says in the audit that somebody looked for a person's purchases, or wrote them out, and how many there were. */
  noteRequest(input: {
    readonly act: Exclude<PersonalAct, 'personal-data-erased'>
    readonly by: string
    readonly purchases: number
  }): Promise<void>
  /**
   * Erases the personal data of these purchases, and says so in the audit. Sales and tickets stay. The hash of the request goes,
   * too: one that comes again is told by its order's number alone. In SQLite no free page and no log keeps them. Resolves with
   * how many purchases had any.
   */
  eraseBuyers(input: { readonly purchaseIds: readonly number[]; readonly by: string }): Promise<number>
  /** Documents of the fleet by name; see `FleetRecord`. */
  listRecords(kind: string): Promise<readonly FleetRecord[]>
  /** One document, or null. */
  findRecord(key: { readonly kind: string; readonly name: string }): Promise<FleetRecord | null>
  /** Replaces the document only while it is the one of that version; 0: only while there is none. False: it was not. */
  keepRecord(record: FleetRecord & { readonly kind: string }): Promise<boolean>
  removeRecord(key: { readonly kind: string; readonly name: string }): Promise<boolean>
  /** A whole copy at this path while the service goes on; refused by a store whose engine has its own way. */
  backUp(path: string): Promise<Result<{ readonly bytes: number }, BackupElsewhere>>
}

/** A small document: a device, an enrolment, an administrator of the fleet. */
export interface FleetRecord {
  readonly name: string
  /** Grows by one with each change. */
  readonly version: number
  readonly document: string
}

export interface StoreCounts {
  readonly eventsOnSale: number
  /** Of the events on sale. */
  readonly seatsRemaining: number
  readonly seatsHeld: number
  readonly sessionsOpen: number
}

export interface EventStatus extends EventRecord {
  readonly status: 'ON_SALE' | 'ENDED'
  readonly accessCode: string
}

/** A valid ticket and its buyer. */
export interface BoughtTicket {
  readonly ticketNumber: string
  readonly seatCode: string
  readonly price: Minor
  readonly currency: string
  readonly partnerCode: string
  readonly orderId: string
  /** Customer name from the partner; empty if it was not given or has been erased. */
  readonly customer: { readonly name: string; readonly phone: string; readonly email: string }
}

/** A purchase and who made it, as far as the partner said. */
export interface StoredBuyer {
  readonly purchaseId: number
  readonly orderId: string
  readonly partnerCode: string
  /** Milliseconds of the Unix epoch. */
  readonly completedAt: number
  readonly event: { readonly title: string; readonly startsAt: string; readonly endsAt: string }
  readonly amount: Minor
  readonly currency: string
  /** Tickets that are good, and those that were cancelled. */
  readonly tickets: number
  readonly cancelled: number
  readonly customer: BoughtTicket['customer']
}

export interface Partner {
  /** What `x-partner-code` carries. */
  readonly code: string
  readonly name: string
  /** Several at once while one replaces another. Without one the partner is let in from `--unsigned-from` alone. */
  readonly keys: readonly PartnerKey[]
  /** Sustained requests a second and how many may come at once; null: the hub's own. */
  readonly rate: RequestRate | null
}

export interface PartnerKey {
  readonly keyId: string
  readonly scheme: 'stadepass-hmac' | 'rfc9421'
  /**
   * The secret shared with the partner: text, or bytes as `base64:…`; or the partner's public key in PEM. Null
   * where it was sealed by a key that is not at hand: then nothing is signed by it.
   */
  readonly secret: string | null
}

export interface RequestRate {
  readonly perSecond: number
  readonly burst: number
}

export interface Purged {
  readonly sessions: number
  readonly customers: number
  readonly nonces: number
}

export interface BackupElsewhere {
  readonly type: 'backup-elsewhere'
  /** The engine's own tool. */
  readonly tool: string
}

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
type PersonalAct = 'personal-data-searched' | 'personal-data-exported' | 'personal-data-erased'

/** In a query over purchases: it still has personal data. */
export const HAS_BUYER = '(customer_name IS NOT NULL OR customer_phone IS NOT NULL OR customer_email IS NOT NULL)'

/**
 * Takes the personal data out of a purchase. Its hash goes, too: who knows all else of the order would find a telephone number by
 * trying them.
 */
export const FORGET_BUYER = "customer_name = NULL, customer_phone = NULL, customer_email = NULL, content_sha256 = ''"

/** A purchase with its buyer as both engines read it. */
export interface BuyerRow
  extends Omit<StoredBuyer, 'event' | 'customer'>, Readonly<Record<'title' | 'startsAt' | 'endsAt', string>> {
  readonly name: string | null
  readonly phone: string | null
  readonly email: string | null
}

export function storedBuyer({ title, startsAt, endsAt, name, phone, email, ...bought }: BuyerRow): StoredBuyer {
  return {
    ...bought,
    event: { title, startsAt, endsAt },
    customer: { name: name ?? '', phone: phone ?? '', email: email ?? '' },
  }
}
