import { spawnSync } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { onTestFinished, type TestContext } from 'vitest'

/** Mounts a separate file system of the given size. Skips the test if the user may not mount file systems. */
export function smallDisk(context: TestContext, mebibytes: number): string {
  const directory = mkdtempSync(join(tmpdir(), 'guichet-disk-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', directory])
  if (status !== 0) context.skip('needs a small tmpfs, which only root may mount')
  onTestFinished(() => void spawnSync('umount', ['--lazy', directory]))
  return directory
}

/** Fills every free byte of the disk. Returns the path of the filler file. */
export function fill(directory: string): string {
  const path = join(directory, 'filler')
  const file = openSync(path, 'a')
  try {
    for (const bytes of [65_536, 4_096, 1]) {
      const chunk = Buffer.alloc(bytes)
      try {
        while (writeSync(file, chunk) > 0);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    }
  } finally {
    closeSync(file)
  }
  return path
}

export const SPOILS: Readonly<Record<string, (path: string) => void>> = {
  empty: (path) => truncateSync(path),
  'cut short': (path) => truncateSync(path, Math.floor(statSync(path).size / 2)),
  junk: (path) => writeFileSync(path, Buffer.from(Array.from({ length: 700 }, (_, index) => (index * 151 + 7) & 255))),
  'another JSON': (path) => writeFileSync(path, '[{"staff":{"wrong":[]}}]'),
  'a folder': (path) => {
    rmSync(path)
    mkdirSync(join(path, 'in the way'), { recursive: true })
  },
  // Not even root can read a symbolic link to itself.
  unreadable: (path) => {
    rmSync(path)
    symlinkSync(basename(path), path)
  },
}
