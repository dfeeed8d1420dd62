import { createCipheriv, createDecipheriv, generatePrimeSync, randomBytes } from 'node:crypto'
import { crc16, withCrc } from './framing.ts'

/** Begins a packet whose data are encrypted. */
export const STEX = 0x7e

/** What every device leaves the works with. */
export const USUAL_FIXED_KEY = '0123456701234567'

const BLOCK = 16
/** Length, count and CRC around the data. */
const AROUND = 7
/** The devices reckon in 64 bits: no product of two may be longer. */
const PRIME_BITS = 31

export interface KeyOffer {
  readonly generator: bigint
  readonly modulus: bigint
  readonly secret: bigint
  /** What goes to the other end: generator to the power of the secret. */
  readonly intermediate: bigint
}

export function powerModulo(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  let square = base % modulus
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}

/** Two primes, the larger of them as generator, and a secret. */
export function offerKeys(): KeyOffer {
  const one = generatePrimeSync(PRIME_BITS, { bigint: true })
  const other = generatePrimeSync(PRIME_BITS, { bigint: true })
  if (one === other) return offerKeys()
  const [generator, modulus] = one > other ? [one, other] : [other, one]
  return answerKeys(generator, modulus)
}

export function answerKeys(generator: bigint, modulus: bigint): KeyOffer {
  const secret = BigInt(randomBytes(4).readUInt32LE() % 0x7fff_ffff) + 2n
  return { generator, modulus, secret, intermediate: powerModulo(generator, secret, modulus) }
}

/** The key of both ends: the fixed half, 16 hexadecimal digits, and what was agreed on, each with its low byte first. */
export function sharedKey(fixed: string, { secret, modulus }: KeyOffer, theirs: bigint): Uint8Array {
  return Uint8Array.of(...numberBytes(BigInt(`0x${fixed}`)), ...numberBytes(powerModulo(theirs, secret, modulus)))
}

/** Eight bytes, the low one first. */
export function numberBytes(number: bigint): Uint8Array {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(number)
  return bytes
}

export const readNumber = (bytes: Uint8Array): bigint => Buffer.from(bytes).readBigUInt64LE()

/** The data of a packet, encrypted, with the number of this packet. */
export function encryptData(key: Uint8Array, count: number, data: Uint8Array): Uint8Array {
  const counted = Buffer.alloc(4)
  counted.writeUInt32LE(count)
  const filling = randomBytes((BLOCK - ((data.length + AROUND) % BLOCK)) % BLOCK)
  const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false)
  return Uint8Array.of(
    STEX,
    ...cipher.update(withCrc([data.length, ...counted, ...data, ...filling])),
    ...cipher.final(),
  )
}

/** Null: not encrypted with this key, or changed on the way. */
export function decryptData(
  key: Uint8Array,
  packet: Uint8Array,
): { readonly count: number; readonly data: Uint8Array } | null {
  const body = packet.subarray(1)
  if (packet[0] !== STEX || body.length === 0 || body.length % BLOCK !== 0) return null
  const decipher = createDecipheriv('aes-128-ecb', key, null).setAutoPadding(false)
  const plain = Buffer.concat([decipher.update(body), decipher.final()])
  const length = plain[0] ?? 0
  const isWhole =
    length + AROUND <= plain.length && crc16(plain.subarray(0, -2)) === plain.readUInt16LE(plain.length - 2)
  return isWhole ? { count: plain.readUInt32LE(1), data: plain.subarray(5, 5 + length) } : null
}
