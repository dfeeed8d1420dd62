import { once } from 'node:events'
import { type AddressInfo, connect, type Server } from 'node:net'

const END_OF_HEAD = Buffer.from('\r\n\r\n')

const DEMO = { host: '127.0.0.1', 'x-partner-code': 'demo', 'x-env': 'demo' }

/** Opens a connection. If `keep` is false, response bodies are discarded. `headers` are sent with every request. */
export async function lineClient(
  port: number,
  { keep = true, headers = DEMO }: { keep?: boolean; headers?: Readonly<Record<string, string>> } = {},
) {
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
    exchange: (method: string, path: string, body: string = ''): Promise<{ status: number; body: Buffer }> =>
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

export type LineClient = Awaited<ReturnType<typeof lineClient>>

export async function ask<T>(line: LineClient, method: string, path: string, body?: object): Promise<T> {
  const reply = await line.exchange(method, path, body === undefined ? '' : JSON.stringify(body))
  if (reply.status !== 200) throw new Error(`${method} ${path}: HTTP ${reply.status} ${reply.body.toString()}`)
  return (JSON.parse(reply.body.toString()) as { data: T }).data
}

export async function listening<T extends Server>(server: T): Promise<T> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

export const portOf = (server: Server): number => (server.address() as AddressInfo).port
