import { randomUUID } from 'node:crypto'
import type { KnownPayment, TenderRequest } from '../../electron/core/ports/tender-driver.ts'

/** What a card reader is asked for, in euros. */
export const request = (more: Partial<TenderRequest> = {}): TenderRequest => ({
  reference: randomUUID(),
  amount: 7_500,
  currency: 'EUR',
  payableMs: 600_000,
  description: 'Hamana – Badia, 2 places',
  language: 'fr',
  ...more,
})

export const knownOf = ({ reference, amount, currency }: TenderRequest, host: string): KnownPayment => ({
  reference,
  token: null,
  host,
  amount,
  currency,
})
