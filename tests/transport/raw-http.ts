import { connect, type Socket } from 'node:net'

/** HTTP as bytes on a socket: what no client library would send. Each connection is for one exchange. */
export interface RawReply {
  readonly status: number
  /** By lower-case name; the last one where a name comes twice. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Sends the text as it stands and reads until the server closes. */
export async function rawExchange(port: number, text: string): Promise<RawReply> {
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  return readReply(socket)
}

/** What the server says by itself, until it closes the connection. */
export async function readReply(socket: Socket): Promise<RawReply> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  // A server that refuses a body may close while we still write it: what it said counts, not how it hung up.
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('close', resolve))
  const [head = '', ...body] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 2),
  ])
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
  /** Sent as they stand; `connection: close` is added. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export function requestText({ method = 'GET', target, headers = {}, body }: RawRequest): string {
  const all = {
    ...headers,
    ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    connection: 'close',
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${target} HTTP/1.1`, ...lines, '', body ?? ''].join('\r\n')
}
