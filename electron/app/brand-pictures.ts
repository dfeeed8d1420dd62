import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { BrandPicture } from '../core/ports/brand-picture.ts'

/** A screen fetches them with every page. */
const MOST_BYTES = 512 * 1024
const named = /^[a-z0-9-]{1,60}\.(?:png|svg)$/u

/** The venue's own pictures, as far as a screen can show them; none where there is no such folder. */
export function brandPictures(dataDirectory: string): readonly BrandPicture[] {
  const folder = join(dataDirectory, 'brand')
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => named.test(name)) : []
  return names
    .map((name) => ({ name, path: join(folder, name) }))
    .filter(({ path }) => {
      const file = statSync(path)
      return file.isFile() && file.size <= MOST_BYTES
    })
}
