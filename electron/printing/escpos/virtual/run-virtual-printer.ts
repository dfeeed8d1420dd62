import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Clock } from '../../../core/ports/ports.ts'
import { orderHelp, readOrder } from './orders.ts'
import type { PaperWidth, Piece } from './paper-roll.ts'
import { pngOf } from './png.ts'
import { createVirtualPrinter } from './virtual-printer.ts'

export interface RunOptions {
  readonly clock: Clock
  readonly host: string
  readonly port: number
  /** Where pictures of the paper go. */
  readonly folder: string
  readonly paperWidth: PaperWidth
  readonly millimetresPerSecond: number
  /** Orders, a line each; its end is no reason to stop. */
  readonly orders: Readable
  readonly say: (line: string) => void
  /** Aborts to stop it. */
  readonly stop: AbortSignal
}

/**
 * The virtual printer for demo and training: saves each piece of paper as a PNG and takes orders from a terminal.
 * Resolves once it has stopped; rejects when the port cannot be had.
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

/** `0001.png`, or `0001-paper-end.png` for one that was not cut off by the printer. */
export function savePiece(folder: string, { number, ended, picture }: Piece): string {
  const name = String(number).padStart(4, '0')
  const path = join(folder, ended === 'cut' ? `${name}.png` : `${name}-${ended}.png`)
  writeFileSync(path, pngOf(picture))
  return path
}
