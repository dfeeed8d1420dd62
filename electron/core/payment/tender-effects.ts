import {
  type AtProvider,
  type DeviceProgress,
  drivenTenders,
  isSlip,
  type TenderIntent,
} from '../../../shared/domain/money/tender.ts'
import { holdRemainingMs } from '../../../shared/domain/sale/sale-base.ts'
import type { SaleEffect } from '../../../shared/domain/sale/sale-effects.ts'
import type { Instant, Order, Sale, SaleEvent } from '../../../shared/domain/sale/sale.ts'
import type { Ports } from '../ports/ports.ts'
import type { TenderDriver, TenderRequest } from '../ports/tender-driver.ts'
import { knownPayment, outcomeEvent, tenderUnknown } from './tender-events.ts'

/** The seats have to be there still when the money is: so long before their hold ends nothing can be paid any more. */
export const HOLD_MARGIN_MS = 90_000

/** Nobody looks for a note and puts it in sooner. */
const ONE_NOTE_MS = 30_000

/** Notes come one by one, and each has to be in before the margin. */
export const TIME_FOR_NOTES_MS = HOLD_MARGIN_MS + ONE_NOTE_MS

/** So long the holds must last for a payment to begin: until the customer has decided and the service has confirmed. */
export function timeFor(driver: TenderDriver | undefined, usualMs: number): number {
  return driver?.traits.shows === 'qr' || driver?.traits.payer === 'phone'
    ? Math.max(usualMs, (driver.traits.shortestMs ?? driver.traits.decideMs) + HOLD_MARGIN_MS)
    : usualMs
}

/** How the provider will know the payment that goes by `reference` here; null where only people are asked. */
export function atProvider(driver: TenderDriver, reference: string, ids: Ports['ids']): AtProvider | null {
  const { name, host, traits } = driver
  return traits.findBy === 'people'
    ? null
    : { driver: name, host, reference: ids.referenceFor(reference, traits.reference) }
}

/** The driver that a payment went over; another one now in its place knows nothing of it. */
export function driverOf(drivers: Ports['tenders'], { kind, provider }: TenderIntent): TenderDriver | null {
  const driver = drivers[kind] ?? null
  return driver && provider && provider.driver !== driver.name ? null : driver
}

/** What a tender is taken with, beside its sale. */
export interface Taking {
  /** Asked to stop. */
  readonly signal: AbortSignal
  readonly payer?: string | undefined
  readonly onProgress?: (progress: DeviceProgress) => void
}

export async function beginTender(
  { tenders, clock, ledger }: Pick<Ports, 'tenders' | 'clock' | 'ledger'>,
  sale: Sale,
  tender: TenderIntent,
  taking: Taking,
  stopping: AbortSignal,
): Promise<SaleEvent> {
  const driver = driverOf(tenders, tender)
  if (!driver || !('order' in sale) || isUndecided(ledger, driver, sale.saleId)) return { type: 'tender-unavailable' }
  const begun = await driver.begin(requestOf(sale, driver, tender, clock.now(), taking), taking.signal, stopping)
  switch (begun.outcome) {
    case 'begun': {
      const { token, shows, payableMs } = begun
      const given = { ...(token !== undefined && { token }), ...(shows !== undefined && { shows }) }
      return { type: 'tender-begun', ...given, ...(payableMs !== undefined && { payableMs }) }
    }
    case 'pending':
      return { type: 'tender-begun' }
    default:
      return outcomeEvent(begun, tender, sale.currency)
  }
}

/**
 * One that finds payments in its device's own log takes none while another is not decided: of what stands there then,
 * nobody could tell whose it is.
 */
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

/** Where the device takes the money in a call of its own; null: it has been asked for it already. */
export async function settleTender(
  { tenders, clock }: Pick<Ports, 'tenders' | 'clock'>,
  sale: Sale,
  tender: TenderIntent,
  taking: Taking,
  stopping: AbortSignal,
): Promise<SaleEvent | null> {
  const driver = driverOf(tenders, tender)
  if (!driver?.settle || sale.state !== 'paying' || sale.phase !== 'begun') return null
  const request = requestOf(sale, driver, tender, clock.now(), taking)
  const outcome = await driver.settle(knownPayment(tender, sale.currency), request, taking.signal, stopping)
  return outcome.outcome === 'unknown' && !outcome.forGood
    ? { type: 'tender-unknown', lost: true }
    : outcomeEvent(outcome, tender, sale.currency)
}

function requestOf(
  { order, currency, event, language }: Extract<Sale, { order: Order }>,
  { traits }: TenderDriver,
  tender: TenderIntent,
  now: Instant,
  { payer, onProgress }: Taking,
): TenderRequest {
  const left = holdRemainingMs(order.hold, now) - HOLD_MARGIN_MS
  const { reference, amount } = knownPayment(tender, currency)
  return {
    reference,
    amount,
    currency,
    source: isSlip(tender.kind) ? tender.provider?.token : undefined,
    payer,
    payableMs: Math.max(0, Math.min(traits.decideMs, left)),
    description: event.title.slice(0, 100),
    language,
    ...(onProgress && { onProgress }),
  }
}

/** Of a payment that an older program began. */
export async function askTender(
  drivers: Ports['tenders'],
  tender: TenderIntent,
  currency: string,
  stopping: AbortSignal,
): Promise<SaleEvent> {
  const outcome = await driverOf(drivers, tender)?.ask(knownPayment(tender, currency), stopping)
  // "Unavailable" says that nothing was asked, and so nothing about a charge that may have been made before.
  return !outcome || outcome.outcome === 'unavailable' || outcome.outcome === 'pending'
    ? { type: 'tender-unknown' }
    : outcomeEvent(outcome, tender, currency)
}

/**
 * The first charge that anybody knows of, or a clear no of everybody to every reference; anything else is no answer. The
 * row of a code that was shown, or of what a device had noted, may be among those lost, and with it its token: such a no
 * proves nothing, and people look, unless the provider finds payments by our own reference.
 */
export async function recallTender(
  { tenders, ids, ledger }: Pick<Ports, 'tenders' | 'ids' | 'ledger'>,
  { references, amount }: Extract<SaleEffect, { type: 'recall-tender' }>,
  { saleId, currency }: Pick<Sale, 'saleId' | 'currency'>,
  stopping: AbortSignal,
): Promise<SaleEvent> {
  // What the sale had gone on without is no payment of it any more.
  const gone = ledger.leftOpen(saleId)
  let shown: SaleEvent | null = null
  for (const reference of references.filter((each) => !gone.has(each))) {
    for (const kind of drivenTenders) {
      const driver = tenders[kind]
      if (!driver) continue
      const provider = atProvider(driver, reference, ids)
      const tried = { kind, reference, ...(provider && { provider }) }
      const answer = await driver.ask(knownPayment({ ...tried, amount }, currency), stopping)
      if (answer.outcome === 'approved') {
        const { approval, amount: taken = amount } = answer
        return { type: 'charge-found', ...tried, amount: taken, approval }
      }
      if (answer.outcome === 'unknown') return tenderUnknown(answer)
      if (answer.outcome === 'unavailable' || answer.outcome === 'pending') return { type: 'tender-unknown' }
      const isOfToken = driver.traits.shows === 'qr' || driver.traits.findBy === 'device-log'
      if (isOfToken && driver.traits.findBy !== 'own') shown ??= { type: 'tender-unknown', forGood: true, of: tried }
    }
  }
  return shown ?? { type: 'charge-absent' }
}
