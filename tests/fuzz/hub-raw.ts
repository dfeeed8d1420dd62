import { connect } from 'node:net'
import type { Random } from '../simulation/random.ts'

/** Bytes that are no, or hardly, HTTP; `\n` stands for a line's end as HTTP wants it where it is not written out. */
const HEADS: readonly string[] = [
  'GET / HTTP/1.1',
  'GET /api/v1/public/events HTTP/1.1',
  'GET /api/v1/public/events HTTP/9.9',
  'GET  /api/v1/public/events  HTTP/1.1',
  'POST /api/v1/public/purchases HTTP/1.1',
  'POST http://elsewhere.example/api/v1/public/purchases HTTP/1.1',
  'CONNECT elsewhere.example:443 HTTP/1.1',
  'GET /../../../../etc/passwd HTTP/1.1',
  'GET /%c0%ae%c0%ae/ HTTP/1.1',
  `GET /${'a'.repeat(20_000)} HTTP/1.1`,
  'PRI * HTTP/2.0',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  '\u0000\u0000\u0000',
  'GET /api/v1/public/events',
  '',
]
const LINES: readonly string[] = [
  'Host: hub',
  'Host: hub\nHost: other',
  'x-partner-code: demo',
  'x-partner-code: demo\nx-partner-code: other',
  'x-partner-code : demo',
  ' folded: line',
  'content-type: application/json',
  'content-length: 10',
  'content-length: -1',
  'content-length: 99999999999999999999',
  'content-length: 5\ncontent-length: 6',
  'transfer-encoding: chunked',
  'transfer-encoding: chunked\ncontent-length: 3',
  'transfer-encoding: gzip, chunked',
  'expect: 100-continue',
  'expect: nonsense',
  'upgrade: websocket\nconnection: upgrade',
  'connection: close',
  `x: ${'y'.repeat(20_000)}`,
  'x: a\u0000b',
  'no colon at all',
  ...Array.from({ length: 3 }, (_, index) => `x-${index}: ${'z'.repeat(index * 500)}`),
]
const BODIES: readonly string[] = [
  '',
  '{}',
  '{"a":1}xx',
  '5\r\nhello\r\n0\r\n\r\n',
  'FFFFFFFFFFFFFFFFF\r\n',
  '-1\r\n\r\n',
  'zz\r\n',
  '0\r\n',
  '\r\n\r\n',
]

export function rawBytes(random: Random): Buffer {
  const pick = (list: readonly string[]): string => random.pick(list)
  const lines = Array.from({ length: random.below(6) }, () => pick(LINES))
  const text = [pick(HEADS), ...lines].join('\n').replaceAll('\n', random.chance(0.95) ? '\r\n' : '\n')
  const whole = Buffer.from(`${text}\r\n\r\n${pick(BODIES)}`, 'latin1')
  if (random.chance(0.8)) return whole
  const cut = whole.subarray(0, random.below(whole.length))
  return random.chance(0.5) ? cut : Buffer.concat([cut, Buffer.from([0xff, 0x00, 0x0a]), whole.subarray(cut.length)])
}

/** Sends bytes, ends its side, and gives all that comes back until the other side ends too. */
export function exchangeRaw(port: number, bytes: Uint8Array): Promise<string> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    // A client that was cut off has its answer; a server that hangs is cut off here.
    socket.setTimeout(30_000, () => {
      pieces.push(Buffer.from('HUNG'))
      socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.on('data', (piece: Buffer) => pieces.push(piece))
    socket.on('end', () => socket.end())
    socket.on('close', () => resolve(Buffer.concat(pieces).toString('latin1')))
    socket.end(bytes)
  })
}
