/**
 * What a ticket's QR code holds. The specification's `qr_code` is 32 hexadecimal digits; a partner's own `qr.payload` may
 * be any text that a QR code can hold (ISO/IEC 18004), and is printed and compared sign by sign.
 */

type QrMode = 'numeric' | 'alphanumeric' | 'byte'

/** Of the largest symbol at the lowest level of correction (ISO/IEC 18004, table 7): version 40-L. */
const CAPACITY: Readonly<Record<QrMode, number>> = { numeric: 7089, alphanumeric: 4296, byte: 2953 }

/** No code has more characters. */
export const LONGEST_QR = CAPACITY.numeric

const HEX_CODE = /^[0-9a-f]{32}$/iu

/** A code in the specification's own form. */
export function isHexCode(code: string): boolean {
  return HEX_CODE.test(code)
}

/** The narrowest of the symbol's modes that has all characters of the text. */
export function qrModeOf(code: string): QrMode {
  if (/^\d+$/u.test(code)) return 'numeric'
  return /^[0-9A-Z $%*+./:-]+$/u.test(code) ? 'alphanumeric' : 'byte'
}

/** False for an empty text, for one that is no text (NUL, half a character), and for one too long for any symbol. */
export function fitsQr(code: string): boolean {
  if (code === '' || code.length > LONGEST_QR || code.includes('\0') || !code.isWellFormed()) return false
  const mode = qrModeOf(code)
  return (mode === 'byte' ? utf8Length(code) : code.length) <= CAPACITY[mode]
}

function utf8Length(text: string): number {
  let bytes = 0
  for (const sign of text) bytes += sign < '\u0080' ? 1 : sign < '\u0800' ? 2 : sign.length === 1 ? 3 : 4
  return bytes
}

/** What codes are told apart by: hexadecimal ones without regard to case, any other exactly as it is. */
export function qrKey(code: string): string {
  return isHexCode(code) ? code.toLowerCase() : code
}

/** True where a scanner that types, and so leaves out signs that have no key, has read this code. */
export function scannedAs(typed: string, code: string): boolean {
  return qrKey(typeable(typed)) === qrKey(typeable(code))
}

function typeable(code: string): string {
  return code.replaceAll(/\p{Cc}/gu, '').trim()
}
