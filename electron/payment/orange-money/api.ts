import { basicOf, createAccessTokens, readOAuthToken } from '../http/access-tokens.ts'
import { exchange, type Line, type Reply } from '../http/exchange.ts'
import type { OrangeMoneySecrets, OrangeMoneySettings } from './settings.ts'

export interface OrangeApi {
  mint(signal: AbortSignal): Promise<Reply>
  /** `host`: where the payment was begun, or is to be. */
  post(host: string, operation: 'webpayment' | 'transactionstatus', body: object, signal: AbortSignal): Promise<Reply>
}

const json = 'application/json'

export function createOrangeApi(
  line: Line,
  { baseUrl, clientId, country }: OrangeMoneySettings,
  { clientSecret }: OrangeMoneySecrets,
): OrangeApi {
  const mint = (signal: AbortSignal): Promise<Reply> => {
    const headers = {
      authorization: basicOf(clientId, clientSecret),
      'content-type': 'application/x-www-form-urlencoded',
      accept: json,
    }
    const body = 'grant_type=client_credentials'
    return exchange(line, { method: 'POST', url: `${baseUrl}/oauth/v3/token`, headers, body }, signal)
  }
  const tokens = createAccessTokens(line, 'orange-money', mint, readOAuthToken)
  return {
    mint,
    post(host, operation, body, signal) {
      const url = `${host}/orange-money-webpay/${country}/v1/${operation}`
      const call = (token: string): Promise<Reply> => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': json, accept: json }
        return exchange(line, { method: 'POST', url, headers, body: JSON.stringify(body) }, signal)
      }
      return tokens.send(call, signal)
    },
  }
}
