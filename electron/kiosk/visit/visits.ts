import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import { reservedAccessibleSeats } from '../../../shared/domain/seats/hand-picking.ts'
import {
  type BookingSession,
  type ChosenSeat,
  type EventOffer,
  type Overview,
  renewedOverview,
  type SectionSeats,
} from '../../../shared/domain/seats/offer.ts'
import type { VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import type { SaleFailure } from '../../../shared/api/kiosk/failures.ts'
import type { SaleView, SectionReply, VisitView } from '../../../shared/api/kiosk/views.ts'
import type { PartnerError, PartnerService, SectionDetail } from '../ports/ports.ts'
import type { SaleService } from '../sale/sale-service.ts'

/** Visit of a customer to one event: booking session and sections read so far, in memory only. */
export interface Visit {
  readonly saleId: string
  readonly event: EventOffer
  readonly session: BookingSession
  readonly plan: VenuePlan | null
  /** True if wheelchair places were released to all customers when the visit began. */
  readonly released?: true
  /** Code of the gate where the machine is located, as in the plan; absent if unknown. */
  readonly here?: string
  /** Absent if the seller is not liable for tax. */
  readonly taxRates?: TaxRates
  /** Overview of the session, updated from sections, because the partner sends an overview only once. */
  overview: Overview
  /** Sections by ID, least recently read first. */
  readonly sections: Map<string, SectionDetail>
}

/** Tax rates in percent. `zones`: rates by name or code of the zone; `usual`: rate of all other zones. */
export interface TaxRates {
  readonly usual?: number
  readonly zones: Readonly<Record<string, number>>
}

export function visitView({ saleId, event, session, plan, released, here }: Visit): VisitView {
  return { saleId, event, session, plan, ...(released && { released }), ...(here && { here }) }
}

/** Returns whether the seats may be sold to customers without a wheelchair. */
function areOpenToAll({ sections, released }: Visit, { sectionId, seatIds }: SectionSeats): boolean {
  const section = sections.get(sectionId)
  if (!section) return true
  const kept = reservedAccessibleSeats(section.view, { ...(released && { released }) })
  return !seatIds.some((seatId) => kept.has(seatId))
}

/** Maximum number of sections read for one update of the overview. */
const READ_IN_TURN = 6

/** Returns the section only if it differs from the revision that the screen already has. */
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

/** Reads the current state of a section, which the partner sends only if it has changed. */
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
  if (!current)
    return err({ type: 'unclear', status: 304, detail: 'the reply is "not modified", but no earlier reply is known' })
  visit.sections.delete(sectionId)
  visit.sections.set(sectionId, current)
  if (reply.value) visit.overview = renewedOverview(visit.overview, current.view, current.counts)
  return ok(current)
}

/** Updates the overview from unread sections, and then from the sections read least recently. */
export async function refreshOverview(partner: PartnerService, visit: Visit): Promise<Result<Overview, PartnerError>> {
  const unseen = visit.overview.sections.filter(({ sectionId }) => !visit.sections.has(sectionId))
  const oldest = [...unseen.map(({ sectionId }) => sectionId), ...visit.sections.keys()].slice(0, READ_IN_TURN)
  const read = await Promise.all(oldest.map((sectionId) => readSection(partner, visit, sectionId)))
  const failed = read.find((reply) => !reply.ok)
  return failed && read.every((reply) => !reply.ok) ? failed : ok(visit.overview)
}

/** Returns seats of a section that was read; unknown IDs are omitted. */
export function chosenSeats(visit: Visit, sectionId: string, seatIds: readonly string[]): readonly ChosenSeat[] {
  const section = visit.sections.get(sectionId)
  if (!section) return []
  const seats = new Map(section.view.seats.map((seat) => [seat.seatId, seat]))
  const own = visit.overview.sections.find((each) => each.sectionId === sectionId)
  const zoneId = section.view.zoneId || (own?.zoneId ?? '')
  const zone = visit.overview.zones.find((each) => each.zoneId === zoneId)
  const { name: zoneName = '', code = '' } = zone ?? {}
  const { usual, zones = {} } = visit.taxRates ?? {}
  const taxRate = zones[zoneName] ?? zones[code] ?? usual
  return seatIds.flatMap((seatId) => {
    const seat = seats.get(seatId)
    const place = section.places.get(seatId)
    if (!seat || !place) return []
    const { price } = seat
    return [{ seatId, sectionId, zoneId, zoneName, price, ...(taxRate !== undefined && { taxRate }), place }]
  })
}

/** Returns the seats of all groups; null if a seat is unknown or occurs twice. */
export function seatsOfGroups(visit: Visit, groups: readonly SectionSeats[]): readonly ChosenSeat[] | null {
  const seats = groups.flatMap(({ sectionId, seatIds }) => chosenSeats(visit, sectionId, seatIds))
  const isComplete = seats.length === countIn(groups)
  return isComplete && new Set(seats.map(({ seatId }) => seatId)).size === seats.length ? seats : null
}

/**
 * Like `seatsOfGroups`, but also returns null if a group without `wheelchair` contains seats reserved for wheelchair
 * users.
 */
export function seatsToHold(
  visit: Visit,
  groups: readonly (SectionSeats & { readonly wheelchair?: true | undefined })[],
): readonly ChosenSeat[] | null {
  const isOpen = groups.every((group) => group.wheelchair || areOpenToAll(visit, group))
  return isOpen ? seatsOfGroups(visit, groups) : null
}

export const countIn = (groups: readonly SectionSeats[]): number =>
  groups.reduce((sum, { seatIds }) => sum + seatIds.length, 0)

/** Sale and its visit; the visit is null after a restart of the program. */
export interface ShownSale {
  readonly saleId: string
  readonly visit: Visit | null
  /** Whether the sale was parked before. */
  readonly recalled?: true
}

export interface TooManyParked {
  readonly type: 'too-many-parked'
  readonly limit: number
}

/** Maximum number of parked sales, one for each digit key. */
const MAX_PARKED = 9

/** Sales parked at a desk, whose holds expire as usual. */
export class ParkedSales {
  readonly #parked = new Map<string, ShownSale>()
  readonly #sales: SaleService
  readonly #view: (sale: Sale) => SaleView
  readonly #changed: (parked: readonly SaleView[]) => void

  constructor(sales: SaleService, view: (sale: Sale) => SaleView, changed: (parked: readonly SaleView[]) => void) {
    this.#sales = sales
    this.#view = view
    this.#changed = changed
  }

  views(): readonly SaleView[] {
    return [...this.#parked.keys()].flatMap((saleId) => {
      const sale = this.#sales.find(saleId)
      return sale ? [this.#view(sale)] : []
    })
  }

  /** Parks a sale, which must be priced and wait for a person. */
  park(shown: ShownSale, staffId: string): Result<null, TooManyParked> {
    if (this.#parked.size >= MAX_PARKED) return err({ type: 'too-many-parked', limit: MAX_PARKED })
    this.exchange(shown, staffId)
    return ok(null)
  }

  /** Parks a sale in place of a recalled sale, without checking the limit. */
  exchange(shown: ShownSale, staffId: string): void {
    this.#sales.act(shown.saleId, { type: 'parked', staffId })
    this.#parked.set(shown.saleId, shown)
    this.#changed(this.views())
  }

  /** Returns a parked sale that can be recalled now. */
  find(saleId: string): Result<ShownSale, SaleFailure> {
    const shown = this.#parked.get(saleId)
    const sale = this.#sales.find(saleId)
    if (!shown || !sale) return err({ type: 'unknown-sale' })
    const still = sale.state === 'priced' || sale.state === 'choosing'
    return still && !this.#sales.busy(saleId) ? ok(shown) : err({ type: 'invalid-state', stage: sale.state })
  }

  /** Recalls a sale with its seats, or without seats if its holds have expired. */
  recall(saleId: string, staffId: string): Sale {
    const sale = this.#sales.find(saleId)
    if (!sale || !this.#parked.delete(saleId)) throw new Error(`sale ${saleId} is not parked`)
    const recalled = sale.state === 'priced' ? this.#sales.act(saleId, { type: 'recalled', staffId }) : sale
    this.#changed(this.views())
    return recalled
  }

  follow(sale: Sale): void {
    const { saleId } = sale
    const found = (sale.state === 'held' || sale.state === 'priced') && sale.parked !== undefined
    if (!found && !this.#parked.has(saleId)) return
    if (sale.state === 'abandoned' || this.#sales.faulted(saleId)) {
      this.#parked.delete(saleId)
      this.#sales.close(saleId)
    } else if (!this.#parked.has(saleId)) this.#parked.set(saleId, { saleId, visit: null })
    this.#changed(this.views())
  }
}
