import { mkdirSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Ways in which a stored file is not what it should be. */
export const SPOILS: Readonly<Record<string, (path: string) => void>> = {
  empty: (path) => truncateSync(path),
  'cut short': (path) => truncateSync(path, Math.floor(statSync(path).size / 2)),
  junk: (path) => writeFileSync(path, Buffer.from(Array.from({ length: 700 }, (_, index) => (index * 151 + 7) & 255))),
  'another JSON': (path) => writeFileSync(path, '[{"staff":{"wrong":[]}}]'),
  'a folder': (path) => {
    rmSync(path)
    mkdirSync(join(path, 'in the way'), { recursive: true })
  },
  // Nobody reads a link to itself, whatever their account may.
  unreadable: (path) => {
    rmSync(path)
    symlinkSync(basename(path), path)
  },
}
