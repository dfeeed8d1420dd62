import { TranslatedError } from '../../../shared/i18n/catalogues.ts'
import { BlockList, isIP } from 'node:net'
import type { PlainRequest } from '../http/http.ts'

/** Some addresses of IPv4 and IPv6. */
export interface AddressRanges {
  /** False for what is no address. */
  has(address: string | undefined): boolean
}

/** Addresses (`10.1.0.7`) and ranges of them (`10.1.0.0/16`, `fd00::/8`). Throws for anything else. */
export function rangesOf(texts: readonly string[]): AddressRanges {
  const list = new BlockList()
  for (const text of texts) {
    const { net, bits, family } = readRange(text)
    list.addSubnet(net, bits, family)
  }
  return {
    has(address = '') {
      const version = isIP(address)
      return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6')
    },
  }
}

/** The machine itself, private networks (RFC 1918, RFC 4193) and what is on the same cable. */
const PRIVATE = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1',
  'fc00::/7',
  'fe80::/10',
].map((text) => ({ ...readRange(text), ranges: rangesOf([text]) }))

const expected = (text: string, form: 'address' | 'privateAddress') =>
  new TranslatedError(({ refusals, values }) => `${text}: ${values.expected(refusals.expected[form], '')}`)

/** The same, of addresses that nobody on the internet has. Throws for any other. */
export function privateRangesOf(texts: readonly string[]): AddressRanges {
  for (const text of texts) {
    const { net, bits, family } = readRange(text)
    const isPrivate = PRIVATE.some((one) => one.family === family && one.bits <= bits && one.ranges.has(net))
    if (!isPrivate) throw expected(text, 'privateAddress')
  }
  return rangesOf(texts)
}

function readRange(text: string): { net: string; bits: number; family: 'ipv4' | 'ipv6' } {
  const [, net = '', length] = /^([^/%]+)(?:\/(\d{1,3}))?$/u.exec(text) ?? []
  const version = isIP(net)
  const most = version === 4 ? 32 : 128
  const bits = Number(length ?? most)
  if (version === 0 || bits > most) throw expected(text, 'address')
  return { net, bits, family: version === 4 ? 'ipv4' : 'ipv6' }
}

export interface Proxies {
  /** The header in which they name their client: an address, or several with the nearest last. */
  readonly header: string
  readonly addresses: AddressRanges
}

/** Whose request it is: the address at the other end of the socket, or the one that a trusted proxy there names. */
export function clientAddressOf(request: PlainRequest, proxies: Proxies | null): string | undefined {
  let address = request.remote
  if (proxies === null) return address
  const named = (request.header(proxies.header) ?? '').split(',').map((one) => one.trim())
  // What stands before the first address that is no proxy's was written by anybody.
  while (proxies.addresses.has(address)) {
    const before = named.pop() ?? ''
    if (isIP(before) === 0) break
    address = before
  }
  return address
}
