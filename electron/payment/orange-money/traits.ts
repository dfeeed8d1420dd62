import type { TenderTraits } from '../../../shared/domain/money/tender.ts'

export const orangeMoneyTraits: TenderTraits = {
  payer: 'none',
  shows: 'qr',
  unattended: true,
  findBy: 'token',
  reference: 'short26',
  cancel: 'none',
  // A payment's page is good for so long; Orange's own time, nobody can choose it.
  decideMs: 600_000,
  settledMs: 300_000,
  lateMs: 3_600_000,
  refund: 'people',
}
