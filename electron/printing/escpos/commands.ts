import { bytesPerRow, type Bitmap } from './bitmap.ts'

/** The commands of Epson's ESC/POS reference that this program sends, byte by byte. */
const [DLE, EOT, ENQ, DC4, ESC, GS] = [0x10, 0x04, 0x05, 0x14, 0x1b, 0x1d]

/** `ESC @`: default settings; the print buffer is emptied. */
export const initialise = Uint8Array.of(ESC, 0x40)

/** What `DLE EOT` asks for; the printer answers at once, whatever it is doing. */
export const realTimeQueries = { printer: 1, offlineCause: 2, errorCause: 3, rollSensor: 4 } as const

/** `DLE EOT n`: answered by one byte. */
export function askRealTime(query: number): Uint8Array {
  return Uint8Array.of(DLE, EOT, query)
}

/** `GS a 14`: the printer reports changes of its on-line, error and paper status by itself; 0 ends that. */
export const reportChanges = Uint8Array.of(GS, 0x61, 14)
export const reportNothing = Uint8Array.of(GS, 0x61, 0)

/** `DLE DC4 8`: throws away all that was received and not yet printed, a half received command too. */
export const clearBuffers = Uint8Array.of(DLE, DC4, 8, 1, 3, 20, 1, 6, 2, 8)

export const processIdLength = 4

/** `GS ( H`, function 48: answered with the four characters once all before it is printed. */
export function askProcessId(id: string): Uint8Array {
  return Uint8Array.of(GS, 0x28, 0x48, 6, 0, 48, 48, ...Buffer.from(id, 'latin1'))
}

/** `GS r 1`: answered with the paper's status when the printer comes to it in the order received. */
export const askPaperInTurn = Uint8Array.of(GS, 0x72, 1)

export type Cut = 'partial' | 'full' | 'none'

/** `GS V 65/66 0` feeds to the cutter and cuts; without a cutter, `ESC J` twice feeds past the tear bar (about 30 mm). */
export function feedAndCut(cut: Cut): Uint8Array {
  if (cut === 'none') return Uint8Array.of(ESC, 0x4a, 120, ESC, 0x4a, 120)
  return Uint8Array.of(GS, 0x56, cut === 'full' ? 65 : 66, 0)
}

/** `ESC p`: a pulse on pin 2 or 5 of the drawer's connector; as long a pause follows. */
export function drawerPulse(pin: 2 | 5, milliseconds: number): Uint8Array {
  const units = Math.min(255, Math.max(1, Math.round(milliseconds / 2)))
  return Uint8Array.of(ESC, 0x70, pin === 2 ? 0 : 1, units, units)
}

/** Most bytes of picture in one command: less than the smallest receive buffers in use (4 KiB). */
export const bandBytes = 3_600

/** `NUL` does nothing by itself; so many of them end whatever command was cut short. */
export const filler = new Uint8Array(bandBytes)

/** The picture as `GS v 0` commands, from the top. */
export function* rasterBands({ width, height, data }: Bitmap): Generator<Uint8Array> {
  const stride = bytesPerRow(width)
  const rows = Math.floor(bandBytes / stride)
  for (let y = 0; y < height; y += rows) {
    const count = Math.min(rows, height - y)
    const header = [GS, 0x76, 0x30, 0, stride & 0xff, stride >> 8, count & 0xff, count >> 8]
    const band = new Uint8Array(header.length + count * stride)
    band.set(header)
    band.set(data.subarray(y * stride, (y + count) * stride), header.length)
    disarm(band, header.length)
    yield band
  }
}

/**
 * Printers look for real-time commands in all they receive, pictures included: dots that happen to read `DLE EOT`,
 * `DLE ENQ` or `DLE DC4` could open the drawer. Such a place gets one more dot.
 */
function disarm(band: Uint8Array, from: number): void {
  for (let i = from; i < band.length - 1; i++) {
    const next = band[i + 1]
    if (band[i] === DLE && (next === EOT || next === ENQ || next === DC4)) band[i] = DLE | 0x08
  }
}
