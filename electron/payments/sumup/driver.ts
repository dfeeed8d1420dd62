import type { ExaminationFinding } from '../../../shared/domain/money/examination.ts'
import { wireFromMinor } from '../../../shared/domain/money/money.ts'
import type { ProviderLine } from '../../../shared/domain/money/settlement.ts'
import type { DevicePhase } from '../../../shared/domain/money/tender.ts'
import type {
  PaymentRef,
  ListedDays,
  RefundOutcome,
  RefundRequest,
  TenderDriver,
  TenderOutcome,
  TenderRequest,
} from '../../kiosk/ports/devices.ts'
import {
  type Access,
  findingOfReply,
  HttpDriver,
  isApproval,
  type Line,
  LIST_MS,
  minorOf,
  sanitizeProviderCode,
  readPages,
} from '../http.ts'
import {
  checkoutIn,
  errorIn,
  historyIn,
  isTaken,
  merchantIn,
  readerIn,
  readerStatusIn,
  rejectionOf,
  SumupApi,
  type SumupListed,
  type SumupTransaction,
  totalOf,
} from './payments.ts'
import { type SumupSettings, sumupTraits } from './settings.ts'

const CALL_MS = 30_000
const GIVING_UP_MS = 60_000
const POLL_MS = 1_000
/**
 * A request to stop is repeated at this interval, because a reader receives it only while it waits for the customer
 * (SumUp's documentation).
 */
const TERMINATE_AGAIN_MS = 10_000
const PAGE_SIZE = 100

const phases: Readonly<Record<string, DevicePhase>> = {
  SELECTING_TIP: 'choose-there',
  WAITING_FOR_CARD: 'present-card',
  WAITING_FOR_PIN: 'enter-pin',
  WAITING_FOR_SIGNATURE: 'choose-there',
}

/**
 * Driver for a SumUp card reader, controlled through SumUp's servers. A payment is found by our reference, and only its
 * final status is conclusive.
 */
export class Sumup extends HttpDriver {
  readonly name = 'sumup'
  readonly traits = sumupTraits
  protected override readonly hasDevice = true
  readonly #settings: SumupSettings
  readonly #api: SumupApi

  constructor(line: Line, settings: SumupSettings) {
    super(line, settings.baseUrl, CALL_MS)
    this.#settings = settings
    this.#api = new SumupApi(line, settings)
  }

  protected takes({ currency, amount }: TenderRequest): boolean {
    return currency === this.#settings.currency && totalOf(amount, currency) !== null
  }

  /**
   * Sends a payment to the reader once and waits for its outcome, which is unknown if a stopped payment does not end.
   */
  protected async start(
    request: TenderRequest,
    _payer: string,
    stopping: AbortSignal,
    giveUp: AbortSignal,
  ): Promise<TenderOutcome> {
    const { reference, amount, currency, description } = request
    const { affiliateApp, affiliateKey } = this.#settings
    let told: DevicePhase | null = null
    function tell(phase: DevicePhase): void {
      if (phase !== told) request.onProgress?.({ phase })
      told = phase
    }

    tell('waking')
    const affiliate = { app_id: affiliateApp, key: affiliateKey, foreign_transaction_id: reference }
    const body = { total_amount: totalOf(amount, currency), description, affiliate }
    const reply = await this.call((signal) => this.#api.checkout(this.host, body, signal), stopping)
    if (checkoutIn(reply) === null) {
      const code = sanitizeProviderCode(errorIn(reply) ?? undefined)
      this.line.log.warn('payment.reader-rejected', { provider: this.name, reference, code })
      const rejection = rejectionOf(reply, 'not-set-up')
      if (rejection === 'unavailable') return { outcome: 'unavailable' }
      if (rejection !== 'unknown') return { outcome: 'refused', reason: rejection }
    }
    return this.#follow(reference, giveUp, stopping, (state) => {
      const phase = phases[state ?? '']
      if (phase !== undefined) tell(phase)
      // A reader that shows nothing after reading a card is waiting for the bank.
      else if (state === 'IDLE' && told !== null && told !== 'waking') tell('authorising')
    })
  }

  async #follow(
    reference: string,
    giveUp: AbortSignal,
    stopping: AbortSignal,
    onState: (state: string | undefined) => void,
  ): Promise<TenderOutcome> {
    const { host } = this
    const { clock } = this.line
    const now = (): number => clock.now().monoMs
    const from = now()
    let [terminated, askedAt]: [number | null, number] = [null, 0]
    while (!stopping.aborted) {
      const isOver = giveUp.aborted || now() - from > this.traits.decideMs
      if (isOver && (terminated === null || now() - askedAt >= TERMINATE_AGAIN_MS)) {
        askedAt = now()
        terminated ??= askedAt
        await this.call((signal) => this.#api.terminate(host, signal), stopping)
      }
      const outcome = await this.call((signal) => this.#api.stand({ host, reference }, signal), stopping)
      // A payment that fails after a request to stop counts as stopped by the request.
      if (outcome.outcome === 'refused' && isOver)
        return giveUp.aborted ? { outcome: 'cancelled' } : { outcome: 'refused', reason: 'timed-out' }
      if (isEnd(outcome)) return outcome
      if (terminated !== null && now() - terminated > GIVING_UP_MS) return { outcome: 'unknown' }
      const reader = await this.call((signal) => this.#api.reader(host, signal), stopping)
      onState(reader?.state)
      await clock.sleep(POLL_MS, terminated === null ? AbortSignal.any([giveUp, stopping]) : stopping)
    }
    return { outcome: 'unknown' }
  }

  protected find(payment: PaymentRef, signal: AbortSignal): Promise<TenderOutcome> {
    return this.#api.stand(payment, signal)
  }

  readonly cancel: NonNullable<TenderDriver['cancel']> = async ({ host }) => {
    await this.call((signal) => this.#api.terminate(host, signal))
    return 'still-open'
  }

  readonly refund: NonNullable<TenderDriver['refund']> = (payment, back, stopping) =>
    this.call((signal) => this.#refund(payment, back, signal), stopping)

  readonly askRefund: NonNullable<TenderDriver['askRefund']> = (payment, back, stopping) =>
    this.call((signal) => this.#findRefund(payment, back, signal), stopping)

  readonly list: NonNullable<TenderDriver['list']> = (days, stopping) =>
    this.call((signal) => this.#list(days, signal), stopping, LIST_MS)

  async #refund(payment: PaymentRef, back: RefundRequest, signal: AbortSignal): Promise<RefundOutcome> {
    const paid = await this.#api.transaction(payment, signal)
    if (paid === null) return { outcome: 'unavailable' }
    const body = { amount: wireFromMinor(back.amount, payment.currency) }
    const reply = await this.#api.send(payment.host, `v1.0/payments/${paid.id}/refunds`, signal, body)
    if (reply.answered && reply.status === 204) return { outcome: 'refunded', receipt: receiptOf(paid) }
    const code = errorIn(reply)
    const isConflict = reply.answered && reply.status === 409 && code !== null
    const rejection = isConflict ? 'declined' : rejectionOf(reply, 'declined')
    return this.rejected(reply, rejection, 'refund.rejected', { reference: back.reference, code })
  }

  /** SumUp does not identify refunds, so only a full refund can be confirmed. */
  async #findRefund(payment: PaymentRef, back: RefundRequest, signal: AbortSignal): Promise<RefundOutcome> {
    const paid = back.amount === payment.amount ? await this.#api.transaction(payment, signal) : null
    const code = paid?.transaction_code
    if (paid === null || code === undefined) return { outcome: 'unknown' }
    const history = await this.#history(
      payment.host,
      new URLSearchParams({ transaction_code: code }).toString(),
      signal,
    )
    const item = history?.items.find((each) => each.transaction_code === code && (each.type ?? 'PAYMENT') === 'PAYMENT')
    const went = item?.refunded_amount === undefined ? null : minorOf(item.refunded_amount, item.currency)
    const isWhole = went === back.amount && item?.currency === payment.currency
    return isWhole ? { outcome: 'refunded', receipt: receiptOf(paid) } : { outcome: 'unknown' }
  }

  /** Lists the merchant's card payments of the given days. Resolves with null if the list is incomplete. */
  async #list({ fromUtc, toUtc }: ListedDays, signal: AbortSignal): Promise<readonly ProviderLine[] | null> {
    const first = new URLSearchParams({
      order: 'ascending',
      limit: String(PAGE_SIZE),
      oldest_time: fromUtc,
      newest_time: toUtc,
      'payment_types[]': 'POS',
    })
    const items = await readPages<SumupListed>(async (query = first.toString()) => {
      const history = await this.#history(this.host, query, signal)
      const next = history?.links?.find(({ rel }) => rel === 'next')?.href
      return history && { items: history.items, next: next?.replace(/^.*\?/u, '') }
    })
    return items && items.flatMap(linesOf).map((each, at) => ({ ...each, line: at + 1 }))
  }

  async #history(host: string, query: string, signal: AbortSignal) {
    return historyIn(await this.#api.send(host, `v2.1/transactions/history?${query}`, signal))
  }

  protected async enter(signal: AbortSignal): Promise<Access> {
    const reply = await this.#api.send(this.host, 'v1', signal)
    return { reply, access: findingOfReply('access', reply, () => merchantIn(reply) !== null) }
  }

  protected override async contract(signal: AbortSignal): Promise<readonly ExaminationFinding[]> {
    const { host } = this
    const { reader, currency } = this.#settings
    const [account, known, status] = [
      await this.#api.send(host, 'v1', signal),
      await this.#api.atReader(host, '', signal),
      await this.#api.atReader(host, '/status', signal),
    ]
    const [merchant, found, at] = [merchantIn(account), readerIn(known), readerStatusIn(status)]
    const contract = findingOfReply(
      'contract',
      known,
      () => found?.id === reader,
      () => errorIn(known) ?? undefined,
    )
    const isUpdating = at?.state === 'UPDATING_FIRMWARE'
    const isThere = found?.status === 'paired' && at?.status === 'ONLINE' && !isUpdating
    const code = sanitizeProviderCode(isUpdating ? at.state : (at?.status ?? found?.status))
    return [
      merchant?.sandbox === true && contract.finding === 'ok'
        ? { step: 'contract', finding: 'test-account' }
        : contract,
      isThere ? { step: 'device', finding: 'ok' } : { step: 'device', finding: 'device-off', code },
      currencyFinding(currency, merchant?.default_currency),
    ]
  }
}

function currencyFinding(currency: string, theirs: string | undefined): ExaminationFinding {
  const step = 'currency'
  if (!isTaken(currency)) return { step, finding: 'currency-not-taken', currency }
  if (theirs === undefined) return { step, finding: 'not-tried' }
  return theirs === currency
    ? { step, finding: 'ok', currency }
    : { step, finding: 'other-currency', currency: sanitizeProviderCode(theirs) }
}

const isEnd = ({ outcome }: TenderOutcome): boolean =>
  outcome === 'approved' || outcome === 'refused' || outcome === 'cancelled'

const standings: Readonly<Record<string, ProviderLine['standing']>> = {
  SUCCESSFUL: 'paid',
  // SumUp lists the refund as a separate line.
  REFUNDED: 'paid',
  PENDING: 'waiting',
  FAILED: 'failed',
  CANCELLED: 'failed',
}

function linesOf(item: SumupListed): readonly ProviderLine[] {
  // A refund item is skipped, because the item of its payment already includes it.
  if (item.type === 'REFUND') return []
  const { status, currency } = item
  const standing = item.type === 'CHARGE_BACK' ? 'refunded' : (standings[status] ?? 'unclear')
  const amount = minorOf(Math.abs(item.amount), currency)
  const isMoney = standing === 'paid' || standing === 'refunded'
  const common = {
    line: 0,
    names: [item.transaction_code, item.transaction_id ?? item.id, item.client_transaction_id].filter(
      (name) => name !== undefined && name !== '',
    ) as string[],
    at: item.timestamp,
    currency,
    fee: null,
  }
  const paid = { ...common, status, amount, standing: isMoney && amount === null ? ('unclear' as const) : standing }
  const back =
    item.refunded_amount === undefined || item.refunded_amount === 0 ? null : minorOf(item.refunded_amount, currency)
  return back === null ? [paid] : [paid, { ...common, status: 'REFUNDED', amount: back, standing: 'refunded' }]
}

const receiptOf = ({ id, transaction_code: code }: SumupTransaction): string =>
  code !== undefined && isApproval(code) ? code : id
