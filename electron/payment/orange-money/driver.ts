import { z } from 'zod'
import type { RefusalReason } from '../../../shared/domain/money/tender.ts'
import { parseJson } from '../../../shared/json.ts'
import type {
  Begun,
  Examinable,
  KnownPayment,
  TenderDriver,
  TenderOutcome,
  TenderRequest,
} from '../../core/ports/devices.ts'
import {
  basicOf,
  createAccessTokens,
  examineProvider,
  exchange,
  isApproval,
  type Line,
  plainWord,
  readOAuthToken,
  type Reply,
  within,
  writtenAmount,
} from '../http.ts'
import { address } from '../settings-fields.ts'
import { type OrangeMoneySecrets, type OrangeMoneySettings, orangeMoneyTraits } from './settings.ts'

const CALL_MS = 30_000

/** What its page speaks. */
const languages = new Set(['fr', 'en'])

export interface OrangeMoneyOptions extends Line {
  readonly settings: OrangeMoneySettings
  readonly secrets: OrangeMoneySecrets
}

/**
 * Orange Money Web Payment: a page behind a QR code, where the customer types their number and a code. Built from
 * published documents, not yet tried with the operator.
 *
 * An approval here has neither amount nor currency: Orange tells none. It is asked with amount and token, and its answer
 * is held against our order.
 */
export function createOrangeMoney({ settings, secrets, ...line }: OrangeMoneyOptions): TenderDriver & Examinable {
  const { baseUrl: host, currency } = settings
  const api = createOrangeApi(line, settings, secrets)

  async function begin(request: TenderRequest, signal: AbortSignal): Promise<Begun | TenderOutcome> {
    const { reference, amount, language } = request
    const body = {
      merchant_key: secrets.merchantKey,
      currency,
      order_id: reference,
      amount: Number(writtenAmount(amount, currency)),
      return_url: settings.returnUrl,
      cancel_url: settings.cancelUrl,
      notif_url: settings.notificationUrl,
      lang: languages.has(language) ? language : 'fr',
      reference: settings.shopName,
    }
    const reply = await api.post(host, 'webpayment', body, signal)
    return outcomeOfBegin(reply, line, reference)
  }

  async function find(payment: KnownPayment, token: string, signal: AbortSignal): Promise<TenderOutcome> {
    const at = address.safeParse(payment.host)
    if (!at.success) return { outcome: 'unknown' }
    const { reference, amount } = payment
    const body = {
      order_id: reference,
      amount: Number(writtenAmount(amount, payment.currency)),
      pay_token: token,
    }
    return outcomeOfAsk(await api.post(at.data, 'transactionstatus', body, signal), line, reference)
  }

  return {
    name: 'orange-money',
    host,
    traits: orangeMoneyTraits,
    begin(request, giveUp, stopping) {
      if (request.currency !== currency) return Promise.resolve({ outcome: 'refused', reason: 'not-set-up' })
      if (giveUp.aborted) return Promise.resolve({ outcome: 'unavailable' })
      return within(line.clock, CALL_MS, (signal) => begin(request, signal), stopping)
    },
    /** Without a token the page was never shown, and nobody can pay without the page. */
    ask(payment, stopping) {
      const { token } = payment
      if (token === null) return Promise.resolve({ outcome: 'cancelled' })
      return within(line.clock, CALL_MS, (signal) => find(payment, token, signal), stopping)
    },
    /** What lies behind the token only a payment would tell. */
    examine: () =>
      examineProvider({
        host,
        line,
        callMs: CALL_MS,
        enter: (signal) => api.mint(signal),
        isLetIn: (body) => readOAuthToken(body) !== null,
      }),
  }
}

function outcomeOfBegin(reply: Reply, { log }: Line, reference: string): Begun | TenderOutcome {
  if (!reply.answered) return { outcome: reply.sent ? 'unknown' : 'unavailable' }
  const { status, body } = reply
  const begun = status === 200 || status === 201 ? readBegun(body) : null
  if (begun) return { outcome: 'begun', token: begun.token, shows: begun.url, payableMs: orangeMoneyTraits.decideMs }
  log.warn('payment.rejected', { provider: 'orange-money', reference, status, code: plainWord(codeIn(body)) })
  // Twice with a new token: it is the contract that lets nobody in, and nothing was made.
  if (status === 401) return { outcome: 'unavailable' }
  const reason = turnedAway(status, body)
  return reason === null ? { outcome: 'unknown' } : { outcome: 'refused', reason }
}

function outcomeOfAsk(reply: Reply, { log }: Line, reference: string): TenderOutcome {
  const told =
    reply.answered && (reply.status === 200 || reply.status === 201) ? readStatus(reply.body, reference) : null
  if (told === null) return { outcome: 'unknown' }
  const { status, txnid } = told
  switch (status) {
    // Nobody has acted, and it says so for ever: only time ends it.
    case 'INITIATED':
      return { outcome: 'pending', unless: 'cancelled' }
    case 'PENDING':
      return { outcome: 'pending' }
    case 'SUCCESS':
      return { outcome: 'approved', approval: txnid !== undefined && isApproval(txnid) ? txnid : reference }
    case 'FAILED':
    case 'EXPIRED':
      log.warn('payment.refused', { provider: 'orange-money', reference, code: status })
      return { outcome: 'refused', reason: status === 'EXPIRED' ? 'timed-out' : 'declined' }
  }
}

export interface OrangeApi {
  mint(signal: AbortSignal): Promise<Reply>
  /** `host`: where the payment was begun, or is to be. */
  post(host: string, operation: 'webpayment' | 'transactionstatus', body: object, signal: AbortSignal): Promise<Reply>
}

const json = 'application/json'

function createOrangeApi(
  line: Line,
  { baseUrl, clientId, country }: OrangeMoneySettings,
  { clientSecret }: OrangeMoneySecrets,
): OrangeApi {
  const mint = (signal: AbortSignal): Promise<Reply> => {
    const headers = {
      authorization: basicOf(clientId, clientSecret),
      'content-type': 'application/x-www-form-urlencoded',
      accept: json,
    }
    const body = 'grant_type=client_credentials'
    return exchange(line, { method: 'POST', url: `${baseUrl}/oauth/v3/token`, headers, body }, signal)
  }
  const tokens = createAccessTokens(line, 'orange-money', mint, readOAuthToken)
  return {
    mint,
    post(host, operation, body, signal) {
      const url = `${host}/orange-money-webpay/${country}/v1/${operation}`
      const call = (token: string): Promise<Reply> => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': json, accept: json }
        return exchange(line, { method: 'POST', url, headers, body: JSON.stringify(body) }, signal)
      }
      return tokens.send(call, signal)
    },
  }
}

const begunReading = z.object({
  pay_token: z.string().regex(/^[\w-]{8,256}$/u),
  payment_url: z.string().refine((text) => URL.canParse(text) && text.length <= 1000),
})

/** Null: it cannot be read. */
function readBegun(body: string): { readonly token: string; readonly url: string } | null {
  const read = begunReading.safeParse(parseJson(body))
  return read.success ? { token: read.data.pay_token, url: read.data.payment_url } : null
}

const statusReading = z.object({
  status: z.enum(['INITIATED', 'PENDING', 'SUCCESS', 'FAILED', 'EXPIRED']),
  order_id: z.string(),
  txnid: z.string().optional().catch(undefined),
})

export type OrangeStatus = z.infer<typeof statusReading>

/** Null: it cannot be read, or it is another's. */
function readStatus(body: string, reference: string): OrangeStatus | null {
  const read = statusReading.safeParse(parseJson(body))
  return read.success && read.data.order_id === reference ? read.data : null
}

/** A number in some answers, a text in others. */
const faultReading = z.object({ code: z.union([z.string(), z.number()]).transform(String) })

/** Orange's own word in a refusal; undefined: it says none. */
function codeIn(body: string): string | undefined {
  const read = faultReading.safeParse(parseJson(body))
  return read.success ? read.data.code : undefined
}

/** A reply that says by a code that it did not make a payment; null: it may have. */
function turnedAway(status: number, body: string): RefusalReason | null {
  if (status < 400 || status >= 500 || status === 408 || status === 429) return null
  return codeIn(body) === undefined ? null : 'not-set-up'
}
