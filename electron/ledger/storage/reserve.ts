import { randomFillSync } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncDirectory } from '../../host/files/durable-file.ts'

/**
 * Room kept for the sales that are already running: a file that is given up when the disk is full, so that they can
 * end. No new sale starts until there is room for it again.
 */
export interface Reserve {
  /** True when the reserve is there and as much again is free; builds it up again when there is room. */
  whole(): boolean
  /** Frees the reserve's room; false when it was gone already. */
  giveUp(): boolean
}

const CHUNK_BYTES = 1 << 20

/** `bytes` 0: no reserve is kept, and the disk counts as roomy. */
export function openReserve(path: string, bytes: number): Reserve {
  const present = (): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) >= bytes
  const free = (): number => {
    const { bavail, bsize } = statfsSync(dirname(path))
    return bavail * bsize
  }
  return {
    whole() {
      if (bytes === 0) return true
      if (present()) return free() >= bytes
      // Another reserve's worth must be left over, and some slack so that it does not come and go.
      return free() >= 3 * bytes && build(path, bytes)
    },
    giveUp() {
      if (bytes === 0 || !present()) return false
      rmSync(path)
      return true
    },
  }
}

/** Random bytes: a file system that compresses or leaves holes would give zeros no room of their own. */
function build(path: string, bytes: number): boolean {
  const draft = `${path}.draft`
  const file = openSync(draft, 'w', 0o600)
  try {
    const chunk = randomFillSync(Buffer.alloc(Math.min(bytes, CHUNK_BYTES)))
    for (let left = bytes; left > 0; left -= chunk.length) writeSync(file, chunk, 0, Math.min(left, chunk.length))
    fsyncSync(file)
  } catch (error) {
    rmSync(draft, { force: true })
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false
    throw error
  } finally {
    closeSync(file)
  }
  renameSync(draft, path)
  syncDirectory(dirname(path))
  return true
}
