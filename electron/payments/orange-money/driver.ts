import { z } from 'zod'
import { parseJson } from '../../../shared/json.ts'
import type { Begun, PaymentRef, TenderOutcome, TenderRequest } from '../../kiosk/ports/devices.ts'
import {
  type Access,
  AccessTokens,
  basicOf,
  exchange,
  HttpDriver,
  isApproval,
  jsonCall,
  type Line,
  type Rejection,
  type Reply,
  writtenAmount,
} from '../http.ts'
import { type OrangeMoneySettings, orangeMoneyTraits } from './settings.ts'

const CALL_MS = 30_000

const languages = new Set(['fr', 'en'])

const accept = 'application/json'

/**
 * Driver for Orange Money Web Payment, not yet tested with the operator. An approval has neither amount nor currency,
 * because Orange reports neither.
 */
export class OrangeMoney extends HttpDriver {
  readonly name = 'orange-money'
  readonly traits = orangeMoneyTraits
  readonly #settings: OrangeMoneySettings
  readonly #tokens: AccessTokens

  constructor(line: Line, settings: OrangeMoneySettings) {
    super(line, settings.baseUrl, CALL_MS)
    const { baseUrl, clientId, clientSecret } = settings
    this.#settings = settings
    const headers = {
      authorization: basicOf(clientId, clientSecret),
      'content-type': 'application/x-www-form-urlencoded',
      accept,
    }
    const url = `${baseUrl}/oauth/v3/token`
    const call = { method: 'POST', url, headers, body: 'grant_type=client_credentials' } as const
    this.#tokens = new AccessTokens(line, this.name, (signal) => exchange(line, call, signal))
  }

  protected takes({ currency }: TenderRequest): boolean {
    return currency === this.#settings.currency
  }

  protected async start(
    { reference, amount, language }: TenderRequest,
    _payer: string,
    stopping: AbortSignal,
  ): Promise<Begun | TenderOutcome> {
    const { currency, merchantKey, returnUrl, cancelUrl, notificationUrl, shopName } = this.#settings
    const body = {
      merchant_key: merchantKey,
      currency,
      order_id: reference,
      amount: Number(writtenAmount(amount, currency)),
      return_url: returnUrl,
      cancel_url: cancelUrl,
      notif_url: notificationUrl,
      lang: languages.has(language) ? language : 'fr',
      reference: shopName,
    }
    const reply = await this.call((signal) => this.#post(this.host, 'webpayment', body, signal), stopping)
    const begun = begunReading.safeParse(successIn(reply))
    if (!begun.success)
      return this.rejected(reply, rejectionOf(reply), 'payment.rejected', { reference, code: codeIn(reply) })
    const { pay_token: token, payment_url: shows } = begun.data
    return { outcome: 'begun', token, shows, payableMs: this.traits.decideMs }
  }

  protected async find(payment: PaymentRef, signal: AbortSignal): Promise<TenderOutcome> {
    const { reference, amount, currency, token, host } = payment
    // A page that was never shown cannot have been paid.
    if (token === null) return { outcome: 'cancelled' }
    const body = { order_id: reference, amount: Number(writtenAmount(amount, currency)), pay_token: token }
    const read = statusReading.safeParse(successIn(await this.#post(host, 'transactionstatus', body, signal)))
    if (!read.success || read.data.order_id !== reference) return { outcome: 'unknown' }
    const { status, txnid } = read.data
    switch (status) {
      // If the customer does nothing, Orange reports `INITIATED` for ever, so only the time limit ends the payment.
      case 'INITIATED':
        return { outcome: 'pending', unless: 'cancelled' }
      case 'PENDING':
        return { outcome: 'pending' }
      case 'SUCCESS':
        return { outcome: 'approved', approval: txnid !== undefined && isApproval(txnid) ? txnid : reference }
      case 'FAILED':
      case 'EXPIRED':
        this.line.log.warn('payment.refused', { provider: this.name, reference, code: status })
        return { outcome: 'refused', reason: status === 'EXPIRED' ? 'timed-out' : 'declined' }
    }
  }

  protected enter(signal: AbortSignal): Promise<Access> {
    return this.#tokens.examine(signal)
  }

  #post(
    host: string,
    operation: 'webpayment' | 'transactionstatus',
    body: object,
    signal: AbortSignal,
  ): Promise<Reply> {
    const url = `${host}/orange-money-webpay/${this.#settings.country}/v1/${operation}`
    return this.#tokens.send(
      (token) => exchange(this.line, jsonCall(url, { authorization: `Bearer ${token}`, accept }, body), signal),
      signal,
    )
  }
}

const successIn = (reply: Reply): unknown =>
  reply.answered && (reply.status === 200 || reply.status === 201) ? parseJson(reply.body) : undefined

const begunReading = z.object({
  pay_token: z.string().regex(/^[\w-]{8,256}$/u),
  payment_url: z.string().refine((text) => URL.canParse(text) && text.length <= 1000),
})

const statusReading = z.object({
  status: z.enum(['INITIATED', 'PENDING', 'SUCCESS', 'FAILED', 'EXPIRED']),
  order_id: z.string(),
  txnid: z.string().optional().catch(undefined),
})

/** Orange sends the code as a number in some replies and as a text in others. */
const faultReading = z.object({ code: z.union([z.string(), z.number()]).transform(String) })

function codeIn(reply: Reply): string | undefined {
  const read = faultReading.safeParse(reply.answered ? parseJson(reply.body) : undefined)
  return read.success ? read.data.code : undefined
}

function rejectionOf(reply: Reply): Rejection {
  if (!reply.answered) return 'unknown'
  const { status } = reply
  // If a request is rejected even with a new token, the contract is invalid and no payment was made.
  if (status === 401) return 'unavailable'
  const isRejection = status >= 400 && status < 500 && status !== 408 && status !== 429
  return isRejection && codeIn(reply) !== undefined ? 'not-set-up' : 'unknown'
}
