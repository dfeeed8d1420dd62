import { z } from 'zod'
import type { ExaminationFinding } from '../../../shared/domain/money/examination.ts'
import { internationalNumber, type RefusalReason } from '../../../shared/domain/money/tender.ts'
import { parseJson } from '../../../shared/json.ts'
import type {
  Begun,
  Examinable,
  KnownPayment,
  RefundOutcome,
  RefundRequest,
  TenderDriver,
  TenderOutcome,
  TenderRequest,
} from '../../core/ports/devices.ts'
import {
  basicOf,
  createAccessTokens,
  examineProvider,
  exchange,
  findingOfReply,
  isApproval,
  type Line,
  minorOf,
  numberingOf,
  plainWord,
  readOAuthToken,
  type Reply,
  within,
  writtenAmount,
} from '../http.ts'
import { address } from '../settings-fields.ts'
import { type MtnMomoSecrets, type MtnMomoSettings, mtnMomoTraits } from './settings.ts'

/** For a token alone some platforms take 10 to 20 s. */
const CALL_MS = 45_000

export interface MtnMomoOptions extends Line {
  readonly settings: MtnMomoSettings
  readonly secrets: MtnMomoSecrets
}

/**
 * MTN MoMo Collections v1_0: pushes a request to the customer's telephone. A payment is found by our own UUID, on the
 * platform where it was begun. With keys of Disbursements it gives money back, too.
 */
export function createMtnMomo({ settings, secrets, ...line }: MtnMomoOptions): TenderDriver & Examinable {
  const { baseUrl: host, targetEnvironment } = settings
  const platforms = new Map<string, Product>()

  function collection(at: string): Product {
    const { apiUser } = settings
    const { apiKey, subscriptionKey } = secrets
    const access = { host: at, name: 'collection', targetEnvironment, apiUser, apiKey, subscriptionKey } as const
    const known = platforms.get(at) ?? createProduct(line, access)
    platforms.set(at, known)
    return known
  }

  const disbursement =
    settings.disbursements && secrets.disbursements
      ? createProduct(line, {
          host,
          name: 'disbursement',
          targetEnvironment,
          ...settings.disbursements,
          ...secrets.disbursements,
        })
      : null

  async function begin(request: TenderRequest, payer: string, giveUp: AbortSignal, signal: AbortSignal) {
    if (giveUp.aborted) return { outcome: 'unavailable' } as const
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
    const reply = await collection(host).call({ path: 'v1_0/requesttopay', reference, body }, signal)
    if (reply.answered && isDuplicate(reply)) return find({ reference, host }, signal)
    return outcomeOfBegin(reply, line, reference)
  }

  async function find({ reference, host: at }: Pick<KnownPayment, 'reference' | 'host'>, signal: AbortSignal) {
    // The ledger is our own; even so our keys go to nothing that could not stand in the settings.
    const place = address.safeParse(at)
    if (!place.success) return { outcome: 'unknown' } as const
    const reply = await collection(place.data).call({ path: `v1_0/requesttopay/${reference}` }, signal)
    return outcomeOfAsk(reply, line, reference)
  }

  return {
    name: 'mtn-momo',
    host,
    traits: { ...mtnMomoTraits, ...(disbursement && { refund: 'api' }) },
    numbering: numberingOf(settings),
    async begin(request, giveUp, stopping) {
      if (request.currency !== settings.currency) return { outcome: 'refused', reason: 'not-set-up' }
      const payer = internationalNumber(request.payer ?? '', settings)
      if (payer === null) return { outcome: 'refused', reason: 'unknown-payer' }
      return within(line.clock, CALL_MS, (signal) => begin(request, payer, giveUp, signal), stopping)
    },
    ask: (payment, stopping) => within(line.clock, CALL_MS, (signal) => find(payment, signal), stopping),
    ...(disbursement && createRefunds(line, disbursement, CALL_MS)),
    examine: () =>
      examineProvider({
        host,
        line,
        callMs: CALL_MS,
        enter: (signal) => collection(host).mint(signal),
        isLetIn: (body) => readOAuthToken(body) !== null,
        contract: (signal) => examineContract(collection(host), settings.currency, signal),
      }),
  }
}

const isDuplicate = ({ status, body }: { readonly status: number; readonly body: string }): boolean =>
  status === 409 || codeIn(body) === 'RESOURCE_ALREADY_EXIST'

/** A status alone says little here: what a request lacks may come as 500, and 202 has no body. */
function outcomeOfBegin(reply: Reply, { log }: Line, reference: string): Begun | TenderOutcome {
  if (!reply.answered) return { outcome: reply.sent ? 'unknown' : 'unavailable' }
  if (reply.status === 202) return { outcome: 'begun', payableMs: mtnMomoTraits.decideMs }
  const code = codeIn(reply.body)
  log.warn('payment.rejected', { provider: 'mtn-momo', reference, status: reply.status, code: plainWord(code) })
  if (isGatewayRefusal(reply.body)) return { outcome: 'unavailable' }
  const reason = reply.status >= 400 ? turnedAway(code) : null
  return reason === null ? { outcome: 'unknown' } : { outcome: 'refused', reason }
}

/** 404 is not yet, or no more: never a refusal. */
function outcomeOfAsk(reply: Reply, { log }: Line, reference: string): TenderOutcome {
  const told = reply.answered && reply.status === 200 ? readStatus(reply.body, reference) : null
  if (told === null) return { outcome: 'unknown' }
  switch (told.status) {
    case 'PENDING':
      return { outcome: 'pending' }
    case 'FAILED':
      log.warn('payment.refused', { provider: 'mtn-momo', reference, code: plainWord(told.reason) })
      return { outcome: 'refused', reason: refusalOf(told.reason) }
    case 'SUCCESSFUL':
      return approvalOf(told, reference)
  }
}

function approvalOf(
  { amount: written, currency, financialTransactionId: id }: MtnStatus,
  reference: string,
): TenderOutcome {
  const amount = written === undefined || currency === undefined ? null : minorOf(written, currency)
  if (amount === null || currency === undefined) return { outcome: 'unknown' }
  return { outcome: 'approved', approval: id !== undefined && isApproval(id) ? id : reference, amount, currency }
}

/** Letters and digits only: MTN turns away what its networks cannot show. */
const plainNote = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w ]+/gu, ' ')
    .replaceAll(/ +/gu, ' ')
    .trim()
    .slice(0, 100) || 'Guichet'

const balanceReading = z.object({ availableBalance: z.union([z.string(), z.number()]), currency: z.string() })

/** The account's balance is readable with the product alone, and names its currency; the balance itself is nobody's business. */
async function examineContract(
  product: Product,
  expected: string,
  signal: AbortSignal,
): Promise<readonly ExaminationFinding[]> {
  const reply = await product.call({ path: 'v1_0/account/balance' }, signal)
  const read = balanceReading.safeParse(reply.answered ? parseJson(reply.body) : undefined)
  const contract = findingOfReply('contract', reply, () => read.success, codeIn)
  if (!read.success || contract.finding !== 'ok') return [contract]
  const { currency } = read.data
  if (currency === expected) return [contract, { step: 'currency', finding: 'ok', currency }]
  return [contract, { step: 'currency', finding: 'other-currency', currency: plainWord(currency) }]
}

/** How one of MTN's products is entered on one of its platforms. */
export interface ProductAccess {
  readonly host: string
  readonly name: 'collection' | 'disbursement'
  readonly targetEnvironment: string
  readonly apiUser: string
  readonly apiKey: string
  readonly subscriptionKey: string
}

interface Product {
  mint(signal: AbortSignal): Promise<Reply>
  /** `path` behind the product's name. `reference`: the UUID that a request goes under. */
  call(
    request: { readonly path: string; readonly reference?: string; readonly body?: object },
    signal: AbortSignal,
  ): Promise<Reply>
}

function createProduct(line: Line, access: ProductAccess): Product {
  const { host, name, targetEnvironment, apiUser, apiKey, subscriptionKey } = access
  const common = { 'ocp-apim-subscription-key': subscriptionKey, 'x-target-environment': targetEnvironment }
  const json = { 'content-type': 'application/json' }
  const mint = (signal: AbortSignal): Promise<Reply> =>
    exchange(
      line,
      {
        method: 'POST',
        url: `${host}/${name}/token/`,
        headers: { ...common, ...json, authorization: basicOf(apiUser, apiKey) },
        // Without a body the platform answers 411, and a form is turned away.
        body: JSON.stringify({ grant_type: 'client_credentials' }),
      },
      signal,
    )
  const tokens = createAccessTokens(line, `mtn-momo ${name}`, mint, readOAuthToken)
  return {
    mint,
    call: ({ path, reference, body }, signal) =>
      tokens.send(
        (token) =>
          exchange(
            line,
            {
              method: body === undefined ? 'GET' : 'POST',
              url: `${host}/${name}/${path}`,
              headers: {
                ...common,
                authorization: `Bearer ${token}`,
                ...(reference !== undefined && { 'x-reference-id': reference }),
                ...(body !== undefined && json),
              },
              ...(body !== undefined && { body: JSON.stringify(body) }),
            },
            signal,
          ),
        signal,
      ),
  }
}

const NOTE = 'Refund'

/** Money back to who paid it, over the product Disbursements: found by our own UUID, as payments are. */
function createRefunds(line: Line, product: Product, callMs: number) {
  async function ask(payment: KnownPayment, back: RefundRequest, signal: AbortSignal): Promise<RefundOutcome> {
    const reply = await product.call({ path: `v1_0/refund/${back.reference}` }, signal)
    const told = reply.answered && reply.status === 200 ? readStatus(reply.body, back.reference) : null
    if (told === null) return { outcome: 'unknown' }
    const { status, amount, currency, financialTransactionId: receipt, reason } = told
    if (status === 'PENDING') return { outcome: 'pending' }
    if (status === 'FAILED') return { outcome: 'refused', reason: refusalOf(reason) }
    const isOurs = currency === payment.currency && amount !== undefined && minorOf(amount, currency) === back.amount
    if (!isOurs) return { outcome: 'unknown' }
    return { outcome: 'refunded', receipt: receipt !== undefined && isApproval(receipt) ? receipt : back.reference }
  }

  async function begin(payment: KnownPayment, back: RefundRequest, signal: AbortSignal): Promise<RefundOutcome> {
    const body = {
      amount: writtenAmount(back.amount, payment.currency),
      currency: payment.currency,
      externalId: back.reference,
      payerMessage: NOTE,
      payeeNote: NOTE,
      referenceIdToRefund: payment.reference,
    }
    const reply = await product.call({ path: 'v1_0/refund', reference: back.reference, body }, signal)
    if (!reply.answered) return { outcome: reply.sent ? 'unknown' : 'unavailable' }
    if (reply.status === 202) return { outcome: 'pending' }
    const code = codeIn(reply.body)
    if (reply.status === 409 || code === 'RESOURCE_ALREADY_EXIST') return ask(payment, back, signal)
    line.log.warn('refund.rejected', { provider: 'mtn-momo', status: reply.status, code: plainWord(code) })
    if (isGatewayRefusal(reply.body)) return { outcome: 'unavailable' }
    const reason = turnedAway(code)
    return reason === null ? { outcome: 'unknown' } : { outcome: 'refused', reason }
  }

  return {
    refund: (payment: KnownPayment, back: RefundRequest, stopping: AbortSignal) =>
      within(line.clock, callMs, (signal) => begin(payment, back, signal), stopping),
    askRefund: (payment: KnownPayment, back: RefundRequest, stopping: AbortSignal) =>
      within(line.clock, callMs, (signal) => ask(payment, back, signal), stopping),
  }
}

const text = z.union([z.string(), z.number()]).transform(String)

/** A reason is told as a word, or as an object. */
const reasonReading = z
  .union([z.string(), z.object({ code: z.string() }).transform(({ code }) => code)])
  .optional()
  .catch(undefined)

const statusReading = z.object({
  status: z.enum(['PENDING', 'SUCCESSFUL', 'FAILED']),
  /** Given by us: our reference once more. */
  externalId: text,
  amount: z.union([z.string(), z.number()]).optional().catch(undefined),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/u)
    .optional()
    .catch(undefined),
  financialTransactionId: text.optional().catch(undefined),
  reason: reasonReading,
})

/** What MTN tells of a payment, and of a refund. */
type MtnStatus = z.infer<typeof statusReading>

/** Null: it cannot be read, or it is another's. */
function readStatus(body: string, reference: string): MtnStatus | null {
  const read = statusReading.safeParse(parseJson(body))
  return read.success && read.data.externalId === reference ? read.data : null
}

const faultReading = z.object({ code: z.string() })
/** The gateway before the product: what it turns away has not reached anybody. */
const gatewayReading = z.object({ statusCode: z.union([z.literal(401), z.literal(403), z.literal(429)]) })

/** MTN's own word in a refusal, which may come as HTTP 500; undefined: it says none. */
function codeIn(body: string): string | undefined {
  const read = faultReading.safeParse(parseJson(body))
  return read.success ? read.data.code : undefined
}

const isGatewayRefusal = (body: string): boolean => gatewayReading.safeParse(parseJson(body)).success

/** MTN's published reasons, and one that was seen besides, in the customer's terms. */
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

/** A request that was turned away by this word has made no payment. */
function turnedAway(code: string | undefined): RefusalReason | null {
  const reason = reasons[code ?? '']
  return reason === undefined || reason === 'provider-down' ? null : reason
}
