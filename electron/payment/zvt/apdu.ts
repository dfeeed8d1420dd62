/** A message of ZVT: its class and instruction in one number, `0x0601`, and what follows. */
export interface Apdu {
  readonly control: number
  readonly data: Uint8Array
}

/** What both sides say; those that come from the terminal alone follow the blank line. */
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

/** "That is not possible", to a message that is not known here. */
const NOT_POSSIBLE = 0x8483

export const acknowledgement: Apdu = { control: control.acknowledged, data: new Uint8Array() }
/** Asks a terminal to stop what it does. */
export const abort: Apdu = { control: control.abort, data: new Uint8Array() }
export const refusal: Apdu = { control: NOT_POSSIBLE, data: new Uint8Array() }

const LONG = 0xff

export function encodeApdu({ control: word, data }: Apdu): Uint8Array {
  const { length } = data
  if (length > 0xffff) throw new RangeError(`an APDU of ${length} bytes`)
  const size = length < LONG ? [length] : [LONG, length & 0xff, length >> 8]
  return Uint8Array.from([word >> 8, word & 0xff, ...size, ...data])
}

/**
 * Puts APDUs together from the pieces of a stream, however they were cut. A length has two bytes, so a message that never
 * ends keeps at most 64 KiB.
 */
export function createApduReader(): (piece: Uint8Array) => readonly Apdu[] {
  let kept: Uint8Array = new Uint8Array()
  return (piece) => {
    kept = Buffer.concat([kept, piece])
    const whole: Apdu[] = []
    for (let next = firstIn(kept); next !== null; next = firstIn(kept)) {
      whole.push(next.apdu)
      kept = kept.subarray(next.length)
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

/** The answer to a message: a yes, a no with its code, or neither. */
export function answerIn({ control: word }: Apdu): { readonly taken: boolean; readonly code: number } | null {
  if (word === control.acknowledged) return { taken: true, code: 0 }
  // 84 00 is a yes of some terminals.
  return word >> 8 === 0x84 ? { taken: (word & 0xff) === 0, code: word & 0xff } : null
}
