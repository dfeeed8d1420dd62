import type { ExaminationFinding } from '../../../shared/domain/money/examination.ts'
import type {
  Begun,
  Examinable,
  KnownPayment,
  TenderDriver,
  TenderOutcome,
  TenderRequest,
} from '../../core/ports/devices.ts'
import { examineProvider, findingOfReply } from '../http/examine.ts'
import { type Line, type Reply, within } from '../http/exchange.ts'
import { plainWord } from '../http/plain-word.ts'
import { isSure } from './amounts.ts'
import { createStripeApi, type StripeApi } from './api.ts'
import { createIntents, type Intents, type NamedPayment } from './intents.ts'
import { listCharges } from './listing.ts'
import { turnedAway } from './reasons.ts'
import { createRefunds } from './refunds.ts'
import { accountIn, errorIn, intentIn, isList, readerIn } from './replies.ts'
import type { StripeTerminalSecrets, StripeTerminalSettings } from './settings.ts'
import { createSettle } from './settle.ts'
import { stripeTerminalTraits } from './traits.ts'

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
