import type { TenderTraits } from '../../../shared/domain/money/tender.ts'
import { holdRemainingMs } from '../../../shared/domain/sale/sale-base.ts'
import type { SaleEffect } from '../../../shared/domain/sale/sale-effects.ts'
import type { PaymentBegun, SaleEvent } from '../../../shared/domain/sale/sale.ts'
import type { Ports } from '../ports/ports.ts'
import type { KnownPayment, TenderDriver, TenderOutcome } from '../ports/tender-driver.ts'
import { type Decided, knownPayment, outcomeEvent, tenderUnknown } from './tender-events.ts'

type FollowTender = Extract<SaleEffect, { type: 'follow-tender' }>

/** So long somebody waits for an answer that was lost. */
const ANSWER_PATIENCE_MS = 90_000
/** Nobody pays sooner; an answer that was lost may be there. */
const FIRST_MS = { decided: 2_000, answered: 0, settled: 2_000, late: 2_000 } as const
/** Once a success was due to be told, it is asked about once an hour for so long. */
const HOUR_MS = 3_600_000
export const HOURS_AFTER_MS = 24 * HOUR_MS
/** A provider that gives no answer is asked more and more seldom, up to this. */
const SLOWEST_MS = 60_000

/**
 * Asks the provider what became of a payment of a sale, over and over: until it knows, or `effect.until` is over
 * (`tender-unknown`), or, for good, no success can come any more. `giveUp`: the customer would rather not pay, or the holds ran out; a
 * driver that can close a payment with proof does, and else nobody waits any longer.
 */
export async function followTender(
  ports: Pick<Ports, 'clock'>,
  driver: TenderDriver,
  { tender, begun, until }: FollowTender,
  currency: string,
  signals: { readonly giveUp: AbortSignal; readonly stopping: AbortSignal },
): Promise<SaleEvent> {
  const told = await untilTold(ports, driver, { payment: knownPayment(tender, currency), begun, until }, signals)
  switch (told.is) {
    case 'given-up':
      return closed(driver, knownPayment(tender, currency))
    case 'no-answer':
      return tenderUnknown({ outcome: 'unknown', ...(told.forGood && { forGood: true }) })
    case 'decided': {
      const event = outcomeEvent(told.outcome, tender, currency)
      const early = told.byTime && driver.traits.lateMs > driver.traits.settledMs
      return early && (event.type === 'tender-refused' || event.type === 'tender-cancelled')
        ? { ...event, leftOpen: true }
        : event
    }
  }
}

/** The same of a payment that its sale went on without: until the last moment at which a success can be told. */
export function followOpenPayment(
  ports: Pick<Ports, 'clock'>,
  driver: TenderDriver,
  payment: KnownPayment,
  stopping: AbortSignal,
): Promise<Told> {
  return untilTold(ports, driver, { payment, begun: {}, until: 'late' }, { giveUp: stopping, stopping })
}

/** `byTime`: the provider still waits, and nothing can be paid any more. `no-answer`, `forGood`: nor will there be one. */
export type Told =
  | { readonly is: 'decided'; readonly outcome: Decided; readonly byTime: boolean }
  | { readonly is: 'no-answer'; readonly forGood: boolean }
  | { readonly is: 'given-up' }

interface Asked {
  readonly payment: KnownPayment
  readonly begun: PaymentBegun
  readonly until: FollowTender['until'] | 'late'
}

/**
 * The one schedule of asking. Nothing but the clock of this boot is looked at: after a restart the whole time counts again, which is too
 * long, and safe.
 */
async function untilTold(
  { clock }: Pick<Ports, 'clock'>,
  driver: TenderDriver,
  { payment, begun, until }: Asked,
  { giveUp, stopping }: { readonly giveUp: AbortSignal; readonly stopping: AbortSignal },
): Promise<Told> {
  const { traits } = driver
  const start = clock.now()
  const forAnswer = Number.POSITIVE_INFINITY
  const patienceMs = { decided: traits.decideMs, answered: ANSWER_PATIENCE_MS, settled: forAnswer, late: forAnswer }
  const elapsedMs = (): number => clock.now().monoMs - start.monoMs
  /** How long ago it could be paid last. */
  const closedForMs = (): number =>
    begun.payable ? -holdRemainingMs(begun.payable, clock.now()) : elapsedMs() - traits.decideMs
  let silent = 0
  for (let asked = 0; ; asked++) {
    const elapsed = elapsedMs()
    if (giveUp.aborted && until !== 'settled') return { is: 'given-up' }
    if (elapsed >= patienceMs[until]) return { is: 'no-answer', forGood: false }
    await clock.sleep(
      asked === 0 ? FIRST_MS[until] : pause(elapsed, closedForMs(), silent, traits),
      AbortSignal.any([giveUp, stopping]),
    )
    if (stopping.aborted) return { is: 'no-answer', forGood: false }
    const closedFor = closedForMs()
    const outcome = await driver.ask(payment, stopping)
    silent = outcome.outcome === 'unknown' || outcome.outcome === 'unavailable' ? silent + 1 : 0
    const told = final(outcome, closedFor > (until === 'late' ? traits.lateMs : traits.settledMs))
    if (told) return { is: 'decided', outcome: told, byTime: outcome.outcome === 'pending' }
    if (closedFor > traits.lateMs + HOURS_AFTER_MS) return { is: 'no-answer', forGood: true }
  }
}

/** Null: nothing is decided, or nobody says. */
function final(outcome: TenderOutcome, tooLate: boolean): Decided | null {
  switch (outcome.outcome) {
    case 'unavailable':
      return null
    case 'unknown':
      return outcome.forGood ? outcome : null
    case 'pending':
      if (!tooLate || !outcome.unless) return null
      return outcome.unless === 'refused' ? { outcome: 'refused', reason: 'timed-out' } : { outcome: 'cancelled' }
    default:
      return outcome
  }
}

/** Before the next question: often at first, then with the provider's own patience, at last once an hour. */
function pause(elapsed: number, closedFor: number, silent: number, { decideMs, lateMs }: TenderTraits): number {
  const usual = elapsed < 60_000 ? 3_000 : elapsed < decideMs ? 5_000 : closedFor < lateMs ? 30_000 : HOUR_MS
  return silent === 0 || usual === HOUR_MS ? usual : Math.min(SLOWEST_MS, usual * 2 ** Math.min(silent, 5))
}

/** Only proof is believed; without it the payment stays open, and is followed on. */
async function closed(driver: TenderDriver, payment: KnownPayment): Promise<SaleEvent> {
  const said = await driver.cancel?.(payment)
  return said === 'closed' && driver.traits.cancel === 'proves'
    ? { type: 'tender-cancelled' }
    : { type: 'tender-unknown' }
}
