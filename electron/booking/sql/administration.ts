import type { SlipStore } from '../../../shared/domain/money/credit-voucher.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'
import type { Result } from '../../../shared/domain/result.ts'
import type { VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import type { BookingStore, EventRecord, Refusal, TakenSeat } from './store.ts'

/** The store of a hub: sales and the administration of the venue. */
export interface HubStore extends BookingStore, StoreAdministration, StoreChanges, SlipStore {}

/** Each operation is atomic, and durable when its promise resolves. */
export interface StoreAdministration {
  /** Resolves when the database answers; rejects with StoreUnavailable. */
  check(): Promise<void>
  counts(): Promise<StoreCounts>
  /** Events on sale and ended events, by start. */
  listAllEvents(): Promise<readonly EventStatus[]>
  /** Takes the event off sale: no new sessions, but open ones continue. */
  endEvent(input: { readonly eventId: string; readonly by: string }): Promise<Result<null, Refusal<'event-unknown'>>>
  /** Puts an ended event back on sale. `localNow`: current local date-time of the venue; the event must end after it. */
  reopenEvent(input: {
    readonly eventId: string
    readonly localNow: string
    readonly by: string
  }): Promise<Result<null, Refusal<'event-unknown'>>>
  /** Valid tickets of an event, on sale or ended, in the order of its seats; empty for an unknown event. */
  listBought(input: { readonly eventId: string }): Promise<readonly BoughtTicket[]>
  /** Replaces the access code; the old one opens no more sessions. */
  renewAccessCode(input: {
    readonly eventId: string
    readonly by: string
  }): Promise<Result<{ readonly accessCode: string }, Refusal<'event-unknown'>>>
  /** Saves a venue under its name. Existing events keep their plan. */
  keepVenue(plan: VenuePlan): Promise<void>
  /** The newest plan of each name, by name. */
  listVenues(): Promise<readonly VenuePlan[]>
  listPartners(): Promise<readonly Partner[]>
  /** Adds or replaces the partner. */
  keepPartner(partner: Partner): Promise<void>
  /** Resolves to false if the partner did not exist. Its sales remain. */
  removePartner(input: { readonly code: string }): Promise<boolean>
  /** True for the first use of a nonce before it expires: detects repeated requests. */
  claimNonce(input: {
    readonly partnerCode: string
    readonly nonce: string
    readonly expiresAt: number
  }): Promise<boolean>
  /**
   * Deletes sessions that ended before `before` without a purchase, with their holds, and erases the personal data of
   * purchases completed before it. Sales and tickets remain.
   */
  purge(input: { readonly before: number }): Promise<Purged>
  /** Purchases that have personal data, oldest first. */
  listBuyers(): Promise<readonly StoredBuyer[]>
  /** Records in the audit that a person's purchases were searched or exported, and their number. */
  noteRequest(input: {
    readonly act: Exclude<PersonalAct, 'personal-data-erased'>
    readonly by: string
    readonly purchases: number
  }): Promise<void>
  /**
   * Erases the personal data of these purchases and records it in the audit. Sales and tickets remain. The hash of the
   * request is erased, too. In SQLite, no free page and no log retains the data. Resolves with the number of purchases
   * that had personal data.
   */
  eraseBuyers(input: { readonly purchaseIds: readonly number[]; readonly by: string }): Promise<number>
  /** Documents of the fleet, by name. */
  listRecords(kind: string): Promise<readonly FleetRecord[]>
  findRecord(key: { readonly kind: string; readonly name: string }): Promise<FleetRecord | null>
  /**
   * Replaces the document only if its stored version still equals `version`; version 0 adds a new document. Resolves to
   * false if nothing was written.
   */
  keepRecord(record: FleetRecord & { readonly kind: string }): Promise<boolean>
  removeRecord(key: { readonly kind: string; readonly name: string }): Promise<boolean>
  /** Writes a copy to this path while the service runs. Refuses if the database engine has its own backup tool. */
  backUp(path: string): Promise<Result<{ readonly bytes: number }, BackupElsewhere>>
}

/** A document of the fleet: a device, an enrolment, an administrator. */
export interface FleetRecord {
  readonly name: string
  /** Grows by one with each change. */
  readonly version: number
  readonly document: string
}

export interface StoreCounts {
  readonly eventsOnSale: number
  /** Seats of the events on sale. */
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

/** A purchase and its customer, as received from the partner. */
export interface StoredBuyer {
  readonly purchaseId: number
  readonly orderId: string
  readonly partnerCode: string
  /** Milliseconds of the Unix epoch. */
  readonly completedAt: number
  readonly event: { readonly title: string; readonly startsAt: string; readonly endsAt: string }
  readonly amount: Minor
  readonly currency: string
  /** Number of valid tickets; `cancelled`: of cancelled ones. */
  readonly tickets: number
  readonly cancelled: number
  readonly customer: BoughtTicket['customer']
}

export interface Partner {
  /** Value of `x-partner-code`. */
  readonly code: string
  readonly name: string
  /**
   * A partner has several keys while one replaces another. A partner without a key is admitted only from
   * `--unsigned-from`.
   */
  readonly keys: readonly PartnerKey[]
  /** Null for the hub's default. */
  readonly rate: RequestRate | null
}

export interface PartnerKey {
  readonly keyId: string
  readonly scheme: 'stadepass-hmac' | 'rfc9421'
  /**
   * Shared secret: text, or bytes as `base64:…`; or the partner's public key in PEM. Null if its sealing key is
   * missing: then no signature is valid.
   */
  readonly secret: string | null
}

export interface RequestRate {
  readonly perSecond: number
  readonly burst: number
}

interface Purged {
  readonly sessions: number
  readonly customers: number
  readonly nonces: number
}

interface BackupElsewhere {
  readonly type: 'backup-elsewhere'
  /** Name of the database engine's own backup tool. */
  readonly tool: string
}

/** Changes of an event on sale. Every change is recorded in the audit. */
export interface StoreChanges {
  /** Sold and held seats keep their price. Sessions receive the change with the section's next revision. */
  editEvent(
    input: EventOnSale & {
      readonly changes: EventChanges
      /** Local date-time of the venue: events cannot be moved before it. */
      readonly localNow: string
      readonly by: string
    },
  ): Promise<Result<null, Refusal<'event-unknown'> | EventWrong>>
  /**
   * Takes all seats off sale, or none. Partners see them as sold. Resolves with the number of seats that were not
   * withheld before.
   */
  withholdSeats(
    input: PlacesChange,
  ): Promise<Result<{ readonly seats: number }, Refusal<'event-unknown'> | PlacesUnknown | SeatsInTheWay>>
  /** Puts withheld seats back on sale and ignores others. Resolves with their number. */
  giveBackSeats(
    input: PlacesChange,
  ): Promise<Result<{ readonly seats: number }, Refusal<'event-unknown'> | PlacesUnknown>>
  /** Codes of withheld seats, in the order of the plan. */
  listWithheld(input: EventOnSale): Promise<Result<readonly string[], Refusal<'event-unknown'>>>
  /** Newest first. `eventId`: null for all events. */
  listAudit(input: { readonly eventId: string | null; readonly limit: number }): Promise<readonly AuditEntry[]>
}

interface EventOnSale {
  readonly eventId: string
}

/** Times are local date-times of the venue. */
export type EventTexts = Pick<
  EventRecord,
  'title' | 'category' | 'description' | 'startsAt' | 'endsAt' | 'homeTeam' | 'awayTeam'
>

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
  /** Unknown zones and places. */
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
  /** Null for actions on a person's data. */
  readonly eventId: number | null
  readonly facts: Readonly<Record<string, unknown>>
}

type AuditAct =
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

/** SQL condition: the purchase has personal data. */
export const HAS_BUYER = '(customer_name IS NOT NULL OR customer_phone IS NOT NULL OR customer_email IS NOT NULL)'

/**
 * SQL assignments that erase the personal data of a purchase. The hash is also erased, because the telephone number
 * could be found by hashing the order with every possible number.
 */
export const FORGET_BUYER = "customer_name = NULL, customer_phone = NULL, customer_email = NULL, content_sha256 = ''"

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
