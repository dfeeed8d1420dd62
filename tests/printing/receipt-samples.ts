import type { ReceiptDocument } from '../../shared/domain/documents/receipt-document.ts'
import type { SlipDocument } from '../../shared/domain/documents/slip-document.ts'

/** Seats in a row, paid by card. */
export function sampleReceipt(seats: number, changes: Partial<ReceiptDocument> = {}): ReceiptDocument {
  return {
    eventTitle: 'مباراة هوريا 2025',
    startsAt: '2025-05-17T16:00:00',
    venue: { name: 'Stade de la Corniche', city: 'Conakry', country: 'Guinée' },
    orderId: '6f1c2d3e-4a5b-4c6d-8e7f-9a0b1c2d3e4f',
    register: 'nongo-kiosk-3',
    soldAt: '2025-05-17T14:05:31.000Z',
    lines: Array.from({ length: seats }, (_, at) => ({
      seatCode: `N1-F-${at + 1}`,
      zoneName: 'Tribune Nord basse',
      price: 70_000,
    })),
    amount: 70_000 * seats,
    currency: 'GNF',
    tenders: [{ kind: 'card', received: 70_000 * seats, change: 0, approval: 'A83K2' }],
    demo: false,
    ...changes,
  }
}

/** Two of a sale's tickets that came back. */
export function sampleSlip(changes: Partial<SlipDocument> = {}): SlipDocument {
  const { eventTitle, startsAt, venue, orderId, register, currency, demo } = sampleReceipt(2)
  return {
    eventTitle,
    startsAt,
    venue,
    orderId,
    register,
    currency,
    demo,
    kind: 'refund',
    reference: `${orderId}-R1`,
    copyNumber: 0,
    atUtc: '2025-05-17T15:20:00.000Z',
    lines: [1, 2].map((at) => ({ seatCode: `N1-F-${at}`, ticketNumber: `GN-00042${at}`, price: 70_000 })),
    amount: 140_000,
    back: [{ kind: 'cash', amount: 140_000 }],
    reason: 'Le client ne peut pas venir au match',
    staffId: '7',
    second: '90',
    cancellation: 'none',
    ...changes,
  }
}
