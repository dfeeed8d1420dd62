import { createCipheriv, createDecipheriv, generatePrimeSync, randomBytes } from 'node:crypto'

const STX = 0x7f
const SEED = 0xffff
const POLYNOMIAL = 0x8005
/** Bytes before the data of a frame: address with SEQ, and length. */
const HEAD = 2
const CRC_BYTES = 2

/** SEQ is the highest bit of the address byte. */
export const SEQ = 0x80

export interface Frame {
  /** Address including the SEQ bit. */
  readonly address: number
  readonly data: Uint8Array
}

export function crc16(bytes: Uint8Array): number {
  let crc = SEED
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ POLYNOMIAL : crc << 1) & 0xffff
  }
  return crc
}

function withCrc(bytes: readonly number[]): Uint8Array {
  const crc = crc16(Uint8Array.from(bytes))
  return Uint8Array.of(...bytes, crc & 0xff, crc >> 8)
}

/** Returns the frame as sent, with its CRC. Every 7F byte after the first is doubled, as SSP requires. */
export function encodeFrame({ address, data }: Frame): Uint8Array {
  const plain = withCrc([address, data.length, ...data])
  return Uint8Array.of(STX, ...[...plain].flatMap((byte) => (byte === STX ? [STX, STX] : [byte])))
}

/** Assembles frames from the pieces of a stream. Invalid bytes and frames are skipped. */
export class FrameReader {
  #inFrame = false
  #afterStx = false
  #held: number[] = []

  read(bytes: Uint8Array): readonly Frame[] {
    return [...bytes].flatMap((byte) => this.#next(byte) ?? [])
  }

  #next(byte: number): Frame | null {
    if (this.#afterStx) {
      this.#afterStx = false
      if (byte !== STX) {
        this.#inFrame = true
        this.#held = []
      }
    } else if (byte === STX) {
      this.#afterStx = true
      return null
    }
    return this.#inFrame ? this.#take(byte) : null
  }

  #take(byte: number): Frame | null {
    this.#held.push(byte)
    const size = HEAD + (this.#held[1] ?? 0) + CRC_BYTES
    if (this.#held.length < HEAD || this.#held.length < size) return null
    const bytes = Uint8Array.from(this.#held)
    this.#inFrame = false
    this.#held = []
    const crc = (bytes[size - 2] ?? 0) + ((bytes[size - 1] ?? 0) << 8)
    if (crc16(bytes.subarray(0, size - CRC_BYTES)) !== crc) return null
    return { address: bytes[0] ?? 0, data: bytes.subarray(HEAD, size - CRC_BYTES) }
  }
}

/** First byte of a packet with encrypted data. */
export const STEX = 0x7e

/** Fixed key that is the factory default of every device. */
export const USUAL_FIXED_KEY = '0123456701234567'

const BLOCK = 16
/** Bytes around the data of an encrypted packet: length, count and CRC. */
const AROUND = 7
/** Note validators calculate in 64 bits, which the product of two primes must not exceed. */
const PRIME_BITS = 31

export interface KeyOffer {
  readonly generator: bigint
  readonly modulus: bigint
  readonly secret: bigint
  /** Number sent to the device: the generator to the power of the secret. */
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

/** Returns the fixed half and the negotiated half of the key, each with the low byte first. */
export function sharedKey(fixed: string, { secret, modulus }: KeyOffer, theirs: bigint): Uint8Array {
  return Uint8Array.of(...numberBytes(BigInt(`0x${fixed}`)), ...numberBytes(powerModulo(theirs, secret, modulus)))
}

export function numberBytes(number: bigint): Uint8Array {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(number)
  return bytes
}

export const readNumber = (bytes: Uint8Array): bigint => Buffer.from(bytes).readBigUInt64LE()

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

/** Returns null if the packet was not encrypted with this key, or was changed in transit. */
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
