import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import { keptSeats } from '../../../shared/domain/seats/hand-picking.ts'
import type { BookingSession, ChosenSeat, EventOffer, Overview } from '../../../shared/domain/seats/offer.ts'
import { renewedOverview } from '../../../shared/domain/seats/overview.ts'
import type { VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import type { SaleFailure } from '../../../shared/kiosk-api/failures.ts'
import type { SaleView, SectionReply, VisitView } from '../../../shared/kiosk-api/views.ts'
import type { PartnerError, PartnerService, SectionDetail } from '../ports/ports.ts'
import type { SaleService } from '../sale/sale-service.ts'

/**
 * A customer looking at one event: the open booking session, and the sections seen so far. Nothing here is money;
 * it lives in memory and is gone with the program.
 */
export interface Visit {
  readonly saleId: string
  readonly event: EventOffer
  readonly session: BookingSession
  readonly plan: VenuePlan | null
  /** Places for wheelchairs were open to everybody when it began. */
  readonly released?: true
  /** The session's overview, renewed by every section read since: the interface has no call that reads it again. */
  overview: Overview
  /** The sections seen, the one read longest ago first. */
  readonly sections: Map<string, SectionDetail>
}

export function visitView({ saleId, event, session, plan, released }: Visit): VisitView {
  return { saleId, event, session, plan, ...(released && { released }) }
}

/** Whether these seats of a section already seen may be had by who did not ask for a place for a wheelchair. */
export function areOpenToAll({ sections, released }: Visit, sectionId: string, seatIds: readonly string[]): boolean {
  const section = sections.get(sectionId)
  if (!section) return true
  const kept = keptSeats(section.view, { ...(released && { released }) })
  return !seatIds.some((seatId) => kept.has(seatId))
}

/** Sections read at once to renew the overview: in turn they make the round of the venue. */
const READ_IN_TURN = 6

/** Brings the visit's picture of one section up to date; the screen gets it only when it has not got it yet. */
export async function viewSection(
  partner: PartnerService,
  visit: Visit,
  sectionId: string,
  knownRevision?: string,
): Promise<Result<SectionReply, PartnerError>> {
  const section = await readSection(partner, visit, sectionId)
  if (!section.ok) return section
  const { view } = section.value
  return ok({ section: view.revision === knownRevision ? null : view, revision: view.revision })
}

/** The section as the service has it now: an unchanged one costs its revision only. */
export async function readSection(
  partner: PartnerService,
  visit: Visit,
  sectionId: string,
): Promise<Result<SectionDetail, PartnerError>> {
  const known = visit.sections.get(sectionId)
  const { sessionId, eventId, ownerRef, currency } = visit.session
  const request = {
    sessionId,
    eventId,
    ownerRef,
    currency,
    sectionId,
    ...(known && { knownRevision: known.view.revision }),
  }
  const reply = await partner.viewSection(request)
  if (!reply.ok) return reply
  const current = reply.value ?? known
  if (!current) return err({ type: 'unclear', status: 304, detail: 'nothing changed, but nothing was known' })
  visit.sections.delete(sectionId)
  visit.sections.set(sectionId, current)
  if (reply.value) visit.overview = renewedOverview(visit.overview, current.view, current.counts)
  return ok(current)
}

/** The overview after a look at the sections that were read longest ago, if at all. */
export async function renewOverview(partner: PartnerService, visit: Visit): Promise<Result<Overview, PartnerError>> {
  const unseen = visit.overview.sections.filter(({ sectionId }) => !visit.sections.has(sectionId))
  const oldest = [...unseen.map(({ sectionId }) => sectionId), ...visit.sections.keys()].slice(0, READ_IN_TURN)
  const read = await Promise.all(oldest.map((sectionId) => readSection(partner, visit, sectionId)))
  const failed = read.find((reply) => !reply.ok)
  return failed && read.every((reply) => !reply.ok) ? failed : ok(visit.overview)
}

/** Seats of a section already seen, with all that a ticket says; ids that are not in it are left out. */
export function chosenSeats(visit: Visit, sectionId: string, seatIds: readonly string[]): readonly ChosenSeat[] {
  const section = visit.sections.get(sectionId)
  if (!section) return []
  const seats = new Map(section.view.seats.map((seat) => [seat.seatId, seat]))
  const own = visit.overview.sections.find((each) => each.sectionId === sectionId)
  const zoneId = section.view.zoneId || (own?.zoneId ?? '')
  const zoneName = visit.overview.zones.find((zone) => zone.zoneId === zoneId)?.name ?? ''
  return seatIds.flatMap((seatId) => {
    const seat = seats.get(seatId)
    const place = section.places.get(seatId)
    return seat && place ? [{ seatId, sectionId, zoneId, zoneName, price: seat.price, place }] : []
  })
}

/** A sale, and what its customer was looking at; null after a restart of the program, which forgets that. */
export interface ShownSale {
  readonly saleId: string
  readonly visit: Visit | null
  /** It was put aside before. */
  readonly recalled?: true
}

/** Sales put aside at a cashier's desk: each with its own booking session, and its holds running out as ever. */
export interface ParkedSales {
  /** The sale is priced and waits for a person. */
  park(shown: ShownSale, staffId: string): Result<null, TooManyParked>
  /** The same in the place of one just recalled: there is room for it. */
  exchange(shown: ShownSale, staffId: string): void
  /** One that can be recalled now. */
  find(saleId: string): Result<ShownSale, SaleFailure>
  /** Back to the screen, which is free: as it was left, or with nothing held any more. */
  recall(saleId: string, staffId: string): Sale
  /** Told of every step of sales that are not on the screen. */
  follow(sale: Sale): void
  views(): readonly SaleView[]
}

export interface TooManyParked {
  readonly type: 'too-many-parked'
  readonly limit: number
}

/** One for each digit that calls it back. */
const MOST_PARKED = 9

export function createParkedSales(
  sales: SaleService,
  view: (sale: Sale) => SaleView,
  changed: (parked: readonly SaleView[]) => void,
): ParkedSales {
  const parked = new Map<string, ShownSale>()

  function views(): readonly SaleView[] {
    return [...parked.keys()].flatMap((saleId) => {
      const sale = sales.find(saleId)
      return sale ? [view(sale)] : []
    })
  }

  function exchange(shown: ShownSale, staffId: string): void {
    sales.act(shown.saleId, { type: 'parked', staffId })
    parked.set(shown.saleId, shown)
    changed(views())
  }

  return {
    park(shown, staffId) {
      if (parked.size >= MOST_PARKED) return err({ type: 'too-many-parked', limit: MOST_PARKED })
      exchange(shown, staffId)
      return ok(null)
    },
    exchange,

    find(saleId) {
      const shown = parked.get(saleId)
      const sale = sales.find(saleId)
      if (!shown || !sale) return err({ type: 'unknown-sale' })
      const still = sale.state === 'priced' || sale.state === 'choosing'
      return still && !sales.busy(saleId) ? ok(shown) : err({ type: 'wrong-stage', stage: sale.state })
    },

    recall(saleId, staffId) {
      const sale = sales.find(saleId)
      if (!sale || !parked.delete(saleId)) throw new Error(`sale ${saleId} is not parked`)
      const recalled = sale.state === 'priced' ? sales.act(saleId, { type: 'recalled', staffId }) : sale
      changed(views())
      return recalled
    },

    follow(sale) {
      const { saleId } = sale
      const found = (sale.state === 'held' || sale.state === 'priced') && sale.parked !== undefined
      if (!found && !parked.has(saleId)) return
      if (sale.state === 'abandoned' || sales.faulted(saleId)) {
        parked.delete(saleId)
        sales.close(saleId)
      } else if (!parked.has(saleId)) parked.set(saleId, { saleId, visit: null })
      changed(views())
    },

    views,
  }
}
