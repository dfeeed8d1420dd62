import { createPublicKey } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { isTimeZone, venueTimeZone } from '../../shared/domain/documents/local-date.ts'
import { openingHours, type OpeningHours, openingHoursOf } from '../../shared/domain/fleet/update.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { expects } from '../../shared/i18n/issue-text.ts'
import { problemLines, readJsonFile, textOfFile } from '../host/files/file-text.ts'
import { readGuarded } from '../host/files/whole-file.ts'

/** What undoes an update that was cut short: read at the machine's next start by `packaging/undo-update.sh`. */
interface UnderWay {
  /** Package files, whole and on the disk. */
  readonly before: string
  readonly next: string
  /** The ledger's copy; null where there was none. */
  readonly copy: string | null
  readonly dataDirectory: string
}

const recordIn = (cacheDirectory: string): string => join(cacheDirectory, 'under-way')

/** Whether an update is under way on this machine, or was cut short and not undone yet. */
export const isUnderWay = (cacheDirectory: string): boolean => existsSync(recordIn(cacheDirectory))

/** On the disk when it returns; a word and its value a line, for a shell. */
export function recordUnderWay(cacheDirectory: string, { before, next, copy, dataDirectory }: UnderWay): void {
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  const lines = [
    `before ${before}`,
    `next ${next}`,
    ...(copy === null ? [] : [`copy ${copy}`]),
    `data ${dataDirectory}`,
    // Tells an update that is still at work from one that was cut.
    `boot ${boot}`,
    `pid ${process.pid}`,
  ]
  putWhole(recordIn(cacheDirectory), `${lines.join('\n')}\n`)
}

export function forgetUnderWay(cacheDirectory: string): void {
  rmSync(recordIn(cacheDirectory), { force: true })
  flush(cacheDirectory)
}

/** A file that is whole or not there, whenever the power goes. */
export function putWhole(path: string, content: string | Uint8Array): void {
  writeFileSync(`${path}.part`, content, { flush: true, mode: 0o644 })
  moveWhole(`${path}.part`, path)
}

/** Puts a file in the place of another, on the disk when it returns. */
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

/**
 * Update settings of the administrator, the only ones that root reads: the kiosk's account must not be able to write
 * them.
 */
export const UPDATE_SETTINGS_FILE = '/etc/guichet/update-settings.json'

const LONGEST_FILE = 100_000

const schema = z.strictObject({
  /** A folder, or an address that begins with https://. Left out: only what `--from` names. */
  from: z
    .string()
    .regex(/^(?:https:\/\/|\/)/u, 'expected an address that begins with https://, or the full path of a folder')
    .optional(),
  /** The vendor's Ed25519 key (PEM), beside this file or by its full path. */
  publicKeyFile: z.string().min(1),
  /** Hours in which the box office sells. No automatic update is installed then. */
  openingHours: openingHours.optional(),
  /** IANA time zone of the opening hours; default: that of this machine. */
  timeZone: z.string().refine(isTimeZone, expects('timeZone')).optional(),
  /** Identifies this machine when a release goes to only a share of the machines. Defaults to the name of the host. */
  machine: z.string().min(1).max(100).optional(),
})

export interface UpdateSettings {
  readonly from: string | undefined
  /** PEM. */
  readonly publicKey: string
  readonly opening: OpeningHours | null
  readonly timeZone: string
  readonly machine: string
}

export interface NotSetUp {
  readonly type: 'not-set-up'
  readonly detail: string
}

/** File and key have to be root's, in folders of root's, reached without a link. */
export function readUpdateSettings(file: string): Result<UpdateSettings, NotSetUp> {
  const notSetUp = (detail: string) => err({ type: 'not-set-up', detail } as const)
  const read = readGuarded(file, 'ours', LONGEST_FILE)
  if (!read.ok) return notSetUp(read.error.detail)
  const parsed = readJsonFile(read.value, schema, catalogues.en)
  if (!parsed.ok) return notSetUp(problemLines(file, parsed.problems).join('\n'))
  const { from, publicKeyFile, openingHours: hours, machine = hostname() } = parsed.value
  const keyFile = resolve(dirname(file), publicKeyFile)
  const key = readGuarded(keyFile, 'ours', LONGEST_FILE)
  if (!key.ok) return notSetUp(key.error.detail)
  const text = textOfFile(key.value, catalogues.en.files)
  const publicKey = text.ok ? text.text : ''
  if (!isEd25519Key(publicKey)) return notSetUp(`${keyFile}: expected an Ed25519 public key in PEM, the vendor's own`)
  return ok({
    from,
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
