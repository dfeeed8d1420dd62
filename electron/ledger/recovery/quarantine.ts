import { accessSync, constants, existsSync, lstatSync, readdirSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readAnchor } from '../evidence/anchor.ts'
import { lastRolled } from '../evidence/roll.ts'
import { setAside as moveAside, type Report } from '../../host/files/whole-file.ts'
import { syncDirectory } from '../../host/files/durable-file.ts'

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

/** What belongs to a ledger and can be made again, and whether there is anything in it that can be read. */
const SIDE_FILES: Readonly<Record<string, (path: string) => boolean>> = {
  '.anchor': (path) => readAnchor(path).length > 0,
  '.roll': (path) => lastRolled(path) !== null,
  '.owner': () => true,
  '.reserve': () => true,
  '-shm': () => true,
}

/** Sets aside what of it cannot be read, so that the ledger opens without. */
export function clearSideFiles(path: string, report: Report): void {
  for (const [suffix, hasContent] of Object.entries(SIDE_FILES)) {
    const side = `${path}${suffix}`
    if (lstatSync(side, { throwIfNoEntry: false }) === undefined || (canBeOpened(side) && hasContent(side))) continue
    report(
      `${side}: nothing of it can be read; it is now ${moveAside(side)}: verify the ledger (guichet ledger verify)`,
    )
  }
}

function canBeOpened(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

function moveLogs(path: string, aside: string): void {
  for (const suffix of LOG_FILES) {
    if (existsSync(`${path}${suffix}`)) renameSync(`${path}${suffix}`, `${aside}${suffix}`)
  }
}
