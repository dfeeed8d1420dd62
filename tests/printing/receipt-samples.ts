import type { ReceiptDocument } from '../../shared/domain/documents/receipt-document.ts'
import type { Seller } from '../../shared/domain/money/tax.ts'
import type { CreditSlipDocument } from '../../shared/domain/documents/credit-slip-document.ts'
import { slipClaimText } from '../../shared/domain/money/credit-slip.ts'
import type { CollectionSlipDocument } from '../../shared/domain/documents/collection-slip-document.ts'
import type { SlipDocument } from '../../shared/domain/documents/slip-document.ts'

/** One who is liable. */
export const guineanSeller: Seller = {
  name: 'Société du Stade de la Corniche SA',
  address: 'Corniche Nord, Dixinn, BP 1234, Conakry',
  contact: '',
  taxNumber: '123456789 · 4K',
  taxRate: 18,
}

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
      notes: [],
      zoneName: 'Tribune Nord basse',
      price: 70_000,
    })),
    amount: 70_000 * seats,
    currency: 'GNF',
    tenders: [{ kind: 'card', received: 70_000 * seats, change: 0, approval: 'A83K2' }],
    specimen: null,
    ...changes,
  }
}

/** Two of a sale's tickets that came back. */
export function sampleSlip(changes: Partial<SlipDocument> = {}): SlipDocument {
  const { eventTitle, startsAt, venue, orderId, register, currency, specimen } = sampleReceipt(2)
  return {
    eventTitle,
    startsAt,
    venue,
    orderId,
    register,
    currency,
    specimen,
    kind: 'refund',
    reference: `${orderId}-R1`,
    copyNumber: 0,
    atUtc: '2025-05-17T15:20:00.000Z',
    lines: [1, 2].map((at) => ({ seatCode: `N1-F-${at}`, notes: [], ticketNumber: `GN-00042${at}`, price: 70_000 })),
    amount: 140_000,
    back: [{ kind: 'cash', amount: 140_000 }],
    reason: 'Le client ne peut pas venir au match',
    staffId: '7',
    second: '90',
    cancellation: 'none',
    ...changes,
  }
}

/** Of two seats whose payment was left open. */
export function sampleCollectionSlip(changes: Partial<CollectionSlipDocument> = {}): CollectionSlipDocument {
  const { eventTitle, startsAt, venue, orderId, register, currency, specimen } = sampleReceipt(2)
  return {
    why: 'payment-open',
    code: 'K7M4XP',
    orderId,
    register,
    atUtc: '2025-05-17T14:20:00.000Z',
    eventTitle,
    startsAt,
    venue,
    seatCodes: ['N1-F-12', 'N1-F-13'],
    tender: 'orange-money',
    amount: 140_000,
    currency,
    paymentReference: 'ORWQ4PZK7XM2LDTN5GHV3CBYQA',
    specimen,
    ...changes,
  }
}

/** Of notes that were more than the price. */
export function sampleCreditSlip(changes: Partial<CreditSlipDocument> = {}): CreditSlipDocument {
  const { eventTitle, orderId, register, currency, specimen } = sampleReceipt(2)
  const [slipId, amount, issuedUtc] = ['K7M4XP92RD', 15_000, '2025-05-17T14:20:00.000Z'] as const
  const claim = { slipId, amount, currency, register, issuedUtc, keyId: '0123456789abcdef0123456789abcdef' }
  const code = `${slipClaimText(claim)}|${'zQ9-'.repeat(21)}_4`
  return {
    why: 'over',
    slipId,
    amount,
    currency,
    code,
    register,
    issuedUtc,
    orderId,
    eventTitle,
    copyNumber: 0,
    anywhere: false,
    specimen,
    ...changes,
  }
}
