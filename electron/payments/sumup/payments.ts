import { z } from 'zod'
import { exponentOf, type Minor } from '../../../shared/domain/money/money.ts'
import type { CardDetails, RefusalReason } from '../../../shared/domain/money/tender.ts'
import { parseJson } from '../../../shared/json.ts'
import type { PaymentRef, TenderOutcome } from '../../kiosk/ports/devices.ts'
import { brandOf, readingOf } from '../card.ts'
import { exchange, isApproval, jsonCall, type Line, minorOf, type Rejection, type Reply } from '../http.ts'
import { address } from '../settings-fields.ts'
import type { SumupSettings } from './settings.ts'

type Asked = Pick<PaymentRef, 'host' | 'reference'>

export class SumupApi {
  readonly #line: Line
  readonly #merchantCode: string
  readonly #reader: string
  readonly #headers: Readonly<Record<string, string>>

  constructor(line: Line, { apiKey, merchantCode, reader }: SumupSettings) {
    this.#line = line
    this.#merchantCode = merchantCode
    this.#reader = reader
    this.#headers = { authorization: `Bearer ${apiKey}`, accept: 'application/json' }
  }

  /**
   * Sends one request once; a body makes the request a POST. `path`: the version and the part of the path after the
   * merchant code, such as `v0.1/readers`. Never rejects.
   */
  async send(host: string, path: string, signal: AbortSignal, body?: object): Promise<Reply> {
    // `host` may come from the ledger, but the key is sent only to addresses that the settings allow.
    const at = address.safeParse(host)
    if (!at.success) return { answered: false, sent: false, code: 'NO_ADDRESS' }
    const url = `${at.data}/${path.replace(/^[^/?]+/u, `$&/merchants/${this.#merchantCode}`)}`
    return exchange(this.#line, jsonCall(url, this.#headers, body), signal)
  }

  atReader(host: string, what: '' | '/status', signal: AbortSignal): Promise<Reply> {
    return this.send(host, `v0.1/readers/${this.#reader}${what}`, signal)
  }

  checkout(host: string, body: object, signal: AbortSignal): Promise<Reply> {
    return this.send(host, `v0.1/readers/${this.#reader}/checkout`, signal, body)
  }

  /** Requests the reader to stop. Only the status of the payment shows the effect of the request. */
  terminate(host: string, signal: AbortSignal): Promise<Reply> {
    return this.send(host, `v0.1/readers/${this.#reader}/terminate`, signal, {})
  }

  async reader(host: string, signal: AbortSignal) {
    return readerStatusIn(await this.atReader(host, '/status', signal))
  }

  async transaction(payment: Asked, signal: AbortSignal): Promise<SumupTransaction | null> {
    return transactionIn(await this.#find(payment, signal), payment.reference)
  }

  async stand(payment: Asked, signal: AbortSignal): Promise<TenderOutcome> {
    const reply = await this.#find(payment, signal)
    const told = transactionIn(reply, payment.reference)
    if (told !== null) return outcomeOf(told)
    const isNone = reply.answered && reply.status === 404 && errorIn(reply) !== null
    if (!isNone) return { outcome: 'unknown' }
    // A reader must start a payment within a minute, so an online reader that is still idle has not started it.
    const at = await this.reader(payment.host, signal)
    return at?.status === 'ONLINE' && at.state === 'IDLE'
      ? { outcome: 'pending', unless: 'cancelled' }
      : { outcome: 'unknown' }
  }

  #find({ host, reference }: Asked, signal: AbortSignal): Promise<Reply> {
    const query = new URLSearchParams({ foreign_transaction_id: reference })
    return this.send(host, `v2.1/transactions?${query.toString()}`, signal)
  }
}

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
    // A refunded payment must have been made first, so staff decide the outcome.
    case 'REFUNDED':
      return { outcome: 'unknown' }
  }
}

/** `approval`: transaction code as in SumUp's receipts and lists. */
function paidBy(told: SumupTransaction): { approval: string; card?: CardDetails } {
  const { id, transaction_code: code, auth_code: bank = '', card, entry_mode: how } = told
  const approval = code !== undefined && isApproval(code) ? code : id
  if (!card) return { approval }
  const [brand, read, ending] = [brandOf(card.type), readingOf(how), card.last_4_digits ?? '']
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

const reader =
  <T extends z.ZodType>(schema: T, status = 200) =>
  (reply: Reply): z.infer<T> | null => {
    const read = schema.safeParse(reply.answered && reply.status === status ? parseJson(reply.body) : undefined)
    return read.success ? read.data : null
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

export type SumupTransaction = z.infer<typeof transactionReading>

function transactionIn(reply: Reply, reference: string): SumupTransaction | null {
  const read = reader(transactionReading)(reply)
  return read && (read.foreign_transaction_id ?? reference) === reference ? read : null
}

export const readerStatusIn = reader(
  z.object({ data: z.object({ status: z.enum(['ONLINE', 'OFFLINE']), state: word }) }).transform(({ data }) => data),
)

export const checkoutIn = reader(
  z.object({ data: z.object({ client_transaction_id: z.string().min(1).max(200) }) }),
  201,
)

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

export type SumupListed = z.infer<typeof historyItem>

export const historyIn = reader(
  z.object({
    items: z.array(historyItem),
    links: z.array(z.object({ rel: z.string(), href: z.string() })).optional(),
  }),
)

export const merchantIn = reader(
  z.object({ default_currency: currency, sandbox: z.boolean().optional().catch(undefined) }),
)

export const readerIn = reader(z.object({ id: z.string(), status: z.string().max(40) }))

const errorReading = z.union([
  z
    .object({ errors: z.record(z.string(), z.unknown()) })
    .transform(({ errors: { type } }) => ({ code: typeof type === 'string' ? type : 'INVALID' })),
  z.object({ error_code: z.string() }).transform(({ error_code: code }) => ({ code })),
  z
    .object({ type: z.string().regex(/\/problem\/[\w-]+$/u) })
    .transform(({ type }) => ({ code: type.replace(/^.*\//u, '') })),
])

/** Returns null without a reply, or if the reply is not one of SumUp's errors. */
export function errorIn(reply: Reply): string | null {
  if (!reply.answered || reply.status < 400) return null
  const read = errorReading.safeParse(parseJson(reply.body))
  return read.success ? read.data.code : null
}

/** `reason`: returned if the rejection proves that no payment was started. */
export function rejectionOf(reply: Reply, reason: RefusalReason): Rejection {
  if (!reply.answered) return reply.sent ? 'unknown' : 'unavailable'
  const code = errorIn(reply)
  if (code === null) return 'unknown'
  if (/^reader.(?:busy|offline)$/iu.test(code) || [401, 403, 429].includes(reply.status)) return 'unavailable'
  return [400, 404, 422].includes(reply.status) ? reason : 'unknown'
}

const TAKEN = new Set('BGN BRL CHF CLP COP CZK DKK EUR GBP HRK HUF NOK PLN RON SEK USD'.split(' '))
/** Currencies that SumUp counts without decimals. */
const WHOLE = new Set(['CLP', 'COP', 'HUF'])

export const isTaken = (currency: string): boolean => TAKEN.has(currency)

/** Returns an amount in SumUp's form, or null if SumUp does not support the currency or the amount. */
export function totalOf(amount: Minor, currency: string) {
  if (!isTaken(currency)) return null
  const minorUnit = WHOLE.has(currency) ? 0 : exponentOf(currency)
  const value = amount / 10 ** (exponentOf(currency) - minorUnit)
  return Number.isInteger(value) ? { value, currency, minor_unit: minorUnit } : null
}
