const STX = 0x7f
const SEED = 0xffff
const POLYNOMIAL = 0x8005
/** Address and SEQ, and the length before the data. */
const HEAD = 2
const CRC_BYTES = 2

/** SEQ is the highest bit of the address byte. */
export const SEQ = 0x80

export interface Frame {
  /** With the SEQ bit. */
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

/** Low byte first. */
export function withCrc(bytes: readonly number[]): Uint8Array {
  const crc = crc16(Uint8Array.from(bytes))
  return Uint8Array.of(...bytes, crc & 0xff, crc >> 8)
}

/** As it goes over the line: every 7F behind the first is sent twice. */
export function encodeFrame({ address, data }: Frame): Uint8Array {
  const plain = withCrc([address, data.length, ...data])
  return Uint8Array.of(STX, ...[...plain].flatMap((byte) => (byte === STX ? [STX, STX] : [byte])))
}

/** Takes bytes as they come, in any pieces, and gives the frames that are whole and right; whatever else is there is passed over. */
export function createFrameReader(): (bytes: Uint8Array) => readonly Frame[] {
  let inFrame = false
  let afterStx = false
  let held: number[] = []

  function take(byte: number): Frame | null {
    held.push(byte)
    const size = HEAD + (held[1] ?? 0) + CRC_BYTES
    if (held.length < HEAD || held.length < size) return null
    const whole = Uint8Array.from(held)
    inFrame = false
    held = []
    if (crc16(whole.subarray(0, size - CRC_BYTES)) !== (whole[size - 2] ?? 0) + ((whole[size - 1] ?? 0) << 8))
      return null
    return { address: whole[0] ?? 0, data: whole.subarray(HEAD, size - CRC_BYTES) }
  }

  function read(byte: number): Frame | null {
    if (afterStx) {
      afterStx = false
      if (byte === STX) return inFrame ? take(byte) : null
      inFrame = true
      held = []
      return take(byte)
    }
    if (byte === STX) {
      afterStx = true
      return null
    }
    return inFrame ? take(byte) : null
  }

  return (bytes) => [...bytes].flatMap((byte) => read(byte) ?? [])
}
