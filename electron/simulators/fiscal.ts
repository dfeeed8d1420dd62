import { createHash } from 'node:crypto'
import { ConnectionDropped } from './provider-simulator.ts'

/**
 * Faults of a request. `slow`: the reply comes late. `lost`: the service signs, but its reply is lost. `unreachable`:
 * the service is down. `refuse`: the service rejects the invoice.
 */
export const fiscalFaults = ['sign', 'slow', 'lost', 'unreachable', 'refuse'] as const
export type FiscalFault = (typeof fiscalFaults)[number]

interface FiscalSimulatorOptions {
  readonly clock: { sleep(milliseconds: number): Promise<void> }
  readonly key: string
  /** Fault of each request, in order; further requests are signed. */
  readonly script?: readonly FiscalFault[]
  readonly slowMs?: number
}

/** Simulated fiscal service. It signs each number once, and repeats its reply for the same kind, currency and amount. */
export class FiscalSimulator {
  /** Signed documents by number, with the hash of their content. */
  readonly signed = new Map<string, { readonly hash: string; readonly reply: Readonly<Record<string, string>> }>()
  /** Bodies of all requests that arrived. */
  readonly requests: unknown[] = []
  readonly #options: FiscalSimulatorOptions
  readonly #script: FiscalFault[]

  constructor(options: FiscalSimulatorOptions) {
    this.#options = options
    this.#script = [...(options.script ?? [])]
  }

  readonly handle = async (request: Request): Promise<Response> => {
    const { clock, key, slowMs = 15_000 } = this.#options
    const isAdmitted = request.headers.get('authorization') === `Bearer ${key}`
    // `guichet doctor` sends a GET, which uses up no fault.
    if (request.method === 'GET') return json(isAdmitted ? 405 : 401, {})
    const fault = this.#script.shift() ?? 'sign'
    if (fault === 'unreachable') throw new ConnectionDropped()
    const number = decodeURIComponent(/\/invoices\/([^/]+)$/u.exec(new URL(request.url).pathname)?.[1] ?? '')
    if (request.method !== 'PUT' || number === '') return json(404, {})
    if (!isAdmitted) return json(401, {})
    const content = (await request.json()) as Readonly<Record<'kind' | 'currency' | 'amount', unknown>>
    this.requests.push(content)
    if (fault === 'refuse') return json(422, { number, reason: 'BUYER_UNKNOWN' })
    const { kind, currency, amount } = content
    const hash = createHash('sha256').update([number, kind, currency, amount].join(' ')).digest('hex').toUpperCase()
    const known = this.signed.get(number)
    if (known && known.hash !== hash) return json(409, { number, reason: 'NUMBER_USED' })
    const { reply } = known ?? this.#sign(number, hash, kind === 'credit-note' ? 'FA' : 'FV')
    if (fault === 'lost') throw new ConnectionDropped()
    if (fault === 'slow') await clock.sleep(slowMs)
    return json(200, reply)
  }

  #sign(number: string, hash: string, kind: string) {
    const count = this.signed.size + 1
    const signature = (hash.slice(0, 24).match(/.{4}/gu) ?? []).join('-')
    const reply = {
      number,
      signature,
      qrCode: `F;SIMULATED;${signature.replaceAll('-', '')};${number}`,
      counters: `${count}/${count} ${kind}`,
      device: 'SIMULATED',
      signedAt: new Date(Date.UTC(2026, 0, 1) + count * 1000).toISOString(),
    }
    const signed = { hash, reply }
    this.signed.set(number, signed)
    return signed
  }
}

const json = (status: number, body: object): Response => Response.json(body, { status })
