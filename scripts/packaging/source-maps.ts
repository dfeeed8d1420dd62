import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { tarGz } from './linux-tree.ts'

/** Writes the source maps as an archive with its SHA-256. Returns both paths. Throws if there are no source maps. */
export function writeSourceMaps(root: string, version: string, output: string, builtAt: number): readonly string[] {
  const maps = join(root, 'out', 'maps')
  if (!existsSync(maps)) throw new Error(`${maps}: no source maps; build the program again`)
  const archive = join(output, `guichet-${version}-source-maps.tar.gz`)
  tarGz(maps, archive, builtAt)
  const sum = createHash('sha256').update(readFileSync(archive)).digest('hex')
  const sums = `${archive}.sha256`
  writeFileSync(sums, `${sum}  ${basename(archive)}\n`)
  return [archive, sums]
}
