import { createHmac, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../shared/json.ts'
import { minorOf } from '../payments/http.ts'
import {
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
import { answerPage } from './provider-server.ts'

export interface DjomySimulatorOptions extends ProviderSimulatorOptions {
  readonly clientId: string
  readonly clientSecret: string
  readonly partnerDomain?: string
  /** Whether to omit the payments of links from replies, as Djomy's sandbox does. */
  readonly sandbox?: boolean
}

const USUAL = { customerDelayMs: 8_000, decideMs: 600_000, lateMs: 120_000 }
const TOKEN_S = 3600
const MAX_PAGE_SIZE = 100

const shared = { countryCode: z.literal('GN'), description: z.string().max(255).optional() }
const page = z.url({ protocol: /^https$/u }).optional()
const pushBody = z.object({
  ...shared,
  paymentMethod: z.enum(['OM', 'MOMO', 'KULU', 'SOUTRA_MONEY', 'PAYCARD', 'YMO']),
  payerIdentifier: z.string().regex(/^00224\d{9}$/u),
  amount: z.number().positive(),
  merchantPaymentReference: z.string().min(1).max(255),
  returnUrl: page,
  cancelUrl: page,
})
const linkBody = z.object({
  ...shared,
  amountToPay: z.number().positive(),
  linkName: z.string().min(1).max(255),
  merchantReference: z.string().min(1).max(255),
  usageType: z.literal('UNIQUE'),
  expiresAt: z.iso.datetime(),
  allowedPaymentMethods: z.array(z.string()).min(1).optional(),
  returnUrl: page,
  cancelUrl: page,
})

interface Wanted {
  readonly kind: 'push' | 'link'
  /** Id of the payment, not of the link. */
  readonly transactionId: string
  readonly reference: string
  readonly amount: number
  readonly lifeMs: number
}

type Kept = SimulatedPayment<Wanted>

const words: Readonly<Record<Exclude<SimulatedStatus, 'forgotten'>, string>> = {
  waiting: 'PENDING',
  approved: 'SUCCESS',
  refused: 'FAILED',
  cancelled: 'CANCELLED',
  expired: 'TIMEOUT',
}

const linkWords: Readonly<Record<Exclude<SimulatedStatus, 'forgotten'>, string>> = {
  waiting: 'ACTIVE',
  approved: 'PAID',
  // After a failed payment, the customer can still pay with the same link.
  refused: 'ACTIVE',
  cancelled: 'REVOKED',
  expired: 'EXPIRED',
}

const envelope = (status: number, data: unknown, code?: string, fieldsErrors?: unknown): Response =>
  json(status, {
    success: code === undefined,
    message: code ?? 'OK',
    data: code === undefined ? data : null,
    error: code === undefined ? null : { code, message: code, details: null, fieldsErrors: fieldsErrors ?? null },
    timestamp: null,
    status,
  })

const refuse = (status: number, code: string, fieldsErrors?: unknown): Response =>
  envelope(status, null, code, fieldsErrors)

/**
 * Simulator of Djomy, based on **assumptions** that only Djomy can confirm. A tester selects the outcome of a link on
 * its payment page.
 */
export class DjomySimulator implements ProviderSimulator {
  readonly #options: DjomySimulatorOptions
  readonly #apiKey: string
  readonly #tokens: TokenBook
  readonly #payments: SimulatedPayments<Wanted>

  constructor(options: DjomySimulatorOptions) {
    const { clock, clientId, clientSecret } = options
    this.#options = options
    this.#apiKey = `${clientId}:${createHmac('sha256', clientSecret).update(clientId).digest('hex')}`
    this.#tokens = new TokenBook(clock, TOKEN_S * 1000)
    this.#payments = new SimulatedPayments<Wanted>(options, USUAL)
  }

  readonly expireTokens = (): void => this.#tokens.expireAll()

  readonly handle = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    const { method, headers } = request
    const { partnerDomain } = this.#options
    const page = /^\/pay\/([\w-]+)$/u.exec(pathname)?.[1]
    if (page !== undefined) return this.#show(request, page)
    if (partnerDomain !== undefined && headers.get('x-partner-domain') !== partnerDomain) return html(403, 'Forbidden')
    if (headers.get('x-api-key') !== this.#apiKey) return refuse(401, 'INVALID_API_KEY')
    const route = `${method} ${pathname}`
    if (route === 'POST /v1/auth') return this.#token()
    if (!this.#tokens.isGood(headers.get('authorization'))) return refuse(401, 'INVALID_TOKEN')
    if (route === 'POST /v1/payments') return this.#push(request)
    if (route === 'POST /v1/links') return this.#link(request)
    if (route === 'GET /v1/payments') return this.#list(searchParams)
    const [, kind, id = ''] = /^GET \/v1\/(links|payments)\/([\w-]+?)(?:\/status)?$/u.exec(route) ?? []
    if (kind === 'links') return this.#showLink(id)
    return kind === 'payments' ? this.#showPayment(id) : refuse(404, 'NOT_FOUND')
  }

  async #token(): Promise<Response> {
    if (this.#payments.nextAct().name === 'slow-token') await this.#options.clock.sleep(SLOW_TOKEN_MS)
    return envelope(201, { accessToken: this.#tokens.issue(), tokenType: 'Bearer', expiresIn: TOKEN_S })
  }

  #take(id: string, what: Wanted): Response | null {
    const payments = this.#payments
    if (payments.nextAct().name === 'fault') return refuse(500, payments.turnAway().code ?? 'INTERNAL_ERROR')
    const { act } = payments.keep(id, what)
    if (act.name === 'lose-reply') throw new ConnectionDropped()
    return null
  }

  async #push(request: Request): Promise<Response> {
    const body = pushBody.safeParse(parseJson(await request.text()))
    if (!body.success) return invalid(body.error)
    const { merchantPaymentReference: reference, amount } = body.data
    const transactionId = randomUUID()
    const rejected = this.#take(transactionId, { kind: 'push', transactionId, reference, amount, lifeMs: Infinity })
    return rejected ?? envelope(201, { transactionId, status: 'CREATED', merchantPaymentReference: reference })
  }

  async #link(request: Request): Promise<Response> {
    const body = linkBody.safeParse(parseJson(await request.text()))
    if (!body.success) return invalid(body.error)
    const { merchantReference: reference, amountToPay: amount, expiresAt } = body.data
    const lifeMs = Date.parse(expiresAt) - Date.parse(this.#options.clock.now().wallUtc)
    if (lifeMs <= 0) return refuse(422, 'EXPIRES_AT_IN_THE_PAST', ['expiresAt'])
    const id = randomUUID()
    const rejected = this.#take(id, { kind: 'link', transactionId: randomUUID(), reference, amount, lifeMs })
    const paymentPageUrl = new URL(`/pay/${id}`, request.url).href
    return rejected ?? envelope(201, { paymentLinkReference: id, paymentPageUrl, status: 'ACTIVE' })
  }

  #simulatedStatus(payment: Kept): SimulatedStatus {
    const stand = this.#payments.simulatedStatus(payment)
    const isOpen = stand === 'waiting' || stand === 'refused'
    return isOpen && this.#payments.ageMs(payment) >= payment.what.lifeMs ? 'expired' : stand
  }

  #troubled(payment: Kept): Response | null {
    return this.#payments.troubled(
      payment,
      () => refuse(429, 'TOO_MANY_REQUESTS'),
      () => {
        this.#tokens.expireAll()
        return refuse(401, 'TOKEN_EXPIRED')
      },
    )
  }

  #showLink(id: string): Response {
    const payment = this.#payments.find(id)
    const stand = payment && this.#simulatedStatus(payment)
    if (payment?.what.kind !== 'link' || stand === undefined || stand === 'forgotten') return refuse(404, 'NOT_FOUND')
    const wrong = this.#troubled(payment)
    if (wrong) return wrong
    const { reference, transactionId } = payment.what
    const common = { paymentLinkReference: id, merchantReference: reference }
    if (this.#options.sandbox) {
      const status = stand === 'waiting' ? 'ENABLED' : linkWords[stand]
      return envelope(200, { ...common, status, numberOfUsage: stand === 'approved' ? 1 : 0 })
    }
    const isUsed = stand === 'approved' || stand === 'refused'
    return envelope(200, {
      ...common,
      status: linkWords[stand],
      payments: isUsed ? [{ transactionId, status: words[stand] }] : [],
    })
  }

  #showPayment(id: string): Response {
    const payment = this.#payments.all().find(({ what }) => what.transactionId === id)
    const stand = payment && this.#simulatedStatus(payment)
    if (!payment || stand === undefined || stand === 'forgotten') return refuse(404, 'NOT_FOUND')
    const wrong = payment.what.kind === 'push' ? this.#troubled(payment) : null
    return wrong ?? envelope(200, paymentOf(payment, stand))
  }

  #list(query: URLSearchParams): Response {
    const days = ['startDate', 'endDate'].map((name) => query.get(name) ?? '')
    const [at, size] = [Number(query.get('page') ?? 0), Number(query.get('size') ?? 20)]
    const isFine = days.every((day) => /^\d{4}-\d\d-\d\d$/u.test(day)) && Number.isInteger(at) && at >= 0
    if (!isFine || !(size >= 1 && size <= MAX_PAGE_SIZE)) return refuse(400, 'VALIDATION_ERROR')
    const all = this.#payments.all().flatMap((payment) => {
      const stand = this.#simulatedStatus(payment)
      const isThere = payment.what.kind === 'push' || stand === 'approved' || stand === 'refused'
      return isThere && stand !== 'forgotten' ? [paymentOf(payment, stand)] : []
    })
    const content = all.slice(at * size, (at + 1) * size)
    return envelope(200, { content, page: at, size, totalElements: all.length, last: (at + 1) * size >= all.length })
  }

  async #show(request: Request, id: string): Promise<Response> {
    const payment = this.#payments.find(id)
    if (payment?.what.kind !== 'link') return html(404, 'Not found')
    const stand = this.#simulatedStatus(payment)
    const open = stand === 'waiting' || stand === 'refused'
    const amount = minorOf(payment.what.amount, 'GNF') ?? 0
    return answerPage(request, { provider: 'Djomy', amount, currency: 'GNF', open, payment })
  }
}

const invalid = ({ issues }: z.ZodError): Response =>
  refuse(
    400,
    'VALIDATION_ERROR',
    issues.map(({ path }) => path.join('../payments/djomy')),
  )

function paymentOf({ what, act, receipt }: Kept, stand: Exclude<SimulatedStatus, 'forgotten'>) {
  const paid = act.name === 'wrong-amount' ? what.amount + 1 : what.amount
  return {
    transactionId: what.transactionId,
    merchantPaymentReference: what.reference,
    status: words[stand],
    paidAmount: stand === 'approved' ? paid : 0,
    receivedAmount: stand === 'approved' ? paid : 0,
    fees: 0,
    paymentMethod: 'OM',
    ...(act.name === 'wrong-currency' && { currency: 'XOF' }),
    ...(stand === 'approved' && { providerReference: `PP${receipt}` }),
  }
}
