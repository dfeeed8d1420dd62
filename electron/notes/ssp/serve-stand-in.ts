import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createSspStandIn, type SspStandIn, type SspStandInOptions } from './stand-in.ts'

export interface ServedSspStandIn {
  readonly device: SspStandIn
  readonly host: string
  readonly port: number
  close(): Promise<void>
}

/** So long its cable stays out. */
const OUT_MS = 2_000

/** A stand-in at the end of a socket, for one caller at a time. Rejects when it cannot listen there. */
export async function serveSspStandIn(
  at: { readonly host: string; readonly port: number },
  options: Omit<SspStandInOptions, 'send' | 'unplug'>,
): Promise<ServedSspStandIn> {
  let current: Socket | null = null
  let outUntilMs = -Infinity
  const now = (): number => options.clock.now().monoMs
  const device = createSspStandIn({
    ...options,
    send: (bytes) => void current?.write(bytes),
    unplug() {
      outUntilMs = now() + OUT_MS
      current?.destroy()
    },
  })
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => undefined)
    if (now() < outUntilMs) return void socket.destroy()
    current?.destroy()
    current = socket
    socket.on('data', (bytes) => device.receive(bytes))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(at.port, at.host, resolve)
  })
  const { address, port } = server.address() as AddressInfo
  return {
    device,
    host: address,
    port,
    async close() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
      current?.destroy()
      await closed
    },
  }
}
