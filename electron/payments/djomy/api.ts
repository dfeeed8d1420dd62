import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { ExaminationFinding } from '../../../shared/domain/money/examination.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'
import type { ProviderLine } from '../../../shared/domain/money/settlement.ts'
import { parseJson } from '../../../shared/json.ts'
import type { PaymentRef, TenderDriver, TenderOutcome, TenderRequest } from '../../kiosk/ports/devices.ts'
import {
  type Access,
  type AccessToken,
  AccessTokens,
  exchange,
  findingOfReply,
  HttpDriver,
  isApproval,
  jsonCall,
  type Line,
  LIST_MS,
  minorOf,
  readPages,
  type Rejection,
  type Reply,
} from '../http.ts'
import type { DjomyLinkSettings, DjomyPushSettings } from './settings.ts'

const CALL_MS = 30_000
const PAGE_SIZE = 100
const MAX_SEARCH_PAGES = 20
const DAY_MS = 86_400_000

type OutcomeOf = (payment: DjomyPayment, id: string) => TenderOutcome

export abstract class DjomyDriver<Settings extends DjomyPushSettings | DjomyLinkSettings> extends HttpDriver {
  protected readonly settings: Settings
  protected readonly api: DjomyApi

  constructor(line: Line, settings: Settings) {
    super(line, settings.baseUrl, CALL_MS)
    this.settings = settings
    this.api = new DjomyApi(line, settings, settings.baseUrl)
  }

  protected takes({ currency }: TenderRequest): boolean {
    return currency === this.settings.currency
  }

  protected apiAt(host: string): DjomyApi {
    return host === this.host ? this.api : new DjomyApi(this.line, this.settings, host)
  }

  protected enter(signal: AbortSignal): Promise<Access> {
    return this.api.tokens.examine(signal)
  }

  /** Reads a list of payments. The currency is not checked, because the list may be empty. */
  protected override async contract(signal: AbortSignal): Promise<readonly ExaminationFinding[]> {
    const reply = await this.api.get(`payments?${this.api.recentDays(0)}`, signal)
    const isFine = (): boolean => readData(reply, paymentList) !== null
    return [findingOfReply('contract', reply, isFine, (body) => refusalIn(body)?.code)]
  }

  protected notBegun(reply: Reply, reference: string): TenderOutcome {
    const code = reply.answered ? refusalIn(reply.body)?.code : undefined
    return this.rejected(reply, rejectionOf(reply), 'payment.rejected', { reference, code })
  }

  readonly list: NonNullable<TenderDriver['list']> = ({ from, to }, stopping) =>
    this.call((signal) => this.api.list(from, to, this.settings.currency, signal), stopping, LIST_MS)
}

export class DjomyApi {
  readonly tokens: AccessTokens
  readonly #line: Line
  readonly #base: string
  readonly #headers: Readonly<Record<string, string>>

  constructor(line: Line, settings: DjomyPushSettings | DjomyLinkSettings, host: string) {
    const { clientId, clientSecret, partnerDomain } = settings
    const signature = createHmac('sha256', clientSecret).update(clientId).digest('hex')
    this.#line = line
    this.#base = `${host}/v1`
    this.#headers = {
      accept: 'application/json',
      'x-api-key': `${clientId}:${signature}`,
      ...(partnerDomain !== undefined && { 'x-partner-domain': partnerDomain }),
    }
    const call = jsonCall(`${this.#base}/auth`, this.#headers, {})
    this.tokens = new AccessTokens(line, 'djomy', (signal) => exchange(line, call, signal), readToken)
  }

  get(path: string, signal: AbortSignal): Promise<Reply> {
    return this.tokens.send((token) => this.#send(path, token, signal), signal)
  }

  /** Sends the request only once, because Djomy does not document the effect of a repeated request. */
  post(path: string, body: object, signal: AbortSignal): Promise<Reply> {
    return this.tokens.send((token) => this.#send(path, token, signal, body), signal, 1)
  }

  #send(path: string, token: string, signal: AbortSignal, body?: object): Promise<Reply> {
    const headers = { ...this.#headers, authorization: `Bearer ${token}` }
    return exchange(this.#line, jsonCall(`${this.#base}/${path}`, headers, body), signal)
  }

  /** Returns the query for recent payments, over several days because clocks and time zones differ. */
  recentDays(page: number): string {
    const now = Date.parse(this.#line.clock.now().wallUtc)
    const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
    return pageOf(day(now - 2 * DAY_MS), day(now + DAY_MS), page)
  }

  async payment(id: string, reference: string, signal: AbortSignal): Promise<DjomyPayment | null> {
    const told = readData(await this.get(`payments/${encodeURIComponent(id)}/status`, signal), paymentStatus)
    const isOurs =
      told && (told.transactionId ?? id) === id && (told.merchantPaymentReference ?? reference) === reference
    return isOurs ? told : null
  }

  async outcomeOf(id: string, reference: string, outcomeOf: OutcomeOf, signal: AbortSignal): Promise<TenderOutcome> {
    const told = await this.payment(id, reference, signal)
    return told === null ? { outcome: 'unknown' } : outcomeOf(told, id)
  }

  /** Returns the outcome of a payment with an unknown id, or null if the payment is not in the list. */
  async find({ reference }: PaymentRef, outcomeOf: OutcomeOf, signal: AbortSignal): Promise<TenderOutcome | null> {
    const known = await this.#search(reference, signal)
    if (known === null) return { outcome: 'unknown' }
    const paid = known.filter(({ status }) => standingOf(status) === 'paid')
    if (paid.length > 0) return this.sumOf(paid, reference, outcomeOf, signal)
    const last = known.find(({ status }) => standingOf(status) === 'waiting') ?? known.at(-1)
    return last ? this.outcomeOf(last.transactionId, reference, outcomeOf, signal) : null
  }

  /**
   * Adds up all approved payments with the same reference, so that the sale detects a total that differs from its
   * amount.
   */
  async sumOf(
    paid: readonly { readonly transactionId: string }[],
    reference: string,
    outcomeOf: OutcomeOf,
    signal: AbortSignal,
  ): Promise<TenderOutcome> {
    const outcomes = await Promise.all(
      paid.map(({ transactionId: id }) => this.outcomeOf(id, reference, outcomeOf, signal)),
    )
    const approved = outcomes.filter((each) => each.outcome === 'approved')
    const [first] = approved
    if (!first || approved.length < outcomes.length) return { outcome: 'unknown' }
    return { ...first, amount: approved.reduce<Minor>((sum, { amount = 0 }) => sum + amount, 0) }
  }

  /**
   * Returns the payments with our reference. Null if a page is unreadable, or if the page limit is reached without a
   * match.
   */
  async #search(reference: string, signal: AbortSignal): Promise<readonly ListedPayment[] | null> {
    const found: ListedPayment[] = []
    for (let page = 0; page < MAX_SEARCH_PAGES; page++) {
      const list = readData(await this.get(`payments?${this.recentDays(page)}`, signal), paymentList)
      if (list === null) return null
      found.push(...list.items.filter(({ merchantPaymentReference: theirs }) => theirs === reference))
      if (list.isLast) return found
    }
    return found.length > 0 ? found : null
  }

  /** Returns every payment of the given days, or null if the list is incomplete. */
  async list(from: string, to: string, currency: string, signal: AbortSignal): Promise<readonly ProviderLine[] | null> {
    const listed = await readPages<ListedPayment>(async (page = '0') => {
      const read = readData(await this.get(`payments?${pageOf(from, to, Number(page))}`, signal), paymentList)
      return read && { items: read.items, next: read.isLast ? undefined : String(Number(page) + 1) }
    })
    if (listed === null) return null
    const lines: ProviderLine[] = []
    for (const each of listed) lines.push({ ...(await this.#lineOf(each, currency, signal)), line: lines.length + 1 })
    return lines
  }

  async #lineOf(listed: ListedPayment, usual: string, signal: AbortSignal): Promise<Omit<ProviderLine, 'line'>> {
    const { transactionId: id, merchantPaymentReference: ours, status, fees, createdAt } = listed
    const standing = status === 'REFUNDED' ? 'refunded' : settled[standingOf(status)]
    const hasMoney = standing === 'paid' || standing === 'refunded'
    const told = hasMoney && (listed.paidAmount ?? null) === null ? await this.payment(id, ours ?? '', signal) : listed
    const currency = told?.currency ?? usual
    const written = told?.paidAmount ?? null
    const amount = hasMoney && written !== null ? minorOf(written, currency) : null
    return {
      names: [ours ?? '', id, told?.providerReference ?? ''].filter((name) => name !== ''),
      at: createdAt ?? '',
      status,
      amount,
      currency,
      standing: hasMoney && amount === null ? 'unclear' : standing,
      fee: fees === undefined || fees === null ? null : minorOf(fees, currency),
    }
  }
}

const pageOf = (startDate: string, endDate: string, page: number): string =>
  new URLSearchParams({ startDate, endDate, page: String(page), size: String(PAGE_SIZE) }).toString()

/** Returns the approval of a paid payment, without a currency if Djomy omitted it. */
export function approvalOf(payment: DjomyPayment, id: string, { currency: asked }: PaymentRef): TenderOutcome {
  const { paidAmount, currency, providerReference } = payment
  const amount = paidAmount === undefined || paidAmount === null ? null : minorOf(paidAmount, currency ?? asked)
  if (amount === null) return { outcome: 'unknown' }
  const approval = providerReference && isApproval(providerReference) ? providerReference : id
  return { outcome: 'approved', approval, amount, ...(currency && { currency }) }
}

const done = z.object({ success: z.literal(true), data: z.unknown() })
const refused = z.object({
  success: z.literal(false),
  error: z
    .object({ code: z.union([z.string(), z.number()]).transform(String).optional().catch(undefined) })
    .loose()
    .nullish()
    .catch(undefined),
})

export function readData<T>(reply: Reply, reading: z.ZodType<T>): T | null {
  if (!reply.answered || (reply.status !== 200 && reply.status !== 201)) return null
  return readEnvelope(reply.body, reading)
}

function readEnvelope<T>(body: string, reading: z.ZodType<T>): T | null {
  const envelope = done.safeParse(parseJson(body))
  const data = envelope.success ? reading.safeParse(envelope.data.data) : null
  return data?.success ? data.data : null
}

function refusalIn(body: string): { readonly code: string | undefined } | null {
  const read = refused.safeParse(parseJson(body))
  return read.success ? { code: read.data.error?.code } : null
}

function rejectionOf(reply: Reply): Rejection {
  if (!reply.answered || refusalIn(reply.body) === null) return 'unknown'
  const { status, body } = reply
  if (status === 401 || status === 403 || status === 429) return 'unavailable'
  if (status !== 400 && status !== 422) return 'unknown'
  return body.includes('payerIdentifier') ? 'unknown-payer' : 'not-set-up'
}

const tokenReading = z.object({
  accessToken: z.string().regex(/^[\x21-\x7e]{1,8192}$/u),
  expiresIn: z.number().positive().catch(300),
})

function readToken(body: string): AccessToken | null {
  const read = readEnvelope(body, tokenReading)
  return read && { token: read.accessToken, lifeMs: read.expiresIn * 1000 }
}

const id = z.string().regex(/^[\w-]{1,100}$/u)
const other = <T>(schema: z.ZodType<T>) => schema.nullish().catch(undefined)

export const pushBegun = z.object({ transactionId: id })

export const linkBegun = z.object({
  paymentLinkReference: id,
  paymentPageUrl: z
    .string()
    .max(1000)
    .refine((text) => URL.canParse(text)),
})

const paymentMembers = {
  transactionId: z.string().nullish(),
  merchantPaymentReference: z.string().nullish(),
  status: z.string().transform((text) => text.toUpperCase()),
  paidAmount: other(z.union([z.number(), z.string()])),
  currency: other(z.string().regex(/^[A-Z]{3}$/u)),
  providerReference: other(z.string()),
}

const paymentStatus = z.object(paymentMembers)
export type DjomyPayment = z.infer<typeof paymentStatus>

export const linkStatus = z.object({
  paymentLinkReference: z.string().nullish(),
  merchantReference: z.string().nullish(),
  status: z.string().transform((text) => text.toUpperCase()),
  /** Djomy's sandbox omits the list of payments, and reports only how often the link was used. */
  payments: z.array(z.object({ transactionId: id, status: paymentMembers.status })).optional(),
  numberOfUsage: z.number().optional().catch(undefined),
})

const listed = z.object({
  ...paymentMembers,
  transactionId: id,
  fees: other(z.union([z.number(), z.string()])),
  createdAt: other(z.string().max(40)),
})
type ListedPayment = z.infer<typeof listed>

const paymentList = z.union([
  z.array(listed).transform((items) => ({ items, isLast: items.length < PAGE_SIZE })),
  z
    .object({ content: z.array(listed), last: other(z.boolean()) })
    .transform(({ content: items, last }) => ({ items, isLast: last ?? items.length < PAGE_SIZE })),
])

type PaymentStatus = 'waiting' | 'paid' | 'failed' | 'cancelled' | 'timed-out' | 'unclear'

const standings = new Map<string, PaymentStatus>([
  ...['CREATED', 'PENDING', 'INITIATED', 'PROCESSING', 'REDIRECTED', 'OTP_REQUIRED', 'WAITING_OTP'].map(
    (word) => [word, 'waiting'] as const,
  ),
  ['SUCCESS', 'paid'],
  ['FAILED', 'failed'],
  ['CANCELLED', 'cancelled'],
  ['TIMEOUT', 'timed-out'],
  ['EXPIRED', 'timed-out'],
])

export const standingOf = (status: string): PaymentStatus => standings.get(status) ?? 'unclear'

const settled = {
  waiting: 'waiting',
  paid: 'paid',
  failed: 'failed',
  cancelled: 'failed',
  'timed-out': 'failed',
  unclear: 'unclear',
} as const
