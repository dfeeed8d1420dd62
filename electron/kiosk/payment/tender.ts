import {
  type AtProvider,
  type DeviceProgress,
  drivenTenders,
  isAccount,
  isSlip,
  type TenderIntent,
  type TenderKind,
  type TenderTraits,
} from '../../../shared/domain/money/tender.ts'
import { holdRemainingMs } from '../../../shared/domain/sale/sale-base.ts'
import type { SaleEffect } from '../../../shared/domain/sale/sale-effects.ts'
import type { Instant, Order, PaymentBegun, Sale, SaleEvent } from '../../../shared/domain/sale/sale.ts'
import type { PaymentRef, TenderDriver, TenderOutcome, TenderRequest } from '../ports/devices.ts'
import type { Log, Ports, Printers } from '../ports/ports.ts'

/** Minimum remaining time of the seat holds at the end of a payment, so that the seats can be confirmed. */
export const HOLD_MARGIN_MS = 90_000

/** Minimum time in milliseconds to insert a note. */
const ONE_NOTE_MS = 30_000

export const TIME_FOR_NOTES_MS = HOLD_MARGIN_MS + ONE_NOTE_MS

/** Returns the time in milliseconds that seats must remain held for the customer to pay and the partner to confirm. */
export function timeFor(driver: TenderDriver | undefined, defaultMs: number): number {
  return driver?.traits.shows === 'qr' || driver?.traits.payer === 'phone'
    ? Math.max(defaultMs, (driver.traits.shortestMs ?? driver.traits.decideMs) + HOLD_MARGIN_MS)
    : defaultMs
}

/** Returns how the provider identifies a payment; null if only staff can find the payment. */
export function atProvider(driver: TenderDriver, reference: string, ids: Ports['ids']): AtProvider | null {
  const { name, host, traits } = driver
  return traits.findBy === 'people'
    ? null
    : { driver: name, host, reference: ids.referenceFor(reference, traits.reference) }
}

/** Returns the driver that took a payment; null if the driver has been replaced. */
export function driverOf(drivers: Ports['tenders'], { kind, provider }: TenderIntent): TenderDriver | null {
  const driver = drivers[kind] ?? null
  return driver && provider && provider.driver !== driver.name ? null : driver
}

export interface BeginOptions {
  /** Aborts when the payment should stop. */
  readonly signal: AbortSignal
  readonly payer?: string | undefined
  readonly onProgress?: (progress: DeviceProgress) => void
}

export async function beginTender(
  { tenders, clock, ledger }: Pick<Ports, 'tenders' | 'clock' | 'ledger'>,
  sale: Sale,
  tender: TenderIntent,
  options: BeginOptions,
  stopping: AbortSignal,
): Promise<SaleEvent> {
  const driver = driverOf(tenders, tender)
  if (!driver || !('order' in sale) || isUndecided(ledger, driver, sale.saleId)) return { type: 'tender-unavailable' }
  const begun = await driver.begin(requestOf(sale, driver, tender, clock.now(), options), options.signal, stopping)
  switch (begun.outcome) {
    case 'begun': {
      const { token, shows, payableMs } = begun
      const given = { ...(token !== undefined && { token }), ...(shows !== undefined && { shows }) }
      return { type: 'tender-pending', ...given, ...(payableMs !== undefined && { payableMs }) }
    }
    case 'pending':
      return { type: 'tender-pending' }
    default:
      return outcomeEvent(begun, tender, sale.currency)
  }
}

/** With two undecided payments, an entry in the log of the device could belong to either payment. */
function isUndecided(ledger: Ports['ledger'], { name, traits }: TenderDriver, saleId: string): boolean {
  if (traits.findBy !== 'device-log') return false
  const isOver = (tender: TenderIntent): boolean => tender.provider?.driver === name
  return (
    ledger.openPayments().some((open) => open.standing.is === 'asked' && isOver(open)) ||
    ledger.unfinished().some((other) => other.saleId !== saleId && isAsked(other) && isOver(other.tender))
  )
}

const isAsked = (sale: Sale): sale is Sale & { readonly tender: TenderIntent } =>
  sale.state === 'paying' || (sale.state === 'needs-staff' && 'asking' in sale && sale.asking)

/** Returns null if `begin` has already requested the payment. */
export async function settleTender(
  { tenders, clock }: Pick<Ports, 'tenders' | 'clock'>,
  sale: Sale,
  tender: TenderIntent,
  options: BeginOptions,
  stopping: AbortSignal,
): Promise<SaleEvent | null> {
  const driver = driverOf(tenders, tender)
  if (!driver?.settle || sale.state !== 'paying' || sale.phase !== 'begun') return null
  const request = requestOf(sale, driver, tender, clock.now(), options)
  const outcome = await driver.settle(paymentRef(tender, sale.currency), request, options.signal, stopping)
  return outcome.outcome === 'unknown' && !outcome.forGood
    ? { type: 'tender-unknown', lost: true }
    : outcomeEvent(outcome, tender, sale.currency)
}

function requestOf(
  { order, currency, event, language }: Extract<Sale, { order: Order }>,
  { traits }: TenderDriver,
  tender: TenderIntent,
  now: Instant,
  { payer, onProgress }: BeginOptions,
): TenderRequest {
  const left = holdRemainingMs(order.hold, now) - HOLD_MARGIN_MS
  const { reference, amount } = paymentRef(tender, currency)
  return {
    reference,
    amount,
    currency,
    source: isSlip(tender.kind) || isAccount(tender.kind) ? tender.provider?.token : undefined,
    receipt: order.orderId,
    payer,
    payableMs: Math.max(0, Math.min(traits.decideMs, left)),
    description: event.title.slice(0, 100),
    language,
    ...(onProgress && { onProgress }),
  }
}

export async function askTender(
  drivers: Ports['tenders'],
  tender: TenderIntent,
  currency: string,
  stopping: AbortSignal,
): Promise<SaleEvent> {
  const outcome = await driverOf(drivers, tender)?.ask(paymentRef(tender, currency), stopping)
  // `unavailable` means that the driver could not query the payment, so a charge may still exist.
  return !outcome || outcome.outcome === 'unavailable' || outcome.outcome === 'pending'
    ? { type: 'tender-unknown' }
    : outcomeEvent(outcome, tender, currency)
}

/**
 * Searches for a charge after ledger rows were lost. Returns `charge-not-found` only if every provider reports that it
 * has no charge under any reference. Such a report proves nothing if the provider finds payments only by a token that
 * may be lost. Staff must check each tender for which no provider can report a charge.
 */
export async function resumeTender(
  { tenders, ids, ledger }: Pick<Ports, 'tenders' | 'ids' | 'ledger'>,
  { references, amount }: Extract<SaleEffect, { type: 'recall-tender' }>,
  { saleId, currency }: Pick<Sale, 'saleId' | 'currency'>,
  stopping: AbortSignal,
): Promise<SaleEvent> {
  // An abandoned payment no longer belongs to the sale.
  const gone = ledger.abandonedPayment(saleId)
  const unknown = new Map<TenderKind, Omit<TenderIntent, 'amount'>>()
  for (const reference of references.filter((each) => !gone.has(each))) {
    for (const kind of drivenTenders) {
      const driver = tenders[kind]
      if (!driver) continue
      const { findBy, shows } = driver.traits
      const provider = atProvider(driver, reference, ids)
      const tried = { kind, reference, ...(provider && { provider }) }
      const isUnknown = findBy === 'people' || findBy === 'device-log' || (shows === 'qr' && findBy !== 'own')
      if (isUnknown && !unknown.has(kind)) unknown.set(kind, tried)
      if (findBy === 'people') continue
      const answer = await driver.ask(paymentRef({ ...tried, amount }, currency), stopping)
      if (answer.outcome === 'approved') {
        const { approval, amount: taken = amount } = answer
        return { type: 'charge-found', ...tried, amount: taken, approval }
      }
      if (answer.outcome === 'unknown') return tenderUnknown(answer)
      if (answer.outcome === 'unavailable' || answer.outcome === 'pending') return { type: 'tender-unknown' }
    }
  }
  return unknown.size > 0
    ? { type: 'tender-unknown', forGood: true, of: [...unknown.values()] }
    : { type: 'charge-not-found' }
}

/** A payment without a provider is identified by Guichet's own reference. */
export function paymentRef({ reference, provider, amount }: TenderIntent, currency: string): PaymentRef {
  const { token = null, host = '' } = provider ?? {}
  return { reference: provider?.reference ?? reference, token, host, amount, currency }
}

type Decided = Exclude<TenderOutcome, { outcome: 'pending' }>

/** If the paid amount or currency differs from the request, staff must decide. */
export function outcomeEvent(
  outcome: Decided,
  { amount, staffId: begunBy }: TenderIntent,
  currency: string,
): SaleEvent {
  switch (outcome.outcome) {
    case 'approved': {
      const { approval, staffId = begunBy, second, card, slip, word, received = amount } = outcome
      const differs = { amount: outcome.amount ?? amount, currency: outcome.currency ?? currency }
      if (differs.amount !== amount || differs.currency !== currency)
        return { type: 'tender-unknown', forGood: true, differs }
      const more = {
        ...(staffId !== undefined && { staffId }),
        ...(second !== undefined && { second }),
        ...(card && { card }),
        ...(slip && { slip }),
        ...(word && { word }),
      }
      return { type: 'tender-approved', received, change: 0, approval, ...more }
    }
    case 'refused':
      return { type: 'tender-refused', reason: outcome.reason }
    case 'cancelled':
      return { type: 'tender-cancelled' }
    case 'unavailable':
      return { type: 'tender-unavailable' }
    case 'unknown':
      return tenderUnknown(outcome)
  }
}

function tenderUnknown({ forGood }: Extract<TenderOutcome, { outcome: 'unknown' }>): SaleEvent {
  return { type: 'tender-unknown', ...(forGood && { forGood }) }
}

type FollowTender = Extract<SaleEffect, { type: 'follow-tender' }>

/** Maximum time in milliseconds that a customer waits for a lost reply. */
const ANSWER_PATIENCE_MS = 90_000
/** Delay of the first query in milliseconds; 0 for a lost reply, which may be available immediately. */
const FIRST_MS = { decided: 2_000, answered: 0, settled: 2_000, late: 2_000 } as const
/** Queries continue for `HOURS_AFTER_MS` after the latest time at which a success can be reported. */
const HOUR_MS = 3_600_000
export const HOURS_AFTER_MS = 24 * HOUR_MS
/** Maximum delay in milliseconds while a provider does not reply. */
const SLOWEST_MS = 60_000

/** Polls until the payment is decided or the period of `until` ends; `giveUp` cancels the payment. */
export async function pollTender(
  ports: Pick<Ports, 'clock'>,
  driver: TenderDriver,
  { tender, begun, until }: FollowTender,
  currency: string,
  signals: { readonly giveUp: AbortSignal; readonly stopping: AbortSignal },
): Promise<SaleEvent> {
  const report = await pollUntilReported(
    ports,
    driver,
    { payment: paymentRef(tender, currency), begun, until },
    signals,
  )
  switch (report.is) {
    case 'given-up':
      return closed(driver, paymentRef(tender, currency))
    case 'no-answer':
      return tenderUnknown({ outcome: 'unknown', ...(report.forGood && { forGood: true }) })
    case 'decided': {
      const event = outcomeEvent(report.outcome, tender, currency)
      const early = report.byTime && driver.traits.lateMs > driver.traits.settledMs
      return early && (event.type === 'tender-refused' || event.type === 'tender-cancelled')
        ? { ...event, abandonedPayment: true }
        : event
    }
  }
}

/** Polls an abandoned payment as long as it can succeed. */
export function followOpenPayment(
  ports: Pick<Ports, 'clock'>,
  driver: TenderDriver,
  payment: PaymentRef,
  stopping: AbortSignal,
): Promise<PaymentReport> {
  return pollUntilReported(ports, driver, { payment, begun: {}, until: 'late' }, { giveUp: stopping, stopping })
}

/** `byTime`: decided because the time to pay has passed. `forGood`: no further reply is expected. */
export type PaymentReport =
  | { readonly is: 'decided'; readonly outcome: Decided; readonly byTime: boolean }
  | { readonly is: 'no-answer'; readonly forGood: boolean }
  | { readonly is: 'given-up' }

interface PolledPayment {
  readonly payment: PaymentRef
  readonly begun: PaymentBegun
  readonly until: FollowTender['until'] | 'late'
}

/** Uses the monotonic clock, so the polling periods start again after a restart. */
async function pollUntilReported(
  { clock }: Pick<Ports, 'clock'>,
  driver: TenderDriver,
  { payment, begun, until }: PolledPayment,
  { giveUp, stopping }: { readonly giveUp: AbortSignal; readonly stopping: AbortSignal },
): Promise<PaymentReport> {
  const { traits } = driver
  const start = clock.now()
  const forAnswer = Number.POSITIVE_INFINITY
  const timeoutMs = { decided: traits.decideMs, answered: ANSWER_PATIENCE_MS, settled: forAnswer, late: forAnswer }
  const elapsedMs = (): number => clock.now().monoMs - start.monoMs
  /** Returns the milliseconds since the last moment at which the payment could be made. */
  const closedForMs = (): number =>
    begun.payable ? -holdRemainingMs(begun.payable, clock.now()) : elapsedMs() - traits.decideMs
  let silent = 0
  for (let queries = 0; ; queries++) {
    const elapsed = elapsedMs()
    if (giveUp.aborted && until !== 'settled') return { is: 'given-up' }
    if (elapsed >= timeoutMs[until]) return { is: 'no-answer', forGood: false }
    await clock.sleep(
      queries === 0 ? FIRST_MS[until] : pause(elapsed, closedForMs(), silent, traits),
      AbortSignal.any([giveUp, stopping]),
    )
    if (stopping.aborted) return { is: 'no-answer', forGood: false }
    const closedFor = closedForMs()
    const outcome = await driver.ask(payment, stopping)
    silent = outcome.outcome === 'unknown' || outcome.outcome === 'unavailable' ? silent + 1 : 0
    const decided = final(outcome, closedFor > (until === 'late' ? traits.lateMs : traits.settledMs))
    if (decided) return { is: 'decided', outcome: decided, byTime: outcome.outcome === 'pending' }
    if (closedFor > traits.lateMs + HOURS_AFTER_MS) return { is: 'no-answer', forGood: true }
  }
}

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

/** Returns the delay before the next query in milliseconds, at most an hour. */
function pause(elapsed: number, closedFor: number, silent: number, { decideMs, lateMs }: TenderTraits): number {
  const usual = elapsed < 60_000 ? 3_000 : elapsed < decideMs ? 5_000 : closedFor < lateMs ? 30_000 : HOUR_MS
  return silent === 0 || usual === HOUR_MS ? usual : Math.min(SLOWEST_MS, usual * 2 ** Math.min(silent, 5))
}

/** Without proof of the cancellation, the payment stays open and is still polled. */
async function closed(driver: TenderDriver, payment: PaymentRef): Promise<SaleEvent> {
  const said = await driver.cancel?.(payment)
  return said === 'closed' && driver.traits.cancel === 'proves'
    ? { type: 'tender-cancelled' }
    : { type: 'tender-unknown' }
}

interface DrawerPorts {
  readonly printers: Pick<Printers, 'openDrawer'>
  readonly log: Log
}

/** A failure is only logged, because the cash drawer can be opened with a key. */
export async function openDrawer({ printers, log }: DrawerPorts): Promise<void> {
  try {
    const drawer = await printers.openDrawer()
    if (drawer && drawer.outcome !== 'opened') log.warn('drawer.not-opened', { ...drawer })
  } catch (error) {
    log.error('drawer.failed', error)
  }
}
