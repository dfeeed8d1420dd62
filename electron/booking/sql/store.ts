import type { Minor } from '../../../shared/domain/money/money.ts'
import type { Result } from '../../../shared/domain/result.ts'
import type { VenuePlan, PlanSection } from '../../../shared/domain/venue/venue-plan.ts'
import { type PlanSeat, planSeats, seatCount } from '../../../shared/domain/venue/venue-geometry.ts'
import { type SpecialKind, specialSeats } from '../../../shared/domain/venue/special-seats.ts'

/**
 * Database of the booking service. Each operation is atomic, and durable when its promise resolves. A hold is expired
 * from its expiry time on, without a background job. Times are milliseconds of the Unix epoch by the store's clock;
 * money is in minor units. Ids from a request are text as received.
 */
export interface BookingStore {
  /** Lists events on sale that are not over, earliest first. */
  listEvents(input: { readonly page: number; readonly limit: number }): Promise<EventPage>
  /** Creates an event. `by`: user for the audit; if absent, no audit entry is written. */
  createEvent(draft: EventDraft, by?: string): Promise<{ readonly eventId: number; readonly accessCode: string }>
  /** Ends past events with a `demoKey` and creates their successors. */
  renewDemoEvents(drafts: readonly (EventDraft & { readonly demoKey: string })[], localNow: string): Promise<void>
  /** Finds the plan of an event, on sale or not; null for an unknown event. */
  findVenuePlan(input: { readonly eventId: string }): Promise<StoredPlan | null>
  openSession(input: {
    readonly partnerCode: string
    readonly eventId: string
    readonly accessCode: string
  }): Promise<Result<OpenedSession, Refusal<'event-unknown' | 'event-ended' | 'access-denied'>>>
  viewSection(
    input: SessionKey & { readonly sectionId: string },
  ): Promise<Result<SectionSnapshot, Refusal<SessionRefusal | 'section-unknown'>>>
  /** Holds all seats or none. Seats already held keep their expiry, even after the event has ended. */
  holdSeats(
    input: SessionKey & { readonly seatIds: readonly string[] },
  ): Promise<
    Result<readonly Hold[], Refusal<SessionRefusal | 'event-ended' | 'seats-unknown' | 'seats-taken' | 'seat-limit'>>
  >
  /** Resolves with the remaining holds of the session. Idempotent. */
  releaseHold(
    input: SessionKey & { readonly holdId: string },
  ): Promise<Result<readonly Hold[], Refusal<'session-unknown' | 'holds-unknown' | 'holds-sold'>>>
  readCheckout(input: SessionKey): Promise<Result<Checkout, Refusal<SessionRefusal | 'no-holds' | 'holds-expired'>>>
  /**
   * Verifies an order and sells its seats. `render` returns the reply, which is stored, so a repeated order receives a
   * byte-identical reply.
   */
  completePurchase(
    order: PurchaseOrder,
    render: (purchase: Purchase) => string,
  ): Promise<Result<string, Refusal<PurchaseRefusal>>>
  listTickets(input: { readonly partnerCode: string; readonly ownerRef: string }): Promise<readonly Ticket[]>
  findTicket(input: {
    readonly partnerCode: string
    readonly ownerRef: string
    readonly ticketId: string
  }): Promise<Ticket | null>
  /** Cancels tickets of one event, all or none, and puts their seats on sale again. Idempotent. */
  cancelTickets(
    input: Cancellation,
  ): Promise<Result<readonly CancelledTicket[], Refusal<'tickets-unknown' | 'request-differs'>>>
  /** Returns the access codes of the events on sale, by event id. They must never be sent to partners. */
  accessCodes(): Promise<Readonly<Record<string, string>>>
  close(): Promise<void>
}

export const ACCESS_CODE_LENGTH = 10

/** The store is locked, full or failing. Nothing was changed; retry later. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

export interface SessionKey {
  readonly partnerCode: string
  readonly sessionId: string
}

export interface RefusalFacts {
  'event-unknown': object
  'event-ended': object
  'access-denied': object
  'session-unknown': object
  'session-expired': { readonly expiredAt: number }
  'section-unknown': object
  'seats-unknown': { readonly seatIds: readonly string[] }
  'seats-taken': { readonly seats: readonly TakenSeat[] }
  'seat-limit': { readonly limit: number; readonly used: number }
  'holds-unknown': { readonly holdIds: readonly string[] }
  'holds-expired': { readonly holdIds: readonly string[] }
  'holds-sold': { readonly holdIds: readonly string[] }
  'holds-of-several-sessions': object
  'no-holds': object
  'order-differs': object
  'tickets-unknown': { readonly ticketIds: readonly string[] }
  'request-differs': object
  'currency-differs': { readonly currency: string }
  'amount-differs': { readonly expected: Minor; readonly currency: string }
}

export type Refusal<T extends keyof RefusalFacts> = { [K in T]: { readonly type: K } & RefusalFacts[K] }[T]
export type AnyRefusal = Refusal<keyof RefusalFacts>
export type SessionRefusal = 'session-unknown' | 'session-expired'
export type PurchaseRefusal =
  | 'order-differs'
  | 'holds-unknown'
  | 'holds-of-several-sessions'
  | 'holds-expired'
  | 'holds-sold'
  | 'currency-differs'
  | 'amount-differs'

export interface Cancellation {
  /** Owner of the tickets, or the event if the venue itself cancels the tickets. */
  readonly of: CancellingOwner | { readonly eventId: string }
  /** Tickets of one event. Tickets of other events count as unknown. */
  readonly ticketIds: readonly string[]
  readonly reason: string
  /** Author in the audit entry: `partner:CODE` or `user:NAME`. */
  readonly by: string
}

export interface CancellingOwner {
  readonly partnerCode: string
  readonly ownerRef: string
  /** Request id that the partner assigned. A request that reuses an id with different content is refused. */
  readonly requestId: string
}

export interface CancelledTicket extends Ticket {
  readonly cancelledAt: number
}

export interface TakenSeat {
  readonly seatId: number
  readonly seatCode: string
  readonly status: 'held' | 'sold'
}

export interface EventDraft {
  readonly venue: VenuePlan
  readonly title: string
  readonly category: string
  readonly description: string
  /** Local date-times of the venue. */
  readonly startsAt: string
  readonly endsAt: string
  readonly homeTeam: string
  readonly awayTeam: string
  readonly currency: string
  readonly prices: Readonly<Record<string, Minor>>
  /** Seats of a section that were sold elsewhere: indexes in the order of `planSeats`. */
  readonly soldElsewhere?: (sectionCode: string) => readonly number[]
}

export interface StoredPlan {
  readonly text: string
  readonly sha256: string
}

export interface EventRecord {
  readonly eventId: number
  readonly title: string
  readonly category: string
  readonly description: string
  readonly startsAt: string
  readonly endsAt: string
  readonly homeTeam: string
  readonly awayTeam: string
  readonly currency: string
  readonly minPrice: Minor
  readonly remaining: number
  readonly venue: VenuePlan['venue']
}

export interface EventEdition {
  readonly eventId: number
  readonly edition: number
}

export type EventRow = Omit<EventRecord, 'venue'> & { readonly venueId: number }

export interface OverviewRow extends EventRow, EventEdition {
  readonly accessCode: string
  readonly revision: number
  /** Remaining seats by zone and by section, in the order of the ids. */
  readonly zonesLeft: readonly number[]
  readonly sectionsLeft: readonly number[]
}

export interface EventPage {
  readonly events: readonly EventRecord[]
  readonly total: number
}

export interface Session {
  readonly sessionId: string
  readonly ownerRef: string
  readonly eventId: number
  readonly expiresAt: number
}

export interface ZoneRecord {
  readonly zoneId: number
  readonly code: string
  readonly name: string
  readonly color: string
  readonly price: Minor
  readonly remaining: number
}

interface SectionRecord {
  readonly sectionId: number
  readonly zoneId: number
  readonly code: string
  readonly name: string
  readonly price: Minor
  readonly remaining: number
}

export interface OpenedSession {
  readonly now: number
  readonly session: Session
  readonly event: EventRecord
  readonly revision: number
  readonly zones: readonly ZoneRecord[]
  readonly sections: readonly SectionRecord[]
}

export interface SectionSnapshot {
  readonly now: number
  /**
   * Returns the current time if the rest of the snapshot is unchanged, otherwise null. Reads no tables. Absent if other
   * servers write to the store, because the store cannot then detect changes.
   */
  readonly still?: () => number | null
  readonly session: Session
  readonly holds: readonly Hold[]
  readonly event: SalesEvent
  readonly sectionId: number
  readonly remaining: number
  readonly zoneRemaining: number
  /** Increases with each change to a seat of the section. */
  readonly sectionRevision: number
  /** Increases with each change to a seat of the section or a hold of the session. */
  readonly revision: number
  /** One byte for each seat, in the order of the seat ids: an index into `SEAT_STATUS`. The array is never modified. */
  readonly statuses: Uint8Array
}

export const SEAT_STATUS = ['available', 'held', 'sold'] as const
export const [AVAILABLE, HELD, SOLD] = [0, 1, 2] as const

/** The rarely changing part of an event on sale: one object for each edition. */
export interface SalesEvent {
  readonly eventId: number
  /** Increases with each change to the event. */
  readonly edition: number
  readonly title: string
  readonly startsAt: string
  readonly endsAt: string
  readonly currency: string
  readonly venue: VenuePlan['venue']
  readonly layout: VenueLayout
  readonly zones: readonly Omit<ZoneRecord, 'remaining'>[]
  readonly sections: readonly SalesSection[]
}

export interface SalesSection extends Omit<SectionRecord, 'remaining'> {
  /** Id of the section's first seat. Seat ids are consecutive, in the order of the layout. */
  readonly firstSeatId: number
  readonly seatCount: number
}

export interface Hold {
  readonly holdId: string
  readonly seatId: number
  readonly seatCode: string
  readonly price: Minor
  readonly currency: string
  readonly expiresAt: number
  readonly remainingSeconds: number
}

export interface Checkout {
  readonly session: Session
  readonly currency: string
  readonly holds: readonly Hold[]
  readonly amount: Minor
}

export interface PurchaseOrder {
  readonly partnerCode: string
  /** Id of the order. Upper and lower case are treated as equal. */
  readonly orderId: string
  /** Equal for two requests if and only if their content is equal. */
  readonly contentSha256: string
  /** Amount in major units, as received. */
  readonly amount: number
  readonly currency: string | undefined
  readonly holdIds: readonly string[]
  readonly paymentMethod: string | undefined
  readonly paymentReference: string | undefined
  readonly customer: {
    readonly name?: string | undefined
    readonly phone?: string | undefined
    readonly email?: string | undefined
  }
}

export interface Purchase {
  readonly orderId: string
  readonly transactionId: number
  readonly transactionCode: string
  readonly amount: Minor
  readonly currency: string
  readonly tickets: readonly Ticket[]
}

export interface Ticket {
  readonly ticketId: number
  readonly ticketCode: string
  readonly ticketNumber: string
  readonly ticketReference: string
  readonly qrCode: string
  readonly holdId: string
  readonly seatId: number
  readonly price: Minor
  /** Null if the ticket is valid. */
  readonly cancelledAt: number | null
  readonly event: SalesEvent
  readonly section: SalesSection
}

interface StatusChange {
  readonly seatId: number
  readonly to: number
}

interface KnownStatuses {
  readonly revision: number
  readonly statuses: Uint8Array
}

/** Statuses of sections as this process last read them. The returned arrays are never modified. */
export class SectionStatuses {
  readonly #known = new Map<number, KnownStatuses & { readonly firstSeatId: number }>()

  latest(sectionId: number): KnownStatuses | undefined {
    return this.#known.get(sectionId)
  }

  keep({ sectionId, firstSeatId }: SalesSection, revision: number, statuses: Uint8Array): void {
    this.#known.set(sectionId, { firstSeatId, revision, statuses })
  }

  /** Applies the changes between two revisions of the section. `changes` must contain all of them. */
  advance(sectionId: number, before: number, revision: number, changes: readonly StatusChange[]): void {
    const state = this.#known.get(sectionId)
    if (state?.revision !== before) {
      this.#known.delete(sectionId)
      return
    }
    const statuses = state.statuses.slice()
    for (const { seatId, to } of changes) statuses[seatId - state.firstSeatId] = to
    this.#known.set(sectionId, { ...state, revision, statuses })
  }
}

/** The numbered seats of a venue. Immutable; each section is computed on first use. */
export interface VenueLayout {
  readonly plan: VenuePlan
  section(code: string): SectionLayout
}

export interface SectionLayout {
  readonly section: PlanSection
  readonly tribune: VenuePlan['tribunes'][number]
  readonly zone: VenuePlan['zones'][number]
  readonly gate: VenuePlan['gates'][number]
  readonly gateIndex: number
  readonly seatCount: number
  readonly seats: readonly PlanSeat[]
  seatCode(index: number): string
  readonly is: Readonly<Record<SpecialKind, (rowLabel: string, number: number) => boolean>>
}

export function venueLayout(plan: VenuePlan): VenueLayout {
  const sections = new Map<string, SectionLayout>()
  return {
    plan,
    section(code) {
      let layout = sections.get(code)
      if (layout === undefined) {
        layout = sectionLayout(plan, code)
        sections.set(code, layout)
      }
      return layout
    },
  }
}

function sectionLayout(plan: VenuePlan, code: string): SectionLayout {
  const section = byCode(plan.sections, code)
  const gate = byCode(plan.gates, section.gate)
  let seats: readonly PlanSeat[] | undefined
  const laidOut = (): readonly PlanSeat[] => (seats ??= planSeats(section))
  return {
    section,
    tribune: byCode(plan.tribunes, section.tribune),
    zone: byCode(plan.zones, section.zone),
    gate,
    gateIndex: plan.gates.indexOf(gate),
    seatCount: seatCount(section),
    get seats() {
      return laidOut()
    },
    is: {
      accessible: specialSeats(section, 'accessible'),
      companion: specialSeats(section, 'companion'),
      restrictedView: specialSeats(section, 'restrictedView'),
    },
    seatCode(index) {
      const seat = laidOut()[index]
      if (seat === undefined) throw new RangeError(`section ${code} has no seat ${index}`)
      return `${code}-${seat.rowLabel}-${seat.number}`
    },
  }
}

function byCode<T extends { readonly code: string }>(list: readonly T[], code: string): T {
  const found = list.find((item) => item.code === code)
  if (found === undefined) throw new Error(`the venue plan has no ${code}`)
  return found
}
