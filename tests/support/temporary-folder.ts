import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import { cleanUp } from './clean-up.ts'

/** Returns `path` if it has two gigabytes free, otherwise null. */
function inMemory(path: string): string | null {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize > 2 ** 31 ? path : null
  } catch {
    return null
  }
}

const place = inMemory('/dev/shm') ?? tmpdir()

const newFolder = (): string => mkdtempSync(join(place, 'guichet-'))

const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true })

/** Creates a folder, removed after the test or, within `start` of `shared`, after the last test of the file. */
export function temporaryFolder(): string {
  const folder = newFolder()
  cleanUp(() => remove(folder))
  return folder
}

/** Creates a folder, which is removed after the last test of the file. */
export function suiteFolder(): string {
  const folder = newFolder()
  afterAll(() => remove(folder))
  return folder
}

export type FolderFiles = ReadonlyMap<string, Buffer>

export async function filesLeftBy(work: (folder: string) => Promise<unknown>): Promise<FolderFiles> {
  const folder = newFolder()
  try {
    await work(folder)
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    return new Map(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path)]))
  } finally {
    remove(folder)
  }
}

export function writeFiles(folder: string, files: FolderFiles): void {
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, path), bytes, { mode: 0o600 })
  }
}
