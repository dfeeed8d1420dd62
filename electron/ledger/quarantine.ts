import { existsSync, readdirSync, renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { syncDirectory } from './durable-file.ts'

const LOG_FILES = ['-wal', '-shm'] as const

/**
 * Puts a database aside under a name with the time, its log files with it: a log that met another database, or a
 * database without its log, would be read wrong. Returns the new path. Nothing is deleted.
 */
export function setAside(path: string, why: 'corrupt' | 'replaced', wallUtc: string): string {
  const aside = `${path}.${why}-${wallUtc.replaceAll(/[-:.]/gu, '')}`
  renameSync(path, aside)
  moveLogs(path, aside)
  syncDirectory(dirname(path))
  return aside
}

/** Ends a `setAside` that a power cut stopped half way: log files without their database follow it. */
export function finishSettingAside(path: string): void {
  if (existsSync(path) || !LOG_FILES.some((suffix) => existsSync(`${path}${suffix}`))) return
  const stem = `${basename(path)}.`
  const aside = readdirSync(dirname(path))
    .filter((name) => name.startsWith(stem) && /\.(?:corrupt|replaced)-\w+$/u.test(name))
    .sort()
    .at(-1)
  moveLogs(path, aside ? join(dirname(path), aside) : `${path}.lost`)
  syncDirectory(dirname(path))
}

function moveLogs(path: string, aside: string): void {
  for (const suffix of LOG_FILES) {
    if (existsSync(`${path}${suffix}`)) renameSync(`${path}${suffix}`, `${aside}${suffix}`)
  }
}
