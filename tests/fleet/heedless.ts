import type { PartnerError, PartnerService } from '../../electron/core/ports/ports.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import type { Ticket } from '../../shared/domain/seats/offer.ts'

/**
 * The control: a kiosk that makes nothing of a partner's silence. It goes on selling, and when a purchase is not
 * answered it hands out "provisional" tickets of its own making.
 */
export function heedless(partner: PartnerService): PartnerService {
  return {
    ...partner,
    listEvents: async (input) => deaf(await partner.listEvents(input)),
    openSession: async (input) => deaf(await partner.openSession(input)),
    viewSection: async (input) => deaf(await partner.viewSection(input)),
    holdSeats: async (input) => deaf(await partner.holdSeats(input)),
    releaseHold: async (input) => deaf(await partner.releaseHold(input)),
    readCheckout: async (input) => deaf(await partner.readCheckout(input)),
    listTickets: async (input) => deaf(await partner.listTickets(input)),
    async sendPurchase(request, expected) {
      const reply = await partner.sendPurchase(request, expected)
      if (reply.ok) return reply
      return ok(expected.seats.map(({ seatId, holdId, price }) => provisional(seatId, holdId, price)))
    },
  }
}

function deaf<T, E extends { readonly type: string }>(reply: Result<T, E>): Result<T, E | PartnerError> {
  return reply.ok || reply.error.type !== 'unreachable' ? reply : err({ type: 'unclear', status: 0, detail: 'nothing' })
}

function provisional(seatId: string, holdId: string, price: number): Ticket {
  const qrCode = holdId.replaceAll('-', '')
  return {
    ticketId: `P${qrCode}`,
    seatId,
    ticketNumber: qrCode.slice(0, 8),
    ticketCode: '',
    ticketReference: '',
    price,
    status: 'SOLD',
    qrCode,
    place: {
      seatCode: seatId,
      sector: '',
      row: '',
      seatNumber: 0,
      gate: { code: '', name: '', label: '' },
      tribune: { code: '', name: '', color: '' },
      route: [],
      disputeCode: '',
    },
  }
}
