import { isPast } from '../../../shared/domain/documents/local-date.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { collectionCode } from '../../../shared/domain/sale/collection-code.ts'
import type { EventOffer } from '../../../shared/domain/seats/offer.ts'
import type { CommandInput } from '../../../shared/api/kiosk/contract.ts'
import type { PartnerFailure } from '../../../shared/api/kiosk/failures.ts'
import type { EventSeatsView, EventsView } from '../../../shared/api/kiosk/views.ts'
import type { Commands } from '../access.ts'
import type { AccessCodes } from '../ports/office.ts'
import type { Clock, Ports, SaleFiles, VenuePlans } from '../ports/ports.ts'
import type { PurchaseCircuitBreaker } from '../sale/purchase-circuit-breaker.ts'
import type { SaleService } from '../sale/sale-service.ts'
import type { SaleScreen } from '../screen/sale-screen.ts'
import { type EventSessions, isCodeMissing, type OfferWatch } from '../monitors/offer-watch.ts'
import { partnerFailure } from './visit-commands.ts'
import { type TaxRates, type Visit, visitView } from './visits.ts'

export interface EventSettings {
  readonly deviceId: string
  readonly accessCodes: AccessCodes
  readonly plans: VenuePlans
  /** Time in milliseconds before an event when wheelchair places are released to all customers; 0: never. */
  readonly wheelchairReleaseMs: number
  /** Location of the machine: name of the venue and code of the gate. Absent if unknown. */
  readonly place?: { readonly venue: string; readonly gate: string } | undefined
  /** IANA time zone of the venues; by default, the time zone of this computer. */
  readonly timeZone?: string
  /** Absent if the seller is not liable for tax. */
  readonly taxRates?: TaxRates
}

/** Returns the local date-time of the venue, `milliseconds` from now. */
type LocalTimeIn = (milliseconds: number) => string

export interface EventOfferParts {
  readonly offer: OfferWatch
  readonly localTimeIn: LocalTimeIn
}

export function eventCommands(
  { offer, clock, ids, inSale, localTimeIn }: Pick<Ports, 'clock' | 'ids' | 'inSale'> & EventOfferParts,
  files: Pick<SaleFiles, 'isCodeFree'>,
  sales: SaleService,
  screen: SaleScreen,
  { deviceId: register, plans, wheelchairReleaseMs, place, taxRates }: Omit<EventSettings, 'accessCodes'>,
  { breaker, storageFull }: { readonly breaker: PurchaseCircuitBreaker; readonly storageFull: () => boolean },
) {
  const { sessions } = offer
  const { know, viewEventSeats } = createEventSeats(sessions, clock)
  let last: EventsView | null = null

  return {
    async listEvents({ page, limit = 100 }) {
      storageFull()
      const reply = page === undefined ? await offer.list() : await offer.partner.listEvents({ page, limit })
      const isFromStart = page === undefined || page === 1
      if (reply.ok) {
        const events = offer.upcoming(reply.value.events)
        const total = reply.value.total - reply.value.events.length + events.length
        plans.prepare(events)
        const view = { events, total, stale: false }
        if (isFromStart) last = view
        return ok(view)
      }
      // A cached list is not shown if the partner refuses the kiosk, because the events cannot be sold.
      if (isFromStart && last && reply.error.type === 'unreachable') {
        const events = offer.upcoming(last.events)
        return ok({ events, total: last.total - last.events.length + events.length, stale: true })
      }
      return err(partnerFailure(reply.error))
    },

    viewEventSeats,

    async startVisit({ eventId, language }) {
      if (storageFull()) return err({ type: 'storage-full' })
      if (breaker.standing()) return err({ type: 'purchasing-suspended' })
      const found = await findEvent(offer, last, eventId)
      if (!found.ok) return found
      const event = found.value
      if (!screen.vacate('cancelled')) return err({ type: 'sale-in-progress' })
      const saleId = newSaleId(ids, files)
      const [session, plan] = await inSale(saleId, () => Promise.all([sessions.open(eventId), plans.of(event)]))
      if (!session.ok) return err(isCodeMissing(session.error) ? session.error : partnerFailure(session.error))
      // Another visit may have begun during the requests; a recalled sale remains on the screen.
      if (screen.shown?.recalled || !screen.vacate('cancelled')) return err({ type: 'sale-in-progress' })
      const { sessionId, ownerRef, currency, overview } = session.value
      know(eventId, overview.remaining)
      const begun = { state: 'choosing', notice: null } as const
      sales.open({ ...begun, saleId, register, language, event, sessionId, ownerRef, currency })
      const seen = { plan, overview, sections: new Map() }
      const released = isReleased(event, localTimeIn, wheelchairReleaseMs)
      const here = place && plan?.venue.name === place.venue && plan.gates.find(({ code }) => code === place.gate)?.code
      const more = { ...(released && { released }), ...(here && { here }), ...(taxRates && { taxRates }) }
      const visit: Visit = { saleId, event, session: session.value, ...more, ...seen }
      screen.show({ saleId, visit })
      return ok(visitView(visit))
    },
  } satisfies Partial<Commands>
}

function isReleased({ startsAt }: EventOffer, localTimeIn: LocalTimeIn, beforeMs: number): boolean {
  return beforeMs > 0 && isPast(startsAt, localTimeIn(beforeMs))
}

function newSaleId(ids: Ports['ids'], files: Pick<SaleFiles, 'isCodeFree'>): string {
  for (;;) {
    const saleId = ids.uuid()
    if (files.isCodeFree(collectionCode(saleId))) return saleId
  }
}

async function findEvent(
  offer: Pick<OfferWatch, 'list' | 'upcoming'>,
  known: EventsView | null,
  eventId: string,
): Promise<Result<EventOffer, PartnerFailure | { readonly type: 'unknown-event' }>> {
  const listed = offer.upcoming(known?.events ?? []).find((event) => event.eventId === eventId)
  if (listed) return ok(listed)
  const reply = await offer.list()
  if (!reply.ok) return err(partnerFailure(reply.error))
  const found = reply.value.events.find((event) => event.eventId === eventId)
  return found ? ok(found) : err({ type: 'unknown-event' })
}

/** Time in milliseconds for which a known number of remaining seats is used without a new query. */
const FRESH_MS = 5 * 60_000
/** Maximum number of sequential queries per request; each query uses a session at the partner. */
const ASKED_AT_ONCE = 5

/** Numbers of remaining seats by event, taken from customers' visits or from a few queries per request. */
function createEventSeats(sessions: Pick<EventSessions, 'open'>, clock: Pick<Clock, 'now'>) {
  /** `remaining`: null if the query failed. */
  const known = new Map<string, { readonly remaining: number | null; readonly atMs: number }>()
  let asking: Promise<void> | null = null

  function know(eventId: string, remaining: number | null): void {
    known.set(eventId, { remaining, atMs: clock.now().monoMs })
  }

  const isFresh = (eventId: string): boolean => {
    const seen = known.get(eventId)
    return seen !== undefined && clock.now().monoMs - seen.atMs < FRESH_MS
  }

  async function ask(eventIds: readonly string[]): Promise<void> {
    for (const eventId of eventIds.filter((each) => !isFresh(each)).slice(0, ASKED_AT_ONCE)) {
      const session = await sessions.open(eventId)
      know(eventId, session.ok ? session.value.overview.remaining : null)
    }
  }

  return {
    know,
    viewEventSeats: async ({ eventIds }: CommandInput<'viewEventSeats'>) => {
      asking ??= ask(eventIds).finally(() => {
        asking = null
      })
      await asking
      return ok(
        eventIds.flatMap((eventId): readonly EventSeatsView[] => {
          const remaining = isFresh(eventId) ? (known.get(eventId)?.remaining ?? null) : null
          return remaining === null ? [] : [{ eventId, remaining }]
        }),
      )
    },
  }
}
