// Writes Opus packets to a minimal Ogg file (RFC 3533, RFC 7845): one stream, no comments.
const SERIAL = 1
const MAX_PAGE = 255
const CONTINUED = { first: 2, last: 4 } as const

export interface OpusSound {
  readonly packets: readonly Uint8Array[]
  /** Samples per packet at 48 kHz, regardless of the sampling rate of the source. */
  readonly samplesEach: number
  /** Delay of the encoder in samples, which a player must skip. */
  readonly skip: number
  /** Samples at 48 kHz, without the delay of the encoder. */
  readonly samples: number
}

export function oggOpus({ packets, samplesEach, skip, samples }: OpusSound): Buffer {
  const head = Buffer.alloc(19)
  head.write('OpusHead', 'latin1')
  head.writeUInt8(1, 8)
  head.writeUInt8(1, 9)
  head.writeUInt16LE(skip, 10)
  head.writeUInt32LE(48_000, 12)
  const tags = Buffer.alloc(16)
  tags.write('OpusTags', 'latin1')
  const pages = inPages(packets)
  let played = 0
  return Buffer.concat([
    page([head], 0, 0n, CONTINUED.first),
    page([tags], 1, 0n, 0),
    ...pages.map((inPage, at) => {
      played += inPage.length * samplesEach
      const isLast = at === pages.length - 1
      const position = isLast ? Math.min(played, samples + skip) : played
      return page(inPage, at + 2, BigInt(position), isLast ? CONTINUED.last : 0)
    }),
  ])
}

/** Groups packets into pages of 255 length entries. A packet takes one entry per full 255 bytes, plus one. */
function inPages(packets: readonly Uint8Array[]): readonly (readonly Uint8Array[])[] {
  const pages: Uint8Array[][] = []
  let room = 0
  for (const packet of packets) {
    const places = lacing(packet).length
    if (places > room) {
      pages.push([])
      room = MAX_PAGE
    }
    pages.at(-1)?.push(packet)
    room -= places
  }
  return pages
}

const lacing = ({ length }: Uint8Array): readonly number[] => [
  ...Array.from({ length: Math.floor(length / 255) }, () => 255),
  length % 255,
]

function page(packets: readonly Uint8Array[], sequence: number, position: bigint, flags: number): Buffer {
  const lengths = packets.flatMap(lacing)
  const header = Buffer.alloc(27)
  header.write('OggS', 'latin1')
  header.writeUInt8(flags, 5)
  header.writeBigInt64LE(position, 6)
  header.writeUInt32LE(SERIAL, 14)
  header.writeUInt32LE(sequence, 18)
  header.writeUInt8(lengths.length, 26)
  const whole = Buffer.concat([header, Buffer.from(lengths), ...packets])
  whole.writeUInt32LE(checksum(whole), 22)
  return whole
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte << 24
  for (let bit = 0; bit < 8; bit++) rest = rest < 0 ? (rest << 1) ^ 0x04c11db7 : rest << 1
  return rest
})

/** Returns Ogg's variant of CRC-32: not reflected, with initial value 0. */
function checksum(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) sum = (sum << 8) ^ (table[((sum >>> 24) ^ byte) & 0xff] ?? 0)
  return sum >>> 0
}
