import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../shared/json.ts'
import {
  type Scenario,
  ConnectionDropped,
  json,
  realEndOf,
  type RealPayment,
  type SimulatedPayment,
  SimulatedPayments,
  type SimulatedStatus,
  type ProviderSimulator,
  type ProviderSimulatorOptions,
  simulatedStatus,
} from './provider-simulator.ts'

interface SumupSimulatorOptions extends ProviderSimulatorOptions {
  readonly apiKey: string
  readonly merchantCode: string
  readonly reader: string
  readonly affiliateApp: string
  readonly affiliateKey: string
  readonly currency: string
  readonly refundScript?: readonly Scenario[]
}

const USUAL = { customerDelayMs: 5_000, decideMs: 90_000, lateMs: 120_000 }
/** Delay before the reader starts a payment; until then, the payment is unknown. */
const READER_START_MS = 1_500

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

/** Simulator of one SumUp reader, based on SumUp's OpenAPI document: payments, refunds and the list of payments. */
export class SumupSimulator implements ProviderSimulator {
  readonly #options: SumupSimulatorOptions
  readonly #checkouts: Checkouts
  readonly #refundScript: Scenario[]
  #isKeyGood = true
  #isOn = true

  constructor(options: SumupSimulatorOptions) {
    this.#options = options
    this.#checkouts = new Checkouts(options, USUAL)
    this.#refundScript = [...(options.refundScript ?? [])]
  }

  readonly expireTokens = (): void => {
    this.#isKeyGood = false
  }

  readonly turn = (on: boolean): void => {
    this.#isOn = on
  }

  readonly payments = (): readonly RealPayment[] =>
    this.#checkouts.all().map((checkout) => ({
      reference: checkout.what.reference,
      amount: takenOf(checkout),
      // A payment that has not started can still start.
      is: realEndOf(this.#checkouts.status(checkout) ?? 'waiting'),
    }))

  readonly handle = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    const { apiKey, merchantCode } = this.#options
    const isAllowed = this.#isKeyGood && request.headers.get('authorization') === `Bearer ${apiKey}`
    if (!isAllowed) return problem(401, 'unauthorized')
    const [, version = '', merchant, path = ''] = /^\/(v[\d.]+)\/merchants\/([\w.-]+)(\/.*)?$/u.exec(pathname) ?? []
    return merchant === merchantCode ? this.#answer(request, version, path) : problem(404, 'not-found')
  }

  async #answer(request: Request, version: string, path: string): Promise<Response> {
    const { searchParams: query } = new URL(request.url)
    const { reader: id, clock } = this.#options
    const stamps = { created_at: clock.now().wallUtc, updated_at: clock.now().wallUtc }
    switch (`${request.method} ${version}${path}`) {
      case 'GET v1':
        return json(200, { ...stamps, ...merchantOf(this.#options), sandbox: true })
      case `GET v0.1/readers/${id}`:
        return json(200, { ...stamps, ...readerOf(id) })
      case `GET v0.1/readers/${id}/status`:
        return this.#readerStatus()
      case `POST v0.1/readers/${id}/checkout`:
        return this.#checkout(checkoutBody.safeParse(parseJson(await request.text())))
      case `POST v0.1/readers/${id}/terminate`:
        return this.#terminate()
      case 'GET v2.1/transactions':
        return this.#show(query)
      case 'GET v2.1/transactions/history':
        return this.#history(query)
    }
    const [, of] = /^\/payments\/([\w-]+)\/refunds$/u.exec(path) ?? []
    return of === undefined ? missing() : this.#refund(of, parseJson(await request.text()))
  }

  #checkout(read: z.ZodSafeParseResult<z.infer<typeof checkoutBody>>): Response {
    const checkouts = this.#checkouts
    const { currency, affiliateApp, affiliateKey } = this.#options
    if (!read.success) return json(422, { errors: { total_amount: ['is invalid'] } })
    const { total_amount: total, affiliate } = read.data
    if (affiliate.app_id !== affiliateApp || affiliate.key !== affiliateKey) return invalid(400, 'INVALID_AFFILIATE')
    if (total.currency !== currency) return json(422, { errors: { total_amount: ['currency is invalid'] } })
    const { name, code } = checkouts.nextAct()
    if (name === 'fault') return invalid(400, (checkouts.turnAway(), code ?? 'INVALID'))
    if (!this.#isOn || name === 'offline') return invalid(422, (checkouts.turnAway(), 'READER_OFFLINE'))
    if (checkouts.current() || name === 'occupied') return invalid(422, (checkouts.turnAway(), 'READER_BUSY'))
    const clientId = randomUUID()
    const { act } = checkouts.keep(clientId, {
      reference: affiliate.foreign_transaction_id,
      clientId,
      id: randomUUID(),
      at: checkouts.clock.now().wallUtc,
      ...total,
      isTerminated: false,
      refunded: 0,
    })
    if (act.name === 'lose-reply') throw new ConnectionDropped()
    return json(201, { data: { client_transaction_id: clientId } })
  }

  /** Accepts every request to stop while the reader is on. The request has no effect while the bank decides. */
  #terminate(): Response {
    if (!this.#isOn) return invalid(422, 'READER_OFFLINE')
    const current = this.#checkouts.current()
    if (current && this.#checkouts.status(current) === 'waiting') current.what.isTerminated = true
    return json(202, {})
  }

  #readerStatus(): Response {
    const current = this.#checkouts.current()
    const isWaiting = current !== undefined && this.#checkouts.status(current) === 'waiting'
    const data = { status: this.#isOn ? 'ONLINE' : 'OFFLINE', state: isWaiting ? 'WAITING_FOR_CARD' : 'IDLE' }
    return json(200, { data })
  }

  #show(query: URLSearchParams): Response {
    const checkouts = this.#checkouts
    const [ours, theirs] = [query.get('foreign_transaction_id'), query.get('client_transaction_id')]
    const checkout = checkouts.all().find(({ what }) => what.reference === ours || what.clientId === theirs)
    const status = checkout ? checkouts.status(checkout) : null
    if (!checkout || status === null || status === 'forgotten') return missing()
    const wrong = checkouts.troubled(
      checkout,
      () => problem(429, 'too-many-requests'),
      () => problem(401, 'unauthorized'),
    )
    return wrong ?? json(200, transactionOf(checkout, status, this.#options.merchantCode))
  }

  #refund(id: string, body: unknown): Response {
    const checkout = this.#checkouts.all().find(({ what }) => what.id === id)
    if (!checkout) return missing()
    const act = this.#refundScript.shift()
    if (act?.name === 'fault') return json(409, { error_code: act.code ?? 'NOT_ENOUGH_BALANCE', message: '' })
    const { amount } = z.object({ amount: z.number().positive() }).parse(body)
    const { value, minor_unit: unit, refunded } = checkout.what
    const back = Math.round(amount * 10 ** unit)
    if (this.#checkouts.status(checkout) !== 'approved' || refunded + back > value)
      return json(409, { error_code: 'CONFLICT', message: 'not refundable in its current state' })
    checkout.what.refunded += back
    if (act?.name === 'lose-reply') throw new ConnectionDropped()
    return new Response(null, { status: 204 })
  }

  #history(query: URLSearchParams): Response {
    const [code, from, to] = ['transaction_code', 'oldest_time', 'newest_time'].map((name) => query.get(name))
    const all = this.#checkouts.all().flatMap((checkout) => {
      const status = this.#checkouts.status(checkout)
      const isAsked = (from ?? '') <= checkout.what.at && checkout.what.at < (to ?? '9')
      return status === null || status === 'forgotten' || !isAsked
        ? []
        : historyItemOf(checkout, status, this.#options.merchantCode)
    })
    const asked = all.filter(({ transaction_code: each }) => code === null || each === code)
    const start = Number(query.get('oldest_ref') ?? 0)
    const end = start + Number(query.get('limit') ?? 10)
    query.set('oldest_ref', String(end))
    const links = end < asked.length ? [{ rel: 'next', href: query.toString() }] : []
    return json(200, { items: asked.slice(start, end), links })
  }
}

const merchantOf = ({ merchantCode, currency }: SumupSimulatorOptions) => ({
  merchant_code: merchantCode,
  country: 'FR',
  default_currency: currency,
  default_locale: 'fr-FR',
})

class Checkouts extends SimulatedPayments<SumupWanted> {
  /** Returns the status of a payment; null before its start. `cancelled` means that the bank is deciding. */
  status(checkout: KeptCheckout): SimulatedStatus | null {
    if (checkout.what.isTerminated) return 'refused'
    const startMs = Math.min(READER_START_MS, this.timetable.customerDelayMs)
    const age = this.ageMs(checkout)
    return age < startMs ? null : (checkout.decided ?? simulatedStatus(checkout.act, age - startMs, this.timetable))
  }

  current(): KeptCheckout | undefined {
    return this.all().findLast((checkout) => [null, 'waiting', 'cancelled'].includes(this.status(checkout)))
  }
}

interface SumupWanted {
  readonly reference: string
  readonly clientId: string
  readonly id: string
  readonly at: string
  readonly value: number
  readonly currency: string
  readonly minor_unit: number
  isTerminated: boolean
  /** Amount refunded, in the checkout's units. */
  refunded: number
}

type KeptCheckout = SimulatedPayment<SumupWanted>

const words: Readonly<Record<Exclude<SimulatedStatus, 'forgotten'>, string>> = {
  waiting: 'PENDING',
  approved: 'SUCCESSFUL',
  refused: 'FAILED',
  // A payment on which the bank is deciding is still pending.
  cancelled: 'PENDING',
  expired: 'FAILED',
}

const codeOf = ({ receipt }: KeptCheckout): string => `T${receipt}`

/** Amount that was taken, in the checkout's units. */
function takenOf({ act: { name }, what: { value } }: KeptCheckout): number {
  if (name === 'wrong-amount') return value + 1
  return name === 'partial' ? Math.max(1, Math.floor(value / 2)) : value
}

function base(kept: KeptCheckout, stand: Exclude<SimulatedStatus, 'forgotten'>) {
  const { what, act } = kept
  const isBack = what.refunded > 0 && what.refunded === what.value
  return {
    transaction_code: codeOf(kept),
    // Amount in major units.
    amount: takenOf(kept) / 10 ** what.minor_unit,
    currency: act.name === 'wrong-currency' ? 'USD' : what.currency,
    timestamp: what.at,
    status: isBack ? 'REFUNDED' : words[stand],
    payment_type: 'POS',
    installments_count: 1,
  }
}

const transactionOf = (kept: KeptCheckout, stand: Exclude<SimulatedStatus, 'forgotten'>, merchantCode: string) => ({
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

function historyItemOf(kept: KeptCheckout, stand: Exclude<SimulatedStatus, 'forgotten'>, merchantCode: string) {
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
