import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  type Stats,
  writeSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { z } from 'zod'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { parseInEnglish } from '../../../shared/i18n/issue-text.ts'

/** Receives a remark about a damaged file, with its path, the problem, the measure taken and the remedy. */
export type Report = (remark: string) => void

export const reportOnStderr: Report = (remark) => void process.stderr.write(`guichet: ${remark}\n`)

/** Writes a small JSON file atomically. Only its owner can read the file. */
export function writeFileAtomic(path: string, value: unknown): void {
  writeText(path, textOf(value))
}

/** Writes a backup copy and a JSON file atomically. The copy is written first, so it is never older than the file. */
export function writeFileWithBackup(path: string, value: unknown): void {
  writeKeptText(path, textOf(value))
}

/** Writes a text with a backup copy, as `writeFileWithBackup` writes JSON. */
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
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) quarantineFile(path)
  replaceFile(beside, path)
}

const heldOpen: ReadonlySet<string | undefined> = new Set(['EPERM', 'EACCES', 'EBUSY'])

/**
 * Replaces a file atomically. Retries for a second, blocking the thread, because Windows refuses to replace a file that
 * another process reads. Throws the error of the file system.
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

/** Returns null if the JSON file does not exist. Throws an error that names the file if it is invalid. */
export function readJsonFile<T>(path: string, shape: z.ZodType<T>): T | null {
  const found = look(path, asJson(shape))
  if (found.is === 'broken') throw new Error(`${path}: ${found.why}`)
  return found.is === 'good' ? found.value : null
}

/** Returns null if the JSON file does not exist. Renames and reports an invalid file. */
export function readSpare<T>(path: string, shape: z.ZodType<T>, report: Report): T | null {
  const found = look(path, asJson(shape))
  if (found.is === 'broken')
    report(`${path}: ${found.why}; it is now ${quarantineFile(path)}, and the program continues without it`)
  return found.is === 'good' ? found.value : null
}

/**
 * Reads a required file with `read`. Restores a damaged file from its backup copy, and reports the repair. Returns null
 * if neither the file nor its copy exists. Throws if neither can be used.
 */
export function readFileWithBackup<T>(path: string, read: (text: string) => T, report: Report): T | null {
  const kept = lookKept(path, read, report)
  if (kept.is === 'good') return kept.value
  if (kept.is === 'none') return null
  throw new Error(
    `${path}: ${kept.why}, and there is no intact copy of it in ${lastOf(path)}: restore the file from a backup of this folder, or move both away to start without it`,
  )
}

/** Reads a file like `readFileWithBackup`, but renames and reports an unusable file and copy, and returns null. */
export function readKeptSpare<T>(path: string, read: (text: string) => T, report: Report): T | null {
  const kept = lookKept(path, read, report)
  if (kept.is === 'broken') {
    attempt(() => {
      const aside = setAsideKept(path)
      report(
        `${path}: ${kept.why}, and there is no intact copy of it; now ${aside.join(' and ')}, and the program continues without it: restore the file from a backup of this folder`,
      )
    }, report)
  }
  return kept.is === 'good' ? kept.value : null
}

/** Renames a file and its copy, if present. Returns the new paths. */
export function setAsideKept(path: string): readonly string[] {
  return [path, lastOf(path)].filter((each) => lstatSync(each, { throwIfNoEntry: false })).map(quarantineFile)
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
    const aside = found.is === 'broken' ? ` and is now ${quarantineFile(path)}` : ''
    writeText(path, last.text)
    report(`${path}: ${why}${aside}; its last intact copy was restored; check whether it is up to date`)
  }, report)
  return last
}

/** Returns a parser for JSON of the shape. The parser throws an error with a one-line reason. */
export const asJson =
  <T>(shape: z.ZodType<T>) =>
  (text: string): T =>
    parseInEnglish(shape, JSON.parse(text))

/** Matches names such as `staff.json.broken-20260314T180000000Z`, with `-2` for a second file. */
const ASIDE = /\.broken-\d{8}T\d{9}Z(?:-\d+)?$/u

/** Returns the names of the files in these folders that were renamed because they were damaged. */
export function filesSetAside(folders: readonly string[]): readonly string[] {
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder))
    .filter((name) => ASIDE.test(name))
}

/** Renames a damaged file to an unused name with the current time. Returns the new path. */
export function quarantineFile(path: string): string {
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

/** Runs `work`. Reports an error, such as a failing disk, because the error must not stop the program. */
function attempt(work: () => void, report: Report): void {
  try {
    work()
  } catch (error) {
    report((error as Error).message)
  }
}

/** Makes created, renamed and removed names in a directory survive a power cut. Does nothing on Windows. */
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

const CHUNK_BYTES = 1 << 22
/** Number of bytes to compare when searching for a random secret; a chance match is practically impossible. */
const TELLING_BYTES = 28

/** Returns each offset in a file at which a pattern begins. Patterns must be shorter than a few megabytes. */
export function findBytes(path: string, patterns: readonly Buffer[]): readonly { at: number; pattern: Buffer }[] {
  const sought = patterns.filter(({ length }) => length > 0)
  if (sought.length === 0) return []
  const overlap = Math.max(...sought.map(({ length }) => length)) - 1
  const file = openSync(path, 'r')
  try {
    const found: { at: number; pattern: Buffer }[] = []
    const chunk = Buffer.alloc(CHUNK_BYTES + overlap)
    for (let start = 0; ; start += CHUNK_BYTES) {
      const length = readFully(file, chunk, start)
      const read = chunk.subarray(0, length)
      for (const pattern of sought)
        for (let at = read.indexOf(pattern); at !== -1 && at < CHUNK_BYTES; at = read.indexOf(pattern, at + 1))
          found.push({ at: start + at, pattern })
      if (length < chunk.length) return found
    }
  } finally {
    closeSync(file)
  }
}

/** Returns the first bytes of each secret, by which `overwriteBytes` finds the secret. */
export const beginningsOf = (secrets: readonly Buffer[]): readonly Buffer[] =>
  secrets.map((secret) => secret.subarray(0, TELLING_BYTES))

/** Overwrites the matching bytes of random secrets in a file with zeros. Returns the number of places overwritten. */
export function overwriteBytes(path: string, secrets: readonly Buffer[]): number {
  const places = secrets.flatMap((secret) => findBytes(path, beginningsOf([secret])).map(({ at }) => ({ at, secret })))
  if (places.length === 0) return 0
  const file = openSync(path, 'r+')
  try {
    for (const { at, secret } of places) {
      const there = Buffer.alloc(secret.length)
      const length = readFully(file, there, at)
      const differs = secret.findIndex((byte, index) => index >= length || there[index] !== byte)
      writeSync(file, Buffer.alloc(differs === -1 ? secret.length : differs), 0, undefined, at)
    }
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return places.length
}

function readFully(file: number, into: Buffer, position: number): number {
  let length = 0
  for (let read = -1; read !== 0 && length < into.length; length += read)
    read = readSync(file, into, length, into.length - length, position + length)
  return length
}

/** `ours`: only root or the program's user can write the file and its parent folders. `anyone`: untrusted content. */
type Writer = 'ours' | 'anyone'

export type GuardedFault =
  | { readonly type: 'no-file'; readonly detail: string }
  | { readonly type: 'too-long'; readonly detail: string }
  | { readonly type: 'unsafe-file'; readonly detail: string }

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants

/** Reads a regular file of at most `maxBytes`, without following symbolic links anywhere in the path. Linux only. */
export function readOwnerOnlyFile(path: string, writer: Writer, maxBytes: number): Result<Buffer, GuardedFault> {
  return withOpened(path, 'file', writer, (file, { size }) => {
    if (size > maxBytes) return err({ type: 'too-long', detail: `${path}: is longer than ${maxBytes} bytes` })
    // One byte more than the size of the file, to detect a file that grows while it is read.
    const bytes = Buffer.alloc(size + 1)
    let length = 0
    for (let read = -1; read !== 0 && length <= size; length += read)
      read = readSync(file, bytes, length, bytes.length - length, null)
    return length > size ? unsafe(path, 'changed while it was read') : ok(bytes.subarray(0, length))
  })
}

/** Checks that only root or the program's user can write the path and every folder above it. Linux only. */
export function checkOurs(path: string, kind: 'file' | 'folder'): Result<null, GuardedFault> {
  return withOpened(path, kind, 'ours', () => ok(null))
}

function withOpened<T>(
  path: string,
  kind: 'file' | 'folder',
  writer: Writer,
  use: (file: number, is: Stats) => Result<T, GuardedFault>,
): Result<T, GuardedFault> {
  const names = resolve(path).split('/').slice(1)
  let [opened, at] = [openSync('/', O_RDONLY | O_DIRECTORY), '/']
  try {
    for (const [index, name] of names.entries()) {
      const isFile = kind === 'file' && index === names.length - 1
      at = at === '/' ? `/${name}` : `${at}/${name}`
      // Opens a name in an open folder, even if the folder's path has changed. `O_NONBLOCK` avoids waiting for a pipe.
      const next = openSync(`/proc/self/fd/${opened}/${name}`, O_NOFOLLOW | (isFile ? O_NONBLOCK : O_DIRECTORY))
      closeSync(opened)
      opened = next
      const is = fstatSync(opened)
      if (isFile && !is.isFile()) return unsafe(at, 'is no regular file')
      const fault = writer === 'ours' ? ownershipFault(at, is) : null
      if (fault !== null) return unsafe(at, fault)
    }
    return use(opened, fstatSync(opened))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return err({ type: 'no-file', detail: `${at}: no such file` })
    if (code === 'ELOOP' || code === 'ENOTDIR')
      return unsafe(
        at,
        'is a link, or a part of the path is not a folder; links are not followed here, so use the real path',
      )
    return unsafe(at, `cannot be read (${code})`)
  } finally {
    closeSync(opened)
  }
}

function ownershipFault(path: string, is: Stats): string | null {
  if (is.uid !== 0 && is.uid !== process.geteuid?.())
    return `belongs to user ${is.uid}, and only root may own it: chown root:root ${path}`
  // In a folder with the sticky bit, no account can replace the files of other accounts.
  const isSticky = is.isDirectory() && (is.mode & 0o1000) !== 0
  if (isSticky || (is.mode & 0o022) === 0) return null
  const mode = (is.mode & 0o7777).toString(8)
  return `can be written to by accounts other than its owner's (mode ${mode}): chmod go-w ${path}`
}

const unsafe = (path: string, detail: string) => err({ type: 'unsafe-file', detail: `${path}: ${detail}` } as const)
