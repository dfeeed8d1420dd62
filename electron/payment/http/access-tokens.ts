import { z } from 'zod'
import { parseJson } from '../../../shared/json.ts'
import type { Reply, Line } from './exchange.ts'
import { plainWord } from './plain-word.ts'

/** A provider's pass for some time, asked for when it is needed and kept in memory alone. */
export interface AccessTokens {
  /**
   * Sends with a token; once more with a new one where the provider takes it no longer (401: nothing was done). Without
   * any token nothing is sent.
   */
  send(call: (token: string) => Promise<Reply>, signal: AbortSignal, tries?: 1 | 2): Promise<Reply>
}

export interface AccessToken {
  readonly token: string
  readonly lifeMs: number
}

/** Seconds, as a number or a text. */
const seconds = z.union([z.number(), z.string().regex(/^\d{1,9}$/u)]).transform(Number)

/** How OAuth tells a token (RFC 6749, section 5.1); some providers write the seconds as a text. */
const tokenReading = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,8192}$/u),
  expires_in: seconds.optional().catch(undefined),
})

/** Where a provider does not say how long. */
const USUAL_LIFE_MS = 300_000
/** A token is not used to its last moment: clocks differ, and a call takes its time. */
const MARGIN_MS = 60_000

/** Null: it cannot be read. */
export function readOAuthToken(body: string): AccessToken | null {
  const read = tokenReading.safeParse(parseJson(body))
  if (!read.success) return null
  const { access_token: token, expires_in: life } = read.data
  return { token, lifeMs: life === undefined ? USUAL_LIFE_MS : life * 1000 }
}

export const basicOf = (user: string, secret: string): string =>
  `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`

export function createAccessTokens(
  { clock, log }: Pick<Line, 'clock' | 'log'>,
  provider: string,
  mint: (signal: AbortSignal) => Promise<Reply>,
  readToken: (body: string) => AccessToken | null,
): AccessTokens {
  let known: { readonly token: string; readonly until: number } | null = null
  let underWay: Promise<string | null> | null = null

  async function fresh(signal: AbortSignal): Promise<string | null> {
    const reply = await mint(signal)
    const read = reply.answered && reply.status >= 200 && reply.status <= 299 ? readToken(reply.body) : null
    if (read === null) {
      log.warn('payment.access-denied', {
        provider,
        ...(reply.answered ? { status: reply.status } : { code: plainWord(reply.code) }),
      })
      return null
    }
    const { token, lifeMs } = read
    known = { token, until: clock.now().monoMs + Math.max(lifeMs - MARGIN_MS, lifeMs / 2) }
    return token
  }

  async function current(signal: AbortSignal): Promise<string | null> {
    if (known && clock.now().monoMs < known.until) return known.token
    underWay ??= fresh(signal).finally(() => {
      underWay = null
    })
    return underWay
  }

  return {
    async send(call, signal, tries = 2) {
      for (let left = tries; ; left--) {
        const token = await current(signal)
        if (token === null) return { answered: false, sent: false, code: 'NO_TOKEN' }
        const reply = await call(token)
        if (!reply.answered || reply.status !== 401) return reply
        if (known?.token === token) known = null
        if (left === 1) return reply
      }
    },
  }
}
