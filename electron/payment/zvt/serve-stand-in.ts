import { createServer, type AddressInfo } from 'node:net'
import type { ZvtStandIn } from './stand-in.ts'

export interface ServedZvt {
  readonly place: { readonly host: string; readonly port: number }
  close(): Promise<void>
}

/** Puts it on a socket. Rejects when it cannot listen there; `port` 0 takes any free one. */
export async function serveZvtStandIn(
  standIn: Pick<ZvtStandIn, 'accept'>,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<ServedZvt> {
  const server = createServer({ noDelay: true })
  const open = new Set<{ destroy(): void }>()
  server.on('connection', (socket) => {
    open.add(socket)
    const ears = { bytes: (piece: Uint8Array) => void socket.write(piece), ended: () => socket.destroy() }
    const wire = standIn.accept(ears)
    if (!wire) socket.destroy()
    socket.on('data', (piece) => wire?.send(piece))
    // A till that goes away in the middle of something is what a terminal is made for.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      open.delete(socket)
      wire?.close()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { address, port: listens } = server.address() as AddressInfo
  return {
    place: { host: address, port: listens },
    async close() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}
