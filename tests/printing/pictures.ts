import { deflateSync } from 'node:zlib'
import type { Picture } from '../../electron/printing/pdf/picture.ts'

/** A picture of one colour, `#rrggbb`. */
export function solidPicture(width: number, height: number, color: string): Picture {
  return { width, height, deflated: deflateSync(Buffer.alloc(width * height * 3, color.slice(1), 'hex')) }
}
