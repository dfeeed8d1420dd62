import { createPublicKey } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { isTimeZone, venueTimeZone } from '../../shared/domain/documents/local-date.ts'
import { openingHours, openingHoursOf } from '../../shared/domain/fleet/update.ts'
import { err, ok } from '../../shared/domain/result.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { expects } from '../../shared/i18n/issue-text.ts'
import { problemLines, readJsonFile, textOfFile } from '../host/files/file-text.ts'
import { readOwnerOnlyFile } from '../host/files/atomic-file.ts'

/** Data that `packaging/rollback-update.sh` reads at the next boot to undo an interrupted update. */
interface PendingUpdate {
  /** Package files, completely written to disk. */
  readonly before: string
  readonly next: string
  /** Copy of the ledger; null if there is no ledger. */
  readonly copy: string | null
  readonly dataDirectory: string
}

const recordIn = (cacheDirectory: string): string => join(cacheDirectory, 'under-way')

/** Returns whether an update is in progress, or was interrupted and is not undone yet. */
export const isUpdatePending = (cacheDirectory: string): boolean => existsSync(recordIn(cacheDirectory))

/** Writes the record as one keyword and value per line, for a shell script. It is on disk when the function returns. */
export function recordUnderWay(cacheDirectory: string, { before, next, copy, dataDirectory }: PendingUpdate): void {
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  const lines = [
    `before ${before}`,
    `next ${next}`,
    ...(copy === null ? [] : [`copy ${copy}`]),
    `data ${dataDirectory}`,
    // The boot ID and the process ID distinguish a running update from an interrupted one.
    `boot ${boot}`,
    `pid ${process.pid}`,
  ]
  replaceFileAtomic(recordIn(cacheDirectory), `${lines.join('\n')}\n`)
}

export function forgetUnderWay(cacheDirectory: string): void {
  rmSync(recordIn(cacheDirectory), { force: true })
  flush(cacheDirectory)
}

/** Writes a file atomically, even if the power fails. */
export function replaceFileAtomic(path: string, content: string | Uint8Array): void {
  writeFileSync(`${path}.part`, content, { flush: true, mode: 0o644 })
  moveWhole(`${path}.part`, path)
}

/** Moves a file and replaces any file at the destination. The change is on disk when the function returns. */
export function moveWhole(from: string, to: string): void {
  renameSync(from, to)
  flush(dirname(to))
}

function flush(folder: string): void {
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

/** Update settings that root reads. The account of the kiosk must not be able to write this file. */
export const UPDATE_SETTINGS_FILE = '/etc/guichet/update-settings.json'

const MAX_FILE = 100_000

const schema = z.strictObject({
  /** Folder or `https://` address; if absent, updates come only from the source given by `--from`. */
  from: z
    .string()
    .regex(/^(?:https:\/\/|\/)/u, 'expected an address that begins with https://, or the full path of a folder')
    .optional(),
  /** Absolute path of the vendor's Ed25519 key (PEM), or its path relative to this file. */
  publicKeyFile: z.string().min(1),
  /** Hours in which the box office sells and no automatic update is installed. */
  openingHours: openingHours.optional(),
  /** IANA time zone of the opening hours; by default, the time zone of this computer. */
  timeZone: z.string().refine(isTimeZone, expects('timeZone')).optional(),
  /** Computer ID for partial rollouts of a release; by default, the host name. */
  machine: z.string().min(1).max(100).optional(),
})

export type UpdateSettings = Extract<ReturnType<typeof readUpdateSettings>, { readonly ok: true }>['value']

export interface NotSetUp {
  readonly type: 'not-set-up'
  readonly detail: string
}

/**
 * The settings file and the key must belong to root, in folders of root, and their paths must contain no symbolic
 * links.
 */
export function readUpdateSettings(file: string) {
  const notSetUp = (detail: string) => err<NotSetUp>({ type: 'not-set-up', detail })
  const read = readOwnerOnlyFile(file, 'ours', MAX_FILE)
  if (!read.ok) return notSetUp(read.error.detail)
  const parsed = readJsonFile(read.value, schema, catalogues.en)
  if (!parsed.ok) return notSetUp(problemLines(file, parsed.problems).join('\n'))
  const { from, publicKeyFile, openingHours: hours, machine = hostname() } = parsed.value
  const keyFile = resolve(dirname(file), publicKeyFile)
  const key = readOwnerOnlyFile(keyFile, 'ours', MAX_FILE)
  if (!key.ok) return notSetUp(key.error.detail)
  const text = textOfFile(key.value, catalogues.en.files)
  const publicKey = text.ok ? text.text : ''
  if (!isEd25519Key(publicKey)) return notSetUp(`${keyFile}: expected an Ed25519 public key in PEM, the vendor's own`)
  return ok({
    from,
    /** Vendor's public key in PEM format. */
    publicKey,
    opening: hours ? openingHoursOf(hours) : null,
    timeZone: venueTimeZone(parsed.value),
    machine,
  })
}

function isEd25519Key(pem: string): boolean {
  try {
    return createPublicKey(pem).asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}
