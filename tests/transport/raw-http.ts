import { connect, type Socket } from 'node:net'

/** Reply to raw bytes on a socket, for requests that no client library would send. */
export interface RawReply {
  readonly status: number
  /** Headers by lower-case name. If a name occurs twice, the last value is used. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export async function rawExchange(port: number, text: string): Promise<RawReply> {
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  return readReply(socket)
}

export async function readReply(socket: Socket): Promise<RawReply> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  // A server that refuses a body may close the connection while the client is still writing. The test checks the reply
  // and ignores the connection error.
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('close', resolve))
  const [head = '', ...body] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const colon = (line: string): number => line.indexOf(':')
  const headers = lines.map((line) => [line.slice(0, colon(line)).toLowerCase(), line.slice(colon(line) + 2)])
  const byName = Object.fromEntries(headers) as Record<string, string>
  const text = body.join('\r\n\r\n')
  return {
    status: Number(statusLine.split(' ')[1] ?? 0),
    headers: byName,
    body: byName['transfer-encoding'] === 'chunked' ? withoutChunks(text) : text,
  }
}

function withoutChunks(text: string): string {
  const size = Number.parseInt(text, 16)
  const start = text.indexOf('\r\n') + 2
  return size > 0 ? text.slice(start, start + size) + withoutChunks(text.slice(start + size + 2)) : ''
}

export interface RawRequest {
  readonly method?: string
  readonly target: string
  /** Headers sent unchanged; `connection: close` is added. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export function requestText({ method = 'GET', target, headers = {}, body }: RawRequest): string {
  const length = body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }
  const all = { ...headers, ...length, connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${target} HTTP/1.1`, ...lines, '', body ?? ''].join('\r\n')
}
