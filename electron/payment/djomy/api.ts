import { createHmac } from 'node:crypto'
import type { ExaminationFinding } from '../../../shared/domain/money/examination.ts'
import type { TenderOutcome } from '../../core/ports/devices.ts'
import { createAccessTokens } from '../http/access-tokens.ts'
import { examineProvider, findingOfReply } from '../http/examine.ts'
import { exchange, type Line, type Reply } from '../http/exchange.ts'
import { plainWord } from '../http/plain-word.ts'
import { searchQuery } from './payments.ts'
import { paymentList, readData, readToken, refusalIn, turnedAway } from './replies.ts'
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
