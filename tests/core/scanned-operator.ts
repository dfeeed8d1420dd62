import { expect } from 'vitest'
import type { Begun, KnownPayment, TenderOutcome } from '../../electron/core/ports/tender-driver.ts'
import type { TenderTraits } from '../../shared/domain/money/tender-traits.ts'
import { driver } from '../support/devices.ts'
import type { SmallKiosk } from './small-kiosk.ts'

export const MINUTE = 60_000
const byCode: Partial<TenderTraits> = {
  shows: 'qr',
  findBy: 'token',
  cancel: 'none',
  decideMs: 2 * MINUTE,
  settledMs: 5 * MINUTE,
  lateMs: 5 * MINUTE,
}
export const begun: Begun = {
  outcome: 'begun',
  token: 'link-1',
  shows: 'https://pay.example/link-1',
  payableMs: 4 * MINUTE,
}
const pending: TenderOutcome = { outcome: 'pending', unless: 'cancelled' }
export const paid: TenderOutcome = { outcome: 'approved', approval: 'OM-77', currency: 'GNF' }

/** An operator whose customers scan a code; it says what `word.now` says. */
export function operator(traits: Partial<TenderTraits> = {}, start: Begun | TenderOutcome = begun) {
  const word: { now: TenderOutcome } = { now: pending }
  const asked: KnownPayment[] = []
  const card = driver(
    {
      host: 'https://pay.example',
      begin: async () => start,
      ask: async (payment) => (asked.push(payment), word.now),
    },
    { ...byCode, ...traits },
  )
  return { word, asked, tenders: { card } }
}

/** Lets time pass in small steps until it is so: what the program does between two of them is done. */
export async function until(kiosk: SmallKiosk, so: () => boolean, stepMs = 3_000): Promise<void> {
  await expect
    .poll(
      () => {
        if (!so()) kiosk.pass(stepMs)
        return so()
      },
      { interval: 1, timeout: 10_000 },
    )
    .toBe(true)
}
