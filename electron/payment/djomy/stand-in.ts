import { createHmac, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../../shared/json.ts'
import { minorOf } from '../http.ts'
import {
  createMemory,
  createTokenBook,
  html,
  HungUp,
  json,
  pageInBetween,
  type Remembered,
  SLOW_TOKEN_MS,
  type Stand,
  type StandIn,
  type StandInOptions,
} from '../stand-in.ts'
import { answerPage } from '../stand-in-server.ts'

export interface DjomyStandInOptions extends StandInOptions {
  readonly clientId: string
  readonly clientSecret: string
  /** Named in a live contract. */
  readonly partnerDomain?: string
  /** Tells less of links, as Djomy's sandbox does. */
  readonly sandbox?: boolean
}

const USUAL = { thinkMs: 8_000, decideMs: 600_000, lateMs: 120_000 }
const TOKEN_S = 3600
const MOST_ON_A_PAGE = 100

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
  /** Of the payment; a link's own id is its key. */
  readonly transactionId: string
  readonly reference: string
  readonly amount: number
  /** After this a link cannot be paid. */
  readonly lifeMs: number
}

type Kept = Remembered<Wanted>

const words: Readonly<Record<Exclude<Stand, 'forgotten'>, string>> = {
  waiting: 'PENDING',
  approved: 'SUCCESS',
  refused: 'FAILED',
  cancelled: 'CANCELLED',
  expired: 'TIMEOUT',
}

const linkWords: Readonly<Record<Exclude<Stand, 'forgotten'>, string>> = {
  waiting: 'ACTIVE',
  approved: 'PAID',
  // A payment that failed on it is not its end.
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
 * Djomy as a stand-in, **assumed**: nobody outside Djomy can hold it against the real one. Strict about signatures,
 * tokens, domains, bodies and the dates of a search. The page behind a link decides by hand.
 */
export function createDjomyStandIn(options: DjomyStandInOptions): StandIn {
  const { clock, clientId, clientSecret, partnerDomain, sandbox = false } = options
  const apiKey = `${clientId}:${createHmac('sha256', clientSecret).update(clientId).digest('hex')}`
  const tokens = createTokenBook(clock, TOKEN_S * 1000)
  const memory = createMemory<Wanted>(options, USUAL)
  const answers = createAnswers(memory, tokens.expireAll, sandbox)

  async function letIn(): Promise<Response> {
    if (memory.nextAct().name === 'slow-token') await clock.sleep(SLOW_TOKEN_MS)
    return envelope(201, { accessToken: tokens.issue(), tokenType: 'Bearer', expiresIn: TOKEN_S })
  }

  /** Takes up what a request asks for; a Response: it is turned away. */
  function take(id: string, what: Wanted): Response | null {
    if (memory.nextAct().name === 'fault') return refuse(500, memory.turnAway().code ?? 'INTERNAL_ERROR')
    const { act } = memory.keep(id, what)
    if (act.name === 'lose-reply') throw new HungUp()
    return null
  }

  async function push(request: Request): Promise<Response> {
    const body = pushBody.safeParse(parseJson(await request.text()))
    if (!body.success) return invalid(body.error)
    const { merchantPaymentReference: reference, amount } = body.data
    const transactionId = randomUUID()
    const turnedAway = take(transactionId, { kind: 'push', transactionId, reference, amount, lifeMs: Infinity })
    return turnedAway ?? envelope(201, { transactionId, status: 'CREATED', merchantPaymentReference: reference })
  }

  async function link(request: Request): Promise<Response> {
    const body = linkBody.safeParse(parseJson(await request.text()))
    if (!body.success) return invalid(body.error)
    const { merchantReference: reference, amountToPay: amount, expiresAt } = body.data
    const lifeMs = Date.parse(expiresAt) - Date.parse(clock.now().wallUtc)
    if (lifeMs <= 0) return refuse(422, 'EXPIRES_AT_IN_THE_PAST', ['expiresAt'])
    const id = randomUUID()
    const turnedAway = take(id, { kind: 'link', transactionId: randomUUID(), reference, amount, lifeMs })
    const paymentPageUrl = new URL(`/pay/${id}`, request.url).href
    return turnedAway ?? envelope(201, { paymentLinkReference: id, paymentPageUrl, status: 'ACTIVE' })
  }

  return {
    expireTokens: tokens.expireAll,
    async handle(request) {
      const { pathname, searchParams } = new URL(request.url)
      const { method, headers } = request
      const page = /^\/pay\/([\w-]+)$/u.exec(pathname)?.[1]
      if (page !== undefined) return answers.show(request, page)
      if (partnerDomain !== undefined && headers.get('x-partner-domain') !== partnerDomain)
        return html(403, 'Forbidden')
      if (headers.get('x-api-key') !== apiKey) return refuse(401, 'INVALID_API_KEY')
      const route = `${method} ${pathname}`
      if (route === 'POST /v1/auth') return letIn()
      if (!tokens.isGood(headers.get('authorization'))) return refuse(401, 'INVALID_TOKEN')
      if (route === 'POST /v1/payments') return push(request)
      if (route === 'POST /v1/links') return link(request)
      if (route === 'GET /v1/payments') return answers.list(searchParams)
      const [, kind, id = ''] = /^GET \/v1\/(links|payments)\/([\w-]+?)(?:\/status)?$/u.exec(route) ?? []
      if (kind === 'links') return answers.showLink(id)
      return kind === 'payments' ? answers.showPayment(id) : refuse(404, 'NOT_FOUND')
    },
  }
}

type Memory = ReturnType<typeof createMemory<Wanted>>

/** What it tells of what it keeps. */
function createAnswers(memory: Memory, expireTokens: () => void, sandbox: boolean) {
  function standOf(payment: Kept): Stand {
    const stand = memory.standOf(payment)
    const isOpen = stand === 'waiting' || stand === 'refused'
    return isOpen && memory.ageMs(payment) >= payment.what.lifeMs ? 'expired' : stand
  }

  /** What goes wrong before a payment is told; null: nothing. */
  function troubled(payment: Kept): Response | null {
    switch (memory.trouble(payment)) {
      case 'busy':
        return refuse(429, 'TOO_MANY_REQUESTS')
      case 'html':
        return pageInBetween()
      case 'expired-token':
        expireTokens()
        return refuse(401, 'TOKEN_EXPIRED')
      case null:
        return null
    }
  }

  function showLink(id: string): Response {
    const payment = memory.find(id)
    const stand = payment && standOf(payment)
    if (payment?.what.kind !== 'link' || stand === undefined || stand === 'forgotten') return refuse(404, 'NOT_FOUND')
    const wrong = troubled(payment)
    if (wrong) return wrong
    const common = { paymentLinkReference: id, merchantReference: payment.what.reference }
    const isUsed = stand === 'approved' || stand === 'refused'
    if (sandbox) {
      const status = stand === 'waiting' ? 'ENABLED' : linkWords[stand]
      return envelope(200, { ...common, status, numberOfUsage: stand === 'approved' ? 1 : 0 })
    }
    const payments = isUsed ? [{ transactionId: payment.what.transactionId, status: words[stand] }] : []
    return envelope(200, { ...common, status: linkWords[stand], payments })
  }

  function showPayment(id: string): Response {
    const payment = memory.all().find(({ what }) => what.transactionId === id)
    const stand = payment && standOf(payment)
    if (!payment || stand === undefined || stand === 'forgotten') return refuse(404, 'NOT_FOUND')
    return (payment.what.kind === 'push' ? troubled(payment) : null) ?? envelope(200, paymentOf(payment, stand))
  }

  function list(query: URLSearchParams): Response {
    const days = ['startDate', 'endDate'].map((name) => query.get(name) ?? '')
    const [at, size] = [Number(query.get('page') ?? 0), Number(query.get('size') ?? 20)]
    const isFine = days.every((day) => /^\d{4}-\d\d-\d\d$/u.test(day)) && Number.isInteger(at) && at >= 0
    if (!isFine || !(size >= 1 && size <= MOST_ON_A_PAGE)) return refuse(400, 'VALIDATION_ERROR')
    const all = memory.all().flatMap((payment) => {
      const stand = standOf(payment)
      const isThere = payment.what.kind === 'push' || stand === 'approved' || stand === 'refused'
      return isThere && stand !== 'forgotten' ? [paymentOf(payment, stand)] : []
    })
    const content = all.slice(at * size, (at + 1) * size)
    return envelope(200, { content, page: at, size, totalElements: all.length, last: (at + 1) * size >= all.length })
  }

  async function show(request: Request, id: string): Promise<Response> {
    const payment = memory.find(id)
    if (payment?.what.kind !== 'link') return html(404, 'Not found')
    const { amount } = payment.what
    const stand = standOf(payment)
    const open = stand === 'waiting' || stand === 'refused'
    return answerPage(request, {
      provider: 'Djomy',
      amount: minorOf(amount, 'GNF') ?? 0,
      currency: 'GNF',
      open,
      payment,
    })
  }

  return { showLink, showPayment, list, show }
}

const invalid = ({ issues }: z.ZodError): Response =>
  refuse(
    400,
    'VALIDATION_ERROR',
    issues.map(({ path }) => path.join('.')),
  )

function paymentOf({ what, act, receipt }: Kept, stand: Exclude<Stand, 'forgotten'>) {
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
