import { z } from 'zod'
import { exponentOf, type Minor } from '../../../shared/domain/money/money.ts'
import type { CardPaid } from '../../../shared/domain/money/tender.ts'
import { parseJson } from '../../../shared/json.ts'
import type { KnownPayment, TenderOutcome } from '../../core/ports/devices.ts'
import { exchange, isApproval, type Line, minorOf, type Reply } from '../http.ts'
import { address } from '../settings-fields.ts'
import type { SumupSecrets, SumupSettings } from './settings.ts'

type Asked = Pick<KnownPayment, 'host' | 'reference'>

export interface SumupPayments {
  /** By our own reference. */
  transaction(payment: Asked, signal: AbortSignal): Promise<SumupTransaction | null>
  stand(payment: Asked, signal: AbortSignal): Promise<TenderOutcome>
  /** Null: nobody says. */
  reader(
    host: string,
    signal: AbortSignal,
  ): Promise<{ readonly status: string; readonly state?: string | undefined } | null>
  /** Asks the reader to give up: it answers nothing to that, and its payment tells. */
  terminate(host: string, signal: AbortSignal): Promise<Reply>
}

export function createPayments(api: SumupApi, { reader }: Pick<SumupSettings, 'reader'>): SumupPayments {
  const find = ({ host, reference }: Asked, signal: AbortSignal): Promise<Reply> =>
    api.get(
      host,
      'v2.1',
      `/transactions?${new URLSearchParams({ foreign_transaction_id: reference }).toString()}`,
      signal,
    )

  const readerAt = async (host: string, signal: AbortSignal) =>
    readerStatusIn(await api.get(host, 'v0.1', `/readers/${reader}/status`, signal))

  return {
    reader: readerAt,
    terminate: (host, signal) => api.post(host, 'v0.1', `/readers/${reader}/terminate`, {}, signal),
    transaction: async (payment, signal) => transactionIn(await find(payment, signal), payment.reference),
    async stand(payment, signal) {
      const reply = await find(payment, signal)
      const told = transactionIn(reply, payment.reference)
      if (told !== null) return outcomeOf(told)
      const isNone = reply.answered && reply.status === 404 && errorIn(reply) !== null
      if (!isNone) return { outcome: 'unknown' }
      // Not known yet: a reader that is awake and at nothing has let the minute pass in which it may begin.
      const at = await readerAt(payment.host, signal)
      return at?.status === 'ONLINE' && at.state === 'IDLE'
        ? { outcome: 'pending', unless: 'cancelled' }
        : { outcome: 'unknown' }
    },
  }
}

/** A payment that went back was taken first: people look at it. */
function outcomeOf(told: SumupTransaction): TenderOutcome {
  switch (told.status) {
    case 'SUCCESSFUL': {
      const { amount: written, currency } = told
      const amount = written === undefined || currency === undefined ? null : minorOf(written, currency)
      if (amount === null || currency === undefined) return { outcome: 'unknown' }
      return { outcome: 'approved', ...paidBy(told), amount, currency }
    }
    case 'PENDING':
      return { outcome: 'pending' }
    case 'FAILED':
      return { outcome: 'refused', reason: 'declined' }
    case 'CANCELLED':
      return { outcome: 'cancelled' }
    case 'REFUNDED':
      return { outcome: 'unknown' }
  }
}

export interface SumupApi {
  /** `path` behind the merchant's own. Each request is sent once. Never rejects. */
  get(host: string, version: string, path: string, signal: AbortSignal): Promise<Reply>
  post(host: string, version: string, path: string, body: object, signal: AbortSignal): Promise<Reply>
}

/** SumUp's interface, of one merchant. */
export function createSumupApi(line: Line, settings: SumupSettings, secrets: SumupSecrets): SumupApi {
  const headers = { authorization: `Bearer ${secrets.apiKey}`, accept: 'application/json' }

  async function send(host: string, way: string, signal: AbortSignal, body?: object): Promise<Reply> {
    // The ledger is our own; even so our keys go to nothing that could not stand in the settings.
    const at = address.safeParse(host)
    if (!at.success) return { answered: false, sent: false, code: 'NO_ADDRESS' }
    const url = `${at.data}/${way}`
    if (body === undefined) return exchange(line, { method: 'GET', url, headers }, signal)
    const json = { ...headers, 'content-type': 'application/json' }
    return exchange(line, { method: 'POST', url, headers: json, body: JSON.stringify(body) }, signal)
  }

  const way = (version: string, path: string): string => `${version}/merchants/${settings.merchantCode}${path}`
  return {
    get: (host, version, path, signal) => send(host, way(version, path), signal),
    post: (host, version, path, body, signal) => send(host, way(version, path), signal, body),
  }
}

const brands: Readonly<Record<string, string>> = {
  AMEX: 'American Express',
  CUP: 'UnionPay',
  DINERS: 'Diners Club',
  DISCOVER: 'Discover',
  EFTPOS: 'eftpos',
  ELO: 'Elo',
  GIROCARD: 'girocard',
  HIPERCARD: 'Hipercard',
  INTERAC: 'Interac',
  JCB: 'JCB',
  MAESTRO: 'Maestro',
  MASTERCARD: 'Mastercard',
  VISA: 'Visa',
  VISA_ELECTRON: 'Visa Electron',
  VISA_VPAY: 'V PAY',
  VPAY: 'V PAY',
}

const reads: Readonly<Record<string, NonNullable<CardPaid['read']>>> = {
  CHIP: 'chip',
  CONTACTLESS: 'contactless',
  CONTACTLESS_MAGSTRIPE: 'contactless',
  MAGSTRIPE: 'stripe',
  MAGSTRIPE_FALLBACK: 'stripe',
}

/** SumUp's code of the transaction stands on its own receipts and in its list. */
function paidBy(told: SumupTransaction): { approval: string; card?: CardPaid } {
  const { id, transaction_code: code, auth_code: bank = '', card, entry_mode: how = '' } = told
  const approval = code !== undefined && isApproval(code) ? code : id
  if (!card) return { approval }
  const [brand, read, ending] = [brands[card.type ?? ''], reads[how], card.last_4_digits ?? '']
  return {
    approval,
    card: {
      ...(brand !== undefined && { brand }),
      ...(/^\d{4}$/u.test(ending) && { ending }),
      ...(read !== undefined && { read }),
      ...(/^\w{1,12}$/u.test(bank) && { receipt: [`AUTH ${bank}`] }),
    },
  }
}

const word = z.string().max(200).optional().catch(undefined)
const currency = z.string().regex(/^[A-Z]{3}$/u)

const transactionReading = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/u),
  status: z.enum(['SUCCESSFUL', 'CANCELLED', 'FAILED', 'PENDING', 'REFUNDED']),
  amount: z.number().optional().catch(undefined),
  currency: currency.optional().catch(undefined),
  transaction_code: word,
  foreign_transaction_id: z.string().optional(),
  auth_code: word,
  entry_mode: word,
  card: z.object({ last_4_digits: word, type: word }).optional().catch(undefined),
})

/** A payment as SumUp has it. */
export type SumupTransaction = z.infer<typeof transactionReading>

/** Null: none, another's, or it cannot be read. */
function transactionIn(reply: Reply, reference: string): SumupTransaction | null {
  const read = transactionReading.safeParse(bodyOf(reply))
  return read.success && (read.data.foreign_transaction_id ?? reference) === reference ? read.data : null
}

/** What the reader shows, and whether it is there. */
const statusReading = z.object({ data: z.object({ status: z.enum(['ONLINE', 'OFFLINE']), state: word }) })

export function readerStatusIn(reply: Reply) {
  const read = statusReading.safeParse(bodyOf(reply))
  return read.success ? read.data.data : null
}

const checkoutReading = z.object({ data: z.object({ client_transaction_id: z.string().min(1).max(200) }) })

/** The reader was told; null: it cannot be read. */
export function checkoutIn(reply: Reply): string | null {
  const read = checkoutReading.safeParse(reply.answered && reply.status === 201 ? parseJson(reply.body) : undefined)
  return read.success ? read.data.data.client_transaction_id : null
}

const historyItem = z.object({
  transaction_id: word,
  id: word,
  transaction_code: word,
  client_transaction_id: word,
  amount: z.number(),
  currency,
  timestamp: z.string().max(40),
  status: z.string().max(40),
  type: z.string().max(40).optional(),
  refunded_amount: z.number().optional().catch(undefined),
})

const historyReading = z.object({
  items: z.array(historyItem),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).optional(),
})

export type SumupListed = z.infer<typeof historyItem>

export function historyIn(reply: Reply): z.infer<typeof historyReading> | null {
  const read = historyReading.safeParse(bodyOf(reply))
  return read.success ? read.data : null
}

const merchantReading = z.object({ default_currency: currency, sandbox: z.boolean().optional().catch(undefined) })

export function merchantIn(body: string) {
  const read = merchantReading.safeParse(parseJson(body))
  return read.success ? read.data : null
}

const readerReading = z.object({ id: z.string(), status: z.string().max(40) })

export function readerIn(reply: Reply) {
  const read = readerReading.safeParse(bodyOf(reply))
  return read.success ? read.data : null
}

/** The three forms in which SumUp says no. */
const errorReading = z.union([
  z
    .object({ errors: z.record(z.string(), z.unknown()) })
    .transform(({ errors: { type } }) => ({ code: typeof type === 'string' ? type : 'INVALID' })),
  z.object({ error_code: z.string() }).transform(({ error_code: code }) => ({ code })),
  z
    .object({ type: z.string().regex(/\/problem\/[\w-]+$/u) })
    .transform(({ type }) => ({ code: type.replace(/^.*\//u, '') })),
])

/** SumUp's own no; null: an answer of something on the way, or none. */
export function errorIn(reply: Reply): string | null {
  if (!reply.answered || reply.status < 400) return null
  const read = errorReading.safeParse(parseJson(reply.body))
  return read.success ? read.data.code : null
}

/**
 * What a request that SumUp turned away has come to. `unavailable`: nothing was begun, and it may go better later. `refused`: nothing
 * was begun, and staff have to look. `unclear`: SumUp may have taken it, or something else answered.
 */
export function turnedAway(reply: Reply): 'unavailable' | 'refused' | 'unclear' {
  if (!reply.answered) return reply.sent ? 'unclear' : 'unavailable'
  const code = errorIn(reply)
  if (code === null) return 'unclear'
  if (/^reader.(?:busy|offline)$/iu.test(code) || [401, 403, 429].includes(reply.status)) return 'unavailable'
  return [400, 404, 422].includes(reply.status) ? 'refused' : 'unclear'
}

const bodyOf = (reply: Reply): unknown => (reply.answered && reply.status === 200 ? parseJson(reply.body) : undefined)

/** All that SumUp takes. */
const TAKEN = new Set('BGN BRL CHF CLP COP CZK DKK EUR GBP HRK HUF NOK PLN RON SEK USD'.split(' '))
/** SumUp counts them whole. */
const WHOLE = new Set(['CLP', 'COP', 'HUF'])

export const isTaken = (currency: string): boolean => TAKEN.has(currency)

/** As SumUp wants to be told; null: it takes no such sum. */
export function totalOf(amount: Minor, currency: string) {
  if (!isTaken(currency)) return null
  const minorUnit = WHOLE.has(currency) ? 0 : exponentOf(currency)
  const value = amount / 10 ** (exponentOf(currency) - minorUnit)
  return Number.isInteger(value) ? { value, currency, minor_unit: minorUnit } : null
}
