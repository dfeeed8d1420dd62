import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import type { z } from 'zod'
import { parseInEnglish } from '../../../shared/i18n/issue-text.ts'

/** Told of a file that was not what it should be: which, why, what was done about it and what to do. */
export type Report = (remark: string) => void

/** For who has no log. */
export const reportOnStderr: Report = (remark) => void process.stderr.write(`guichet: ${remark}\n`)

/** A small JSON file that is either whole or as it was before; for its owner's eyes only. */
export function writeWhole(path: string, value: unknown): void {
  writeText(path, textOf(value))
}

/** The same with a copy beside it for `readKept`, written first: it is never older than the file. */
export function writeKept(path: string, value: unknown): void {
  writeKeptText(path, textOf(value))
}

/** The same for any text. */
export function writeKeptText(path: string, text: string): void {
  writeText(lastOf(path), text)
  writeText(path, text)
}

const textOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const beside = `${path}.part`
  const file = openSync(beside, 'w', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) setAside(path)
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
  const found = look(path, asJson(shape))
  if (found.is === 'broken') throw new Error(`${path}: ${found.why}`)
  return found.is === 'good' ? found.value : null
}

/** The same for what the program can do without: a file that is not what it should be is set aside and reported. */
export function readSpare<T>(path: string, shape: z.ZodType<T>, report: Report): T | null {
  const found = look(path, asJson(shape))
  if (found.is === 'broken')
    report(`${path}: ${found.why}; it is now ${setAside(path)}, and the program goes on without`)
  return found.is === 'good' ? found.value : null
}

/**
 * A file that is needed, as `read` makes it out of its text: read it with `asJson` where `writeKept` wrote it. One that is gone or
 * broken is brought back from its copy, which is reported; the broken one is set aside. Null where there is neither file nor
 * copy. Throws, naming file and mend, where what is there is good for nothing.
 */
export function readKept<T>(path: string, read: (text: string) => T, report: Report): T | null {
  const kept = lookKept(path, read, report)
  if (kept.is === 'good') return kept.value
  if (kept.is === 'none') return null
  throw new Error(
    `${path}: ${kept.why}, and there is no good copy of it in ${lastOf(path)}: put the file back from a backup of this folder, or move both away to begin without`,
  )
}

/** Like `readKept`, for files that only a part of the program needs. Instead of throwing, sets both files aside, reports this and returns null. */
export function readKeptSpare<T>(path: string, read: (text: string) => T, report: Report): T | null {
  const kept = lookKept(path, read, report)
  if (kept.is === 'broken') {
    attempt(() => {
      const aside = setAsideKept(path)
      report(
        `${path}: ${kept.why}, and there is no good copy of it; now ${aside.join(' and ')}, and the program goes on without: put the file back from a backup of this folder`,
      )
    }, report)
  }
  return kept.is === 'good' ? kept.value : null
}

/** Sets aside a file and its copy, if present. Returns the new paths. */
export function setAsideKept(path: string): readonly string[] {
  return [path, lastOf(path)].filter((each) => lstatSync(each, { throwIfNoEntry: false })).map(setAside)
}

function lookKept<T>(path: string, read: (text: string) => T, report: Report): Look<T> {
  const [found, last] = [look(path, read), look(lastOf(path), read)]
  if (found.is === 'good') {
    if (last.is !== 'good' || last.text !== found.text) attempt(() => writeText(lastOf(path), found.text), report)
    return found
  }
  if (found.is === 'none' && last.is === 'none') return found
  const why = found.is === 'broken' ? found.why : 'it is gone'
  if (last.is !== 'good') return { is: 'broken', why }
  attempt(() => {
    const aside = found.is === 'broken' ? ` and is now ${setAside(path)}` : ''
    writeText(path, last.text)
    report(`${path}: ${why}${aside}; its last good copy was put in its place: see whether it is up to date`)
  }, report)
  return last
}

/** Reads JSON of this shape. Throws what is wrong with it, in a line. */
export const asJson =
  <T>(shape: z.ZodType<T>) =>
  (text: string): T =>
    parseInEnglish(shape, JSON.parse(text))

/** `staff.json.broken-20260314T180000000Z`; ends in `-2` if that name was taken. */
const ASIDE = /\.broken-\d{8}T\d{9}Z(?:-\d+)?$/u

/** Returns the names of files set aside in these folders. */
export function filesSetAside(folders: readonly string[]): readonly string[] {
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder))
    .filter((name) => ASIDE.test(name))
}

/** Renames a damaged file to a free name with the time in it, so that no earlier one is overwritten. Returns the new path. */
export function setAside(path: string): string {
  const named = `${path}.broken-${new Date().toISOString().replaceAll(/[-:.]/gu, '')}`
  let aside = named
  for (let copy = 2; existsSync(aside); copy += 1) aside = `${named}-${copy}`
  renameSync(path, aside)
  return aside
}

const lastOf = (path: string): string => `${path}.last`

type Look<T> =
  | { readonly is: 'good'; readonly value: T; readonly text: string }
  | { readonly is: 'none' }
  | { readonly is: 'broken'; readonly why: string }

function look<T>(path: string, read: (text: string) => T): Look<T> {
  try {
    const text = readFileSync(path, 'utf8')
    return { is: 'good', value: read(text), text }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? { is: 'none' } : { is: 'broken', why: message }
  }
}

/** What the disk does not take is no reason to stop. */
function attempt(work: () => void, report: Report): void {
  try {
    work()
  } catch (error) {
    report((error as Error).message)
  }
}
