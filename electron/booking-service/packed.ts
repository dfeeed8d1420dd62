import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { PlainReply } from './http/http.ts'

const compress = promisify(gzip)

/** What fits into a packet or two is sent as it is. */
const LEAST_BYTES = 2_048

/**
 * The reply, compressed where its client takes gzip (RFC 9110, 12.5.3) and it is worth it. Only what has a tag: sections and
 * plans, the same for all, hold no secret that their length could tell. The packed form is another one byte by byte, so its
 * tag is a weak one (8.8.3).
 */
export async function packed(
  { status, headers, body }: Pick<PlainReply, 'status' | 'headers' | 'body'>,
  accepted: string | undefined,
): Promise<Pick<PlainReply, 'headers' | 'body'>> {
  const { etag } = headers
  if (etag === undefined) return { headers, body }
  const varying = { ...headers, vary: 'accept-encoding' }
  const bytes = body.reduce((sum, piece) => sum + piece.byteLength, 0)
  if (status !== 200 || bytes < LEAST_BYTES || !takesGzip(accepted)) return { headers: varying, body }
  const small = await compress(Buffer.concat(body), { level: constants.Z_BEST_SPEED })
  return { headers: { ...varying, etag: `W/${etag}`, 'content-encoding': 'gzip' }, body: [small] }
}

function takesGzip(accepted: string | undefined): boolean {
  const [, weight = '1'] = /(?:^|,)\s*(?:x-)?gzip\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/iu.exec(accepted ?? '') ?? [null, '0']
  return Number(weight) > 0
}
