import type { ExaminationFinding } from '../../../shared/domain/money/examination.ts'
import type { DevicePhase } from '../../../shared/domain/money/tender.ts'
import type {
  Begun,
  PaymentRef,
  RefundOutcome,
  RefundRequest,
  SettledOutcome,
  TenderDriver,
  TenderOutcome,
  TenderRequest,
} from '../../kiosk/ports/devices.ts'
import {
  type Access,
  findingOfReply,
  HttpDriver,
  type Line,
  LIST_MS,
  sanitizeProviderCode,
  type Reply,
} from '../http.ts'
import {
  accountIn,
  errorIn,
  hasSafeMinorUnits,
  intentIn,
  isCancelledThere,
  isList,
  moneyOf,
  readerIn,
  refundIn,
  refundsIn,
  refusalOf,
  rejectionOf,
  StripeApi,
  type StripeRefund,
} from './api.ts'
import { Intents, listCharges, type NamedPayment, type IntentStatus } from './intents.ts'
import { type StripeTerminalSettings, stripeTerminalTraits } from './settings.ts'

/** Timeout that includes the time a sleeping reader needs to wake. */
const CALL_MS = 30_000
const OLD_MS = stripeTerminalTraits.decideMs + 60_000
const CLOSE_MS = 60_000
/** Time after which a delayed request has either arrived or is lost. */
const ARRIVAL_MS = 15_000
const POLL_MS = 1_000
const MAX_REFUNDS = 100

/**
 * Driver for a Stripe Terminal reader, controlled through Stripe's servers. The payment intent is in the ledger before
 * the reader receives the intent. An intent that Stripe reports as cancelled can never be paid.
 */
export class StripeTerminal extends HttpDriver {
  readonly name = 'stripe-terminal'
  readonly traits = stripeTerminalTraits
  protected override readonly hasDevice = true
  readonly #settings: StripeTerminalSettings
  readonly #api: StripeApi
  readonly #intents: Intents

  constructor(line: Line, settings: StripeTerminalSettings) {
    super(line, settings.baseUrl, CALL_MS)
    this.#settings = settings
    this.#api = new StripeApi(line, settings.secretKey)
    this.#intents = new Intents(this.#api, settings.reader)
  }

  protected takes({ currency }: TenderRequest): boolean {
    return currency === this.#settings.currency && hasSafeMinorUnits(currency)
  }

  protected async start(request: TenderRequest, _payer: string, stopping: AbortSignal): Promise<Begun | TenderOutcome> {
    const { reference, amount, currency } = request
    const reply = await this.call(
      (signal) => this.#intents.create({ reference, amount, currency, host: this.host }, signal),
      stopping,
    )
    const intent = intentIn(reply)
    const isOurs = intent?.metadata.reference === reference
    if (isOurs && intent.amount === amount && intent.currency === currency.toLowerCase())
      return { outcome: 'begun', token: intent.id, payableMs: this.traits.decideMs }
    const code = errorIn(reply)?.code
    const rejection = rejectionOf(reply, code === 'amount_too_large' ? 'over-limit' : 'not-set-up')
    return this.rejected(reply, rejection, 'payment.rejected', { reference, code })
  }

  /** Cancels an intent that is not on a reader or is too old, because only a cancelled intent is final. */
  protected async find(payment: PaymentRef, signal: AbortSignal): Promise<TenderOutcome> {
    const known = await this.#intents.find(payment, signal)
    if (known === null) return { outcome: 'unknown' }
    if (known === 'none') return { outcome: 'cancelled' }
    const standing = await this.#intents.stand(known, signal)
    if (standing.is === 'decided') return standing.outcome
    if (standing.is === 'silent') return { outcome: 'unknown' }
    const isAtWork = standing.is === 'running' || standing.is === 'authorising'
    if (isAtWork && standing.ageMs < OLD_MS) return { outcome: 'pending' }
    return (await this.#intents.close(known, signal)) ? { outcome: 'cancelled' } : { outcome: 'pending' }
  }

  readonly cancel: NonNullable<TenderDriver['cancel']> = (payment) =>
    this.call(async (signal) => {
      const known = await this.#intents.find(payment, signal)
      const isClosed = known === 'none' || (known !== null && (await this.#intents.close(known, signal)))
      return isClosed ? 'closed' : 'still-open'
    })

  /** Sends a payment to the reader once, and waits until it has been paid or is known to be cancelled. */
  readonly settle: NonNullable<TenderDriver['settle']> = async (known, request, giveUp, stopping) => {
    const { token } = known
    // A payment that the reader has not received cannot have been paid.
    if (token === null || giveUp.aborted) return { outcome: 'cancelled' }
    const { clock, log } = this.line
    const provider = this.name
    const payment = { ...known, token }
    const { reference } = payment
    const stand = (): Promise<IntentStatus> => this.call((signal) => this.#intents.stand(payment, signal), stopping)
    const now = (): number => clock.now().monoMs
    let told: DevicePhase | null = null
    function tell(phase: DevicePhase): void {
      if (phase !== told) request.onProgress?.({ phase })
      told = phase
    }

    /**
     * Resolves with `outcome` once it is certain that no payment was made, or with an approval if a payment was made
     * earlier.
     */
    const close = async (outcome: SettledOutcome): Promise<SettledOutcome> => {
      for (const from = now(); !stopping.aborted && now() - from < CLOSE_MS; await clock.sleep(POLL_MS, stopping)) {
        if (await this.call((signal) => this.#intents.close(payment, signal), stopping)) return outcome
        const standing = await stand()
        if (standing.is === 'authorising') tell('authorising')
        if (standing.is !== 'decided') continue
        return standing.outcome.outcome === 'approved' ? standing.outcome : outcome
      }
      return { outcome: 'unknown' }
    }

    tell('waking')
    const put = await this.call((signal) => this.#putOnReader(payment, signal), stopping)
    if (!put.answered && !put.sent) return { outcome: 'unavailable' }
    const end = endOfPut(put)
    if (end) {
      log.warn('payment.reader-rejected', {
        provider,
        reference,
        code: sanitizeProviderCode(errorIn(put)?.code ?? undefined),
      })
      return close(end)
    }
    const from = now()
    while (!stopping.aborted) {
      if (giveUp.aborted) return close({ outcome: 'cancelled' })
      if (now() - from > this.traits.decideMs) return close({ outcome: 'refused', reason: 'timed-out' })
      const standing = await stand()
      if (standing.is === 'decided') return standing.outcome
      if (standing.is === 'running') tell('present-card')
      if (standing.is === 'authorising') tell('authorising')
      if (standing.is === 'failed') {
        log.warn('payment.refused', { provider, reference, code: firstOf(standing.why) })
        return close(endOf(standing.why))
      }
      if (standing.is === 'idle' && now() - from > ARRIVAL_MS)
        return close({ outcome: 'refused', reason: 'provider-down' })
      await clock.sleep(POLL_MS, AbortSignal.any([giveUp, stopping]))
    }
    return { outcome: 'unknown' }
  }

  #putOnReader({ host, token, reference }: NamedPayment, signal: AbortSignal): Promise<Reply> {
    const { reader } = this.#settings
    const asked = { payment_intent: token, process_config: { enable_customer_cancellation: true } }
    const once = { idempotencyKey: `${reference}-process` }
    return this.#api.send(host, (stripe) => stripe.terminal.readers.processPaymentIntent(reader, asked, once), signal)
  }

  readonly refund: NonNullable<TenderDriver['refund']> = async (payment, back, stopping) => {
    const { host, token } = payment
    if (token === null) return { outcome: 'unavailable' }
    const { reference, amount } = back
    const asked = { payment_intent: token, amount, metadata: { reference } }
    const reply = await this.call(
      (signal) => this.#api.send(host, (stripe) => stripe.refunds.create(asked, { idempotencyKey: reference }), signal),
      stopping,
    )
    const made = refundIn(reply)
    if (made !== null) return outcomeOf(made, payment, back)
    const code = errorIn(reply)?.code
    return this.rejected(reply, rejectionOf(reply, refusalOf(code)), 'refund.rejected', { reference, code })
  }

  readonly askRefund: NonNullable<TenderDriver['askRefund']> = async (payment, back, stopping) => {
    const { host, token } = payment
    if (token === null) return { outcome: 'unknown' }
    const about = { payment_intent: token, limit: MAX_REFUNDS }
    const reply = await this.call(
      (signal) => this.#api.send(host, (stripe) => stripe.refunds.list(about), signal),
      stopping,
    )
    const made = refundsIn(reply)?.data.find(({ metadata }) => metadata.reference === back.reference)
    return made ? outcomeOf(made, payment, back) : { outcome: 'unknown' }
  }

  readonly list: NonNullable<TenderDriver['list']> = (days, stopping) =>
    this.call((signal) => listCharges(this.#api, this.host, days, signal), stopping, LIST_MS)

  protected async enter(signal: AbortSignal): Promise<Access> {
    const reply = await this.#api.send(this.host, (stripe) => stripe.terminal.readers.list({ limit: 1 }), signal)
    return { reply, access: findingOfReply('access', reply, isList) }
  }

  protected override async contract(signal: AbortSignal): Promise<readonly ExaminationFinding[]> {
    const { reader, currency } = this.#settings
    const reply = await this.#api.send(this.host, (stripe) => stripe.terminal.readers.retrieve(reader), signal)
    const found = readerIn(reply)
    const contract = findingOfReply(
      'contract',
      reply,
      () => found?.id === reader,
      () => errorIn(reply)?.code ?? undefined,
    )
    const unsafe = hasSafeMinorUnits(currency)
      ? []
      : [{ step: 'currency', finding: 'currency-not-taken', currency } as const]
    if (found === null || contract.finding !== 'ok') return [contract, ...unsafe]
    const account = accountIn(await this.#api.send(this.host, (stripe) => stripe.accounts.retrieveCurrent(), signal))
    const isOwn = account?.default_currency.toUpperCase() === currency
    return [
      found.livemode === false ? { step: 'contract', finding: 'test-account' } : contract,
      found.status === 'online'
        ? { step: 'device', finding: 'ok' }
        : { step: 'device', finding: 'device-off', code: sanitizeProviderCode(found.status ?? undefined) },
      // An account may accept currencies other than its own, which cannot be checked.
      ...(isOwn ? [{ step: 'currency', finding: 'ok', currency } as const] : unsafe),
    ]
  }
}

function outcomeOf(
  made: StripeRefund,
  { token, currency }: PaymentRef,
  { reference, amount }: RefundRequest,
): RefundOutcome {
  if (made.metadata.reference !== reference || made.payment_intent !== token) return { outcome: 'unknown' }
  const money = moneyOf(made.amount, made.currency)
  switch (made.status) {
    case 'succeeded':
      return money?.amount === amount && money.currency === currency
        ? { outcome: 'refunded', receipt: made.id }
        : { outcome: 'unknown' }
    case 'pending':
    case 'requires_action':
      return { outcome: 'pending' }
    case 'failed':
    case 'canceled':
      return { outcome: 'refused', reason: 'declined' }
  }
}

const firstOf = (why: readonly (string | null | undefined)[]): string =>
  sanitizeProviderCode(why.find((word) => word) ?? undefined)

const endOf = (why: readonly (string | null | undefined)[]): SettledOutcome =>
  why.some(isCancelledThere) ? { outcome: 'cancelled' } : { outcome: 'refused', reason: refusalOf(...why) }

const unavailableReader = new Set(['terminal_reader_busy', 'terminal_reader_offline', 'terminal_reader_hardware_fault'])

/** Returns null if the reader may have received the payment. */
function endOfPut(put: Reply): SettledOutcome | null {
  const code = errorIn(put)?.code ?? ''
  if (code === 'terminal_reader_timeout' || code === 'payment_intent_unexpected_state') return null
  if (unavailableReader.has(code)) return { outcome: 'unavailable' }
  const rejection = rejectionOf(put, 'not-set-up')
  if (rejection === 'unknown') return null
  return rejection === 'unavailable' ? { outcome: 'unavailable' } : { outcome: 'refused', reason: rejection }
}
