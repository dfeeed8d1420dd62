/** More than this is no reply of any service that the program asks: the largest, the seats of one section, has a tenth of it. */
export const MAX_REPLY_BYTES = 8 * 1024 * 1024

/** The bytes of a stream; null as soon as there are more than `limit`, and then no further reading. */
export async function readBounded(stream: AsyncIterable<Uint8Array> | null, limit: number): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of stream ?? []) {
    length += piece.byteLength
    if (length > limit) return null
    pieces.push(piece)
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.byteLength
  }
  return whole
}

/** A whole reply; rejects, and reads no further, where it is longer than any reply. */
export async function wholeReply(stream: AsyncIterable<Uint8Array> | null): Promise<Uint8Array> {
  const bytes = await readBounded(stream, MAX_REPLY_BYTES)
  if (bytes === null) throw new Error(`a reply of more than ${MAX_REPLY_BYTES} bytes`)
  return bytes
}

/** Undefined for what is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
