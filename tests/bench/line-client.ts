import { once } from 'node:events'
import { connect } from 'node:net'

/** The least HTTP/1.1 client that keeps a connection: what measures servers should cost little itself. */
export interface LineClient {
  /** One request at a time. The body is not decoded; `status` and its length are known. */
  exchange(method: string, path: string, body?: string): Promise<{ readonly status: number; readonly body: Buffer }>
  close(): void
}

const END_OF_HEAD = Buffer.from('\r\n\r\n')

const DEMO = { host: '127.0.0.1', 'x-partner-code': 'demo', 'x-env': 'demo' }

/** `keep` false throws the bodies' bytes away as they come; `headers` go with every request. */
export async function lineClient(
  port: number,
  {
    keep = true,
    headers = DEMO,
  }: { readonly keep?: boolean; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<LineClient> {
  const common = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  await once(socket, 'connect')
  let settle: ((reply: { status: number; body: Buffer }) => void) | null = null
  let fail: ((error: Error) => void) | null = null
  let head: Buffer | null = null
  let status = 0
  let missing = 0
  let pieces: Buffer[] = []

  socket.on('error', (error) => fail?.(error))
  socket.on('close', () => fail?.(new Error('the server closed the connection')))
  socket.on('data', (chunk: Buffer) => {
    let rest = chunk
    if (missing === 0) {
      head = head === null ? rest : Buffer.concat([head, rest])
      const end = head.indexOf(END_OF_HEAD)
      if (end < 0) return
      const text = head.toString('latin1', 0, end)
      status = Number(text.slice(9, 12))
      missing = Number(/content-length: (\d+)/iu.exec(text)?.[1] ?? 0)
      rest = head.subarray(end + END_OF_HEAD.length)
      head = null
      pieces = []
    }
    missing -= rest.length
    if (keep) pieces.push(rest)
    if (missing === 0) settle?.({ status, body: Buffer.concat(pieces) })
  })

  return {
    exchange: (method, path, body = '') =>
      new Promise((resolve, reject) => {
        settle = resolve
        fail = reject
        const fields = `${common}content-length: ${Buffer.byteLength(body)}`
        const type = body === '' ? '' : '\r\ncontent-type: application/json'
        socket.write(`${method} ${path} HTTP/1.1\r\n${fields}${type}\r\n\r\n${body}`)
      }),
    close: () => {
      fail = null
      socket.destroy()
    },
  }
}
