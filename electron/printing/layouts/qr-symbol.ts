import { fitsQr, isHexCode, qrModeOf } from '../../../shared/domain/documents/qr-code.ts'
import { createQrEncoder, loadQrLibrary, qrPath, qrQuietZone, qrSize } from './qr-matrix.ts'

/** A QR symbol of any text: modules a side, and its dark modules as a PDF path in units of a module. */
export interface QrSymbol {
  readonly size: number
  readonly path: string
}

/** Bytes that version 16 holds: on a ticket its 81 modules are half a millimetre each, those of longer codes less. */
const comfortable = { Q: 322, M: 450 } as const

/**
 * Returns an encoder of what tickets hold: the specification's hexadecimal codes, and any other text with as much
 * correction as leaves its modules large enough for common scanners.
 */
export function createTicketCodes(): (text: string) => QrSymbol {
  const encodeHex = createQrEncoder()
  return (text) => {
    if (isHexCode(text)) return { size: qrSize, path: qrPath(encodeHex(text)) }
    const { length } = Buffer.from(text)
    return qrSymbolOf(text, length <= comfortable.Q ? 'Q' : length <= comfortable.M ? 'M' : 'L')
  }
}

/**
 * The smallest symbol that holds the text at a level of correction; at M, 15 % of it may be spoilt. Throws a RangeError
 * for a text that no symbol holds.
 */
export function qrSymbolOf(text: string, errorCorrectionLevel: 'L' | 'M' | 'Q'): QrSymbol {
  if (!fitsQr(text)) throw new RangeError(`no QR code holds this text of ${text.length} characters`)
  const mode = qrModeOf(text)
  // Bytes of UTF-8, which scanners know by themselves; what says so in the symbol (ECI) many of them type out.
  const segment = mode === 'byte' ? { data: Buffer.from(text), mode } : { data: text, mode }
  const { modules } = loadQrLibrary().create([segment], { errorCorrectionLevel })
  const { size, data } = modules
  const rows = Array.from({ length: size }, (_, y) => data.subarray(y * size, (y + 1) * size).join(''))
  return { size, path: rows.flatMap((row, y) => runsOf(rows, row, y)).join('\n') + '\n' }
}

/** A rectangle for each run of dark modules, on down through the rows below that hold just the same run: no seams show. */
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
/** Four dots of a receipt printer: what a hand-held scanner reads without a second try. */
const largestModule = 4 * dot

/** The module, whole dots of a receipt printer, at which a symbol and its quiet zone are no wider than `width`; millimetres. */
export function qrModuleWithin({ size }: QrSymbol, width: number): number {
  return Math.min(largestModule, Math.floor(width / (size + 2 * qrQuietZone) / dot) * dot)
}
