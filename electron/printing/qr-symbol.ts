import { loadQrLibrary, qrQuietZone } from './qr-matrix.ts'

/** A QR symbol of any text: modules a side, and its dark modules as a PDF path in units of a module. */
export interface QrSymbol {
  readonly size: number
  readonly path: string
}

/** The smallest symbol that holds the text at level M: paper that is kept for years may lose 15 % of it. */
export function qrSymbolOf(text: string): QrSymbol {
  const { modules } = loadQrLibrary().create([{ data: Buffer.from(text), mode: 'byte' }], { errorCorrectionLevel: 'M' })
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
