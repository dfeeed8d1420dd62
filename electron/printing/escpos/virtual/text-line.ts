import { blankBitmap, bytesPerRow, isBlack, type Bitmap } from '../bitmap.ts'
import { drawPage } from '../page-raster.ts'

/** Font A of receipt printers: 12 × 24 dots a character. */
export const characterWidth = 12
export const characterHeight = 24

/** The upper halves of code pages by their number in `ESC t`. */
const upperHalves: ReadonlyMap<number, string> = new Map([
  [
    0,
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ],
  [16, new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 128 }, (_, i) => i + 128))],
  [
    19,
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  ],
])

/** A character of a code page (0: PC437, 16: Windows-1252, 19: PC858); `?` for what is in none of them. */
export function characterOf(code: number, page: number): string {
  return code < 0x80 ? String.fromCharCode(code) : (upperHalves.get(page)?.[code - 0x80] ?? '?')
}

const pointsPerDot = 72 / 203.2

/** A line of text in dots, each character in its cell. Courier stands in for the printer's own font. */
export async function drawText(text: string, bold: boolean): Promise<Bitmap> {
  if (text.trim() === '') return blankBitmap(characterWidth * text.length, characterHeight)
  const { default: Pdf } = await import('pdfkit')
  const size: [number, number] = [text.length * characterWidth * pointsPerDot, characterHeight * pointsPerDot]
  const pdf = new Pdf({ size, margin: 0, font: bold ? 'Courier-Bold' : 'Courier' })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => pdf.once('end', resolve))
  // Courier's characters are 0.6 em wide.
  pdf.fontSize((characterWidth * pointsPerDot) / 0.6).text(text, 0, 1, { lineBreak: false })
  pdf.end()
  await ended
  const page = await drawPage(Buffer.concat(chunks))
  if (!page.ok) throw new Error(`a line of text that cannot be drawn: ${page.error.detail}`)
  return page.value
}

/** As printers do, by repeating dots. */
export function enlarged(bitmap: Bitmap, wide: number, high: number): Bitmap {
  if (wide === 1 && high === 1) return bitmap
  const large = blankBitmap(bitmap.width * wide, bitmap.height * high)
  const stride = bytesPerRow(large.width)
  for (let y = 0; y < large.height; y++) {
    for (let x = 0; x < large.width; x++) {
      if (!isBlack(bitmap, Math.floor(x / wide), Math.floor(y / high))) continue
      const at = y * stride + (x >> 3)
      large.data[at] = (large.data[at] ?? 0) | (0x80 >> (x & 7))
    }
  }
  return large
}
