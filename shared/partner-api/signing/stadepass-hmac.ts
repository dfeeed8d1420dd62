/**
 * `stadepass-hmac`: four headers, of which the last is the HMAC-SHA256, in lower-case hexadecimal, of `stadepassText`.
 * Observed in a public partner client, which the specification does not name: the names of the headers can be configured.
 */
export interface StadepassHeaders {
  /** Names the key. */
  readonly key: string
  /** Unix time in whole seconds. */
  readonly time: string
  /** Unique for each request. */
  readonly id: string
  readonly signature: string
}

export const STADEPASS_HEADERS: StadepassHeaders = {
  key: 'x-api-key',
  time: 'x-api-timestamp',
  id: 'x-request-id',
  signature: 'x-api-signature',
}

/** What is signed: time, method, path without its query, and the body's SHA-256 in hexadecimal, a line each. */
export function stadepassText(input: {
  readonly time: string
  readonly method: string
  readonly path: string
  readonly bodySha256: string
}): string {
  return [input.time, input.method, input.path, input.bodySha256].join('\n')
}
