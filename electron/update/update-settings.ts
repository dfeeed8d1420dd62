import { createPublicKey } from 'node:crypto'
import { hostname } from 'node:os'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { isTimeZone, venueTimeZone } from '../../shared/domain/documents/local-date.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { expects } from '../../shared/i18n/issue-text.ts'
import { openingHours, openingHoursOf, type OpeningHours } from '../../shared/domain/fleet/update.ts'
import { textOfFile } from '../host/files/file-text.ts'
import { readGuarded } from '../host/files/guarded-file.ts'
import { readJsonFile } from '../host/files/read-json.ts'
import { problemLines } from '../host/files/text-place.ts'

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
