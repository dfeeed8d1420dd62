import { mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Clock } from '../../core/ports/ports.ts'
import { createFirmware, type Order, orderHelp, readOrder, RealTimeScanner } from './firmware.ts'
import { Mechanism, type MechanismState, type PaperWidth, type Piece, pngOf } from './mechanism.ts'

export interface VirtualPrinterOptions {
  readonly clock: Clock
  /** Default: reachable from this machine only. */
  readonly host?: string
  /** Default: any free port. */
  readonly port?: number
  readonly paperWidth?: PaperWidth
  /** Length of the first roll in millimetres; default: 50 m. */
  readonly paperMillimetres?: number
  /** Default: maximum speed. Real printers print 50 to 300 mm per second. */
  readonly millimetresPerSecond?: number
  /**
   * Size of the receive buffer. While it is full, the printer accepts no more until it has printed some; default: 64
   * KiB.
   */
  readonly bufferBytes?: number
  /** False simulates a simpler model that ignores `GS ( H` and `DLE DC4`. */
  readonly knowsProcessIds?: boolean
  readonly onPiece?: (piece: Piece) => void
}

interface VirtualPrinterState {
  readonly on: boolean
  readonly connected: boolean
  readonly offline: boolean
  readonly coverOpen: boolean
  readonly jammed: boolean
  readonly muted: boolean
  readonly paperMillimetres: number
  readonly millimetresPerSecond: number | null
  readonly bufferedBytes: number
  /** Number of pulses on the drawer's connector. */
  readonly drawerPulses: number
}

export interface VirtualPrinter {
  readonly port: number
  readonly pieces: readonly Piece[]
  state(): VirtualPrinterState
  order(order: Order): void
  close(): Promise<void>
}

const dotsPerMillimetre = 8

/**
 * Creates a simulated receipt printer on a TCP port. It understands the commands that this program and simple tills
 * send, prints at the set speed, replies as in Epson's reference, and simulates faults on command. It serves one host
 * at a time.
 */
export async function createVirtualPrinter(options: VirtualPrinterOptions): Promise<VirtualPrinter> {
  const { clock, host = '127.0.0.1', port: number = 0, paperWidth = 80, paperMillimetres = 50_000 } = options
  const { millimetresPerSecond = null, bufferBytes = 65_536, knowsProcessIds = true } = options
  const stopping = new AbortController()
  const pieces: Piece[] = []
  const mechanism = new Mechanism({
    clock,
    width: paperWidth,
    paperDots: paperMillimetres * dotsPerMillimetre,
    dotsPerSecond: inDots(millimetresPerSecond),
    stopping: stopping.signal,
    onPiece: (piece) => {
      pieces.push(piece)
      options.onPiece?.(piece)
    },
    onChange: () => firmware.reportChange(),
  })
  const waiting = createWaitingOrders(order)
  mechanism.onRow = (piece, rows) => waiting.rowPassed(piece, rows)
  const port = createPort(() => {
    const scanner = new RealTimeScanner()
    const take = (bytes: Uint8Array): void => firmware.take(bytes, scanner)
    return (bytes) => {
      waiting.receive(bytes, take, port.isConnected)
      return hasRoom()
    }
  })
  const onTaken = (): void => {
    if (hasRoom()) port.resume()
  }
  const firmware = createFirmware(mechanism, { say: port.say, onTaken, knowsProcessIds })
  const hasRoom = (): boolean => firmware.buffered() < bufferBytes

  function order(wanted: Order): void {
    switch (wanted.do) {
      case 'switch-off':
      case 'switch-on':
        if (wanted.do === 'switch-off') firmware.reset()
        return port.switch(wanted.do === 'switch-on')
      case 'mute':
      case 'unmute':
        return port.mute(wanted.do === 'mute')
      case 'drop-connection':
        return port.drop()
      case 'after':
        return waiting.afterBytes(wanted.bytes, wanted.order)
      case 'at':
        return waiting.atRow(wanted.piece, wanted.millimetres * dotsPerMillimetre, wanted.order)
      default:
        return mechanism.change(changeOf(wanted))
    }
  }

  const listening = await port.listen(number, host)
  const running = firmware.run(stopping.signal)
  return {
    port: listening,
    pieces,
    state() {
      const { coverOpen, jammed, paperDots, dotsPerSecond } = mechanism.state
      return {
        ...port.state(),
        connected: port.isConnected(),
        offline: mechanism.offline,
        coverOpen,
        jammed,
        paperMillimetres: Math.floor(paperDots / dotsPerMillimetre),
        millimetresPerSecond: dotsPerSecond === null ? null : dotsPerSecond / dotsPerMillimetre,
        bufferedBytes: firmware.buffered(),
        drawerPulses: firmware.drawerPulses(),
      }
    },
    order,
    async close() {
      stopping.abort()
      firmware.drain()
      await port.close()
      await running
    },
  }
}

type MechanicalOrder = Exclude<
  Order,
  { readonly do: 'switch-off' | 'switch-on' | 'mute' | 'unmute' | 'drop-connection' | 'after' | 'at' }
>

function changeOf(wanted: MechanicalOrder): Partial<MechanismState> {
  switch (wanted.do) {
    case 'load-paper':
      return { paperDots: wanted.millimetres * dotsPerMillimetre }
    case 'jam':
    case 'clear-jam':
      return { jammed: wanted.do === 'jam' }
    case 'open-cover':
    case 'close-cover':
      return { coverOpen: wanted.do === 'open-cover' }
    case 'go-offline':
    case 'go-online':
      return { offline: wanted.do === 'go-offline' }
    case 'set-speed':
      return { dotsPerSecond: inDots(wanted.millimetresPerSecond) }
  }
}

const inDots = (millimetres: number | null): number | null =>
  millimetres === null ? null : millimetres * dotsPerMillimetre

/**
 * Creates the printer's network port for one host at a time. `onHost` is called for each host and returns the function
 * that receives its bytes. While that function returns false, nothing more is read from the host until `resume`.
 */
function createPort(onHost: () => (bytes: Uint8Array) => boolean) {
  let host: Socket | null = null
  let [on, muted] = [true, false]

  const server = createServer((connection) => {
    connection.on('error', () => {})
    if (!on || host) return void connection.destroy()
    host = connection
    const take = onHost()
    connection.on('data', (bytes) => {
      if (host === connection && !take(bytes)) connection.pause()
    })
    connection.on('close', () => {
      if (host === connection) host = null
    })
  })

  function drop(): void {
    const dropped = host
    host = null
    dropped?.resetAndDestroy()
  }

  return {
    state: () => ({ on, muted }),
    isConnected: () => host !== null,
    say: (bytes: Uint8Array): void => {
      if (!muted && host?.writable) host.write(bytes)
    },
    resume: () => void host?.resume(),
    mute(to: boolean): void {
      muted = to
    },
    switch(to: boolean): void {
      on = to
      if (!on) drop()
    },
    drop,
    /** Returns the port number: the requested one, or any free one for 0. */
    async listen(port: number, address: string): Promise<number> {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, address, resolve)
      })
      return (server.address() as AddressInfo).port
    },
    async close(): Promise<void> {
      drop()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Orders that wait for a byte or a row; `carryOut` is called when one is due. */
function createWaitingOrders(carryOut: (order: Order) => void) {
  /** Bytes received since the printer was created. */
  let received = 0
  let awaitingBytes: { readonly at: number; readonly order: Order }[] = []
  let awaitingRows: { readonly piece: number; readonly rows: number; readonly order: Order }[] = []

  return {
    afterBytes(count: number, order: Order): void {
      awaitingBytes.push({ at: received + count, order })
    },

    atRow(piece: number, rows: number, order: Order): void {
      awaitingRows.push({ piece, rows, order })
    },

    /** Passes bytes to `take`, each time up to the byte at which an order is due, while `goesOn` returns true. */
    receive(bytes: Uint8Array, take: (bytes: Uint8Array) => void, goesOn: () => boolean): void {
      let rest = bytes
      while (rest.length > 0 && goesOn()) {
        const next = Math.min(...awaitingBytes.map(({ at }) => at - received), rest.length)
        take(rest.subarray(0, next))
        received += next
        rest = rest.subarray(next)
        const due = awaitingBytes.filter(({ at }) => at <= received)
        awaitingBytes = awaitingBytes.filter(({ at }) => at > received)
        for (const { order } of due) carryOut(order)
      }
    },

    rowPassed(piece: number, rows: number): void {
      const due = awaitingRows.filter((waiting) => waiting.piece === piece && waiting.rows <= rows)
      awaitingRows = awaitingRows.filter((waiting) => !due.includes(waiting))
      for (const { order } of due) carryOut(order)
    },
  }
}

export interface RunOptions {
  readonly clock: Clock
  readonly host: string
  readonly port: number
  /** Folder for the pictures of the paper. */
  readonly folder: string
  readonly paperWidth: PaperWidth
  readonly millimetresPerSecond: number
  /** Orders, one per line. The end of this stream does not stop the printer. */
  readonly orders: Readable
  readonly say: (line: string) => void
  /** Stops the printer when aborted. */
  readonly stop: AbortSignal
}

/**
 * Runs the virtual printer for demo and training: saves each piece of paper as a PNG and takes orders from a terminal.
 * Resolves once it has stopped. Rejects if the port is not available.
 */
export async function runVirtualPrinter(options: RunOptions): Promise<void> {
  const { clock, host, port, folder, paperWidth, millimetresPerSecond, orders, say, stop } = options
  mkdirSync(folder, { recursive: true })
  const onPiece = (piece: Piece): void => {
    const path = savePiece(folder, piece)
    say(`piece ${piece.number}: ${path}`)
  }
  const printer = await createVirtualPrinter({ clock, host, port, paperWidth, millimetresPerSecond, onPiece })
  say(`virtual printer, ${paperWidth} mm paper, at ${host}:${printer.port}; "help" lists its orders`)
  const lines = createInterface({ input: orders })
  const quit = new Promise<void>((resolve) => {
    if (stop.aborted) resolve()
    stop.addEventListener('abort', () => resolve())
    lines.on('line', (line) => {
      const words = line.trim()
      if (words === 'quit') return resolve()
      if (words === 'help') return say(`${orderHelp}\nstate | quit`)
      if (words !== '' && words !== 'state') {
        const order = readOrder(words)
        if (!order.ok) return say(`no order: ${order.error.detail}`)
        printer.order(order.value)
      }
      say(JSON.stringify(printer.state()))
    })
  })
  await quit
  lines.close()
  await printer.close()
}

/**
 * Saves a piece as `0001.png`, or for example `0001-paper-end.png` if the printer did not cut it off. Returns the path.
 */
function savePiece(folder: string, { number, ended, picture }: Piece): string {
  const name = String(number).padStart(4, '0')
  const path = join(folder, ended === 'cut' ? `${name}.png` : `${name}-${ended}.png`)
  writeFileSync(path, pngOf(picture))
  return path
}
