import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { ExaminationFinding } from '../../../shared/domain/money/examination.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'
import type { ProviderLine } from '../../../shared/domain/money/settlement.ts'
import type { RefusalReason } from '../../../shared/domain/money/tender.ts'
import { parseJson } from '../../../shared/json.ts'
import type { KnownPayment, TenderOutcome } from '../../core/ports/devices.ts'
import type { Clock } from '../../core/ports/ports.ts'
import {
  type AccessToken,
  createAccessTokens,
  examineProvider,
  exchange,
  findingOfReply,
  isApproval,
  type Line,
  minorOf,
  plainWord,
  type Reply,
  within,
} from '../http.ts'
import type { DjomyContract, DjomySecrets } from './settings.ts'

export const CALL_MS = 30_000

/** Djomy's interface, version 1, on one host. `path` behind `/v1/`. */
export interface DjomyApi {
  get(path: string, signal: AbortSignal): Promise<Reply>
  /** Sent once, whatever comes back: no rule says what a second one would do. */
  post(path: string, body: object, signal: AbortSignal): Promise<Reply>
  examine(): Promise<readonly ExaminationFinding[]>
}

export function createDjomyApi(
  line: Line,
  { clientId, partnerDomain }: DjomyContract,
  { clientSecret }: DjomySecrets,
  host: string,
): DjomyApi {
  const signature = createHmac('sha256', clientSecret).update(clientId).digest('hex')
  const common = {
    accept: 'application/json',
    'x-api-key': `${clientId}:${signature}`,
    ...(partnerDomain !== undefined && { 'x-partner-domain': partnerDomain }),
  }

  const send = (method: 'GET' | 'POST', path: string, more: object, body: object | null, signal: AbortSignal) => {
    const headers = { ...common, ...more, ...(body !== null && { 'content-type': 'application/json' }) }
    const call = { method, url: `${host}/v1/${path}`, headers, ...(body !== null && { body: JSON.stringify(body) }) }
    return exchange(line, call, signal)
  }

  const mint = (signal: AbortSignal): Promise<Reply> => send('POST', 'auth', {}, {}, signal)
  const tokens = createAccessTokens(line, 'djomy', mint, readToken)
  const bearing = (token: string) => ({ authorization: `Bearer ${token}` })
  const get = (path: string, signal: AbortSignal): Promise<Reply> =>
    tokens.send((token) => send('GET', path, bearing(token), null, signal), signal)

  return {
    get,
    post: (path, body, signal) => tokens.send((token) => send('POST', path, bearing(token), body, signal), signal, 1),
    /** A list of payments is readable with the contract alone; its currency only a payment tells. */
    examine: () =>
      examineProvider({
        host,
        line,
        callMs: CALL_MS,
        enter: mint,
        isLetIn: (body) => readToken(body) !== null,
        contract: async (signal) => {
          const reply = await get(`payments?${searchQuery(line.clock, 0)}`, signal)
          const isFine = (): boolean => readData(reply, paymentList) !== null
          return [findingOfReply('contract', reply, isFine, (body) => refusalIn(body)?.code)]
        },
      }),
  }
}

/** Of a request that made no payment, as far as Djomy says. */
export function outcomeOfRefusal(reply: Reply, { log }: Line, reference: string): TenderOutcome {
  if (!reply.answered) return { outcome: reply.sent ? 'unknown' : 'unavailable' }
  const { status, body } = reply
  log.warn('payment.rejected', { provider: 'djomy', reference, status, code: plainWord(refusalIn(body)?.code) })
  const reason = turnedAway(status, body)
  if (reason === null) return { outcome: 'unknown' }
  return reason === 'nothing-asked' ? { outcome: 'unavailable' } : { outcome: 'refused', reason }
}

/** How payments are asked about. */
interface Asking {
  get(path: string, signal: AbortSignal): Promise<Reply>
}

/** One payment at Djomy, asked about by its id; null: it does not say, or tells of another. */
export async function paymentAt(
  api: Asking,
  id: string,
  reference: string,
  signal: AbortSignal,
): Promise<DjomyPayment | null> {
  const told = readData(await api.get(`payments/${encodeURIComponent(id)}/status`, signal), paymentStatus)
  if (told === null) return null
  const isAnothers = (told.transactionId ?? id) !== id || (told.merchantPaymentReference ?? reference) !== reference
  return isAnothers ? null : told
}

/**
 * What was paid, of one payment that was; `unknown` without a sum, for none is made up. Djomy mostly tells no currency:
 * where it is silent the approval is, too.
 */
export function approvalOf(payment: DjomyPayment, id: string, { currency: asked }: KnownPayment): TenderOutcome {
  const { paidAmount, currency, providerReference } = payment
  const amount = paidAmount === undefined || paidAmount === null ? null : minorOf(paidAmount, currency ?? asked)
  if (amount === null) return { outcome: 'unknown' }
  const approval = providerReference && isApproval(providerReference) ? providerReference : id
  return { outcome: 'approved', approval, amount, ...(currency && { currency }) }
}

/** Several approvals of one reference are one sum: none of it is lost, and the sale sees that it is another. */
export function summed(approvals: readonly TenderOutcome[]): TenderOutcome {
  let sum: (TenderOutcome & { readonly outcome: 'approved' }) | null = null
  for (const each of approvals) {
    if (each.outcome !== 'approved') return { outcome: 'unknown' }
    const total: Minor = (sum?.amount ?? 0) + (each.amount ?? 0)
    sum = { ...(sum ?? each), amount: total }
  }
  return sum ?? { outcome: 'unknown' }
}

const PAGE_SIZE = 100
const MAX_SEARCH_PAGES = 20
const DAY_MS = 86_400_000

/** Payments are asked about for a day; clocks and time zones differ. */
function searchQuery(clock: Pick<Clock, 'now'>, page: number): string {
  const now = Date.parse(clock.now().wallUtc)
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
  const [startDate, endDate] = [day(now - 2 * DAY_MS), day(now + DAY_MS)]
  return new URLSearchParams({ startDate, endDate, page: String(page), size: String(PAGE_SIZE) }).toString()
}

/** The ids under our reference with how they stand; null: not all of the list could be read. */
export async function search(
  api: Asking,
  clock: Pick<Clock, 'now'>,
  reference: string,
  signal: AbortSignal,
): Promise<readonly { readonly id: string; readonly status: string }[] | null> {
  const found: { readonly id: string; readonly status: string }[] = []
  for (let page = 0; page < MAX_SEARCH_PAGES; page++) {
    const list = readData(await api.get(`payments?${searchQuery(clock, page)}`, signal), paymentList)
    if (list === null) return null
    for (const { transactionId: id, merchantPaymentReference: theirs, status } of list.items)
      if (theirs === reference) found.push({ id, status })
    if (list.isLast ?? list.items.length < PAGE_SIZE) return found
  }
  return found.length > 0 ? found : null
}

/** What became of a payment whose id was lost; null: the whole list was read, and it is not there. */
export async function found(
  api: Asking,
  clock: Pick<Clock, 'now'>,
  payment: KnownPayment,
  outcomeOf: (payment: DjomyPayment, id: string) => TenderOutcome,
  signal: AbortSignal,
): Promise<TenderOutcome | null> {
  const { reference } = payment
  const known = await search(api, clock, reference, signal)
  if (known === null) return { outcome: 'unknown' }
  const paid = known.filter(({ status }) => standingOf(status) === 'paid')
  const [open] = known.filter(({ status }) => standingOf(status) === 'waiting')
  const asked = paid.length > 0 ? paid : [open ?? known.at(-1)].flatMap((each) => each ?? [])
  const outcomes = await Promise.all(
    asked.map(async ({ id }) => {
      const told = await paymentAt(api, id, reference, signal)
      return told === null ? ({ outcome: 'unknown' } as const) : outcomeOf(told, id)
    }),
  )
  if (paid.length > 0) return summed(outcomes)
  return outcomes[0] ?? null
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

/** What a success carries in its envelope; null: no success, or it cannot be read. */
export function readData<T>(reply: Reply, reading: z.ZodType<T>): T | null {
  if (!reply.answered || (reply.status !== 200 && reply.status !== 201)) return null
  return readEnvelope(reply.body, reading)
}

function readEnvelope<T>(body: string, reading: z.ZodType<T>): T | null {
  const envelope = done.safeParse(parseJson(body))
  const data = envelope.success ? reading.safeParse(envelope.data.data) : null
  return data?.success ? data.data : null
}

/** Djomy's own word in a refusal; null: the body is no refusal in Djomy's envelope. */
function refusalIn(body: string): { readonly code: string | undefined } | null {
  const read = refused.safeParse(parseJson(body))
  return read.success ? { code: read.data.error?.code } : null
}

/** What a refusal in Djomy's envelope means by its status; null: something may have been asked. */
function turnedAway(status: number, body: string): RefusalReason | 'nothing-asked' | null {
  if (refusalIn(body) === null) return null
  if (status === 401 || status === 403 || status === 429) return 'nothing-asked'
  if (status !== 400 && status !== 422) return null
  return body.includes('payerIdentifier') ? 'unknown-payer' : 'not-set-up'
}

const tokenReading = z.object({
  accessToken: z.string().regex(/^[\x21-\x7e]{1,8192}$/u),
  expiresIn: z.number().positive().catch(300),
})

/** Null: it cannot be read. */
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

/** Of a payment that was asked about by its id. */
const paymentStatus = z.object(paymentMembers)
export type DjomyPayment = z.infer<typeof paymentStatus>

export const linkStatus = z.object({
  paymentLinkReference: z.string().nullish(),
  merchantReference: z.string().nullish(),
  status: z.string().transform((text) => text.toUpperCase()),
  /** In the sandbox it tells only how often it was used. */
  payments: z.array(z.object({ transactionId: id, status: paymentMembers.status })).optional(),
  numberOfUsage: z.number().optional().catch(undefined),
})

const listed = z.object({
  transactionId: id,
  merchantPaymentReference: z.string().nullish(),
  status: paymentMembers.status,
  paidAmount: paymentMembers.paidAmount,
  currency: paymentMembers.currency,
  providerReference: paymentMembers.providerReference,
  fees: other(z.union([z.number(), z.string()])),
  createdAt: other(z.string().max(40)),
})
type ListedPayment = z.infer<typeof listed>

/** A page of payments, as a list or in one; `isLast` undefined where it does not say. */
const paymentList = z.union([
  z.array(listed).transform((items) => ({ items, isLast: undefined })),
  z
    .object({ content: z.array(listed), last: other(z.boolean()) })
    .transform(({ content, last }) => ({ items: content, isLast: last ?? undefined })),
])

const waiting = new Set(['CREATED', 'PENDING', 'INITIATED', 'PROCESSING', 'REDIRECTED', 'OTP_REQUIRED', 'WAITING_OTP'])

export type Standing = 'waiting' | 'paid' | 'failed' | 'cancelled' | 'timed-out' | 'unclear'

export function standingOf(status: string): Standing {
  if (waiting.has(status)) return 'waiting'
  switch (status) {
    case 'SUCCESS':
      return 'paid'
    case 'FAILED':
      return 'failed'
    case 'CANCELLED':
      return 'cancelled'
    case 'TIMEOUT':
    case 'EXPIRED':
      return 'timed-out'
    default:
      return 'unclear'
  }
}

/** A period's payments in all: each is a moment, and there may be thousands. */
const LIST_MS = 120_000
const MOST_PAGES = 200

/** Every payment that Djomy has of these days, by its own calendar; null: not all of the list could be read. */
export function listPayments(
  line: Line,
  api: DjomyApi,
  { from, to, currency }: { readonly from: string; readonly to: string; readonly currency: string },
  stopping: AbortSignal,
): Promise<readonly ProviderLine[] | null> {
  return within(
    line.clock,
    LIST_MS,
    async (signal) => {
      const lines: ProviderLine[] = []
      for (let page = 0; page < MOST_PAGES; page++) {
        const query = { startDate: from, endDate: to, page: String(page), size: String(PAGE_SIZE) }
        const list = readData(await api.get(`payments?${new URLSearchParams(query).toString()}`, signal), paymentList)
        if (list === null) return null
        for (const listed of list.items) lines.push(await lineOf(api, listed, lines.length + 1, currency, signal))
        if (list.isLast ?? list.items.length < PAGE_SIZE) return lines
      }
      return null
    },
    stopping,
  )
}

async function lineOf(
  api: DjomyApi,
  listed: ListedPayment,
  line: number,
  usual: string,
  signal: AbortSignal,
): Promise<ProviderLine> {
  const { transactionId: id, merchantPaymentReference: ours, status } = listed
  const standing = status === 'REFUNDED' ? 'refunded' : settled[standingOf(status)]
  const hasMoney = standing === 'paid' || standing === 'refunded'
  // A list need not say how much: the payment itself does.
  const isTold = listed.paidAmount !== undefined && listed.paidAmount !== null
  const told = hasMoney && !isTold ? await paymentAt(api, id, ours ?? '', signal) : listed
  const currency = told?.currency ?? usual
  const written = told?.paidAmount ?? null
  const amount = hasMoney && written !== null ? minorOf(written, currency) : null
  return {
    line,
    names: [ours ?? '', id, told?.providerReference ?? ''].filter((name) => name !== ''),
    at: listed.createdAt ?? '',
    status,
    amount,
    currency,
    standing: hasMoney && amount === null ? 'unclear' : standing,
    fee: listed.fees === undefined || listed.fees === null ? null : minorOf(listed.fees, currency),
  }
}

const settled = {
  waiting: 'waiting',
  paid: 'paid',
  failed: 'failed',
  cancelled: 'failed',
  'timed-out': 'failed',
  unclear: 'unclear',
} as const
