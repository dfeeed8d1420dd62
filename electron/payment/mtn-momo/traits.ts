import type { TenderTraits } from '../../../shared/domain/money/tender.ts'

export const mtnMomoTraits: TenderTraits = {
  payer: 'phone',
  shows: 'none',
  unattended: true,
  findBy: 'own',
  reference: 'uuid4',
  cancel: 'none',
  // MTN asks the customer on their telephone, and gives them about five minutes.
  decideMs: 300_000,
  settledMs: 300_000,
  lateMs: 900_000,
  refund: 'people',
}
