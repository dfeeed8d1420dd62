import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { z } from 'zod'

/** A small JSON file that is either whole or as it was before; for its owner's eyes only. */
export function writeWhole(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const beside = `${path}.part`
  const file = openSync(beside, 'w', 0o600)
  try {
    writeSync(file, `${JSON.stringify(value, null, 2)}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  replaceFile(beside, path)
}

const heldOpen: ReadonlySet<string | undefined> = new Set(['EPERM', 'EACCES', 'EBUSY'])

/**
 * Puts a file in another's place. Windows refuses while somebody reads that one, a virus scanner or `guichet status`:
 * asked again for a second, during which nothing else happens; then throws what the file system says.
 */
export function replaceFile(from: string, to: string, rename: typeof renameSync = renameSync): void {
  for (let asked = 1; ; asked += 1) {
    try {
      return rename(from, to)
    } catch (error) {
      if (asked === 20 || !heldOpen.has((error as NodeJS.ErrnoException).code)) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
    }
  }
}

/** Null where there is none; throws, naming the file, where it is not what it should be. */
export function readWhole<T>(path: string, shape: z.ZodType<T>): T | null {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    return shape.parse(JSON.parse(text))
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`, { cause: error })
  }
}
