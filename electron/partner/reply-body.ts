import { MAX_REPLY_BYTES } from '../../shared/json.ts'

/** Of a refusal only its code is wanted; what comes after this is not read. */
const REFUSAL_BYTES = 64 * 1024

/**
 * The text of a reply, read no further than it may reach. Rejects for a success that is longer; a refusal is cut, since
 * its status says what it means. Either way the rest is left unread, and the connection is closed.
 */
export async function textOfReply(status: number, body: AsyncIterable<Uint8Array>): Promise<string> {
  const most = status >= 300 ? REFUSAL_BYTES : MAX_REPLY_BYTES
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body) {
    pieces.push(piece.subarray(0, most - size))
    size += piece.byteLength
    if (size <= most) continue
    if (status < 300) throw new Error(`a reply of more than ${most} bytes`)
    break
  }
  return new TextDecoder().decode(Buffer.concat(pieces))
}
