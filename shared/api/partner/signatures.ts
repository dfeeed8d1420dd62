/** HTTP Message Signatures (RFC 9421). The only supported component parameter is the `name` of `@query-param`. */
export type SignatureAlgorithm = (typeof SIGNATURE_ALGORITHMS)[number]

export const SIGNATURE_ALGORITHMS = ['hmac-sha256', 'ed25519', 'ecdsa-p256-sha256', 'rsa-pss-sha512'] as const

export interface SignatureParams {
  /** Component names in lower case, with their parameters as written: `@method`, `@query-param;name="page"`. */
  readonly components: readonly string[]
  /** Unix time in whole seconds. */
  readonly created?: number
  readonly expires?: number
  readonly nonce?: string
  readonly alg?: string
  readonly keyid?: string
  /** Purpose of the signature (RFC 9421, section 2.3). */
  readonly tag?: string
}

/** Returns the value of `Signature-Input` after its label (RFC 9421, section 2.3). */
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

interface SignedParts {
  readonly component: string
  readonly value: string
}

/** Returns the given components that the request contains, with their values. */
export function coveredOf(facts: RequestFacts, components: readonly string[]): readonly SignedParts[] {
  return components.flatMap((component) => {
    const value = componentOf(facts, component)
    return value === null ? [] : [{ component, value }]
  })
}

/** Returns the text to sign (RFC 9421, section 2.5). `written`: the signature parameters exactly as sent. */
export function signedText(covered: readonly SignedParts[], written: string): string {
  const lines = covered.map(({ component, value }) => `${identifier(component)}: ${value}`)
  return [...lines, `"@signature-params": ${written}`].join('\n')
}

/** Returns the text to sign for exactly the given components; null if the request lacks a component. */
export function signatureBase(facts: RequestFacts, components: readonly string[], written: string): string | null {
  const covered = coveredOf(facts, components)
  return covered.length === components.length ? signedText(covered, written) : null
}

/** Returns the value of a field or a derived component (RFC 9421, sections 2.1 and 2.2); null if missing. */
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

const QUERY_PARAM = /^@query-param;name="([\x20-\x21\x23-\x5b\x5d-\x7e]+)"$/u

/** Returns a re-encoded query parameter (RFC 9421, section 2.2.8); null if missing, repeated or badly encoded. */
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

function identifier(component: string): string {
  const end = component.indexOf(';')
  return end === -1 ? quoted(component) : quoted(component.slice(0, end)) + component.slice(end)
}

/** Serialises a string (RFC 8941, section 3.3.3). Throws for characters outside printable ASCII. */
function quoted(text: string): string {
  if (!/^[\x20-\x7e]*$/u.test(text)) throw new Error('a signature parameter holds printable ASCII only')
  return `"${text.replaceAll(/["\\]/gu, (sign) => `\\${sign}`)}"`
}

export interface ReadSignature {
  readonly label: string
  readonly params: SignatureParams
  /** Signature parameters exactly as written. */
  readonly written: string
  /** Signature in Base64. */
  readonly signature: string
}

const NAME = /[a-z*][a-z0-9_.*-]*/u.source
const STRING = /"(?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"/u.source
const PARAM = `;\\s*(?:${NAME})=(?:${STRING}|-?\\d{1,15})`
/** Pattern of a component with its parameters. A parameter without a value is a flag. */
const ITEM = `${STRING}(?:;(?:${NAME})(?:=${STRING})?)*`
const MEMBER = new RegExp(`^\\s*(${NAME})=(\\((?:\\s*${ITEM})*\\s*\\)(?:${PARAM})*)\\s*(?:,|$)`, 'u')

/** Returns all signatures of a request (RFC 9421, section 4); null if malformed. */
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

/** Reads a dictionary of byte sequences, `sig1=:…:, sig2=:…:` (RFC 8941, sections 3.2 and 3.3.5); null if malformed. */
export function readByteSequences(field: string): ReadonlyMap<string, string> | null {
  const found = new Map<string, string>()
  for (const member of field.split(',')) {
    const [, name, value] = new RegExp(`^\\s*(${NAME}|sha-256)=:([A-Za-z0-9+/=]*):\\s*$`, 'u').exec(member) ?? []
    if (name === undefined || value === undefined) return null
    found.set(name, value)
  }
  return found
}

/** Parts of a request that client and server use to sign or verify the request. */
interface RequestFacts {
  readonly method: string
  /** Absolute URL to which the client sent the request. */
  readonly url: Address
  /** Returns the value of a field, with several lines joined by ", "; undefined if the request lacks the field. */
  readonly header: (name: string) => string | undefined
}

interface Address {
  readonly href: string
  readonly protocol: string
  readonly host: string
  readonly pathname: string
  readonly search: string
}

/**
 * Headers of the scheme `stadepass-hmac`, observed in a public partner client. `signature`: HMAC-SHA256 of
 * `stadepassText` in lower-case hexadecimal.
 */
export interface StadepassHeaders {
  readonly key: string
  /** Unix time in whole seconds. */
  readonly time: string
  readonly id: string
  readonly signature: string
}

export const STADEPASS_HEADERS: StadepassHeaders = {
  key: 'x-api-key',
  time: 'x-api-timestamp',
  id: 'x-request-id',
  signature: 'x-api-signature',
}

/** Returns the text to sign: time, method, path without query, and SHA-256 of the body in hexadecimal, one per line. */
export function stadepassText(input: {
  readonly time: string
  readonly method: string
  readonly path: string
  readonly bodySha256: string
}): string {
  return [input.time, input.method, input.path, input.bodySha256].join('\n')
}
