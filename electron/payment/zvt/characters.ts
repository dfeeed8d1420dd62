/** Above ASCII, from 80 on: code page 437, which terminals use unless a message names another set. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

/** Tag 14: `FF` is code page 437, `FE` UTF-8, a small number the part of ISO 8859. */
export function textOf(bytes: Uint8Array, set = 0xff): string {
  const plain = decoded(bytes, set).replaceAll(/\p{Cc}/gu, ' ')
  return plain.trimEnd()
}

function decoded(bytes: Uint8Array, set: number): string {
  if (set === 0xfe) return new TextDecoder().decode(bytes)
  if (set >= 1 && set <= 15 && set !== 12) return new TextDecoder(`iso-8859-${set}`).decode(bytes)
  return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : CP437.charAt(byte - 0x80))).join('')
}
