import type { ExaminationFinding } from '../../../shared/domain/money/examination.ts'
import type { DevicePhase } from '../../../shared/domain/money/tender.ts'
import type {
  Begun,
  Examinable,
  KnownPayment,
  RefundOutcome,
  RefundRequest,
  SettledOutcome,
  TenderDriver,
  TenderOutcome,
  TenderRequest,
} from '../../core/ports/devices.ts'
import { examineProvider, findingOfReply, type Line, plainWord, type Reply, within } from '../http.ts'
import {
  accountIn,
  createStripeApi,
  errorIn,
  intentIn,
  isCancelledThere,
  isList,
  isSure,
  moneyOf,
  readerIn,
  refundIn,
  refundsIn,
  refusalOf,
  type StripeApi,
  type StripeRefund,
  turnedAway,
} from './api.ts'
import { createIntents, type Intents, listCharges, type NamedPayment, type Standing } from './intents.ts'
import { type StripeTerminalSecrets, type StripeTerminalSettings, stripeTerminalTraits } from './settings.ts'

/** A reader that sleeps is woken within a call. */
const CALL_MS = 30_000
/** What nobody paid by then is cancelled. */
const OLD_MS = stripeTerminalTraits.decideMs + 60_000

export interface StripeTerminalOptions extends Line {
  readonly settings: StripeTerminalSettings
  readonly secrets: StripeTerminalSecrets
}

/**
 * A card reader of Stripe Terminal, driven over Stripe's servers. The intent is written down before the reader hears of
 * it; an intent that Stripe calls cancelled was not paid, and never will be.
 */
export function createStripeTerminal({ settings, secrets, ...line }: StripeTerminalOptions): TenderDriver & Examinable {
  const { baseUrl: host, reader, currency } = settings
  const api = createStripeApi(line, secrets.secretKey)
  const intents = createIntents(api, reader)
  const call = <T>(work: (signal: AbortSignal) => Promise<T>, stopping?: AbortSignal): Promise<T> =>
    within(line.clock, CALL_MS, work, stopping)

  return {
    name: 'stripe-terminal',
    host,
    traits: stripeTerminalTraits,
    async begin(request, giveUp, stopping) {
      if (request.currency !== currency || !isSure(currency)) return { outcome: 'refused', reason: 'not-set-up' }
      if (giveUp.aborted) return { outcome: 'unavailable' }
      const reply = await call((signal) => intents.create({ ...request, host }, signal), stopping)
      return outcomeOfBegin(reply, request, line)
    },
    settle: createSettle({ line, api, intents, reader, callMs: CALL_MS }),
    ask: (payment, stopping) => call((signal) => ask(intents, payment, signal), stopping),
    cancel: (payment) => call((signal) => cancel(intents, payment, signal)),
    ...createRefunds(line, api, CALL_MS),
    list: (days, stopping) => listCharges(line, api, host, days, stopping),
    examine: () =>
      examineProvider({
        host,
        line,
        callMs: CALL_MS,
        enter: (signal) => api.send(host, (stripe) => stripe.terminal.readers.list({ limit: 1 }), signal),
        isLetIn: isList,
        device: true,
        contract: (signal) => examineReader(api, settings, signal),
      }),
  }
}

function outcomeOfBegin(
  reply: Reply,
  { reference, amount, currency }: TenderRequest,
  { log }: Line,
): Begun | TenderOutcome {
  const intent = intentIn(reply)
  const isOurs = intent?.metadata.reference === reference
  const isWhole = isOurs && intent.amount === amount && intent.currency === currency.toLowerCase()
  if (isWhole) return { outcome: 'begun', token: intent.id, payableMs: stripeTerminalTraits.decideMs }
  const turned = turnedAway(reply)
  const code = errorIn(reply)?.code
  if (reply.answered)
    log.warn('payment.rejected', {
      provider: 'stripe-terminal',
      reference,
      status: reply.status,
      code: plainWord(code ?? undefined),
    })
  if (turned === 'unclear') return { outcome: 'unknown' }
  if (turned === 'unavailable') return { outcome: 'unavailable' }
  return { outcome: 'refused', reason: code === 'amount_too_large' ? 'over-limit' : 'not-set-up' }
}

/** The intent of a reply that was lost is found, or made once more under its own key: the same one. */
const named = async (
  intents: Intents,
  payment: KnownPayment,
  signal: AbortSignal,
): Promise<NamedPayment | 'none' | null> =>
  payment.token === null ? intents.find(payment, signal) : { ...payment, token: payment.token }

/** What is on no reader any more, or was there too long, is cancelled: that is the only end that proves anything. */
async function ask(intents: Intents, payment: KnownPayment, signal: AbortSignal): Promise<TenderOutcome> {
  const known = await named(intents, payment, signal)
  if (known === null) return { outcome: 'unknown' }
  if (known === 'none') return { outcome: 'cancelled' }
  const standing = await intents.stand(known, signal)
  switch (standing.is) {
    case 'decided':
      return standing.outcome
    case 'silent':
      return { outcome: 'unknown' }
    case 'running':
    case 'authorising':
      if (standing.ageMs < OLD_MS) return { outcome: 'pending' }
      break
    case 'failed':
    case 'idle':
  }
  return (await intents.close(known, signal)) ? { outcome: 'cancelled' } : { outcome: 'pending' }
}

async function cancel(intents: Intents, payment: KnownPayment, signal: AbortSignal): Promise<'closed' | 'still-open'> {
  const known = await named(intents, payment, signal)
  const isClosed = known === 'none' || (known !== null && (await intents.close(known, signal)))
  return isClosed ? 'closed' : 'still-open'
}

/** Whether the reader is there and awake, whether its account moves money, and in which currency. */
async function examineReader(
  api: StripeApi,
  { baseUrl: host, reader, currency }: StripeTerminalSettings,
  signal: AbortSignal,
): Promise<readonly ExaminationFinding[]> {
  const reply = await api.send(host, (stripe) => stripe.terminal.readers.retrieve(reader), signal)
  const found = readerIn(reply)
  const contract = findingOfReply(
    'contract',
    reply,
    () => found?.id === reader,
    () => errorIn(reply)?.code ?? undefined,
  )
  if (found === null || contract.finding !== 'ok') return [contract, ...unsure(currency)]
  const account = accountIn(await api.send(host, (stripe) => stripe.accounts.retrieveCurrent(), signal))
  const theirs = account?.default_currency.toUpperCase()
  return [
    found.livemode === false ? { step: 'contract', finding: 'test-account' } : contract,
    found.status === 'online'
      ? { step: 'device', finding: 'ok' }
      : { step: 'device', finding: 'device-off', code: plainWord(found.status ?? undefined) },
    // An account may take more than its own currency: only that is certain.
    ...(theirs === currency ? [{ step: 'currency', finding: 'ok', currency } as const] : unsure(currency)),
  ]
}

const unsure = (currency: string): readonly ExaminationFinding[] =>
  isSure(currency) ? [] : [{ step: 'currency', finding: 'currency-not-taken', currency }]

/** Stripe has so few of one payment. */
const MOST = 100

/** Money back to the card that paid: under a key of its own, and found again by our reference among the payment's. */
function createRefunds(line: Line, api: StripeApi, callMs: number) {
  async function begin(payment: KnownPayment, back: RefundRequest, signal: AbortSignal): Promise<RefundOutcome> {
    const { host, token } = payment
    if (token === null) return { outcome: 'unavailable' }
    const { reference, amount } = back
    const asked = { payment_intent: token, amount, metadata: { reference } }
    const reply = await api.send(host, (stripe) => stripe.refunds.create(asked, { idempotencyKey: reference }), signal)
    const made = refundIn(reply)
    if (made !== null) return outcomeOf(made, payment, back)
    const turned = turnedAway(reply)
    const code = errorIn(reply)?.code
    if (reply.answered)
      line.log.warn('refund.rejected', {
        provider: 'stripe-terminal',
        status: reply.status,
        code: plainWord(code ?? undefined),
      })
    if (turned === 'unclear') return { outcome: 'unknown' }
    return turned === 'unavailable' ? { outcome: 'unavailable' } : { outcome: 'refused', reason: refusalOf(code) }
  }

  async function ask(payment: KnownPayment, back: RefundRequest, signal: AbortSignal): Promise<RefundOutcome> {
    const { host, token } = payment
    if (token === null) return { outcome: 'unknown' }
    const about = { payment_intent: token, limit: MOST }
    const told = refundsIn(await api.send(host, (stripe) => stripe.refunds.list(about), signal))
    const made = told?.data.find(({ metadata }) => metadata.reference === back.reference)
    return made ? outcomeOf(made, payment, back) : { outcome: 'unknown' }
  }

  return {
    refund: (payment: KnownPayment, back: RefundRequest, stopping: AbortSignal) =>
      within(line.clock, callMs, (signal) => begin(payment, back, signal), stopping),
    askRefund: (payment: KnownPayment, back: RefundRequest, stopping: AbortSignal) =>
      within(line.clock, callMs, (signal) => ask(payment, back, signal), stopping),
  }
}

function outcomeOf(
  made: StripeRefund,
  { token, currency }: KnownPayment,
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

/** So long it is tried to close what ended without a payment. */
const CLOSE_MS = 60_000
/** A request that was lost on its way has come by then, or never does. */
const ARRIVAL_MS = 15_000
const POLL_MS = 1_000

export interface AtReader {
  readonly line: Line
  readonly api: StripeApi
  readonly intents: Intents
  readonly reader: string
  readonly callMs: number
}

/** Puts a payment on the reader, once, and stays until it is paid, or cancelled with proof. */
function createSettle({ line, api, intents, reader, callMs }: AtReader): NonNullable<TenderDriver['settle']> {
  const { clock, log } = line
  const now = (): number => clock.now().monoMs

  return async (known, request, giveUp, stopping) => {
    const { token } = known
    // The reader has not heard of it: nobody can have paid.
    if (token === null || giveUp.aborted) return { outcome: 'cancelled' }
    const payment = { ...known, token }
    const call = <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => within(clock, callMs, work, stopping)
    const stand = (): Promise<Standing> => call((signal) => intents.stand(payment, signal))
    let told: DevicePhase | null = null
    function tell(phase: DevicePhase): void {
      if (phase !== told) request.onProgress?.({ phase })
      told = phase
    }

    /** `outcome` once it is certain that nothing was paid, or what Stripe says it was in the meantime. */
    async function close(outcome: SettledOutcome): Promise<SettledOutcome> {
      for (const from = now(); !stopping.aborted && now() - from < CLOSE_MS; await clock.sleep(POLL_MS, stopping)) {
        if (await call((signal) => intents.close(payment, signal))) return outcome
        const standing = await stand()
        if (standing.is === 'authorising') tell('authorising')
        if (standing.is !== 'decided') continue
        return standing.outcome.outcome === 'approved' ? standing.outcome : outcome
      }
      return { outcome: 'unknown' }
    }

    async function follow(): Promise<SettledOutcome> {
      const from = now()
      while (!stopping.aborted) {
        if (giveUp.aborted) return close({ outcome: 'cancelled' })
        if (now() - from > stripeTerminalTraits.decideMs) return close({ outcome: 'refused', reason: 'timed-out' })
        const standing = await stand()
        switch (standing.is) {
          case 'decided':
            return standing.outcome
          case 'running':
            tell('present-card')
            break
          case 'authorising':
            tell('authorising')
            break
          case 'failed':
            log.warn('payment.refused', {
              provider: 'stripe-terminal',
              reference: known.reference,
              code: firstOf(standing.why),
            })
            return close(endOf(standing.why))
          case 'idle':
            if (now() - from > ARRIVAL_MS) return close({ outcome: 'refused', reason: 'provider-down' })
            break
          case 'silent':
        }
        await clock.sleep(POLL_MS, AbortSignal.any([giveUp, stopping]))
      }
      return { outcome: 'unknown' }
    }

    tell('waking')
    const put = await call((signal) => handOver(payment, signal))
    if (!put.answered && !put.sent) return { outcome: 'unavailable' }
    const end = endOfPut(put)
    if (end === null) return follow()
    log.warn('payment.reader-rejected', {
      provider: 'stripe-terminal',
      reference: known.reference,
      code: codeIn(put),
    })
    return close(end)
  }

  function handOver({ host, token, reference }: NamedPayment, signal: AbortSignal): Promise<Reply> {
    const asked = { payment_intent: token, process_config: { enable_customer_cancellation: true } }
    const once = { idempotencyKey: `${reference}-process` }
    return api.send(host, (stripe) => stripe.terminal.readers.processPaymentIntent(reader, asked, once), signal)
  }
}

const codeIn = (reply: Reply): string => plainWord(errorIn(reply)?.code ?? undefined)
const firstOf = (why: readonly (string | null | undefined)[]): string =>
  plainWord(why.find((word) => word) ?? undefined)

const endOf = (why: readonly (string | null | undefined)[]): SettledOutcome =>
  why.some(isCancelledThere) ? { outcome: 'cancelled' } : { outcome: 'refused', reason: refusalOf(...why) }

/** Null: the reader may have it. */
function endOfPut(put: Reply): SettledOutcome | null {
  const code = errorIn(put)?.code
  if (code === 'terminal_reader_timeout' || code === 'payment_intent_unexpected_state') return null
  if (
    code === 'terminal_reader_busy' ||
    code === 'terminal_reader_offline' ||
    code === 'terminal_reader_hardware_fault'
  )
    return { outcome: 'unavailable' }
  switch (turnedAway(put)) {
    case 'unavailable':
      return { outcome: 'unavailable' }
    case 'refused':
      return { outcome: 'refused', reason: 'not-set-up' }
    case 'unclear':
      return null
  }
}
