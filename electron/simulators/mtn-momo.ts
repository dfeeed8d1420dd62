import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../shared/json.ts'
import { basicOf } from '../payments/http.ts'
import {
  type Scenario,
  html,
  ConnectionDropped,
  json,
  type SimulatedPayment,
  SimulatedPayments,
  SLOW_TOKEN_MS,
  type SimulatedStatus,
  type ProviderSimulator,
  type ProviderSimulatorOptions,
  TokenBook,
} from './provider-simulator.ts'

interface MtnSimulatorOptions extends ProviderSimulatorOptions {
  readonly subscriptionKey: string
  readonly apiUser: string
  readonly apiKey: string
  readonly currency: string
  readonly targetEnvironment?: string
  readonly refundScript?: readonly Scenario[]
}

const USUAL = { customerDelayMs: 5_000, decideMs: 300_000, lateMs: 120_000 }
const TOKEN_S = 3600

const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/iu

const amount = z.string().regex(/^(?!0+(?:\.0+)?$)\d{1,12}(?:\.\d{1,2})?$/u)
const note = z.string().max(160)
const common = { amount, currency: z.string().length(3), externalId: z.string().min(1).max(64) }
const paymentBody = z.object({
  ...common,
  payer: z.object({ partyIdType: z.literal('MSISDN'), partyId: z.string().regex(/^[1-9]\d{7,14}$/u) }),
  payerMessage: note.optional(),
  payeeNote: note.optional(),
})
const refundBody = z.object({ ...common, referenceIdToRefund: z.string().regex(uuid4) })
type Wanted = z.infer<typeof paymentBody> | z.infer<typeof refundBody>

const sandboxActs: Readonly<Record<string, Scenario>> = {
  '46733123450': { name: 'refuse', code: 'INTERNAL_PROCESSING_ERROR' },
  '46733123451': { name: 'refuse', code: 'APPROVAL_REJECTED' },
  '46733123452': { name: 'refuse', code: 'EXPIRED' },
  '46733123453': { name: 'wait' },
  '46733123454': { name: 'late' },
  '46733123455': { name: 'refuse', code: 'PAYER_NOT_FOUND' },
}

const failures: Readonly<Partial<Record<SimulatedStatus, string>>> = {
  refused: 'APPROVAL_REJECTED',
  cancelled: 'TRANSACTION_CANCELED',
  expired: 'EXPIRED',
}

const fault = (status: number, code: string): Response => json(status, { code, message: code })
const turnedAtGate = (statusCode: 401 | 403 | 429, message: string): Response =>
  json(statusCode, { statusCode, message })

/** Simulator of MTN MoMo: Collections v1_0, refunds through Disbursements, and sandbox users. */
export class MtnSimulator implements ProviderSimulator {
  readonly #options: MtnSimulatorOptions
  readonly #environment: string
  readonly #users: Map<string, string>
  readonly #collection: Product
  readonly #disbursement: Product

  constructor(options: MtnSimulatorOptions) {
    const { clock, apiUser, apiKey, targetEnvironment = 'sandbox', refundScript = [] } = options
    this.#options = options
    this.#environment = targetEnvironment
    this.#users = new Map([[apiUser, apiKey]])
    this.#collection = {
      operation: 'v1_0/requesttopay',
      body: paymentBody,
      tokens: new TokenBook(clock, TOKEN_S * 1000),
      payments: new SimulatedPayments<Wanted>(options, USUAL),
    }
    this.#disbursement = {
      operation: 'v1_0/refund',
      body: refundBody,
      tokens: new TokenBook(clock, TOKEN_S * 1000),
      payments: new SimulatedPayments<Wanted>({ ...options, script: refundScript }, USUAL),
    }
  }

  readonly expireTokens = (): void => {
    this.#collection.tokens.expireAll()
    this.#disbursement.tokens.expireAll()
  }

  readonly handle = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    const { method, headers } = request
    const { subscriptionKey, currency } = this.#options
    if (headers.get('ocp-apim-subscription-key') !== subscriptionKey)
      return turnedAtGate(401, 'Access denied due to invalid subscription key.')
    if (pathname.startsWith('/v1_0/apiuser')) return sandboxUser(this.#users, request)
    const [, name, rest = ''] = /^\/(collection|disbursement)\/(.*)$/u.exec(pathname) ?? []
    if (name === undefined) return json(404, { statusCode: 404, message: 'Not found' })
    const product = name === 'collection' ? this.#collection : this.#disbursement
    const { operation } = product
    if (method === 'POST' && rest === 'token/') return this.#token(product, request)
    if (!product.tokens.isGood(headers.get('authorization'))) return turnedAtGate(401, 'Invalid token.')
    if (headers.get('x-target-environment') !== this.#environment) return fault(500, 'NOT_ALLOWED_TARGET_ENVIRONMENT')
    if (rest === operation && method === 'POST') return this.#begin(product, request)
    if (rest.startsWith(`${operation}/`) && method === 'GET') return ask(product, rest.slice(operation.length + 1))
    if (rest === 'v1_0/account/balance') return json(200, { availableBalance: '1000000', currency })
    return json(404, { statusCode: 404, message: 'Resource not found' })
  }

  async #token({ tokens }: Product, request: Request): Promise<Response> {
    if (request.body === null && request.headers.get('content-length') === null) return html(411, 'Length Required')
    const isForm = request.headers.get('content-type')?.includes('form') === true
    if (isForm && (await request.text()) !== '') return html(403, 'Request Rejected')
    const known = [...this.#users].some(([user, key]) => basicOf(user, key) === request.headers.get('authorization'))
    if (!known) return json(401, { error: 'login_failed' })
    if (this.#collection.payments.nextAct().name === 'slow-token') await this.#options.clock.sleep(SLOW_TOKEN_MS)
    return json(200, { access_token: tokens.issue(), token_type: 'access_token', expires_in: TOKEN_S })
  }

  async #begin({ payments, body }: Product, request: Request): Promise<Response> {
    const id = request.headers.get('x-reference-id') ?? ''
    if (!uuid4.test(id)) return fault(400, 'INVALID_REFERENCE_ID')
    if (request.headers.has('x-callback-url')) return fault(500, 'INVALID_CALLBACK_URL_HOST')
    if (payments.has(id)) return fault(409, 'RESOURCE_ALREADY_EXIST')
    const read = body.safeParse(parseJson(await request.text()))
    if (!read.success) return fault(400, 'INVALID_REQUEST')
    const wanted: Wanted = read.data
    if (wanted.currency !== this.#options.currency) return fault(500, 'INVALID_CURRENCY')
    if (payments.nextAct().name === 'fault') return fault(500, payments.turnAway().code ?? 'INTERNAL_PROCESSING_ERROR')
    if ('referenceIdToRefund' in wanted && !this.#collection.payments.has(wanted.referenceIdToRefund))
      return fault(404, 'RESOURCE_NOT_FOUND')
    const isSandbox = 'payer' in wanted && this.#environment === 'sandbox'
    const { act } = payments.keep(id, wanted, isSandbox ? sandboxActs[wanted.payer.partyId] : undefined)
    if (act.name === 'lose-reply') throw new ConnectionDropped()
    return new Response(null, { status: 202 })
  }
}

interface Product {
  readonly operation: string
  readonly body: typeof paymentBody | typeof refundBody
  readonly tokens: TokenBook
  readonly payments: SimulatedPayments<Wanted>
}

function ask({ payments, tokens }: Product, id: string): Response {
  const payment = payments.find(id)
  const stand = payment && payments.simulatedStatus(payment)
  if (!payment || stand === 'forgotten' || stand === undefined) return fault(404, 'RESOURCE_NOT_FOUND')
  const wrong = payments.troubled(
    payment,
    () => turnedAtGate(429, 'Rate limit is exceeded. Try again in 5 seconds.'),
    () => {
      tokens.expireAll()
      return turnedAtGate(401, 'The token has expired.')
    },
  )
  return wrong ?? json(200, told(payment, stand))
}

/** Creates a user in the sandbox. Live users are created in MTN's portal. */
async function sandboxUser(users: Map<string, string>, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (request.method === 'POST' && pathname === '/v1_0/apiuser') {
    const id = request.headers.get('x-reference-id') ?? ''
    const { success } = z.object({ providerCallbackHost: z.string().min(1) }).safeParse(parseJson(await request.text()))
    if (!success || !uuid4.test(id)) return json(400, { code: 'INVALID_REQUEST', message: '' })
    if (users.has(id)) return json(409, { code: 'RESOURCE_ALREADY_EXIST', message: '' })
    users.set(id, '')
    return new Response(null, { status: 201 })
  }
  const id = /^\/v1_0\/apiuser\/([^/]+)\/apikey$/u.exec(pathname)?.[1] ?? ''
  if (request.method !== 'POST' || !users.has(id)) return json(404, { code: 'RESOURCE_NOT_FOUND', message: '' })
  const apiKey = randomUUID().replaceAll('-', '')
  users.set(id, apiKey)
  return json(201, { apiKey })
}

function told({ what, act: { name, code }, receipt }: SimulatedPayment<Wanted>, stand: SimulatedStatus) {
  const shown = {
    ...what,
    ...(name === 'wrong-amount' && { amount: String(Number(what.amount) + 1) }),
    ...(name === 'wrong-currency' && { currency: 'XAF' }),
  }
  if (stand === 'waiting') return { ...shown, status: 'PENDING' }
  if (stand === 'approved') return { ...shown, status: 'SUCCESSFUL', financialTransactionId: receipt }
  const reason = (name === 'refuse' ? code : undefined) ?? failures[stand] ?? 'APPROVAL_REJECTED'
  // MTN has been observed to send the reason both as a text and as an object.
  return { ...shown, status: 'FAILED', reason: name === 'expire' ? { code: reason, message: reason } : reason }
}
