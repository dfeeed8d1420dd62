import { z } from 'zod'
import type { ExaminationFinding } from '../../../shared/domain/money/examination.ts'
import type { Numbering, RefusalReason, TenderTraits } from '../../../shared/domain/money/tender.ts'
import { parseJson } from '../../../shared/json.ts'
import type {
  Begun,
  PaymentRef,
  RefundOutcome,
  RefundRequest,
  TenderDriver,
  TenderOutcome,
  TenderRequest,
} from '../../kiosk/ports/devices.ts'
import {
  type Access,
  AccessTokens,
  basicOf,
  exchange,
  findingOfReply,
  HttpDriver,
  isApproval,
  jsonCall,
  type Line,
  minorOf,
  numberingOf,
  sanitizeProviderCode,
  type Rejection,
  type Reply,
  writtenAmount,
} from '../http.ts'
import { type MtnMomoSettings, mtnMomoTraits } from './settings.ts'

/** Some MTN platforms take 10 to 20 s just to issue an access token. */
const CALL_MS = 45_000
const REFUND_NOTE = 'Refund'

/**
 * Driver for MTN MoMo Collections v1_0, which sends a request to the customer's telephone. A payment is found by its
 * UUID, and only on the platform where it was started.
 */
export class MtnMomo extends HttpDriver {
  readonly name = 'mtn-momo'
  readonly traits: TenderTraits
  override readonly numbering: Numbering
  readonly refund?: NonNullable<TenderDriver['refund']>
  readonly askRefund?: NonNullable<TenderDriver['askRefund']>
  readonly #settings: MtnMomoSettings
  readonly #collections = new Map<string, Product>()

  constructor(line: Line, settings: MtnMomoSettings) {
    super(line, settings.baseUrl, CALL_MS)
    const { baseUrl, disbursements, targetEnvironment } = settings
    this.#settings = settings
    this.numbering = numberingOf(settings)
    this.traits = { ...mtnMomoTraits, ...(disbursements && { refund: 'api' }) }
    if (!disbursements) return
    const product = new Product(line, baseUrl, 'disbursement', { targetEnvironment, ...disbursements })
    this.refund = (payment, back, stopping) =>
      this.call((signal) => this.#refund(product, payment, back, signal), stopping)
    this.askRefund = (payment, back, stopping) =>
      this.call((signal) => findRefund(product, payment, back, signal), stopping)
  }

  protected takes({ currency }: TenderRequest): boolean {
    return currency === this.#settings.currency
  }

  protected async start(request: TenderRequest, payer: string, stopping: AbortSignal): Promise<Begun | TenderOutcome> {
    const { reference, amount, currency } = request
    const note = plainNote(request.description)
    const body = {
      amount: writtenAmount(amount, currency),
      currency,
      externalId: reference,
      payer: { partyIdType: 'MSISDN', partyId: payer },
      payerMessage: note,
      payeeNote: note,
    }
    const reply = await this.call(
      (signal) => this.#collection(this.host).send('v1_0/requesttopay', signal, { reference, body }),
      stopping,
    )
    if (isDuplicate(reply)) return this.ask({ reference, amount, currency, token: null, host: this.host }, stopping)
    if (reply.answered && reply.status === 202) return { outcome: 'begun', payableMs: mtnMomoTraits.decideMs }
    return this.rejected(reply, rejectionOf(reply), 'payment.rejected', { reference, code: codeOf(reply) })
  }

  protected enter(signal: AbortSignal): Promise<Access> {
    return this.#collection(this.host).tokens.examine(signal)
  }

  /** Reads the account balance to check the currency of the account without a payment. */
  protected override async contract(signal: AbortSignal): Promise<readonly ExaminationFinding[]> {
    const reply = await this.#collection(this.host).send('v1_0/account/balance', signal)
    const read = balanceReading.safeParse(reply.answered ? parseJson(reply.body) : undefined)
    const contract = findingOfReply('contract', reply, () => read.success, codeIn)
    if (!read.success || contract.finding !== 'ok') return [contract]
    const { currency } = read.data
    return [
      contract,
      currency === this.#settings.currency
        ? { step: 'currency', finding: 'ok', currency }
        : { step: 'currency', finding: 'other-currency', currency: sanitizeProviderCode(currency) },
    ]
  }

  #collection(host: string): Product {
    const known = this.#collections.get(host) ?? new Product(this.line, host, 'collection', this.#settings)
    this.#collections.set(host, known)
    return known
  }

  /** Status 404 means that MTN does not recognise the payment, which is not a refusal. */
  protected async find({ reference, host }: PaymentRef, signal: AbortSignal): Promise<TenderOutcome> {
    const status = statusIn(await this.#collection(host).send(`v1_0/requesttopay/${reference}`, signal), reference)
    switch (status?.status) {
      case undefined:
        return { outcome: 'unknown' }
      case 'PENDING':
        return { outcome: 'pending' }
      case 'FAILED':
        this.line.log.warn('payment.refused', {
          provider: this.name,
          reference,
          code: sanitizeProviderCode(status.reason),
        })
        return { outcome: 'refused', reason: refusalOf(status.reason) }
      case 'SUCCESSFUL': {
        const amount = amountIn(status)
        if (amount === null || status.currency === undefined) return { outcome: 'unknown' }
        return { outcome: 'approved', approval: receiptOf(status), amount, currency: status.currency }
      }
    }
  }

  async #refund(
    product: Product,
    payment: PaymentRef,
    back: RefundRequest,
    signal: AbortSignal,
  ): Promise<RefundOutcome> {
    const { reference, amount } = back
    const body = {
      amount: writtenAmount(amount, payment.currency),
      currency: payment.currency,
      externalId: reference,
      payerMessage: REFUND_NOTE,
      payeeNote: REFUND_NOTE,
      referenceIdToRefund: payment.reference,
    }
    const reply = await product.send('v1_0/refund', signal, { reference, body })
    if (isDuplicate(reply)) return findRefund(product, payment, back, signal)
    if (reply.answered && reply.status === 202) return { outcome: 'pending' }
    return this.rejected(reply, rejectionOf(reply), 'refund.rejected', { reference, code: codeOf(reply) })
  }
}

async function findRefund(
  product: Product,
  { currency }: PaymentRef,
  { reference, amount }: RefundRequest,
  signal: AbortSignal,
): Promise<RefundOutcome> {
  const status = statusIn(await product.send(`v1_0/refund/${reference}`, signal), reference)
  switch (status?.status) {
    case undefined:
      return { outcome: 'unknown' }
    case 'PENDING':
      return { outcome: 'pending' }
    case 'FAILED':
      return { outcome: 'refused', reason: refusalOf(status.reason) }
    case 'SUCCESSFUL':
      return status.currency === currency && amountIn(status) === amount
        ? { outcome: 'refunded', receipt: receiptOf(status) }
        : { outcome: 'unknown' }
  }
}

/** Returns letters and digits only, because MTN rejects characters that its networks cannot display. */
const plainNote = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w ]+/gu, ' ')
    .replaceAll(/ +/gu, ' ')
    .trim()
    .slice(0, 100) || 'Guichet'

class Product {
  readonly tokens: AccessTokens
  readonly #line: Line
  readonly #base: string
  readonly #headers: Readonly<Record<string, string>>

  constructor(
    line: Line,
    host: string,
    name: 'collection' | 'disbursement',
    account: Pick<MtnMomoSettings, 'targetEnvironment' | 'apiUser' | 'apiKey' | 'subscriptionKey'>,
  ) {
    const { targetEnvironment, apiUser, apiKey, subscriptionKey } = account
    this.#line = line
    this.#base = `${host}/${name}`
    this.#headers = { 'ocp-apim-subscription-key': subscriptionKey, 'x-target-environment': targetEnvironment }
    const headers = { ...this.#headers, authorization: basicOf(apiUser, apiKey) }
    // Without a body, the platform replies with 411, and it rejects a form-encoded body.
    const call = jsonCall(`${this.#base}/token/`, headers, { grant_type: 'client_credentials' })
    this.tokens = new AccessTokens(line, `mtn-momo ${name}`, (signal) => exchange(line, call, signal))
  }

  send(
    path: string,
    signal: AbortSignal,
    sent?: { readonly reference: string; readonly body: object },
  ): Promise<Reply> {
    return this.tokens.send((token) => {
      const headers = {
        ...this.#headers,
        authorization: `Bearer ${token}`,
        ...(sent && { 'x-reference-id': sent.reference }),
      }
      return exchange(this.#line, jsonCall(`${this.#base}/${path}`, headers, sent?.body), signal)
    }, signal)
  }
}

const balanceReading = z.object({ availableBalance: z.union([z.string(), z.number()]), currency: z.string() })

const text = z.union([z.string(), z.number()]).transform(String)

const statusReading = z.object({
  status: z.enum(['PENDING', 'SUCCESSFUL', 'FAILED']),
  externalId: text,
  amount: z.union([z.string(), z.number()]).optional().catch(undefined),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/u)
    .optional()
    .catch(undefined),
  financialTransactionId: text.optional().catch(undefined),
  reason: z
    .union([z.string(), z.object({ code: z.string() }).transform(({ code }) => code)])
    .optional()
    .catch(undefined),
})

type MtnStatus = z.infer<typeof statusReading>

function statusIn(reply: Reply, reference: string): MtnStatus | null {
  const read = statusReading.safeParse(reply.answered && reply.status === 200 ? parseJson(reply.body) : undefined)
  return read.success && read.data.externalId === reference ? read.data : null
}

const amountIn = ({ amount, currency }: MtnStatus) =>
  amount === undefined || currency === undefined ? null : minorOf(amount, currency)

const receiptOf = ({ financialTransactionId: id, externalId }: MtnStatus): string =>
  id !== undefined && isApproval(id) ? id : externalId

const faultReading = z.object({ code: z.string() })
/** Error of the gateway in front of MTN's service. A request that the gateway rejects has no effect. */
const gatewayReading = z.object({ statusCode: z.union([z.literal(401), z.literal(403), z.literal(429)]) })

/** Returns MTN's rejection code, which may arrive with status 500. */
function codeIn(body: string): string | undefined {
  const read = faultReading.safeParse(parseJson(body))
  return read.success ? read.data.code : undefined
}

const codeOf = (reply: Reply): string | undefined => (reply.answered ? codeIn(reply.body) : undefined)

const isDuplicate = (reply: Reply): boolean =>
  reply.answered && (reply.status === 409 || codeIn(reply.body) === 'RESOURCE_ALREADY_EXIST')

const reasons: Readonly<Record<string, RefusalReason>> = {
  PAYMENT_NOT_APPROVED: 'declined',
  APPROVAL_REJECTED: 'declined',
  EXPIRED: 'timed-out',
  COULD_NOT_PERFORM_TRANSACTION: 'timed-out',
  NOT_ENOUGH_FUNDS: 'not-enough-money',
  PAYER_LIMIT_REACHED: 'over-limit',
  PAYER_NOT_FOUND: 'unknown-payer',
  PAYEE_NOT_FOUND: 'not-set-up',
  PAYEE_NOT_ALLOWED_TO_RECEIVE: 'not-set-up',
  NOT_ALLOWED: 'not-set-up',
  NOT_ALLOWED_TARGET_ENVIRONMENT: 'not-set-up',
  INVALID_CALLBACK_URL_HOST: 'not-set-up',
  INVALID_CURRENCY: 'not-set-up',
  SERVICE_UNAVAILABLE: 'provider-down',
  INTERNAL_PROCESSING_ERROR: 'provider-down',
  TRANSACTION_CANCELED: 'declined',
}

const refusalOf = (code: string | undefined): RefusalReason => reasons[code ?? ''] ?? 'declined'

/** The HTTP status alone is not sufficient, because MTN may answer an invalid request with 500. */
function rejectionOf(reply: Reply): Rejection {
  if (!reply.answered) return 'unknown'
  if (gatewayReading.safeParse(parseJson(reply.body)).success) return 'unavailable'
  const reason = reasons[codeIn(reply.body) ?? '']
  return reply.status < 400 || reason === undefined || reason === 'provider-down' ? 'unknown' : reason
}
