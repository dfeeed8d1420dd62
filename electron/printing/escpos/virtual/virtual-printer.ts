import { createServer, type AddressInfo, type Socket } from 'node:net'
import type { Clock } from '../../../core/ports/ports.ts'
import { BuffersCleared, ByteQueue } from './byte-queue.ts'
import { readCommands, type Command } from './command-reader.ts'
import { Mechanism } from './mechanism.ts'
import type { Order } from './orders.ts'
import type { PaperWidth, Piece } from './paper-roll.ts'
import { RealTimeScanner, type RealTimeOrder } from './real-time.ts'
import { changeReport, paperAnswer, processAnswer, realTimeAnswer } from './answers.ts'

export interface VirtualPrinterOptions {
  readonly clock: Clock
  /** Default: this machine only. */
  readonly host?: string
  /** Default: any free port. */
  readonly port?: number
  readonly paperWidth?: PaperWidth
  /** Length of the first roll; default 50 m. */
  readonly paperMillimetres?: number
  /** Default: as fast as can be. Real ones print 50 to 300 mm a second. */
  readonly millimetresPerSecond?: number
  /** From so many bytes on it takes no more until it has printed some; default 64 KiB. */
  readonly bufferBytes?: number
  /** False: a simpler make that passes over `GS ( H` and `DLE DC4`. */
  readonly knowsProcessIds?: boolean
  readonly onPiece?: (piece: Piece) => void
}

export interface VirtualPrinterState {
  readonly on: boolean
  readonly connected: boolean
  readonly offline: boolean
  readonly coverOpen: boolean
  readonly jammed: boolean
  readonly muted: boolean
  readonly paperMillimetres: number
  readonly millimetresPerSecond: number | null
  readonly bufferedBytes: number
  /** Pulses on the drawer's connector. */
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
 * A receipt printer on a TCP port that exists only here: it understands what the program sends and what simple tills
 * send, prints as fast as it is told, answers as Epson's reference says, and goes wrong on command. One host at a time.
 */
export async function createVirtualPrinter(options: VirtualPrinterOptions): Promise<VirtualPrinter> {
  const { clock, host = '127.0.0.1', port = 0, paperWidth = 80, paperMillimetres = 50_000 } = options
  const { millimetresPerSecond, bufferBytes = 65_536, knowsProcessIds = true } = options
  const stopping = new AbortController()
  const pieces: Piece[] = []
  let socket: Socket | null = null
  let [on, muted] = [true, false]
  let [reportMask, drawerPulses, received] = [0, 0, 0]
  let lastReport = ''
  /** Orders that wait for a byte or a row; the bytes count from the printer's first. */
  let awaitingBytes: { readonly at: number; readonly order: Order }[] = []
  let awaitingRows: { readonly piece: number; readonly rows: number; readonly order: Order }[] = []

  const mechanism = new Mechanism({
    clock,
    width: paperWidth,
    paperDots: paperMillimetres * dotsPerMillimetre,
    dotsPerSecond: millimetresPerSecond === undefined ? null : millimetresPerSecond * dotsPerMillimetre,
    stopping: stopping.signal,
    onPiece: (piece) => {
      pieces.push(piece)
      options.onPiece?.(piece)
    },
    onChange: reportChange,
  })
  mechanism.onRow = (piece, rows) => {
    const due = awaitingRows.filter((waiting) => waiting.piece === piece && waiting.rows <= rows)
    awaitingRows = awaitingRows.filter((waiting) => !due.includes(waiting))
    for (const waiting of due) order(waiting.order)
  }
  const queue = new ByteQueue(() => {
    if (queue.size < bufferBytes) socket?.resume()
  })

  function say(bytes: Uint8Array): void {
    if (!muted && socket?.writable) socket.write(bytes)
  }

  function reportChange(): void {
    const report = changeReport(mechanism)
    if (reportMask === 0 || String(report) === lastReport) return
    lastReport = String(report)
    say(report)
  }

  function clearBuffers(): void {
    queue.clear()
    mechanism.clear()
  }

  /** Takes bytes up to the one at which a waiting order falls due. */
  function receive(bytes: Uint8Array, scanner: RealTimeScanner): void {
    let rest = bytes
    while (rest.length > 0 && on) {
      const next = Math.min(...awaitingBytes.map(({ at }) => at - received), rest.length)
      take(rest.subarray(0, next), scanner)
      received += next
      rest = rest.subarray(next)
      const due = awaitingBytes.filter(({ at }) => at <= received)
      awaitingBytes = awaitingBytes.filter(({ at }) => at > received)
      for (const waiting of due) order(waiting.order)
      if (socket === null) return
    }
  }

  function take(bytes: Uint8Array, scanner: RealTimeScanner): void {
    let kept = 0
    for (const [index, byte] of bytes.entries()) {
      const found = scanner.scan(byte)
      if (!found || !carryOutAtOnce(found)) continue
      kept = index + 1
    }
    queue.push(bytes.subarray(kept))
  }

  /** True when all that came before is gone with it. */
  function carryOutAtOnce(found: RealTimeOrder): boolean {
    if (found.type === 'status') say(realTimeAnswer(mechanism, found.query))
    else if (found.type === 'drawer') drawerPulses += 1
    else if (knowsProcessIds) {
      clearBuffers()
      say(Uint8Array.of(0x37, 0x25, 0))
      return true
    }
    return false
  }

  async function carryOut(command: Command): Promise<void> {
    await mechanism.carryOut(command)
    if (command.type === 'ask-process' && knowsProcessIds) say(processAnswer(command.id))
    if (command.type === 'ask-status') say(paperAnswer(mechanism, command.query))
    if (command.type === 'drawer') drawerPulses += 1
    if (command.type === 'initialise') reportMask = 0
    if (command.type === 'report-changes') {
      reportMask = command.mask
      lastReport = ''
      reportChange()
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        for await (const command of readCommands(queue)) await carryOut(command)
      } catch (error) {
        if (!(error instanceof BuffersCleared)) throw error
      }
    }
  }

  function order(wanted: Order): void {
    switch (wanted.do) {
      case 'load-paper':
        return mechanism.change({ paperDots: wanted.millimetres * dotsPerMillimetre })
      case 'jam':
      case 'clear-jam':
        return mechanism.change({ jammed: wanted.do === 'jam' })
      case 'open-cover':
      case 'close-cover':
        return mechanism.change({ coverOpen: wanted.do === 'open-cover' })
      case 'go-offline':
      case 'go-online':
        return mechanism.change({ offline: wanted.do === 'go-offline' })
      case 'set-speed': {
        const { millimetresPerSecond: speed } = wanted
        return mechanism.change({ dotsPerSecond: speed === null ? null : speed * dotsPerMillimetre })
      }
      case 'switch-off':
      case 'switch-on':
        on = wanted.do === 'switch-on'
        if (on) return
        reportMask = 0
        clearBuffers()
        return drop()
      case 'mute':
      case 'unmute':
        muted = wanted.do === 'mute'
        return
      case 'drop-connection':
        return drop()
      case 'after':
        awaitingBytes.push({ at: received + wanted.bytes, order: wanted.order })
        return
      case 'at':
        awaitingRows.push({ piece: wanted.piece, rows: wanted.millimetres * dotsPerMillimetre, order: wanted.order })
    }
  }

  function drop(): void {
    const dropped = socket
    socket = null
    dropped?.resetAndDestroy()
  }

  const server = createServer((connection) => {
    connection.on('error', () => {})
    if (!on || socket) return void connection.destroy()
    socket = connection
    const scanner = new RealTimeScanner()
    connection.on('data', (bytes) => {
      if (socket !== connection) return
      receive(bytes, scanner)
      if (queue.size >= bufferBytes) connection.pause()
    })
    connection.on('close', () => {
      if (socket === connection) socket = null
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const running = run()

  return {
    port: (server.address() as AddressInfo).port,
    pieces,
    state() {
      const { coverOpen, jammed, paperDots, dotsPerSecond } = mechanism.state
      return {
        on,
        connected: socket !== null,
        offline: mechanism.offline,
        coverOpen,
        jammed,
        muted,
        paperMillimetres: Math.floor(paperDots / dotsPerMillimetre),
        millimetresPerSecond: dotsPerSecond === null ? null : dotsPerSecond / dotsPerMillimetre,
        bufferedBytes: queue.size,
        drawerPulses,
      }
    },
    order,
    async close() {
      stopping.abort()
      drop()
      queue.clear()
      await new Promise((resolve) => server.close(resolve))
      await running
    },
  }
}
