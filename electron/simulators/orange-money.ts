import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../shared/json.ts'
import { basicOf, minorOf } from '../payments/http.ts'
import {
  ConnectionDropped,
  json,
  SimulatedPayments,
  SLOW_TOKEN_MS,
  type SimulatedStatus,
  type ProviderSimulator,
  type ProviderSimulatorOptions,
  TokenBook,
} from './provider-simulator.ts'
import { answerPage } from './provider-server.ts'

interface OrangeSimulatorOptions extends ProviderSimulatorOptions {
  readonly clientId: string
  readonly clientSecret: string
  readonly merchantKey: string
  readonly country?: string
  readonly currency?: string
}

const USUAL = { customerDelayMs: 10_000, decideMs: 600_000, lateMs: 120_000 }
const TOKEN_S = 3600

const isOwnAddress = (text: string): boolean => /\/\/(?:localhost|127\.|\[::1\])/u.test(text)
const address = z
  .url({ protocol: /^https?$/u })
  .max(120)
  .refine((text) => !isOwnAddress(text))
const begunBody = z.object({
  merchant_key: z.string(),
  currency: z.string(),
  order_id: z.string().min(1).max(30),
  amount: z.int().positive(),
  return_url: address,
  cancel_url: address,
  notif_url: address,
  lang: z.string().length(2),
  reference: z.string().min(1).max(30),
})
const askedBody = z.object({ order_id: z.string(), amount: z.number(), pay_token: z.string() })

type Order = z.infer<typeof begunBody> & { readonly token: string }

const fault = (status: number, code: number, message: string): Response =>
  json(status, { code, message, description: message })

/** Orange's status words. A payment remains INITIATED until the customer acts, which may be never. */
const words: Readonly<Record<Exclude<SimulatedStatus, 'forgotten'>, string>> = {
  waiting: 'INITIATED',
  approved: 'SUCCESS',
  refused: 'FAILED',
  cancelled: 'FAILED',
  expired: 'EXPIRED',
}

/**
 * Simulator of Orange Money Web Payment, based on **assumptions** that only Orange can confirm. A tester selects the
 * outcome on the payment page.
 */
export class OrangeSimulator implements ProviderSimulator {
  readonly #options: OrangeSimulatorOptions
  readonly #currency: string
  readonly #tokens: TokenBook
  readonly #orders: SimulatedPayments<Order>

  constructor(options: OrangeSimulatorOptions) {
    this.#options = options
    this.#currency = options.currency ?? 'GNF'
    this.#tokens = new TokenBook(options.clock, TOKEN_S * 1000)
    this.#orders = new SimulatedPayments<Order>(options, USUAL)
  }

  readonly expireTokens = (): void => this.#tokens.expireAll()

  readonly handle = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    const shown = /^\/payment\/pay_token\/([0-9a-f]{64})$/u.exec(pathname)?.[1]
    if (shown !== undefined) return this.#show(request, shown)
    if (request.method !== 'POST') return fault(405, 61, 'Method not allowed')
    if (pathname === '/oauth/v3/token') return this.#token(request)
    if (!this.#tokens.isGood(request.headers.get('authorization'))) return fault(401, 41, 'Invalid credentials')
    const base = `/orange-money-webpay/${this.#options.country ?? 'gn'}/v1`
    if (pathname === `${base}/webpayment`) return this.#begin(request)
    if (pathname === `${base}/transactionstatus`) return this.#ask(request)
    return fault(404, 60, 'Resource not found')
  }

  async #token(request: Request): Promise<Response> {
    const { clock, clientId, clientSecret } = this.#options
    if (request.headers.get('authorization') !== basicOf(clientId, clientSecret))
      return json(401, { error: 'invalid_client', error_description: 'The requested service needs credentials' })
    if ((await request.text()) !== 'grant_type=client_credentials') return json(400, { error: 'invalid_request' })
    if (this.#orders.nextAct().name === 'slow-token') await clock.sleep(SLOW_TOKEN_MS)
    return json(200, { token_type: 'Bearer', access_token: this.#tokens.issue(), expires_in: String(TOKEN_S) })
  }

  async #begin(request: Request): Promise<Response> {
    const orders = this.#orders
    const body = begunBody.safeParse(parseJson(await request.text()))
    if (!body.success) return fault(400, 24, 'Invalid body field')
    const order = body.data
    if (order.merchant_key !== this.#options.merchantKey) return fault(403, 50, 'Access denied')
    if (order.currency !== this.#currency) return fault(400, 24, 'Invalid body field')
    if (orders.has(order.order_id)) return fault(400, 1204, 'Order id already used')
    if (orders.nextAct().name === 'fault') return fault(500, Number(orders.turnAway().code ?? 1), 'Internal error')
    const payToken = randomBytes(32).toString('hex')
    const { act } = orders.keep(order.order_id, { ...order, token: payToken })
    if (act.name === 'lose-reply') throw new ConnectionDropped()
    return json(201, {
      status: 201,
      message: 'OK',
      pay_token: payToken,
      payment_url: new URL(`/payment/pay_token/${payToken}`, request.url).href,
      notif_token: randomBytes(16).toString('hex'),
    })
  }

  async #ask(request: Request): Promise<Response> {
    const body = askedBody.safeParse(parseJson(await request.text()))
    const order = body.success ? this.#orders.find(body.data.order_id) : undefined
    const stand = order && this.#orders.simulatedStatus(order)
    const known = body.data && order?.what.token === body.data.pay_token && order.what.amount === body.data.amount
    if (!order || !known || stand === undefined || stand === 'forgotten') return fault(404, 60, 'Resource not found')
    const wrong = this.#orders.troubled(
      order,
      () => fault(429, 53, 'Too many requests'),
      () => {
        this.#tokens.expireAll()
        return fault(401, 42, 'Expired credentials')
      },
    )
    const txnid = stand === 'approved' ? `MP261122.1500.${order.receipt}` : undefined
    return wrong ?? json(201, { status: words[stand], order_id: order.what.order_id, txnid })
  }

  async #show(request: Request, payToken: string): Promise<Response> {
    const orders = this.#orders
    const payment = orders.all().find(({ what }) => what.token === payToken)
    if (!payment) return json(404, { message: 'Not found' })
    const open = orders.simulatedStatus(payment) === 'waiting' && orders.ageMs(payment) < orders.timetable.decideMs
    const currency = this.#currency
    const amount = minorOf(payment.what.amount, currency) ?? 0
    return answerPage(request, { provider: 'Orange Money', amount, currency, open, payment })
  }
}
