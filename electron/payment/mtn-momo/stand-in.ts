import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../../shared/json.ts'
import { basicOf } from '../http.ts'
import {
  type Act,
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

export interface MtnStandInOptions extends StandInOptions {
  readonly subscriptionKey: string
  readonly apiUser: string
  readonly apiKey: string
  readonly currency: string
  readonly targetEnvironment?: string
  /** One for each refund, in order; once they are used up every refund is made. */
  readonly refundScript?: readonly Act[]
}

const USUAL = { thinkMs: 5_000, decideMs: 300_000, lateMs: 120_000 }
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

/** The sandbox's own telephones. */
const sandboxActs: Readonly<Record<string, Act>> = {
  '46733123450': { name: 'refuse', code: 'INTERNAL_PROCESSING_ERROR' },
  '46733123451': { name: 'refuse', code: 'APPROVAL_REJECTED' },
  '46733123452': { name: 'refuse', code: 'EXPIRED' },
  '46733123453': { name: 'wait' },
  '46733123454': { name: 'late' },
  '46733123455': { name: 'refuse', code: 'PAYER_NOT_FOUND' },
}

/** A payment is FAILED in more than one way. */
const failures: Readonly<Partial<Record<Stand, string>>> = {
  refused: 'APPROVAL_REJECTED',
  cancelled: 'TRANSACTION_CANCELED',
  expired: 'EXPIRED',
}

/** As the published documents and reports from its sandbox have it (shared facts, section 1). */
const fault = (status: number, code: string): Response => json(status, { code, message: code })
const turnedAtGate = (statusCode: 401 | 403 | 429, message: string): Response =>
  json(statusCode, { statusCode, message })

/**
 * MTN MoMo as a stand-in: Collections v1_0, the refunds of Disbursements, and the sandbox's making of users. Strict about
 * keys, users, tokens, environments, UUIDs, amounts, currencies and duplicates.
 */
export function createMtnStandIn(options: MtnStandInOptions): StandIn {
  const { clock, subscriptionKey, currency, targetEnvironment = 'sandbox' } = options
  const users = new Map([[options.apiUser, options.apiKey]])
  const books = {
    collection: createTokenBook(clock, TOKEN_S * 1000),
    disbursement: createTokenBook(clock, TOKEN_S * 1000),
  }
  const payments = createMemory<Wanted>(options, USUAL)
  const refunds = createMemory<Wanted>({ ...options, script: options.refundScript ?? [] }, USUAL)

  async function token(name: keyof typeof books, request: Request): Promise<Response> {
    if (request.body === null && request.headers.get('content-length') === null) return html(411, 'Length Required')
    const isForm = request.headers.get('content-type')?.includes('form') === true
    if (isForm && (await request.text()) !== '') return html(403, 'Request Rejected')
    const known = [...users].some(([user, key]) => basicOf(user, key) === request.headers.get('authorization'))
    if (!known) return json(401, { error: 'login_failed' })
    if (payments.nextAct().name === 'slow-token') await clock.sleep(SLOW_TOKEN_MS)
    return json(200, { access_token: books[name].issue(), token_type: 'access_token', expires_in: TOKEN_S })
  }

  async function begin(kind: 'collection' | 'disbursement', request: Request): Promise<Response> {
    const memory = kind === 'collection' ? payments : refunds
    const id = request.headers.get('x-reference-id') ?? ''
    if (!uuid4.test(id)) return fault(400, 'INVALID_REFERENCE_ID')
    if (request.headers.has('x-callback-url')) return fault(500, 'INVALID_CALLBACK_URL_HOST')
    if (memory.has(id)) return fault(409, 'RESOURCE_ALREADY_EXIST')
    const body = (kind === 'collection' ? paymentBody : refundBody).safeParse(parseJson(await request.text()))
    if (!body.success) return fault(400, 'INVALID_REQUEST')
    const wanted: Wanted = body.data
    if (wanted.currency !== currency) return fault(500, 'INVALID_CURRENCY')
    if (memory.nextAct().name === 'fault') return fault(500, memory.turnAway().code ?? 'INTERNAL_PROCESSING_ERROR')
    if ('referenceIdToRefund' in wanted && !payments.has(wanted.referenceIdToRefund)) {
      return fault(404, 'RESOURCE_NOT_FOUND')
    }
    const ofSandbox =
      'payer' in wanted && targetEnvironment === 'sandbox' ? sandboxActs[wanted.payer.partyId] : undefined
    const { act } = memory.keep(id, wanted, ofSandbox)
    if (act.name === 'lose-reply') throw new HungUp()
    return new Response(null, { status: 202 })
  }

  function ask(kind: 'collection' | 'disbursement', id: string): Response {
    const memory = kind === 'collection' ? payments : refunds
    const payment = memory.find(id)
    const stand = payment && memory.standOf(payment)
    if (!payment || stand === 'forgotten' || stand === undefined) return fault(404, 'RESOURCE_NOT_FOUND')
    switch (memory.trouble(payment)) {
      case 'busy':
        return turnedAtGate(429, 'Rate limit is exceeded. Try again in 5 seconds.')
      case 'html':
        return pageInBetween()
      case 'expired-token':
        books[kind].expireAll()
        return turnedAtGate(401, 'The token has expired.')
      case null:
        return json(200, told(payment, stand))
    }
  }

  return {
    expireTokens: () => Object.values(books).forEach((book) => book.expireAll()),
    async handle(request) {
      const { pathname } = new URL(request.url)
      const { method, headers } = request
      if (headers.get('ocp-apim-subscription-key') !== subscriptionKey) {
        return turnedAtGate(401, 'Access denied due to invalid subscription key.')
      }
      if (pathname.startsWith('/v1_0/apiuser')) return sandboxUser(users, request)
      const [, name, rest = ''] = /^\/(collection|disbursement)\/(.*)$/u.exec(pathname) ?? []
      if (name !== 'collection' && name !== 'disbursement') return json(404, { statusCode: 404, message: 'Not found' })
      if (method === 'POST' && rest === 'token/') return token(name, request)
      if (!books[name].isGood(headers.get('authorization'))) return turnedAtGate(401, 'Invalid token.')
      if (headers.get('x-target-environment') !== targetEnvironment) {
        return fault(500, 'NOT_ALLOWED_TARGET_ENVIRONMENT')
      }
      const operation = name === 'collection' ? 'v1_0/requesttopay' : 'v1_0/refund'
      if (rest === operation && method === 'POST') return begin(name, request)
      if (rest.startsWith(`${operation}/`) && method === 'GET') return ask(name, rest.slice(operation.length + 1))
      if (rest === 'v1_0/account/balance') return json(200, { availableBalance: '1000000', currency })
      return json(404, { statusCode: 404, message: 'Resource not found' })
    },
  }
}

/** What a sandbox gives to the owner of its key; live users are made in the portal. */
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

function told({ what, act: { name, code }, receipt }: Remembered<Wanted>, stand: Stand) {
  const shown = {
    ...what,
    ...(name === 'wrong-amount' && { amount: String(Number(what.amount) + 1) }),
    ...(name === 'wrong-currency' && { currency: 'XAF' }),
  }
  if (stand === 'waiting') return { ...shown, status: 'PENDING' }
  if (stand === 'approved') return { ...shown, status: 'SUCCESSFUL', financialTransactionId: receipt }
  const reason = (name === 'refuse' ? code : undefined) ?? failures[stand] ?? 'APPROVAL_REJECTED'
  // As a word or as an object: both were seen.
  return { ...shown, status: 'FAILED', reason: name === 'expire' ? { code: reason, message: reason } : reason }
}
