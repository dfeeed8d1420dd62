import type { EventOffer, EventPage } from '../../../shared/domain/seats/offer.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { KioskApi } from '../../../shared/kiosk-api/contract.ts'
import type { PartnerFailure } from '../../../shared/kiosk-api/failures.ts'
import type { PartnerError, PartnerService, Ports } from '../ports/ports.ts'
import { startProposals, type Proposals } from './proposals.ts'
import { renewOverview, viewSection, type Visit } from './visits.ts'

type VisitCommands = Pick<KioskApi, 'viewSection' | 'renewOverview' | 'proposeSeats' | 'improveProposals'>

/** What a customer asks before anything is held. `visitOf`: the visit on the screen, if that is the sale's. */
export function visitCommands(
  ports: Pick<Ports, 'partner' | 'clock'>,
  visitOf: (saleId: string) => Visit | null,
): VisitCommands {
  const { partner } = ports
  /** The search for the seats proposed last: an older one ends. */
  let proposals: Proposals | null = null

  return {
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
      const mine: Proposals = startProposals(ports, visit, wish, () => proposals === mine && visitOf(saleId) === visit)
      proposals = mine
      const reply = await mine.first()
      return reply.ok ? reply : err(sessionFailure(reply.error))
    },

    async improveProposals({ saleId }) {
      if (!visitOf(saleId)) return err({ type: 'unknown-sale' })
      return ok((await proposals?.better()) ?? null)
    },
  }
}

function sessionFailure(error: PartnerError): PartnerFailure | { readonly type: 'session-expired' } {
  return error.type === 'refused' && error.status === 410 ? { type: 'session-expired' } : partnerFailure(error)
}

export function partnerFailure(error: PartnerError): PartnerFailure {
  if (error.type === 'unreachable') return { type: 'partner-unreachable' }
  if (error.type === 'unclear') return { type: 'partner-unclear' }
  return { type: 'partner-refused', status: error.status, code: error.code }
}

/** An event that is on sale: of the list that is known, or of all the pages that the service has. */
export async function findEvent(
  partner: Pick<PartnerService, 'listEvents'>,
  known: EventPage | null,
  eventId: string,
): Promise<Result<EventOffer, PartnerFailure | { readonly type: 'unknown-event' }>> {
  const listed = known?.events.find((event) => event.eventId === eventId)
  if (listed) return ok(listed)
  for (let page = 1; ; page++) {
    const reply = await partner.listEvents({ page, limit: 100 })
    if (!reply.ok) return err(partnerFailure(reply.error))
    const found = reply.value.events.find((event) => event.eventId === eventId)
    if (found) return ok(found)
    if (page >= reply.value.totalPages || reply.value.events.length === 0) return err({ type: 'unknown-event' })
  }
}
