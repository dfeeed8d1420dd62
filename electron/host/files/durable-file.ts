import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Makes created, renamed and removed names of a directory survive a power cut. Windows has no such call and no need. */
export function syncDirectory(path: string): void {
  if (process.platform !== 'win32') syncOpened(path, 'r')
}

export function syncFile(path: string): void {
  syncOpened(path, 'r+')
}

function syncOpened(path: string, flags: string): void {
  const file = openSync(path, flags)
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
