/** Maximum size of a reply: ten times the largest expected reply, which lists the seats of one section. */
export const MAX_REPLY_BYTES = 8 * 1024 * 1024

/** Returns the bytes of a stream. Stops reading and returns null after more than `limit` bytes. */
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

/** Returns the bytes of a reply. Stops reading and rejects after more than `MAX_REPLY_BYTES`. */
export async function wholeReply(stream: AsyncIterable<Uint8Array> | null): Promise<Uint8Array> {
  const bytes = await readBounded(stream, MAX_REPLY_BYTES)
  if (bytes === null) throw new Error(`a reply of more than ${MAX_REPLY_BYTES} bytes`)
  return bytes
}

/** Returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
