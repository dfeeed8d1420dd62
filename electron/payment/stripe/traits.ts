import type { TenderTraits } from '../../../shared/domain/money/tender.ts'

export const stripeTerminalTraits: TenderTraits = {
  payer: 'none',
  shows: 'none',
  unattended: true,
  findBy: 'search',
  reference: 'uuid4',
  cancel: 'proves',
  // A customer has so long before the reader.
  decideMs: 120_000,
  settledMs: 120_000,
  lateMs: 300_000,
  refund: 'api',
}
