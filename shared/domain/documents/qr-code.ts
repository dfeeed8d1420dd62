/**
 * Content of a ticket's QR code. The specification's `qr_code` is 32 hexadecimal digits. A partner's own `qr.payload`
 * may be any text that a QR code can hold (ISO/IEC 18004), and is printed and compared character by character.
 */

type QrMode = 'numeric' | 'alphanumeric' | 'byte'

/**
 * Maximum characters (bytes in `byte` mode) of the largest symbol, 40-L, with the lowest error correction (ISO/IEC
 * 18004, table 7).
 */
const CAPACITY: Readonly<Record<QrMode, number>> = { numeric: 7089, alphanumeric: 4296, byte: 2953 }

/** Maximum characters of any QR code. */
export const MAX_QR = CAPACITY.numeric

const HEX_CODE = /^[0-9a-f]{32}$/iu

/** Returns whether a code has the form of the specification. */
export function isHexCode(code: string): boolean {
  return HEX_CODE.test(code)
}

/** Returns the most compact QR mode that can encode all characters of the text. */
export function qrModeOf(code: string): QrMode {
  if (/^\d+$/u.test(code)) return 'numeric'
  return /^[0-9A-Z $%*+./:-]+$/u.test(code) ? 'alphanumeric' : 'byte'
}

/**
 * Returns false for an empty text, for invalid text (NUL, a lone surrogate), and for a text too long for any symbol.
 */
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

/** Returns the key for comparing codes: hexadecimal codes are compared case-insensitively, all others exactly. */
export function qrKey(code: string): string {
  return isHexCode(code) ? code.toLowerCase() : code
}

/** Returns whether the input of a keyboard scanner, which omits characters without a key, is this code. */
export function scannedAs(typed: string, code: string): boolean {
  return qrKey(typeable(typed)) === qrKey(typeable(code))
}

function typeable(code: string): string {
  return code.replaceAll(/\p{Cc}/gu, '').trim()
}
