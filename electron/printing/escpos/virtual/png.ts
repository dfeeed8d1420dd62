import { crc32, deflateSync } from 'node:zlib'
import { bytesPerRow, type Bitmap } from '../bitmap.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A PNG of one bit a pixel (RFC 2083), 8 dots a millimetre. */
export function pngOf({ width, height, data }: Bitmap): Uint8Array {
  const stride = bytesPerRow(width)
  const lines = Buffer.alloc((stride + 1) * height)
  // Each line begins with its filter, 0: none. In a PNG 1 is white.
  for (let y = 0; y < height; y++) {
    for (let i = 0; i < stride; i++) lines[y * (stride + 1) + 1 + i] = ~(data[y * stride + i] ?? 0) & 0xff
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const perMetre = Buffer.alloc(9)
  perMetre.writeUInt32BE(8000, 0)
  perMetre.writeUInt32BE(8000, 4)
  perMetre[8] = 1
  const end = Buffer.alloc(0)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('pHYs', perMetre),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', end),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(content.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
