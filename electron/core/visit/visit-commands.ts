import { err, ok } from '../../../shared/domain/result.ts'
import { asChosen } from '../../../shared/domain/sale/sale-transition.ts'
import { mayTakeOut } from '../../../shared/domain/seats/offer.ts'
import { sectionsWithSpaces } from '../../../shared/domain/seats/section-choice.ts'
import type { PartnerFailure } from '../../../shared/kiosk-api/failures.ts'
import type { Commands } from '../access/access.ts'
import type { PartnerError } from '../ports/ports.ts'
import type { SaleScreen } from '../screen/sale-screen.ts'
import type { NotesWatch } from '../watch/notes-watch.ts'
import type { WatchedPorts } from '../watch/partner-watch.ts'
import { type Proposals, startProposals } from './proposals.ts'
import { areOpenToAll, chosenSeats, renewOverview, viewSection, visitView } from './visits.ts'

type VisitCommand =
  | 'viewVisit'
  | 'viewSection'
  | 'renewOverview'
  | 'proposeSeats'
  | 'improveProposals'
  | 'viewWheelchairPlaces'
  | 'holdSeats'
  | 'changeSeats'
  | 'removeSeat'

/** How a customer chooses seats: nothing but what they hold is kept of it. */
export function visitCommands(
  ports: Pick<WatchedPorts, 'partner' | 'clock'>,
  { visitOf, waiting, act }: SaleScreen,
  maxSeats: number,
  notes: NotesWatch,
): Pick<Commands, VisitCommand> {
  const { partner } = ports
  /** The search for the seats proposed last: an older one ends. */
  let proposals: Proposals | null = null

  return {
    async viewVisit({ saleId }) {
      const visit = visitOf(saleId)
      return visit ? ok(visitView(visit)) : err({ type: 'unknown-sale' })
    },

    async viewSection({ saleId, sectionId, knownRevision }) {
      const visit = visitOf(saleId)
      if (!visit) return err({ type: 'unknown-sale' })
      const reply = await viewSection(partner, visit, sectionId, knownRevision)
      return reply.ok ? reply : err(sessionFailure(reply.error))
    },

    async renewOverview({ saleId }) {
      const visit = visitOf(saleId)
      if (!visit) return err({ type: 'unknown-sale' })
      const reply = await renewOverview(partner, visit)
      return reply.ok ? reply : err(sessionFailure(reply.error))
    },

    async proposeSeats({ saleId, ...wish }) {
      const visit = visitOf(saleId)
      if (!visit) return err({ type: 'unknown-sale' })
      if (wish.count > maxSeats) return err({ type: 'too-many-seats', limit: maxSeats })
      const known = { ...wish, notes: notes.values(visit.session.currency) }
      const mine: Proposals = startProposals(ports, visit, known, () => proposals === mine && visitOf(saleId) === visit)
      proposals = mine
      const reply = await mine.first()
      return reply.ok ? reply : err(sessionFailure(reply.error))
    },

    async improveProposals({ saleId }) {
      if (!visitOf(saleId)) return err({ type: 'unknown-sale' })
      return ok((await proposals?.better()) ?? null)
    },

    async viewWheelchairPlaces({ saleId }) {
      const visit = visitOf(saleId)
      if (!visit) return err({ type: 'unknown-sale' })
      // Where no plan names such sections, those that were seen may have some: nobody reads a whole venue for it.
      const sectionIds = sectionsWithSpaces(visit.plan) ? undefined : [...visit.sections.keys()]
      if (sectionIds?.length === 0) return ok({ left: false })
      const search = startProposals(ports, visit, { count: 2, wheelchair: true, sectionIds }, () => false)
      const reply = await search.first()
      return reply.ok ? ok({ left: reply.value.length > 0 }) : err(sessionFailure(reply.error))
    },

    async holdSeats({ saleId, sectionId, seatIds, wheelchair }) {
      const sale = waiting(saleId, 'choosing')
      const visit = visitOf(saleId)
      if (!sale.ok) return sale
      if (!visit) return err({ type: 'unknown-sale' })
      if (seatIds.length > maxSeats) return err({ type: 'too-many-seats', limit: maxSeats })
      const seats = chosenSeats(visit, sectionId, seatIds)
      const isKnown = seats.length === new Set(seatIds).size && seats.length === seatIds.length
      const isOpen = wheelchair || areOpenToAll(visit, sectionId, seatIds)
      if (!isKnown || !isOpen) return err({ type: 'seat-unknown' })
      if (!partner.isUp()) return err({ type: 'partner-unreachable' })
      return ok(act(saleId, { type: 'seats-chosen', seats }))
    },

    async changeSeats({ saleId }) {
      const sale = waiting(saleId, 'priced')
      if (!sale.ok) return sale
      // What was taken was taken for these seats.
      if (sale.value.parts) return err({ type: 'wrong-stage', stage: 'paying' })
      return ok(act(saleId, { type: 'seats-changed' }))
    },

    async removeSeat({ saleId, seatId }) {
      const sale = waiting(saleId, 'priced')
      if (!sale.ok) return sale
      if (sale.value.parts) return err({ type: 'wrong-stage', stage: 'paying' })
      const held = sale.value.order.seats
      const seats = held.filter((seat) => seat.seatId !== seatId).map(asChosen)
      if (seats.length !== held.length - 1 || seats.length === 0 || !mayTakeOut(held, seatId))
        return err({ type: 'seat-unknown' })
      if (!partner.isUp()) return err({ type: 'partner-unreachable' })
      return ok(act(saleId, { type: 'seats-changed', seats }))
    },
  }
}

function sessionFailure(error: PartnerError): PartnerFailure | { readonly type: 'session-expired' } {
  return error.type === 'refused' && error.status === 410 ? { type: 'session-expired' } : partnerFailure(error)
}

export function partnerFailure(error: PartnerError): PartnerFailure {
  if (error.type === 'unreachable') return { type: 'partner-unreachable' }
  if (error.type === 'unclear') return { type: 'partner-unclear' }
  if (error.code === 'EVENT_ENDED') return { type: 'event-ended' }
  return { type: 'partner-refused', status: error.status, code: error.code }
}
