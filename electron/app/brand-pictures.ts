import { closeSync, lstatSync, openSync, readdirSync, readSync, type Stats } from 'node:fs'
import { extname, join } from 'node:path'
import type { BrandPicture } from '../core/ports/ports.ts'

/** A screen fetches them again and again. */
const MOST_BYTES = 512 * 1024
/** File names that a screen can request. Must match `pictureOf` in `renderer/kiosk/pictures/brand-picture.ts`. */
const named = /^(?:(?:team|venue|event)-)?(?=[a-z0-9-]{1,60}\.)[a-z0-9]+(?:-[a-z0-9]+)*\.(?:png|jpg|webp|svg)$/u
/** Number of bytes read to detect the type of a file. */
const HEAD_BYTES = 1024

export interface BrandFolder {
  readonly pictures: readonly BrandPicture[]
  /** Files that no screen shows, and what is wrong with them. */
  readonly refused: readonly { readonly name: string; readonly why: string }[]
}

/** The venue's own pictures, as far as a screen can show them; none where there is no such folder. */
export function brandFolder(dataDirectory: string): BrandFolder {
  const folder = join(dataDirectory, 'brand')
  const looked = namesIn(folder).map((name) => ({ name, path: join(folder, name), why: faultOf(folder, name) }))
  return {
    pictures: looked.filter(({ why }) => why === null).map(({ name, path }) => ({ name, path })),
    refused: looked.flatMap(({ name, why }) => (why === null ? [] : [{ name, why }])),
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    return []
  }
}

function faultOf(folder: string, name: string): string | null {
  if (!named.test(name))
    return 'its name has to be small letters a to z, figures and single hyphens between them, at most 60 characters after team-, venue- or event-, and end in .png, .jpg, .webp or .svg'
  const path = join(folder, name)
  try {
    const file = lstatSync(path)
    return (
      faultOfFile(file) ??
      (isPicture(path, extname(name)) ? null : `it is no picture of the kind that ${extname(name)} says`)
    )
  } catch (error) {
    return `it cannot be read: ${String(error)}`
  }
}

/** A link could lead out of the folder, to a file that is nobody's business. */
function faultOfFile(file: Stats): string | null {
  if (!file.isFile()) return 'it is no file of its own, but a link or a folder'
  return file.size > MOST_BYTES ? `it is larger than 512 KB: ${Math.ceil(file.size / 1024)} KB` : null
}

function isPicture(path: string, ending: string): boolean {
  const head = headOf(path)
  const starts = (...bytes: readonly number[]): boolean => bytes.every((byte, at) => head[at] === byte)
  switch (ending) {
    case '.png':
      return starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
    case '.jpg':
      return starts(0xff, 0xd8, 0xff)
    case '.webp':
      return head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP'
    default:
      return /^\uFEFF?\s*</u.test(head.toString('utf8')) && /<svg[\s>]/u.test(head.toString('utf8'))
  }
}

function headOf(path: string): Buffer {
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(HEAD_BYTES)
    return head.subarray(0, readSync(file, head, 0, HEAD_BYTES, 0))
  } finally {
    closeSync(file)
  }
}
