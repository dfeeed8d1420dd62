/** QR encoding modes (ISO/IEC 18004); a partner's `qr.payload` may need any mode. */

type QrMode = 'numeric' | 'alphanumeric' | 'byte'

/** Maximum characters (bytes in `byte` mode) of symbol 40-L, the largest (ISO/IEC 18004, table 7). */
const CAPACITY: Readonly<Record<QrMode, number>> = { numeric: 7089, alphanumeric: 4296, byte: 2953 }

export const MAX_QR = CAPACITY.numeric

const HEX_CODE = /^[0-9a-f]{32}$/iu

/** Returns whether a code has the form of the specification's `qr_code`: 32 hexadecimal digits. */
export function isHexCode(code: string): boolean {
  return HEX_CODE.test(code)
}

/** Returns the most compact QR mode that can encode all characters of the text. */
export function qrModeOf(code: string): QrMode {
  if (/^\d+$/u.test(code)) return 'numeric'
  return /^[0-9A-Z $%*+./:-]+$/u.test(code) ? 'alphanumeric' : 'byte'
}

/** Returns false for empty text, invalid text (NUL, a lone surrogate) and text too long for any symbol. */
export function fitsQr(code: string): boolean {
  if (code === '' || code.length > MAX_QR || code.includes('\0') || !code.isWellFormed()) return false
  const mode = qrModeOf(code)
  return (mode === 'byte' ? utf8Length(code) : code.length) <= CAPACITY[mode]
}

function utf8Length(text: string): number {
  let bytes = 0
  for (const sign of text) bytes += sign < '\u0080' ? 1 : sign < '\u0800' ? 2 : sign.length === 1 ? 3 : 4
  return bytes
}

/** Returns the key for comparing codes; only hexadecimal codes are compared case-insensitively. */
export function qrKey(code: string): string {
  return isHexCode(code) ? code.toLowerCase() : code
}

/** Returns whether the input of a keyboard scanner, which omits characters without a key, matches `code`. */
export function scannedAs(typed: string, code: string): boolean {
  return qrKey(typeable(typed)) === qrKey(typeable(code))
}

function typeable(code: string): string {
  return code.replaceAll(/\p{Cc}/gu, '').trim()
}
