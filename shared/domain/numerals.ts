/** Digits of Arabic texts. What is written on doors, rows and seats keeps the digits it has there. */
export type Numerals = 'western' | 'arabic'

const ARABIC_ZERO = 0x0660

/** `7:05` → `٧:٠٥`, `70,000` → `٧٠٬٠٠٠` */
export function inNumerals(text: string, numerals: Numerals): string {
  if (numerals === 'western') return text
  return text
    .replace(/(?<=\d),(?=\d)/gu, '٬')
    .replace(/(?<=\d)\.(?=\d)/gu, '٫')
    .replace(/\d/gu, (digit) => String.fromCodePoint(ARABIC_ZERO + Number(digit)))
}

/** As a keyboard of either writes them: `٧:٠٥` → `7:05` */
export function inWesternDigits(text: string): string {
  return text.replaceAll(/[٠-٩]/gu, (digit) => String(digit.charCodeAt(0) - ARABIC_ZERO))
}
