import { err, ok, type Result } from '../../../shared/domain/result.ts'
import {
  mayTryAgain,
  type OpenPayment,
  type ProviderRefund,
  type RefundClosedBy,
  type RefundTry,
} from '../../../shared/domain/sale/open-payment.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import type { RefundFailure } from '../../../shared/kiosk-api/failures.ts'
import type { OverProvider } from '../../../shared/kiosk-api/staff-cases.ts'
import type { KnownPayment, RefundOutcome, RefundRequest, TenderDriver } from '../ports/devices.ts'
import type { Ports } from '../ports/ports.ts'
import type { AfterSaleService } from '../sale/after-sale.ts'
import type { SaleService } from '../sale/sale-service.ts'
import { driverOf, knownPayment } from './tender.ts'

/** Money of a payment that is owed to its customer. */
export type Owed = Pick<ProviderRefund, 'saleId' | 'payment' | 'kind' | 'currency' | 'amount' | 'approval' | 'provider'>

/** Has providers give money back, at a desk: each refund is in the ledger before it is asked for, and asked for once. */
export interface ProviderRefunds {
  /** Whether its provider can be asked to give it back now. */
  isOffered(owed: Owed): boolean
  /** Two people want it so. */
  ask(owed: Owed, staffId: string, second: string): Result<null, RefundFailure>
  /** What staff saw on the provider's own page of one that is open: that it was made, under this number, or was not. */
  settle(reference: string, receipt: string | null, staffId: string): Promise<Result<null, RefundFailure>>
  /** Asks about every one that is open, over restarts of the program too. */
  follow(): void
  /** Asks no more; what is open is asked about at the next start. */
  stop(): Promise<void>
}

type Refunder = TenderDriver & Required<Pick<TenderDriver, 'refund' | 'askRefund'>>

export function createProviderRefunds(
  ports: Pick<Ports, 'ledger' | 'tenders' | 'clock' | 'ids' | 'log' | 'inSale'>,
  { role, ...books }: RefundBooks & { readonly role?: 'kiosk' | 'cashier' },
): ProviderRefunds {
  const { ledger, tenders, clock, ids, log } = ports
  const stopping = new AbortController()
  const { signal } = stopping
  const { book, close, note } = refundBooking(ports, books)
  /** By reference, those that are being asked for now. */
  const sending = new Map<string, Promise<void>>()
  const rounds = createRefundRounds(ports, askable, (refund) => ports.inSale(refund.saleId, () => look(refund)), signal)

  /** The driver that can be asked about it: the one that took the payment, where it was taken. */
  function refunderOf(owed: Pick<Owed, 'kind' | 'provider' | 'payment' | 'amount'>): Refunder | null {
    const driver = driverOf(tenders, { ...owed, reference: owed.payment })
    return driver && canRefund(driver) && driver.host === owed.provider.host ? driver : null
  }

  function askable(): readonly ProviderRefund[] {
    return ledger.openRefunds().filter((refund) => !sending.has(refund.reference) && refunderOf(refund) !== null)
  }

  function isOffered(owed: Owed): boolean {
    return role === 'cashier' && refunderOf(owed) !== null && mayTryAgain(ledger.refundTries(owed.payment))
  }

  /** Once for each reference; whatever comes of it, what is open then is asked about. */
  async function send(driver: Refunder, refund: ProviderRefund): Promise<void> {
    try {
      const said = await driver.refund(paymentOf(refund), requestOf(refund), signal)
      if (!signal.aborted) await note(refund, said, true)
    } catch (error) {
      log.error('refund.failed', error, { reference: refund.reference })
    } finally {
      sending.delete(refund.reference)
      rounds.follow()
    }
  }

  async function look(refund: ProviderRefund): Promise<void> {
    try {
      const said = await refunderOf(refund)?.askRefund(paymentOf(refund), requestOf(refund), signal)
      if (said && !signal.aborted) await note(refund, said, false)
    } catch (error) {
      log.error('refund.failed', error, { reference: refund.reference })
    }
  }

  return {
    isOffered,
    ask(owed, staffId, second) {
      const driver = refunderOf(owed)
      if (!driver || !isOffered(owed)) return err({ type: 'refund-not-offered' })
      const tries = ledger.refundTries(owed.payment).length
      const reference = ids.referenceFor(`${owed.payment}-B${tries + 1}`, driver.traits.reference)
      const now = clock.now()
      ledger.recordAfterSale({ type: 'refund-asked', ...owed, reference, second }, staffId, now)
      sending.set(reference, send(driver, { ...owed, reference, staffId, askedUtc: now.wallUtc }))
      return ok(null)
    },
    async settle(reference, receipt, staffId) {
      const refund = ledger.openRefunds().find((each) => each.reference === reference)
      if (!refund || (receipt === null && sending.has(reference))) return err({ type: 'refund-over' })
      if (receipt === null) close(refund, 'staff', '', staffId)
      else await book(refund, receipt, staffId)
      return ok(null)
    },
    follow: () => rounds.follow(),
    async stop() {
      stopping.abort()
      await Promise.all([...sending.values(), rounds.over()])
    },
  }
}

function canRefund(driver: TenderDriver): driver is Refunder {
  return driver.traits.refund !== 'people' && driver.refund !== undefined && driver.askRefund !== undefined
}

const requestOf = ({ reference, amount, approval }: ProviderRefund): RefundRequest => ({ reference, amount, approval })

const paymentOf = ({ payment, kind, provider, amount, currency }: ProviderRefund): KnownPayment =>
  knownPayment({ kind, reference: payment, provider, amount }, currency)

/** As the screens tell it; null: its provider has nothing to do with it. */
export function overProvider(
  ledger: Pick<Ports['ledger'], 'refundTries'>,
  isOffered: ProviderRefunds['isOffered'],
  owed: Owed | null,
): OverProvider | null {
  if (!owed) return null
  const tries: readonly RefundTry[] = ledger.refundTries(owed.payment)
  const last = tries.at(-1)
  const offered = isOffered(owed)
  if (!last && !offered) return null
  return {
    payment: owed.payment,
    offered,
    asked: last?.is === 'asked' ? { reference: last.reference, sinceUtc: last.askedUtc } : null,
    failed: last?.is === 'closed' ? { by: last.by, reason: last.reason } : null,
  }
}

/** What a sale owes next, where it came over a provider. */
export function owedOfSale(sale: Sale | null): Owed | null {
  if (sale?.state !== 'refund-due') return null
  const { saleId, currency, tender } = sale
  const { reference: payment, kind, received, change, approval, provider } = tender
  return provider ? { saleId, payment, kind, currency, amount: received - change, approval, provider } : null
}

/** What is owed of a payment that its sale went on without. */
export function owedOfPayment({ saleId, reference, kind, provider, standing }: OpenPayment): Owed | null {
  if (standing.is !== 'found') return null
  const { amount, currency, approval } = standing
  return { saleId, payment: reference, kind, currency, amount, approval, provider }
}

interface RefundBooks {
  readonly sales: Pick<SaleService, 'find' | 'act' | 'answerable'>
  readonly afterSales: Pick<AfterSaleService, 'paidBack'>
}

/** Writes down what becomes of refunds over providers. */
function refundBooking(
  { ledger, clock, log }: Pick<Ports, 'ledger' | 'clock' | 'log'>,
  { sales, afterSales }: RefundBooks,
) {
  /** The money is with the customer again; `receipt`: what the provider calls it, or staff who saw it there. */
  async function book(refund: ProviderRefund, receipt: string, staffId: string): Promise<void> {
    const { saleId, payment, reference, amount, kind, currency } = refund
    if (ledger.openPayments().some((open) => open.reference === payment)) {
      const paid = { saleId, reference: payment, kind, currency, amount, receipt, refund: reference }
      ledger.recordAfterSale({ type: 'payment-paid-back', ...paid }, staffId, clock.now())
      return
    }
    const sale = sales.find(saleId)
    const isOwed = sale?.state === 'refund-due' && sale.tender.reference === payment && sales.answerable(saleId)
    if (!isOwed) throw new Error(`sale ${saleId} cannot take the refund ${reference} of ${payment} now`)
    sales.act(saleId, { type: 'refunded', refundReference: receipt, refund: reference, staffId })
    await afterSales.paidBack(saleId)
  }

  function close({ saleId, reference }: ProviderRefund, by: RefundClosedBy, reason: string, staffId: string | null) {
    ledger.recordAfterSale({ type: 'refund-closed', saleId, reference, by, reason }, staffId, clock.now())
  }

  return {
    book,
    close,
    /** What the provider says; `sent`: to its being asked for. Staff may have been faster. */
    note: async (refund: ProviderRefund, said: RefundOutcome, sent: boolean): Promise<void> => {
      const { saleId, reference, staffId } = refund
      if (!ledger.openRefunds().some((open) => open.reference === reference)) return
      log.info('refund.answered', { saleId, reference, ...said })
      if (said.outcome === 'refunded') await book(refund, said.receipt, staffId)
      else if (said.outcome === 'refused') close(refund, 'provider', said.reason, null)
      else if (said.outcome === 'unavailable' && sent) close(refund, 'unsent', '', null)
    },
  }
}

const FIRST_MS = 2_000
const SLOWEST_MS = 3_600_000

/** Goes round the refunds that are open, at each provider by itself: more and more seldom, up to once an hour. */
export interface RefundRounds {
  /** Takes up what is not gone round yet; a new refund lets its round begin over. Where the books cannot be read, the log says so. */
  follow(): void
  /** Once `stopping` has said so. */
  over(): Promise<unknown>
}

/** `open`: those that can be asked about now. `look` asks about one, and does not reject. */
function createRefundRounds(
  { clock, log, inSale }: Pick<Ports, 'clock' | 'log' | 'inSale'>,
  open: () => readonly ProviderRefund[],
  look: (refund: ProviderRefund) => Promise<void>,
  stopping: AbortSignal,
): RefundRounds {
  /** By tender, which one provider takes. */
  const rounds = new Map<string, { readonly over: Promise<void>; readonly again: () => void }>()
  const openOf = (kind: string): readonly ProviderRefund[] => open().filter((refund) => refund.kind === kind)

  async function goRound(kind: string, wake: { now: AbortController }): Promise<void> {
    for (let pauseMs = FIRST_MS; !stopping.aborted && openOf(kind).length > 0;) {
      await clock.sleep(pauseMs, AbortSignal.any([stopping, wake.now.signal]))
      pauseMs = wake.now.signal.aborted ? FIRST_MS : Math.min(SLOWEST_MS, pauseMs * 1.5)
      wake.now = new AbortController()
      for (const refund of openOf(kind)) if (!stopping.aborted) await look(refund)
    }
    rounds.delete(kind)
  }

  function begin(kind: string): void {
    const wake = { now: new AbortController() }
    const over = inSale(null, () => goRound(kind, wake)).catch((error: unknown) => {
      rounds.delete(kind)
      log.error('refund.round-failed', error, { kind })
    })
    rounds.set(kind, { over, again: () => wake.now.abort() })
  }

  return {
    follow() {
      if (stopping.aborted) return
      try {
        for (const kind of new Set(open().map((refund) => refund.kind))) {
          const round = rounds.get(kind)
          if (round) round.again()
          else begin(kind)
        }
      } catch (error) {
        log.error('refund.open-check-failed', error)
      }
    },
    over: () => Promise.all([...rounds.values()].map(({ over }) => over)),
  }
}
