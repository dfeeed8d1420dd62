import type { TenderTraits } from '../../../shared/domain/money/tender.ts'

export const sumupTraits: TenderTraits = {
  payer: 'none',
  shows: 'none',
  unattended: true,
  findBy: 'own',
  reference: 'uuid4',
  cancel: 'asks',
  // A customer has so long before the reader.
  decideMs: 120_000,
  settledMs: 300_000,
  lateMs: 900_000,
  refund: 'api',
}
