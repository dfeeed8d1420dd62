import { dueFor, sumOf } from '../../../shared/domain/money/tender.ts'
import { err, ok } from '../../../shared/domain/result.ts'
import { collectionCode, readCollectionCode } from '../../../shared/domain/sale/collection-code.ts'
import type { OpenPayment } from '../../../shared/domain/sale/open-payment.ts'
import { isAskedOn, takenFor } from '../../../shared/domain/sale/sale-base.ts'
import { waitsForCustomer } from '../../../shared/domain/sale/sale-printing.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import type { CollectionSlipState, CollectionView, SaleStage } from '../../../shared/api/kiosk/views.ts'
import type { Commands } from '../access.ts'
import { CodeAttemptLimiter } from '../payment/slips.ts'
import type { CollectionVoucher, CollectionSlipIssuer, Ports, SaleFiles } from '../ports/ports.ts'
import type { SaleService } from '../sale/sale-service.ts'
import type { SaleScreen } from '../screen/sale-screen.ts'

/** Time in milliseconds after the start of an event during which its tickets can still be collected. */
const EVENT_LASTS_MS = 86_400_000

/** Allows a customer with an open payment to return later with a code stored only on this kiosk. */
export function collectionCommands(
  { clock, log, ledger }: Pick<Ports, 'clock' | 'log' | 'ledger'>,
  files: Pick<SaleFiles, 'ofCode'>,
  sales: SaleService,
  screen: SaleScreen,
) {
  const tries = new CodeAttemptLimiter(clock)

  function print(sale: Sale): CollectionView | null {
    if (!screen.vacate('cancelled')) return null
    screen.show({ saleId: sale.saleId, visit: null })
    return { state: 'printing', sale: screen.act(sale.saleId, { type: 'print-retried' }) }
  }

  /** Returns the state of the abandoned payment of a sale that ended. */
  function withoutSale(sale: Sale): CollectionView {
    const beside = ledger.openPayments().find((payment) => payment.saleId === sale.saleId)
    if (beside) return standingOf(beside, sale)
    const ended = [...ledger.abandonedPayment(sale.saleId).values()]
    return { state: ended.includes('paid-back') ? 'given-back' : 'not-paid' }
  }

  return {
    async collectTickets({ code: typed }) {
      const seconds = tries.secondsLeft()
      if (seconds > 0) return err({ type: 'codes-locked', seconds })
      const code = readCollectionCode(typed)
      const saleId = code === null ? null : files.ofCode(code)
      const sale = saleId === null ? null : sales.find(saleId)
      if (!sale) {
        tries.failed()
        if (tries.secondsLeft() > 0) log.warn('collection.codes-locked')
        return err({ type: 'unknown-code' })
      }
      const halted =
        sales.faulted(sale.saleId) || sales.waitsForRoom(sale.saleId) || sales.refusal(sale.saleId) !== null
      if (halted || (waitsForCustomer(sale) && isOver(sale, clock.now().wallUtc))) return ok(askStaff(sale))
      if (!waitsForCustomer(sale) || sales.busy(sale.saleId)) {
        return ok(sale.state === 'abandoned' ? withoutSale(sale) : stateOf(sale))
      }
      const printing = print(sale)
      return printing ? ok(printing) : err({ type: 'sale-in-progress' })
    },
  } satisfies Partial<Commands>
}

function isOver({ event }: Sale, nowUtc: string): boolean {
  return Date.parse(nowUtc) - Date.parse(event.startsAt) > EVENT_LASTS_MS
}

function askStaff(sale: Sale): CollectionView {
  return { state: 'ask-staff', reference: collectionCode(sale.saleId) }
}

function standingOf({ standing }: OpenPayment, sale: Sale): CollectionView {
  switch (standing.is) {
    case 'asked':
      return { state: 'asking' }
    case 'unanswered':
      return askStaff(sale)
    case 'found':
      return refundDue(sale, standing.amount, standing.currency)
  }
}

function refundDue({ saleId }: Sale, amount: number, currency: string): CollectionView {
  return { state: 'refund-due', reference: collectionCode(saleId), amount, currency }
}

function stateOf(sale: Sale): CollectionView {
  switch (sale.state) {
    case 'paying':
    case 'releasing':
      return { state: 'asking' }
    case 'needs-staff':
      return isAskedOn(sale) ? { state: 'asking' } : askStaff(sale)
    case 'paid':
    case 'confirming':
    case 'unknown':
    case 'confirmed':
      return { state: 'buying' }
    case 'refund-due':
      return refundDue(sale, sumOf(takenFor(sale)), sale.currency)
    case 'refunded':
      return { state: 'given-back' }
    case 'printing':
    case 'done':
      return { state: 'printed' }
    case 'choosing':
    case 'holding':
    case 'held':
    case 'priced':
    case 'abandoned':
      return { state: 'not-paid' }
    case 'print-unknown':
      return askStaff(sale)
  }
}

/** Prints a collection voucher for each sale that staff must check or for which the customer must return later. */
export class CollectionSlips {
  readonly #ports: Pick<Ports, 'clock' | 'log'>
  readonly #issuer: CollectionSlipIssuer
  readonly #changed: (saleId: string) => void
  readonly #states = new Map<string, CollectionSlipState>()

  constructor(ports: Pick<Ports, 'clock' | 'log'>, issuer: CollectionSlipIssuer, changed: (saleId: string) => void) {
    this.#ports = ports
    this.#issuer = issuer
    this.#changed = changed
  }

  follow(sale: Sale, stage: SaleStage['name']): void {
    if (!withReference.has(stage) || this.#states.has(sale.saleId)) return
    // Before a payment began, the customer has no reason to return.
    if ('order' in sale && 'tender' in sale) void this.#print(sale, stage === 'print-problem')
  }

  /** Returns null if the sale has no voucher. */
  state(saleId: string): CollectionSlipState | null {
    return this.#states.get(saleId) ?? null
  }

  async #print(sale: PaidOrAsked, ticketsMissing: boolean): Promise<void> {
    const { clock, log } = this.#ports
    const { saleId } = sale
    this.#states.set(saleId, 'coming')
    const slip = slipOf(sale, clock.now().wallUtc)
    const printed = await this.#issuer.issue(slip, sale.language, ticketsMissing).catch((error: unknown) => {
      log.error('collection.slip-failed', error)
      return null
    })
    this.#states.set(saleId, printed?.outcome === 'printed' ? 'printed' : 'none')
    this.#changed(saleId)
  }
}

const withReference: ReadonlySet<SaleStage['name']> = new Set(['needs-staff', 'refund-due', 'print-problem'])

type PaidOrAsked = Extract<Sale, { readonly order: unknown; readonly tender: unknown }>

function amountOf(sale: PaidOrAsked): number {
  if (isAskedOn(sale)) return dueFor(sale.tender, sale.currency)
  return sale.state === 'refund-due' ? sumOf(takenFor(sale)) : sale.order.amount
}

function slipOf(sale: PaidOrAsked, atUtc: string): CollectionVoucher {
  const { saleId, register, event, order, tender, currency } = sale
  return {
    why: isAskedOn(sale) ? 'payment-open' : 'trouble',
    code: collectionCode(saleId),
    orderId: order.orderId,
    register,
    atUtc,
    eventTitle: event.title,
    startsAt: event.startsAt,
    venue: event.venue,
    seatCodes: order.seats.map(({ place }) => place.seatCode),
    tender: tender.kind,
    amount: amountOf(sale),
    currency,
    paymentReference: tender.provider?.reference ?? tender.reference,
  }
}
