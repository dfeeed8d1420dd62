/** A ZVT message. `control`: class and instruction in one number, such as `0x0601`. */
export interface Apdu {
  readonly control: number
  readonly data: Uint8Array
}

export const control = {
  acknowledged: 0x8000,
  registration: 0x0600,
  authorisation: 0x0601,
  repeatReceipt: 0x0620,
  reversal: 0x0630,
  endOfDay: 0x0650,
  abort: 0x06b0,
  statusEnquiry: 0x0501,

  statusInformation: 0x040f,
  intermediateStatus: 0x04ff,
  printLine: 0x06d1,
  printBlock: 0x06d3,
  completion: 0x060f,
  aborted: 0x061e,
} as const

const NOT_POSSIBLE = 0x8483

export const acknowledgement: Apdu = { control: control.acknowledged, data: new Uint8Array() }
export const abort: Apdu = { control: control.abort, data: new Uint8Array() }
export const refusal: Apdu = { control: NOT_POSSIBLE, data: new Uint8Array() }

const LONG = 0xff

export function encodeApdu({ control: word, data }: Apdu): Uint8Array {
  const { length } = data
  if (length > 0xffff) throw new RangeError(`an APDU of ${length} bytes`)
  const size = length < LONG ? [length] : [LONG, length & 0xff, length >> 8]
  return Uint8Array.from([word >> 8, word & 0xff, ...size, ...data])
}

/** Assembles messages from a stream. The length has two bytes, so a message uses at most 64 KiB. */
export class ApduReader {
  #kept: Uint8Array = new Uint8Array()

  read(piece: Uint8Array): readonly Apdu[] {
    this.#kept = Buffer.concat([this.#kept, piece])
    const whole: Apdu[] = []
    for (let next = firstIn(this.#kept); next !== null; next = firstIn(this.#kept)) {
      whole.push(next.apdu)
      this.#kept = this.#kept.subarray(next.length)
    }
    return whole
  }
}

function firstIn(bytes: Uint8Array): { readonly apdu: Apdu; readonly length: number } | null {
  const [high, low, size, less = 0, more = 0] = bytes
  if (high === undefined || low === undefined || size === undefined) return null
  const start = size === LONG ? 5 : 3
  if (bytes.length < start) return null
  const end = start + (size === LONG ? less | (more << 8) : size)
  if (bytes.length < end) return null
  return { apdu: { control: (high << 8) | low, data: bytes.slice(start, end) }, length: end }
}

export function answerIn({ control: word }: Apdu): { readonly taken: boolean; readonly code: number } | null {
  if (word === control.acknowledged) return { taken: true, code: 0 }
  // Some terminals acknowledge a message with the bytes 84 00.
  return word >> 8 === 0x84 ? { taken: (word & 0xff) === 0, code: word & 0xff } : null
}

export type Bitmap = readonly [number: number, bytes: Uint8Array]

const fixed: Readonly<Record<number, number>> = {
  0x01: 1,
  0x02: 1,
  0x03: 1,
  0x04: 6,
  0x05: 1,
  0x0b: 3,
  0x0c: 3,
  0x0d: 2,
  0x0e: 2,
  0x17: 2,
  0x19: 1,
  0x27: 1,
  0x29: 4,
  0x2a: 15,
  0x37: 3,
  0x3a: 2,
  0x3b: 8,
  0x3d: 3,
  0x49: 2,
  0x87: 2,
  0x88: 3,
  0x8a: 1,
  0x8c: 1,
  0xa0: 1,
  0xaa: 3,
  0xba: 5,
  0xd0: 1,
  0xd2: 1,
  0xd3: 1,
  0xfc: 1,
}

/** Number of length bytes before a field's data, by field number. Each byte is F0 to F9 and encodes one digit. */
const counted: Readonly<Record<number, number>> = {
  0x22: 2,
  0x23: 2,
  0x2d: 2,
  0x8b: 2,
  0xa7: 2,
  0xd1: 2,
  0x24: 3,
  0x2e: 3,
  0x3c: 3,
  0x60: 3,
  0x9a: 3,
  0xaf: 3,
}

const CONTAINER = 0x06

/** Returns null if a field is unknown or incomplete, because later fields cannot be located. */
export function readBitmaps(data: Uint8Array): readonly Bitmap[] | null {
  const read: Bitmap[] = []
  for (let at = 0; at < data.length;) {
    const number = data[at] ?? 0
    const extent = extentOf(number, data.subarray(at + 1))
    if (extent === null) return null
    const start = at + 1 + extent.skipped
    at = start + extent.length
    if (at > data.length) return null
    read.push([number, data.subarray(start, at)])
  }
  return read
}

function extentOf(number: number, rest: Uint8Array): { readonly skipped: number; readonly length: number } | null {
  const length = fixed[number]
  if (length !== undefined) return { skipped: 0, length }
  if (number === CONTAINER) return tlvLength(rest)
  const digits = counted[number]
  return digits === undefined ? null : countedLength(rest, digits)
}

/** Reads a length: `F1 F8` is 18. */
export function countedLength(bytes: Uint8Array, digits: number): { skipped: number; length: number } | null {
  const figures = [...bytes.subarray(0, digits)]
  if (figures.length < digits || figures.some((byte) => byte < 0xf0 || byte > 0xf9)) return null
  return { skipped: digits, length: figures.reduce((sum, byte) => sum * 10 + (byte & 0x0f), 0) }
}

export function writeBitmaps(bitmaps: readonly Bitmap[]): Uint8Array {
  return Uint8Array.from(
    bitmaps.flatMap(([number, bytes]) => [number, ...lengthBefore(number, bytes.length), ...bytes]),
  )
}

function lengthBefore(number: number, length: number): readonly number[] {
  if (number === CONTAINER) return tlvLengthOf(length)
  const digits = counted[number]
  if (digits === undefined) return []
  return Array.from(String(length).padStart(digits, '0'), (digit) => 0xf0 + Number(digit))
}

export interface Element {
  readonly tag: number
  readonly value: Uint8Array
}

/** Reads elements up to the first incomplete element. */
export function readElements(bytes: Uint8Array): readonly Element[] {
  const read: Element[] = []
  for (let at = 0; at < bytes.length;) {
    const { tag, skipped } = tagAt(bytes.subarray(at))
    const extent = tlvLength(bytes.subarray(at + skipped))
    if (extent === null) break
    const start = at + skipped + extent.skipped
    if (start + extent.length > bytes.length) break
    at = start + extent.length
    read.push({ tag, value: bytes.subarray(start, at) })
  }
  return read
}

/** A tag has one to four bytes: `07`, `1F 07`, `1F 80 00`. */
export function tagAt(bytes: Uint8Array): { readonly tag: number; readonly skipped: number } {
  let [tag = 0] = bytes
  let skipped = 1
  if ((tag & 0x1f) === 0x1f) {
    do tag = tag * 0x100 + (bytes[skipped] ?? 0)
    while (((bytes[skipped++] ?? 0) & 0x80) !== 0 && skipped < 4)
  }
  return { tag, skipped }
}

/** A length up to 127 has one byte; a longer length is `81` or `82`, followed by one or two bytes. */
export function tlvLength(bytes: Uint8Array): { readonly skipped: number; readonly length: number } | null {
  const [first, second, third] = bytes
  if (first === undefined) return null
  if (first < 0x80) return { skipped: 1, length: first }
  if (first === 0x81 && second !== undefined) return { skipped: 2, length: second }
  if (first !== 0x82 || second === undefined || third === undefined) return null
  return { skipped: 3, length: (second << 8) | third }
}

function tlvLengthOf(length: number): readonly number[] {
  if (length < 0x80) return [length]
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
}

/** Encodes a number with two digits per byte and leading zeros. Throws a `RangeError` if the number is too long. */
export function toBcd(digits: number | string, bytes: number): Uint8Array {
  const text = String(digits).padStart(bytes * 2, '0')
  if (!/^\d+$/u.test(text) || text.length > bytes * 2) throw new RangeError(`${bytes * 2} digits at most`)
  return Uint8Array.from(Buffer.from(text, 'hex'))
}

export function fromBcd(bytes: Uint8Array | undefined): string | null {
  const text = Buffer.from(bytes ?? []).toString('hex')
  return /^\d+$/u.test(text) ? text : null
}

/** Characters of code page 437, the default of terminals, from 80 (hexadecimal) on. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

/** `set`: value of tag 14: `FF` for code page 437, `FE` for UTF-8, otherwise the part number of ISO 8859. */
export function textOf(bytes: Uint8Array, set = 0xff): string {
  const plain = decoded(bytes, set).replaceAll(/\p{Cc}/gu, ' ')
  return plain.trimEnd()
}

function decoded(bytes: Uint8Array, set: number): string {
  if (set === 0xfe) return new TextDecoder().decode(bytes)
  if (set >= 1 && set <= 15 && set !== 12) return new TextDecoder(`iso-8859-${set}`).decode(bytes)
  return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : CP437.charAt(byte - 0x80))).join('')
}
