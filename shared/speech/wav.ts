/** Sample rate in hertz. A kiosk could not reproduce the frequencies of a voice above 12 kHz. */
export const RECORDED_RATE = 24_000

const HEADER_BYTES = 44
const BYTES_EACH = 2

/** Returns samples from -1 to 1 as a WAV file (RIFF, 16-bit PCM, one channel). */
export function wavOf(samples: Float32Array): Uint8Array<ArrayBuffer> {
  const bytes = samples.length * BYTES_EACH
  const file = new DataView(new ArrayBuffer(HEADER_BYTES + bytes))
  const mark = (at: number, text: string): void => {
    for (let letter = 0; letter < text.length; letter++) file.setUint8(at + letter, text.charCodeAt(letter))
  }
  mark(0, 'RIFF')
  file.setUint32(4, HEADER_BYTES - 8 + bytes, true)
  mark(8, 'WAVEfmt ')
  file.setUint32(16, 16, true)
  file.setUint16(20, 1, true)
  file.setUint16(22, 1, true)
  file.setUint32(24, RECORDED_RATE, true)
  file.setUint32(28, RECORDED_RATE * BYTES_EACH, true)
  file.setUint16(32, BYTES_EACH, true)
  file.setUint16(34, 8 * BYTES_EACH, true)
  mark(36, 'data')
  file.setUint32(40, bytes, true)
  samples.forEach((sample, at) => {
    const value = Math.round(Math.min(Math.max(sample, -1), 1) * 32_767)
    file.setInt16(HEADER_BYTES + at * BYTES_EACH, value, true)
  })
  return new Uint8Array(file.buffer)
}

/** Returns the length of a recording in seconds; null if the file does not have the format of `wavOf`. */
export function secondsOfWav(file: Uint8Array): number | null {
  const { byteLength } = file
  if (byteLength <= HEADER_BYTES) return null
  const written = wavOf(new Float32Array(0))
  const view = new DataView(file.buffer, file.byteOffset, byteLength)
  const isLength = (at: number): boolean => (at >= 4 && at < 8) || at >= 40
  if (!written.every((byte, at) => isLength(at) || file[at] === byte)) return null
  const bytes = byteLength - HEADER_BYTES
  if (view.getUint32(4, true) !== HEADER_BYTES - 8 + bytes || view.getUint32(40, true) !== bytes) return null
  return bytes % BYTES_EACH === 0 ? bytes / BYTES_EACH / RECORDED_RATE : null
}
