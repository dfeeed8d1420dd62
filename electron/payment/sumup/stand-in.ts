import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../../shared/json.ts'
import {
  type Act,
  createMemory,
  HungUp,
  json,
  pageInBetween,
  realEndOf,
  type RealPayment,
  type Remembered,
  type Stand,
  type StandIn,
  type StandInOptions,
  standOf,
} from '../stand-in.ts'

export interface SumupStandInOptions extends StandInOptions {
  readonly apiKey: string
  readonly merchantCode: string
  readonly reader: string
  readonly affiliateApp: string
  readonly affiliateKey: string
  readonly currency: string
  /** One for each refund, in order; once they are used up every refund is made. */
  readonly refundScript?: readonly Act[]
}

export interface SumupStandIn extends StandIn {
  /** Its reader, on or off. */
  turn(on: boolean): void
  payments(): readonly RealPayment[]
}

const USUAL = { thinkMs: 5_000, decideMs: 90_000, lateMs: 120_000 }
/** A reader takes so long to begin; until then nobody knows of the payment. */
const START_MS = 1_500

const checkoutBody = z.object({
  total_amount: z.object({
    value: z.int().positive(),
    currency: z.string().length(3),
    minor_unit: z.int().min(0).max(2),
  }),
  description: z.string().optional(),
  affiliate: z.object({ app_id: z.string(), key: z.string(), foreign_transaction_id: z.string().min(1).max(64) }),
})

const problem = (status: number, name: string): Response =>
  new Response(JSON.stringify({ type: `https://developer.sumup.com/problem/${name}`, title: name, status }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  })
const invalid = (status: number, type: string): Response => json(status, { errors: { type, detail: type } })
const missing = (): Response => json(404, { error_code: 'NOT_FOUND', message: 'Resource not found' })

/**
 * SumUp as a stand-in: one reader of one merchant, its payments, refunds and list, as its OpenAPI document has them. Strict
 * about keys, merchants, readers, affiliates and sums.
 */
export function createSumupStandIn(options: SumupStandInOptions): SumupStandIn {
  const { apiKey, merchantCode, reader: id } = options
  const payments = createKeptCheckouts(options)
  const reader = createKeptReader(options, payments)
  const refunds = createKeptRefunds(options, payments)

  async function answer(request: Request, version: string, path: string): Promise<Response> {
    const { searchParams: query } = new URL(request.url)
    switch (`${request.method} ${version}${path}`) {
      case 'GET v1':
        return json(200, { ...stamps(options), ...merchantOf(options), sandbox: true })
      case `GET v0.1/readers/${id}`:
        return json(200, { ...stamps(options), ...readerOf(id) })
      case `GET v0.1/readers/${id}/status`:
        return reader.status()
      case `POST v0.1/readers/${id}/checkout`:
        return reader.checkout(checkoutBody.safeParse(parseJson(await request.text())))
      case `POST v0.1/readers/${id}/terminate`:
        return reader.terminate()
      case 'GET v2.1/transactions':
        return payments.show(query)
      case 'GET v2.1/transactions/history':
        return refunds.history(query)
    }
    const [, of] = /^\/payments\/([\w-]+)\/refunds$/u.exec(path) ?? []
    return of === undefined ? missing() : refunds.refund(of, parseJson(await request.text()))
  }

  let isKeyGood = true
  return {
    expireTokens: () => void (isKeyGood = false),
    turn: reader.turn,
    payments: () => payments.all().map(payments.real),
    async handle(request) {
      const { pathname } = new URL(request.url)
      if (!isKeyGood || request.headers.get('authorization') !== `Bearer ${apiKey}`) return problem(401, 'unauthorized')
      const [, version = '', merchant, path = ''] = /^\/(v[\d.]+)\/merchants\/([\w.-]+)(\/.*)?$/u.exec(pathname) ?? []
      return merchant === merchantCode ? answer(request, version, path) : problem(404, 'not-found')
    },
  }
}

const stamps = ({ clock }: SumupStandInOptions) => ({
  created_at: clock.now().wallUtc,
  updated_at: clock.now().wallUtc,
})

const merchantOf = ({ merchantCode, currency }: SumupStandInOptions) => ({
  merchant_code: merchantCode,
  country: 'FR',
  default_currency: currency,
  default_locale: 'fr-FR',
})

/** Payments as their acts say. */
function createKeptCheckouts(options: SumupStandInOptions) {
  const { clock } = options
  const memory = createMemory<SumupWanted>(options, USUAL)

  const startMs = Math.min(START_MS, memory.timetable.thinkMs)

  /** Null: it has not begun. `cancelled`: the card is with the bank. */
  function standing(kept: KeptCheckout): Stand | null {
    if (kept.what.isTerminated) return 'refused'
    const age = memory.ageMs(kept)
    return age < startMs ? null : (kept.decided ?? standOf(kept.act, age - startMs, memory.timetable))
  }

  function show(query: URLSearchParams): Response {
    const [ours, theirs] = [query.get('foreign_transaction_id'), query.get('client_transaction_id')]
    const kept = memory.all().find(({ what }) => what.reference === ours || what.clientId === theirs)
    const stand = kept ? standing(kept) : null
    if (!kept || stand === null || stand === 'forgotten') return missing()
    switch (memory.trouble(kept)) {
      case 'busy':
        return problem(429, 'too-many-requests')
      case 'html':
        return pageInBetween()
      case 'expired-token':
        return problem(401, 'unauthorized')
      case null:
        return json(200, transactionOf(kept, stand, options.merchantCode))
    }
  }

  const real = (kept: KeptCheckout): RealPayment => ({
    reference: kept.what.reference,
    amount: takenOf(kept),
    // What has not begun yet still may.
    is: realEndOf(standing(kept) ?? 'waiting'),
  })

  return { ...memory, standing, show, real, nowUtc: () => clock.now().wallUtc }
}

type KeptCheckouts = ReturnType<typeof createKeptCheckouts>

function createKeptReader({ currency, affiliateApp, affiliateKey }: SumupStandInOptions, payments: KeptCheckouts) {
  let isOn = true
  const current = (): KeptCheckout | undefined =>
    payments.all().findLast((kept) => [null, 'waiting', 'cancelled'].includes(payments.standing(kept)))

  function checkout(read: z.ZodSafeParseResult<z.infer<typeof checkoutBody>>): Response {
    if (!read.success) return json(422, { errors: { total_amount: ['is invalid'] } })
    const { total_amount: total, affiliate } = read.data
    if (affiliate.app_id !== affiliateApp || affiliate.key !== affiliateKey) return invalid(400, 'INVALID_AFFILIATE')
    if (total.currency !== currency) return json(422, { errors: { total_amount: ['currency is invalid'] } })
    const { name, code } = payments.nextAct()
    if (name === 'fault') return invalid(400, (payments.turnAway(), code ?? 'INVALID'))
    if (!isOn || name === 'offline') return invalid(422, (payments.turnAway(), 'READER_OFFLINE'))
    if (current() || name === 'occupied') return invalid(422, (payments.turnAway(), 'READER_BUSY'))
    const clientId = randomUUID()
    const what = {
      reference: affiliate.foreign_transaction_id,
      clientId,
      id: randomUUID(),
      at: payments.nowUtc(),
      ...total,
    }
    const kept = payments.keep(clientId, { ...what, isTerminated: false, refunded: 0 })
    if (kept.act.name === 'lose-reply') throw new HungUp()
    return json(201, { data: { client_transaction_id: clientId } })
  }

  /** It says that it was told, and no more; with the bank it hears nothing. */
  function terminate(): Response {
    if (!isOn) return invalid(422, 'READER_OFFLINE')
    const kept = current()
    if (kept && payments.standing(kept) === 'waiting') kept.what.isTerminated = true
    return json(202, {})
  }

  function status(): Response {
    const kept = current()
    const isWaiting = kept !== undefined && payments.standing(kept) === 'waiting'
    const data = { status: isOn ? 'ONLINE' : 'OFFLINE', state: isWaiting ? 'WAITING_FOR_CARD' : 'IDLE' }
    return json(200, { data })
  }

  return { checkout, terminate, status, turn: (on: boolean) => void (isOn = on) }
}

function createKeptRefunds({ refundScript = [], merchantCode }: SumupStandInOptions, payments: KeptCheckouts) {
  const acts = [...refundScript]

  function refund(id: string, body: unknown): Response {
    const kept = payments.all().find(({ what }) => what.id === id)
    if (!kept) return missing()
    const act = acts.shift()
    if (act?.name === 'fault') return json(409, { error_code: act.code ?? 'NOT_ENOUGH_BALANCE', message: '' })
    const { amount } = z.object({ amount: z.number().positive() }).parse(body)
    const { value, minor_unit: unit, refunded } = kept.what
    const back = Math.round(amount * 10 ** unit)
    if (payments.standing(kept) !== 'approved' || refunded + back > value)
      return json(409, { error_code: 'CONFLICT', message: 'not refundable in its current state' })
    kept.what.refunded += back
    if (act?.name === 'lose-reply') throw new HungUp()
    return new Response(null, { status: 204 })
  }

  function history(query: URLSearchParams): Response {
    const [code, from, to] = ['transaction_code', 'oldest_time', 'newest_time'].map((name) => query.get(name))
    const all = payments.all().flatMap((kept) => {
      const stand = payments.standing(kept)
      const isAsked = (from ?? '') <= kept.what.at && kept.what.at < (to ?? '9')
      return stand === null || stand === 'forgotten' || !isAsked ? [] : historyItemOf(kept, stand, merchantCode)
    })
    const asked = all.filter(({ transaction_code: each }) => code === null || each === code)
    const start = Number(query.get('oldest_ref') ?? 0)
    const end = start + Number(query.get('limit') ?? 10)
    query.set('oldest_ref', String(end))
    const links = end < asked.length ? [{ rel: 'next', href: query.toString() }] : []
    return json(200, { items: asked.slice(start, end), links })
  }

  return { refund, history }
}

/** What a checkout asks for, and what has become of it. */
interface SumupWanted {
  readonly reference: string
  readonly clientId: string
  /** Of the transaction. */
  readonly id: string
  readonly at: string
  readonly value: number
  readonly currency: string
  readonly minor_unit: number
  /** The reader was told to give up, and heard it. */
  isTerminated: boolean
  /** Of it, in its own units. */
  refunded: number
}

type KeptCheckout = Remembered<SumupWanted>

const words: Readonly<Record<Exclude<Stand, 'forgotten'>, string>> = {
  waiting: 'PENDING',
  approved: 'SUCCESSFUL',
  refused: 'FAILED',
  // With the bank.
  cancelled: 'PENDING',
  expired: 'FAILED',
}

const codeOf = ({ receipt }: KeptCheckout): string => `T${receipt}`

/** What moved, in the checkout's own units. */
function takenOf({ act: { name }, what: { value } }: KeptCheckout): number {
  if (name === 'wrong-amount') return value + 1
  return name === 'partial' ? Math.max(1, Math.floor(value / 2)) : value
}

function base(kept: KeptCheckout, stand: Exclude<Stand, 'forgotten'>) {
  const { what, act } = kept
  const isBack = what.refunded > 0 && what.refunded === what.value
  return {
    transaction_code: codeOf(kept),
    // Major units, as SumUp writes them.
    amount: takenOf(kept) / 10 ** what.minor_unit,
    currency: act.name === 'wrong-currency' ? 'USD' : what.currency,
    timestamp: what.at,
    status: isBack ? 'REFUNDED' : words[stand],
    payment_type: 'POS',
    installments_count: 1,
  }
}

const transactionOf = (kept: KeptCheckout, stand: Exclude<Stand, 'forgotten'>, merchantCode: string) => ({
  ...base(kept, stand),
  id: kept.what.id,
  merchant_code: merchantCode,
  foreign_transaction_id: kept.what.reference,
  client_transaction_id: kept.what.clientId,
  entry_mode: 'CONTACTLESS',
  ...(stand === 'approved' && {
    auth_code: kept.receipt.slice(0, 6),
    card: { last_4_digits: '3456', type: 'MASTERCARD' },
  }),
})

/** Taken twice, it is there twice. */
function historyItemOf(kept: KeptCheckout, stand: Exclude<Stand, 'forgotten'>, merchantCode: string) {
  const { what, act } = kept
  const item = {
    ...base(kept, stand),
    transaction_id: what.id,
    client_transaction_id: what.clientId,
    merchant_code: merchantCode,
    type: 'PAYMENT',
    refunded_amount: what.refunded / 10 ** what.minor_unit,
  }
  const again = { ...item, transaction_id: `${what.id}-2`, refunded_amount: 0 }
  return act.name === 'duplicate' && stand === 'approved' ? [item, again] : [item]
}

const readerOf = (id: string) => ({
  id,
  name: 'Simulator',
  status: 'paired',
  device: { identifier: 'SIMULATOR', model: 'virtual-solo' },
})
