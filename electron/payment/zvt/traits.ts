import type { TenderTraits } from '../../../shared/domain/money/tender-traits.ts'

export const zvtTraits: TenderTraits = {
  payer: 'none',
  shows: 'none',
  unattended: true,
  findBy: 'device-log',
  reference: 'uuid4',
  cancel: 'asks',
  // For the card, the code and the bank; the terminal's own time is shorter.
  decideMs: 180_000,
  settledMs: 60_000,
  lateMs: 300_000,
  refund: 'device',
}
