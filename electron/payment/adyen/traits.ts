import type { TenderTraits } from '../../../shared/domain/money/tender.ts'

/** After `decideMs` nobody is waited for, and the terminal is asked; what it then does not know was not begun. */
const traitsOf = (decideMs: number): TenderTraits => ({
  payer: 'none',
  shows: 'none',
  unattended: true,
  findBy: 'own',
  reference: 'short10',
  cancel: 'asks',
  decideMs,
  settledMs: 30_000,
  lateMs: 30_000,
  refund: 'api',
})

/** A card is asked for during 120 s; Adyen says to ask a terminal after that, and over the cloud after 150 s. */
export const localTraits = traitsOf(120_000)
export const cloudTraits = traitsOf(150_000)
