import { address } from '../http/settings-fields.ts'
import { exchange, type Line, type Reply } from '../http/exchange.ts'
import type { SumupSecrets, SumupSettings } from './settings.ts'

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
