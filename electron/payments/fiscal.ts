import { z } from 'zod'
import { wireFromMinor } from '../../shared/domain/money/money.ts'
import type { ExaminationFinding } from '../../shared/domain/money/examination.ts'
import type { TenderKind } from '../../shared/domain/money/tender.ts'
import { MAX_FISCAL_TEXT } from '../../shared/domain/sale/after-sale.ts'
import { parseJson } from '../../shared/json.ts'
import type { FiscalDocument, FiscalOutcome, FiscalSigner } from '../kiosk/ports/devices.ts'
import { exchange, findingsOfService, type Line, sanitizeProviderCode, within } from './http.ts'

export interface FiscalSettings {
  readonly url: string
  /** Empty if the service has no key. */
  readonly key: string
  /** Certificates in PEM; absent for those of the system. */
  readonly ca?: string
  /** The service's name for each tax rate in percent. */
  readonly taxGroups: Readonly<Record<string, string>>
  readonly tenderNames: Readonly<Partial<Record<TenderKind, string>>>
  readonly timeoutSeconds: number
}

interface FiscalSeller {
  readonly name: string
  readonly address: string
  readonly taxNumber: string
}

const text = (name: keyof typeof MAX_FISCAL_TEXT) => z.string().max(MAX_FISCAL_TEXT[name])

/** The reply must repeat the number of the request. Otherwise a late reply to another request could be accepted. */
const signedReading = z.object({
  number: z.string(),
  signature: text('signature').min(1),
  qrCode: text('qrCode').default(''),
  counters: text('counters').default(''),
  device: text('device').default(''),
  signedAt: text('signedAt').default(''),
})
const refusedReading = z.object({ number: z.string(), reason: z.string().min(1) })

/** Status codes by which the service refuses the document. After any other status, the outcome is unknown. */
const REFUSED: ReadonlySet<number> = new Set([409, 422])

/** Requests signatures by HTTP: `PUT <url>/invoices/<number>`, which returns the same reply for every repetition. */
export class HttpFiscalSigner implements FiscalSigner {
  readonly #line: Line
  readonly #settings: FiscalSettings
  readonly #seller: FiscalSeller

  constructor(line: Line, settings: FiscalSettings, seller: FiscalSeller) {
    this.#line = line
    this.#settings = settings
    this.#seller = seller
  }

  async sign(document: FiscalDocument, stopping: AbortSignal): Promise<FiscalOutcome> {
    const { number } = document
    const path = `/invoices/${encodeURIComponent(number)}`
    const reply = await this.#send({ method: 'PUT', path, body: JSON.stringify(this.#bodyOf(document)) }, stopping)
    if (!reply.answered) return { outcome: 'unknown', detail: sanitizeProviderCode(reply.code) }
    const { status, body } = reply
    if (status === 200) {
      const read = signedReading.safeParse(parseJson(body))
      if (!read.success || read.data.number !== number) return { outcome: 'unknown', detail: 'unreadable reply' }
      const { number: _, ...signed } = read.data
      return { outcome: 'signed', ...signed }
    }
    const refused = REFUSED.has(status) ? refusedReading.safeParse(parseJson(body)) : null
    if (refused?.success && refused.data.number === number)
      return { outcome: 'refused', reason: refused.data.reason.slice(0, MAX_FISCAL_TEXT.reason) }
    return { outcome: 'unknown', detail: `status ${status}` }
  }

  /** Checks the connection and the key without requesting a signature. */
  async examine(): Promise<readonly ExaminationFinding[]> {
    const reply = await this.#send({ method: 'GET', path: '/invoices' })
    const found = findingsOfService(this.#settings.url, reply, Date.parse(this.#line.clock.now().wallUtc))
    const isRefused = reply.answered && (reply.status === 401 || reply.status === 403)
    return isRefused ? [...found, { step: 'access', finding: 'refused', status: reply.status }] : found
  }

  #send({ path, ...call }: { method: 'GET' | 'PUT'; path: string; body?: string }, stopping?: AbortSignal) {
    const { url, key, timeoutSeconds } = this.#settings
    const headers = {
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== '' && { authorization: `Bearer ${key}` }),
    }
    const work = (signal: AbortSignal) => exchange(this.#line, { ...call, url: url + path, headers }, signal)
    return within(this.#line.clock, timeoutSeconds * 1000, work, stopping)
  }

  #bodyOf({ currency, amount, taxes, lines, tenders: paidBy, ...document }: FiscalDocument) {
    const { taxGroups, tenderNames } = this.#settings
    const sum = (minor: number): number => wireFromMinor(minor, currency)
    const groupOf = (rate: number | undefined) => {
      const group = taxGroups[String(rate)]
      return { ...(rate !== undefined && { rate }), ...(group !== undefined && { group }) }
    }
    return {
      ...document,
      seller: this.#seller,
      currency,
      amount: sum(amount),
      taxes: taxes.map((share) => ({ ...groupOf(share.rate), amount: sum(share.amount), tax: sum(share.tax) })),
      lines: lines.map(({ name, price, taxRate }) => ({ name, quantity: 1, price: sum(price), ...groupOf(taxRate) })),
      payments: paidBy.map((kind) => tenderNames[kind] ?? kind),
    }
  }
}
