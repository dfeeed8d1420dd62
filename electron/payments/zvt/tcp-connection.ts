import { connect } from 'node:net'

export interface Wire {
  send(bytes: Uint8Array): void
  close(): void
}

export interface ConnectionListener {
  bytes(piece: Uint8Array): void
  /** Called when either side has ended the connection. */
  ended(): void
}

export type Connected = { readonly ok: true; readonly wire: Wire } | { readonly ok: false; readonly code: string }

/** Connects to a terminal, or returns the system's error code. Never rejects. */
export type Connect = (place: Place, ears: ConnectionListener, signal: AbortSignal) => Promise<Connected>

export interface Place {
  readonly host: string
  readonly port: number
}

export const connectOverTcp: Connect = (place, ears, signal) => {
  if (signal.aborted) return Promise.resolve({ ok: false, code: 'TOO_LATE' })
  const { promise, resolve } = Promise.withResolvers<Connected>()
  const socket = connect({ ...place, noDelay: true, keepAlive: true, keepAliveInitialDelay: 5_000 })
  const give = (): void => {
    socket.destroy()
    resolve({ ok: false, code: 'TOO_LATE' })
  }
  signal.addEventListener('abort', give)
  socket.on('error', (error: NodeJS.ErrnoException) => {
    resolve({ ok: false, code: error.code ?? 'UNKNOWN' })
  })
  socket.on('connect', () => {
    signal.removeEventListener('abort', give)
    const send = (bytes: Uint8Array): void => void socket.write(bytes)
    resolve({ ok: true, wire: { send, close: () => socket.destroy() } })
  })
  socket.on('data', (piece) => ears.bytes(piece))
  socket.on('close', () => {
    signal.removeEventListener('abort', give)
    ears.ended()
  })
  return promise
}
