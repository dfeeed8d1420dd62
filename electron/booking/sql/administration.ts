import type { SlipStore } from '../../../shared/domain/money/credit-voucher.ts'
import type { AccountStore } from '../../../shared/domain/money/customer-account.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'
import type { Result } from '../../../shared/domain/result.ts'
import type { HubPurchase, SaleQuery } from '../../../shared/domain/sale/sale-file.ts'
import type { VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import type { BookingStore, EventRecord, Refusal, TakenSeat } from './store.ts'

export interface HubStore extends BookingStore, StoreAdministration, StoreChanges, SlipStore, AccountStore {}

/** Each operation is atomic, and durable when its promise resolves. */
export interface StoreAdministration {
  /** Rejects with `StoreUnavailable` if the database does not answer. */
  check(): Promise<void>
  counts(): Promise<StoreCounts>
  listAllEvents(): Promise<readonly EventStatus[]>
  /** Takes the event off sale. Prevents new sessions, but does not end open sessions. */
  endEvent(input: { readonly eventId: string; readonly by: string }): Promise<Result<null, Refusal<'event-unknown'>>>
  /** Puts an ended event back on sale if the event ends after `localNow`, the venue's local date-time. */
  reopenEvent(input: {
    readonly eventId: string
    readonly localNow: string
    readonly by: string
  }): Promise<Result<null, Refusal<'event-unknown'>>>
  /** Lists valid tickets of an event, on sale or ended, in seat order; empty for an unknown event. */
  listBought(input: { readonly eventId: string }): Promise<readonly BoughtTicket[]>
  /** Returns the codes of tickets that this service sold and has cancelled. Ignores unknown codes. */
  listCancelled(input: { readonly codes: readonly string[] }): Promise<readonly string[]>
  /**
   * Finds up to 20 purchases of one partner for events on sale, latest first. `words`: a seat, an amount, or the last 3
   * to 8 digits of a telephone number; empty for all purchases of the period. If both words and period are absent,
   * finds no purchases.
   */
  findPurchases(
    input: SaleQuery & { readonly partnerCode: string },
  ): Promise<readonly (HubPurchase & { readonly ownerRef: string })[]>
  /** Replaces the event's access code. The old code can no longer be used to open sessions. */
  renewAccessCode(input: {
    readonly eventId: string
    readonly by: string
  }): Promise<Result<{ readonly accessCode: string }, Refusal<'event-unknown'>>>
  /** Saves a venue under its name. Existing events keep their plan. */
  keepVenue(plan: VenuePlan): Promise<void>
  /** Lists the newest plan of each venue, by name. */
  listVenues(): Promise<readonly VenuePlan[]>
  listPartners(): Promise<readonly Partner[]>
  keepPartner(partner: Partner): Promise<void>
  /** Resolves with false if the partner did not exist. The partner's sales remain. */
  removePartner(input: { readonly code: string }): Promise<boolean>
  /** Resolves with false if the nonce was already used and has not expired. */
  claimNonce(input: {
    readonly partnerCode: string
    readonly nonce: string
    readonly expiresAt: number
  }): Promise<boolean>
  /**
   * Deletes sessions that ended before `before` without a purchase, and erases the personal data of purchases completed
   * before `before`. Sales and tickets remain.
   */
  purge(input: { readonly before: number }): Promise<Purged>
  listBuyers(): Promise<readonly StoredBuyer[]>
  /** Records in the audit log that a person's data were searched, exported or erased, with the number of purchases. */
  noteRequest(input: {
    readonly act: PersonalAct
    readonly by: string
    readonly purchases: number
    /** Number of waiting messages to the person that were erased. */
    readonly messages?: number
  }): Promise<void>
  /**
   * Erases the personal data and the request hash of the purchases, and records the erasure in the audit log. Sales and
   * tickets remain. In SQLite, no free page and no log retains the data. Resolves with the number of purchases that had
   * personal data.
   */
  eraseBuyers(input: { readonly purchaseIds: readonly number[]; readonly by: string }): Promise<number>
  listRecords(kind: string): Promise<readonly FleetRecord[]>
  findRecord(key: { readonly kind: string; readonly name: string }): Promise<FleetRecord | null>
  /**
   * Replaces the document if its stored version equals `version`; version 0 adds a document. Resolves with false if
   * nothing was written.
   */
  keepRecord(record: FleetRecord & { readonly kind: string }): Promise<boolean>
  removeRecord(key: { readonly kind: string; readonly name: string }): Promise<boolean>
  /** Writes a copy while the service runs. Refuses if the database engine has its own backup tool. */
  backUp(path: string): Promise<Result<{ readonly bytes: number }, BackupElsewhere>>
}

export interface FleetRecord {
  readonly name: string
  readonly version: number
  readonly document: string
}

export interface StoreCounts {
  readonly eventsOnSale: number
  readonly seatsRemaining: number
  readonly seatsHeld: number
  readonly sessionsOpen: number
}

export interface EventStatus extends EventRecord {
  readonly status: 'ON_SALE' | 'ENDED'
  readonly accessCode: string
}

export interface BoughtTicket {
  readonly ticketNumber: string
  readonly seatCode: string
  readonly price: Minor
  readonly currency: string
  readonly partnerCode: string
  readonly orderId: string
  /** Customer name from the partner; empty if absent or erased. */
  readonly customer: { readonly name: string; readonly phone: string; readonly email: string }
}

export interface StoredBuyer {
  readonly purchaseId: number
  readonly orderId: string
  readonly partnerCode: string
  /** Milliseconds of the Unix epoch. */
  readonly completedAt: number
  readonly event: { readonly title: string; readonly startsAt: string; readonly endsAt: string }
  readonly amount: Minor
  readonly currency: string
  readonly tickets: number
  readonly cancelled: number
  readonly customer: BoughtTicket['customer']
}

export interface Partner {
  /** Value of `x-partner-code`. */
  readonly code: string
  readonly name: string
  /**
   * Keys of the partner. A partner has several keys while keys are being changed. A partner without a key needs the
   * option `--unsigned-from`.
   */
  readonly keys: readonly PartnerKey[]
  /** Request rate that the partner may use; null if the hub's default rate applies. */
  readonly rate: RequestRate | null
}

export interface PartnerKey {
  readonly keyId: string
  readonly scheme: 'stadepass-hmac' | 'rfc9421'
  /**
   * Shared secret (text, or bytes as `base64:…`), or the partner's public key in PEM. Null if the sealing key is
   * missing, in which case no signature is valid.
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
  readonly tool: string
}

/** Changes to an event on sale. Every change is recorded in the audit log. */
export interface StoreChanges {
  /** Sold and held seats keep their price. Sessions receive the change with the section's next revision. */
  editEvent(
    input: EventOnSale & {
      readonly changes: EventChanges
      /** Current local date-time of the venue. Events cannot be moved to an earlier time. */
      readonly localNow: string
      readonly by: string
    },
  ): Promise<Result<null, Refusal<'event-unknown'> | EventWrong>>
  /** Takes all seats off sale, or none. Resolves with the number of newly withheld seats. */
  withholdSeats(
    input: PlacesChange,
  ): Promise<Result<{ readonly seats: number }, Refusal<'event-unknown'> | PlacesUnknown | SeatsInTheWay>>
  /** Puts withheld seats back on sale and ignores other seats. Resolves with the number of changed seats. */
  giveBackSeats(
    input: PlacesChange,
  ): Promise<Result<{ readonly seats: number }, Refusal<'event-unknown'> | PlacesUnknown>>
  /** Lists the codes of withheld seats, in the order of the plan. */
  listWithheld(input: EventOnSale): Promise<Result<readonly string[], Refusal<'event-unknown'>>>
  /** Lists the newest entries first. `eventId`: null for all events. */
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
  readonly prices: Readonly<Record<string, Minor>>
}

export interface PlacesChange extends EventOnSale {
  readonly zones: readonly string[]
  /** Sections (`N3`), rows (`N3-F`), seats (`N3-F-12`) or seat ranges of a row (`N3-F-12-16`). */
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
  /** Null if the audit entry concerns a person's data instead of an event. */
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
  | 'account-changed'
  | PersonalAct

type PersonalAct = 'personal-data-searched' | 'personal-data-exported' | 'personal-data-erased'

export const HAS_BUYER = '(customer_name IS NOT NULL OR customer_phone IS NOT NULL OR customer_email IS NOT NULL)'

/**
 * Also erases the hash of the request, because the telephone number could be found by hashing every possible number.
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
