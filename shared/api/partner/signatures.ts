/**
 * HTTP Message Signatures (RFC 9421), as far as requests need them: derived components and plain fields. The only
 * supported component parameter is the name of a `@query-param`. Signature bytes are created and verified elsewhere.
 */
export type SignatureAlgorithm = (typeof SIGNATURE_ALGORITHMS)[number]

export const SIGNATURE_ALGORITHMS = ['hmac-sha256', 'ed25519', 'ecdsa-p256-sha256', 'rsa-pss-sha512'] as const

export interface SignatureParams {
  /**
   * Component names in order, in lower case, with their parameters as written: `@method`, `@query-param;name="page"`, …
   */
  readonly components: readonly string[]
  /** Unix time in whole seconds. */
  readonly created?: number
  readonly expires?: number
  readonly nonce?: string
  readonly alg?: string
  readonly keyid?: string
  /** Purpose of the signature (section 2.3). */
  readonly tag?: string
}

/**
 * Returns the value of `Signature-Input` after its label, which is also the last line of the signature base (section
 * 2.3).
 */
export function writeSignatureParams(params: SignatureParams): string {
  const list = params.components.map(identifier).join(' ')
  const times = (['created', 'expires'] as const).flatMap((name) =>
    params[name] === undefined ? [] : [`;${name}=${params[name]}`],
  )
  const texts = (['nonce', 'alg', 'keyid', 'tag'] as const).flatMap((name) =>
    params[name] === undefined ? [] : [`;${name}=${quoted(params[name])}`],
  )
  return `(${list})${[...times, ...texts].join('')}`
}

/** A component of a request, with its value. */
interface SignedParts {
  readonly component: string
  readonly value: string
}

/** Returns those of the given components that the request contains, with their values. */
export function coveredOf(facts: RequestFacts, components: readonly string[]): readonly SignedParts[] {
  return components.flatMap((component) => {
    const value = componentOf(facts, component)
    return value === null ? [] : [{ component, value }]
  })
}

/**
 * Returns the text that is signed (section 2.5). `written`: the parameters exactly as sent; a verifier must not
 * serialise them again.
 */
export function signedText(covered: readonly SignedParts[], written: string): string {
  const lines = covered.map(({ component, value }) => `${identifier(component)}: ${value}`)
  return [...lines, `"@signature-params": ${written}`].join('\n')
}

/** Returns the text that is signed for exactly these components; null if the request lacks one. */
export function signatureBase(facts: RequestFacts, components: readonly string[], written: string): string | null {
  const covered = coveredOf(facts, components)
  return covered.length === components.length ? signedText(covered, written) : null
}

/** Returns the value of a field (section 2.1) or a derived component (2.2); null if the request does not have it. */
function componentOf({ method, url, header }: RequestFacts, component: string): string | null {
  switch (component) {
    case '@method':
      return method
    case '@target-uri':
      return url.href
    case '@authority':
      return url.host
    case '@scheme':
      return url.protocol.slice(0, -1)
    case '@request-target':
      return url.pathname + url.search
    case '@path':
      return url.pathname
    case '@query':
      return url.search || '?'
    default: {
      const [, name] = QUERY_PARAM.exec(component) ?? []
      if (name !== undefined) return queryParam(url.search, name)
      const value = /[@;]/u.test(component) ? undefined : header(component)
      return value === undefined ? null : value.trim()
    }
  }
}

/** The only supported component with parameters. */
const QUERY_PARAM = /^@query-param;name="([\x20-\x21\x23-\x5b\x5d-\x7e]+)"$/u

/**
 * Returns the re-encoded value of a query parameter (section 2.2.8); null if it is missing, repeated or badly encoded.
 */
function queryParam(search: string, name: string): string | null {
  const values: string[] = []
  for (const pair of search.slice(1).split('&')) {
    const [key = '', ...rest] = pair.split('=')
    try {
      const decoded = decodeURIComponent(rest.join('=').replaceAll('+', ' '))
      if (encodedName(decodeURIComponent(key.replaceAll('+', ' '))) === name) values.push(encodedName(decoded))
    } catch {
      return null
    }
  }
  return values.length === 1 ? (values[0] ?? null) : null
}

/** Percent-encodes a text as forms do, but a space as `%20`. */
const encodedName = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()~]/gu, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Serialises a component: its quoted name, followed by its parameters. */
function identifier(component: string): string {
  const end = component.indexOf(';')
  return end === -1 ? quoted(component) : quoted(component.slice(0, end)) + component.slice(end)
}

/**
 * Serialises a string (RFC 8941, section 3.3.3). Throws for characters outside printable ASCII, which configuration and
 * UUIDs never contain.
 */
function quoted(text: string): string {
  if (!/^[\x20-\x7e]*$/u.test(text)) throw new Error('a signature parameter holds printable ASCII only')
  return `"${text.replaceAll(/["\\]/gu, (sign) => `\\${sign}`)}"`
}

export interface ReadSignature {
  readonly label: string
  readonly params: SignatureParams
  /** Parameters exactly as written. */
  readonly written: string
  /** Signature in Base64. */
  readonly signature: string
}

const NAME = /[a-z*][a-z0-9_.*-]*/u.source
const STRING = /"(?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"/u.source
const PARAM = `;\\s*(?:${NAME})=(?:${STRING}|-?\\d{1,15})`
/** A component with its parameters. A parameter without a value is a flag. */
const ITEM = `${STRING}(?:;(?:${NAME})(?:=${STRING})?)*`
const MEMBER = new RegExp(`^\\s*(${NAME})=(\\((?:\\s*${ITEM})*\\s*\\)(?:${PARAM})*)\\s*(?:,|$)`, 'u')

/**
 * Returns all signatures of a request, from `Signature-Input` and `Signature` (section 4); null if they are malformed.
 */
export function readSignatures(inputField: string, signatureField: string): readonly ReadSignature[] | null {
  const signatures = readByteSequences(signatureField)
  if (!signatures) return null
  const found: ReadSignature[] = []
  let rest = inputField
  while (rest !== '') {
    const [whole, label = '', written = ''] = MEMBER.exec(rest) ?? []
    if (whole === undefined) return null
    rest = rest.slice(whole.length)
    const signature = signatures.get(label)
    if (signature !== undefined) found.push({ label, written, signature, params: readParams(written) })
  }
  return found
}

function readParams(written: string): SignatureParams {
  const [list = ''] = new RegExp(`^\\((?:\\s*${ITEM})*\\s*\\)`, 'u').exec(written) ?? []
  const components = [...list.matchAll(new RegExp(`(${STRING})((?:;(?:${NAME})(?:=${STRING})?)*)`, 'gu'))].map(
    ([, name = '', parameters = '']) => unquoted(name) + parameters,
  )
  const params: Record<string, string | number> = {}
  for (const [, name = '', value = ''] of written
    .slice(list.length)
    .matchAll(new RegExp(`;\\s*(${NAME})=(${STRING}|-?\\d{1,15})`, 'gu'))) {
    params[name] = value.startsWith('"') ? unquoted(value) : Number(value)
  }
  const time = (name: string) => (typeof params[name] === 'number' ? { [name]: params[name] } : {})
  const text = (name: string) => (typeof params[name] === 'string' ? { [name]: params[name] } : {})
  return {
    components,
    ...time('created'),
    ...time('expires'),
    ...text('nonce'),
    ...text('alg'),
    ...text('keyid'),
    ...text('tag'),
  }
}

const unquoted = (text: string): string => text.slice(1, -1).replaceAll(/\\(["\\])/gu, '$1')

/**
 * Reads a dictionary of byte sequences, `sig1=:…:, sig2=:…:` (RFC 8941, sections 3.2 and 3.3.5); null if it is
 * malformed.
 */
export function readByteSequences(field: string): ReadonlyMap<string, string> | null {
  const found = new Map<string, string>()
  for (const member of field.split(',')) {
    const [, name, value] = new RegExp(`^\\s*(${NAME}|sha-256)=:([A-Za-z0-9+/=]*):\\s*$`, 'u').exec(member) ?? []
    if (name === undefined || value === undefined) return null
    found.set(name, value)
  }
  return found
}

/**
 * Parts of a request that client and server use to sign or verify it. This module contains no cryptography: client and
 * server compute digests and manage keys.
 */
interface RequestFacts {
  /** Method as sent, such as `POST`. */
  readonly method: string
  /** Absolute URL to which the client sent the request. */
  readonly url: Address
  /** Returns the value of a field, with several lines joined by ", "; undefined if the request does not have it. */
  readonly header: (name: string) => string | undefined
}

/** The parts of a WHATWG URL that can be signed. */
interface Address {
  readonly href: string
  readonly protocol: string
  readonly host: string
  readonly pathname: string
  readonly search: string
}

/**
 * `stadepass-hmac`: four headers, the last of which is the HMAC-SHA256 of `stadepassText`, in lower-case hexadecimal.
 * The scheme was observed in a public partner client. The specification does not contain the scheme, so the header
 * names can be configured.
 */
export interface StadepassHeaders {
  /** Id of the key. */
  readonly key: string
  /** Unix time in whole seconds. */
  readonly time: string
  /** Unique id of the request. */
  readonly id: string
  readonly signature: string
}

export const STADEPASS_HEADERS: StadepassHeaders = {
  key: 'x-api-key',
  time: 'x-api-timestamp',
  id: 'x-request-id',
  signature: 'x-api-signature',
}

/**
 * Returns the text to sign: time, method, path without its query, and SHA-256 of the body in hexadecimal, one per line.
 */
export function stadepassText(input: {
  readonly time: string
  readonly method: string
  readonly path: string
  readonly bodySha256: string
}): string {
  return [input.time, input.method, input.path, input.bodySha256].join('\n')
}
