import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Clock } from '../../kiosk/ports/ports.ts'
import { Firmware, RealTimeScanner } from './firmware.ts'
import { Mechanism, type MechanismState, type PaperWidth, type Piece, pngOf } from './mechanism.ts'

export interface VirtualPrinterOptions {
  readonly clock: Clock
  /** Default: an address that is reachable only from this computer. */
  readonly host?: string
  /** Default: any free port. */
  readonly port?: number
  readonly paperWidth?: PaperWidth
  /** Length of the first roll in millimetres; 50 m by default. */
  readonly paperMillimetres?: number
  /** Print speed; maximum by default. Real printers print 50 to 300 mm per second. */
  readonly millimetresPerSecond?: number
  /** Size of the receive buffer in bytes; 64 KiB by default. A full buffer accepts no further data. */
  readonly bufferBytes?: number
  /** False simulates a simpler model that ignores `GS ( H` and `DLE DC4`. */
  readonly knowsProcessIds?: boolean
  readonly onPiece?: (piece: Piece) => void
}

export const commandHelp = `paper MM | paper out     a new roll of MM millimetres, or none
jam | clear              paper jams, is taken out
cover open | cover closed
offline | online         by the printer's own button
off | on                 switched off, with all it had received
speed MM | speed max     millimetres a second
mute | unmute            prints, but answers nothing
drop                     cuts the connection
after BYTES: ORDER       once so many more bytes were received
piece N at MM: ORDER     once so much of that piece has passed the head`

export class NotAnOrder extends Error {
  override readonly name = 'NotAnOrder'
}

const dotsPerMillimetre = 8

const changes: ReadonlyMap<string, Partial<MechanismState>> = new Map([
  ['paper out', { paperDots: 0 }],
  ['jam', { jammed: true }],
  ['clear', { jammed: false }],
  ['cover open', { coverOpen: true }],
  ['cover closed', { coverOpen: false }],
  ['offline', { offline: true }],
  ['online', { offline: false }],
  ['speed max', { dotsPerSecond: null }],
])

/**
 * A simulated receipt printer on a TCP port, for one host at a time. Prints at the set speed, replies as in Epson's
 * reference, and simulates faults on command.
 */
export class VirtualPrinter {
  readonly pieces: Piece[] = []
  readonly #mechanism: Mechanism
  readonly #firmware: Firmware
  readonly #bufferBytes: number
  readonly #stopping = new AbortController()
  readonly #server = createServer((connection) => this.#admit(connection))
  readonly #running: Promise<void>
  #host: Socket | null = null
  #on = true
  #muted = false
  #received = 0
  #awaitingBytes: { readonly at: number; readonly act: () => void }[] = []
  #awaitingRows: { readonly piece: number; readonly rows: number; readonly act: () => void }[] = []

  private constructor(options: VirtualPrinterOptions) {
    const { clock, paperWidth = 80, paperMillimetres = 50_000, millimetresPerSecond, onPiece } = options
    this.#bufferBytes = options.bufferBytes ?? 65_536
    this.#mechanism = new Mechanism({
      clock,
      width: paperWidth,
      paperDots: paperMillimetres * dotsPerMillimetre,
      dotsPerSecond: millimetresPerSecond === undefined ? null : millimetresPerSecond * dotsPerMillimetre,
      stopping: this.#stopping.signal,
      onPiece: (piece) => {
        this.pieces.push(piece)
        onPiece?.(piece)
      },
      onChange: () => this.#firmware.reportChange(),
      onRow: (piece, rows) => this.#rowPassed(piece, rows),
    })
    const say = (bytes: Uint8Array): void => {
      if (!this.#muted && this.#host?.writable) this.#host.write(bytes)
    }
    const onTaken = (): void => {
      if (this.#hasRoom()) this.#host?.resume()
    }
    this.#firmware = new Firmware(this.#mechanism, say, onTaken, options.knowsProcessIds ?? true)
    this.#running = this.#firmware.run(this.#stopping.signal)
  }

  /** Starts a printer. Rejects if the port is not available. */
  static async start(options: VirtualPrinterOptions): Promise<VirtualPrinter> {
    const printer = new VirtualPrinter(options)
    const server = printer.#server.listen(options.port ?? 0, options.host ?? '127.0.0.1')
    await once(server, 'listening')
    return printer
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  state() {
    const { coverOpen, jammed, paperDots, dotsPerSecond } = this.#mechanism.state
    return {
      on: this.#on,
      muted: this.#muted,
      connected: this.#host !== null,
      offline: this.#mechanism.offline,
      coverOpen,
      jammed,
      paperMillimetres: Math.floor(paperDots / dotsPerMillimetre),
      millimetresPerSecond: dotsPerSecond === null ? null : dotsPerSecond / dotsPerMillimetre,
      bufferedBytes: this.#firmware.buffered,
      drawerPulses: this.#firmware.drawerPulses,
    }
  }

  /** Executes one line of `commandHelp`: an action of a person at the printer, or a simulated event. */
  order(line: string): void {
    this.#actOf(line.trim().replace(/\s+/gu, ' '))()
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    this.#firmware.drain()
    this.#drop()
    await new Promise((resolve) => this.#server.close(resolve))
    await this.#running
  }

  #actOf(words: string): () => void {
    const change = changes.get(words)
    if (change) return () => this.#mechanism.change(change)
    const [, paper] = /^paper (\d{1,6})$/u.exec(words) ?? []
    if (paper) return () => this.#mechanism.change({ paperDots: Number(paper) * dotsPerMillimetre })
    const [, speed] = /^speed ([1-9]\d{0,3})$/u.exec(words) ?? []
    if (speed) return () => this.#mechanism.change({ dotsPerSecond: Number(speed) * dotsPerMillimetre })
    const [, bytes, afterBytes] = /^after (\d{1,9}): ?(.+)$/u.exec(words) ?? []
    if (afterBytes !== undefined) {
      const act = this.#actOf(afterBytes)
      return () => void this.#awaitingBytes.push({ at: this.#received + Number(bytes), act })
    }
    const [, piece, millimetres, atRow] = /^piece ([1-9]\d{0,6}) at (\d{1,6}): ?(.+)$/u.exec(words) ?? []
    if (atRow !== undefined) {
      const act = this.#actOf(atRow)
      const rows = Number(millimetres) * dotsPerMillimetre
      return () => void this.#awaitingRows.push({ piece: Number(piece), rows, act })
    }
    switch (words) {
      case 'off':
        return () => {
          this.#firmware.reset()
          this.#on = false
          this.#drop()
        }
      case 'on':
        return () => (this.#on = true)
      case 'mute':
      case 'unmute':
        return () => (this.#muted = words === 'mute')
      case 'drop':
        return () => this.#drop()
      default:
        throw new NotAnOrder(words)
    }
  }

  #admit(connection: Socket): void {
    connection.on('error', () => {})
    if (!this.#on || this.#host) return void connection.destroy()
    this.#host = connection
    const scanner = new RealTimeScanner()
    connection.on('data', (bytes) => {
      if (this.#host !== connection) return
      this.#receive(bytes, scanner)
      if (!this.#hasRoom()) connection.pause()
    })
    connection.on('close', () => {
      if (this.#host === connection) this.#host = null
    })
  }

  #drop(): void {
    const dropped = this.#host
    this.#host = null
    dropped?.resetAndDestroy()
  }

  #hasRoom(): boolean {
    return this.#firmware.buffered < this.#bufferBytes
  }

  /**
   * Passes received bytes to the firmware, each time up to the byte count at which a simulated event is due. If the
   * event drops the connection, the remaining bytes are lost.
   */
  #receive(bytes: Uint8Array, scanner: RealTimeScanner): void {
    let rest = bytes
    while (rest.length > 0 && this.#host) {
      const next = Math.min(...this.#awaitingBytes.map(({ at }) => at - this.#received), rest.length)
      this.#firmware.take(rest.subarray(0, next), scanner)
      this.#received += next
      rest = rest.subarray(next)
      const due = this.#awaitingBytes.filter(({ at }) => at <= this.#received)
      this.#awaitingBytes = this.#awaitingBytes.filter(({ at }) => at > this.#received)
      for (const { act } of due) act()
    }
  }

  #rowPassed(piece: number, rows: number): void {
    const due = this.#awaitingRows.filter((waiting) => waiting.piece === piece && waiting.rows <= rows)
    this.#awaitingRows = this.#awaitingRows.filter((waiting) => !due.includes(waiting))
    for (const { act } of due) act()
  }
}

export interface RunOptions {
  readonly clock: Clock
  readonly host: string
  readonly port: number
  readonly folder: string
  readonly paperWidth: PaperWidth
  readonly millimetresPerSecond: number
  /** Commands as in `commandHelp`, one per line. The printer does not stop at the end of the stream. */
  readonly orders: Readable
  readonly say: (line: string) => void
  readonly stop: AbortSignal
}

/**
 * Runs the virtual printer for demo and training, saving each piece of paper as a PNG. Resolves once the printer has
 * stopped. Rejects if the port is not available.
 */
export async function runVirtualPrinter(options: RunOptions): Promise<void> {
  const { clock, host, port, folder, paperWidth, millimetresPerSecond, orders, say, stop } = options
  mkdirSync(folder, { recursive: true })
  const onPiece = (piece: Piece): void => {
    const path = savePiece(folder, piece)
    say(`piece ${piece.number}: ${path}`)
  }
  const printer = await VirtualPrinter.start({ clock, host, port, paperWidth, millimetresPerSecond, onPiece })
  say(`virtual printer, ${paperWidth} mm paper, at ${host}:${printer.port}; "help" lists its orders`)
  const lines = createInterface({ input: orders })
  const quit = new Promise<void>((resolve) => {
    if (stop.aborted) resolve()
    stop.addEventListener('abort', () => resolve())
    lines.on('line', (line) => {
      const words = line.trim()
      if (words === 'quit') return resolve()
      if (words === 'help') return say(`${commandHelp}\nstate | quit`)
      try {
        if (words !== '' && words !== 'state') printer.order(words)
        say(JSON.stringify(printer.state()))
      } catch (error) {
        if (!(error instanceof NotAnOrder)) throw error
        say(`no order: ${error.message}`)
      }
    })
  })
  await quit
  lines.close()
  await printer.close()
}

/** Saves a piece as `0001.png`, or for example as `0001-paper-end.png` if it was not cut off, and returns the path. */
function savePiece(folder: string, { number, ended, picture }: Piece): string {
  const name = String(number).padStart(4, '0')
  const path = join(folder, ended === 'cut' ? `${name}.png` : `${name}-${ended}.png`)
  writeFileSync(path, pngOf(picture))
  return path
}
