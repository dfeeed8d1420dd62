import type { Stripe } from 'stripe'
import { exchange, type Line, type Reply } from '../http/exchange.ts'
import { stripeAddress } from './settings.ts'

/** What is asked with Stripe's own library. */
export type Question = (stripe: Stripe) => Promise<unknown>

export interface StripeApi {
  /** One request, sent once, at this address. Never rejects. The reply is what came over the line, not what the library makes of it. */
  send(host: string, question: Question, signal: AbortSignal): Promise<Reply>
}

/** The line's own limit comes first; the library's clock is not the program's. */
const LIBRARY_MS = 120_000

/**
 * Stripe's library writes the requests, in the version of the interface that its types are of; the line carries them. The
 * library is read from the disk with the first question: a machine that has none never loads it.
 */
export function createStripeApi(line: Line, secretKey: string): StripeApi {
  return {
    async send(host, question, signal) {
      // The ledger is our own; even so our key goes to nothing that could not stand in the settings.
      const at = stripeAddress.safeParse(host)
      let reply: Reply = { answered: false, sent: false, code: 'NOT_SENT' }
      if (!at.success) return reply
      const { Stripe } = await import('stripe')
      const { hostname, port, protocol } = new URL(at.data)
      let sent = false
      async function fetchOnce(url: string | URL | Request, init: RequestInit = {}): Promise<Response> {
        // It would try a broken connection a second time, whatever it is told about retries.
        if (sent) throw new Error('asked once')
        sent = true
        reply = await exchange(line, callOf(url, init), signal)
        if (!reply.answered) throw new Error(reply.code)
        // An answer in no form that it knows would stop it for ever, and the program with it: it is told nothing.
        return Response.json({})
      }
      const stripe = new Stripe(secretKey, {
        host: hostname,
        port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
        protocol: protocol === 'https:' ? 'https' : 'http',
        httpClient: Stripe.createFetchHttpClient(fetchOnce),
        maxNetworkRetries: 0,
        telemetry: false,
        timeout: LIBRARY_MS,
      })
      await question(stripe).catch(() => null)
      return reply
    },
  }
}

function callOf(url: string | URL | Request, { method, headers, body }: RequestInit) {
  const given = new Headers(headers)
  // Of the body exactly as it is sent.
  given.delete('content-length')
  return {
    method: method === 'POST' ? 'POST' : 'GET',
    url: url instanceof Request ? url.url : String(url),
    headers: Object.fromEntries(given),
    ...(typeof body === 'string' && body !== '' && { body }),
  } as const
}
