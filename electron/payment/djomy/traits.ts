import type { TenderTraits } from '../../../shared/domain/money/tender.ts'

export const djomyPushTraits: TenderTraits = {
  payer: 'phone',
  shows: 'none',
  unattended: true,
  findBy: 'search',
  reference: 'uuid4',
  cancel: 'none',
  decideMs: 300_000,
  // How long a customer can still agree nobody has published.
  settledMs: 900_000,
  lateMs: 86_400_000,
  refund: 'people',
}

export const djomyLinkTraits: TenderTraits = {
  payer: 'none',
  shows: 'qr',
  unattended: true,
  findBy: 'search',
  reference: 'uuid4',
  cancel: 'none',
  decideMs: 600_000,
  // To find the telephone, scan, choose an operator and agree.
  shortestMs: 120_000,
  settledMs: 300_000,
  lateMs: 86_400_000,
  refund: 'people',
}
