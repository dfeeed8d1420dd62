/** A source of random bytes: `node:crypto` in earnest. */
export type Random = (count: number) => Uint8Array

/** Digits and letters that are not mistaken for each other when read aloud or typed (Crockford's base 32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A code for people: 5 random bits a character. */
export function readableCode(random: Random, length: number): string {
  return Array.from(random(length), (byte) => ALPHABET.charAt(byte & 31)).join('')
}

export function hexCode(random: Random, bytes: number): string {
  return Array.from(random(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The customer reference of a new session: who reads tickets has to know it, so 64 random bits stand in its number. */
export function ownerRefOf(partnerCode: string, random: Random): string {
  return `${partnerCode}-user-${BigInt(`0x${hexCode(random, 8)}`)}`
}

/** A random UUID (RFC 9562, version 4). */
export function uuid(random: Random): string {
  const bytes = Uint8Array.from(random(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = hexCode(() => bytes, 16)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** A map of at most so many entries: those that were set longest ago go first. */
export interface Recent<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): void
}

export function createRecent<K, V>(most: number): Recent<K, V> {
  const kept = new Map<K, V>()
  return {
    get: (key) => kept.get(key),
    set(key, value) {
      kept.delete(key)
      kept.set(key, value)
      const [oldest] = kept.size > most ? kept.keys() : []
      if (oldest !== undefined) kept.delete(oldest)
    },
  }
}
