import { basicOf, createAccessTokens, readOAuthToken } from '../http/access-tokens.ts'
import { exchange, type Line, type Reply } from '../http/exchange.ts'

/** How one of MTN's products is entered on one of its platforms. */
export interface ProductAccess {
  readonly host: string
  readonly name: 'collection' | 'disbursement'
  readonly targetEnvironment: string
  readonly apiUser: string
  readonly apiKey: string
  readonly subscriptionKey: string
}

export interface Product {
  mint(signal: AbortSignal): Promise<Reply>
  /** `path` behind the product's name. `reference`: the UUID that a request goes under. */
  call(
    request: { readonly path: string; readonly reference?: string; readonly body?: object },
    signal: AbortSignal,
  ): Promise<Reply>
}

export function createProduct(line: Line, access: ProductAccess): Product {
  const { host, name, targetEnvironment, apiUser, apiKey, subscriptionKey } = access
  const common = { 'ocp-apim-subscription-key': subscriptionKey, 'x-target-environment': targetEnvironment }
  const json = { 'content-type': 'application/json' }
  const mint = (signal: AbortSignal): Promise<Reply> =>
    exchange(
      line,
      {
        method: 'POST',
        url: `${host}/${name}/token/`,
        headers: { ...common, ...json, authorization: basicOf(apiUser, apiKey) },
        // Without a body the platform answers 411, and a form is turned away.
        body: JSON.stringify({ grant_type: 'client_credentials' }),
      },
      signal,
    )
  const tokens = createAccessTokens(line, `mtn-momo ${name}`, mint, readOAuthToken)
  return {
    mint,
    call: ({ path, reference, body }, signal) =>
      tokens.send(
        (token) =>
          exchange(
            line,
            {
              method: body === undefined ? 'GET' : 'POST',
              url: `${host}/${name}/${path}`,
              headers: {
                ...common,
                authorization: `Bearer ${token}`,
                ...(reference !== undefined && { 'x-reference-id': reference }),
                ...(body !== undefined && json),
              },
              ...(body !== undefined && { body: JSON.stringify(body) }),
            },
            signal,
          ),
        signal,
      ),
  }
}
