import { createRequire } from 'node:module'
import type QrCode from 'qrcode'
import { fitsQr, isHexCode, qrModeOf } from '../../../shared/domain/documents/qr-code.ts'

/**
 * Modules per side of a ticket code's QR symbol (ISO/IEC 18004). A code of 32 bytes exactly fills version 3 at level Q,
 * so version, level and mask are fixed.
 */
export const qrSize = 29

/** Width of the white margin on every side, in modules (ISO/IEC 18004, 9.1). */
export const qrQuietZone = 4

/** One integer per row; bit x is set if module x is dark. */
export type QrRows = Int32Array

const symbol = { version: 3, errorCorrectionLevel: 'Q', maskPattern: 2 } as const
const codeLength = 32

/** Number of codes that are encoded one by one, which is faster than the table for few tickets. */
const codesBeforeTable = 24

/** Maximum bytes in version 16, whose 81 modules per side are 0.5 mm each on a ticket. */
const comfortable = { Q: 322, M: 450 } as const

export class TicketCodes {
  #encoded = 0
  #table: QrTable | null = null

  /**
   * Returns the symbol of a text, with the highest correction level that leaves the modules large enough for common
   * scanners. Version and level are fixed for 32-digit hexadecimal codes.
   */
  readonly symbolOf = (text: string): QrSymbol => {
    if (isHexCode(text)) return { size: qrSize, path: qrPath(this.rowsOf(text)) }
    const { length } = Buffer.from(text)
    return qrSymbolOf(text, length <= comfortable.Q ? 'Q' : length <= comfortable.M ? 'M' : 'L')
  }

  /**
   * Encodes a 32-digit hexadecimal code. For a fixed version, level and mask, a QR symbol is linear over GF(2). A
   * code's symbol is therefore the sum of one precomputed part for each character.
   */
  rowsOf(code: string): QrRows {
    if (!this.#table && ++this.#encoded <= codesBeforeTable) return encodeWhole(Buffer.from(code, 'latin1'))
    this.#table ??= buildTable()
    return sumOf(code, this.#table)
  }
}

interface QrTable {
  readonly base: QrRows
  /** Part for byte `value` at `position`; row y is at index `(position * 128 + value) * 29 + y`. */
  readonly parts: Int32Array
}

function sumOf(text: string, { base, parts }: QrTable): QrRows {
  const rows = Int32Array.from(base)
  for (let position = 0; position < codeLength; position++) {
    const part = (position * 128 + text.charCodeAt(position)) * qrSize
    for (let y = 0; y < qrSize; y++) rows[y] = (rows[y] ?? 0) ^ (parts[part + y] ?? 0)
  }
  return rows
}

/**
 * Encodes a symbol for each bit at each position of the text. The part of a character is the exclusive or of the parts
 * of its bits, so it needs no symbol of its own.
 */
function buildTable(): QrTable {
  const bytes = new Uint8Array(codeLength)
  const base = encodeWhole(bytes)
  const parts = new Int32Array(codeLength * 128 * qrSize)
  for (let position = 0; position < codeLength; position++) {
    for (let bit = 1; bit < 128; bit *= 2) {
      bytes[position] = bit
      const rows = encodeWhole(bytes)
      for (let value = bit; value < bit * 2; value++) {
        const [target, rest] = [(position * 128 + value) * qrSize, (position * 128 + value - bit) * qrSize]
        for (let y = 0; y < qrSize; y++) parts[target + y] = (rows[y] ?? 0) ^ (base[y] ?? 0) ^ (parts[rest + y] ?? 0)
      }
    }
    bytes[position] = 0
  }
  return { base, parts }
}

type Library = Pick<typeof QrCode, 'create'>

/** Loads the encoder without its file, canvas and PNG writers, which take a third of the import time. */
function loadQrLibrary(): Library {
  library ??= createRequire(import.meta.url)('qrcode/lib/core/qrcode.js') as Library
  return library
}

let library: Library | null = null

function encodeWhole(bytes: Uint8Array): QrRows {
  const { modules } = loadQrLibrary().create([{ data: bytes, mode: 'byte' }], symbol)
  const rows = new Int32Array(qrSize)
  for (let y = 0; y < qrSize; y++) {
    for (let x = 0; x < qrSize; x++) {
      if (modules.data[y * qrSize + x]) rows[y] = (rows[y] ?? 0) | (1 << x)
    }
  }
  return rows
}

export function qrPath(rows: QrRows): string {
  let path = ''
  for (let y = 0; y < qrSize; y++) {
    let rest = rows[y] ?? 0
    while (rest !== 0) {
      const start = 31 - Math.clz32(rest & -rest)
      const gaps = ~(rest >> start)
      const length = 31 - Math.clz32(gaps & -gaps)
      const run = ((1 << length) - 1) << start
      const around = run | (run << 1) | (run >>> 1)
      rest &= ~run
      if (((rows[y - 1] ?? 0) & around) === run) continue
      let height = 1
      while (((rows[y + height] ?? 0) & around) === run) height++
      path += `${start} ${y} ${length} ${height} re\n`
    }
  }
  return path
}

/** QR symbol: modules per side, and the dark modules as a PDF path in units of a module. */
export interface QrSymbol {
  readonly size: number
  readonly path: string
}

/** Returns the smallest symbol at a correction level. Throws a `RangeError` if the text is too long. */
export function qrSymbolOf(text: string, errorCorrectionLevel: 'L' | 'M' | 'Q'): QrSymbol {
  if (!fitsQr(text)) throw new RangeError(`a QR code cannot contain this text of ${text.length} characters`)
  const mode = qrModeOf(text)
  // Scanners detect UTF-8, and many scanners would output an encoding designator (ECI) as text.
  const segment = mode === 'byte' ? { data: Buffer.from(text), mode } : { data: text, mode }
  const { modules } = loadQrLibrary().create([segment], { errorCorrectionLevel })
  const { size, data } = modules
  const rows = Array.from({ length: size }, (_, y) => data.subarray(y * size, (y + 1) * size).join(''))
  return { size, path: rows.flatMap((row, y) => runsOf(rows, row, y)).join('\n') + '\n' }
}

function runsOf(rows: readonly string[], row: string, y: number): readonly string[] {
  return [...row.matchAll(/1+/gu)].flatMap(({ index, 0: run }) => {
    const same = (other: string | undefined): boolean =>
      other?.slice(index, index + run.length) === run && other[index - 1] !== '1' && other[index + run.length] !== '1'
    if (same(rows[y - 1])) return []
    let height = 1
    while (same(rows[y + height])) height++
    return [`${index} ${y} ${run.length} ${height} re`]
  })
}

const dot = 0.125
/** Maximum width of a module: four receipt printer dots, which a hand-held scanner reads at the first attempt. */
const largestModule = 4 * dot

/** Returns the largest module in whole printer dots at which the symbol and its quiet zone fit `width`. */
export function qrModuleWithin({ size }: QrSymbol, width: number): number {
  return Math.min(largestModule, Math.floor(width / (size + 2 * qrQuietZone) / dot) * dot)
}
