/**
 * HTTP Message Signatures (RFC 9421), as far as requests need them: derived components and plain fields, of the
 * components' parameters only the name of a `@query-param`. The signature's bytes are made and judged elsewhere.
 */
export type SignatureAlgorithm = (typeof SIGNATURE_ALGORITHMS)[number]

export const SIGNATURE_ALGORITHMS = ['hmac-sha256', 'ed25519', 'ecdsa-p256-sha256', 'rsa-pss-sha512'] as const

export interface SignatureParams {
  /** Component names in lower case, in order, parameters as they are written: `@method`, `@query-param;name="page"`, … */
  readonly components: readonly string[]
  /** Unix time in whole seconds. */
  readonly created?: number
  readonly expires?: number
  readonly nonce?: string
  readonly alg?: string
  readonly keyid?: string
  /** Tells what the signature is for (section 2.3). */
  readonly tag?: string
}

/** The value of `Signature-Input` behind its label, and the last line of the base (section 2.3). */
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

/** A component that a request has, and its value there. */
interface Covered {
  readonly component: string
  readonly value: string
}

/** Those of the components that the request has. */
export function coveredOf(facts: RequestFacts, components: readonly string[]): readonly Covered[] {
  return components.flatMap((component) => {
    const value = componentOf(facts, component)
    return value === null ? [] : [{ component, value }]
  })
}

/**
 * The text that is signed (section 2.5). `written` is the parameters' text as it was sent: a verifier must not write it
 * again.
 */
export function signedText(covered: readonly Covered[], written: string): string {
  const lines = covered.map(({ component, value }) => `${identifier(component)}: ${value}`)
  return [...lines, `"@signature-params": ${written}`].join('\n')
}

/** The same of exactly these components; null where the request lacks one. */
export function signatureBase(facts: RequestFacts, components: readonly string[], written: string): string | null {
  const covered = coveredOf(facts, components)
  return covered.length === components.length ? signedText(covered, written) : null
}

/** Section 2.1 for fields, 2.2 for what is derived from the request's line; null where the request has none. */
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

/** A component whose parameters this program knows. */
const QUERY_PARAM = /^@query-param;name="([\x20-\x21\x23-\x5b\x5d-\x7e]+)"$/u

/** Section 2.2.8: the value encoded again; null where the query has none of that name, several, or no sound encoding. */
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

/** As forms encode, a space as `%20`. */
const encodedName = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()~]/gu, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** A component's name is quoted, its parameters stand behind it. */
function identifier(component: string): string {
  const end = component.indexOf(';')
  return end === -1 ? quoted(component) : quoted(component.slice(0, end)) + component.slice(end)
}

/** A string of RFC 8941, section 3.3.3; what it cannot carry never gets here from configuration or a UUID. */
function quoted(text: string): string {
  if (!/^[\x20-\x7e]*$/u.test(text)) throw new Error('a signature parameter holds printable ASCII only')
  return `"${text.replaceAll(/["\\]/gu, (sign) => `\\${sign}`)}"`
}

export interface ReadSignature {
  readonly label: string
  readonly params: SignatureParams
  /** The parameters as they were written. */
  readonly written: string
  /** Of the signature, base64. */
  readonly signature: string
}

const NAME = /[a-z*][a-z0-9_.*-]*/u.source
const STRING = /"(?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"/u.source
const PARAM = `;\\s*(?:${NAME})=(?:${STRING}|-?\\d{1,15})`
/** Of a component; a flag has no value. */
const ITEM = `${STRING}(?:;(?:${NAME})(?:=${STRING})?)*`
const MEMBER = new RegExp(`^\\s*(${NAME})=(\\((?:\\s*${ITEM})*\\s*\\)(?:${PARAM})*)\\s*(?:,|$)`, 'u')

/** Every signature of a request, from `Signature-Input` and `Signature` (section 4); null where they cannot be read. */
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

/** A dictionary of byte sequences: `sig1=:…:, sig2=:…:` (RFC 8941, sections 3.2 and 3.3.5). */
export function readByteSequences(field: string): ReadonlyMap<string, string> | null {
  const found = new Map<string, string>()
  for (const member of field.split(',')) {
    const [, name, value] = new RegExp(`^\\s*(${NAME}|sha-256)=:([A-Za-z0-9+/=]*):\\s*$`, 'u').exec(member) ?? []
    if (name === undefined || value === undefined) return null
    found.set(name, value)
  }
  return found
}

/** A request as both ends see it before it is signed, or judged. Knows no crypto: digests and keys belong to the ends. */
interface RequestFacts {
  /** As on the wire: `POST`. */
  readonly method: string
  /** Absolute, as the client addressed it. */
  readonly url: Address
  /** A field's value with its lines joined by ", "; undefined where the request has none. */
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
