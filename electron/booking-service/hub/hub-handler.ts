import { randomUUID } from 'node:crypto'
import type { HubLog } from './hub-log.ts'
import type { PlainHandler, PlainReply, PlainRequest } from '../http/http.ts'
import type { Metrics } from './metrics.ts'
import { sameText } from '../../host/secrets/same-secret.ts'

export interface HubHandlerOptions {
  /** The specification's interface. */
  readonly handle: PlainHandler
  /** The client's address. */
  readonly addressOf: (request: PlainRequest) => string | undefined
  readonly metrics: Metrics
  readonly log: HubLog
  readonly health: () => Promise<Health>
  readonly metricsPage: () => Promise<string>
  /** What `/metrics` is read with; without one it is not served here. */
  readonly metricsToken: string | undefined
  /** Milliseconds, never running backwards. */
  readonly clock: () => number
}

/** `draining`: about to stop, send nothing new here. */
export type Health = 'ok' | 'draining' | 'database-unavailable'

const REQUEST_ID_HEADER = 'x-request-id'
/** What may stand in a header and a log as it came. */
const REQUEST_ID = /^[\w.:+/=-]{1,128}$/u

/** The service with what runs a venue around it: request ids, one log line and one measure a request, health, metrics. */
export function createHubHandler(options: HubHandlerOptions): PlainHandler {
  const { handle, addressOf, metrics, log, health, metricsPage, metricsToken, clock } = options

  async function observed(request: PlainRequest): Promise<PlainReply> {
    const began = clock()
    const given = request.header(REQUEST_ID_HEADER)
    const id = given !== undefined && REQUEST_ID.test(given) ? given : randomUUID()
    const remote = addressOf(request)
    const reply = await handle({ ...request, remote })
    const seconds = (clock() - began) / 1000
    const { operation = 'none', partnerCode, code } = reply.about ?? {}
    const { status } = reply
    metrics.count({ operation, partner: partnerCode ?? 'none', status, code, seconds })
    const ms = Math.round(seconds * 1e6) / 1000
    log.request({ id, operation, partner: partnerCode, status, code, ms, remote })
    return { ...reply, headers: { ...reply.headers, [REQUEST_ID_HEADER]: id } }
  }

  return async (request) => {
    const [path = ''] = request.target.split('?', 1)
    if (request.method === 'GET' && path === '/healthz') return healthReply(await health())
    if (request.method === 'GET' && path === '/metrics' && isReader(request, metricsToken)) {
      return textReply(await metricsPage())
    }
    return observed(request)
  }
}

/** `/metrics` and nothing else: for a listener that only this machine reaches. */
export function createMetricsHandler(metricsPage: () => Promise<string>): PlainHandler {
  return async ({ method, target }) =>
    method === 'GET' && target === '/metrics'
      ? textReply(await metricsPage())
      : {
          status: 404,
          headers: { 'content-type': 'text/plain' },
          body: [Buffer.from('There is only /metrics here.\n')],
        }
}

function isReader(request: PlainRequest, token: string | undefined): boolean {
  return token !== undefined && sameText(request.header('authorization') ?? '', `Bearer ${token}`)
}

function healthReply(health: Health): PlainReply {
  return {
    status: health === 'ok' ? 200 : 503,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: [Buffer.from(JSON.stringify({ status: health }))],
  }
}

function textReply(text: string): PlainReply {
  const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' }
  return { status: 200, headers, body: [Buffer.from(text)] }
}
