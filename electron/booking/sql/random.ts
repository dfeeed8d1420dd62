export type Random = (count: number) => Uint8Array

/** Crockford's base 32: digits and letters that are hard to confuse when read aloud or typed. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns a code that people can read aloud: 5 random bits for each character. */
export function readableCode(random: Random, length: number): string {
  return Array.from(random(length), (byte) => ALPHABET.charAt(byte & 31)).join('')
}

export function hexCode(random: Random, bytes: number): string {
  return Array.from(random(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Returns the customer reference of a session: 64 random bits, because it gives access to the tickets. */
export function ownerRefOf(partnerCode: string, random: Random): string {
  return `${partnerCode}-user-${BigInt(`0x${hexCode(random, 8)}`)}`
}

/** Returns a random UUID (RFC 9562, version 4). */
export function uuid(random: Random): string {
  const bytes = Uint8Array.from(random(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = hexCode(() => bytes, 16)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** A map with a maximum size: the entries that were set longest ago are dropped. */
export class BoundedMap<K, V> {
  readonly #entries = new Map<K, V>()
  readonly #maxSize: number

  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }

  get(key: K): V | undefined {
    return this.#entries.get(key)
  }

  set(key: K, value: V): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    const [oldest] = this.#entries.size > this.#maxSize ? this.#entries.keys() : []
    if (oldest !== undefined) this.#entries.delete(oldest)
  }
}
